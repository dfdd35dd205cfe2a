//! Other programs that are told when readers see something new of an event: their addresses, when they are tried again,
//! and how a message is signed and posted.
//!
//! An address has one message on its way at a time, and a message tells everything since the one before: what happens
//! while an address does not answer is told together later. Messages say nothing but what everybody may read.

pub mod outside;
pub mod post;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use chrono::{DateTime, Utc};
use tiger_event::Event;
use uuid::Uuid;

use crate::clock;
use crate::db::webhooks::{self, Answer, Due, Webhook};
use crate::db::{Database, Db, DbError};
use crate::error::Result;
use crate::services::again;

pub use post::{Message, Poster};

/// Addresses that one event may have.
pub const MOST: usize = 5;

/// The answer of a program that wants no messages any more.
const GONE: u16 = 410;

/// Bytes of an address at most.
const LONGEST: usize = 300;

/// What came of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Answered(u16),
    Failed(String),
}

impl Outcome {
    /// Whether the message was taken.
    pub const fn is_good(&self) -> bool {
        matches!(self, Self::Answered(200..=299))
    }

    pub fn words(&self) -> String {
        match self {
            Self::Answered(status @ 300..=399) => {
                format!("{status}: a message does not follow to another address")
            }
            Self::Answered(GONE) => format!("{GONE}: it wants no more messages"),
            Self::Answered(status) => status.to_string(),
            Self::Failed(why) => why.clone(),
        }
    }
}

pub fn read_address(text: &str, inside: bool) -> Result<String, String> {
    read_address_up_to(text, inside, LONGEST)
}

/// The same with another length.
pub fn read_address_up_to(text: &str, inside: bool, longest: usize) -> Result<String, String> {
    let text = text.trim();
    let scheme = text.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
    let is_right = match scheme.as_deref() {
        Some("https") => true,
        Some("http") => inside,
        _ => false,
    };
    if !is_right {
        return Err("Write an address that begins with https://.".to_owned());
    }
    if text.len() > longest {
        return Err(format!("An address has {longest} characters at most."));
    }
    post::check(text, inside).map_err(|why| format!("This is no address that can be reached: {why}."))?;
    Ok(text.to_owned())
}

/// A new address of an event; it hears of what happens from now on. None when the event has as many as it may have.
pub fn make(db: &Database, event: &Event, address: String) -> Result<Option<Webhook>> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret)?;
    let now = clock::now();
    let hook = Webhook {
        id: Uuid::now_v7(),
        event: event.id,
        address,
        secret: format!("{}{}", post::SECRET, BASE64_STANDARD.encode(secret)),
        created_at: now,
        told: event.version,
        told_at: now,
        failures: 0,
        due_at: Some(now),
        is_asked: false,
    };
    Ok(db.write(|db| {
        let has_room = webhooks::list(db, event.id)?.len() < MOST;
        if has_room {
            webhooks::insert(db, &hook)?;
        }
        Ok::<_, DbError>(has_room.then(|| hook.clone()))
    })?)
}

/// Wants a message sent soon, whether there is anything new or not; one that was given up is tried again. Whether there is
/// such an address.
pub fn ask(db: &mut Db, event: &Event, id: Uuid) -> Result<bool, DbError> {
    let known = webhooks::list(db, event.id)?.into_iter().map(|(hook, _)| hook).find(|hook| hook.id == id);
    let asked = |hook| Webhook { failures: 0, due_at: Some(clock::now()), is_asked: true, ..hook };
    known.map_or(Ok(false), |hook| webhooks::update(db, &asked(hook)))
}

pub fn due(db: &mut Db) -> Result<Vec<Due>, DbError> {
    webhooks::due(db, clock::now())
}

/// Takes an attempt that is about to be made, so that no other server makes it; whether nobody else has.
pub fn take(db: &mut Db, due: &Due) -> Result<bool, DbError> {
    webhooks::take(db, &due.hook, clock::now() + again::LEASE)
}

/// Notes that up to its version there was nothing that readers see.
pub fn skip(db: &mut Db, due: &Due) -> Result<(), DbError> {
    let hook = Webhook { told: due.version, is_asked: false, due_at: Some(clock::now()), ..due.hook.clone() };
    webhooks::update(db, &hook)?;
    Ok(())
}

/// Notes what came of an attempt, in which the event was told as it was at a moment.
pub fn note(db: &mut Db, due: &Due, outcome: &Outcome, told_at: DateTime<Utc>) -> Result<(), DbError> {
    let now = clock::now();
    if webhooks::update(db, &after(due, outcome, (told_at, now)))? {
        let (is_good, words) = (outcome.is_good(), outcome.words());
        webhooks::note(db, due.hook.id, &Answer { at: now, version: due.version, is_good, words })?;
    }
    Ok(())
}

/// How it stands with an address after an attempt.
pub fn after(due: &Due, outcome: &Outcome, (told_at, now): (DateTime<Utc>, DateTime<Utc>)) -> Webhook {
    let hook = due.hook.clone();
    if outcome.is_good() {
        let (told, due_at) = (due.version, Some(now));
        return Webhook { told, told_at, failures: 0, due_at, is_asked: false, ..hook };
    }
    let next = again::after(hook.failures, now).filter(|_| *outcome != Outcome::Answered(GONE));
    Webhook { failures: hook.failures.saturating_add(1), due_at: next, ..hook }
}
