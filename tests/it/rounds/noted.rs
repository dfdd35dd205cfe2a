//! What was noted about players in all rounds, in the register and at the board.

use tiger_event::{IncidentKind, NoteCommand, Reason, ResultEntry, Seat};
use tiger_rules::Ending;

use super::*;
use crate::rig::{key, on_both_databases, on_sqlite};

on_both_databases!(what_was_noted_by_mistake_is_taken_back_with_its_minutes);
on_sqlite!(incidents_are_counted_for_each_player_across_rounds);

fn incidents_are_counted_for_each_player_across_rounds(app: &TestApp) {
    let hall = Hall::new(app, 4);
    let note = |round: u16, player: usize, kind| {
        let event = hall.event();
        let games = event.games_of(round);
        let game = games.iter().find(|game| game.players().contains(&hall.players[player])).unwrap();
        let seat = if game.first == hall.players[player] { Seat::First } else { Seat::Second };
        let words = Reason::parse("a word about it").unwrap();
        let (game, player) = (game.id, Some(seat));
        hall.give(NoteCommand::NoteIncident { game, kind, player, words, article: None, minutes: 0 });
    };
    hall.publish_round();
    hall.tessa.get(&at("/rulings")).expect_no_text("Noted about players");
    note(1, 0, IncidentKind::IllegalMove);
    note(1, 1, IncidentKind::Warning);
    for game in hall.event().games_of(1).iter().map(|game| game.id) {
        let result = ResultEntry::plain(Some(Seat::First), Ending::Checkmate);
        hall.give(ResultCommand::EnterResult { game, result, seen: u64::MAX });
    }
    hall.give(RoundCommand::CloseRound { round: 1 });
    hall.publish_round();
    note(2, 0, IncidentKind::IllegalMove);
    note(2, 0, IncidentKind::Disturbance);
    let page = hall.tessa.get(&at("/rulings")).expect_status(200).expect_text("Noted about players");
    let place = |text: &str| page.body.find(text).unwrap_or_else(|| panic!("{text}: {}", page.body));
    let most = "Illegal move 2 (rounds 1, 2); Disturbance or advice 1 (round 2)";
    assert!(place(most) < place("Warning 1 (round 1)"));
    // At the board the arbiter reads what was noted of both, and players do not.
    let event = hall.event();
    let game = event.games_of(2).into_iter().find(|game| game.players().contains(&hall.players[0])).unwrap();
    let room = at(&format!("/games/{}/room", game.id));
    hall.tessa.get(&room).expect_status(200).expect_text(most).expect_text("So far in this event");
    let player = app.add_user("adder", false);
    app.speak_for(hall.event, hall.players[0], player);
    app.signed_in(player).get(&room).expect_status(200).expect_no_text("So far in this event");
}

/// A warning that belonged to the next board, in a round that is closed by now.
fn what_was_noted_by_mistake_is_taken_back_with_its_minutes(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    let game = hall.event().games_of(1)[0].id;
    let note = |kind, minutes| {
        let words = Reason::parse("a telephone rang").unwrap();
        let (player, article) = (Some(Seat::First), None);
        hall.give(NoteCommand::NoteIncident { game, kind, player, words, article, minutes });
        hall.event().game(game).unwrap().protocol.incidents.last().unwrap().step
    };
    let (wrong, right) = (note(IncidentKind::Warning, 7), note(IncidentKind::Warning, 5));
    let room = at(&format!("/games/{game}/room"));
    let back = |step: u64| at(&format!("/ledger/{step}/take-back"));
    hall.tessa.get(&room).expect_text(&format!("href=\"{}\">Take it back", back(wrong)));
    hall.tessa.get(&at("/rulings")).expect_text("Warning 2 (round 1)").expect_text(&back(wrong));
    for game in hall.event().games_of(1).iter().map(|game| game.id) {
        let result = ResultEntry::plain(Some(Seat::First), Ending::Checkmate);
        hall.give(ResultCommand::EnterResult { game, result, seen: u64::MAX });
    }
    hall.give(RoundCommand::CloseRound { round: 1 });
    hall.tessa.get(&back(wrong)).expect_status(200);
    let send = |step: u64, number| {
        let fields = [("idempotency_key", &*key(number)), ("reason", "It rang at the next board.")];
        hall.tessa.post_form(&back(step), &fields)
    };
    send(wrong, 1).expect_redirect(&at("/ledger"));
    let protocol = hall.event().game(game).unwrap().protocol.clone();
    assert_eq!((protocol.incidents.len(), protocol.extra_minutes), (2, 5), "it stays to be read");
    let register = hall.tessa.get(&at("/rulings")).expect_text("Warning 1 (round 1)").expect_text("Undone,");
    register.expect_text(": It rang at the next board.").expect_no_text(&back(wrong));
    hall.tessa.get(&room).expect_text("Taken back by").expect_text(&back(right));
    hall.tessa.get(&back(wrong)).expect_text("This incident has been taken back already.");
    hall.tessa.get(&at("/ledger")).expect_text(&format!("Warning of entry {wrong} taken back"));
}
