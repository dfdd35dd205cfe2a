//! A message, signed as Standard Webhooks describes it (`webhook-id`, `webhook-timestamp`, `webhook-signature`), and posted.

use std::net::IpAddr;
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use ureq::Agent;
use ureq::http::Uri;
use ureq::unversioned::transport::DefaultConnector;

use super::Outcome;
use super::outside::{OutsideOnly, is_global};
use crate::db::webhooks::Webhook;

/// With what secrets begin.
pub const SECRET: &str = "whsec_";

/// How long an attempt may take.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Its name: the same message, tried again, has the same.
    pub id: String,
    pub at: DateTime<Utc>,
    pub body: String,
}

/// What posts messages.
#[derive(Debug, Clone)]
pub struct Poster {
    agent: Agent,
    inside: bool,
}

impl Poster {
    /// One that goes outside only, unless it may go inside.
    pub fn new(inside: bool) -> Self {
        let config = Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .max_redirects(0)
            .http_status_as_error(false)
            .https_only(!inside)
            .proxy(None)
            .user_agent(concat!("tiger-arbiter/", env!("CARGO_PKG_VERSION")))
            .build();
        let agent = if inside {
            Agent::new_with_config(config)
        } else {
            Agent::with_parts(config, DefaultConnector::new(), OutsideOnly::default())
        };
        Self { agent, inside }
    }

    /// Posts a message; waits for the answer.
    pub fn post(&self, hook: &Webhook, message: &Message) -> Outcome {
        let time = message.at.timestamp().to_string();
        let Some(signature) = signature(&hook.secret, message) else {
            return Outcome::Failed("its secret cannot be read: take it away and make it anew".to_owned());
        };
        let headers = [
            ("content-type", "application/json"),
            ("webhook-id", &*message.id),
            ("webhook-timestamp", &*time),
            ("webhook-signature", &*signature),
        ];
        self.send(&hook.address, &headers, message.body.as_bytes())
    }

    /// Posts whatever it is to an address; waits for the answer.
    pub fn send(&self, address: &str, headers: &[(&str, &str)], body: &[u8]) -> Outcome {
        let request =
            headers.iter().fold(self.agent.post(address), |it, (name, value)| it.header(*name, *value));
        match request.send(body) {
            Ok(answer) => Outcome::Answered(answer.status().as_u16()),
            Err(error) => Outcome::Failed(self.why(&error)),
        }
    }

    fn why(&self, error: &ureq::Error) -> String {
        match error {
            // Which names the own network has is nobody's business.
            ureq::Error::HostNotFound if !self.inside => "no such host in the internet".to_owned(),
            ureq::Error::Timeout(_) => format!("no answer within {} seconds", PATIENCE.as_secs()),
            error => error.to_string(),
        }
    }
}

/// `v1,` and the HMAC-SHA-256 of name, time and body, in base 64.
pub fn signature(secret: &str, message: &Message) -> Option<String> {
    let key = BASE64_STANDARD.decode(secret.strip_prefix(SECRET)?).ok()?;
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).ok()?;
    mac.update(format!("{}.{}.{}", message.id, message.at.timestamp(), message.body).as_bytes());
    Some(format!("v1,{}", BASE64_STANDARD.encode(mac.finalize().into_bytes())))
}

/// Whether a text is an address that can be posted to; one that leads inside by itself is told at once where that is not
/// allowed (those of names are looked at with each message).
pub(super) fn check(text: &str, inside: bool) -> Result<(), String> {
    let uri: Uri = text.parse().map_err(|_| "it is not written like one".to_owned())?;
    let authority = uri.authority().ok_or("it names no host")?;
    let host = authority.host();
    if host.is_empty() {
        return Err("it names no host".to_owned());
    }
    if authority.as_str().contains('@') {
        return Err("a name and a password do not belong into it".to_owned());
    }
    if authority.port_u16().is_none() && authority.as_str().len() != host.len() {
        return Err("its port is no number".to_owned());
    }
    let host = host.strip_suffix('.').unwrap_or(host);
    let literal = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    let last = host.rsplit('.').next().unwrap_or(host).to_ascii_lowercase();
    // Numbers that are not written like an address, such as `0x7f.1`, are one to those who look names up.
    let is_number = last.strip_prefix("0x").unwrap_or(&last).bytes().all(|byte| byte.is_ascii_digit())
        || last.starts_with("0x");
    let leads_inside =
        literal.map_or_else(|_| last == "localhost" || is_number, |address| !is_global(address));
    if leads_inside && !inside {
        return Err("it leads into the network of the program itself".to_owned());
    }
    Ok(())
}
