//! `/events/{slug}/games/{game}/scoresheet`: moves written down, kept, taken back, handed in, compared.

mod legal_moves;
mod taps;
mod without_connection;

use tiger_event::result::Source;
use tiger_event::{ChoiceCommand, DisputeCause, EventCommand, RoundCommand, Seat};
use tiger_rules::{Answer, GameKind, Knights};

use crate::rig::{Answer as Page, Backend, Browser, key, on_both_databases, on_sqlite};
use crate::room::Scene;

impl Scene {
    /// Writes moves with the keys of the page as it is now.
    pub(crate) fn write(&self, browser: &Browser, moves: &str) -> Page {
        let page = browser.get(&self.path("/scoresheet")).expect_status(200);
        self.write_from(browser, &page, moves)
    }

    /// Writes moves with the keys of an older page.
    fn write_from(&self, browser: &Browser, page: &Page, moves: &str) -> Page {
        let (key, version) = (page.hidden("idempotency_key").unwrap(), page.hidden("version").unwrap());
        let form = [("idempotency_key", key.as_str()), ("version", &version), ("moves", moves)];
        browser.post_form(&self.path("/scoresheet"), &form)
    }

    pub(crate) fn take_back(&self, browser: &Browser, keep: &str) -> Page {
        let page = browser.get(&self.path("/scoresheet")).expect_status(200);
        let (key, version) = (page.hidden("idempotency_key").unwrap(), page.hidden("version").unwrap());
        let form = [("idempotency_key", key.as_str()), ("version", &version), ("keep", keep)];
        browser.post_form(&self.path("/scoresheet/back"), &form)
    }

    pub(crate) fn hand_in_sheet(&self, browser: &Browser, ending: &str) -> Page {
        let page = browser.get(&self.path("/scoresheet")).expect_status(200);
        let (key, version) = (page.hidden("idempotency_key").unwrap(), page.hidden("version").unwrap());
        let form = [("idempotency_key", key.as_str()), ("version", &version), ("ending", ending)];
        browser.post_form(&self.path("/scoresheet/hand-in"), &form)
    }
}

/// A game that is conceded early.
const OPENING: &str = "1. E2-E4 E7-E5";

on_both_databases!(
    every_move_is_kept_and_a_new_page_shows_it,
    a_form_sent_twice_is_written_once,
    two_tabs_of_one_holder_lose_nothing,
    two_records_are_compared_and_the_arbiter_takes_one
);
on_sqlite!(
    the_board_is_touched_force_by_force,
    what_is_not_legal_is_refused_with_ply_reason_and_what_is,
    a_sheet_is_its_holders_own,
    a_stated_ending_shows_its_points_and_waits_for_the_other,
    a_disputed_ending_comes_to_the_arbiter,
    a_result_from_the_opponents_record_can_be_disputed,
    a_shorter_record_is_no_dispute_and_a_corrected_one_settles_it,
    before_the_variation_is_chosen_there_is_no_board,
    a_finished_event_takes_nothing_more,
    each_player_sees_the_board_from_the_own_side,
    a_sheet_goes_out_compressed_and_plain_where_that_is_asked
);

fn every_move_is_kept_and_a_new_page_shows_it(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.first
        .get(&s.path("/scoresheet"))
        .expect_status(200)
        .expect_text("Bengal is to move")
        .expect_text("No move yet");
    s.write(&s.first, "E2-E4").expect_redirect(&s.path("/scoresheet#board"));
    s.write(&s.first, "e7e5 d2d4").expect_status(303);
    let page = s.first.get(&s.path("/scoresheet")).expect_status(200);
    page.expect_text("After ply 3, D2-D4. Siberian is to move").expect_text("3 moves are kept on the server");
    s.first
        .get(&s.path("/scoresheet?ply=1"))
        .expect_status(200)
        .expect_text("After ply 1, E2-E4.")
        .expect_text("Take back 2 moves");
    s.first.get(&s.path("/scoresheet?ply=9")).expect_status(404);
    s.take_back(&s.first, "1").expect_status(303);
    s.first.get(&s.path("/scoresheet")).expect_text("1 move is kept on the server");
    s.take_back(&s.first, "none").expect_status(422).expect_text("Say how many moves shall stay");
}

fn the_board_is_touched_force_by_force(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let page = s.arbiter.get(&s.path("/scoresheet"));
    let page = page.expect_text("aria-label=\"E2 Bengal Pikeman\"").expect_text("?from=E2#board");
    assert!(!page.body.contains("name=\"moves\" value=\"E2-E4\" aria-label"), "first the force");
    let chosen = s.arbiter.get(&s.path("/scoresheet?from=E2")).expect_status(200);
    chosen
        .expect_text("value=\"E2-E4\" aria-label=\"E2 to E4: moves\"")
        .expect_text("E2 Bengal Pikeman: chosen");
    // A position from which nothing moves chooses nothing.
    s.arbiter.get(&s.path("/scoresheet?from=E5")).expect_status(200).expect_no_text(": chosen");
}

fn what_is_not_legal_is_refused_with_ply_reason_and_what_is(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let page = s.write(&s.arbiter, "1. E2-E4 E7-E5 2. D2-D5 D7-D6").expect_status(422);
    let page =
        page.expect_text("Ply 3, D2-D5:").expect_text("D2-D3, D2-D4").expect_text("value=\"D2-D5 D7-D6\"");
    page.expect_text("2 moves are kept on the server");
    s.write(&s.first, "  ").expect_status(422).expect_text("Type a move");
    s.write(&s.first, "{no end").expect_status(422).expect_text("has no closing");
    let no_keys =
        s.first.post_form(&s.path("/scoresheet"), &[("moves", "D2-D4"), ("idempotency_key", &key(1))]);
    no_keys.expect_status(422);
}

fn a_form_sent_twice_is_written_once(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let page = s.first.get(&s.path("/scoresheet"));
    s.write_from(&s.first, &page, "E2-E4").expect_status(303);
    s.write_from(&s.first, &page, "E2-E4").expect_status(303);
    s.first.get(&s.path("/scoresheet")).expect_text("1 move is kept on the server");
}

fn two_tabs_of_one_holder_lose_nothing(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let old = s.first.get(&s.path("/scoresheet"));
    s.write(&s.first, "E2-E4").expect_status(303);
    let conflict = s.write_from(&s.first, &old, "D2-D4").expect_status(409);
    let conflict =
        conflict.expect_text("changed in another tab").expect_text("D2-D4").expect_text("After ply 1, E2-E4");
    s.write_from(&s.first, &conflict, "E7-E5").expect_status(303);
    let page = s.first.get(&s.path("/scoresheet"));
    page.expect_text("After ply 2, E7-E5");
}

fn a_sheet_is_its_holders_own(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.app.commit(s.event, EventCommand::ShowEvent { is_public: true });
    s.write(&s.first, "E2-E4").expect_status(303);
    s.second.get(&s.path("/scoresheet")).expect_status(200).expect_text("No move yet");
    s.second.get(&s.path("/scoresheet?of=0")).expect_status(403);
    let read = s.arbiter.get(&s.path("/scoresheet?of=0")).expect_status(200);
    read.expect_text("Scoresheet of Moor").expect_text("After ply 1, E2-E4").expect_no_text("Take back");
    s.arbiter.get(&s.path("/scoresheet")).expect_status(200).expect_text("No move yet");
    s.arbiter.get(&s.path("/scoresheet?of=2")).expect_status(404);
    let (_, robin) = s.app.sign_in("robin");
    robin.get(&s.path("/scoresheet")).expect_status(403);
    for path in ["/scoresheet", "/scoresheet/back", "/scoresheet/hand-in"] {
        robin.post_form(&s.path(path), &[("idempotency_key", &key(1)), ("version", "0")]).expect_status(403);
    }
    assert!(matches!(s.app.visitor().get(&s.path("/scoresheet")).status.as_u16(), 303 | 401));
    s.first.get("/events/open/games/nothing/scoresheet").expect_status(404);
    for page in ["", "/games"] {
        s.app.visitor().get(&format!("/events/open{page}")).expect_no_text("E2-E4");
    }
    s.app.visitor().get(&s.path("")).expect_status(200).expect_no_text("E2-E4");
}

fn a_stated_ending_shows_its_points_and_waits_for_the_other(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.hand_in_is_refused_without_moves();
    s.write(&s.first, OPENING).expect_status(303);
    let page = s.first.get(&s.path("/scoresheet")).expect_text("Moor wins: concession (3 : 0)");
    page.expect_no_text("Moor wins: checkmate").expect_no_text("repetition");
    let preview = s.first.get(&s.path("/scoresheet?ending=1:concession")).expect_status(200);
    preview
        .expect_text("Moor wins, concession")
        .expect_text("Scoring table: concession, 3.")
        .expect_text("Ash is asked to confirm it")
        .expect_text("Hand it in");
    s.first.get(&s.path("/scoresheet?ending=1:checkmate")).expect_text("cannot have ended so");
    s.hand_in_sheet(&s.first, "1:checkmate").expect_status(422).expect_text("cannot have ended so");
    s.hand_in_sheet(&s.first, "").expect_status(422).expect_text("Choose how the game ended");
    s.hand_in_sheet(&s.first, "1:concession").expect_status(303);
    assert!(s.game().result.is_none());
    s.first.get(&s.path("/scoresheet")).expect_text("Handed in");
    s.second
        .get("/events/open/me")
        .expect_text("Moor reports: Moor wins, concession")
        .expect_text("Yes, that is right");
    let room = s.second.get(&s.path("/room")).expect_text("Please confirm");
    let seen = room.hidden("confirmed").unwrap();
    let result = [("result", "1:concession"), ("confirmed", &*seen), ("idempotency_key", &*key(7))];
    s.second.post_form(&s.path("/report"), &result).expect_status(303);
    assert_eq!(s.game().result.unwrap().points.map(tiger_rules::GamePoints::decimal), ["3", "0"]);
    assert!(room.body.contains("No, I dispute it"));
    s.second.get("/events/open/me").expect_no_text("Please confirm");
}

fn a_disputed_ending_comes_to_the_arbiter(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let dispute = |browser: &Browser, words: &str, number: u32| {
        browser.post_form(&s.path("/dispute"), &[("words", words), ("idempotency_key", &key(number))])
    };
    dispute(&s.second, "I never said so", 1).expect_status(422).expect_text("nothing to dispute");
    s.write(&s.first, OPENING).expect_status(303);
    s.hand_in_sheet(&s.first, "1:concession").expect_status(303);
    dispute(&s.second, " ", 2).expect_status(422).expect_text("Please fill this in");
    dispute(&s.arbiter, "so", 3).expect_status(403);
    dispute(&s.second, "I offered a draw, I did not concede.", 4).expect_status(303);
    dispute(&s.second, "I offered a draw, I did not concede.", 4).expect_status(303);
    let game = s.game();
    assert_eq!(game.disputes.len(), 1);
    assert_eq!(game.disputes[0].cause, DisputeCause::Objection { player: Seat::Second });
    s.arbiter.get("/events/open/queue").expect_text("I offered a draw, I did not concede.");
    s.arbiter.get("/events/open/ledger").expect_text("Ash disputes the result");
    s.second.get("/events/open/me").expect_no_text("Please confirm");
}

fn two_records_are_compared_and_the_arbiter_takes_one(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.first.get(&s.path("/records/compare")).expect_status(404);
    s.write(&s.first, "E2-E4 E7-E5 D2-D4").expect_status(303);
    s.hand_in_sheet(&s.first, "1:concession").expect_status(303);
    s.write(&s.second, "E2-E4 E7-E6 D2-D4").expect_status(303);
    s.hand_in_sheet(&s.second, "1:concession").expect_status(303);
    let game = s.game();
    let sentences: Vec<_> = game.disputes.iter().map(|dispute| dispute.sentence.as_str()).collect();
    assert_eq!(sentences, ["The records of moor and ash differ at ply 2: E7-E5 and E7-E6."]);
    s.arbiter.get("/events/open/queue").expect_text("See the first difference, on a board");
    for browser in [&s.first, &s.second] {
        let page = browser.get(&s.path("/records/compare")).expect_status(200);
        page.expect_text("moor writes E7-E5, ash writes E7-E6")
            .expect_text("way-second")
            .expect_no_text("stand</button>");
    }
    let page = s.arbiter.get(&s.path("/records/compare")).expect_text("Let the record of ash stand");
    let (_, robin) = s.app.sign_in("robin");
    s.app.commit(s.event, EventCommand::ShowEvent { is_public: true });
    robin.get(&s.path("/records/compare")).expect_status(403);
    let version = page.hidden("version").unwrap();
    let form = [("version", version.as_str()), ("idempotency_key", &*key(1))];
    let second = game.records[1].id;
    s.first.post_form(&s.path(&format!("/records/{second}/use")), &form).expect_status(403);
    s.arbiter.post_form(&s.path("/records/nothing/use"), &form).expect_status(404);
    s.arbiter.post_form(&s.path(&format!("/records/{second}/use")), &form).expect_status(303);
    let game = s.game();
    assert!(game.disputes.is_empty());
    assert_eq!(game.result.as_ref().unwrap().source, Source::Record { record: second });
    assert_eq!(game.record_to_publish().unwrap().id, second);
}

fn a_result_from_the_opponents_record_can_be_disputed(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.write(&s.first, "C2-C3 G8-G6 B1-D3 D7-D6 B2-B4 E7-E6 D3-F5 E8-A4").expect_status(303);
    s.first
        .get(&s.path("/scoresheet"))
        .expect_text("The board shows the end")
        .expect_text("Ash wins, checkmate");
    s.write(&s.first, "E2-E4").expect_status(422).expect_text("The game is over: checkmate");
    s.hand_in_sheet(&s.first, "").expect_status(303);
    assert!(matches!(s.game().result.unwrap().source, Source::Record { .. }));
    s.second.get(&s.path("/room")).expect_text("Do you agree?");
    let words = [("words", "We never played this."), ("idempotency_key", &*key(3))];
    s.second.post_form(&s.path("/dispute"), &words).expect_status(303);
    s.arbiter.get("/events/open/queue").expect_text("We never played this.");
    // The arbiter finds that it stands as it is: nothing is overruled, and nobody is asked again.
    let page = s.arbiter.get(&s.path("/result")).expect_text("The result stands");
    let version = page.hidden("version").unwrap();
    let upheld = |version: &str, number: u32| {
        let fields = [("upheld", "yes"), ("version", version), ("idempotency_key", &*key(number))];
        s.arbiter.post_and_confirm(&s.path("/result"), &fields)
    };
    upheld("1", 4).expect_status(422).expect_text("The result is another one by now");
    upheld(&version, 5).expect_status(303);
    let game = s.game();
    assert!(game.disputes.is_empty() && game.result.as_ref().unwrap().entry.winner == Some(Seat::Second));
    s.arbiter.get("/events/open/queue").expect_no_text("We never played this.");
    s.second.get(&s.path("/room")).expect_no_text("Do you agree?");
    upheld(&version, 6).expect_status(422).expect_text("disputed any more");
}

fn a_shorter_record_is_no_dispute_and_a_corrected_one_settles_it(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.write(&s.first, "E2-E4 E7-E5 D2-D4").expect_status(303);
    s.hand_in_sheet(&s.first, "1:concession").expect_status(303);
    s.write(&s.second, "E2-E4 E7-E6").expect_status(303);
    s.hand_in_sheet(&s.second, "1:concession").expect_status(303);
    assert_eq!(s.game().disputes.len(), 1);
    s.take_back(&s.second, "1").expect_status(303);
    s.write(&s.second, "e7e5").expect_status(303);
    s.hand_in_sheet(&s.second, "1:concession").expect_status(303);
    let game = s.game();
    assert!(game.disputes.is_empty(), "{:?}", game.disputes);
    assert_eq!(game.result.unwrap().source, Source::Agreement);
    s.first.get(&s.path("/records/compare")).expect_text("The record of ash ends after 2 moves");
}

fn before_the_variation_is_chosen_there_is_no_board(backend: Backend) {
    let s = Scene::new(backend, GameKind::Dragon);
    s.first
        .get(&s.path("/scoresheet"))
        .expect_status(200)
        .expect_text("not on file yet")
        .expect_no_text("<svg class=\"board");
    for answer in [Answer::Knights(Knights::Sword), Answer::Knights(Knights::Sword), Answer::Agreed(false)] {
        s.app.commit(s.event, ChoiceCommand::AnswerChoice { game: s.game, answer, asked: None });
    }
    let page = s.arbiter.get(&s.path("/scoresheet?from=E10")).expect_status(200);
    page.expect_text(": the vessel turns her bow to").expect_no_text("Without moving away");
}

fn each_player_sees_the_board_from_the_own_side(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let turned = "board-lancerchess is-turned\"";
    s.first.get(&s.path("/scoresheet")).expect_no_text(turned).expect_text("board-lancerchess\"");
    s.second.get(&s.path("/scoresheet")).expect_text(turned);
    s.arbiter.get(&s.path("/scoresheet?of=1")).expect_no_text(turned);
    // Turned round, a player's own sheet is kept apart from the arbiters' chair, and that from everybody's pages.
    for (reader, is_own, has_chair) in [(&s.second, true, false), (&s.arbiter, false, true)] {
        let page = reader.get(&s.path("/scoresheet"));
        assert_eq!(page.body.contains("id=\"scoresheet\" data-own"), is_own);
        assert_eq!(page.body.contains("tabindex=\"-1\" data-chair"), has_chair);
    }
    s.app.visitor().get(&s.path("")).expect_no_text("data-chair");
}

fn a_sheet_goes_out_compressed_and_plain_where_that_is_asked(backend: Backend) {
    use std::io::Read;
    let s = Scene::new(backend, GameKind::LancerChess);
    let fetch = |coding: &str| s.first.raw(&s.path("/scoresheet"), coding);
    let (head, plain) = fetch("identity");
    assert!(head.starts_with("http/1.1 200") && !head.contains("content-encoding"), "{head}");
    let (head, small) = fetch("gzip, deflate");
    assert!(head.contains("content-encoding: gzip") && head.contains("vary: accept-encoding"), "{head}");
    let mut text = String::new();
    flate2::read::GzDecoder::new(&small[..]).read_to_string(&mut text).unwrap();
    assert!(
        text.contains("Your scoresheet") && small.len() * 4 < plain.len(),
        "{} of {}",
        small.len(),
        plain.len()
    );
}

fn a_finished_event_takes_nothing_more(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.write(&s.first, OPENING).expect_status(303);
    let page = s.first.get(&s.path("/scoresheet"));
    s.hand_in_sheet(&s.first, "-:agreement").expect_status(303);
    s.write(&s.second, OPENING).expect_status(303);
    s.hand_in_sheet(&s.second, "-:agreement").expect_status(303);
    s.app.commit(s.event, RoundCommand::CloseRound { round: 1 });
    // A game that was played is written down later, too, as long as the event is not over.
    s.write_from(&s.first, &page, "D2-D4").expect_status(303);
    s.app.commit(s.event, EventCommand::FinishEvent { is_finished: true });
    s.write_from(&s.first, &page, "D7-D5").expect_status(422).expect_text("The event is finished");
    s.first
        .get(&s.path("/scoresheet"))
        .expect_status(200)
        .expect_text("nothing is written here any more")
        .expect_no_text("Take back");
}

impl Scene {
    fn hand_in_is_refused_without_moves(&self) {
        let page = self.first.get(&self.path("/scoresheet")).expect_no_text("How it ended");
        assert!(page.hidden("version").is_some());
    }
}
