//! Devices between the players: a link that works once gives one device the right to press one clock.

use std::sync::Arc;

use chrono::TimeDelta;
use tiger_event::clock::Hand;
use tiger_event::{Event, EventId, GameId, Refusal, TabletId};

use crate::auth::Token;
use crate::auth::cookie::TABLET_DAYS;
use crate::auth::links::NO_LINK;
use crate::clock;
use crate::db::tablets::Tablet;
use crate::db::{self, Database};
use crate::error::Result;
use crate::ledger::clocks::{Clocks, Touch, Wish};
use crate::ledger::{Ledger, LedgerError, OnceKey};

/// Makes a link to a game's clock, under its token. Blocking.
pub fn offer(
    database: &Database,
    (event, game): (EventId, GameId),
    made_by: &str,
    link: &Token,
) -> Result<()> {
    let now = clock::now();
    let tablet = Tablet {
        id: clock::new_id(),
        event,
        game,
        made_by: made_by.to_owned(),
        created_at: now,
        expires_at: now + TimeDelta::days(TABLET_DAYS),
        joined_at: None,
        ended_at: None,
    };
    Ok(database.write(|db| db::tablets::insert(db, &tablet, link.hash()))?)
}

/// Ends a device's right, or takes back its link, with an entry in the clock's book. Blocking.
///
/// # Errors
/// When the clock has no such device, or it was ended before.
pub fn end(clocks: &Clocks, place: (EventId, GameId), by: &Hand, id: TabletId, key: &OnceKey) -> Result<()> {
    let touch = Touch::of_form(key.as_str(), Wish::End(id));
    clocks.carry_out_once(place, by, &touch, |db| {
        let is_ended = db::tablets::end(db, place.1, id, clock::now())?;
        is_ended.then_some(()).ok_or_else(|| Refusal::NotFound("device, or it was ended before").into())
    })?;
    Ok(())
}

/// What a link leads to, whether or not it still works, and its event. Blocking.
pub fn find(ledger: &Ledger, link: &Token) -> Result<(Tablet, Arc<Event>)> {
    ledger.database().read(|db| {
        let tablet = db::tablets::find_by_link(db, link.hash())?.ok_or(NO_LINK)?;
        let event = ledger.event_on(db, tablet.event)?;
        Ok((tablet, event))
    })
}

/// Whether the device that holds a token is this one, and may still press its clock. Blocking.
pub fn is_own(database: &Database, secret: &Token, tablet: &Tablet) -> Result<bool> {
    let known = database.read(|db| db::tablets::find_by_token(db, secret.hash()))?;
    Ok(known.is_some_and(|known| known.id == tablet.id && known.is_valid(clock::now())))
}

/// Uses a link up: whoever holds the secret is the device from now on. Blocking.
pub fn join(clocks: &Clocks, link: &Token, secret: &Token, tablet: &Tablet) -> Result<()> {
    let hand = Hand::Tablet { id: tablet.id };
    let touch = Touch::of_form(OnceKey::new().as_str(), Wish::Join(tablet.id));
    let joined = clocks.carry_out_once((tablet.event, tablet.game), &hand, &touch, |db| {
        let is_joined = db::tablets::join(db, link.hash(), secret.hash(), clock::now())?;
        is_joined.then_some(()).ok_or_else(|| Refusal::NotFound("link").into())
    });
    match joined {
        Ok(_) => Ok(()),
        Err(LedgerError::Refused(Refusal::NotFound(_))) => Err(NO_LINK),
        Err(error) => Err(error.into()),
    }
}
