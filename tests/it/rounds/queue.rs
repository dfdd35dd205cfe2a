use super::*;
use crate::rig::on_sqlite;
use tiger_event::{ResultEntry, Seat};
use tiger_rules::Ending;

on_sqlite!(a_dispute_waits_with_both_versions_until_it_is_decided);

fn a_dispute_waits_with_both_versions_until_it_is_decided(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.tessa.get(&at("/queue")).expect_status(200).expect_text("Nothing waits");
    hall.publish_round();
    let report = |player, winner| {
        Command::Result(ResultCommand::ReportResult {
            game: hall.game(1),
            player,
            result: ResultEntry::plain(Some(winner), Ending::Checkmate),
        })
    };
    hall.give(report(Seat::First, Seat::First));
    hall.give(report(Seat::Second, Seat::Second));
    hall.tessa
        .get(&at("/queue"))
        .expect_status(200)
        .expect_text("reports: Adder wins, checkmate")
        .expect_text("reports: Dingo wins, checkmate")
        .expect_text("Round 1, board 2");
    hall.tessa.get(&at("/desk")).expect_text("Settle a dispute");
    hall.tessa.get(&at("/rounds/1/results")).expect_text("Disputed");
    hall.post("/rounds/1/close", &[]).expect_status(422).expect_text("A dispute waits for a decision.");
    let path = format!("/games/{}/overrule", hall.game(1));
    hall.post(&path, &[("pick", "1:checkmate"), ("reason", "The board shows it.")]).expect_status(303);
    hall.tessa.get(&at("/queue")).expect_text("Nobody disagrees.").expect_no_text("Round 1, board 1");
    hall.tessa.get(&at("/rounds")).expect_status(200).expect_text("1 of 2");
}
