//! Which other programs are told of an event.

use askama::Template;

use crate::access::EventAccess;
use crate::db::webhooks::{Answer, Webhook};
use crate::domain::event::Event;
use crate::pages::Frame;
use crate::pages::event::EventTab;
use crate::pages::form::FormView;
use crate::pages::room::local;
use crate::services::webhooks::MOST;

/// The addresses that are told.
#[derive(Debug, Template)]
#[template(path = "setup/webhooks.html")]
pub struct WebhooksPage {
    pub frame: Frame,
    pub base: String,
    /// The form for a new one.
    pub form: FormView,
    /// Those there are.
    pub hooks: Vec<WebhookRow>,
    /// Whether there may be more.
    pub has_room: bool,
    /// Whether nobody is told, because the event is hidden.
    pub is_hidden: bool,
}

/// An address.
#[derive(Debug)]
pub struct WebhookRow {
    /// Its name in addresses.
    pub id: String,
    /// Where messages go.
    pub address: String,
    /// How it stands, and in which tone that is said.
    pub state: String,
    pub tone: &'static str,
    /// What was answered, the newest first.
    pub answers: Vec<AnswerRow>,
}

/// What was answered once.
#[derive(Debug)]
pub struct AnswerRow {
    pub at: String,
    /// The version of the event that was told.
    pub version: u64,
    /// Whether the message was taken.
    pub is_good: bool,
    pub words: String,
}

/// An address that was just made.
#[derive(Debug, Template)]
#[template(path = "setup/new_webhook.html")]
pub struct NewWebhookPage {
    pub frame: Frame,
    pub back: String,
    /// Where messages go.
    pub address: String,
    /// With what they are signed.
    pub secret: String,
}

fn frame(access: &EventAccess) -> Frame {
    access.frame(Some(EventTab::Settings)).under("Settings", access.path("/settings"))
}

impl WebhooksPage {
    /// The addresses of an event, with a form for another one.
    #[must_use]
    pub fn of(access: &EventAccess, hooks: Vec<(Webhook, Vec<Answer>)>, form: FormView) -> Self {
        let event = &access.event;
        Self {
            frame: frame(access),
            base: access.base(),
            form,
            has_room: hooks.len() < MOST,
            is_hidden: !event.is_public,
            hooks: hooks.into_iter().map(|(hook, answers)| row(event, hook, answers)).collect(),
        }
    }
}

fn row(event: &Event, hook: Webhook, answers: Vec<Answer>) -> WebhookRow {
    let tries =
        if hook.failures == 1 { "1 attempt".to_owned() } else { format!("{} attempts", hook.failures) };
    let (state, tone) = match (hook.due_at, hook.failures) {
        (None, _) => (format!("given up after {tries}"), "danger"),
        (Some(_), 0) if answers.is_empty() => ("told nothing yet".to_owned(), "neutral"),
        (Some(_), 0) => ("works".to_owned(), "good"),
        (Some(at), _) => (format!("{tries} in vain, the next {}", local(event, at)), "warning"),
    };
    let answer = |answer: Answer| AnswerRow {
        at: local(event, answer.at),
        version: answer.version,
        is_good: answer.is_good,
        words: answer.words,
    };
    WebhookRow {
        id: hook.id.to_string(),
        address: hook.address,
        state,
        tone,
        answers: answers.into_iter().map(answer).collect(),
    }
}

impl NewWebhookPage {
    /// The one time that the secret is shown.
    #[must_use]
    pub fn of(access: &EventAccess, hook: &Webhook) -> Self {
        let back = access.path("/settings/webhooks");
        Self {
            frame: frame(access).under("Webhooks", back.clone()),
            back,
            address: hook.address.clone(),
            secret: hook.secret.clone(),
        }
    }
}
