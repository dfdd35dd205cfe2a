//! Pages from memory: always current, in every coding the same, never one person's for another.

use std::collections::BTreeSet;
use std::io::Read;
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use tiger_arbiter::assets;
use tiger_arbiter::db::DbError;
use tiger_arbiter::ledger::{Ledger, Order};
use tiger_event::{Actor, Command, EntryCommand, EventCommand, ResultCommand, ResultEntry, Seat};
use tiger_rules::Ending;

use super::world::{addresses, open_event};
use crate::rig::{Backend, TestApp, on_both_databases, on_sqlite};

on_both_databases!(
    what_another_process_changes_is_seen_soon,
    an_event_that_cannot_be_read_takes_no_other_away
);
on_sqlite!(
    every_coding_holds_the_same_page,
    a_first_visit_is_light_and_a_second_asks_for_pages_alone,
    what_goes_out_before_the_routes_is_what_the_app_answers,
    what_is_hidden_goes_out_no_more,
    what_the_browser_has_is_not_sent_again_until_it_changes,
    a_result_is_on_every_page_at_once,
    nobody_gets_the_page_of_somebody_who_is_signed_in,
    each_choice_of_colours_has_its_own_page
);

/// Bytes of scripts, style sheets and drawings for whoever comes for the first time, with the answers' heads.
const FIRST_VISIT: usize = 90_000;

fn a_first_visit_is_light_and_a_second_asks_for_pages_alone(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    open.play(app, 1);
    for path in ["/", "/events/open", "/events/open/standings", "/events/open/rounds/1"] {
        let page = app.visitor().get(path).expect_status(200).body;
        let mut files: BTreeSet<String> = static_addresses(&page).collect();
        let mut waiting: Vec<String> = files.iter().cloned().collect();
        let mut bytes = 0;
        while let Some(file) = waiting.pop() {
            let (head, packed) = app.visitor().raw(&file, "gzip, br");
            assert!(head.contains("immutable"), "{file} of {path} is asked for again: {head}");
            if !file.ends_with(".woff2") {
                bytes += head.len() + packed.len();
            }
            let text = assets::text(file.trim_start_matches("/static/"));
            let named = ["\"./", "\"../"].into_iter().flat_map(|begin| text.split(begin).skip(1));
            let named = named.filter_map(|rest| find_beside(&file, rest.split('"').next()?));
            waiting.extend(named.filter(|one| files.insert(one.clone())));
        }
        assert!(files.len() > 20, "{path} has {} files", files.len());
        assert!(bytes < FIRST_VISIT, "{path} comes with {bytes} bytes");
    }
}

fn static_addresses(page: &str) -> impl Iterator<Item = String> {
    let addresses = page.split("\"/static/").skip(1).filter_map(|rest| rest.split(['"', '#']).next());
    addresses.map(|address| format!("/static/{address}"))
}

/// The address of a file that another one names by `./` or `../`, each in a folder of its own.
fn find_beside(file: &str, name: &str) -> Option<String> {
    let folder = file.trim_start_matches("/static/").rsplit_once('/')?.0;
    let places = [format!("{folder}/{name}"), name.to_owned()];
    places.into_iter().find(|path| assets::find(path).is_some()).map(|path| format!("/static/{path}"))
}

fn every_coding_holds_the_same_page(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    open.play(app, 1);
    for path in addresses("open", 1) {
        let (head, plain) = app.visitor().raw(&path, "identity");
        assert!(!head.contains("content-encoding"), "{path}: {head}");
        assert!(head.contains("vary: accept-encoding, cookie"), "{path}: {head}");
        assert!(head.contains("cache-control: public, no-cache"), "{path}: {head}");
        let (head, gzip) = app.visitor().raw(&path, "gzip");
        if head.contains("content-encoding: gzip") {
            let mut text = Vec::new();
            flate2::read::GzDecoder::new(&gzip[..]).read_to_end(&mut text).unwrap();
            assert_eq!(text, plain, "{path} by gzip");
        } else {
            assert!(plain.len() < 512, "{path} has {} bytes and is not compressed", plain.len());
        }
        let (head, br) = app.visitor().raw(&path, "gzip, deflate, br");
        if head.contains("content-encoding: br") {
            let mut text = Vec::new();
            brotli::Decompressor::new(&br[..], 4096).read_to_end(&mut text).unwrap();
            assert_eq!(text, plain, "{path} by brotli");
            assert!(br.len() < gzip.len() + 64, "{path}: {} by brotli, {} by gzip", br.len(), gzip.len());
        } else {
            assert!(plain.len() < 512, "{path} has {} bytes and is not compressed", plain.len());
        }
    }
}

/// An answer's lines, but for the time and for the seconds that are left of a screen's turn.
fn lines((head, body): (String, Vec<u8>)) -> (BTreeSet<String>, Vec<u8>) {
    let lines = head.lines().filter(|line| !line.starts_with("date:"));
    let without_seconds = |line: &str| match line.strip_prefix("refresh: ").and_then(|it| it.split_once(';'))
    {
        Some((_, next)) => format!("refresh:{next}"),
        None => line.to_owned(),
    };
    (lines.map(without_seconds).collect(), body)
}

fn what_goes_out_before_the_routes_is_what_the_app_answers(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    open.play(app, 1);
    let (visitor, known) = (app.visitor(), app.visitor());
    // Whoever brings a cookie is looked at by the app.
    known.set_cookie("anything=1; Path=/");
    let mut before = 0;
    for path in addresses("open", 1) {
        for coding in ["identity", "gzip", "br"] {
            let by_the_app = || lines(known.raw(&path, coding));
            let earlier = by_the_app();
            before += usize::from(app.state().publisher.in_memory(&path).is_some());
            let from_memory = lines(visitor.raw(&path, coding));
            // Between two looks a screen may turn to its next page.
            if from_memory != earlier {
                assert_eq!(from_memory, by_the_app(), "{path} by {coding}");
            }
        }
        let tag = known.get(&path).header("etag").to_owned();
        let again = [&visitor, &known].map(|browser| {
            let answer = browser.get_with(&path, &[("If-None-Match", &tag)]);
            (
                answer.status,
                answer.header("cache-control").to_owned(),
                answer.header("vary").to_owned(),
                answer.body,
            )
        });
        assert_eq!(again[0], again[1], "{path}");
    }
    assert!(before > 3 * 25, "{before} answers were in memory");
}

fn what_is_hidden_goes_out_no_more(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    open.play(app, 1);
    let visitor = app.visitor();
    let path = "/events/open/standings";
    visitor.get(path).expect_status(200);
    assert!(app.state().publisher.in_memory(path).is_some());
    app.commit(open.id, EventCommand::ShowEvent { is_public: false });
    assert!(app.state().publisher.in_memory(path).is_none());
    visitor.get(path).expect_status(404);
    app.commit(open.id, EventCommand::ShowEvent { is_public: true });
    visitor.get(path).expect_status(200).expect_text("Moor, Tessa");
}

fn what_the_browser_has_is_not_sent_again_until_it_changes(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let games = open.publish(app, 1);
    let visitor = app.visitor();
    let page = visitor.get("/events/open/standings").expect_status(200);
    let tag = page.header("etag").to_owned();
    assert!(tag.starts_with('"'), "{tag}");
    let again = visitor.get_with("/events/open/standings", &[("If-None-Match", &tag)]).expect_status(304);
    assert_eq!((again.header("etag"), again.body.as_str()), (tag.as_str(), ""));
    assert_eq!(again.header("vary"), "Accept-Encoding, Cookie");
    // What readers do not see makes no new page.
    let claim = tiger_event::dice::Bytes32::digest(b"link");
    app.commit(open.id, EntryCommand::InviteSpeaker { entry: open.entries[0], token: claim, stays: true });
    visitor.get_with("/events/open/standings", &[("If-None-Match", &tag)]).expect_status(304);
    open.enter(app, games[0], Some(Seat::First), Ending::Checkmate);
    let changed = visitor.get_with("/events/open/standings", &[("If-None-Match", &tag)]).expect_status(200);
    assert_ne!(changed.header("etag"), tag);
}

fn a_result_is_on_every_page_at_once(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let games = open.publish(app, 1);
    let visitor = app.visitor();
    for path in ["/events/open/rounds/1", "/events/open/games"] {
        visitor.get(path).expect_status(200).expect_no_text("3 : 0");
    }
    open.enter(app, games[0], Some(Seat::First), Ending::Checkmate);
    for path in ["/events/open/rounds/1", "/events/open/games"] {
        visitor.get(path).expect_status(200).expect_text("3 : 0").expect_text("checkmate");
    }
}

fn what_another_process_changes_is_seen_soon(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let games = open.publish(app, 1);
    let visitor = app.visitor();
    visitor.get("/events/open/rounds/1").expect_no_text("0 : 3");
    let other = Ledger::new(tiger_arbiter::db::Database::open(&app.state().config.store).unwrap());
    let result = ResultEntry::plain(Some(Seat::Second), Ending::Checkmate);
    let order = Command::Result(ResultCommand::EnterResult { game: games[0], result, seen: 0 });
    other.commit(&Order::new(Actor::Program, open.id, order)).unwrap();
    let begun = Instant::now();
    while !visitor.get("/events/open/rounds/1").body.contains("0\u{A0}:\u{A0}3") {
        assert!(begun.elapsed() < Duration::from_secs(60), "the page stays as it was");
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn nobody_gets_the_page_of_somebody_who_is_signed_in(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let (_, player) = app.sign_in("zora-the-player");
    let chief = app.signed_in(open.chief);
    for path in ["/events/open/standings", "/events/open", "/"] {
        let own = player.get(path).expect_status(200).expect_text("zora-the-player");
        assert_eq!(own.header("cache-control"), "no-store", "{path}");
        assert_eq!(own.header("etag"), "", "{path}");
        app.visitor().get(path).expect_status(200).expect_no_text("zora-the-player").expect_no_text("csrf");
    }
    chief.get("/events/open/standings").expect_text("/events/open/desk");
    app.visitor().get("/events/open/standings").expect_no_text("/events/open/desk");
    player.get("/events/open/standings").expect_no_text("/events/open/desk");
}

fn each_choice_of_colours_has_its_own_page(app: &TestApp) {
    open_event(app, "open", |_| ());
    let (light, dark) = (app.visitor(), app.visitor());
    light.set_cookie("tiger_theme=light; Path=/");
    dark.set_cookie("tiger_theme=dark; Path=/");
    for _ in 0..2 {
        dark.get("/events/open/standings").expect_text("data-theme=\"dark\"");
        light.get("/events/open/standings").expect_text("data-theme=\"light\"");
        app.visitor().get("/events/open/standings").expect_text("data-theme=\"device\"");
    }
    let files: Vec<_> = [&light, &dark].map(|browser| browser.get("/events/open/event.json").body).into();
    assert_eq!(files[0], files[1]);
}

fn an_event_that_cannot_be_read_takes_no_other_away(backend: Backend) {
    let app = TestApp::start(backend);
    open_event(&app, "open", |_| ());
    let broken = open_event(&app, "broken", |_| ());
    let sql = format!("UPDATE events SET head_hash = '{}' WHERE slug = 'broken'", "0".repeat(64));
    app.state().db.read(|db| Ok::<_, DbError>(db.batch_execute(&sql)?)).unwrap();
    let app = app.again(|_| ());
    let visitor = app.visitor();
    visitor.get("/events").expect_status(200).expect_text("/events/open\"").expect_no_text("/events/broken");
    for path in ["/", "/api/v1/events", "/players", "/explorer", "/events/open/standings"] {
        visitor.get(path).expect_status(200);
    }
    visitor.get("/events/broken").expect_status(500);
    assert!(app.state().ledger.event(broken.id).is_err());
}
