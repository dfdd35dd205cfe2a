//! Players who always sit at the same board.

use super::*;
use crate::rig::on_sqlite;

on_sqlite!(who_has_a_board_of_their_own_sits_there_in_every_round);

fn who_has_a_board_of_their_own_sits_there_in_every_round(app: &TestApp) {
    let hall = Hall::new(app, 6);
    let path = format!("/entries/{}", hall.players[0]);
    let save = |board: &str| {
        let version = hall.tessa.get(&at(&path)).hidden("version").unwrap();
        hall.post(&path, &[("name", "Adder"), ("board", board), ("version", &version)])
    };
    save("the first").expect_status(422).expect_text("A board is a whole number from 1 to 9999.");
    save("2").expect_redirect(&at(&path));
    hall.tessa.get(&at(&path)).expect_text("value=\"2\"");
    hall.tessa.get(&at("/ledger")).expect_text("always at board 2");
    for round in 1..=3 {
        hall.post("/draft", &[("round", &round.to_string())]).expect_redirect(&at("/draft"));
        let board = hall.table().boards[1].clone();
        assert!([board.first, board.second].contains(&hall.players[0]), "round {round}");
        hall.tessa.get(&at("/draft")).expect_text("always sits at board 2");
        hall.give(RoundCommand::PublishRound { round, seen: u64::MAX });
        for game in hall.event().games_of(round).iter().map(|game| game.id) {
            let result = tiger_event::result::ResultEntry::plain(
                Some(tiger_event::result::Seat::First),
                tiger_rules::Ending::Checkmate,
            );
            hall.give(ResultCommand::EnterResult { game, result, seen: u64::MAX });
        }
        hall.give(RoundCommand::CloseRound { round });
    }
    app.visitor().get(&at("/players/1")).expect_no_text("always");
}
