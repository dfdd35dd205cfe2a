//! Identifiers: UUIDv7 given by the app, one type for each kind of thing, so that they cannot be mixed up.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

macro_rules! id_types {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(Uuid);

        impl $name {
            /// The identifier with the given bits, as storage returns it.
            pub const fn from_uuid(uuid: Uuid) -> Self {
                Self(uuid)
            }

            /// The identifier's bits, as storage takes it.
            pub const fn as_uuid(&self) -> &Uuid {
                &self.0
            }
        }

        impl From<Uuid> for $name {
            fn from(uuid: Uuid) -> Self {
                Self::from_uuid(uuid)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Uuid::parse_str(text).map(Self)
            }
        }
    )*};
}

id_types! {
    /// A person who can sign in or who claimed an entry.
    UserId,
    EventId,
    /// Several events under one roof.
    FestivalId,
    /// A player's entry in one event.
    EntryId,
    /// One game between two entries.
    GameId,
    /// One cast of dice.
    CastId,
    /// One game record as it was handed in.
    RecordId,
    /// One ruling of an arbiter.
    RulingId,
    /// One group of players who must not meet.
    GroupId,
    /// One break or other occasion of a timetable.
    OccasionId,
    CategoryId,
    /// One player's wish to take part, before it is an entry.
    RegistrationId,
    /// One copy of an event in which something is tried.
    SandboxId,
    /// One device that may press one clock.
    TabletId,
}
