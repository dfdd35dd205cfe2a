//! A program that speaks to the API in somebody's name.

use serde_json::Value;
use tiger_arbiter::services::programs::{self, Scope};
use tiger_event::UserId;

use crate::rig::{Answer, Browser, TestApp};

pub(super) const EVENT: &str = "/api/v1/events/merridon-open";

/// A program with a token.
pub(super) struct Program {
    pub(super) browser: Browser,
    pub(super) token: String,
    sent: std::cell::Cell<u32>,
}

impl Program {
    pub(super) fn of(app: &TestApp, user: UserId, scopes: &[Scope]) -> Self {
        let name = tiger_event::text::Label::parse("Club site").unwrap();
        let until = chrono::Utc::now() + chrono::TimeDelta::days(7);
        let secret = programs::make(&app.state().db, user, &name, scopes, until).unwrap();
        Self { browser: app.visitor(), token: format!("Bearer {}", secret.reveal()), sent: 0.into() }
    }

    pub(super) fn get(&self, path: &str) -> Answer {
        self.browser.get_with(&format!("{EVENT}{path}"), &[("authorization", &self.token)])
    }

    pub(super) fn post_as(&self, path: &str, key: &str, body: &Value) -> Answer {
        let headers = [("authorization", self.token.as_str()), ("idempotency-key", key)];
        self.browser.post_with(&format!("{EVENT}{path}"), &headers, &body.to_string())
    }

    pub(super) fn post(&self, path: &str, body: &Value) -> Answer {
        self.sent.set(self.sent.get() + 1);
        self.post_as(path, &format!("request-number-{:04}", self.sent.get()), body)
    }

    pub(super) fn give(&self, command: &Value) -> Answer {
        self.post("/commands", command)
    }

    pub(super) fn desk(&self) -> Value {
        read(&self.get("/desk").expect_status(200))
    }
}

pub(super) fn read(answer: &Answer) -> Value {
    serde_json::from_str(&answer.body).unwrap_or_else(|error| panic!("{error}: {}", answer.body))
}
