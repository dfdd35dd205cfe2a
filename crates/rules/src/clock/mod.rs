//! Clocks: their times, and how they run (TigerChess rule 11, Dragon rule 25).
//!
//! A [`Clock`] is a value. Time is handed to it in milliseconds since its own beginning: [`Clock::apply`] takes what
//! happens at a moment, [`Clock::at`] reads it at a moment. Neither looks at any clock of the world.

mod event;
mod machine;
mod reading;
mod settings;
mod side;
mod time;

pub use event::{Account, ClockEvent, ClockRefusal};
pub use machine::Clock;
pub use reading::{Books, Flag, Phase, Reading, Run, SideReading};
pub use settings::{ClockSettings, ParseClockError, Seconds};
pub use side::ClockSide;
pub use time::{Millis, ParseTimeError};
