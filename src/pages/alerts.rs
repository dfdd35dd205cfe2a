//! Where a player is told of pairings: the part of their own pages, and the page behind the link in each e-mail.

use askama::Template;
use tiger_event::Event;

use super::Frame;
use super::form::FormView;
use crate::access::{self, Viewer};
use crate::auth::Token;
use crate::db::alerts::{Alert, Kind};
use crate::error::Result;
use crate::services::alerts;

/// Where a player is told, and the form for one place more.
pub struct AlertsView {
    /// Where the forms go.
    pub action: String,
    /// The form for an address.
    pub form: FormView,
    pub lines: Vec<AlertLine>,
    pub can_mail: bool,
    /// The key for which browsers take messages.
    pub key: String,
    /// Whether there may be one place more.
    pub has_room: bool,
}

/// A place where a player is told.
pub struct AlertLine {
    /// Its name in addresses.
    pub id: String,
    pub to: String,
    pub state: &'static str,
    pub tone: &'static str,
}

impl AlertsView {
    /// A player's part of the page, with an empty form.
    pub fn of(action: String, alerts: &[Alert], (can_mail, key): (bool, &str)) -> Self {
        Self {
            action,
            form: FormView::fresh("alerts"),
            lines: alerts.iter().map(AlertLine::of).collect(),
            can_mail,
            key: key.to_owned(),
            has_room: alerts.len() < alerts::MOST,
        }
    }

    /// The same with what was typed.
    #[must_use]
    pub fn with(mut self, form: FormView) -> Self {
        self.form.refill(form);
        self
    }

    pub fn is_shown(&self) -> bool {
        self.can_mail || !self.lines.is_empty()
    }
}

impl AlertLine {
    fn of(alert: &Alert) -> Self {
        let (state, tone) = match (alert.confirmed_at, alert.failures) {
            (None, _) => ("look into your e-mail to say yes", "warning"),
            (Some(_), 0) => ("on", "good"),
            (Some(_), _) if alert.kind == Kind::Push => ("it was not reached and is tried again", "warning"),
            (Some(_), _) => ("the last message was refused; it is tried again", "warning"),
        };
        let to = match alert.kind {
            Kind::Mail => alert.address.clone(),
            Kind::Push => format!("A browser, since {}", alert.created_at.format("%-d %B %Y")),
        };
        Self { id: alert.id.to_string(), to, state, tone }
    }
}

/// The page behind the link in each e-mail: looking at it does nothing, its buttons do.
#[derive(Default, Template)]
#[template(path = "room/alert.html")]
pub struct AlertPage {
    pub frame: Frame,
    pub title: &'static str,
    pub lead: String,
    /// Whether somebody said yes already.
    pub is_confirmed: bool,
    /// Where the forms go; empty when there is nothing left to do.
    pub path: String,
    pub event: String,
    /// Where the event's pages begin; empty where the event is hidden, or not known any more.
    pub base: String,
}

impl AlertPage {
    pub fn of(viewer: &Viewer, (alert, event): (&Alert, &Event), token: &Token) -> Result<Self> {
        let name = &event.settings.name;
        let is_confirmed = alert.confirmed_at.is_some();
        let (title, lead) = if is_confirmed {
            let lead = format!("{} is told of a player’s pairings in {name}.", alert.address);
            ("You are told of pairings", lead)
        } else {
            let lead = format!(
                "Somebody typed {} to be told of a player’s pairings in {name}: when a round is published, taken back, \
                 or the pairing is changed.",
                alert.address
            );
            ("Shall you be told of pairings?", lead)
        };
        Ok(Self {
            frame: viewer.form_frame()?,
            title,
            lead,
            is_confirmed,
            path: alerts::path(token),
            event: name.to_string(),
            base: if event.is_public { access::base(event) } else { String::new() },
        })
    }

    pub fn stopped(viewer: &Viewer) -> Self {
        Self {
            frame: viewer.frame(),
            title: "It is stopped",
            lead: "Nothing more is sent to you, and your address is forgotten.".to_owned(),
            is_confirmed: true,
            ..Self::default()
        }
    }
}
