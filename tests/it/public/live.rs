//! The stream that tells pages of a new version.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use tiger_event::command::{OfferCommand, WishCommand};
use tiger_event::protocol::Offer;
use tiger_event::wish::Asked;
use tiger_event::{EntryCommand, EventCommand, PersonName, RoundCommand, Seat, StaffRole, UserId};
use tiger_rules::Ending;

use super::world::{Open, open_event};
use crate::rig::{Backend, Browser, TestApp, on_sqlite};

/// Somebody who listens.
pub(super) struct Listener {
    stream: TcpStream,
    heard: String,
}

impl Listener {
    pub(super) fn join(app: &TestApp, path: &str, headers: &str) -> Self {
        let address = app.visitor().address();
        let mut stream = TcpStream::connect(&address).unwrap();
        stream.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\n{headers}\r\n").unwrap();
        let mut listener = Self { stream, heard: String::new() };
        listener.wait_for("\r\n\r\n");
        listener
    }

    fn listen(&mut self) {
        let mut bytes = [0; 4096];
        if let Ok(count) = self.stream.read(&mut bytes) {
            self.heard.push_str(&String::from_utf8_lossy(&bytes[..count]));
        }
    }

    /// Listens until this is heard, for a minute at most.
    pub(super) fn wait_for(&mut self, text: &str) {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(60) {
            if self.heard.contains(text) {
                return;
            }
            self.listen();
        }
        panic!("`{text}` is not heard: {}", self.heard);
    }

    /// Listens for a while and gives what was heard in all.
    pub(super) fn hear(mut self) -> String {
        for _ in 0..5 {
            self.listen();
        }
        self.heard
    }
}

fn version(app: &TestApp, open: &Open) -> u64 {
    app.state().ledger.event(open.id).unwrap().version
}

on_sqlite!(
    a_page_hears_of_what_readers_see_and_of_nothing_else,
    a_draft_is_no_news,
    who_is_dismissed_hears_no_more,
    who_is_signed_out_hears_no_more,
    a_page_that_is_behind_hears_so_when_it_joins,
    the_page_names_its_own_stream,
    a_room_hears_of_its_own_game_and_readers_of_nothing_said_there,
    a_player_hears_of_wishes_and_rounds_and_of_nobody_elses,
    an_unknown_event_has_no_stream
);

fn a_page_hears_of_what_readers_see_and_of_nothing_else(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let games = open.publish(app, 1);
    let now = version(app, &open);
    let mut listener = Listener::join(app, &format!("/events/open/live?seen={now}"), "");
    assert!(listener.heard.contains("200 OK") && listener.heard.contains("text/event-stream"));
    let claim = tiger_event::dice::Bytes32::digest(b"link");
    app.commit(open.id, EntryCommand::InviteSpeaker { entry: open.entries[0], token: claim, stays: true });
    open.enter(app, games[0], Some(Seat::First), Ending::Checkmate);
    let then = version(app, &open);
    listener.wait_for(&format!("event: version\ndata: {then}\n"));
    assert_eq!(listener.hear().matches("event: version").count(), 1, "the claim is no news");
}

fn a_room_hears_of_its_own_game_and_readers_of_nothing_said_there(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let games = open.publish(app, 1);
    let first = app.state().ledger.event(open.id).unwrap().game(games[0]).unwrap().first;
    let (user, moor) = app.sign_in("moor");
    app.speak_for(open.id, first, user);
    let path = format!("/events/open/live?inside=yes&seen={}&game={}", version(app, &open), games[0]);
    let cookie = format!("Cookie: tiger_session={}\r\n", moor.cookie("tiger_session").unwrap());
    let mut room = Listener::join(app, &path, &cookie);
    let reader = Listener::join(app, &path, "");
    let other = Listener::join(app, &path.replace(&games[0].to_string(), &games[1].to_string()), &cookie);
    let offer = Offer::Draw;
    app.commit(open.id, OfferCommand::MakeOffer { game: games[0], player: Seat::First, offer });
    let offered = version(app, &open);
    room.wait_for(&format!("event: version\ndata: {offered}\n"));
    open.enter(app, games[1], Some(Seat::First), Ending::Checkmate);
    let mut arbiter = Listener::join(app, "/events/open/live?inside=yes&seen=1", "");
    arbiter.wait_for(&format!("data: {}\n", version(app, &open)));
    assert_eq!(room.hear().matches("event: version").count(), 1, "another board is no news in this room");
    let seen = [reader.hear(), other.hear()];
    for heard in seen {
        assert!(!heard.contains(&format!("data: {offered}\n")), "an offer is no news for others: {heard}");
    }
}

fn a_player_hears_of_wishes_and_rounds_and_of_nobody_elses(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let [own, other] = [open.entries[0], open.entries[1]];
    let (user, moor) = app.sign_in("moor");
    app.speak_for(open.id, own, user);
    let cookie = format!("Cookie: tiger_session={}\r\n", moor.cookie("tiger_session").unwrap());
    let path = format!("/events/open/live?inside=yes&seen={}", version(app, &open));
    let mut me = Listener::join(app, &path, &cookie);
    let asked = Asked::Leave { from_round: 3 };
    app.commit(open.id, WishCommand::MakeWish { entry: other, asked });
    let not_mine = version(app, &open);
    app.commit(open.id, WishCommand::MakeWish { entry: own, asked });
    let wish = version(app, &open);
    me.wait_for(&format!("data: {wish}\n"));
    app.commit(open.id, WishCommand::RefuseWish { entry: own, wish });
    me.wait_for(&format!("data: {}\n", version(app, &open)));
    // Whoever has no opponent hears of the round as well: their bye comes with it.
    open.publish(app, 1);
    me.wait_for(&format!("data: {}\n", version(app, &open)));
    let heard = me.hear();
    assert!(!heard.contains(&format!("data: {not_mine}\n")), "what others ask for is no news: {heard}");
}

/// An arbiter whose page inside hears of everything.
fn arbiter_who_listens(app: &TestApp, open: &Open) -> (UserId, Browser, Listener) {
    let (user, vale) = app.sign_in("vale");
    let name = PersonName::parse("Vale, Iris").unwrap();
    app.commit(open.id, EventCommand::AppointStaff { user, name, role: StaffRole::Arbiter });
    let cookie = format!("Cookie: tiger_session={}\r\n", vale.cookie("tiger_session").unwrap());
    let path = format!("/events/open/live?inside=yes&seen={}", version(app, open));
    let inside = Listener::join(app, &path, &cookie);
    (user, vale, inside)
}

fn who_is_dismissed_hears_no_more(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let (user, _, mut inside) = arbiter_who_listens(app, &open);
    let unseen = |app: &TestApp| {
        open.draft(app, 1, "because");
        app.commit(open.id, RoundCommand::DiscardDraft { round: 1 });
        version(app, &open)
    };
    let heard = unseen(app);
    inside.wait_for(&format!("data: {heard}\n"));
    app.commit(open.id, EventCommand::DismissStaff { user });
    let after = unseen(app);
    assert!(!inside.hear().contains(&format!("data: {after}\n")), "drafts are made inside");
}

fn who_is_signed_out_hears_no_more(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let (_, vale, mut inside) = arbiter_who_listens(app, &open);
    vale.post_form("/sign-out", &[]).expect_redirect("/");
    std::thread::sleep(Duration::from_millis(1_100));
    open.draft(app, 1, "because");
    inside.wait_for("0\r\n\r\n");
    assert!(!inside.hear().contains(&format!("data: {}\n", version(app, &open))), "drafts are made inside");
}

fn a_draft_is_no_news(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    open.play(app, 1);
    let seen = version(app, &open);
    let mut listener = Listener::join(app, &format!("/events/open/live?seen={seen}"), "");
    open.draft(app, 2, "because");
    app.commit(open.id, RoundCommand::DiscardDraft { round: 2 });
    open.publish(app, 2);
    let then = version(app, &open);
    listener.wait_for(&format!("event: version\ndata: {then}\n"));
    assert_eq!(listener.hear().matches("event: version").count(), 1, "only the published round is news");
}

fn a_page_that_is_behind_hears_so_when_it_joins(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let now = version(app, &open);
    Listener::join(app, "/events/open/live?seen=1", "").wait_for(&format!("data: {now}\n"));
    Listener::join(app, "/events/open/live", "").wait_for(&format!("data: {now}\n"));
    // A browser that lost the stream says what it heard last.
    let again = Listener::join(app, "/events/open/live?seen=1", &format!("Last-Event-ID: {now}\r\n"));
    assert!(!again.hear().contains("version"));
}

fn the_page_names_its_own_stream(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let now = version(app, &open);
    let address = format!("data-live-url=\"/events/open/live?seen={now}\"");
    app.visitor().get("/events/open/standings").expect_text(&address);
    app.visitor().get("/events/open/hall").expect_text(&address).expect_text("http-equiv=\"refresh\"");
}

fn an_unknown_event_has_no_stream(app: &TestApp) {
    app.visitor().get("/events/nowhere/live").expect_status(404);
    open_event(app, "open", |_| ());
    app.visitor().get("/events/open/live?seen=x").expect_status(400);
}

#[test]
fn beyond_the_limit_the_answer_says_so_and_a_seat_is_given_back() {
    let app = TestApp::start_with(Backend::Sqlite, |config| config.live_limit = 2);
    open_event(&app, "open", |_| ());
    let first = Listener::join(&app, "/events/open/live", "");
    let _second = Listener::join(&app, "/events/open/live", "");
    let full = app.visitor().get("/events/open/live").expect_status(503).expect_text("no room for one more");
    assert_eq!(full.header("retry-after"), "60");
    assert_eq!(app.state().publisher.live.watching(), 2);
    drop(first);
    // Who has gone is noticed when something is written.
    let open = app.state().db.read(tiger_arbiter::db::events::list).unwrap()[0].id;
    let begun = Instant::now();
    let mut is_finished = true;
    while app.state().publisher.live.watching() > 1 {
        assert!(begun.elapsed() < Duration::from_secs(60), "the seat is not given back");
        app.commit(open, EventCommand::FinishEvent { is_finished });
        is_finished = !is_finished;
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(Listener::join(&app, "/events/open/live", "").heard.contains("200 OK"));
}
