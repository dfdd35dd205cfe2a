//! What is told of the legal moves while a game is played (Dragon, note 24): as the event says, on every way.

use tiger_event::{
    ChoiceCommand, EntryCommand, EventCommand, LegalMoves, PersonName, ResultCommand, ResultEntry, Seat,
    StaffRole,
};
use tiger_rules::{Answer, AnyPosition, Ending, GameKind, Knights, Variation};

use crate::rig::{Backend, Browser, key, on_sqlite};
use crate::room::{Scene, lancer_record};

on_sqlite!(
    a_player_is_shown_no_legal_move_before_the_result,
    what_is_pasted_past_a_truce_is_not_written,
    touches_are_checked_and_one_with_several_meanings_is_asked,
    what_is_taken_back_is_counted_for_the_arbiter,
    a_refused_record_names_no_move_before_the_result,
    a_shut_sheet_opens_with_the_result,
    an_arbiter_who_plays_is_a_player
);

impl Scene {
    fn choose(&self, legal_moves: LegalMoves) {
        self.app.change_settings(self.event, |settings| settings.legal_moves = legal_moves);
    }

    pub(crate) fn set_result(&self, ending: Ending) {
        let result = ResultEntry::plain(Some(Seat::First), ending);
        let seen = self.game().result_revision;
        self.app.commit(self.event, ResultCommand::EnterResult { game: self.game, result, seen });
    }
}

/// A game of this kind whose variation is on file, and the moves that can begin it.
pub(super) fn begun(backend: Backend, kind: GameKind) -> (Scene, Vec<String>) {
    let s = Scene::new(backend, kind);
    if kind == GameKind::Dragon {
        for answer in
            [Answer::Knights(Knights::Sword), Answer::Knights(Knights::Sword), Answer::Agreed(false)]
        {
            s.app.commit(s.event, ChoiceCommand::AnswerChoice { game: s.game, answer, asked: None });
        }
    }
    let start = AnyPosition::start(Variation::standard(kind));
    (s, start.list_touches().into_iter().map(|it| it.written).collect())
}

/// The moves of a list that stand in a text.
fn told<'a>(text: &str, moves: &'a [String]) -> Vec<&'a String> {
    let text = text.replace("&#62;", ">").replace("&gt;", ">").replace("&#38;", "&").replace("&amp;", "&");
    moves.iter().filter(|mv| text.contains(mv.as_str())).collect()
}

fn a_player_is_shown_no_legal_move_before_the_result(backend: Backend) {
    for kind in [GameKind::LancerChess, GameKind::Dragon] {
        let (s, moves) = begun(backend, kind);
        s.app.commit(s.event, EventCommand::ShowEvent { is_public: true });
        let sheet = s.path("/scoresheet");
        let mut ways: Vec<String> = ["", "?ply=0", "?group=-"].map(|ask| format!("{sheet}{ask}")).to_vec();
        for place in ["A2", "B2", "E2", "D12", "A9", "B8"] {
            ways.push(format!("{sheet}?from={place}"));
            ways.extend(["E4", "D11", "B8"].map(|to| format!("{sheet}?from={place}&to={to}")));
        }
        ways.extend(["", "?moves=1", "?ply=0&moves=1", "/room"].map(|rest| s.path(rest)));
        ways.extend(["/games", "/games.tgr", "/event.json", "/me"].map(|page| format!("/events/open{page}")));
        for way in &ways {
            let page = s.first.get(way);
            assert_eq!(told(&page.body, &moves), Vec::<&String>::new(), "{way}");
        }
        // What the notation looks like is told by one move, the same at every moment.
        for typed in ["nonsense", "A2"] {
            assert!(told(&s.write(&s.first, typed).expect_status(422).body, &moves).len() <= 1, "{typed}");
        }
        for typed in ["E2/", "A1/A15", "E2-E9", "A9/I1"] {
            let page = s.write(&s.first, typed);
            // Who taps another force of their own has chosen that one.
            let to = typed.split('/').nth(1).unwrap_or("nobody");
            let has_chosen = page.status == 303 && page.location().contains(&format!("?from={to}#"));
            assert!(has_chosen || page.status == 422, "{typed}: {}", page.status);
            assert_eq!(told(&page.body, &moves), Vec::<&String>::new(), "{typed}");
        }
        let helped = |browser: &Browser| told(&browser.get(&sheet).body, &moves).len();
        assert_eq!(helped(&s.arbiter), moves.len(), "an arbiter does not play");
        s.set_result(if kind == GameKind::Dragon { Ending::LockingUp } else { Ending::Checkmate });
        assert_eq!((helped(&s.first), helped(&s.second)), (moves.len(), moves.len()), "the game is over");
    }
}

/// The third repetition is a Truce (ruling 37), however the moves come.
fn what_is_pasted_past_a_truce_is_not_written(backend: Backend) {
    let (s, _) = begun(backend, GameKind::Dragon);
    let round = "C13-D11 C3-D5 D11-C13 D5-C3";
    let page = s.write(&s.first, &format!("{round} {round} A14-A12 A2-A4")).expect_status(422);
    page.expect_text("the game was over before this move: Truce, repetition").expect_text("After ply 8");
}

fn touches_are_checked_and_one_with_several_meanings_is_asked(backend: Backend) {
    let (s, _) = begun(backend, GameKind::LancerChess);
    let chosen = s.first.get(&s.path("/scoresheet?from=E2")).expect_status(200);
    let chosen = chosen.expect_text("value=\"E2/E4\" aria-label=\"E2 to E4\"");
    chosen.expect_text("value=\"E2/A7\"").expect_no_text("spot-target").expect_no_text("here</button>");
    // Of Dragon's forces, bearers of flags alone do something without leaving (ruling 35).
    let (dragon, _) = begun(backend, GameKind::Dragon);
    let chosen = |place: &str| dragon.first.get(&dragon.path(&format!("/scoresheet?from={place}")));
    chosen("D2").expect_text("D2 Forest Guard</strong>").expect_no_text("Plant the flag here</button>");
    chosen("E1").expect_text("TrueBorn Prince").expect_text("Plant the flag here</button>");
    s.write(&s.first, "E2/E4").expect_status(303);
    s.write(&s.first, "E7/E4").expect_status(422).expect_text("E4 holds the Bengal Pikeman");
    let page = s.first.get(&s.path("/scoresheet"));
    page.expect_text("After ply 1, E2-E4.").expect_no_text("All legal moves");
    let (s, _) = begun(backend, GameKind::LancerChess);
    let situation = "4q3/P7/8/8/8/8/8/4Q3 b - - 0 1";
    let form = [("situation", situation), ("reason", "An ending."), ("idempotency_key", &*key(1))];
    s.arbiter.post_form(&s.path("/beginning"), &form).expect_status(303);
    let asked = s.write(&s.first, "A7/A8").expect_status(422);
    asked
        .expect_text("Which move is it?")
        .expect_text("Moves and becomes a Tower")
        .expect_no_text("Not written");
}

fn what_is_taken_back_is_counted_for_the_arbiter(backend: Backend) {
    let (s, _) = begun(backend, GameKind::LancerChess);
    let beyond = "taken back beyond";
    s.write(&s.first, "e2e4 e7e5 d2d4 d7d6").expect_status(303);
    s.take_back(&s.first, "3").expect_status(303);
    s.first
        .get(&s.path("/scoresheet"))
        .expect_text("Each move can be taken back once")
        .expect_no_text(beyond);
    s.write(&s.first, "d7d5").expect_status(303);
    s.take_back(&s.first, "3").expect_status(303);
    s.take_back(&s.first, "1").expect_status(303);
    s.first.get(&s.path("/scoresheet")).expect_text("3 moves were taken back beyond");
    s.arbiter.get(&s.path("/scoresheet?of=0")).expect_text("3 moves were taken back beyond");
    s.arbiter.get(&s.path("/room")).expect_text("Moor has taken 3 moves back");
    s.second.get(&s.path("/room")).expect_no_text("moves back");
    s.set_result(Ending::Checkmate);
    s.write(&s.first, "e7e6").expect_status(303);
    s.take_back(&s.first, "0").expect_status(303);
    s.first.get(&s.path("/scoresheet")).expect_text("3 moves were taken back beyond");
}

fn a_refused_record_names_no_move_before_the_result(backend: Backend) {
    let (s, _) = begun(backend, GameKind::LancerChess);
    let wrong = lancer_record("Bengal", "concession", "1. E2-E4 E7-E5 2. D2-D5 D7-D6");
    let named = ["D2-D4", "D2-D3", "perhaps"];
    let page = s.hand_in(&s.first, &wrong, 1).expect_status(422);
    let page = page.expect_text("Ply 3: D2-D5: ");
    assert!(named.iter().all(|text| !page.body.contains(text)), "the fault");
    s.hand_in_anyway(&s.first, &wrong, 2).expect_status(303);
    let id = s.game().records[0].id;
    for way in [s.path("/room"), s.path(&format!("/records/{id}")), "/events/open/me".to_owned()] {
        let page = s.first.get(&way).expect_status(200);
        assert!(named.iter().all(|text| !page.body.contains(text)), "{way}");
    }
    s.hand_in(&s.arbiter, &wrong, 3).expect_status(422).expect_text("name=\"instead\" value=\"D2-D4\"");
    s.set_result(Ending::Concession(None));
    s.hand_in(&s.first, &wrong, 4).expect_status(422).expect_text("name=\"instead\" value=\"D2-D4\"");
}

fn a_shut_sheet_opens_with_the_result(backend: Backend) {
    let (s, moves) = begun(backend, GameKind::LancerChess);
    s.write(&s.first, "e2e4").expect_status(303);
    let page = s.first.get(&s.path("/scoresheet"));
    s.choose(LegalMoves::None);
    let shut = s.first.get(&s.path("/scoresheet")).expect_status(200);
    shut.expect_text("scoresheets open when the game is over")
        .expect_no_text("Type a move")
        .expect_no_text("class=\"spot");
    let keys = [
        ("idempotency_key", page.hidden("idempotency_key").unwrap()),
        ("version", page.hidden("version").unwrap()),
    ];
    for (path, name, value) in
        [("", "moves", "e7e5"), ("/back", "keep", "0"), ("/hand-in", "ending", "1:concession")]
    {
        let mut form: Vec<(&str, &str)> = keys.iter().map(|(name, value)| (*name, value.as_str())).collect();
        form.push((name, value));
        let refused = s.first.post_form(&s.path(&format!("/scoresheet{path}")), &form).expect_status(422);
        assert_eq!(told(&refused.body, &moves[..1]), Vec::<&String>::new());
        refused.expect_text("scoresheets open when the game is over");
    }
    s.first.get(&s.path("/scoresheet")).expect_text("After ply 1, E2-E4");
    s.write(&s.arbiter, "e2e4").expect_status(303);
    s.set_result(Ending::Checkmate);
    s.write(&s.first, "e7e5").expect_status(303);
    s.first.get(&s.path("/scoresheet")).expect_text("All legal moves as a list");
}

fn an_arbiter_who_plays_is_a_player(backend: Backend) {
    let (s, moves) = begun(backend, GameKind::LancerChess);
    let (user, deputy) = s.app.sign_in("deputy");
    let entry = s.game().first;
    s.app.commit(s.event, EntryCommand::DismissSpeaker { entry });
    s.app.speak_for(s.event, entry, user);
    let name = PersonName::parse("Deputy").unwrap();
    s.app.commit(s.event, EventCommand::AppointStaff { user, name, role: StaffRole::Arbiter });
    let page = deputy.get(&s.path("/scoresheet")).expect_status(200).expect_text("as an arbiter");
    assert_eq!(told(&page.body, &moves), Vec::<&String>::new());
}
