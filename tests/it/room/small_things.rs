//! What players stumbled over in the room: answers, names, times, questions before something counts, ways back.

use tiger_arbiter::services::programs::{self, Scope};
use tiger_event::result::Source;
use tiger_event::{
    CastState, ChoiceCommand, EventCommand, Label, ResultCommand, ResultEntry, RoundCommand, Seat, Speaker,
};
use tiger_rules::{Answer, Ending, GameKind};

use super::{Scene, committed, dragon, lancer_record};
use crate::rig::{Backend, key, on_sqlite};

on_sqlite!(
    a_player_can_agree_with_what_the_opponents_record_shows,
    moves_that_end_the_game_need_no_word_behind_them,
    a_record_comes_in_when_its_round_is_closed_as_long_as_it_agrees,
    a_record_that_an_arbiter_chose_is_its_writers,
    a_record_is_published_with_the_result_that_stands,
    a_report_that_waits_is_told_to_everybody_who_waits_for_it,
    room_and_transcript_tell_the_same_times_of_a_cast,
    a_seer_counts_after_a_question_and_not_on_the_others_time,
    a_refused_word_stays_in_its_field,
    a_file_that_is_too_large_leads_back_to_its_form,
    after_the_end_on_the_sheet_nobody_is_to_move,
    after_a_concession_the_sheet_is_handed_in_with_it,
    queue_and_room_say_the_same_of_a_claim,
    the_last_step_is_named_before_it_is_undone,
    what_waits_for_a_player_stands_first_and_the_pages_are_live
);

const MATE: &str = "C2-C3 G8-G6 B1-D3 D7-D6 B2-B4 E7-E6 D3-F5 E8-A4";

fn a_player_can_agree_with_what_the_opponents_record_shows(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.hand_in(&s.first, &lancer_record("Siberian", "checkmate", MATE), 1).expect_status(303);
    let room = s.second.get(&s.path("/room")).expect_text("Do you agree?").expect_text("Yes, that is right");
    let (result, confirmed) = (room.hidden("result").unwrap(), room.hidden("confirmed").unwrap());
    let fields = [("result", &*result), ("confirmed", &confirmed), ("idempotency_key", &key(2))];
    s.second.post_form(&s.path("/report"), &fields).expect_status(303);
    s.second.get(&s.path("/room")).expect_no_text("Do you agree?");
    let game = s.game();
    assert!(matches!(game.result.as_ref().unwrap().source, Source::Record { .. }), "it stands as it did");
    assert!(game.report(Seat::Second).is_some());
}

fn moves_that_end_the_game_need_no_word_behind_them(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    // Where they do not, nobody guesses what became of the game.
    s.hand_in(&s.first, "1. E2-E4 E7-E5", 1).expect_status(422).expect_text(
        "The text does not say how the game ended. Write it behind the moves: <code>Bengal wins</code>",
    );
    s.hand_in(&s.first, &format!("{MATE} ; a fine end"), 2).expect_status(303);
    let game = s.game();
    assert_eq!(game.result.unwrap().entry, ResultEntry::plain(Some(Seat::Second), Ending::Checkmate));
    let file = s.first.get(&s.path(&format!("/records/{}.tgr", game.records[0].id)));
    file.expect_text("[Result \"Siberian\"]").expect_text("E8-A4 ; a fine end\nSiberian");
}

fn a_record_comes_in_when_its_round_is_closed_as_long_as_it_agrees(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.write(&s.first, MATE).expect_status(303);
    let result = ResultEntry::plain(Some(Seat::Second), Ending::Checkmate);
    s.app.commit(s.event, ResultCommand::EnterResult { game: s.game, result, seen: u64::MAX });
    s.app.commit(s.event, RoundCommand::CloseRound { round: 1 });
    let closed = s.game();
    let other = lancer_record("Bengal", "concession", "1. E2-E4 E7-E5");
    let refused = s.hand_in(&s.second, &other, 1).expect_status(422);
    refused.expect_text("Round 1 is closed, and this record does not agree with what stands there.");
    s.first.get(&s.path("/scoresheet")).expect_text("The board shows the end").expect_text("Hand it in");
    s.first.get(&s.path("/room")).expect_text("Paste the record");
    s.hand_in(&s.first, MATE, 2).expect_status(303);
    let other = MATE.replace("B2-B4", "A2-A3");
    s.hand_in(&s.second, &lancer_record("Siberian", "concession", &other), 3).expect_status(422);
    let game = s.game();
    assert_eq!((game.records.len(), &game.result, game.disputes.len()), (1, &closed.result, 0));
    assert_eq!(s.app.state().ledger.verify(s.event).unwrap().faults, vec![]);
}

fn a_record_that_an_arbiter_chose_is_its_writers(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.hand_in(&s.first, &lancer_record("Bengal", "concession", "1. E2-E4 E7-E5"), 1).expect_status(303);
    s.hand_in(&s.second, &lancer_record("Bengal", "concession", "1. D2-D4 E7-E5"), 2).expect_status(303);
    let chosen = s.game().records[1].id;
    let fields = [("version", "0"), ("idempotency_key", &*key(3))];
    s.arbiter.post_form(&s.path(&format!("/records/{chosen}/use")), &fields).expect_status(303);
    s.first.get(&s.path("/room")).expect_text("From the record of ash, chosen by tessa");
}

fn a_record_is_published_with_the_result_that_stands(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.app.commit(s.event, EventCommand::ShowEvent { is_public: true });
    s.hand_in(&s.first, &lancer_record("Bengal", "concession", "1. E2-E4 E7-E5"), 1).expect_status(303);
    let fields = [("words", "We agreed a draw."), ("idempotency_key", &*key(2))];
    s.second.post_form(&s.path("/dispute"), &fields).expect_status(303);
    let fields = [("pick", "-:agreement"), ("version", "0"), ("idempotency_key", &*key(3))];
    s.arbiter.post_and_confirm(&s.path("/result"), &fields).expect_status(303);
    let file = s.app.visitor().get(&s.path(".tgr")).expect_status(200);
    file.expect_text("[Result \"Draw\"]")
        .expect_text("[Termination \"agreement\"]")
        .expect_no_text("concession");
}

fn a_report_that_waits_is_told_to_everybody_who_waits_for_it(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let fields = [("result", "0:concession"), ("idempotency_key", &*key(1))];
    s.first.post_and_confirm(&s.path("/report"), &fields).expect_status(303);
    s.arbiter.get("/events/open/queue").expect_text("Ash has not answered yet.");
    s.second.get(&s.path("/room")).expect_text("says whether the reported result is right.");
    s.second.get(&s.path("/scoresheet")).expect_text("Moor reports: ");
}

fn room_and_transcript_tell_the_same_times_of_a_cast(backend: Backend) {
    let s = Scene::new(backend, GameKind::TigerChess);
    s.app.commit(s.event, EventCommand::ShowEvent { is_public: true });
    let cast = committed(&s);
    // The dice are cast in another minute than that of the commitment.
    let id = cast.id;
    s.arbiter
        .post_form(&s.path(&format!("/dice/{id}/cast")), &[("idempotency_key", &key(5))])
        .expect_status(303);
    let zone = s.app.state().ledger.event(s.event).unwrap().settings.time_zone;
    let CastState::Cast { at, .. } = s.game().casts[0].state.clone() else { panic!("it is cast") };
    let at = at.with_timezone(&zone).format("%-d %B %Y, %H:%M").to_string();
    s.first.get(&s.path("/room")).expect_text(&format!("cast {at}")).expect_text("By the program, committed");
    s.app.visitor().get(&s.path(&format!("/dice/{id}"))).expect_text(&format!("<dt>Cast</dt><dd>{at}</dd>"));
}

fn a_seer_counts_after_a_question_and_not_on_the_others_time(backend: Backend) {
    let s = dragon(backend);
    s.first
        .get(&s.path("/room"))
        .expect_text("This will be consultation 1 of 3. Is it Moor’s move?")
        .expect_text("Yes, count it");
    let start = [("do", "start"), ("idempotency_key", &*key(1))];
    s.arbiter.post_form(&s.path("/clock/press"), &start).expect_status(303);
    let seer = |browser: &crate::rig::Browser, number: u32| {
        browser.post_form(&s.path("/steps/seer"), &[("idempotency_key", &key(number))])
    };
    seer(&s.second, 2).expect_status(422).expect_text("it is not the Forest Overlord&#39;s move");
    // Nor does a program of theirs say whose move it is.
    let ash = s.app.state().ledger.event(s.event).unwrap().entry(s.game().second).unwrap().speaker;
    let Speaker::Taken { user } = ash else { panic!("Ash has an account") };
    let until = chrono::Utc::now() + chrono::TimeDelta::days(1);
    let name = Label::parse("bot").unwrap();
    let token = programs::make(&s.app.state().db, user, &name, &[Scope::Results], until).unwrap();
    let bearer = format!("Bearer {}", token.reveal());
    let headers = [("authorization", &*bearer), ("idempotency-key", "a-seer-is-consulted")];
    let consult = serde_json::json!({"do": "consult_seer", "game": s.game, "player": 1, "turn": null});
    s.app
        .visitor()
        .post_with("/api/v1/events/open/commands", &headers, &consult.to_string())
        .expect_status(422)
        .expect_text("it is not the Forest Overlord's move");
    seer(&s.first, 3).expect_status(303);
    assert_eq!([Seat::First, Seat::Second].map(|seat| s.game().protocol.consulted(seat)), [1, 0]);
}

fn a_refused_word_stays_in_its_field(backend: Backend) {
    let s = Scene::new(backend, GameKind::TigerChess);
    let cast = committed(&s);
    let word = "w".repeat(80);
    let fields = [("word", &*word), ("player", "0"), ("idempotency_key", &*key(3))];
    let page = s.first.post_form(&s.path(&format!("/dice/{}/word", cast.id)), &fields).expect_status(422);
    page.expect_text(&format!("value=\"{word}\"")).expect_text("The word: ");
}

fn a_file_that_is_too_large_leads_back_to_its_form(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let limit = s.app.state().config.upload_limit;
    let file = ("file", "a.tgr", &*vec![b'x'; limit + 1]);
    let page = s.first.post_file(&s.path("/records"), &[("idempotency_key", &key(1))], file);
    page.expect_status(413).expect_text(&format!("href=\"{}\"", s.path("/room#records")));
}

fn after_the_end_on_the_sheet_nobody_is_to_move(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.write(&s.first, MATE).expect_status(303);
    s.first
        .get(&s.path("/room"))
        .expect_text("is over by the moves on file")
        .expect_no_text("is to move, by");
}

fn after_a_concession_the_sheet_is_handed_in_with_it(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.write(&s.first, "E2-E4 E7-E5").expect_status(303);
    let concede = [("offer", "concession"), ("idempotency_key", &*key(1))];
    s.second.post_and_confirm(&s.path("/steps/offer"), &concede).expect_status(303);
    assert!(s.game().result.is_some());
    let sheet = s.first.get(&s.path("/scoresheet")).expect_no_text("How it ended");
    sheet.expect_text("Moor wins, concession").expect_text("The result stands already");
    s.hand_in_sheet(&s.first, "1:concession").expect_status(303);
    assert!(s.game().disputes.is_empty() && s.game().records.len() == 1);
}

fn queue_and_room_say_the_same_of_a_claim(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let claim = [("claim", "fifty-moves"), ("idempotency_key", &*key(1))];
    s.first.post_form(&s.path("/steps/claim"), &claim).expect_status(303);
    s.write(&s.first, "E2-E4 E7-E5").expect_status(303);
    let told = "When it was made there were no moves on file to check it by.";
    s.arbiter.get("/events/open/queue").expect_text(told);
    s.arbiter
        .get(&s.path("/room"))
        .expect_text(told)
        .expect_text("By the moves on file now: by the scoresheet");
}

fn the_last_step_is_named_before_it_is_undone(backend: Backend) {
    let s = Scene::new(backend, GameKind::Dragon);
    s.app.commit(
        s.event,
        ChoiceCommand::AnswerChoice {
            game: s.game,
            answer: Answer::Knights(tiger_rules::Knights::Pike),
            asked: None,
        },
    );
    let room = s.arbiter.get(&s.path("/room"));
    room.expect_text("Last step: <strong>the Pike asked for</strong>")
        .expect_text("Undo this step: the Pike asked for?");
}

fn what_waits_for_a_player_stands_first_and_the_pages_are_live(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let offer = [("offer", "draw"), ("idempotency_key", &*key(1))];
    s.first.post_form(&s.path("/steps/offer"), &offer).expect_status(303);
    let version = s.app.state().ledger.event(s.event).unwrap().version;
    let room = s.second.get(&s.path("/room"));
    let place = |text: &str| room.body.find(text).unwrap_or_else(|| panic!("no {text} in {}", room.body));
    assert!(place("Moor offers a draw; Ash answers.") < place("Due now"));
    let stream = format!("data-live-url=\"/events/open/live?inside=yes&#38;seen={version}");
    let of_game = format!("{stream}&#38;game={}\"", s.game);
    assert!(room.body.contains(&of_game) && room.body.contains("data-waits="), "{}", room.body);
    let own = s.second.get("/events/open/me").expect_text(&format!("{stream}\""));
    own.expect_text("Moor offers a draw.").expect_text("/room#waiting\">Answer in the game room");
    s.first.get("/events/open/me").expect_no_text("offers a draw");
}
