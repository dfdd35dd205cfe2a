//! A knockout from its report file: who is out of it.

use tiger_arbiter::services::import::{Choices, Story};
use tiger_event::{EntryCommand, Format, KnockoutRules, Seat};

use super::Hall;
use super::knockout::{bracket, draft_and_publish, play};
use crate::rig::{TestApp, on_sqlite};

on_sqlite!(whoever_left_a_knockout_has_left_in_its_copy);

fn whoever_left_a_knockout_has_left_in_its_copy(app: &TestApp) {
    let hall = bracket(app, Format::Knockout, 6, KnockoutRules::default());
    hall.give(EntryCommand::Withdraw { entry: hall.players[5], from_round: 1, leaving: None });
    let copy = |hall: &Hall<'_>| {
        let event = hall.event();
        let text = tiger_arbiter::exports::report_for_arbiters(&event).unwrap();
        let choices = Choices { game: None, format: None, today: event.settings.starts_on };
        let mut story =
            Story::read(&text, &choices).unwrap_or_else(|mistakes| panic!("{mistakes:?}\n{text}"));
        let again = story.try_out(event.changed_at).unwrap();
        let left = |entry: &tiger_event::Entry| {
            entry.leaves_from().map(|round| (entry.details.name.to_string(), round))
        };
        again.entries_by_number().into_iter().filter_map(left).collect::<Vec<_>>()
    };
    assert_eq!(copy(&hall), [("Falcon".to_owned(), 1)]);
    draft_and_publish(&hall);
    let winners = hall.event().games_of(1).iter().map(|_| Some(Seat::First)).collect::<Vec<_>>();
    play(&hall, 1, &winners);
    let gone = hall.event().games_of(1)[0].first;
    hall.give(EntryCommand::Withdraw { entry: gone, from_round: 2, leaving: None });
    let left = copy(&hall);
    // The file has the round without them, and no word of when they left.
    assert!(left.contains(&("Falcon".to_owned(), 2)), "{left:?}");
    assert!(left.contains(&(hall.event().name_of(gone).to_owned(), 2)), "{left:?}");
}
