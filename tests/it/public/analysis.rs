//! Moves that are tried after a game, and lines that are kept beside its record.

use tiger_event::{EventCommand, GameId, Reason, RecordCommand, ResultCommand, ResultEntry, Seat};
use tiger_rules::{Ending, GameKind, Limits, read_records};

use super::files::{RECORD, hand_in, play_with_record};
use super::world::open_event;
use crate::rig::{Browser, TestApp, key, on_both_databases, on_sqlite};

on_both_databases!(a_line_is_kept_with_the_game_and_removed);
on_sqlite!(
    moves_are_tried_from_any_ply_and_change_nothing,
    where_the_last_move_ended_the_game_another_one_is_tried,
    what_is_asked_for_wrongly_is_answered_with_a_sentence,
    only_players_and_arbiters_keep_lines,
    a_group_move_of_the_dance_is_tried_walk_by_walk,
    lines_that_another_record_does_not_bear_are_not_shown
);

fn page(game: GameId, rest: &str) -> String {
    format!("/events/open/games/{game}/analysis{rest}")
}

fn moves_are_tried_from_any_ply_and_change_nothing(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let games = play_with_record(app, &open);
    let (game, visitor) = (games[0], app.visitor());
    let replay = visitor.get(&format!("/events/open/games/{game}?ply=2")).expect_text("Try moves from here");
    replay.expect_text(&format!("href=\"{}\"", page(game, "?ply=2")));
    let version = app.state().ledger.event(open.id).unwrap().version;
    let begun = visitor.get(&page(game, "?ply=2")).expect_status(200);
    begun
        .expect_text("After ply 2, E7-E5. Bengal is to move.")
        .expect_text("The game went on with <span class=\"mono\">A2-A3")
        .expect_text(&format!("href=\"{}#board\"", page(game, "?ply=2&amp;from=G1")))
        .expect_no_text("<form method=\"post\" action=\"/events");
    let chosen = visitor.get(&page(game, "?ply=2&from=D2")).expect_status(200);
    let chosen = chosen.expect_text(&format!("href=\"{}#board\"", page(game, "?ply=2&amp;line=D2-D4")));
    chosen.expect_text("Put back");
    let tried = visitor.get(&page(game, "?ply=2&line=D2-D4+E5xD4")).expect_status(200);
    tried
        .expect_text("2. D2-D4 E5xD4")
        .expect_text(&format!("href=\"{}#board\">Take back", page(game, "?ply=2&#38;line=D2-D4")))
        .expect_text("After ply 4, E5xD4.");
    // Turned round it stays so; and the end of the game is where one begins.
    visitor
        .get(&page(game, "?ply=2&turned=1"))
        .expect_text("is-turned")
        .expect_text("&amp;turned=1&amp;from=")
        .expect_text(&format!("href=\"/events/open/games/{game}?ply=2&#38;turned=1\""));
    visitor.get(&page(game, "")).expect_text("After ply 4, A7-A6.").expect_no_text("The game went on");
    assert_eq!(app.state().ledger.event(open.id).unwrap().version, version);
}

fn where_the_last_move_ended_the_game_another_one_is_tried(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let game = open.publish(app, 1)[0];
    let mate = "[Game \"LancerChess\"]\n[Bengal \"T\"]\n[Siberian \"I\"]\n\
        [Situation \"3q4/p6T/8/8/8/8/6T1/3Q4 b - - 0 1\"]\n[Result \"Bengal\"]\n\n1. G2-G3 A7-A6 2. G3-G8 Bengal\n";
    let shown = ResultEntry::plain(Some(Seat::First), Ending::Checkmate);
    hand_in(app, &open, game, mate, Some(shown));
    if app.state().ledger.event(open.id).unwrap().game(game).unwrap().result.is_none() {
        open.enter(app, game, Some(Seat::First), Ending::Checkmate);
    }
    let visitor = app.visitor();
    let over = visitor.get(&page(game, "?turned=1")).expect_status(200);
    over.expect_text("The game is over here.")
        .expect_text(&format!("href=\"{}#board\">Before the last move", page(game, "?ply=2&#38;turned=1")))
        .expect_text("another one can be tried in its place")
        .expect_no_text("Tap a force");
    // A move earlier there is much to try; a line that ends the game is taken back.
    let before = visitor.get(&page(game, "?ply=2")).expect_text("Tap a force");
    before.expect_no_text("Before the last move");
    let tried = visitor.get(&page(game, "?ply=2&line=G3-G8")).expect_text("The game is over here.");
    tried.expect_text("Take back").expect_no_text("Before the last move");
}

fn what_is_asked_for_wrongly_is_answered_with_a_sentence(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let games = play_with_record(app, &open);
    let visitor = app.visitor();
    let wrong = visitor.get(&page(games[0], "?ply=1&line=E7-E5+E4-E5")).expect_status(200);
    wrong.expect_text("Not a move here").expect_text("E4-E5").expect_text("1... E7-E5");
    for rest in ["?ply=5", "?ply=-1", "?ply=x", "?ply=99999999999"] {
        visitor.get(&page(games[0], rest)).expect_status(404);
    }
    let long = ["G1-F3", "G8-F6", "F3-G1", "F6-G8"].repeat(26).join("+");
    let answer = visitor.get(&page(games[0], &format!("?line={long}"))).expect_status(422);
    answer.expect_text("At most 100 moves are tried at a stretch.");
    // Neither a game without a record, nor one that is still played.
    visitor.get(&page(games[1], "")).expect_status(404);
    let game = open.publish(app, 2)[0];
    hand_in(app, &open, game, RECORD, None);
    visitor.get(&page(game, "")).expect_status(404);
    app.commit(open.id, EventCommand::ShowEvent { is_public: false });
    visitor.get(&page(games[0], "")).expect_status(404);
    app.signed_in(open.chief).get(&page(games[0], "")).expect_status(200);
}

fn keep(who: &Browser, game: GameId, line: (&str, &str, &str), number: u32) -> crate::rig::Answer {
    let (ply, moves, words) = line;
    let fields = [("ply", ply), ("line", moves), ("words", words), ("idempotency_key", &*key(number))];
    who.post_form(&format!("/events/open/games/{game}/lines"), &fields)
}

fn a_line_is_kept_with_the_game_and_removed(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let game = play_with_record(app, &open)[0];
    let chief = app.signed_in(open.chief);
    // Games are looked at long after the event.
    app.commit(open.id, EventCommand::FinishEvent { is_finished: true });
    chief.get(&page(game, "?ply=2&line=D2-D4")).expect_text("Keep this line with the game");
    for _ in 0..2 {
        let kept = keep(&chief, game, ("2", "D2-D4 E5xD4", "Sharper {by far}"), 1);
        kept.expect_redirect(&format!("/events/open/games/{game}?ply=2"));
    }
    let visitor = app.visitor();
    let public = visitor.get(&format!("/events/open/games/{game}")).expect_status(200);
    public.expect_text("2. D2-D4 E5xD4").expect_text("Sharper {by far}");
    let shown = visitor.get(&page(game, "?ply=2&line=D2-D4+E5xD4"));
    shown.expect_text("Sharper {by far}").expect_no_text("Remove this line");
    let file = visitor.get(&format!("/events/open/games/{game}.tgr")).expect_status(200);
    let record = read_records(&file.body, Limits::FILES).next().unwrap().unwrap();
    let said = &record.moves[1].remarks;
    assert!(said[0].ends_with(": 2. D2-D4 E5xD4: Sharper (by far)"), "{}", file.body);
    assert!(tiger_rules::check(&record).error.is_none(), "{}", file.body);
    // The same line once more, and the form with what was typed.
    keep(&chief, game, ("2", "D2-D4 E5xD4", ""), 2).expect_status(422).expect_text("kept already");
    let answer = keep(&chief, game, ("2", "D2-D3", &"x".repeat(401)), 3).expect_status(422);
    answer.expect_text("xxx").expect_text("2. D2-D3");
    let step = app.state().ledger.event(open.id).unwrap().game(game).unwrap().lines[0].step;
    chief.get(&page(game, "?ply=2&line=D2-D4+E5xD4")).expect_text("Remove this line");
    let drop = format!("/events/open/games/{game}/lines/{step}/drop");
    chief.post_form(&drop, &[("idempotency_key", &key(4))]).expect_status(303);
    visitor.get(&format!("/events/open/games/{game}")).expect_no_text("Sharper");
    chief.post_form(&drop, &[("idempotency_key", &key(5))]).expect_status(404);
    chief.get("/events/open/ledger").expect_text("line kept after ply 2").expect_text("line removed");
}

fn only_players_and_arbiters_keep_lines(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let game = play_with_record(app, &open)[0];
    let players = app.state().ledger.event(open.id).unwrap().game(game).unwrap().players();
    let others = app.state().ledger.event(open.id).unwrap();
    let third = others.entries.keys().find(|entry| !players.contains(entry)).copied().unwrap();
    let [first, second, outsider] =
        [("first", players[0]), ("second", players[1]), ("third", third)].map(|(login, entry)| {
            let (user, browser) = app.sign_in(login);
            app.speak_for(open.id, entry, user);
            browser
        });
    let line = ("1", "D7-D5", "Why not?");
    keep(&app.visitor(), game, line, 1).expect_status(401);
    keep(&outsider, game, line, 2).expect_status(403).expect_text("Lines are kept by the two players");
    outsider.get(&page(game, "?ply=1&line=D7-D5")).expect_no_text("Keep this line");
    keep(&second, game, ("1", "D7-D8", ""), 3).expect_status(422).expect_text("legal moves alone");
    keep(&second, game, ("1", "", ""), 4).expect_status(422);
    keep(&second, game, line, 5).expect_status(303);
    let kept = app.state().ledger.event(open.id).unwrap().game(game).unwrap().lines[0].clone();
    assert_eq!(kept.player, Some(Seat::Second));
    let drop = format!("/events/open/games/{game}/lines/{}/drop", kept.step);
    first.get(&page(game, "?ply=1&line=D7-D5")).expect_text("Why not?").expect_no_text("Remove this line");
    for other in [&first, &outsider] {
        other.post_form(&drop, &[("idempotency_key", &key(6))]).expect_status(403);
    }
    second.post_form(&drop, &[("idempotency_key", &key(7))]).expect_status(303);
    // Forty lines fill a game.
    let files = ["A", "B", "C", "D", "F", "G", "H"];
    let mut lines = files.iter().flat_map(|file| {
        let others = files.iter().map(move |other| (file, other)).filter(|(file, other)| file != other);
        others.map(|(file, other)| format!("{file}7-{file}6 {other}2-{other}4"))
    });
    for number in 0..40 {
        keep(&second, game, ("1", &lines.next().unwrap(), ""), 100 + number).expect_status(303);
    }
    let full = keep(&second, game, ("1", &lines.next().unwrap(), ""), 200).expect_status(422);
    full.expect_text("at most 40 lines");
}

fn a_group_move_of_the_dance_is_tried_walk_by_walk(app: &TestApp) {
    let open = open_event(app, "open", |settings| settings.game = GameKind::Dance);
    let game = open.publish(app, 1)[0];
    let record = "[Game \"The Dragon's Dance\"]\n[First \"a\"]\n[Second \"b\"]\n[Regicide \"None\"]\n\
                  [Situation \"11/11/11/11/11/11/11/3F7/2CF7/11/K9k s F3M6O4L3C1D1H1S1f6m6o4l3c2d1h1s1 - 0 0 1\"]\n\
                  [Result \"First\"]\n[Termination \"concession\"]\n\nd4-d5 First\n";
    hand_in(app, &open, game, record, Some(ResultEntry::plain(Some(Seat::First), Ending::Concession(None))));
    if app.state().ledger.event(open.id).unwrap().game(game).unwrap().result.is_none() {
        open.enter(app, game, Some(Seat::First), Ending::Concession(None));
    }
    let visitor = app.visitor();
    let first = visitor.get(&page(game, "?ply=0")).expect_status(200);
    first.expect_text(&format!("href=\"{}#board\">", page(game, "?ply=0&#38;group=-")));
    let begun = visitor.get(&page(game, "?ply=0&group=-&from=d3")).expect_text("Choose who moves first");
    begun.expect_text(&page(game, "?ply=0&amp;group=d3-e3"));
    // Whoever is chosen for a further walk is put back alone: the walks before stay.
    let chosen = visitor.get(&page(game, "?ply=0&group=d3-e3&from=d4")).expect_status(200);
    chosen.expect_text(&format!("href=\"{}#board\">Put back", page(game, "?ply=0&#38;group=d3-e3")));
    let walked = visitor.get(&page(game, "?ply=0&group=d3-e3%26d4-d5")).expect_text("d3-e3 &#38; d4-d5");
    walked
        .expect_text(&format!("{}#board\">Try this group move", page(game, "?ply=0&#38;line=d3-e3%26d4-d5")));
    let done = visitor.get(&page(game, "?ply=0&line=d3-e3%26d4-d5")).expect_status(200);
    done.expect_text("Second is to move.").expect_text("1. d3-e3&#38;d4-d5");
}

fn lines_that_another_record_does_not_bear_are_not_shown(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let game = open.publish(app, 1)[0];
    let shown = ResultEntry::plain(Some(Seat::First), Ending::Concession(None));
    let stands = || app.state().ledger.event(open.id).unwrap().game(game).unwrap().clone();
    let take = |record: &str| {
        hand_in(app, &open, game, record, Some(shown));
        let (record, seen) = (stands().records.last().unwrap().id, stands().result_revision);
        app.commit(open.id, RecordCommand::UseRecord { game, record, seen });
    };
    take(RECORD);
    let (chief, visitor) = (app.signed_in(open.chief), app.visitor());
    keep(&chief, game, ("2", "D2-D4 E5xD4", "Sharp"), 1).expect_status(303);
    let public = format!("/events/open/games/{game}");
    visitor.get(&public).expect_text("Sharp");
    take(&RECORD.replace("E7-E5", "E7-E6"));
    visitor.get(&public).expect_text("E7-E6").expect_no_text("Sharp");
    visitor.get(&format!("{public}.tgr")).expect_status(200).expect_no_text("Sharp");
    take(RECORD);
    visitor.get(&public).expect_text("Sharp");
    // A result that is taken back takes its lines from the public with it.
    let (reason, seen) = (Reason::parse("It was not over").unwrap(), stands().result_revision);
    app.commit(open.id, ResultCommand::ClearResult { game, reason, seen });
    visitor.get(&public).expect_status(200).expect_no_text("Sharp");
    visitor.get(&page(game, "?ply=2&line=D2-D4+E5xD4")).expect_status(404);
    assert_eq!(stands().lines.len(), 1);
}
