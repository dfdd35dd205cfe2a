use tiger_arbiter::ledger::{OnceKey, Order};
use tiger_event::{Actor, AppealCommand, PersonName, Reason, ResultEntry, Seat, Settings, StaffRole};
use tiger_rules::Ending;

use super::*;
use crate::rig::{key, on_both_databases, on_sqlite};

on_both_databases!(players_who_came_by_a_link_stay_a_day_after_their_event);
on_sqlite!(
    the_desk_leads_through_the_day,
    the_event_is_published_and_hidden_by_its_chief,
    an_event_with_an_open_round_is_not_finished,
    the_running_round_is_found_while_an_earlier_one_is_open_again,
    a_round_robin_keeps_what_it_has_played_when_its_settings_change,
    what_is_still_open_is_said_before_an_event_is_finished
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

fn the_running_round_is_found_while_an_earlier_one_is_open_again(app: &TestApp) {
    let hall = swiss::drafted(app, 4);
    swiss::play_and_draft(&hall, 1);
    hall.post("/draft/publish", &[]).expect_redirect(&at("/rounds/2/results"));
    let told = "results in, it is being played";
    hall.tessa.get(&at("/desk")).expect_text("Collect the results of round 2").expect_no_text(told);
    hall.post("/rounds/1/reopen", &[("reason", "Misread.")]).expect_status(303);
    hall.tessa
        .get(&at("/desk"))
        .expect_text("Close round 1</")
        .expect_text(told)
        .expect_text(&format!("href=\"{}\"", at("/rounds/2/results")));
}

fn a_round_robin_keeps_what_it_has_played_when_its_settings_change(app: &TestApp) {
    let hall = Hall::new(app, 4);
    let settings = |change: fn(&mut Settings)| {
        let mut settings = hall.event().settings;
        change(&mut settings);
        let order = Order::new(Actor::Program, hall.event, EventCommand::change_settings(settings, u64::MAX));
        app.state().ledger.commit(&order).map(|_| ()).map_err(|error| error.to_string())
    };
    // The number of players says how many rounds there are, whatever was typed once.
    assert_eq!(settings(|it| it.rounds = 1), Ok(()));
    for round in 1..=2 {
        hall.post("/draft", &[("round", &round.to_string()), ("start", "proposal")]).expect_status(303);
        hall.give(RoundCommand::PublishRound { round, seen: u64::MAX });
        for game in hall.event().games_of(round) {
            let result = ResultEntry::plain(Some(Seat::First), Ending::Checkmate);
            hall.give(ResultCommand::EnterResult { game: game.id, result, seen: 0 });
        }
        assert_eq!(settings(|it| it.players_report = !it.players_report), Ok(()), "round {round}");
        hall.give(RoundCommand::CloseRound { round });
    }
    // Players count on the points of rounds that are closed.
    let refused = settings(|it| it.nominal_counts = !it.nominal_counts).unwrap_err();
    assert!(
        refused.starts_with("The points can only be changed before the first round is closed"),
        "{refused}"
    );
}

fn an_event_with_an_open_round_is_not_finished(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    hall.post("/desk/finish", &[("finished", "yes")])
        .expect_status(422)
        .expect_text("Round 1 is not closed yet.");
    assert!(!hall.event().is_finished);
}

fn what_is_still_open_is_said_before_an_event_is_finished(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    for game in hall.event().games_of(1).iter().map(|game| game.id) {
        let result = ResultEntry::plain(Some(Seat::First), Ending::Checkmate);
        hall.give(ResultCommand::EnterResult { game, result, seen: u64::MAX });
    }
    let appeals = format!("/games/{}/appeals", hall.game(2));
    let player = hall.event().game(hall.game(2)).unwrap().first.to_string();
    hall.post(&appeals, &[("player", &player), ("against", "result"), ("words", "The mate was none.")]);
    let other =
        [("player", &*player), ("number", "4"), ("against", "result"), ("words", "Nor was the other.")];
    hall.post(&appeals, &other).expect_status(422).expect_text("Either one of the two players");
    hall.give(RoundCommand::CloseRound { round: 1 });
    let once = OnceKey::new();
    let form = [("finished", "yes"), ("idempotency_key", once.as_str())];
    let asked = hall.tessa.post_form(&at("/desk/finish"), &form).expect_status(200);
    let asked =
        asked.expect_text("Finish the event?").expect_text("Rounds 2 to 3 are planned and not played.");
    asked.expect_text("Round 1, board 2: ").expect_text("appeals: The mate was none.");
    assert!(!hall.event().is_finished);
    let step = hall.event().game(hall.game(2)).unwrap().protocol.appeals[0].step;
    let words = Reason::parse("There was a way out.").unwrap();
    let (game, members) = (hall.game(2), vec![PersonName::parse("Wise, Will").unwrap()]);
    hall.give(AppealCommand::DecideAppeal { game, step, is_upheld: true, words, members });
    let asked = hall.tessa.post_form(&at("/desk/finish"), &form).expect_status(200);
    let asked = asked.expect_text("was upheld, and no ruling has followed.");
    let reason = Reason::parse("To rule.").unwrap();
    hall.give(RoundCommand::ReopenRound { round: 1, reason });
    hall.tessa
        .get(&at("/queue"))
        .expect_text("was upheld, and no ruling has followed.")
        .expect_text("Rule on it");
    hall.give(RoundCommand::CloseRound { round: 1 });
    // Once it has been read, it is done.
    let confirmed = asked.confirmation().unwrap();
    let form = [form[0], form[1], ("confirmed", &*confirmed)];
    hall.tessa.post_form(&at("/desk/finish"), &form).expect_redirect(&at("/desk"));
    assert!(hall.event().is_finished);
    hall.tessa.get(&at("/entries")).expect_text("The event is finished: players, rounds and results");
    // And what is refused then names the button that is there.
    let refused = hall.post("/desk/announce", &[("announcement", "Prizes at six")]).expect_status(422);
    refused.expect_text("press “Take up again” at the desk first").expect_text("Take up again</button>");
}

fn players_who_came_by_a_link_stay_a_day_after_their_event(app: &TestApp) {
    use diesel::connection::SimpleConnection;
    use tiger_arbiter::clock::{new_id, now};
    use tiger_arbiter::db::{self, DbError};

    let (chief, tessa) = app.sign_in("tessa");
    let [open, other] = ["open", "other"].map(|slug| app.add_event(slug, chief));
    let came_by_link = |name| {
        let id = new_id();
        let user =
            db::users::NewUser { id, login: None, name, password_hash: None, is_admin: false, at: now() };
        app.state().db.write(|db| db::users::insert(db, &user)).unwrap();
        id
    };
    let [moor, ash] = ["Moor", "Ash"].map(came_by_link);
    let vale = app.add_user("vale", false);
    let players = app.add_entries(open, &["Moor", "Ash", "Vale"]);
    app.speak_for(open, players[0], moor);
    app.speak_for(open, players[1], ash);
    app.speak_for(open, players[2], vale);
    app.speak_for(other, app.add_entries(other, &["Ash"])[0], ash);
    let browsers = [moor, ash, vale].map(|user| app.signed_in(user));
    // In tests sessions last a day, so that nothing could be seen.
    let sql = "UPDATE sessions SET expires_at = '2099-01-01 00:00:00', created_at = '2098-01-01 00:00:00'";
    app.state().db.read(|db| Ok::<_, DbError>(db.batch_execute(sql)?)).unwrap();
    let finish = [("finished", "yes"), ("idempotency_key", &*key(1))];
    tessa.post_and_confirm("/events/open/desk/finish", &finish).expect_redirect("/events/open/desk");
    let ends = |user| app.state().db.read(|db| db::sessions::list_of(db, user)).unwrap()[0].expires_at;
    let in_a_day = now() + chrono::TimeDelta::hours(25);
    assert!(ends(moor) < in_a_day, "nobody needs it any more");
    assert!(ends(ash) > in_a_day, "the other event goes on");
    assert!(ends(vale) > in_a_day, "who has a password comes as before");
    let goes_on = [("finished", "no"), ("idempotency_key", &*key(2))];
    tessa.post_form("/events/open/desk/finish", &goes_on).expect_redirect("/events/open/desk");
    assert!(ends(moor) > in_a_day, "it was finished by mistake");
    browsers[0].get("/account").expect_status(200);
    // Whoever takes the entry back in the ledger says the same.
    let again = [("finished", "yes"), ("idempotency_key", &*key(3))];
    tessa.post_and_confirm("/events/open/desk/finish", &again).expect_redirect("/events/open/desk");
    assert!(ends(moor) < in_a_day);
    let end = app.state().ledger.event(open).unwrap().version;
    let reason = [("reason", "Not yet."), ("idempotency_key", &*key(4))];
    tessa.post_form(&format!("/events/open/ledger/{end}/take-back"), &reason).expect_status(303);
    assert!(ends(moor) > in_a_day, "it was finished by mistake");
}
