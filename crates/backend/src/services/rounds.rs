//! The arbiter's day: what a round still waits for.

use tiger_event::closing::Lack;
use tiger_event::{Event, RoundNumber};

/// What is said of a round whose results are all in, without a full stop; also that dice are missing.
pub fn all_in(event: &Event, round: RoundNumber) -> String {
    let dice = event.missing(round).iter().filter(|(_, lack)| *lack == Lack::Dice).count();
    let all = match event.games_of(round).iter().filter(|game| game.adjourned.is_some()).count() {
        0 => "All results are in".to_owned(),
        1 => "All results are in but that of an adjourned game".to_owned(),
        adjourned => format!("All results are in but those of {adjourned} adjourned games"),
    };
    match dice {
        0 => all,
        1 => format!("{all}; the dice of one board are still to be written down"),
        dice => format!("{all}; the dice of {dice} boards are still to be written down"),
    }
}
