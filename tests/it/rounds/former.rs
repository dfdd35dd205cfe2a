//! Boards that are no more: what was decided there is told all the same.

use tiger_event::ids::RulingId;
use tiger_event::{Reason, ResultCommand, ResultEntry, RoundCommand, Seat, Seated};
use tiger_rules::Ending;

use super::{Hall, at};
use crate::rig::{TestApp, on_both_databases};

on_both_databases!(
    what_was_ruled_at_a_board_that_is_no_more_stays_in_register_and_ledger,
    a_ruling_that_was_taken_back_says_so,
    the_ledger_of_a_moment_ends_there
);

fn reason(text: &str) -> Reason {
    Reason::parse(text).unwrap()
}

/// Board 1 is overruled, and the result taken back.
fn overruled(hall: &Hall<'_>, words: &str) {
    let game = hall.game(1);
    let result = ResultEntry::plain(Some(Seat::First), Ending::Checkmate);
    let ruling: RulingId = tiger_arbiter::clock::new_id();
    let article = None;
    hall.give(ResultCommand::Overrule {
        ruling,
        game,
        result,
        reason: reason(words),
        article,
        seen: u64::MAX,
    });
    hall.give(ResultCommand::ClearResult { game, reason: reason("Wrong seats."), seen: u64::MAX });
}

fn what_was_ruled_at_a_board_that_is_no_more_stays_in_register_and_ledger(app: &TestApp) {
    let hall = Hall::by_hand(app, 4);
    hall.publish_round();
    overruled(&hall, "The flag had not fallen.");
    let games: Vec<_> = hall.event().games_of(1).into_iter().cloned().collect();
    let [one, two] = [&games[0], &games[1]];
    let seat = |board, first, second| Seated { board, game: tiger_arbiter::clock::new_id(), first, second };
    let boards = vec![seat(1, one.first, two.second), seat(2, two.first, one.second)];
    hall.give(RoundCommand::ChangeBoards {
        round: 1,
        boards,
        byes: None,
        seen: u64::MAX,
        reason: reason("They sat there."),
    });
    let names = format!("{} – {}", hall.event().name_of(one.first), hall.event().name_of(one.second));
    let register = hall.tessa.get(&at("/rulings")).expect_text("The flag had not fallen.");
    register.expect_text(&names).expect_text("The board was changed since");
    hall.tessa.get(&at("/papers/job?paper=report")).expect_text("The flag had not fallen.");
    let ledger = hall.tessa.get(&at("/ledger"));
    let ledger = ledger.expect_text("Round 1, board 1 as it was then: ").expect_no_text("a result a result");
    // Nothing that is no more can be taken back.
    let rows = ledger.body.split("<tr>").filter(|row| row.contains("as it was then")).collect::<Vec<_>>();
    assert_eq!(rows.len(), 2, "{rows:?}");
    assert!(rows.iter().all(|row| !row.contains("take-back")), "{rows:?}");
}

fn a_ruling_that_was_taken_back_says_so(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    overruled(&hall, "The flag had not fallen.");
    hall.tessa.get(&at("/rulings")).expect_text("Taken back since");
    let result = ResultEntry::plain(None, Ending::Agreement);
    hall.give(ResultCommand::EnterResult { game: hall.game(1), result, seen: u64::MAX });
    hall.tessa.get(&at("/rulings")).expect_text("Another result stands");
}

fn the_ledger_of_a_moment_ends_there(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    let moment = hall.event().version;
    overruled(&hall, "The flag had not fallen.");
    let then = hall.tessa.get(&at(&format!("/ledger?as-of={moment}"))).expect_status(200);
    then.expect_text("Round 1 published").expect_no_text("The flag").expect_no_text("take-back");
    hall.tessa.get(&at("/ledger")).expect_text("The flag had not fallen.").expect_text("take-back");
}
