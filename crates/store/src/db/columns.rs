//! What columns hold, read as what it means: identifiers and digests are text, times are UTC, counts are not negative.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::backend::Backend;
use diesel::connection::Connection;
use diesel::deserialize::{self, FromSql, Queryable};
use diesel::sql_types::{BigInt, Text, Timestamp};
use tiger_event::alerts::Told;
use tiger_event::scoresheet::Holder;
use tiger_event::{
    Bytes32, CastId, EntryId, EventId, EventName, FestivalId, GameId, Label, Note, PersonName, Reason,
    RecordId, RegistrationId, Slug, TabletId, UserId,
};
use uuid::Uuid;

use super::alerts::Kind;
use super::{Db, DbError};
use crate::clock::from_stored;

type Either = <Db as Connection>::Backend;
type Raw<'a> = <Either as Backend>::RawValue<'a>;

macro_rules! read_from_text {
    ($read:path: $($name:ty),*) => {$(
        impl FromSql<Text, Either> for $name {
            fn from_sql(stored: Raw<'_>) -> deserialize::Result<Self> {
                Ok($read(&stored.from_sql::<String, Text>()?)?)
            }
        }

        impl Queryable<Text, Either> for $name {
            type Row = Self;

            fn build(row: Self) -> deserialize::Result<Self> {
                Ok(row)
            }
        }
    )*};
}

read_from_text!(str::parse: CastId, EntryId, EventId, FestivalId, GameId, RecordId, RegistrationId, TabletId, UserId);
read_from_text!(str::parse: Bytes32, Holder, Kind, Uuid);
read_from_text!(serde_json::from_str: Told);
read_from_text!(EventName::parse: EventName);
read_from_text!(Label::parse: Label);
read_from_text!(Note::parse: Note);
read_from_text!(PersonName::parse: PersonName);
read_from_text!(Reason::parse: Reason);
read_from_text!(Slug::parse: Slug);

macro_rules! read_from_number {
    ($($name:ty),*) => {$(
        impl FromSql<BigInt, Either> for $name {
            fn from_sql(stored: Raw<'_>) -> deserialize::Result<Self> {
                Ok(stored.from_sql::<i64, BigInt>()?.try_into()?)
            }
        }
    )*};
}

read_from_number!(u32, u64);

/// A count as a column holds it. No row has a greater one.
pub(super) fn to_number(count: u64) -> Result<i64, DbError> {
    i64::try_from(count).map_err(|_| DbError::Missing)
}

impl FromSql<Timestamp, Either> for DateTime<Utc> {
    fn from_sql(stored: Raw<'_>) -> deserialize::Result<Self> {
        stored.from_sql::<NaiveDateTime, Timestamp>().map(from_stored)
    }
}
