//! The arbiter's day: what a round still waits for.

use tiger_event::{Event, RoundNumber};

/// What is said of a round that nothing stands in the way of closing, without a full stop.
pub fn all_in(event: &Event, round: RoundNumber) -> String {
    match event.games_of(round).iter().filter(|game| game.adjourned.is_some()).count() {
        0 => "All results are in".to_owned(),
        1 => "All results are in but that of an adjourned game".to_owned(),
        adjourned => format!("All results are in but those of {adjourned} adjourned games"),
    }
}
