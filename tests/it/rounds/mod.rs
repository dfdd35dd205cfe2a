//! The arbiter's day: desk, draft, result grid, one game's result, queue, rulings.

use tiger_event::{
    Command, EntryId, Event, EventCommand, EventId, Format, GameId, ResultCommand, RoundCommand, RoundState,
    Table,
};

use crate::rig::{Answer, Browser, NOW, TestApp};

mod appeals;
mod boards;
mod choices;
mod desk;
mod draft;
mod forbidden;
mod former;
mod game;
mod grid;
mod grid_page;
mod knockout;
mod knockout_copy;
mod lost_draft;
mod noted;
mod numbering;
mod own_board;
mod papers;
mod queue;
mod second;
mod swiss;

/// An event with an arbiter who is signed in.
struct Hall<'a> {
    app: &'a TestApp,
    event: EventId,
    tessa: Browser,
    players: Vec<EntryId>,
}

const NAMES: [&str; 6] = ["Adder", "Bear", "Crane", "Dingo", "Eagle", "Falcon"];

impl<'a> Hall<'a> {
    /// A round robin with some players.
    fn new(app: &'a TestApp, players: usize) -> Self {
        let (chief, tessa) = app.sign_in("tessa");
        let event = app.add_event("merridon", chief);
        let players = app.add_entries(event, &NAMES[..players]);
        Self { app, event, tessa, players }
    }

    /// The same, paired by hand.
    fn by_hand(app: &'a TestApp, players: usize) -> Self {
        let hall = Self::new(app, players);
        app.change_settings(hall.event, |settings| settings.format = Format::Free);
        hall
    }

    fn event(&self) -> Event {
        Event::clone(&self.app.state().ledger.event(self.event).unwrap())
    }

    fn give(&self, command: impl Into<Command>) {
        self.app.commit(self.event, command);
    }

    /// Drafts and publishes the next round.
    fn publish_round(&self) {
        let event = self.event();
        let round = event.next_round().unwrap();
        let table = tiger_arbiter::services::pairing::draft(&event, round, START).unwrap();
        self.give(RoundCommand::DraftRound { round, system: event.settings.format, table });
        self.give(RoundCommand::PublishRound { round, seen: u64::MAX });
    }

    fn table(&self) -> Table {
        (*self.event().rounds.last().unwrap().table).clone()
    }

    /// The game at a board of round 1.
    fn game(&self, board: u16) -> GameId {
        self.event().games_of(1)[usize::from(board - 1)].id
    }

    fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        post(&self.tessa, path, fields)
    }

    fn state_of(&self, round: u16) -> RoundState {
        self.event().round(round).unwrap().state
    }
}

const START: tiger_arbiter::services::pairing::Start = tiger_arbiter::services::pairing::Start::Proposal;

const BASE: &str = "/events/merridon";

fn at(path: &str) -> String {
    format!("{BASE}{path}")
}

/// Sends a form as it is shown: with a key of its own, from the state as it stands.
fn post(browser: &Browser, path: &str, fields: &[(&str, &str)]) -> Answer {
    let key = tiger_arbiter::ledger::OnceKey::new();
    let mut all = fields.to_vec();
    for (name, value) in [("idempotency_key", key.as_str()), ("version", NOW)] {
        if !all.iter().any(|(field, _)| *field == name) {
            all.push((name, value));
        }
    }
    browser.post_and_confirm(&at(path), &all)
}

/// Every address of the area that is read, and every one that is written to.
fn addresses(hall: &Hall) -> (Vec<String>, Vec<String>) {
    let game = hall.game(1);
    let read = ["/desk", "/papers", "/draft", "/rounds", "/rounds/1/results", "/queue", "/rulings"];
    let written = [
        "/desk/show",
        "/desk/finish",
        "/desk/announce",
        "/draft",
        "/draft/change",
        "/draft/publish",
        "/draft/discard",
        "/rounds/1/results",
        "/rounds/1/close",
        "/rounds/1/reopen",
        "/rounds/1/unpublish",
    ];
    let mut read: Vec<String> = read.map(at).to_vec();
    let mut written: Vec<String> = written.map(at).to_vec();
    read.push(at(&format!("/games/{game}/result")));
    for action in ["result", "overrule", "clear", "adjourn", "resume"] {
        written.push(at(&format!("/games/{game}/{action}")));
    }
    (read, written)
}

crate::rig::on_sqlite!(only_arbiters_come_to_the_desk, what_is_not_there_is_not_found);

fn only_arbiters_come_to_the_desk(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    hall.give(EventCommand::ShowEvent { is_public: true });
    let before = hall.event().version;
    let (_, stranger) = app.sign_in("jonah");
    let (read, written) = addresses(&hall);
    for path in &read {
        hall.tessa.get(path).expect_status(200);
        stranger.get(path).expect_status(403).expect_text("Only an arbiter of this event may do this.");
        app.visitor().get(path).expect_redirect(&format!("/sign-in?next={path}"));
    }
    for path in &written {
        stranger.post_form(path, &[("idempotency_key", "0123456789abcdef")]).expect_status(403);
    }
    assert_eq!(hall.event().version, before);
}

fn what_is_not_there_is_not_found(app: &TestApp) {
    let hall = Hall::new(app, 4);
    for path in ["/rounds/1/results", "/rounds/x/results", "/games/nothing/result"] {
        hall.tessa.get(&at(path)).expect_status(404);
    }
    for path in ["/draft/change", "/draft/publish"] {
        hall.post(path, &[]).expect_redirect(&at("/draft"));
        hall.tessa.get(&at("/draft")).expect_text("This draft is gone");
    }
    for path in ["/rounds/1/close", "/rounds/9/results"] {
        hall.post(path, &[]).expect_status(404);
    }
    hall.tessa.get("/events/nowhere/desk").expect_status(404);
}
