//! What an event is and what may happen to it, from outside: a module for each of the library, and one binary.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use uuid::Uuid;

mod alerts;
mod apart;
mod awards;
mod board_file;
mod command;
mod dice;
mod explorer;
mod identity;
mod local_time;
mod money;
mod name_order;
mod points_text;
mod possible_result;
mod precedent;
mod protocol;
mod rated;
mod ratings;
mod register;
mod registration;
mod result;
mod roster;
mod scoresheet;
mod scoring;
mod shared;
mod text;

/// A new identifier.
fn new_id<Id: From<Uuid>>() -> Id {
    Uuid::now_v7().into()
}
