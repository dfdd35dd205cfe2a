//! Which other programs are told of an event.

use askama::Template;
use tiger_event::Event;
use tiger_event::text::count;

use crate::access::EventAccess;
use crate::db::webhooks::{Answer, Webhook};
use crate::pages::room::local;
use crate::pages::{EventTab, FormView, Frame};
use crate::services::webhooks::MOST;

/// The addresses that are told.
#[derive(Template)]
#[template(path = "setup/webhooks.html")]
pub struct WebhooksPage {
    pub frame: Frame,
    pub form: FormView,
    pub hooks: Vec<WebhookRow>,
    /// Whether there may be more.
    pub has_room: bool,
    /// Whether nobody is told, because the event is hidden.
    pub is_hidden: bool,
}

pub struct WebhookRow {
    /// Its name in addresses.
    pub id: String,
    /// Where messages go.
    pub address: String,
    /// How it stands, and in which tone that is said.
    pub state: String,
    pub tone: &'static str,
    /// What was answered, the newest first, each with its time.
    pub answers: Vec<(String, Answer)>,
}

/// An address that was just made.
#[derive(Template)]
#[template(path = "setup/new_webhook.html")]
pub struct NewWebhookPage {
    pub frame: Frame,
    pub back: String,
    /// Where messages go.
    pub address: String,
    /// With what they are signed.
    pub secret: String,
}

impl WebhooksPage {
    pub fn of(access: &EventAccess, hooks: Vec<(Webhook, Vec<Answer>)>, form: FormView) -> Self {
        let event = &access.event;
        Self {
            frame: access.frame_under(EventTab::Settings),
            form,
            has_room: hooks.len() < MOST,
            is_hidden: !event.is_public,
            hooks: hooks.into_iter().map(|(hook, answers)| row(event, hook, answers)).collect(),
        }
    }
}

fn row(event: &Event, hook: Webhook, answers: Vec<Answer>) -> WebhookRow {
    let tries = count(hook.failures as usize, "attempt", "attempts");
    let (state, tone) = match (hook.due_at, hook.failures) {
        (None, _) => (format!("given up after {tries}"), "bad"),
        (Some(_), 0) if answers.is_empty() => ("told nothing yet".to_owned(), "neutral"),
        (Some(_), 0) => ("works".to_owned(), "good"),
        (Some(at), _) => (format!("{tries} in vain, the next {}", local(event, at)), "warning"),
    };
    WebhookRow {
        id: hook.id.to_string(),
        address: hook.address,
        state,
        tone,
        answers: answers.into_iter().map(|answer| (local(event, answer.at), answer)).collect(),
    }
}

impl NewWebhookPage {
    /// The one time that the secret is shown.
    pub fn of(access: &EventAccess, hook: &Webhook) -> Self {
        let back = access.path("/settings/webhooks");
        Self {
            frame: access.frame_under(EventTab::Settings).under("Webhooks", back.clone()),
            back,
            address: hook.address.clone(),
            secret: hook.secret.clone(),
        }
    }
}
