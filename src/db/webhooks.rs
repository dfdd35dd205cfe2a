//! Addresses of other programs that are told what readers see new of an event, and what they answered.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use uuid::Uuid;

use super::schema::{events, webhook_answers as answers, webhooks as hooks};
use super::{Db, DbError};
use crate::clock::{from_stored, to_stored};
use crate::domain::ids::EventId;

/// Answers that are kept of each.
const ANSWERS: i64 = 20;

/// An address that is told of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Webhook {
    /// Its name in addresses.
    pub id: Uuid,
    pub event: EventId,
    /// Where to post.
    pub address: String,
    /// With what messages are signed, as the other program has it.
    pub secret: String,
    pub created_at: DateTime<Utc>,
    /// The version of the event that it was told last.
    pub told: u64,
    /// When; before the first time, when it was made.
    pub told_at: DateTime<Utc>,
    /// Attempts since then that were in vain.
    pub failures: u32,
    /// When the next attempt may be; none when it was given up.
    pub due_at: Option<DateTime<Utc>>,
    /// Whether somebody wants a message although there may be nothing new.
    pub is_asked: bool,
}

/// What came of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub at: DateTime<Utc>,
    /// The version that the message told.
    pub version: u64,
    /// Whether it was taken.
    pub is_good: bool,
    /// What was answered, or what stood in the way.
    pub words: String,
}

/// A message that is due, and to which version of the event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Due {
    /// The address.
    pub hook: Webhook,
    /// The event's address.
    pub slug: String,
    /// The event's version.
    pub version: u64,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = hooks)]
struct HookRow {
    id: String,
    event_id: String,
    address: String,
    secret: String,
    created_at: NaiveDateTime,
    told: i64,
    told_at: NaiveDateTime,
    failures: i64,
    due_at: Option<NaiveDateTime>,
    is_asked: bool,
}

impl HookRow {
    fn into_hook(self) -> Result<Webhook, DbError> {
        Ok(Webhook {
            id: self.id.parse().map_err(corrupt)?,
            event: self.event_id.parse().map_err(corrupt)?,
            address: self.address,
            secret: self.secret,
            created_at: from_stored(self.created_at),
            told: read(self.told)?,
            told_at: from_stored(self.told_at),
            failures: u32::try_from(self.failures).map_err(corrupt)?,
            due_at: self.due_at.map(from_stored),
            is_asked: self.is_asked,
        })
    }
}

fn corrupt(error: impl std::fmt::Display) -> DbError {
    DbError::corrupt("webhook", error)
}

fn read(version: i64) -> Result<u64, DbError> {
    u64::try_from(version).map_err(corrupt)
}

fn stored(version: u64) -> Result<i64, DbError> {
    i64::try_from(version).map_err(corrupt)
}

/// Keeps a new address.
pub fn insert(connection: &mut Db, hook: &Webhook) -> Result<(), DbError> {
    diesel::insert_into(hooks::table)
        .values((
            hooks::id.eq(hook.id.to_string()),
            hooks::event_id.eq(hook.event.to_string()),
            hooks::address.eq(&hook.address),
            hooks::secret.eq(&hook.secret),
            hooks::created_at.eq(to_stored(hook.created_at)),
            hooks::told.eq(stored(hook.told)?),
            hooks::told_at.eq(to_stored(hook.told_at)),
            hooks::failures.eq(i64::from(hook.failures)),
            hooks::due_at.eq(hook.due_at.map(to_stored)),
            hooks::is_asked.eq(hook.is_asked),
        ))
        .execute(connection)?;
    Ok(())
}

/// The addresses of an event, the oldest first, each with what was answered last, the newest first.
pub fn list(connection: &mut Db, event: EventId) -> Result<Vec<(Webhook, Vec<Answer>)>, DbError> {
    let rows: Vec<HookRow> = hooks::table
        .filter(hooks::event_id.eq(event.to_string()))
        .order(hooks::id.asc())
        .select(HookRow::as_select())
        .load(connection)?;
    let with_answers = |row: HookRow| {
        let hook = row.into_hook()?;
        let answers = answers_of(connection, hook.id)?;
        Ok((hook, answers))
    };
    rows.into_iter().map(with_answers).collect()
}

fn answers_of(connection: &mut Db, hook: Uuid) -> Result<Vec<Answer>, DbError> {
    let rows: Vec<(NaiveDateTime, i64, bool, String)> = answers::table
        .filter(answers::webhook_id.eq(hook.to_string()))
        .order(answers::id.desc())
        .select((answers::at, answers::version, answers::is_good, answers::words))
        .load(connection)?;
    rows.into_iter()
        .map(|(at, version, is_good, words)| {
            Ok(Answer { at: from_stored(at), version: read(version)?, is_good, words })
        })
        .collect()
}

/// What is due: of events with a version that was not told yet, or that somebody asked for.
pub fn due(connection: &mut Db, now: DateTime<Utc>) -> Result<Vec<Due>, DbError> {
    let rows: Vec<(HookRow, String, i64)> = hooks::table
        .inner_join(events::table)
        .filter(hooks::due_at.le(to_stored(now)))
        .filter(events::version.gt(hooks::told).or(hooks::is_asked))
        .order(hooks::due_at.asc())
        .select((HookRow::as_select(), events::slug, events::version))
        .load(connection)?;
    rows.into_iter()
        .map(|(row, slug, version)| Ok(Due { hook: row.into_hook()?, slug, version: read(version)? }))
        .collect()
}

/// Takes an attempt until a moment, if no other server has taken it.
pub fn take(connection: &mut Db, hook: &Webhook, until: DateTime<Utc>) -> Result<bool, DbError> {
    let mine = hooks::table.find(hook.id.to_string()).filter(hooks::due_at.eq(hook.due_at.map(to_stored)));
    let taken = diesel::update(mine).set(hooks::due_at.eq(Some(to_stored(until)))).execute(connection)?;
    Ok(taken == 1)
}

/// Notes how it stands with an address after an attempt, or after somebody asked for one; whether it is still there.
pub fn update(connection: &mut Db, hook: &Webhook) -> Result<bool, DbError> {
    let there = diesel::update(hooks::table.find(hook.id.to_string()))
        .set((
            hooks::told.eq(stored(hook.told)?),
            hooks::told_at.eq(to_stored(hook.told_at)),
            hooks::failures.eq(i64::from(hook.failures)),
            hooks::due_at.eq(hook.due_at.map(to_stored)),
            hooks::is_asked.eq(hook.is_asked),
        ))
        .execute(connection)?;
    Ok(there == 1)
}

/// Keeps what came of an attempt; old answers go.
pub fn note(connection: &mut Db, hook: Uuid, answer: &Answer) -> Result<(), DbError> {
    diesel::insert_into(answers::table)
        .values((
            answers::id.eq(Uuid::now_v7().to_string()),
            answers::webhook_id.eq(hook.to_string()),
            answers::at.eq(to_stored(answer.at)),
            answers::version.eq(stored(answer.version)?),
            answers::is_good.eq(answer.is_good),
            answers::words.eq(&answer.words),
        ))
        .execute(connection)?;
    let oldest: Option<String> = answers::table
        .filter(answers::webhook_id.eq(hook.to_string()))
        .order(answers::id.desc())
        .offset(ANSWERS)
        .select(answers::id)
        .first(connection)
        .optional()?;
    if let Some(oldest) = oldest {
        let old =
            answers::table.filter(answers::webhook_id.eq(hook.to_string())).filter(answers::id.le(oldest));
        diesel::delete(old).execute(connection)?;
    }
    Ok(())
}

/// Takes an address of an event away; which it was.
pub fn delete(connection: &mut Db, event: EventId, id: Uuid) -> Result<Option<Webhook>, DbError> {
    let hook = hooks::table.find(id.to_string()).filter(hooks::event_id.eq(event.to_string()));
    let row: Option<HookRow> = hook.select(HookRow::as_select()).first(connection).optional()?;
    diesel::delete(hooks::table.find(id.to_string()).filter(hooks::event_id.eq(event.to_string())))
        .execute(connection)?;
    row.map(HookRow::into_hook).transpose()
}
