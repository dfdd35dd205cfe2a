//! What an event is and what may happen to it: identifiers, parsed values, commands and their effects.
//!
//! Pure: no SQL, no HTTP, no clock, no randomness. Times, identifiers and secrets come in inside the commands, so that
//! replaying a ledger gives the same event again.

pub mod actor;
pub mod alerts;
pub mod announcement;
pub mod apart;
pub mod appeals;
pub mod awards;
pub mod beginning;
pub mod board_file;
pub mod bracket;
pub mod category;
pub mod choice;
pub mod clock;
pub mod closing;
pub mod command;
pub mod dice;
pub mod entry;
pub mod erasure;
pub mod event;
pub mod explorer;
pub mod festival;
pub mod file_records;
pub mod forbidden;
pub mod game;
pub mod identity;
pub mod ids;
pub mod leaving;
pub mod legal_moves;
pub mod line;
pub mod live_moves;
pub mod local_time;
pub mod money;
pub mod name_order;
mod offered;
pub mod office;
pub mod permission;
pub mod points_text;
pub mod possible_result;
pub mod precedent;
pub mod prizes;
pub mod progress;
pub mod protocol;
pub mod published;
pub mod rated;
pub mod ratings;
pub mod record;
pub mod refusal;
pub mod register;
pub mod registration;
pub mod result;
pub mod roster;
pub mod round;
pub mod scoresheet;
pub mod scoring;
pub mod seat_number;
pub mod seers;
pub mod settings;
pub mod shared;
pub mod step;
pub mod text;
pub mod timetable;
pub mod tournament;
pub mod wish;

/// Whether something is as it is where nobody says otherwise: then it is not stored.
fn is_default<T: Default + PartialEq>(it: &T) -> bool {
    *it == T::default()
}
