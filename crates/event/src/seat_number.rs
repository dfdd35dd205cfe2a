//! Seats as ledgers and forms write them: 0 for the first, 1 for the second.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Seat;
use crate::result::{SEATS, seat_index};

/// The seat that a field of a form names.
pub fn parse(text: &str) -> Option<Seat> {
    SEATS.get(text.parse::<usize>().ok()?).copied()
}

pub fn serialize<S: Serializer>(seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
    seat_index(*seat).serialize(serializer)
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
    read(usize::deserialize(deserializer)?)
}

fn read<E: Error>(number: usize) -> Result<Seat, E> {
    SEATS.get(number).copied().ok_or_else(|| E::custom(format!("a seat is 0 or 1, not {number}")))
}

/// The same where there may be none.
pub mod option {
    use super::{Deserialize, Deserializer, Seat, Serialize, Serializer, seat_index};

    pub fn serialize<S: Serializer>(seat: &Option<Seat>, serializer: S) -> Result<S::Ok, S::Error> {
        seat.map(seat_index).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Seat>, D::Error> {
        Option::<usize>::deserialize(deserializer)?.map(super::read).transpose()
    }
}
