//! What was noted about players in all rounds, in the register and at the board.

use tiger_arbiter::domain::command::NoteCommand;
use tiger_arbiter::domain::protocol::IncidentKind;
use tiger_arbiter::domain::result::{ResultEntry, Seat};
use tiger_arbiter::domain::text::Reason;
use tiger_rules::Ending;

use super::*;
use crate::rig::on_sqlite;

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
