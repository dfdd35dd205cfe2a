//! Players answer by themselves what is asked before a game.

use tiger_event::{EventCommand, ResultCommand, ResultEntry, Seat};
use tiger_rules::{Answer, Ending, GameKind, Knights};

use super::Scene;
use crate::rig::{Answer as Page, Backend, Browser, key, on_both_databases, on_sqlite};

on_both_databases!(an_agreement_needs_both_and_one_no_settles_it);
on_sqlite!(
    knights_are_asked_of_their_own_side,
    nothing_is_asked_of_players_whose_game_is_over,
    an_answer_to_the_question_before_is_refused,
    nobody_answers_where_the_event_does_not_let_them,
    the_arbiter_sees_who_has_answered_and_can_write_it_down
);

/// A game whose players answer by themselves.
fn scene(backend: Backend, kind: GameKind) -> Scene {
    let scene = Scene::new(backend, kind);
    scene.app.commit(scene.event, EventCommand::ShowEvent { is_public: true });
    scene.app.change_settings(scene.event, |settings| settings.players_choose = true);
    scene
}

impl Scene {
    fn say(&self, who: &Browser, asked: &str, answer: &str, number: u32) -> Page {
        let fields = [("asked", asked), ("answer", answer), ("idempotency_key", &*key(number))];
        who.post_form(&self.path("/choice/say"), &fields)
    }

    fn answers(&self) -> Vec<Answer> {
        self.game().answers.iter().map(|answered| answered.answer).collect()
    }
}

fn an_agreement_needs_both_and_one_no_settles_it(backend: Backend) {
    let s = scene(backend, GameKind::TigerChess);
    let page = s.first.get(&s.path("/room")).expect_text("Do you agree to the Open variation?");
    page.expect_text("Moor and Ash").expect_text("data-waits=\"open\"");
    s.first
        .get(&s.path("/scoresheet"))
        .expect_text(
            "the players answer in the game room, the arbiter enters the dice, and then the sheet opens",
        )
        .expect_no_text("the arbiter enters answers");
    let own = s.first.get("/events/open/me").expect_text("Your opponent posts first; you move first.");
    own.expect_text("You are asked: Do you agree to the Open variation?");
    s.say(&s.first, "open", "yes", 1).expect_status(303);
    assert_eq!(s.answers(), [], "one player alone agrees on nothing");
    s.say(&s.first, "open", "yes", 9).expect_status(422).expect_text("This player has said so already.");
    s.first.get(&s.path("/room")).expect_text("Moor agrees.").expect_no_text("data-waits=\"open\"");
    s.first.get("/events/open/me").expect_no_text("You are asked");
    let visitor = s.app.visitor();
    visitor.get(&s.path("")).expect_status(200).expect_no_text("Moor agrees");
    s.second.get(&s.path("/room")).expect_text("Moor agrees.");
    s.say(&s.second, "open", "yes", 2).expect_status(303);
    s.say(&s.second, "open", "yes", 2).expect_status(303);
    assert_eq!(s.answers(), [Answer::Agreed(true)]);
    s.arbiter
        .get(&s.path("/room"))
        .expect_text("Open variation: agreed.")
        .expect_text("Let the program cast");
    s.arbiter
        .post_form(&s.path("/choice/clear"), &[("reason", "they wish to"), ("idempotency_key", &key(3))])
        .expect_status(303);
    s.say(&s.first, "open", "yes", 4).expect_status(303);
    s.say(&s.second, "open", "no", 5).expect_status(303);
    assert_eq!(s.answers(), [Answer::Agreed(false)]);
    let ledger = s.arbiter.get("/events/open/ledger").expect_text("Moor agrees");
    ledger.expect_text("Ash does not agree");
}

fn knights_are_asked_of_their_own_side(backend: Backend) {
    let s = scene(backend, GameKind::Dragon);
    let kind = GameKind::Dragon;
    let (south, north) = match s.game().question_to(kind, Seat::First) {
        Some(_) => (&s.first, &s.second),
        None => (&s.second, &s.first),
    };
    north.get(&s.path("/room")).expect_no_text("Which variation do you ask for?").expect_text("is asked:");
    s.say(north, "knights-south", "pike", 1)
        .expect_status(422)
        .expect_text("Nothing is asked of this player now.");
    south.get(&s.path("/room")).expect_text("Which variation do you ask for?");
    s.say(south, "knights-south", "pike", 2).expect_status(303);
    s.say(north, "knights-north", "pike", 3).expect_status(303);
    s.say(north, "trident", "yes", 4).expect_status(303);
    s.say(south, "trident", "yes", 5).expect_status(303);
    let pike = Answer::Knights(Knights::Pike);
    assert_eq!(s.answers(), [pike, pike, Answer::Agreed(true)]);
    s.first.get(&s.path("/room")).expect_text("PikeVariation").expect_no_text("#waiting\">You are asked");
}

fn nothing_is_asked_of_players_whose_game_is_over(backend: Backend) {
    let s = scene(backend, GameKind::Dance);
    s.first.get(&s.path("/room")).expect_text("data-waits=\"regicide-south\"");
    let result = ResultEntry::plain(Some(Seat::First), Ending::Concession(None));
    s.app.commit(s.event, ResultCommand::EnterResult { game: s.game, result, seen: u64::MAX });
    let page = s.first.get(&s.path("/room")).expect_no_text("data-waits=\"regicide-south\"");
    page.expect_text("The game ended before this was answered:").expect_no_text("is asked:");
    s.first.get("/events/open/me").expect_no_text("You are asked");
}

fn an_answer_to_the_question_before_is_refused(backend: Backend) {
    let s = scene(backend, GameKind::Dance);
    s.say(&s.first, "regicide-south", "no", 1).expect_status(303);
    let page = s.say(&s.second, "regicide-south", "yes", 2).expect_status(422);
    page.expect_text("This question has been answered meanwhile.");
    assert_eq!((s.answers().len(), s.game().said), (1, [None, None]));
    // Two arbiters at once, too.
    let late = [("asked", "regicide-south"), ("answer", "yes"), ("idempotency_key", &*key(3))];
    s.arbiter.post_form(&s.path("/choice"), &late).expect_status(422).expect_text("answered meanwhile");
    s.say(&s.second, "", "yes", 4).expect_status(422).expect_text("This page is out of date.");
    s.say(&s.second, "regicide-north", "perhaps", 5)
        .expect_status(422)
        .expect_text("Choose one of the answers.");
    assert_eq!(s.answers(), [Answer::Agreed(false)]);
}

fn nobody_answers_where_the_event_does_not_let_them(backend: Backend) {
    let s = Scene::new(backend, GameKind::TigerChess);
    s.first.get(&s.path("/room")).expect_text("The arbiter asks").expect_no_text("Do you agree");
    s.say(&s.first, "open", "yes", 1).expect_status(403).expect_text("an arbiter asks the players");
    let s = scene(backend, GameKind::TigerChess);
    let (_, stranger) = s.app.sign_in("stranger");
    s.say(&stranger, "open", "no", 2).expect_status(403);
    assert_eq!(s.answers(), []);
}

fn the_arbiter_sees_who_has_answered_and_can_write_it_down(backend: Backend) {
    let s = scene(backend, GameKind::TigerChess);
    s.say(&s.second, "open", "yes", 1).expect_status(303);
    s.arbiter.get("/events/open/rounds/1/choices").expect_text("Ash agrees.");
    s.arbiter.get(&s.path("/room")).expect_text("Ash agrees.").expect_text("Moor can answer alone");
    let written = [("asked", "open"), ("answer", "no"), ("idempotency_key", &*key(2))];
    s.arbiter.post_form(&s.path("/choice"), &written).expect_status(303);
    assert_eq!((s.answers(), s.game().said), (vec![Answer::Agreed(false)], [None, None]));
    // What was said comes back with the undoing.
    let step = s.game().last.unwrap().step.to_string();
    let undo = [("step", &*step), ("idempotency_key", &*key(3))];
    s.arbiter.post_form(&s.path("/steps/undo"), &undo).expect_status(303);
    assert_eq!(s.game().said, [None, Some(Answer::Agreed(true))]);
    s.say(&s.first, "open", "yes", 4).expect_status(303);
    assert_eq!(s.answers(), [Answer::Agreed(true)]);
}
