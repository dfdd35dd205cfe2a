//! Pairing numbers, and when they are given anew.

use tiger_arbiter::clock::new_id;
use tiger_event::{EntryCommand, EntryDetails, NewEntry, PersonName};

use super::*;
use crate::rig::on_sqlite;

on_sqlite!(
    numbers_that_do_not_follow_the_ratings_are_told_and_given_anew,
    late_entries_come_to_their_places_until_round_4
);

fn numbers_that_do_not_follow_the_ratings_are_told_and_given_anew(app: &TestApp) {
    let hall = Hall::new(app, 4);
    let told = "Pairing numbers do not follow the ratings";
    let draft = || hall.tessa.get(&at("/draft")).expect_status(200);
    app.change_settings(hall.event, |settings| settings.format = Format::Swiss);
    draft().expect_no_text(told);
    for (place, rating) in [(0, None), (1, Some(1500)), (2, Some(1700)), (3, Some(1700))] {
        let entry = hall.players[place];
        let details = hall.event().entry(entry).unwrap().details.clone();
        let details = EntryDetails { rating, ..details };
        hall.give(EntryCommand::ChangeEntry { entry, details, seen: u64::MAX });
    }
    hall.tessa.get(&at("/desk")).expect_text(told);
    draft().expect_text(told).expect_no_text("The draft is gone then");
    hall.post("/draft", &[("round", "1"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    draft().expect_text(told).expect_text("The draft is gone then");
    hall.post("/entries/number", &[("by", "rating"), ("back", "draft")]).expect_redirect(&at("/draft"));
    draft()
        .expect_text("The players have new numbers. The draft of round 1 is gone with it: draft it anew.")
        .expect_no_text(told);
    let numbers = hall.players.iter().map(|id| hall.event().entry(*id).unwrap().number);
    assert_eq!(numbers.collect::<Vec<_>>(), [4, 3, 1, 2]);
    app.change_settings(hall.event, |settings| settings.format = Format::RoundRobin);
    hall.post("/entries/number", &[("by", "name")]).expect_redirect(&at("/entries"));
    draft().expect_no_text(told);
}

fn late_entries_come_to_their_places_until_round_4(app: &TestApp) {
    let hall = Hall::new(app, 6);
    app.change_settings(hall.event, |it| {
        (it.format, it.rounds, it.is_accelerated) = (Format::Swiss, 5, true);
    });
    let rate = |id, rating| {
        let details = hall.event().entry(id).unwrap().details.clone();
        let details = EntryDetails { rating: Some(rating), ..details };
        hall.give(EntryCommand::ChangeEntry { entry: id, details, seen: u64::MAX });
    };
    for (place, id) in (0..).zip(&hall.players) {
        rate(*id, 2000 - 100 * place);
    }
    hall.post("/draft", &[("round", "1"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    swiss::play_and_draft(&hall, 1);
    let told = "late entries have the last ones";
    hall.tessa.get(&at("/draft")).expect_no_text(told);
    let last = hall.event().upper_half_to;
    assert_eq!(last, Some(4), "half of six, rounded up to an even number");
    let (late, details) = (new_id(), EntryDetails::named(PersonName::parse("Late, Lea").unwrap()));
    let details = EntryDetails { rating: Some(2398), ..details };
    hall.give(EntryCommand::AddEntries { entries: vec![NewEntry { id: late, details, first_round: 2 }] });
    hall.tessa.get(&at("/draft")).expect_text(told);
    hall.post("/entries/number", &[("by", "name")])
        .expect_status(422)
        .expect_text("only the ratings give new numbers now");
    hall.post("/entries/number", &[("by", "rating"), ("back", "draft")]).expect_redirect(&at("/draft"));
    hall.tessa.get(&at("/draft")).expect_no_text(told);
    let event = hall.event();
    assert_eq!(event.entry(late).unwrap().number, 1);
    let of_upper_half = event.entries.values().find(|entry| Some(entry.number) == event.upper_half_to);
    assert_eq!(of_upper_half.unwrap().id, hall.players[3], "the last of the upper half stays the same");
    hall.post("/draft", &[("round", "2"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    for round in 2..5 {
        hall.tessa.get(&at("/entries")).expect_text("Number by rating").expect_no_text("Draw lots");
        swiss::play_and_draft(&hall, round);
    }
    hall.tessa.get(&at("/entries")).expect_no_text("Number by rating");
    hall.post("/entries/number", &[("by", "rating")]).expect_redirect(&at("/entries"));
    hall.tessa.get(&at("/entries")).expect_text("Pairing numbers are fixed once round 4 is published.");
}
