//! Games in progress: watched as late as the event says, and on no way earlier.

use chrono::TimeDelta;
use tiger_arbiter::db::scoresheets;
use tiger_event::scoresheet::Holder;
use tiger_event::{EventCommand, LegalMoves};
use tiger_rules::{Ending, GameKind};

use super::live::Listener;
use crate::rig::{Backend, Browser, key, on_sqlite};
use crate::room::Scene;

on_sqlite!(
    a_move_is_on_no_way_before_its_time,
    a_game_is_followed_move_by_move_until_its_result,
    what_was_watched_gives_way_to_the_record,
    legal_moves_stand_openly_on_page_and_sheets_alike_or_nowhere
);

/// Every address of an event in the table of addresses, filled with what there is.
fn addresses(s: &Scene) -> Vec<String> {
    let table = include_str!("../../../src/routes.rs");
    let events = table.split('"').filter(|text| text.starts_with("/events/{slug}"));
    let game = s.game.to_string();
    let fill = |address: &str| {
        let known = [("{slug}", "open"), ("{game}", &*game), ("{sheet}", "boards"), ("{show}", "all")];
        let filled = known.iter().fold(address.to_owned(), |text, (name, value)| text.replace(name, value));
        let numbers = ["{round}", "{number}", "{page}", "{entry}", "{record}", "{cast}"];
        numbers.iter().fold(filled, |text, name| text.replace(name, "1"))
    };
    let mut all: Vec<String> = events.map(fill).filter(|address| !address.contains('{')).collect();
    assert!(all.len() > 60, "{} addresses", all.len());
    let page = s.path("");
    all.extend(
        ["?ply=0", "?ply=1", "?ply=3", "?moves=1", "?as-of=2", ".tgr", "/board.svg?ply=1", "/embed?ply=1"]
            .map(|rest| format!("{page}{rest}")),
    );
    all.push("/events/open/rounds/1/print/slips".to_owned());
    all.extend(["/events/open/hall/live/1", "/events/open/hall/pairings+live/2"].map(str::to_owned));
    all.extend(["/", "/events", "/precedents"].map(str::to_owned));
    all
}

/// Where one of these moves is told to this reader.
fn told(s: &Scene, reader: &Browser, moves: &[&str]) -> Vec<String> {
    let cookie = reader.cookie("tiger_session").map(|token| format!("Cookie: tiger_session={token}\r\n"));
    let cookie = cookie.unwrap_or_default();
    let mut found = Vec::new();
    for address in addresses(s) {
        let body = if address.ends_with("/live") || address.ends_with("/moves") {
            let inside = format!("{address}?seen=1&inside=yes&game={}", s.game);
            Listener::join(&s.app, &inside, &cookie).hear()
        } else {
            reader.get(&address).body
        };
        if moves.iter().any(|mv| body.contains(mv)) {
            found.push(address);
        }
    }
    found
}

fn begun(backend: Backend, delay: Option<u16>) -> Scene {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.app.commit(s.event, EventCommand::ShowEvent { is_public: true });
    s.app.change_settings(s.event, |settings| settings.live_delay = delay);
    s
}

/// Lets the first moves of the first player's sheet be older.
fn age(s: &Scene, moves: usize, minutes: i64) {
    let (state, holder) = (s.app.state(), Holder::Player(s.game().first));
    let mut sheet = state.db.read(|db| scoresheets::find(db, s.game, holder)).unwrap().unwrap();
    for at in sheet.written_at.iter_mut().take(moves) {
        *at -= TimeDelta::minutes(minutes);
    }
    let (seen, at) = (sheet.revision, sheet.changed_at.unwrap());
    sheet.revision += 1;
    assert!(state.db.write(|db| scoresheets::keep(db, &sheet, seen, at)).unwrap());
    state.live_games.forget(s.game);
}

fn a_move_is_on_no_way_before_its_time(backend: Backend) {
    for delay in [None, Some(15)] {
        let s = begun(backend, delay);
        let (_, robin) = s.app.sign_in("robin");
        let visitor = s.app.visitor();
        s.write(&s.first, "C2-C3 G8-G6 B1-D3").expect_status(303);
        let moves = ["C2-C3", "G8-G6", "B1-D3"];
        for reader in [&visitor, &robin, &s.second] {
            assert_eq!(told(&s, reader, &moves), Vec::<String>::new(), "{delay:?}");
        }
        age(&s, 2, 16);
        if delay.is_none() {
            s.app.visitor().get(&s.path("/moves")).expect_status(404);
            assert_eq!(told(&s, &visitor, &moves), Vec::<String>::new());
            continue;
        }
        let page = visitor.get(&s.path("")).expect_status(200);
        page.expect_text("Live, 15 minutes late.")
            .expect_text("C2-C3")
            .expect_text("After ply 2 of 2, G8-G6.");
        for way in ["/events/open/hall/live/1", "/events/open/hall/pairings+live/2"] {
            let screen = visitor.get(way).expect_status(200);
            assert!(screen.header("refresh").contains("/events/open/hall/"), "{}", screen.header("refresh"));
            screen
                .expect_text("Round 1, shown 15 minutes late")
                .expect_text("Ply 2: G8-G6")
                .expect_text("<svg class=\"board");
            robin.get(way).expect_status(200).expect_text("Ply 2: G8-G6");
        }
        visitor.get("/events/open/hall/pairings+live/1").expect_no_text("<svg class=\"board");
        robin.get(&s.path("?ply=1")).expect_status(200).expect_text("After ply 1 of 2, C2-C3.");
        s.first.get(&s.path("/scoresheet")).expect_text("s page, 15 minutes later.");
        for reader in [&visitor, &robin, &s.second] {
            assert_eq!(told(&s, reader, &moves[2..]), Vec::<String>::new());
        }
        let mut listener = Listener::join(&s.app, &s.path("/moves"), "");
        listener.wait_for("\"moves\":[\"C2-C3\",\"G8-G6\"]");
    }
}

fn a_game_is_followed_move_by_move_until_its_result(backend: Backend) {
    let s = begun(backend, Some(0));
    s.app.visitor().get("/events/open/games").expect_text(">Watch<span");
    let mut listener = Listener::join(&s.app, &s.path("/moves"), "");
    listener.wait_for("\"moves\":[]");
    s.write(&s.first, "e2e4").expect_status(303);
    listener.wait_for("\"moves\":[\"E2-E4\"]");
    s.write(&s.second, "e2e4 e7e5").expect_status(303);
    listener.wait_for("\"moves\":[\"E2-E4\",\"E7-E5\"]");
    let page = s.app.visitor().get(&s.path("")).expect_status(200);
    page.expect_text("After ply 2 of 2, E7-E5.")
        .expect_text("/moves?seen=")
        .expect_no_text("Show legal moves");
    s.take_back(&s.second, "1").expect_status(303);
    s.write(&s.second, "e7e6").expect_status(303);
    listener.wait_for("\"moves\":[\"E2-E4\",\"E7-E6\"]");
    s.set_result(Ending::Checkmate);
    listener.wait_for("event: over");
    s.app.visitor().get(&s.path("/moves")).expect_status(404);
    // What everybody saw stays until there is a record; what is written after the end is nobody else's.
    s.write(&s.second, "d2d4").expect_status(303);
    s.write(&s.first, "e7e6 d2d4").expect_status(303);
    let ended = s.app.visitor().get(&s.path("")).expect_status(200);
    ended
        .expect_text("After ply 2 of 2, E7-E6.")
        .expect_text("no record has been handed in")
        .expect_no_text("Live")
        .expect_no_text("to move")
        .expect_no_text("/moves?seen=");
    assert_eq!(told(&s, &s.app.visitor(), &["D2-D4"]), Vec::<String>::new());
    s.app.visitor().get("/events/open/games/nothing/moves").expect_status(404);
    s.app.visitor().get("/events/none/games/00000000-0000-7000-8000-000000000000/moves").expect_status(404);
}

fn what_was_watched_gives_way_to_the_record(backend: Backend) {
    let s = begun(backend, Some(15));
    s.set_result(Ending::Checkmate);
    let nothing = s.app.visitor().get(&s.path("")).expect_status(200);
    nothing.expect_text("No record of this game has been handed in.");
    let s = begun(backend, Some(15));
    s.write(&s.first, "E2-E4 E7-E5").expect_status(303);
    age(&s, 1, 16);
    let concede = [("offer", "concession"), ("idempotency_key", &*key(1))];
    s.second.post_and_confirm(&s.path("/steps/offer"), &concede).expect_status(303);
    let late = s.app.visitor().get(&s.path("")).expect_status(200);
    late.expect_text("After ply 1 of 1, E2-E4.").expect_no_text("E7-E5");
    s.hand_in_sheet(&s.first, "1:concession").expect_status(303);
    let record = s.app.visitor().get(&s.path("")).expect_status(200);
    record.expect_text("E7-E5").expect_text("Record, .tgr").expect_no_text("As its scoresheets told it");
}

fn legal_moves_stand_openly_on_page_and_sheets_alike_or_nowhere(backend: Backend) {
    let s = begun(backend, Some(0));
    let visitor = s.app.visitor();
    s.write(&s.first, "e2e4 e7e5").expect_status(303);
    for way in ["", "?moves=1", "?ply=2&moves=1", "?ply=0&moves=1"] {
        visitor.get(&s.path(way)).expect_status(200).expect_no_text("D2-D4").expect_no_text("mark-target");
    }
    s.app.change_settings(s.event, |settings| settings.legal_moves = LegalMoves::Open);
    visitor.get(&s.path("")).expect_text("Legal moves of Bengal").expect_text("<li>D2-D4</li>");
    visitor.get(&s.path("?ply=1&moves=1")).expect_text("After ply 1").expect_no_text("<li>D7-D5</li>");
    s.first.get(&s.path("/scoresheet")).expect_text("value=\"D2-D4\"");
    s.second.get(&s.path("/scoresheet")).expect_text("value=\"E2-E4\"");
    // What they do not agree on nobody is helped with.
    s.write(&s.second, "e2e4 e7e6").expect_status(303);
    for sheet in [&s.first, &s.second] {
        sheet.get(&s.path("/scoresheet")).expect_no_text("value=\"D2-D4\"").expect_no_text("All legal moves");
    }
    let agreed =
        visitor.get(&s.path("")).expect_text("After ply 1 of 1, E2-E4.").expect_text("<li>E7-E6</li>");
    agreed.expect_text("scoresheets differ after this");
    s.take_back(&s.second, "1").expect_status(303);
    s.take_back(&s.second, "0").expect_status(303);
    s.first.get(&s.path("/scoresheet")).expect_text("value=\"D2-D4\"");
    s.second.get(&s.path("/scoresheet")).expect_text("1 move was taken back beyond");
}
