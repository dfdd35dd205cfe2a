//! An event of The Dragon's Dance on its own board: the form, its preview, records read on the board.

use tiger_event::{ChoiceCommand, Event, EventCommand, EventId, Game, GameId, ResultCommand};
use tiger_rules::dance::Board;
use tiger_rules::{Answer as Chosen, GameKind, Limits, read_records};

use crate::rig::{Answer, Backend, Browser, TestApp, key, on_sqlite};

/// The standard board without the fortress on c9 and with a Hero on b2.
fn marsh() -> String {
    Board::standard_text().replace(" 9  . . X", " 9  . . .").replace("Fb2", "Hb2")
}

/// Posts the form of an event; `file` is the content of a chosen file.
fn post(browser: &Browser, path: &str, number: u32, more: &[(&str, &str)], file: &[u8]) -> Answer {
    let key = key(number);
    let mut form = vec![
        ("name", "Marsh Cup"),
        ("starts_on", "2026-11-21"),
        ("time_zone", "UTC"),
        ("format", "free"),
        ("rounds", "3"),
        ("points", "game"),
        ("players_report", "on"),
        ("idempotency_key", key.as_str()),
    ];
    form.extend(more);
    let name = if file.is_empty() { "" } else { "marsh.txt" };
    browser.post_file(path, &form, ("board_upload", name, file))
}

struct Scene {
    app: TestApp,
    event: EventId,
    base: String,
    tessa: Browser,
}

impl Scene {
    /// An event that was made by its form, its board typed in.
    fn new(backend: Backend) -> Self {
        let app = TestApp::start(backend);
        let (_, tessa) = app.sign_in_arbiter("tessa");
        let answer = post(&tessa, "/events/new", 1, &[("game", "dance"), ("board_file", &marsh())], b"");
        let base = answer.location().trim_end_matches("/entries/add").to_owned();
        let listed: Result<_, tiger_arbiter::db::DbError> =
            app.state().db.read(tiger_arbiter::db::events::list);
        let event = listed.unwrap()[0].id;
        Self { app, event, base, tessa }
    }

    fn event(&self) -> Event {
        (*self.app.state().ledger.event(self.event).unwrap()).clone()
    }

    fn save(&self, number: u32, board: &str, file: &[u8]) -> Answer {
        let version = self.event().settings_revision.to_string();
        let more = [("game", "dance"), ("board_file", board), ("version", version.as_str())];
        post(&self.tessa, &format!("{}/settings", self.base), number, &more, file)
    }

    /// Publishes a game without Regicide.
    fn publish(&self) -> Game {
        let players = self.app.add_entries(self.event, &["Ash", "Moor"]);
        self.app.commit(self.event, EventCommand::ShowEvent { is_public: true });
        let game = self.app.publish_pairs(self.event, &players)[0];
        for _ in 0..2 {
            self.app.commit(
                self.event,
                ChoiceCommand::AnswerChoice { game, answer: Chosen::Agreed(false), asked: None },
            );
        }
        self.event().games.get(&game).unwrap().clone()
    }

    fn hand_in(&self, game: GameId, number: u32, text: &str) -> Answer {
        let path = format!("{}/games/{game}/records", self.base);
        let key = key(number);
        self.tessa.post_file(&path, &[("text", text), ("idempotency_key", &key)], ("file", "", b""))
    }
}

fn record(tags: &str, moves: &str) -> String {
    format!(
        "[Game \"The Dragon's Dance\"]\n[First \"Ash\"]\n[Second \"Moor\"]\n{tags}[Result \"First\"]\n\
         [Termination \"concession\"]\n\n{moves} First\n"
    )
}

on_sqlite!(
    the_board_is_typed_or_uploaded_shown_and_kept,
    the_preview_draws_the_board_and_saves_nothing,
    a_wrong_board_is_refused_at_its_field,
    records_are_read_drawn_and_downloaded_on_the_board_which_then_stands,
    a_record_of_another_board_is_no_legal_record
);

fn the_board_is_typed_or_uploaded_shown_and_kept(backend: Backend) {
    let s = Scene::new(backend);
    let page = s.tessa.get(&format!("{}/settings", s.base)).expect_status(200);
    let page =
        page.expect_text("South Ka1 Fa2 Fb1 Hb2").expect_text("First Hero, b2").expect_text("board-dance");
    assert!(!page.body.contains(" style="), "no inline style");
    assert_eq!(s.event().settings.board_file.unwrap().text(), marsh().trim_end());

    // A chosen file takes the place of what was typed; nothing at all means the standard board.
    let other = marsh().replace("Hb2", "Sb2");
    s.save(2, &marsh(), other.as_bytes()).expect_redirect(&format!("{}/settings", s.base));
    assert_eq!(s.event().settings.board_file.unwrap().text(), other.trim_end());
    s.save(3, "", b"").expect_status(303);
    assert_eq!(s.event().settings.board_file, None);
    s.tessa
        .get(&format!("{}/settings", s.base))
        .expect_no_text("board-dance")
        .expect_text("The standard board as a pattern");
    s.tessa.get(&format!("{}/ledger", s.base)).expect_text("on the event&#39;s own board");
}

fn the_preview_draws_the_board_and_saves_nothing(backend: Backend) {
    let s = Scene::new(backend);
    let look = |path: &str, number, board: &str, file: &[u8]| {
        let more = [("game", "dance"), ("board_file", board), ("preview", "board"), ("version", "1")];
        post(&s.tessa, path, number, &more, file)
    };
    let other = marsh().replace("Hb2", "Sb2");
    for path in ["/events/new", &format!("{}/settings", s.base)] {
        // Only this game has a board to be drawn, and nothing else on the form need be filled in for it.
        let button = "for-dance\"\nname=\"preview\" value=\"board\" formnovalidate";
        s.tessa.get(path).expect_text(button);
        look(path, 2, &other, b"").expect_status(200).expect_text("First Sage, b2").expect_text("Fb1 Sb2");
        // The content of a chosen file is in the field afterwards, so that it need not be chosen again.
        look(path, 2, "", other.as_bytes())
            .expect_status(200)
            .expect_text("First Sage, b2")
            .expect_text("Fb1 Sb2");
        look(path, 2, "", b"").expect_status(200).expect_text("First Footman, b2");
        let wrong = look(path, 2, "11  C . ?", b"").expect_status(422);
        wrong
            .expect_text("Line 1, column 9: <code>?</code> on c11")
            .expect_text("11  C . ?")
            .expect_no_text("board-dance");
    }
    assert_eq!(s.event().version, 1, "nothing was saved");
    s.app.visitor().get(&format!("{}/settings", s.base)).expect_status(404);
}

fn a_wrong_board_is_refused_at_its_field(backend: Backend) {
    let s = Scene::new(backend);
    s.save(2, &marsh().replacen("10  . .", "10  . ?", 1), b"")
        .expect_status(422)
        .expect_text("Line 4, column 7: <code>?</code> on b10");
    s.save(3, "", b"\xff\xfe").expect_status(422).expect_text("not UTF-8");
    s.save(4, &"# ".repeat(3000), b"").expect_status(422).expect_text("at most 4096 bytes");
    let more = [("game", "dragon"), ("board_file", marsh().leak() as &str)];
    post(&s.tessa, "/events/new", 5, &more, b"").expect_status(422).expect_text("Dragon has one board.");
    assert_eq!(s.event().version, 1);
    // Only the chief arbiter changes settings.
    let (_, robin) = s.app.sign_in("robin");
    let more = [("game", "dance"), ("preview", "board"), ("version", "1")];
    assert!(matches!(
        post(&robin, &format!("{}/settings", s.base), 6, &more, b"").status.as_u16(),
        403 | 404
    ));
}

fn records_are_read_drawn_and_downloaded_on_the_board_which_then_stands(backend: Backend) {
    let s = Scene::new(backend);
    let game = s.publish().id;
    let text = record("", "1. b2-e5 j10-j9 2. e5-e6");
    let answer = s.hand_in(game, 2, &text).expect_status(303);
    let page = s.tessa.get(answer.location()).expect_status(200);
    page.expect_text("Legal to the last of 3 plies").expect_text("First Hero, e6");

    s.save(3, "", b"").expect_status(422).expect_text("before the first record is handed in");
    // Remarks are no part of the board.
    s.save(4, &format!("# From the author.\n{}", marsh()), b"").expect_status(303);

    let seen = s.event().games.get(&game).unwrap().result_revision;
    let result = s.event().games.get(&game).unwrap().records[0].findings.result.unwrap();
    if s.event().games.get(&game).unwrap().result.is_none() {
        s.app.commit(s.event, ResultCommand::EnterResult { game, result, seen });
    }
    let visitor = s.app.visitor();
    let path = format!("{}/games/{game}", s.base);
    let page = visitor.get(&format!("{path}?ply=1&moves=1")).expect_status(200).expect_text("First Hero, e5");
    // Without its fortress c9 is drawn plain.
    assert_eq!(page.body.matches("class=\"square fortress\"").count(), 4);
    let file =
        visitor.get(&format!("{path}.tgr")).expect_status(200).expect_text("[BoardFile \"C....~....C/");
    let read = read_records(&file.body, Limits::WEB).next().unwrap().unwrap();
    assert_eq!(tiger_rules::check(&read).error, None, "the file is whole without the event");
    assert_eq!(tiger_rules::check(&read).plies, 3);
    visitor.get(&s.base).expect_text("downloaded records carry it");
    // What was downloaded can be handed in again.
    s.hand_in(game, 5, &file.body).expect_status(303);
    assert!(s.event().games.get(&game).unwrap().disputes.is_empty());
}

fn a_record_of_another_board_is_no_legal_record(backend: Backend) {
    let s = Scene::new(backend);
    let game = s.publish().id;
    let other = Board::parse(&marsh().replace("Hb2", "Sb2")).unwrap();
    let text = record(&format!("[BoardFile \"{}\"]\n", other.code()), "1. b2-b3");
    s.hand_in(game, 2, &text).expect_status(422).expect_text("another board than the game was played on");
    let path = format!("{}/games/{game}/records", s.base);
    let fields = [("text", &*text), ("anyway", "yes"), ("idempotency_key", &*key(3))];
    let answer = s.tessa.post_form(&path, &fields).expect_status(303);
    s.tessa.get(answer.location()).expect_text("another board than the game was played on");
    assert_eq!(s.event().settings.game, GameKind::Dance);
}
