//! Laws of an event on paper: from the codes alone it comes back with the same digest and the same standings.

use proptest::prelude::*;
use tiger_arbiter::ledger::witness::Seal;
use tiger_arbiter::services::paper::{Print, codes};
use tiger_arbiter::services::standings::EventStandings;
use tiger_event::{Event, Refusal, RoundState};

use super::frozen;
use super::history::{play, play_round_robin, play_swiss, steps};
use super::tried::nth_seat;

/// Prints a bracket; what was changed in rounds that others had been paired by may stand in the way.
pub(crate) fn check_bracket(event: &Event, went_back: bool) {
    match print(event) {
        Ok(_) => check(event),
        Err(refusal) => assert!(went_back, "{refusal}"),
    }
}

fn seal_of(event: &Event) -> Seal {
    let head = "0".repeat(64);
    Seal { text: String::new(), whole: format!("{}:{}:{head}", event.slug, event.version) }
}

fn print(event: &Event) -> Result<Print, Refusal> {
    Print::of(event, &seal_of(event), (None, event.changed_at))
}

/// Prints an event, loses a code of each sheet, takes it up again, and prints that.
pub(crate) fn check(event: &Event) {
    let printed = print(event).unwrap();
    let mut sheets = codes::write(&printed.write().unwrap()).unwrap();
    for sheet in &mut sheets {
        sheet.remove(usize::try_from(event.version).unwrap() % sheet.len());
    }
    let read: Vec<&str> = sheets.iter().flatten().map(String::as_str).collect();
    let read = Print::read(&codes::read(&read).unwrap()).unwrap();
    assert_eq!(read, printed);
    let taken_up = read.try_out(event.changed_at).unwrap();
    assert_eq!(print(&taken_up).unwrap().digest(), printed.digest());
    if !event.settings.format.has_bracket() {
        let rows = |event: &Event| {
            let standings = EventStandings::of(event, None).unwrap();
            standings.lines.iter().map(|line| (line.entry, format!("{:?}", line.row))).collect::<Vec<_>>()
        };
        assert_eq!(rows(event), rows(&taken_up));
    }
}

proptest! {
    #![proptest_config(super::tries(300))]

    #[test]
    fn whatever_happened_comes_back_from_paper(steps in steps()) {
        check(&play(&steps).event);
    }

    #[test]
    fn a_swiss_event_comes_back_from_paper(steps in steps(), is_accelerated in any::<bool>(), side in any::<u8>()) {
        check(&play_swiss(&steps, is_accelerated, nth_seat(side)));
    }

    #[test]
    fn a_round_robin_that_players_leave_comes_back_from_paper(steps in steps()) {
        check(&play_round_robin(&steps));
    }
}

#[test]
fn every_frozen_event_comes_back_from_paper() {
    for state in frozen::states() {
        let mut earlier = state.rounds.iter().rev().skip(1);
        // A bracket that went back to an earlier round may stand against what was played after it.
        match state.settings.format.has_bracket() {
            true => check_bracket(&state, earlier.any(|round| round.state != RoundState::Closed)),
            false => check(&state),
        }
    }
}
