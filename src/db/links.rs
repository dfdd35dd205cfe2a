//! Links that work once. The link holds a token, the database its hash.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;

use super::schema::one_time_links as links;
use super::{Db, DbError};
use crate::clock::{from_stored, to_stored};
use crate::domain::dice::Bytes32;
use crate::domain::ids::{EntryId, EventId, UserId};

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
    /// Until when it works.
    pub expires_at: DateTime<Utc>,
    pub used_at: Option<DateTime<Utc>>,
}

impl OneTimeLink {
    /// Whether it still works.
    #[must_use]
    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        self.used_at.is_none() && now < self.expires_at
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = links)]
struct LinkRow {
    purpose: String,
    user_id: Option<String>,
    event_id: Option<String>,
    entry_id: Option<String>,
    expires_at: NaiveDateTime,
    used_at: Option<NaiveDateTime>,
}

impl LinkRow {
    fn into_link(self) -> Result<OneTimeLink, DbError> {
        let unreadable = || DbError::corrupt("one-time link", &self.purpose);
        let purpose = match (self.purpose.as_str(), &self.user_id, &self.event_id, &self.entry_id) {
            ("setup", ..) => Purpose::Setup,
            ("password", Some(user), ..) => Purpose::Password(user.parse().map_err(|_| unreadable())?),
            ("claim", _, Some(event), Some(entry)) => Purpose::Speaker(
                event.parse().map_err(|_| unreadable())?,
                entry.parse().map_err(|_| unreadable())?,
            ),
            _ => return Err(unreadable()),
        };
        Ok(OneTimeLink {
            purpose,
            expires_at: from_stored(self.expires_at),
            used_at: self.used_at.map(from_stored),
        })
    }
}

/// Makes a link.
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
        .execute(connection)?;
    Ok(())
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
    Ok(diesel::update(open).set(links::used_at.eq(now)).execute(connection)? == 1)
}

/// Takes back all set-up links.
pub fn delete_setup(connection: &mut Db) -> Result<(), DbError> {
    diesel::delete(links::table.filter(links::purpose.eq(Purpose::Setup.key()))).execute(connection)?;
    Ok(())
}

/// Takes back a person's password links.
pub fn delete_password(connection: &mut Db, user: UserId) -> Result<(), DbError> {
    diesel::delete(links::table.filter(links::user_id.eq(user.to_string()))).execute(connection)?;
    Ok(())
}

/// Takes back the claim links of an entry.
pub fn delete_invitations(connection: &mut Db, entry: EntryId) -> Result<(), DbError> {
    diesel::delete(links::table.filter(links::entry_id.eq(entry.to_string()))).execute(connection)?;
    Ok(())
}
