//! Players who want to be told of their pairings, where, and what each was told last.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use strum::{EnumString, IntoStaticStr};
use tiger_event::alerts::Told;
use tiger_event::{Bytes32, EntryId, EventId, UserId};
use uuid::Uuid;

use super::schema::{alerts, events};
use super::{Change, Db, DbError};
use crate::clock::to_stored;

/// How somebody is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Kind {
    Mail,
    /// By a notice of a browser.
    Push,
}

impl Kind {
    /// How the database calls it.
    pub fn key(self) -> &'static str {
        self.into()
    }
}

/// A wish to be told.
#[derive(Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = alerts)]
pub struct Alert {
    /// Its name in addresses.
    pub id: Uuid,
    #[diesel(column_name = event_id)]
    pub event: EventId,
    #[diesel(column_name = entry_id)]
    pub entry: EntryId,
    /// Whose account asked for it; none for the private link of a registration.
    #[diesel(column_name = user_id)]
    pub user: Option<UserId>,
    pub kind: Kind,
    pub address: String,
    /// For what messages are sealed; empty for e-mail.
    pub seal: String,
    /// SHA-256 of the token of the page where it is confirmed and stopped.
    pub token_hash: Bytes32,
    pub created_at: DateTime<Utc>,
    /// When whoever reads at the address said yes.
    pub confirmed_at: Option<DateTime<Utc>>,
    /// What was told last.
    pub told: Told,
    /// Attempts since then that were in vain.
    pub failures: u32,
    /// When something that waits may be sent; none when nothing waits.
    pub due_at: Option<DateTime<Utc>>,
}

/// Keeps to itself to whom it belongs, so that no log has it.
impl std::fmt::Debug for Alert {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Alert").field("id", &self.id).field("kind", &self.kind).finish_non_exhaustive()
    }
}

fn text(told: &Told) -> Result<String, DbError> {
    serde_json::to_string(told).map_err(|error| DbError::corrupt("alert", error))
}

/// Keeps a new wish.
pub fn insert(connection: &mut Db, alert: &Alert) -> Result<(), DbError> {
    diesel::insert_into(alerts::table)
        .values((
            alerts::id.eq(alert.id.to_string()),
            alerts::event_id.eq(alert.event.to_string()),
            alerts::entry_id.eq(alert.entry.to_string()),
            alerts::user_id.eq(alert.user.map(|user| user.to_string())),
            alerts::kind.eq(alert.kind.key()),
            alerts::address.eq(&alert.address),
            alerts::seal.eq(&alert.seal),
            alerts::token_hash.eq(alert.token_hash.to_string()),
            alerts::created_at.eq(to_stored(alert.created_at)),
            alerts::confirmed_at.eq(alert.confirmed_at.map(to_stored)),
            alerts::told.eq(text(&alert.told)?),
            alerts::failures.eq(i64::from(alert.failures)),
            alerts::due_at.eq(alert.due_at.map(to_stored)),
        ))
        .run(connection)
}

/// The wishes of a player, the oldest first.
pub fn of_entry(connection: &mut Db, entry: EntryId) -> Result<Vec<Alert>, DbError> {
    let own = alerts::table.filter(alerts::entry_id.eq(entry.to_string())).order(alerts::id.asc());
    Ok(own.select(Alert::as_select()).load(connection)?)
}

/// The wishes that somebody's account asked for, the oldest first.
pub fn of_user(connection: &mut Db, user: UserId) -> Result<Vec<Alert>, DbError> {
    let own = alerts::table.filter(alerts::user_id.eq(user.to_string())).order(alerts::id.asc());
    Ok(own.select(Alert::as_select()).load(connection)?)
}

/// The wishes of all players of an event.
pub fn of_event(connection: &mut Db, event: EventId) -> Result<Vec<Alert>, DbError> {
    let all = alerts::table.filter(alerts::event_id.eq(event.to_string())).order(alerts::id.asc());
    Ok(all.select(Alert::as_select()).load(connection)?)
}

/// The wish whose page has a token.
pub fn find_by_token(connection: &mut Db, token_hash: Bytes32) -> Result<Option<Alert>, DbError> {
    let one = alerts::table.filter(alerts::token_hash.eq(token_hash.to_string()));
    Ok(one.select(Alert::as_select()).first(connection).optional()?)
}

/// The events of which players want to be told, and their versions.
pub fn watched(connection: &mut Db) -> Result<Vec<(EventId, i64)>, DbError> {
    Ok(alerts::table
        .inner_join(events::table)
        .filter(alerts::confirmed_at.is_not_null())
        .select((alerts::event_id, events::version))
        .distinct()
        .load(connection)?)
}

/// What may be sent now, what has waited longest first.
pub fn due(connection: &mut Db, kind: Kind, now: DateTime<Utc>) -> Result<Vec<Alert>, DbError> {
    Ok(alerts::table
        .filter(alerts::kind.eq(kind.key()))
        .filter(alerts::due_at.le(to_stored(now)))
        .order((alerts::due_at.asc(), alerts::id.asc()))
        .select(Alert::as_select())
        .load(connection)?)
}

/// Something waits to be sent to these from now on, where nothing has waited.
pub fn wake(connection: &mut Db, ids: &[Uuid], now: DateTime<Utc>) -> Result<(), DbError> {
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    let idle = alerts::table.filter(alerts::id.eq_any(ids)).filter(alerts::due_at.is_null());
    diesel::update(idle).set(alerts::due_at.eq(Some(to_stored(now)))).run(connection)
}

/// Takes an attempt until a moment, if no other server has taken it.
pub fn take(connection: &mut Db, alert: &Alert, until: DateTime<Utc>) -> Result<bool, DbError> {
    let mine =
        alerts::table.find(alert.id.to_string()).filter(alerts::due_at.eq(alert.due_at.map(to_stored)));
    diesel::update(mine).set(alerts::due_at.eq(Some(to_stored(until)))).changes_one(connection)
}

/// Gives the page of a wish another token.
pub fn set_token(connection: &mut Db, id: Uuid, token_hash: Bytes32) -> Result<(), DbError> {
    let row = alerts::table.find(id.to_string());
    diesel::update(row).set(alerts::token_hash.eq(token_hash.to_string())).run(connection)
}

/// Notes how it stands with a wish after an attempt that was taken. If somebody has said yes meanwhile, what came since
/// waits as it is.
pub fn update(connection: &mut Db, taken: &Alert, after: &Alert) -> Result<(), DbError> {
    let row = || alerts::table.find(taken.id.to_string());
    diesel::update(row())
        .set((alerts::told.eq(text(&after.told)?), alerts::failures.eq(i64::from(after.failures))))
        .execute(connection)?;
    diesel::update(row().filter(alerts::due_at.eq(taken.due_at.map(to_stored))))
        .set(alerts::due_at.eq(after.due_at.map(to_stored)))
        .run(connection)
}

/// Notes that whoever reads at an address wants to be told; what happened since it was asked for is told now.
pub fn confirm(connection: &mut Db, id: Uuid, now: DateTime<Utc>) -> Result<(), DbError> {
    diesel::update(alerts::table.find(id.to_string()))
        .set((
            alerts::confirmed_at.eq(Some(to_stored(now))),
            alerts::failures.eq(0),
            alerts::due_at.eq(Some(to_stored(now))),
        ))
        .run(connection)
}

/// Takes a wish back; whether it was there.
pub fn delete(connection: &mut Db, id: Uuid) -> Result<bool, DbError> {
    diesel::delete(alerts::table.find(id.to_string())).changes_one(connection)
}

pub fn delete_of_entry(connection: &mut Db, entry: EntryId) -> Result<(), DbError> {
    diesel::delete(alerts::table.filter(alerts::entry_id.eq(entry.to_string()))).run(connection)
}

pub fn delete_of_event(connection: &mut Db, event: EventId) -> Result<(), DbError> {
    diesel::delete(alerts::table.filter(alerts::event_id.eq(event.to_string()))).run(connection)
}

/// Forgets addresses that nobody confirmed by then.
pub fn delete_unconfirmed(connection: &mut Db, before: DateTime<Utc>) -> Result<(), DbError> {
    let old =
        alerts::table.filter(alerts::confirmed_at.is_null()).filter(alerts::created_at.lt(to_stored(before)));
    diesel::delete(old).run(connection)
}
