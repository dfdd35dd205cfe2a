//! Other programs that are told when readers see something new of an event: their addresses, when they are tried again,
//! and how a message is signed and posted.
//!
//! An address has one message on its way at a time, and a message tells everything since the one before: what happens
//! while an address does not answer is told together later. Messages say nothing but what everybody may read.

mod outside;
mod post;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use chrono::{DateTime, Utc};
use tiger_event::Event;
use uuid::Uuid;

use crate::clock;
use crate::db::webhooks::{self, Answer, Due, Webhook};
use crate::db::{Database, Db, DbError};
use crate::error::AppError;
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
pub fn make(db: &Database, event: &Event, address: String) -> Result<Option<Webhook>, AppError> {
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

/// Notes that there was nothing that readers see.
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
fn after(due: &Due, outcome: &Outcome, (told_at, now): (DateTime<Utc>, DateTime<Utc>)) -> Webhook {
    let hook = due.hook.clone();
    if outcome.is_good() {
        let (told, due_at) = (due.version, Some(now));
        return Webhook { told, told_at, failures: 0, due_at, is_asked: false, ..hook };
    }
    let next = again::after(hook.failures, now).filter(|_| *outcome != Outcome::Answered(GONE));
    Webhook { failures: hook.failures.saturating_add(1), due_at: next, ..hook }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    fn due() -> Due {
        let hook = Webhook {
            id: Uuid::now_v7(),
            event: clock::new_id(),
            address: "https://club.example/told".to_owned(),
            secret: String::new(),
            created_at: DateTime::UNIX_EPOCH,
            told: 3,
            told_at: DateTime::UNIX_EPOCH,
            failures: 0,
            due_at: Some(DateTime::UNIX_EPOCH),
            is_asked: true,
        };
        Due { hook, slug: "open".to_owned(), version: 7 }
    }

    #[test]
    fn pauses_grow_until_an_address_is_given_up_and_nothing_is_taken_for_told() {
        let (mut due, now) = (due(), DateTime::UNIX_EPOCH);
        let mut pauses = Vec::new();
        while let Some(at) = due.hook.due_at {
            pauses.push(at - now);
            due.hook = after(&due, &Outcome::Answered(500), (now, now));
            assert_eq!((due.hook.told, due.hook.told_at), (3, DateTime::UNIX_EPOCH));
        }
        assert_eq!(pauses.len(), 1 + again::PAUSES.len());
        assert!(pauses.windows(2).all(|pair| pair[0] < pair[1]), "{pauses:?}");
        assert!(
            pauses.iter().sum::<TimeDelta>() > TimeDelta::days(3),
            "a week-end without its server is nothing"
        );
    }

    #[test]
    fn whoever_takes_a_message_is_up_to_date_and_whoever_wants_none_is_given_up() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::hours(1);
        // What happened while the message was on its way is told by the next one.
        let told_at = now - TimeDelta::seconds(9);
        let taken = after(&due(), &Outcome::Answered(204), (told_at, now));
        assert_eq!((taken.told, taken.told_at, taken.is_asked, taken.due_at), (7, told_at, false, Some(now)));
        assert_eq!(after(&due(), &Outcome::Answered(410), (now, now)).due_at, None);
        assert!(!Outcome::Answered(302).is_good() && !Outcome::Failed(String::new()).is_good());
    }

    #[test]
    fn an_address_is_on_the_web_and_inside_only_where_that_is_allowed() {
        assert_eq!(
            read_address(" https://club.example/told ", false).as_deref(),
            Ok("https://club.example/told")
        );
        assert_eq!(read_address("http://127.0.0.1:9000/", true).as_deref(), Ok("http://127.0.0.1:9000/"));
        for wrong in [
            "http://club.example/",
            "club.example",
            "ftp://club.example/",
            "https://",
            "https:///x",
            "file:///etc/passwd",
        ] {
            assert!(read_address(wrong, false).is_err(), "{wrong}");
        }
        for wrong in [
            "https://127.0.0.1/",
            "https://localhost/",
            "https://user:word@club.example/",
            "https://10.1.2.3:8443/",
            "https://[::1]/",
            "https://[::ffff:192.168.1.1]/",
            "https://169.254.169.254/latest",
            "https://club.example:0x/",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://0177.0.0.1/",
            "https://127.1/",
            "https://127.0.0.1./",
            "https://localhost./",
            "https://hall.localhost/",
        ] {
            assert!(read_address(wrong, false).is_err(), "{wrong}");
        }
    }
}
