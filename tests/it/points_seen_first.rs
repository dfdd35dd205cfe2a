//! Points that stand are changed only after the change was seen: dice that come late, casts that are voided, settings.

use tiger_arbiter::ledger::OnceKey;
use tiger_event::{EventCommand, Reason, ResultCommand, ResultEntry, RoundCommand, RoundState, Seat};
use tiger_rules::{Ending, EventTable, GameKind, GamePoints, PointsTable};

use crate::rig::{Answer, Backend, on_sqlite};
use crate::room::Scene;

on_sqlite!(
    dice_that_come_late_ask_before_they_change_the_points,
    voiding_a_cast_asks_before_it_changes_the_points,
    a_form_of_the_round_that_is_older_than_the_result_changes_no_points,
    the_program_says_what_its_dice_may_come_to_before_it_casts_them,
    settings_ask_before_they_score_results_anew,
    tie_breaks_ask_before_they_change_places_of_closed_rounds,
    a_round_closes_without_dice_where_both_forms_score_the_same
);

/// Sends a form of the game, with a key of its own.
fn post(s: &Scene, path: &str, fields: &[(&str, &str)]) -> Answer {
    let key = OnceKey::new();
    let mut all = vec![("idempotency_key", key.as_str())];
    all.extend(fields);
    s.arbiter.post_form(&s.path(path), &all)
}

/// The same, after the page has asked.
fn confirm(s: &Scene, path: &str, fields: &[(&str, &str)], asked: &Answer) -> Answer {
    let confirmed = asked.confirmation().unwrap();
    let all: Vec<_> = fields.iter().copied().chain([("confirmed", confirmed.as_str())]).collect();
    post(s, path, &all)
}

fn enter(s: &Scene, winner: Option<Seat>, ending: Ending) {
    let seen = s.game().result_revision;
    let result = ResultEntry::plain(winner, ending);
    s.app.commit(s.event, ResultCommand::EnterResult { game: s.game, result, seen });
}

fn points(s: &Scene) -> [String; 2] {
    s.game().result.unwrap().points.map(GamePoints::decimal)
}

fn agree_on_open(s: &Scene) {
    post(s, "/choice", &[("asked", "open"), ("answer", "yes")]).expect_status(303);
}

fn dice_that_come_late_ask_before_they_change_the_points(backend: Backend) {
    let s = Scene::new(backend, GameKind::TigerChess);
    agree_on_open(&s);
    enter(&s, None, Ending::Agreement);
    let cup = [("faces", "3 3")];
    let asked = post(&s, "/dice/cup", &cup).expect_status(200).expect_text("Confirm the points");
    assert_eq!((points(&s), s.game().casts.len()), (["1".to_owned(), "1".to_owned()], 0));
    confirm(&s, "/dice/cup", &cup, &asked).expect_status(303);
    assert_eq!(points(&s), ["0", "0"]);
    // The ledger goes on telling what each entry was, and what came of it.
    let ledger = s.arbiter.get("/events/open/ledger").expect_status(200);
    ledger.expect_text("agreement (1 : 1)”").expect_text("(1 : 1)” becomes").expect_text("(0 : 0)”");
}

fn voiding_a_cast_asks_before_it_changes_the_points(backend: Backend) {
    let s = Scene::new(backend, GameKind::TigerChess);
    agree_on_open(&s);
    post(&s, "/dice/cup", &[("faces", "3 3")]).expect_status(303);
    enter(&s, Some(Seat::First), Ending::Concession(None));
    assert_eq!(points(&s), ["6", "0"]);
    let path = format!("/dice/{}/void", s.game().casts[0].id);
    let reason = [("reason", "A die fell off the table.")];
    let asked = post(&s, &path, &reason).expect_status(200).expect_text("Confirm the points");
    let asked = asked.expect_text("(6 : 0)").expect_text("(3 : 0)");
    assert_eq!(points(&s), ["6", "0"]);
    confirm(&s, &path, &reason, &asked).expect_status(303);
    assert_eq!(points(&s), ["3", "0"]);
    let ledger = s.arbiter.get("/events/open/ledger").expect_status(200);
    ledger.expect_text("result “Moor wins, concession (6 : 0)”").expect_text("(6 : 0)” becomes");
}

fn a_form_of_the_round_that_is_older_than_the_result_changes_no_points(backend: Backend) {
    let s = Scene::new(backend, GameKind::TigerChess);
    agree_on_open(&s);
    enter(&s, None, Ending::Agreement);
    let (key, game) = (OnceKey::new(), s.game.to_string());
    let typed = [("idempotency_key", key.as_str()), ("game-1", game.as_str()), ("step2-1", "3 3")];
    let page = s.arbiter.post_form("/events/open/rounds/1/choices", &typed).expect_status(422);
    page.expect_text("a double changes the points that stand");
    assert_eq!((points(&s), s.game().casts.len()), (["1".to_owned(), "1".to_owned()], 0));
}

fn the_program_says_what_its_dice_may_come_to_before_it_casts_them(backend: Backend) {
    let s = Scene::new(backend, GameKind::TigerChess);
    agree_on_open(&s);
    enter(&s, None, Ending::Agreement);
    post(&s, "/dice", &[]).expect_status(303);
    let path = format!("/dice/{}/cast", s.game().casts[0].id);
    let asked =
        post(&s, &path, &[]).expect_status(200).expect_text("0 : 0 if the dice are equal, otherwise 1 : 1");
    assert!(s.game().casts[0].faces().is_none());
    confirm(&s, &path, &[], &asked).expect_status(303);
    assert!(s.game().casts[0].faces().is_some());
}

fn settings_ask_before_they_score_results_anew(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    enter(&s, Some(Seat::First), Ending::Checkmate);
    let form = [
        ("name", "Merridon Open"),
        ("starts_on", "2026-11-21"),
        ("time_zone", "UTC"),
        ("game", "lancerchess"),
        ("format", "free"),
        ("rounds", "3"),
        ("points", "event"),
        ("win", "2"),
        ("draw", "1"),
        ("loss", "0"),
        ("full_bye", "2"),
        ("half_bye", "1"),
        ("version", "18446744073709551615"),
        ("idempotency_key", "0123456789abcdef0001"),
    ];
    let asked = s.arbiter.post_form("/events/open/settings", &form).expect_status(200);
    let asked = asked.expect_text("Board 1 of round 1").expect_text("(3 : 0)").expect_text("2 : 0");
    assert_eq!(points(&s), ["3", "0"]);
    let confirmed = asked.confirmation().unwrap();
    let form: Vec<_> = form.into_iter().chain([("confirmed", confirmed.as_str())]).collect();
    s.arbiter.post_form("/events/open/settings", &form).expect_status(303);
    assert_eq!(points(&s), ["2", "0"]);
    let table = EventTable { win: GamePoints::whole(2), draw: GamePoints::whole(1), loss: GamePoints::ZERO };
    assert_eq!(s.app.state().ledger.event(s.event).unwrap().settings.points, PointsTable::Event(table));
}

fn tie_breaks_ask_before_they_change_places_of_closed_rounds(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    enter(&s, None, Ending::Agreement);
    s.app.commit(s.event, RoundCommand::CloseRound { round: 1 });
    let form = [
        ("name", "Merridon Open"),
        ("starts_on", "2026-11-21"),
        ("time_zone", "UTC"),
        ("game", "lancerchess"),
        ("format", "free"),
        ("rounds", "3"),
        ("points", "game"),
        ("tie_breaks", "TPN"),
        ("nominal_counts", "on"),
        ("version", "18446744073709551615"),
        ("idempotency_key", "0123456789abcdef0001"),
    ];
    let asked = s.arbiter.post_form("/events/open/settings", &form).expect_status(200);
    let asked = asked
        .expect_text("these tie-breaks change the standings")
        .expect_text("One player has another place");
    let settings = || s.app.state().ledger.event(s.event).unwrap().settings.clone();
    assert!(settings().tie_breaks.is_empty(), "it is asked first");
    let confirmed = asked.confirmation().unwrap();
    let form: Vec<_> = form.into_iter().chain([("confirmed", confirmed.as_str())]).collect();
    s.arbiter.post_form("/events/open/settings", &form).expect_status(303);
    assert_eq!(settings().tie_breaks.len(), 1);
}

fn a_round_closes_without_dice_where_both_forms_score_the_same(backend: Backend) {
    let s = Scene::new(backend, GameKind::TigerChess);
    s.app.commit(s.event, EventCommand::ShowEvent { is_public: true });
    let close = || {
        let key = OnceKey::new();
        s.arbiter.post_form("/events/open/rounds/1/close", &[("idempotency_key", key.as_str())])
    };
    let state = || s.app.state().ledger.event(s.event).unwrap().round(1).unwrap().state;
    enter(&s, Some(Seat::First), Ending::Concession(None));
    close().expect_status(422).expect_text("the points depend on them");
    assert_eq!(state(), RoundState::Published);
    enter(&s, Some(Seat::First), Ending::Checkmate);
    close().expect_status(303);
    assert_eq!(state(), RoundState::Closed);
    s.app.commit(s.event, RoundCommand::ReopenRound { round: 1, reason: Reason::parse("A test.").unwrap() });
    enter(&s, None, Ending::Agreement);
    close().expect_status(422).expect_text("the points depend on them");
}
