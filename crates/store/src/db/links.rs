//! Links that work once. The link holds a token, the database its hash.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use tiger_event::{Bytes32, EntryId, EventId, UserId};

use super::schema::one_time_links as links;
use super::{Change, Db, DbError};
use crate::clock::to_stored;

/// What a link is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The first administrator makes an account.
    Setup,
    /// A person sets a new password.
    Password(UserId),
    /// A player claims an entry.
    Speaker(EventId, EntryId),
}

impl Purpose {
    const fn key(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::Password(_) => "password",
            Self::Speaker(..) => "claim",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OneTimeLink {
    pub purpose: Purpose,
    pub expires_at: DateTime<Utc>,
    pub used_at: Option<DateTime<Utc>>,
}

impl OneTimeLink {
    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        self.used_at.is_none() && now < self.expires_at
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = links)]
struct LinkRow {
    purpose: String,
    user_id: Option<UserId>,
    event_id: Option<EventId>,
    entry_id: Option<EntryId>,
    expires_at: DateTime<Utc>,
    used_at: Option<DateTime<Utc>>,
}

impl LinkRow {
    fn into_link(self) -> Result<OneTimeLink, DbError> {
        let purpose = match (self.purpose.as_str(), self.user_id, self.event_id, self.entry_id) {
            ("setup", ..) => Purpose::Setup,
            ("password", Some(user), ..) => Purpose::Password(user),
            ("claim", _, Some(event), Some(entry)) => Purpose::Speaker(event, entry),
            _ => return Err(DbError::corrupt("one-time link", self.purpose)),
        };
        Ok(OneTimeLink { purpose, expires_at: self.expires_at, used_at: self.used_at })
    }
}

pub fn insert(
    connection: &mut Db,
    token_hash: Bytes32,
    purpose: Purpose,
    now: DateTime<Utc>,
    expires_at: DateTime<Utc>,
) -> Result<(), DbError> {
    let (user, event, entry) = match purpose {
        Purpose::Setup => (None, None, None),
        Purpose::Password(user) => (Some(user.to_string()), None, None),
        Purpose::Speaker(event, entry) => (None, Some(event.to_string()), Some(entry.to_string())),
    };
    diesel::insert_into(links::table)
        .values((
            links::token_hash.eq(token_hash.to_string()),
            links::purpose.eq(purpose.key()),
            links::user_id.eq(user),
            links::event_id.eq(event),
            links::entry_id.eq(entry),
            links::created_at.eq(to_stored(now)),
            links::expires_at.eq(to_stored(expires_at)),
        ))
        .run(connection)
}

/// Finds a link, open or not.
pub fn find(connection: &mut Db, token_hash: Bytes32) -> Result<Option<OneTimeLink>, DbError> {
    let row: Option<LinkRow> = links::table
        .find(token_hash.to_string())
        .select(LinkRow::as_select())
        .first(connection)
        .optional()?;
    row.map(LinkRow::into_link).transpose()
}

/// Uses a link; whether it was still open. Only one of two at the same time hears yes.
pub fn use_up(connection: &mut Db, token_hash: Bytes32, now: DateTime<Utc>) -> Result<bool, DbError> {
    let now = to_stored(now);
    let open = links::table
        .find(token_hash.to_string())
        .filter(links::used_at.is_null())
        .filter(links::expires_at.gt(now));
    diesel::update(open).set(links::used_at.eq(now)).changes_one(connection)
}

/// Takes back all set-up links.
pub fn delete_setup(connection: &mut Db) -> Result<(), DbError> {
    diesel::delete(links::table.filter(links::purpose.eq(Purpose::Setup.key()))).run(connection)
}

/// Takes back a person's password links.
pub fn delete_password(connection: &mut Db, user: UserId) -> Result<(), DbError> {
    diesel::delete(links::table.filter(links::user_id.eq(user.to_string()))).run(connection)
}

/// Takes back the claim links of an entry.
pub fn delete_invitations(connection: &mut Db, entry: EntryId) -> Result<(), DbError> {
    diesel::delete(links::table.filter(links::entry_id.eq(entry.to_string()))).run(connection)
}
