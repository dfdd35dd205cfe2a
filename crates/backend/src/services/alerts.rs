//! Players who want to be told of their pairings: where, whether whoever reads there has said yes, and what is told when.
//!
//! A wish belongs to a player of an event. An e-mail address is asked first whether it wants to hear anything; until it
//! says yes nothing else is sent there. Something waits to be sent while the row says when it may be; what it is, is
//! found out when it goes, so that it is true then and tells everything since the last time in one message.

mod letter;
pub mod mail;
pub mod push;

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use tiger_event::alerts::{Piece, Told};
use tiger_event::{Bytes32, Entry, EntryId, Event, EventId, PublishedEvent, Speaker, UserId};
use uuid::Uuid;

use crate::auth::Token;
use crate::auth::links::NO_LINK;
use crate::clock;
use crate::db::alerts::{self, Alert, Kind};
use crate::db::{self, Database, Db, DbError};
use crate::error::Result;
use crate::ledger::{Ledger, LedgerError};
use crate::services::again;

pub use letter::Letter;
pub use push::Subscription;

/// Addresses and browsers that one player may have.
pub const MOST: usize = 5;

/// How long an address is kept that nobody confirms.
pub const UNCONFIRMED: TimeDelta = TimeDelta::days(2);

/// How long wishes are kept after an event was finished: it may have been finished by mistake.
const AFTER_THE_END: TimeDelta = TimeDelta::days(7);

/// The name of the key from which the tokens of the wishes are made.
const KEY: &str = "alerts";

/// What came of asking to be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// The address is asked whether it wants that.
    Sent,
    Already,
    /// The player has as many as there may be.
    Full,
}

/// The path of the page of a wish.
pub fn path(token: &Token) -> String {
    format!("/alerts/{}", token.reveal())
}

/// The token of a wish: the key of the installation gives it, the row has only its digest.
fn token_of(db: &mut Db, id: Uuid) -> Result<Token, DbError> {
    let mut fresh = [0; 32];
    getrandom::fill(&mut fresh).map_err(|error| DbError::corrupt("key", error))?;
    let key = db::keys::find_or_insert(db, KEY, Bytes32(fresh))?;
    Ok(Token::of_key(key, &id.to_string()))
}

pub fn of(database: &Database, entry: EntryId) -> Result<Vec<Alert>, DbError> {
    database.read(|db| alerts::of_entry(db, entry))
}

/// Where somebody wants to be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// An e-mail address, which is asked whether that is so.
    Mail(String),
    /// The browser that asks.
    Browser(Subscription),
}

/// A player wants to be told at a place.
pub fn ask(
    database: &Database,
    event: &Event,
    (entry, user): (&Entry, Option<UserId>),
    place: &Place,
) -> Result<Asked> {
    let (kind, address, seal) = match place {
        Place::Mail(address) => (Kind::Mail, address, ""),
        Place::Browser(browser) => (Kind::Push, &browser.endpoint, &*browser.seal),
    };
    let now = clock::now();
    Ok(database.write(|db| -> Result<_, DbError> {
        let own = alerts::of_entry(db, entry.id)?;
        if let Some(known) = own.iter().find(|it| it.kind == kind && it.address == *address) {
            if known.confirmed_at.is_some() && known.seal == seal {
                return Ok(Asked::Already);
            }
            alerts::delete(db, known.id)?;
        } else if own.len() >= MOST {
            return Ok(Asked::Full);
        }
        let id = Uuid::now_v7();
        let told = PublishedEvent::of(event).map(|event| Told::default().next(&event, entry));
        let alert = Alert {
            id,
            event: event.id,
            entry: entry.id,
            user,
            kind,
            address: address.clone(),
            seal: seal.to_owned(),
            token_hash: token_of(db, id)?.hash(),
            created_at: now,
            confirmed_at: (kind == Kind::Push).then_some(now),
            told: told.unwrap_or_default(),
            failures: 0,
            due_at: (kind == Kind::Mail).then_some(now),
        };
        alerts::insert(db, &alert).map_err(DbError::busy_if_taken)?;
        Ok(Asked::Sent)
    })?)
}

/// Takes a wish of a player back; whether it was there.
pub fn end(database: &Database, entry: EntryId, id: Uuid) -> Result<bool, DbError> {
    database.write(|db| {
        let is_own = alerts::of_entry(db, entry)?.iter().any(|alert| alert.id == id);
        Ok(is_own && alerts::delete(db, id)?)
    })
}

/// The wish whose page has a token, with its event.
pub fn find(ledger: &Ledger, token: &Token) -> Result<(Alert, Arc<Event>)> {
    ledger.database().read(|db| {
        let alert = alerts::find_by_token(db, token.hash())?.ok_or(NO_LINK)?;
        let event = ledger.event_on(db, alert.event)?;
        Ok((alert, event))
    })
}

/// Whoever reads at an address says yes; which event it is about.
pub fn confirm(ledger: &Ledger, token: &Token) -> Result<Arc<Event>> {
    // What is no token of anybody's waits for no writer.
    ledger.database().read(|db| alerts::find_by_token(db, token.hash()))?.ok_or(NO_LINK)?;
    let event = ledger.database().write(|db| -> Result<_, LedgerError> {
        let Some(alert) = alerts::find_by_token(db, token.hash())? else { return Ok(None) };
        if alert.confirmed_at.is_none() {
            alerts::confirm(db, alert.id, clock::now())?;
        }
        ledger.event_on(db, alert.event).map(Some)
    })?;
    event.ok_or(NO_LINK)
}

/// Whoever reads at an address wants to hear no more. Whether there was anything to take back.
pub fn stop(database: &Database, token: &Token) -> Result<bool, DbError> {
    match database.read(|db| alerts::find_by_token(db, token.hash()))? {
        Some(alert) => database.write(|db| alerts::delete(db, alert.id)),
        None => Ok(false),
    }
}

/// What is to be done about a wish at which something waits.
#[derive(Debug)]
pub enum Due {
    /// There is nothing to tell after all.
    Nothing,
    /// The player is gone, or whoever asked speaks for them no more.
    Over,
    /// A message; and what has been told then.
    Send(Box<(Letter, Told)>),
}

/// What is known of the events of which somebody wants to be told.
#[derive(Debug, Default)]
pub struct Readers {
    /// What readers see of them, with the version of which that is.
    published: HashMap<EventId, (u64, Option<Arc<PublishedEvent>>)>,
    /// The versions of which everything that is news waits or has gone.
    seen: HashMap<EventId, i64>,
}

impl Readers {
    fn of(&mut self, event: &Event) -> Option<Arc<PublishedEvent>> {
        let fresh = || (event.version, PublishedEvent::of(event).map(Arc::new));
        let kept = self.published.entry(event.id).or_insert_with(fresh);
        if kept.0 != event.version {
            *kept = fresh();
        }
        kept.1.clone()
    }
}

/// The player of a wish, as long as whoever asked speaks for them.
fn player<'a>(event: &'a Event, alert: &Alert) -> Option<&'a Entry> {
    let entry = event.entries.get(&alert.entry).filter(|entry| !entry.is_erased)?;
    let speaks = alert.user.is_none_or(|user| entry.speaker == Speaker::Taken { user });
    speaks.then_some(entry)
}

/// Looks at what changed since the last time and wakes the wishes that have news.
pub fn notice(ledger: &Ledger, readers: &mut Readers) -> Result<(), LedgerError> {
    let database = ledger.database();
    let watched: HashMap<EventId, i64> = database.read(alerts::watched)?.into_iter().collect();
    readers.seen.retain(|event, _| watched.contains_key(event));
    readers.published.retain(|event, _| watched.contains_key(event));
    for (id, version) in watched {
        if readers.seen.get(&id) == Some(&version) {
            continue;
        }
        let Some(event) = database.read(|db| ledger.readable(db, id))? else {
            readers.seen.insert(id, version);
            continue;
        };
        let all = database.read(|db| alerts::of_event(db, id))?;
        let idle = all.iter().filter(|alert| alert.confirmed_at.is_some() && alert.due_at.is_none());
        let published = readers.of(&event);
        let has_news = |alert: &&Alert| match (player(&event, alert), &published) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(entry), Some(event)) => !alert.told.news(event, &alert.told.next(event, entry)).is_empty(),
        };
        let woken: Vec<Uuid> = idle.filter(has_news).map(|alert| alert.id).collect();
        let now = clock::now();
        if !woken.is_empty() {
            database.write(|db| alerts::wake(db, &woken, now))?;
        }
        // What is under way was found out before this version, perhaps: it is looked at again when it has gone.
        let is_under_way = |alert: &Alert| alert.due_at.is_some_and(|due| due <= now + again::LEASE);
        if !all.iter().any(|alert| alert.confirmed_at.is_some() && is_under_way(alert)) {
            readers.seen.insert(id, version);
        }
    }
    Ok(())
}

/// Forgets addresses that nobody confirmed, and those of events that are over.
pub fn tidy(ledger: &Ledger) -> Result<(), LedgerError> {
    let (database, now) = (ledger.database(), clock::now());
    database.write(|db| alerts::delete_unconfirmed(db, now - UNCONFIRMED))?;
    for (id, _) in database.read(alerts::watched)? {
        let event = database.read(|db| ledger.readable(db, id))?;
        if event.is_some_and(|event| event.is_finished && event.changed_at < now - AFTER_THE_END) {
            database.write(|db| alerts::delete_of_event(db, id))?;
        }
    }
    Ok(())
}

/// What may be sent now by a kind of message.
pub fn due(database: &Database, kind: Kind) -> Result<Vec<Alert>, DbError> {
    database.read(|db| alerts::due(db, kind, clock::now()))
}

/// Takes an attempt that is about to be made, so that no other server makes it, and finds out what is to be sent; none
/// when another server has it.
pub fn take(
    ledger: &Ledger,
    readers: &mut Readers,
    alert: &Alert,
) -> Result<Option<(Alert, Due)>, LedgerError> {
    let database = ledger.database();
    let until = clock::now() + again::LEASE;
    let token = database.write(|db| -> Result<_, DbError> {
        if !alerts::take(db, alert, until)? {
            return Ok(None);
        }
        let token = token_of(db, alert.id)?;
        // The key of the installation may be another one since.
        if token.hash() != alert.token_hash {
            alerts::set_token(db, alert.id, token.hash())?;
        }
        Ok(Some(token))
    })?;
    let Some(token) = token else { return Ok(None) };
    let taken = Alert { due_at: Some(until), ..alert.clone() };
    let due = message(&*ledger.event(alert.event)?, readers, &taken, &token);
    Ok(Some((taken, due)))
}

/// What is to be told at a wish as things stand.
fn message(event: &Event, readers: &mut Readers, alert: &Alert, token: &Token) -> Due {
    let Some(entry) = player(event, alert) else { return Due::Over };
    if alert.confirmed_at.is_none() {
        return Due::Send(Box::new((Letter::asking(event, token), alert.told.clone())));
    }
    let Some(published) = readers.of(event) else { return Due::Nothing };
    let told = alert.told.next(&published, entry);
    let news: Vec<Piece> = alert.told.news(&published, &told);
    if news.is_empty() {
        return Due::Nothing;
    }
    Due::Send(Box::new((Letter::telling(&published, entry, &news, token), told)))
}

/// What came of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sent {
    Idle,
    Taken(Told),
    /// It was not taken; tried again later, and given up in the end.
    Refused(Told),
    /// Nothing can be sent anywhere at the moment; it waits, and does not count.
    Held,
    /// Nobody is there any more.
    Over,
}

/// Notes what came of an attempt that was taken.
pub fn note(database: &Database, alert: &Alert, sent: &Sent) -> Result<(), DbError> {
    let now = clock::now();
    database.write(|db| match after(alert, sent.clone(), now) {
        Some(after) => alerts::update(db, alert, &after),
        None => alerts::delete(db, alert.id).map(|_| ()),
    })
}

/// How it stands with a wish after an attempt; none when it is over.
fn after(alert: &Alert, sent: Sent, now: DateTime<Utc>) -> Option<Alert> {
    let alert = alert.clone();
    match sent {
        Sent::Over => None,
        Sent::Idle => Some(Alert { failures: 0, due_at: None, ..alert }),
        Sent::Taken(told) => Some(Alert { told, failures: 0, due_at: None, ..alert }),
        Sent::Held => Some(Alert { due_at: Some(now), ..alert }),
        Sent::Refused(told) => match again::after(alert.failures, now) {
            Some(due) => {
                Some(Alert { failures: alert.failures.saturating_add(1), due_at: Some(due), ..alert })
            }
            // What is old by then is told to nobody.
            None => Some(Alert { told, failures: 0, due_at: None, ..alert }),
        },
    }
}
