//! The second pass: another person types the results again and sees what differs.

use tiger_event::{PersonName, StaffRole};

use super::*;
use crate::rig::on_sqlite;

on_sqlite!(what_differs_in_a_second_pass_is_shown_and_nothing_is_changed);

fn what_differs_in_a_second_pass_is_shown_and_nothing_is_changed(app: &TestApp) {
    let hall = Hall::new(app, 6);
    hall.publish_round();
    let grid = at("/rounds/1/results");
    let second = at("/rounds/1/second");
    hall.tessa.get(&grid).expect_no_text("Second pass");
    for (board, pick) in [(1, "1:checkmate"), (2, "0:checkmate")] {
        let path = format!("/games/{}/result", hall.game(board));
        hall.post(&path, &[("pick", pick)]).expect_status(303);
    }
    hall.tessa.get(&grid).expect_text(&second);
    // What stands is not shown to whoever types it again.
    let page = hall.tessa.get(&second).expect_status(200).expect_text("Second pass of round 1");
    assert!(!page.body.contains(" selected"), "{}", page.body);
    hall.post("/rounds/1/second", &[("pick-1", "1:checkmate"), ("pick-2", "")])
        .expect_status(200)
        .expect_text("1 of 3 boards typed: what was typed is what stands.")
        .expect_text("entered by you");
    let typed = [("pick-1", "1:checkmate"), ("pick-2", "1:checkmate"), ("pick-3", "-:agreement")];
    let (other, name) = app.sign_in("arnold");
    let deputy = PersonName::parse("Arnold").unwrap();
    hall.give(EventCommand::AppointStaff { user: other, name: deputy, role: StaffRole::Arbiter });
    let version = hall.event().version;
    post(&name, "/rounds/1/second", &typed)
        .expect_status(200)
        .expect_text("3 of 3 boards typed: 2 differ from what stands.")
        .expect_text("(0 : 3), by ")
        .expect_text("no result yet")
        .expect_text(&at(&format!("/games/{}/result", hall.game(2))))
        .expect_no_text("entered by you");
    assert_eq!(hall.event().version, version);
    app.visitor().get(&second).expect_status(404);
    hall.tessa.get(&at("/rounds/2/second")).expect_status(404);
}
