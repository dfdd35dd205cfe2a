//! `/events/{slug}/games/{game}/beginning`: a game begins from another situation, and its sheets, records and clock follow.

use tiger_event::record::Checked;
use tiger_rules::GameKind;
use tiger_rules::clock::ClockSide;

use crate::rig::{Backend, key, on_sqlite};
use crate::room::Scene;

/// Siberian is to move.
const ENDGAME: &str = "3q4/8/8/8/8/8/7P/3Q4 s - - 3 41";

on_sqlite!(
    an_arbiter_looks_at_a_situation_and_lets_the_game_begin_from_it,
    a_record_must_begin_from_where_its_game_begins,
    what_is_no_beginning_is_refused,
    it_is_undone_like_any_step
);

fn begin(s: &Scene, situation: &str, reason: &str, number: u32) -> crate::rig::Answer {
    let form = [("situation", situation), ("reason", reason), ("idempotency_key", &*key(number))];
    s.arbiter.post_form(&s.path("/beginning"), &form)
}

fn an_arbiter_looks_at_a_situation_and_lets_the_game_begin_from_it(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.first.get(&s.path("/beginning")).expect_status(403);
    s.arbiter.get(&s.path("/beginning")).expect_status(200).expect_text("The game begins as usual.");
    let asked = format!("/beginning?situation={}", ENDGAME.replace(' ', "%20").replace('/', "%2F"));
    s.arbiter
        .get(&s.path(&asked))
        .expect_status(200)
        .expect_text("Bengal Pikeman, H2")
        .expect_text("Begin from it");
    assert!(s.game().beginning.is_none(), "looking changes nothing");
    begin(&s, ENDGAME, "", 1).expect_status(422).expect_text("Please fill this in.");
    begin(&s, ENDGAME, "Both agreed to play the ending on.", 2).expect_redirect(&s.path("/room#choice"));
    s.first.get(&s.path("/room")).expect_text("Both agreed to play the ending on.");
    s.arbiter.get("/events/open/ledger").expect_text("the game begins from another situation");

    // The sheet begins there: Siberian is to move, and the first move of the usual game is none.
    let sheet = s.first.get(&s.path("/scoresheet")).expect_status(200).expect_text("Siberian is to move");
    let (once, version) = (sheet.hidden("idempotency_key").unwrap(), sheet.hidden("version").unwrap());
    let form = [("idempotency_key", once.as_str()), ("version", &version), ("moves", "D8-D7 H2-H4")];
    s.first.post_form(&s.path("/scoresheet"), &form).expect_status(303);
    s.first.get(&s.path("/scoresheet")).expect_text("After ply 2, H2-H4");

    // So does the clock.
    let start = [("do", "start"), ("idempotency_key", &*key(3))];
    s.arbiter.post_form(&s.path("/clock/press"), &start).expect_status(303);
    let standings = s.app.state().clocks.of_games(s.event, &[s.game].into()).unwrap();
    assert_eq!(standings[&s.game].clock.last_reading().unwrap().turn, ClockSide::Second);
    s.arbiter.get(&s.path("/clock/book")).expect_text("Started: ");
}

fn a_record_must_begin_from_where_its_game_begins(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let record = |situation: &str, moves: &str| {
        format!(
            "[Game \"LancerChess\"]\n[Bengal \"Moor\"]\n[Siberian \"Ash\"]\n{situation}[Result \"Bengal\"]\n\
             [Termination \"concession\"]\n\n{moves} Bengal\n"
        )
    };
    let tag = format!("[Situation \"{ENDGAME}\"]\n");
    let why = |s: &Scene| match s.game().records.last().unwrap().findings.checked.clone() {
        Checked::Legal => String::new(),
        Checked::Broken { why, .. } => why,
    };
    begin(&s, ENDGAME, "Agreed.", 1).expect_status(303);
    s.hand_in_anyway(&s.first, &record("", "1. E2-E4"), 2).expect_status(303);
    assert!(why(&s).contains("add the tag [Situation"), "{}", why(&s));
    begin(&s, "", "They want to play from the start.", 3)
        .expect_status(422)
        .expect_text("A record of this game is in already");
    s.hand_in(&s.first, &record(&tag, "41... D8-D7"), 4).expect_status(303);
    assert_eq!(why(&s), "");

    let usual = Scene::new(backend, GameKind::LancerChess);
    usual.hand_in_anyway(&usual.first, &record(&tag, "41... D8-D7"), 5).expect_status(303);
    assert!(why(&usual).contains("this game began as usual"), "{}", why(&usual));
}

fn what_is_no_beginning_is_refused(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let start = "tmbqkblt/pppppppp/8/8/8/8/PPPPPPPP/TMBQKBLT b KQkq - 0 1";
    for (situation, why) in [
        ("nowhere", "This is no situation to begin from"),
        (start, "Every game of this variation begins so."),
        ("3q4/8/8/8/8/8/8/3Q4 b - - 0 1", "the game is over already"),
    ] {
        begin(&s, situation, "Agreed.", 1).expect_status(422).expect_text(why);
        let asked = format!("/beginning?situation={}", situation.replace(' ', "%20").replace('/', "%2F"));
        s.arbiter.get(&s.path(&asked)).expect_status(200).expect_text(why);
    }
    let unchosen = Scene::new(backend, GameKind::Dragon);
    begin(&unchosen, "x", "Agreed.", 2).expect_status(422).expect_text("is not chosen yet");
}

fn it_is_undone_like_any_step(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    begin(&s, ENDGAME, "Agreed.", 1).expect_status(303);
    let step = s.game().last.unwrap().step.to_string();
    let form = [("step", step.as_str()), ("idempotency_key", &*key(2))];
    s.arbiter.post_form(&s.path("/steps/undo"), &form).expect_status(303);
    assert!(s.game().beginning.is_none());
    begin(&s, ENDGAME, "Agreed after all.", 3).expect_status(303);
    begin(&s, "", "No, from the start.", 4).expect_status(303);
    assert!(s.game().beginning.is_none());
}
