use tiger_event::permission::StaffRole;
use tiger_event::text::PersonName;

use super::*;
use crate::rig::on_sqlite;

on_sqlite!(
    the_desk_leads_through_the_day,
    the_event_is_published_and_hidden_by_its_chief,
    an_event_with_an_open_round_is_not_finished
);

fn the_desk_leads_through_the_day(app: &TestApp) {
    let hall = Hall::new(app, 2);
    let desk = || hall.tessa.get(&at("/desk")).expect_status(200);
    desk().expect_text("Draft the pairing").expect_text("2 players are not checked in yet.");
    hall.post("/draft", &[("round", "1"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    desk().expect_text("Open the draft");
    hall.post("/draft/publish", &[]).expect_redirect(&at("/rounds/1/results"));
    desk().expect_text("Collect the results of round 1").expect_text("One board is open.");
    let game = hall.game(1).to_string();
    let row = [
        ("save", "all"),
        ("game-1", game.as_str()),
        ("was-1", ""),
        ("seen-1", "0"),
        ("pick-1", "1:checkmate"),
    ];
    hall.post("/rounds/1/results", &row).expect_status(303);
    desk().expect_text("Close round 1</");
    hall.post("/rounds/1/close", &[]).expect_redirect(&at("/desk"));
    desk().expect_text("Finish the event");
    hall.post("/desk/finish", &[("finished", "yes")]).expect_redirect(&at("/desk"));
    desk().expect_text("The event is finished");
    assert!(hall.event().is_finished);
}

fn the_event_is_published_and_hidden_by_its_chief(app: &TestApp) {
    let hall = Hall::new(app, 2);
    let (deputy, second) = app.sign_in("deputy");
    let name = PersonName::parse("Deputy").unwrap();
    hall.give(EventCommand::AppointStaff { user: deputy, name, role: StaffRole::Arbiter });
    post(&second, "/desk/show", &[("public", "yes")])
        .expect_status(403)
        .expect_text("Only the chief arbiter");
    second.get(&at("/desk")).expect_status(200).expect_no_text("Publish event");
    hall.post("/desk/show", &[("public", "yes")]).expect_redirect(&at("/desk"));
    assert!(hall.event().is_public);
    hall.tessa.get(&at("/desk")).expect_text("Everybody can see the event now.").expect_text("Hide event");
    hall.post("/desk/show", &[("public", "no")]).expect_redirect(&at("/desk"));
    assert!(!hall.event().is_public);
}

fn an_event_with_an_open_round_is_not_finished(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    hall.post("/desk/finish", &[("finished", "yes")])
        .expect_status(422)
        .expect_text("Round 1 is not closed yet.");
    assert!(!hall.event().is_finished);
}
