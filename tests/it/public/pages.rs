//! The pages of an event, the front page, the screens in the hall.

use tiger_event::{EventCommand, Format, Seat, Timetable, TimetableCommand};
use tiger_rules::{Ending, EventTable, GameKind, GamePoints, PointsTable};

use super::world::{PLAYERS, addresses, open_event};
use crate::rig::{TestApp, on_both_databases, on_sqlite};
use tiger_arbiter::clock::new_id;

on_both_databases!(the_front_page_lists_public_events_and_ones_own);
on_sqlite!(
    a_round_tells_boards_results_and_who_does_not_play,
    every_number_opens_its_working,
    in_a_great_field_numbers_lead_to_their_working,
    standings_can_be_looked_at_after_any_round,
    a_round_robin_is_crossed_everybody_against_everybody,
    the_scoring_table_is_the_events_own,
    sheets_for_the_wall_and_for_the_boards,
    a_great_cross_table_comes_in_parts,
    prints_carry_the_seal_of_the_ledger,
    screens_in_the_hall_go_on_by_themselves,
    what_is_not_there_is_not_found,
    a_page_has_no_inline_script_or_style
);

fn a_round_tells_boards_results_and_who_does_not_play(app: &TestApp) {
    let open = open_event(app, "open", |settings| settings.first_board = 11);
    let games = open.publish(app, 1);
    open.enter(app, games[1], None, Ending::Agreement);
    let page = app.visitor().get("/events/open/rounds/1").expect_status(200);
    let page = PLAYERS.iter().fold(page, |page, name| page.expect_text(name));
    page.expect_text(">11<")
        .expect_text(">12<")
        .expect_text("1 : 1")
        .expect_text("agreement")
        .expect_text("pairing-allocated bye")
        .expect_text("1 of 2");
    let latest = app.visitor().get("/events/open/pairings").expect_status(200);
    latest.expect_text("Round 1").expect_text("1 : 1");
}

fn every_number_opens_its_working(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    open.play(app, 1);
    open.play(app, 2);
    let page = app.visitor().get("/events/open/standings").expect_status(200);
    // Points and four tie-breaks for five players, each with something to open.
    assert_eq!(page.body.matches("<details class=\"working\">").count(), 25, "{}", page.body);
    page.expect_text("Sonneborn-Berger").expect_text("Sum of all rounds").expect_text(" × ");
    let player = app.visitor().get("/events/open/players/1").expect_status(200);
    player.expect_text("id=\"points\"").expect_text("id=\"SB\"").expect_text("id=\"BH-C1\"");
    // Four without a point, of whom nobody has met everybody.
    let fresh = open_event(app, "fresh", |_| ());
    fresh.publish(app, 1);
    let page = app.visitor().get("/events/fresh/standings").expect_status(200);
    page.expect_text("not all have met, so it does not part them").expect_no_text("certain anyhow");
}

fn in_a_great_field_numbers_lead_to_their_working(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let names: Vec<String> = (0..40).map(|number| format!("Player, No {number}")).collect();
    app.add_entries(open.id, &names.iter().map(String::as_str).collect::<Vec<_>>());
    app.visitor()
        .get("/events/open/standings")
        .expect_status(200)
        .expect_text("href=\"players/1#SB\"")
        .expect_no_text("<details class=\"working\">");
}

fn standings_can_be_looked_at_after_any_round(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    open.play(app, 1);
    open.play(app, 2);
    app.visitor().get("/events/open/standings/1").expect_status(200).expect_text("Standings after round 1");
    app.visitor().get("/events/open/standings").expect_text("Standings after round 2");
    app.visitor().get("/events/open/standings/3").expect_status(404);
    app.visitor().get("/events/open/standings/0").expect_status(404);
}

fn a_round_robin_is_crossed_everybody_against_everybody(app: &TestApp) {
    let open = open_event(app, "open", |settings| settings.format = Format::RoundRobin);
    open.publish(app, 1);
    app.visitor()
        .get("/events/open/crosstable")
        .expect_status(200)
        .expect_text("Cross-table during round 1")
        .expect_text("Every player against every player")
        .expect_text("class=\"self\"");
    let free = open_event(app, "free", |_| ());
    free.play(app, 1);
    app.visitor()
        .get("/events/free/crosstable")
        .expect_status(200)
        .expect_text("Cross-table after round 1")
        .expect_text(">R1<")
        .expect_text(">No.<")
        .expect_text("PAB");
}

fn the_scoring_table_is_the_events_own(app: &TestApp) {
    open_event(app, "tiger", |settings| settings.game = GameKind::TigerChess);
    app.visitor().get("/events/tiger").expect_status(200).expect_text("Occupation of the Palace");
    open_event(app, "storm", |settings| settings.game = GameKind::Dragon);
    app.visitor().get("/events/storm").expect_text("Locking up").expect_text("nominal");
    open_event(app, "own", |settings| {
        settings.points = PointsTable::Event(EventTable {
            win: GamePoints::whole(7),
            draw: GamePoints::whole(2),
            loss: GamePoints::ZERO,
        });
    });
    app.visitor()
        .get("/events/own")
        .expect_text("own table")
        .expect_text("<span class=\"points\">7</span>")
        .expect_no_text("Checkmate");
}

fn sheets_for_the_wall_and_for_the_boards(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    open.publish(app, 1);
    let names = app.visitor().get("/events/open/rounds/1/print/names").expect_status(200);
    let place = |name: &str| names.body.find(name).unwrap();
    assert!(place("Ash, Rowan</th>") < place("Moor, Tessa</th>"));
    assert!(place("Moor, Tessa</th>") < place("Thorne, Iris</th>"));
    let slips = app.visitor().get("/events/open/rounds/1/print/slips").expect_status(200);
    assert_eq!(slips.body.matches("class=\"slip\"").count(), 2);
    app.visitor().get("/events/open/rounds/1/print/boards").expect_status(200);
    app.visitor().get("/events/open/rounds/1/print/nonsense").expect_status(404);
}

fn screens_in_the_hall_go_on_by_themselves(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let timetable = Timetable::default();
    app.commit(open.id, TimetableCommand::SetTimetable { timetable, seen: u64::MAX });
    let visitor = app.visitor();
    visitor.get("/events/open/hall").expect_status(200).expect_text("as soon as they are published");
    let games = open.publish(app, 1);
    let only = visitor.get("/events/open/hall").expect_status(200).expect_text("Round 1");
    assert_eq!(only.header("refresh"), "", "there is only one screenful");
    open.enter(app, games[0], Some(Seat::First), Ending::Checkmate);
    let first = visitor.get("/events/open/hall").expect_text("3 : 0");
    first.expect_turn(&["/events/open/hall", "/events/open/hall/all/1", "/events/open/hall/all/2"]);
    let second = visitor.get("/events/open/hall/all/2").expect_text("Standings during round 1");
    second.expect_turn(&["/events/open/hall/all/1", "/events/open/hall/all/2"]);
    visitor.get("/events/open/hall/nonsense/1").expect_status(404);
}

fn the_front_page_lists_public_events_and_ones_own(app: &TestApp) {
    let visitor = app.visitor();
    visitor.get("/").expect_status(200).expect_text("No event is on");
    let open = open_event(app, "open", |_| ());
    visitor.get("/").expect_text("href=\"/events/open\"").expect_no_text("Your events");
    app.commit(open.id, EventCommand::ShowEvent { is_public: false });
    visitor.get("/").expect_no_text("/events/open");
    let chief = app.signed_in(open.chief);
    chief.get("/").expect_text("Your events").expect_text("/events/open/desk");
    let (_, stranger) = app.sign_in("stranger");
    stranger.get("/").expect_no_text("/events/open");
    let (_, admin) = app.sign_in_admin();
    admin.get("/").expect_text("/events/open/desk");
    app.commit(open.id, EventCommand::ShowEvent { is_public: true });
    let home = chief.get("/").expect_no_text("Other events").body;
    assert_eq!(home.matches("href=\"/events/open").count(), 1, "an own event is listed once");
    app.commit(open.id, EventCommand::FinishEvent { is_finished: true });
    visitor.get("/events").expect_text("<h2>Over</h2>").expect_text("/events/open");
}

fn what_is_not_there_is_not_found(app: &TestApp) {
    open_event(app, "open", |_| ());
    for path in
        ["/rounds/1", "/rounds/x", "/players/6", "/players/x", "/standings/1", "/rounds/1/print/boards"]
    {
        app.visitor().get(&format!("/events/open{path}")).expect_status(404);
    }
    for path in addresses("nowhere", 1).iter().filter(|path| path.contains("nowhere")) {
        app.visitor().get(path).expect_status(404);
    }
    app.visitor().get("/events/Not%20A%20Slug").expect_status(404);
}

fn a_page_has_no_inline_script_or_style(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    open.play(app, 1);
    for path in addresses("open", 1).iter().filter(|path| !path.contains('.')) {
        let page = app.visitor().get(path).expect_status(200);
        for bad in [" style=", "<style", " onclick=", " onload=", "<script>"] {
            assert!(!page.body.contains(bad), "{path} has {bad}");
        }
        for id in page.body.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
            let twice = page.body.matches(&format!(" id=\"{id}\"")).count();
            assert_eq!(twice, 1, "{path} has the id {id} {twice} times");
        }
    }
}

fn a_great_cross_table_comes_in_parts(app: &TestApp) {
    let event = app.add_event("great", new_id());
    let names: Vec<String> = (1..=501).map(|number| format!("Player {number:03}")).collect();
    app.add_entries(event, &names.iter().map(String::as_str).collect::<Vec<_>>());
    app.commit(event, EventCommand::ShowEvent { is_public: true });
    let get = |path: &str| app.visitor().get(&format!("/events/great/crosstable{path}"));
    get("").expect_status(200).expect_text("Player 500").expect_no_text("Player 501");
    get("?page=2").expect_status(200).expect_text("Player 501").expect_no_text("Player 500");
    get("?page=3").expect_status(404);
    get("?q=player+501").expect_redirect("/events/great/crosstable?page=2#place-501");
    get("?q=nobody").expect_status(404);
}

fn prints_carry_the_seal_of_the_ledger(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    open.publish(app, 1);
    let event = app.state().ledger.event(open.id).unwrap();
    let entry = app
        .state()
        .db
        .read(|db| tiger_arbiter::db::entries::find(db, open.id, event.version))
        .unwrap()
        .unwrap();
    let seal = format!("open:{}:{}", event.version, &entry.hash.to_string()[..16]);
    for page in ["/rounds/1/print/boards", "/rounds/1/print/names", "/standings"] {
        app.visitor()
            .get(&format!("/events/open{page}"))
            .expect_status(200)
            .expect_text(&seal)
            .expect_text("<svg");
    }
    app.visitor().get("/events/open/rounds/1/print/slips").expect_no_text(&seal);
}
