//! Who is signed in where. The browser holds a token, the database its hash.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use tiger_event::{Bytes32, UserId};
use uuid::Uuid;

use super::connection::at_once;
use super::schema::{sessions, users};
use super::users::User;
use super::{Change, Db, DbError, halfway};
use crate::clock::to_stored;

/// One sign-in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its name in lists; not the token.
    pub id: Uuid,
    pub created_at: DateTime<Utc>,
    /// When it was last used, to the minute.
    pub seen_at: DateTime<Utc>,
    /// When it ends in any case.
    pub expires_at: DateTime<Utc>,
    /// What the browser said it was.
    pub user_agent: String,
    /// When the person last typed the password in it.
    pub confirmed_at: DateTime<Utc>,
    /// Since when the person is known in its browser.
    pub known_since: DateTime<Utc>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = sessions)]
struct SessionRow {
    id: Uuid,
    created_at: DateTime<Utc>,
    seen_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    user_agent: String,
    confirmed_at: Option<DateTime<Utc>>,
    known_since: Option<DateTime<Utc>>,
}

impl SessionRow {
    fn into_session(self) -> Session {
        let Self { id, created_at, seen_at, expires_at, user_agent, confirmed_at, known_since } = self;
        let confirmed_at = confirmed_at.unwrap_or(created_at);
        let known_since = known_since.unwrap_or(created_at);
        Session { id, created_at, seen_at, expires_at, user_agent, confirmed_at, known_since }
    }
}

pub fn insert(
    connection: &mut Db,
    token_hash: Bytes32,
    user: UserId,
    session: &Session,
) -> Result<(), DbError> {
    diesel::insert_into(sessions::table)
        .values((
            sessions::id.eq(session.id.to_string()),
            sessions::token_hash.eq(token_hash.to_string()),
            sessions::user_id.eq(user.to_string()),
            sessions::created_at.eq(to_stored(session.created_at)),
            sessions::seen_at.eq(to_stored(session.seen_at)),
            sessions::expires_at.eq(to_stored(session.expires_at)),
            sessions::user_agent.eq(&session.user_agent),
            sessions::confirmed_at.eq(to_stored(session.confirmed_at)),
            sessions::known_since.eq(to_stored(session.known_since)),
        ))
        .run(connection)
}

/// Finds a session and its person by the token's hash, expired or not.
pub fn find(connection: &mut Db, token_hash: Bytes32) -> Result<Option<(Session, User)>, DbError> {
    let row: Option<(SessionRow, User)> = sessions::table
        .inner_join(users::table)
        .filter(sessions::token_hash.eq(token_hash.to_string()))
        .select((SessionRow::as_select(), User::as_select()))
        .first(connection)
        .optional()?;
    Ok(row.map(|(session, user)| (session.into_session(), user)))
}

/// A person's sessions, newest first.
pub fn list_of(connection: &mut Db, user: UserId) -> Result<Vec<Session>, DbError> {
    let rows: Vec<SessionRow> = sessions::table
        .filter(sessions::user_id.eq(user.to_string()))
        .order(sessions::created_at.desc())
        .select(SessionRow::as_select())
        .load(connection)?;
    Ok(rows.into_iter().map(SessionRow::into_session).collect())
}

/// Notes that a session was used.
pub fn update_seen(connection: &mut Db, id: Uuid, at: DateTime<Utc>) -> Result<(), DbError> {
    at_once(connection, |connection| {
        diesel::update(sessions::table.find(id.to_string()))
            .set(sessions::seen_at.eq(to_stored(at)))
            .run(connection)
    })
}

/// Notes that the person typed the password in a session.
pub fn confirm(connection: &mut Db, id: Uuid, at: DateTime<Utc>) -> Result<(), DbError> {
    diesel::update(sessions::table.find(id.to_string()))
        .set(sessions::confirmed_at.eq(to_stored(at)))
        .run(connection)
}

/// Ends one of a person's sessions; whether there was such a one.
pub fn delete(connection: &mut Db, user: UserId, id: Uuid) -> Result<bool, DbError> {
    let of_user = sessions::table.find(id.to_string()).filter(sessions::user_id.eq(user.to_string()));
    diesel::delete(of_user).changes_one(connection)
}

/// Lets all of a person's sessions end by then.
pub fn end_by(connection: &mut Db, user: UserId, by: DateTime<Utc>) -> Result<(), DbError> {
    let by = to_stored(by);
    let later =
        sessions::table.filter(sessions::user_id.eq(user.to_string())).filter(sessions::expires_at.gt(by));
    diesel::update(later).set(sessions::expires_at.eq(by)).run(connection)
}

/// Lets a session last until then.
pub fn last_until(connection: &mut Db, id: Uuid, until: DateTime<Utc>) -> Result<(), DbError> {
    diesel::update(sessions::table.find(id.to_string()))
        .set(sessions::expires_at.eq(to_stored(until)))
        .run(connection)
}

/// Ends all of a person's sessions, except perhaps one, and what is on the way to become one.
pub fn delete_all_of(connection: &mut Db, user: UserId, except: Option<Uuid>) -> Result<(), DbError> {
    let kept = except.map(|id| id.to_string()).unwrap_or_default();
    let others = sessions::table.filter(sessions::user_id.eq(user.to_string())).filter(sessions::id.ne(kept));
    diesel::delete(others).execute(connection)?;
    halfway::delete_of(connection, user)
}

/// Clears away the sessions that have ended by then: all that are too old, and the unused ones of people who
/// can sign in again with a password.
pub fn delete_expired(
    connection: &mut Db,
    now: DateTime<Utc>,
    unused_since: DateTime<Utc>,
) -> Result<usize, DbError> {
    let with_password = users::table.filter(users::password_hash.is_not_null()).select(users::id);
    let is_idle = sessions::seen_at.le(to_stored(unused_since)).and(sessions::user_id.eq_any(with_password));
    let is_over = sessions::expires_at.le(to_stored(now));
    Ok(diesel::delete(sessions::table.filter(is_over.or(is_idle))).execute(connection)?)
}
