//! `/events/{slug}/settings/forbidden`, and acceleration in a Swiss event.

use tiger_event::{EntryCommand, EventCommand, Label, RoundCommand};

use super::swiss::{drafted, meet, play_and_draft};
use super::*;
use crate::rig::on_sqlite;

const PAGE: &str = "/settings/forbidden";

on_sqlite!(
    players_are_kept_apart_and_let_go,
    what_binds_no_round_yet_is_removed,
    a_wrong_form_keeps_nobody_apart,
    players_of_one_club_are_kept_apart_in_one_step,
    an_accelerated_event_pairs_its_upper_half_apart
);

fn players_of_one_club_are_kept_apart_in_one_step(app: &TestApp) {
    let hall = drafted(app, 6);
    for (place, club) in [(0, "Oak"), (3, "oak"), (1, "Elm")] {
        let mut details = hall.event().entry(hall.players[place]).unwrap().details.clone();
        details.club = Label::parse_optional(club).unwrap();
        hall.give(EntryCommand::ChangeEntry { entry: hall.players[place], details, seen: u64::MAX });
    }
    let together = |by: &str| hall.post("/settings/forbidden/together", &[("by", by)]);
    for _ in 0..2 {
        together("club").expect_redirect(&at(PAGE));
    }
    let event = hall.event();
    let [group] = event.forbidden.as_slice() else { panic!("{:?}", event.forbidden) };
    assert_eq!(group.players, std::collections::BTreeSet::from([hall.players[0], hall.players[3]]));
    hall.tessa.get(&at(PAGE)).expect_text("<h2>Oak</h2>").expect_text("Adder; Dingo");
    // Who comes later is named where a round is paired, until the club is kept apart anew.
    let (draft, late) = (at("/draft"), hall.players[4]);
    hall.tessa.get(&draft).expect_no_text("not kept apart");
    let mut details = hall.event().entry(late).unwrap().details.clone();
    details.club = Label::parse_optional("Oak").unwrap();
    hall.give(EntryCommand::ChangeEntry { entry: late, details, seen: u64::MAX });
    hall.tessa.get(&draft).expect_text("Eagle</a> (same club): not kept apart");
    together("club").expect_redirect(&at(PAGE));
    hall.tessa.get(&draft).expect_no_text("not kept apart");
    // Who has the federation of the club, and is of none, is no stray of it.
    for place in [0, 3, 4, 5] {
        let mut details = hall.event().entry(hall.players[place]).unwrap().details.clone();
        details.federation = Label::parse_optional("MER").unwrap();
        hall.give(EntryCommand::ChangeEntry { entry: hall.players[place], details, seen: u64::MAX });
    }
    hall.tessa.get(&draft).expect_no_text("not kept apart");
    for place in [0, 3, 4, 5] {
        let mut details = hall.event().entry(hall.players[place]).unwrap().details.clone();
        details.federation = None;
        hall.give(EntryCommand::ChangeEntry { entry: hall.players[place], details, seen: u64::MAX });
    }
    together("federation").expect_status(303);
    hall.tessa.get(&at(PAGE)).expect_text("No two more players have their federation in common.");
    together("height").expect_status(422);
}

fn players_are_kept_apart_and_let_go(app: &TestApp) {
    let hall = drafted(app, 6);
    assert!(meet(&hall, 1, 4));
    let [a, d] = [0, 3].map(|place: usize| hall.players[place].to_string());
    let form = [("player", &*a), ("player", &*d), ("idempotency_key", "0123456789abcdef")];
    for _ in 0..2 {
        hall.post(PAGE, &form).expect_redirect(&at(PAGE));
    }
    assert_eq!(hall.event().forbidden.len(), 1);
    hall.tessa.get(&at(PAGE)).expect_text("Adder; Dingo").expect_text("in all rounds").expect_text("Remove");
    hall.tessa.get(&at("/draft")).expect_text("They must not meet in this round.");
    hall.post("/draft", &[("round", "1"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    assert!(!meet(&hall, 1, 4));
    hall.tessa.get(&at(&format!("/draft/why?one={a}&other={d}"))).expect_text("must not meet in this round.");
    hall.tessa.get(&at("/ledger")).expect_text("Must not meet in all rounds: Adder; Dingo");
    let group = hall.event().forbidden[0].id.to_string();
    play_and_draft(&hall, 1);
    hall.tessa.get(&at(PAGE)).expect_text("The event has begun.").expect_text("End");
    hall.post("/settings/forbidden/lift", &[("group", &group)]).expect_redirect(&at(PAGE));
    assert_eq!(hall.event().forbidden[0].last_round, Some(1));
    hall.tessa.get(&at(PAGE)).expect_text("in round 1").expect_no_text("Let these players meet again?");
    hall.post("/settings/forbidden/lift", &[("group", &group)]).expect_redirect(&at(PAGE));
    hall.tessa.get(&at(PAGE)).expect_text("This no longer binds any round to come.");
}

fn what_binds_no_round_yet_is_removed(app: &TestApp) {
    let hall = Hall::by_hand(app, 4);
    let [a, b] = [0, 1].map(|place: usize| hall.players[place].to_string());
    hall.post(PAGE, &[("player", &a), ("player", &b), ("first_round", "2"), ("last_round", "3")])
        .expect_redirect(&at(PAGE));
    hall.tessa.get(&at(PAGE)).expect_text("in rounds 2 to 3");
    let group = hall.event().forbidden[0].id.to_string();
    hall.post("/settings/forbidden/lift", &[("group", &group)]).expect_redirect(&at(PAGE));
    assert!(hall.event().forbidden.is_empty());
    hall.post("/settings/forbidden/lift", &[("group", &group)]).expect_status(404);
    hall.post("/settings/forbidden/lift", &[("group", "x")]).expect_status(404);
}

fn a_wrong_form_keeps_nobody_apart(app: &TestApp) {
    let hall = Hall::by_hand(app, 4);
    let [a, b] = [0, 1].map(|place: usize| hall.players[place].to_string());
    let refused = |fields: &[(&str, &str)], said: &str| {
        hall.post(PAGE, fields).expect_status(422).expect_text(said);
    };
    refused(&[("player", &a)], "Choose two or more players");
    refused(&[("player", &a), ("player", &a)], "Choose two or more players");
    refused(&[("player", &a), ("player", "x")], "Choose players from the list.");
    refused(&[("player", &a), ("player", &b), ("first_round", "soon")], "Write the number of a round");
    refused(&[("player", &a), ("player", &b), ("first_round", "3"), ("last_round", "2")], "before the first");
    hall.publish_round();
    refused(&[("player", &a), ("player", &b), ("first_round", "1")], "Round 1 is published already");
    assert!(hall.event().forbidden.is_empty());
    hall.give(EventCommand::ShowEvent { is_public: true });
    let (_, stranger) = app.sign_in("jonah");
    stranger.get(&at(PAGE)).expect_status(403);
    stranger.post_form(&at(PAGE), &[("idempotency_key", "0123456789abcdef")]).expect_status(403);
    stranger
        .post_form(&at("/settings/forbidden/lift"), &[("idempotency_key", "0123456789abcdef")])
        .expect_status(403);
}

fn an_accelerated_event_pairs_its_upper_half_apart(app: &TestApp) {
    let hall = Hall::new(app, 6);
    app.change_settings(hall.event, |it| {
        (it.format, it.rounds, it.is_accelerated) = (Format::Swiss, 3, true);
    });
    hall.post("/draft", &[("round", "1"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    // Six players: the upper half is four of them.
    assert!(meet(&hall, 1, 3) && meet(&hall, 2, 4) && meet(&hall, 5, 6));
    assert_eq!((hall.event().upper_half(), hall.event().upper_half_to), (Some(4), None));
    let game = hall.table().boards[0].game;
    let why = hall.tessa.get(&at(&format!("/draft/why?game={game}"))).expect_status(200);
    why.expect_text("with the scores 3 (0, and 3 virtual) and 3 (0, and 3 virtual)");
    // Whoever pairs by hand sees by which points the players were paired.
    hall.tessa.get(&at("/draft")).expect_text(">accelerated<").expect_text("0 points + 3 virtual");
    hall.give(RoundCommand::PublishRound { round: 1, seen: u64::MAX });
    assert_eq!(hall.event().upper_half_to, Some(4));
    hall.post("/rounds/1/unpublish", &[("reason", "the list was wrong")]).expect_status(303);
    assert_eq!(hall.event().upper_half_to, None);
}
