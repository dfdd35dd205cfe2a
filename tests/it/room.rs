//! `/events/{slug}/games/{game}/room` and what is below it; `/events/{slug}/me`.

mod own_answers;
mod small_things;
mod typed_wrong;

use tiger_arbiter::ledger::Order;
use tiger_event::dice::{Cast, Transcript};
use tiger_event::result::Source;
use tiger_event::{
    Actor, Bytes32, CastState, ChoiceCommand, Command, EntryCommand, EventCommand, EventId, Format, Game,
    GameId, Reason,
};
use tiger_rules::{Answer, Ending, GameKind, Knights};

use crate::rig::{Backend, Browser, TestApp, key, on_both_databases, on_sqlite};

/// A published game between Moor, who moves first, and Ash.
pub(crate) struct Scene {
    pub(crate) app: TestApp,
    pub(crate) event: EventId,
    pub(crate) game: GameId,
    pub(crate) arbiter: Browser,
    pub(crate) first: Browser,
    pub(crate) second: Browser,
}

impl Scene {
    pub(crate) fn new(backend: Backend, kind: GameKind) -> Self {
        let app = TestApp::start(backend);
        let (chief, arbiter) = app.sign_in("tessa");
        let event = app.add_event_with("open", chief, |it| (it.game, it.format) = (kind, Format::Free));
        let players = app.add_entries(event, &["Moor", "Ash"]);
        let game = app.publish_pairs(event, &players)[0];
        let [first, second] = [("moor", players[0]), ("ash", players[1])].map(|(login, entry)| {
            let (user, browser) = app.sign_in(login);
            app.speak_for(event, entry, user);
            browser
        });
        Self { app, event, game, arbiter, first, second }
    }

    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/events/open/games/{}{rest}", self.game)
    }

    pub(crate) fn game(&self) -> Game {
        self.app.state().ledger.event(self.event).unwrap().games.get(&self.game).unwrap().clone()
    }

    /// Hands a record in that the rules refuse, all the same.
    pub(crate) fn hand_in_anyway(&self, browser: &Browser, text: &str, number: u32) -> crate::rig::Answer {
        let fields = [("text", text), ("anyway", "yes"), ("idempotency_key", &*key(number))];
        browser.post_form(&self.path("/records"), &fields)
    }

    /// Hands a record in as pasted text.
    pub(crate) fn hand_in(&self, browser: &Browser, text: &str, number: u32) -> crate::rig::Answer {
        browser.post_file(
            &self.path("/records"),
            &[("text", text), ("idempotency_key", &key(number))],
            ("file", "", b""),
        )
    }
}

/// A LancerChess record; `moves` is the movetext with its result.
pub(crate) fn lancer_record(result: &str, termination: &str, moves: &str) -> String {
    format!(
        "[Game \"LancerChess\"]\n[Bengal \"Moor\"]\n[Siberian \"Ash\"]\n[Result \"{result}\"]\n\
         [Termination \"{termination}\"]\n\n{moves} {result}\n"
    )
}

on_both_databases!(
    the_program_casts_so_that_anybody_can_check_it,
    a_legal_record_that_ends_on_the_board_is_the_result,
    two_different_records_wait_for_the_arbiter,
    one_hand_does_not_use_up_the_records_of_another
);
on_sqlite!(
    a_word_counts_only_from_the_player_who_has_an_account,
    a_cast_voided_before_the_throw_shows_its_secret,
    dice_from_a_cup_are_confirmed_by_both,
    casts_are_confirmed_and_voided_by_the_forms_of_the_page_as_they_stand,
    a_result_stands_when_both_report_the_same,
    an_illegal_record_is_kept_and_asks_the_arbiter,
    what_a_record_claims_waits_for_the_other_player,
    a_record_that_goes_on_after_a_truce_waits_for_the_arbiter_who_may_let_it_stand,
    strangers_do_not_come_into_the_room,
    a_tigerchess_record_is_held_against_the_dice_on_file
);

fn the_program_casts_so_that_anybody_can_check_it(backend: Backend) {
    let s = Scene::new(backend, GameKind::TigerChess);
    s.arbiter
        .get(&s.path("/room"))
        .expect_status(200)
        .expect_text("Do both players agree on the Open variation?");
    s.first.get(&s.path("/room")).expect_status(200).expect_text("The arbiter asks");
    let answer = [("asked", "open"), ("answer", "maybe"), ("idempotency_key", &*key(1))];
    s.arbiter
        .post_form(&s.path("/choice"), &answer)
        .expect_status(422)
        .expect_text("Choose one of the answers.");
    let answer = [("asked", "open"), ("answer", "yes"), ("idempotency_key", &*key(2))];
    s.arbiter.post_form(&s.path("/choice"), &answer).expect_status(303);
    s.arbiter.post_form(&s.path("/dice"), &[("idempotency_key", &key(3))]).expect_status(303);
    let cast = s.game().casts[0].clone();
    let commitment = cast.commitment.unwrap().to_string();
    let visitor = s.app.visitor();
    visitor.get(&s.path(&format!("/dice/{}", cast.id))).expect_status(404);
    s.app.commit(s.event, EventCommand::ShowEvent { is_public: true });
    visitor.get(&s.path(&format!("/dice/{}", cast.id))).expect_status(200).expect_text(&commitment);
    visitor.get(&s.path(&format!("/dice/{}.json", cast.id))).expect_status(404);
    let word = [("word", "forest"), ("player", "1"), ("idempotency_key", &*key(4))];
    s.first.post_form(&s.path(&format!("/dice/{}/word", cast.id)), &word).expect_status(303);
    assert_eq!(
        s.game().casts[0].words[0].as_ref().unwrap().said().as_str(),
        "forest",
        "one's own seat counts, not the form's"
    );
    s.first
        .post_form(&s.path(&format!("/dice/{}/cast", cast.id)), &[("idempotency_key", &key(5))])
        .expect_status(403);
    s.arbiter
        .post_form(&s.path(&format!("/dice/{}/cast", cast.id)), &[("idempotency_key", &key(6))])
        .expect_status(303);
    let file = visitor.get(&s.path(&format!("/dice/{}.json", cast.id))).expect_status(200);
    let transcript: Transcript = serde_json::from_str(&file.body).unwrap();
    assert_eq!(transcript.verify(transcript.commitment.into()), Ok(()));
    assert!(transcript.verify(Some(Bytes32::digest(b"another"))).is_err());
    assert_eq!(transcript.first_word_entered.as_deref(), Some("by the player"));
    assert_eq!(transcript.commitment.to_string(), commitment);
    let mut forged = transcript;
    forged.faces[0] = forged.faces[0] % 6 + 1;
    assert!(forged.verify(None).is_err());
    assert!(s.game().variation(GameKind::TigerChess).is_some());
    let reason = [("reason", "the table was bumped"), ("idempotency_key", &*key(7))];
    s.arbiter.post_form(&s.path(&format!("/dice/{}/void", cast.id)), &reason).expect_status(303);
    s.arbiter.get(&s.path("/room")).expect_text("the table was bumped").expect_text("Voided");
    assert_eq!(s.game().casts.len(), 1, "a cast never disappears");
    assert!(s.game().variation(GameKind::TigerChess).is_none());
}

/// The program is committed to the first die of the game.
fn committed(s: &Scene) -> Cast {
    let answer = [("asked", "open"), ("answer", "yes"), ("idempotency_key", &*key(1))];
    s.arbiter.post_form(&s.path("/choice"), &answer).expect_status(303);
    s.arbiter.post_form(&s.path("/dice"), &[("idempotency_key", &key(2))]).expect_status(303);
    s.game().casts[0].clone()
}

fn a_word_counts_only_from_the_player_who_has_an_account(backend: Backend) {
    let s = Scene::new(backend, GameKind::TigerChess);
    let cast = committed(&s);
    let path = s.path(&format!("/dice/{}/word", cast.id));
    let word = |seat: &str, number: u32| {
        s.arbiter.post_form(&path, &[("word", "oak"), ("player", seat), ("idempotency_key", &key(number))])
    };
    word("0", 3).expect_status(403).expect_text("Moor has an account and enters the word there");
    word("1", 4).expect_status(403);
    assert_eq!(s.game().casts[0].words, [None, None]);
    s.arbiter.get(&s.path("/room")).expect_no_text("A word of Moor").expect_text("Moor may add a word");
    // Without an account there is only the arbiter's hand, and the transcript says whose it was.
    let event = s.app.state().ledger.event(s.event).unwrap();
    let entry = event.game(s.game).unwrap().second;
    s.app.commit(s.event, EntryCommand::DismissSpeaker { entry });
    s.arbiter.get(&s.path("/room")).expect_text("A word of Ash");
    word("1", 5).expect_status(303);
    let transcript = s.path(&format!("/dice/{}", cast.id));
    s.arbiter.get(&transcript).expect_text("oak, entered by tessa for the player");
    assert_eq!(s.app.state().ledger.verify(s.event).unwrap().faults, vec![]);
}

fn a_cast_voided_before_the_throw_shows_its_secret(backend: Backend) {
    let s = Scene::new(backend, GameKind::TigerChess);
    let cast = committed(&s);
    let hidden = Command::from(ChoiceCommand::VoidCast {
        game: s.game,
        cast: cast.id,
        reason: Reason::parse("I do not like it.").unwrap(),
        secret: None,
    });
    let refused = s.app.state().ledger.commit(&Order::new(Actor::Program, s.event, hidden));
    assert!(refused.unwrap_err().to_string().contains("reveals its secret"));
    let wrong = Command::from(ChoiceCommand::VoidCast {
        game: s.game,
        cast: cast.id,
        reason: Reason::parse("I do not like it.").unwrap(),
        secret: Some(Bytes32([7; 32])),
    });
    let refused = s.app.state().ledger.commit(&Order::new(Actor::Program, s.event, wrong));
    assert!(refused.unwrap_err().to_string().contains("does not fit the commitment"));
    let reason = [("reason", "the table was bumped"), ("idempotency_key", &*key(3))];
    s.arbiter.post_form(&s.path(&format!("/dice/{}/void", cast.id)), &reason).expect_status(303);
    let page = s.arbiter.get(&s.path(&format!("/dice/{}", cast.id))).expect_status(200);
    let secret = s.game().casts[0].revealed.unwrap();
    assert_eq!(Some(Bytes32::digest(&secret.0)), cast.commitment);
    page.expect_text(&secret.to_string()).expect_text("voided before the dice were cast");
    let file = s.arbiter.get(&s.path(&format!("/dice/{}.json", cast.id))).expect_status(200);
    let transcript: Transcript = serde_json::from_str(&file.body).unwrap();
    assert_eq!((transcript.verify(cast.commitment), transcript.cast_at), (Ok(()), None));
    assert!(s.game().variation(GameKind::TigerChess).is_none());
    assert_eq!(s.app.state().ledger.verify(s.event).unwrap().faults, vec![]);
}

fn dice_from_a_cup_are_confirmed_by_both(backend: Backend) {
    let s = Scene::new(backend, GameKind::TigerChess);
    s.arbiter
        .post_form(&s.path("/choice"), &[("asked", "open"), ("answer", "no"), ("idempotency_key", &key(1))])
        .expect_status(303);
    let cup = |faces: &str, number: u32| {
        s.arbiter.post_form(
            &s.path("/dice/cup"),
            &[("faces", faces), ("confirmed_first", "on"), ("idempotency_key", &key(number))],
        )
    };
    cup("7", 2).expect_status(422).expect_text("Write one number from 1 to 6.").expect_text("value=\"7\"");
    cup("4", 3).expect_status(303);
    cup("3, 3", 4).expect_status(303);
    let game = s.game();
    assert_eq!(game.variation(GameKind::TigerChess).unwrap().title(), "TigerCountdown");
    let CastState::FromCup { confirmed, .. } = &game.casts[0].state else { panic!("{game:?}") };
    assert_eq!(confirmed, &[true, false]);
    let confirm = s.path(&format!("/dice/{}/confirm", game.casts[0].id));
    s.second.post_form(&confirm, &[("idempotency_key", &key(5))]).expect_status(303);
    // Said once, it fills no ledger.
    let again = s.second.post_form(&confirm, &[("idempotency_key", &key(7))]).expect_status(422);
    again.expect_text("This player has confirmed these dice already.");
    s.arbiter.get(&s.path("/room")).expect_text("Confirmed by both").expect_text("Unconfirmed");
    cup("1 1", 6).expect_status(422);
}

fn casts_are_confirmed_and_voided_by_the_forms_of_the_page_as_they_stand(backend: Backend) {
    let s = Scene::new(backend, GameKind::TigerChess);
    s.arbiter
        .post_form(&s.path("/choice"), &[("asked", "open"), ("answer", "no"), ("idempotency_key", &key(1))])
        .expect_status(303);
    for (faces, number) in [("4", 2), ("3, 3", 3)] {
        let form = [("faces", faces), ("idempotency_key", &key(number))];
        s.arbiter.post_form(&s.path("/dice/cup"), &form).expect_status(303);
    }
    // Sends the form of an address with the key that the page gave it.
    let send = |address: &str, field: (&str, &str)| {
        let page = s.arbiter.get(&s.path("/room")).body;
        let (_, form) = page.split_once(&format!("action=\"{address}\"")).unwrap();
        let (_, key) = form.split_once("name=\"idempotency_key\" value=\"").unwrap();
        let (key, _) = key.split_once('"').unwrap();
        s.arbiter.post_form(address, &[("idempotency_key", key), field]).expect_status(303);
    };
    let casts = s.game().casts;
    for cast in &casts {
        let confirm = s.path(&format!("/dice/{}/confirm", cast.id));
        send(&confirm, ("player", "0"));
        send(&confirm, ("player", "1"));
    }
    let is_confirmed = |cast: &_| matches!(cast, CastState::FromCup { confirmed: [true, true], .. });
    assert!(s.game().casts.iter().all(|cast| is_confirmed(&cast.state)), "{:?}", s.game().casts);
    send(&s.path(&format!("/dice/{}/void", casts[1].id)), ("reason", "A die fell off the table."));
    assert_eq!(s.game().casts.iter().filter(|cast| cast.counts()).count(), 1);
}

fn a_result_stands_when_both_report_the_same(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let report = |browser: &Browser, result: &str, number: u32| {
        browser.post_and_confirm(&s.path("/report"), &[("result", result), ("idempotency_key", &key(number))])
    };
    report(&s.first, "", 1).expect_status(422).expect_text("Choose the result.");
    report(&s.first, "1:occupation", 2).expect_status(422).expect_text("cannot end with");
    report(&s.first, "-:disqualification", 8).expect_status(422).expect_text("Only an arbiter disqualifies.");
    s.first.get(&s.path("/room")).expect_no_text("both disqualified");
    report(&s.first, "1:concession", 3).expect_status(303);
    assert!(s.game().result.is_none());
    s.second.get("/events/open/me").expect_status(200).expect_text("Your opponent has reported");
    let me = || s.second.get("/events/open/me").expect_status(200);
    me().expect_text("Please confirm");
    report(&s.second, "0:concession", 4).expect_status(303);
    assert_eq!(s.game().disputes.len(), 1);
    let room = s
        .second
        .get(&s.path("/room"))
        .expect_text("Your opponent says something else: the arbiter has been told");
    room.expect_no_text("Please confirm");
    me().expect_text("The arbiter has been asked.").expect_no_text("Please confirm");
    report(&s.second, "1:concession", 5).expect_status(303);
    s.second.get(&s.path("/room")).expect_text("Your opponent says the same: the result stands.");
    let result = s.game().result.unwrap();
    assert_eq!(result.source, Source::Agreement);
    assert_eq!(result.points.map(tiger_rules::GamePoints::decimal), ["3", "0"]);
    report(&s.second, "0:concession", 6).expect_status(422).expect_text("has its result already");
    report(&s.arbiter, "1:concession", 7).expect_status(403);
}

fn a_legal_record_that_ends_on_the_board_is_the_result(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let text = lancer_record("Siberian", "concession", "1. E2-E4 E7-E5");
    s.hand_in(&s.first, "this is no record", 1).expect_status(422).expect_text("this is no record");
    s.hand_in(&s.first, &text, 2).expect_status(303);
    assert!(s.game().result.is_none(), "a concession needs the other player");
    s.hand_in(&s.second, &text, 3).expect_status(303);
    assert_eq!(s.game().result.unwrap().points.map(tiger_rules::GamePoints::decimal), ["0", "3"]);
    let record = s.game().records[0].id;
    s.arbiter
        .get(&s.path(&format!("/records/{record}")))
        .expect_status(200)
        .expect_text("Legal to the last of 2 plies");
    let file = s.second.get(&s.path(&format!("/records/{record}.tgr"))).expect_status(200);
    assert_eq!(file.body, text);
    assert!(file.header("content-disposition").contains("round-1-board-1.tgr"));
    s.arbiter.get(&s.path("/records/nothing")).expect_status(404);
}

fn what_a_record_claims_waits_for_the_other_player(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let text = lancer_record("Draw", "repetition", &"G1-G3 G8-G6 G3-G1 G6-G8 ".repeat(2));
    s.hand_in(&s.first, &text, 1).expect_status(303);
    assert!(s.game().result.is_none(), "the board goes on");
    s.hand_in(&s.second, &text, 2).expect_status(303);
    assert_eq!(s.game().result.unwrap().entry.ending, Ending::Repetition);
}

fn an_illegal_record_is_kept_and_asks_the_arbiter(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let text = lancer_record("Bengal", "concession", "1. E2-E4 E7-E5 2. E4-E6");
    let answer = s.hand_in_anyway(&s.first, &text, 1).expect_status(303);
    let page = s.first.get(answer.location()).expect_status(200);
    page.expect_text("Ply 3")
        .expect_text("E4-E6")
        .expect_text("Before ply 3, where E4-E6 is not legal.")
        .expect_text("mark-wrong");
    s.arbiter.get("/events/open/queue").expect_status(200).expect_text("#board\">See where it breaks off");
    assert_eq!(s.game().disputes.len(), 1);
    assert!(s.game().result.is_none());
    let other = lancer_record("Bengal", "concession", "1. E2-E4").replace("LancerChess", "Dragon");
    s.hand_in(&s.first, &other, 2).expect_status(422).expect_text("This is a record of Dragon");
    let two = format!("{text}\n{text}");
    s.hand_in(&s.first, &two, 3).expect_status(422).expect_text("several games");
    let latin = s.first.post_file(
        &s.path("/records"),
        &[("idempotency_key", &key(4))],
        ("file", "a.tgr", b"[Game \"\xff\"]"),
    );
    latin.expect_status(422).expect_text("not UTF-8");
    let moves = "\u{feff}1. E2-E4 E7-E5\n2. E4-E6 Bengal";
    let page = s.hand_in(&s.first, moves, 7).expect_status(422);
    let page = page.expect_text("[Bengal &#34;Moor&#34;]").expect_text("[Result &#34;Bengal&#34;]");
    page.expect_text("E4-E6 is not legal").expect_no_text("is missing");
    for result in ["1-0", "Bengal wins"] {
        let page = s.hand_in(&s.first, &format!("1. E2-E4 E7-E5 2. E4-E6 {result}"), 7).expect_status(422);
        page.expect_text("[Result &#34;Bengal&#34;]").expect_text("E4-E6 is not legal");
    }
    let short = lancer_record("Bengal", "concession", "1. E2-E4")
        .replace("Siberian \"Ash\"", "Siberian \"MOOR\"")
        .replace("Bengal \"Moor\"", "Bengal \"Ashford\"");
    s.hand_in(&s.second, &short, 6).expect_status(422).expect_text("the other way round");
    let of_others = short.replace("MOOR", "Vale, Iris").replace("Ashford", "Reed");
    let said = "The record is of Reed and Vale, Iris, but this is the game of";
    s.hand_in(&s.second, &of_others, 8).expect_status(422).expect_text(said);
    s.hand_in(&s.second, &of_others.replace("Vale, Iris", "?"), 8).expect_no_text(said);
    let swapped = lancer_record("Bengal", "concession", "1. E2-E4")
        .replace("Moor", "X")
        .replace("Ash", "Moor")
        .replace('X', "Ash");
    s.hand_in_anyway(&s.second, &swapped, 5).expect_status(303);
    assert!(s.game().disputes.iter().any(|dispute| dispute.sentence.contains("the other way round")));
}

fn one_hand_does_not_use_up_the_records_of_another(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let text = lancer_record("Bengal", "concession", "1. E2-E4 E7-E5");
    for number in 1..=20 {
        s.hand_in(&s.first, &text, number).expect_status(303);
    }
    s.hand_in(&s.first, &text, 21).expect_status(422).expect_text("You have handed in 20 records");
    s.hand_in(&s.second, &text, 22).expect_status(303);
    s.hand_in(&s.arbiter, &text, 23).expect_status(303);
    assert_eq!(s.game().records.len(), 22);
}

fn two_different_records_wait_for_the_arbiter(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.hand_in(&s.first, &lancer_record("Bengal", "concession", "1. E2-E4 E7-E5"), 1).expect_status(303);
    s.hand_in(&s.second, &lancer_record("Bengal", "concession", "1. D2-D4 E7-E5"), 2).expect_status(303);
    let game = s.game();
    assert!(
        game.disputes.iter().any(|dispute| dispute.sentence.contains("differ at ply 1: E2-E4 and D2-D4")),
        "{game:?}"
    );
}

/// A game of Dragon whose variation is on file: Swords, in Arrowhead.
fn dragon(backend: Backend) -> Scene {
    let s = Scene::new(backend, GameKind::Dragon);
    for answer in [Answer::Knights(Knights::Sword), Answer::Knights(Knights::Sword), Answer::Agreed(false)] {
        s.app.commit(s.event, ChoiceCommand::AnswerChoice { game: s.game, answer, asked: None });
    }
    s
}

/// A record in which the first situation stands for the third time after eight plies.
fn repeated(moves: &str, result: &str, termination: &str) -> String {
    let there_and_back = "C13-D11 C3-D5 D11-C13 D5-C3";
    format!(
        "[Game \"Dragon\"]\n[Storm \"Moor\"]\n[Forest \"Ash\"]\n[Knights \"Sword\"]\n[Formation \"Arrowhead\"]\n\
         [Result \"{result}\"]\n[Termination \"{termination}\"]\n\n\
         {there_and_back} {there_and_back} {moves} {result}\n"
    )
}

fn a_record_that_goes_on_after_a_truce_waits_for_the_arbiter_who_may_let_it_stand(backend: Backend) {
    let s = dragon(backend);
    let on = repeated("A14-A12 A2-A4", "Forest", "time (planting)");
    s.hand_in(&s.first, &on, 1).expect_status(303);
    s.hand_in(&s.second, &on, 2).expect_status(303);
    let game = s.game();
    assert!(game.result.is_none() && game.disputes.len() == 2, "{:?}", game.disputes);
    assert!(game.disputes[0].sentence.contains("a Truce stands at ply 8"), "{:?}", game.disputes);
    s.arbiter.get("/events/open/queue").expect_text("a Truce stands at ply 8");
    let kept = &game.records[0];
    let page = s.path(&format!("/records/{}", kept.id));
    s.first.get(&page).expect_text("a Truce stood at ply 8").expect_no_text("Let this record stand");
    s.arbiter.get(&page).expect_text("Let this record stand");
    let (seen, once) = (game.result_revision.to_string(), key(3));
    let form = [("idempotency_key", once.as_str()), ("version", seen.as_str())];
    s.first.post_form(&format!("{page}/use"), &form).expect_status(403);
    s.arbiter.post_form(&format!("{page}/use"), &form).expect_status(303);
    let result = s.game().result.unwrap();
    assert_eq!(result.source, Source::Record { record: kept.id });
    assert_eq!(result.points.map(|points| points.to_string()), ["0", "3"], "rule 27b");
    assert!(s.game().disputes.is_empty());

    let truce = dragon(backend);
    truce.hand_in(&truce.arbiter, &repeated("", "Draw", "repetition"), 1).expect_status(303);
    assert_eq!(truce.game().result.unwrap().points.map(|points| points.to_string()), ["1", "1"]);
}

fn strangers_do_not_come_into_the_room(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.app.commit(s.event, EventCommand::ShowEvent { is_public: true });
    let (_, robin) = s.app.sign_in("robin");
    robin.get(&s.path("/room")).expect_status(403);
    assert!(matches!(s.app.visitor().get(&s.path("/room")).status.as_u16(), 303 | 401));
    for path in ["/choice", "/dice", "/dice/cup", "/report", "/records"] {
        robin.post_form(&s.path(path), &[("idempotency_key", &key(1))]).expect_status(403);
    }
    for path in ["/choice", "/dice", "/dice/cup", "/choice/clear"] {
        s.first.post_form(&s.path(path), &[("idempotency_key", &key(1))]).expect_status(403);
    }
    s.arbiter.get("/events/open/games/nothing/room").expect_status(404);
    robin.get("/events/open/me").expect_status(403);
}

fn a_tigerchess_record_is_held_against_the_dice_on_file(backend: Backend) {
    let s = Scene::new(backend, GameKind::TigerChess);
    let text = "[Game \"TigerChess\"]\n[Bengal \"Moor\"]\n[Siberian \"Ash\"]\n[Deployment \"Countdown\"]\n\
            [TigerVariation \"No\"]\n[Dice \"4; 2 5\"]\n[Termination \"concession\"]\n[Result \"Bengal\"]\n\n\
            S@C6 S@F4 S@B3 S@H5 S@C5 S@G3 S@E4 S@A6 1. A2-A3 B7-B6 2. A3-A4 Bengal\n";
    s.hand_in(&s.arbiter, text, 1).expect_status(422).expect_text("not on file yet");
    s.arbiter
        .post_form(&s.path("/choice"), &[("asked", "open"), ("answer", "no"), ("idempotency_key", &key(2))])
        .expect_status(303);
    s.arbiter
        .post_form(&s.path("/dice/cup"), &[("faces", "6"), ("idempotency_key", &key(3))])
        .expect_status(303);
    s.arbiter
        .post_form(&s.path("/dice/cup"), &[("faces", "2 5"), ("idempotency_key", &key(4))])
        .expect_status(303);
    s.hand_in_anyway(&s.first, text, 5).expect_status(303);
    let disputes = s.game().disputes;
    assert!(disputes.iter().any(|d| d.sentence.contains("on file are `6; 2 5`")), "{disputes:?}");
    let told = text.replace("4; 2 5", "6; 2 5");
    s.hand_in_anyway(&s.second, &told.replace("S@F4", "S@C3"), 6).expect_status(303);
    assert!(s.game().disputes.iter().any(|d| d.sentence.contains("ply 2")), "the mirror of C6 in Countdown");
    s.hand_in(&s.arbiter, &told, 7).expect_status(303);
    let report = s.game().records.pop().unwrap().findings;
    assert_eq!((report.plies, report.is_adjudicated), (11, false));
    let result = report.result.unwrap();
    assert_eq!(result.winner, Some(tiger_event::result::Seat::First));
}
