//! Taking entries of the ledger back.

use tiger_event::{
    Departure, EntryCommand, EventCommand, Leaving, PublishedEvent, ResultCommand, ResultEntry, RoundCommand,
    Seat,
};
use tiger_rules::Ending;

use crate::rig::{Answer, Hall, TestApp, on_both_databases, on_sqlite};

on_both_databases!(a_result_is_taken_back_and_its_effect_is_shown_before);
on_sqlite!(
    what_stands_in_the_way_is_told,
    a_state_that_was_set_again_is_taken_back_where_it_was_set_last,
    byes_settings_and_publications_are_taken_back,
    who_leaves_later_is_checked_in_and_stays_in_the_hall,
    only_arbiters_take_back
);

impl Hall<'_> {
    fn enter(&self, board: usize, winner: Seat) -> u64 {
        let result = ResultEntry::plain(Some(winner), Ending::Checkmate);
        let game = self.games[board];
        self.app.commit(self.event, ResultCommand::EnterResult { game, result, seen: u64::MAX }).seq
    }

    fn look(&self, entry: u64) -> Answer {
        self.arbiter.get(&format!("/events/open/ledger/{entry}/take-back"))
    }

    fn take_back(&self, entry: u64) -> Answer {
        let key = tiger_arbiter::ledger::OnceKey::new();
        let fields = [("idempotency_key", key.as_str()), ("reason", "Wrong board.")];
        self.arbiter.post_form(&format!("/events/open/ledger/{entry}/take-back"), &fields)
    }

    fn winner(&self, board: usize) -> Option<Seat> {
        let event = self.app.state().ledger.event(self.event).unwrap();
        event.game(self.games[board]).unwrap().result.as_ref().and_then(|result| result.entry.winner)
    }
}

fn a_result_is_taken_back_and_its_effect_is_shown_before(app: &TestApp) {
    let hall = Hall::new(app);
    let first = hall.enter(0, Seat::First);
    let second = hall.enter(0, Seat::Second);
    hall.look(first)
        .expect_status(200)
        .expect_text(&format!("The result was changed again after this entry, by entry {second}: Round 1, board 1: result changed from "));
    hall.look(first).expect_text(&format!(
        "<a href=\"/events/open/ledger/{second}/take-back\">Take back entry {second}</a> first."
    ));
    hall.look(second)
        .expect_status(200)
        .expect_text("result changed from “Ash, Rowan wins, checkmate (3 : 0)” to")
        .expect_text("Ash, Rowan wins by checkmate instead of Elm, Wych wins by checkmate")
        .expect_text("0 → 3")
        .expect_text("3 → 0");
    assert_eq!(hall.winner(0), Some(Seat::Second), "looking changes nothing");
    hall.take_back(second).expect_redirect("/events/open/ledger");
    assert_eq!(hall.winner(0), Some(Seat::First), "what stood before stands again");
    hall.look(first).expect_text("What would change");
    // The result of the first entry stands by another entry now; that one can be taken back in turn.
    hall.take_back(second + 1).expect_status(303);
    assert_eq!(hall.winner(0), Some(Seat::Second));
    let only = hall.enter(1, Seat::First);
    hall.look(only).expect_text("open instead of");
    hall.take_back(only).expect_status(303);
    assert_eq!(hall.winner(1), None);
    hall.arbiter.get("/events/open/ledger").expect_text("taken back (Wrong board.)");
    assert_eq!(app.state().ledger.verify(hall.event).unwrap().faults, vec![]);
}

fn what_stands_in_the_way_is_told(app: &TestApp) {
    let hall = Hall::new(app);
    hall.look(1).expect_text("The creation of an event is not taken back.");
    hall.look(2).expect_text("Several players were entered at once");
    hall.look(99).expect_status(404);
    // Entry 3 drafted the round, entry 4 published it.
    let mut ledger = hall.arbiter.get("/events/open/ledger").expect_text("/ledger/4/take-back");
    for never in [1, 2, 3] {
        ledger = ledger.expect_no_text(&format!("/ledger/{never}/take-back"));
    }
    let entered = hall.enter(0, Seat::First);
    hall.enter(1, Seat::First);
    // The round has results.
    hall.look(4).expect_text("Something has happened at board 1");
    hall.app.commit(hall.event, RoundCommand::CloseRound { round: 1 });
    hall.look(entered).expect_text("Round 1 is closed. Reopen it first");
    let refused = hall.take_back(entered).expect_status(422);
    refused.expect_text("Round 1 is closed. Reopen it first");
    let reason = tiger_event::text::Reason::parse("A slip.").unwrap();
    hall.app.commit(hall.event, RoundCommand::ReopenRound { round: 1, reason });
    hall.look(entered).expect_text("What would change").expect_no_text("was paired from the points");
    let nothing = [("idempotency_key", "0123456789abcdef"), ("reason", " ")];
    hall.arbiter
        .post_form(&format!("/events/open/ledger/{entered}/take-back"), &nothing)
        .expect_status(422)
        .expect_text("Say why");
    assert_eq!(hall.winner(0), Some(Seat::First));
}

fn a_state_that_was_set_again_is_taken_back_where_it_was_set_last(app: &TestApp) {
    let hall = Hall::new(app);
    let show = |is_public| app.commit(hall.event, EventCommand::ShowEvent { is_public }).seq;
    let first = show(true);
    let last = [show(false), show(true)][1];
    // Nothing of it shows what was set in between.
    hall.take_back(first).expect_status(422).expect_text(&format!(
        "Whether everybody sees the event was changed again after this entry, by entry {last}"
    ));
    hall.take_back(last).expect_status(303);
    assert!(!app.state().ledger.event(hall.event).unwrap().is_public);
    let game = hall.games[0];
    let adjourn = |reason: Option<&str>| {
        let reason = reason.map(|words| tiger_event::text::Reason::parse(words).unwrap());
        app.commit(hall.event, ResultCommand::Adjourn { game, reason }).seq
    };
    let adjourned = adjourn(Some("The hall closes."));
    let resumed = adjourn(None);
    hall.take_back(adjourned).expect_status(422).expect_text("What was adjourned was changed again");
    hall.take_back(resumed).expect_status(303);
    let event = app.state().ledger.event(hall.event).unwrap();
    let reason = event.game(game).unwrap().adjourned.clone().unwrap();
    assert_eq!(reason.as_str(), "The hall closes.", "the reason is the one that was given then");
}

fn who_leaves_later_is_checked_in_and_stays_in_the_hall(app: &TestApp) {
    let hall = Hall::new(app);
    let entry = hall.players[0];
    let known = || app.state().ledger.event(hall.event).unwrap().entry(entry).unwrap().clone();
    let check_in =
        |is_present| app.commit(hall.event, EntryCommand::CheckIn { entries: vec![entry], is_present }).seq;
    let leaving = || Some(Leaving { games: Departure::Forfeit, reason: None });
    let leave = |from_round| {
        app.commit(hall.event, EntryCommand::Withdraw { entry, from_round, leaving: leaving() }).seq
    };
    let public = || {
        PublishedEvent::preview(&app.state().ledger.event(hall.event).unwrap()).entry(entry).unwrap().clone()
    };
    let late = leave(3);
    assert!(!known().is_seen() && !public().is_seen(), "nobody has seen who only said when to leave");
    let seen = check_in(true);
    let again = check_in(true);
    assert!(known().is_seen() && public().is_seen());
    hall.take_back(again);
    assert!(known().is_seen(), "was seen before the second check-in");
    let gone = check_in(false);
    hall.take_back(gone).expect_status(303);
    assert!(known().is_seen());
    hall.take_back(seen).expect_status(303);
    assert!(!known().is_seen());
    // A later word on when to leave stands.
    let earlier = leave(2);
    hall.take_back(late)
        .expect_status(422)
        .expect_text(&format!("The withdrawal was changed again after this entry, by entry {earlier}: "));
    hall.take_back(earlier).expect_status(303);
    assert_eq!(known().leaves_from(), Some(3));
}

fn byes_settings_and_publications_are_taken_back(app: &TestApp) {
    use tiger_event::ByeKind;
    let hall = Hall::new(app);
    let (entry, kind) = (hall.players[0], Some(ByeKind::HalfPoint));
    let event = || app.state().ledger.event(hall.event).unwrap();
    let bye = app.commit(hall.event, EntryCommand::RequestBye { entry, round: 2, kind }).seq;
    hall.look(bye).expect_text("Ash, Rowan: no bye in round 2.");
    hall.take_back(bye).expect_status(303);
    assert!(event().entry(entry).unwrap().byes.is_empty());
    let gone = app.commit(hall.event, EntryCommand::Withdraw { entry, from_round: 2, leaving: None }).seq;
    hall.look(gone).expect_text("Ash, Rowan is expected.");
    hall.take_back(gone).expect_status(303);
    assert!(event().entry(entry).unwrap().plays_in(2));
    app.change_settings(hall.event, |settings| settings.rounds = 7);
    let settings = event().version;
    hall.take_back(settings).expect_status(303);
    assert_eq!(event().settings.rounds, 3);
    // Entry 4 published round 1.
    hall.look(4).expect_text("Round 1: draft instead of published.");
    hall.take_back(4).expect_status(303);
    assert_eq!(event().published_rounds(), 0);
}

fn only_arbiters_take_back(app: &TestApp) {
    let hall = Hall::new(app);
    let entered = hall.enter(0, Seat::First);
    app.commit(hall.event, EventCommand::ShowEvent { is_public: true });
    let (_, stranger) = app.sign_in("jonah");
    let path = format!("/events/open/ledger/{entered}/take-back");
    stranger.get(&path).expect_status(403);
    let fields = [("idempotency_key", "0123456789abcdef"), ("reason", "No.")];
    stranger.post_form(&path, &fields).expect_status(403);
    assert_eq!(hall.winner(0), Some(Seat::First));
}
