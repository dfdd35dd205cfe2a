//! Addresses of other programs that are told what readers see new of an event, and what they answered.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use tiger_event::EventId;
use uuid::Uuid;

use super::columns::to_number;
use super::schema::{events, webhook_answers as answers, webhooks as hooks};
use super::{Change, Db, DbError};
use crate::clock::to_stored;

/// Answers that are kept of each.
const ANSWERS: i64 = 20;

/// An address that is told of an event.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = hooks)]
pub struct Webhook {
    /// Its name in addresses.
    pub id: Uuid,
    #[diesel(column_name = event_id)]
    pub event: EventId,
    /// Where to post.
    pub address: String,
    /// With what messages are signed, as the other program has it.
    pub secret: String,
    pub created_at: DateTime<Utc>,
    /// The version of the event that it was told last.
    pub told: u64,
    /// When that version came to be, or a later one that was told with it; before the first time, when the address was made.
    pub told_at: DateTime<Utc>,
    /// Attempts since then that were in vain.
    pub failures: u32,
    /// When the next attempt may be; none when it was given up.
    pub due_at: Option<DateTime<Utc>>,
    /// Whether somebody wants a message although there may be nothing new.
    pub is_asked: bool,
}

/// What came of an attempt.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = answers)]
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
#[derive(Debug, Clone, PartialEq, Eq, Queryable)]
pub struct Due {
    pub hook: Webhook,
    /// The event's address.
    pub slug: String,
    pub version: u64,
}

pub fn insert(connection: &mut Db, hook: &Webhook) -> Result<(), DbError> {
    diesel::insert_into(hooks::table)
        .values((
            hooks::id.eq(hook.id.to_string()),
            hooks::event_id.eq(hook.event.to_string()),
            hooks::address.eq(&hook.address),
            hooks::secret.eq(&hook.secret),
            hooks::created_at.eq(to_stored(hook.created_at)),
            hooks::told.eq(to_number(hook.told)?),
            hooks::told_at.eq(to_stored(hook.told_at)),
            hooks::failures.eq(i64::from(hook.failures)),
            hooks::due_at.eq(hook.due_at.map(to_stored)),
            hooks::is_asked.eq(hook.is_asked),
        ))
        .run(connection)
}

/// The addresses of an event, the oldest first, each with what was answered last, the newest first.
pub fn list(connection: &mut Db, event: EventId) -> Result<Vec<(Webhook, Vec<Answer>)>, DbError> {
    let hooks: Vec<Webhook> = hooks::table
        .filter(hooks::event_id.eq(event.to_string()))
        .order(hooks::id.asc())
        .select(Webhook::as_select())
        .load(connection)?;
    let with_answers = |hook: Webhook| {
        let answers = answers::table
            .filter(answers::webhook_id.eq(hook.id.to_string()))
            .order(answers::id.desc())
            .select(Answer::as_select())
            .load(connection)?;
        Ok((hook, answers))
    };
    hooks.into_iter().map(with_answers).collect()
}

/// What is due: of events with a version that was not told yet, or that somebody asked for.
pub fn due(connection: &mut Db, now: DateTime<Utc>) -> Result<Vec<Due>, DbError> {
    Ok(hooks::table
        .inner_join(events::table)
        .filter(hooks::due_at.le(to_stored(now)))
        .filter(events::version.gt(hooks::told).or(hooks::is_asked))
        .order(hooks::due_at.asc())
        .select((Webhook::as_select(), events::slug, events::version))
        .load(connection)?)
}

/// Takes an attempt until a moment, if no other server has taken it.
pub fn take(connection: &mut Db, hook: &Webhook, until: DateTime<Utc>) -> Result<bool, DbError> {
    let mine = hooks::table.find(hook.id.to_string()).filter(hooks::due_at.eq(hook.due_at.map(to_stored)));
    diesel::update(mine).set(hooks::due_at.eq(Some(to_stored(until)))).changes_one(connection)
}

/// Notes how it stands with an address after an attempt, or after somebody asked for one; whether it is still there.
pub fn update(connection: &mut Db, hook: &Webhook) -> Result<bool, DbError> {
    diesel::update(hooks::table.find(hook.id.to_string()))
        .set((
            hooks::told.eq(to_number(hook.told)?),
            hooks::told_at.eq(to_stored(hook.told_at)),
            hooks::failures.eq(i64::from(hook.failures)),
            hooks::due_at.eq(hook.due_at.map(to_stored)),
            hooks::is_asked.eq(hook.is_asked),
        ))
        .changes_one(connection)
}

/// Keeps what came of an attempt; old answers go.
pub fn note(connection: &mut Db, hook: Uuid, answer: &Answer) -> Result<(), DbError> {
    diesel::insert_into(answers::table)
        .values((
            answers::id.eq(Uuid::now_v7().to_string()),
            answers::webhook_id.eq(hook.to_string()),
            answers::at.eq(to_stored(answer.at)),
            answers::version.eq(to_number(answer.version)?),
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
    let hook = || hooks::table.find(id.to_string()).filter(hooks::event_id.eq(event.to_string()));
    let gone = hook().select(Webhook::as_select()).first(connection).optional()?;
    diesel::delete(hook()).execute(connection)?;
    Ok(gone)
}
