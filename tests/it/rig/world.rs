//! People and events to test with.

use std::sync::OnceLock;

use chrono::NaiveDate;
use tiger_arbiter::auth::account::{self, Login, NewAccount};
use tiger_arbiter::auth::cookie::Kind;
use tiger_arbiter::auth::password::NewPassword;
use tiger_arbiter::auth::sessions;
use tiger_arbiter::auth::token::Token;
use tiger_arbiter::clock::new_id;
use tiger_arbiter::db::DbError;
use tiger_arbiter::ledger::{Committed, Order};
use tiger_event::record::{Checked, Findings};
use tiger_event::{
    Actor, Bytes32, Command, EntryCommand, EntryDetails, EntryId, EventCommand, EventId, EventName, Format,
    GameId, Identity, NewEntry, Office, Pairing, PersonName, RoundCommand, Settings, Slug, Speaker, Table,
    UserId,
};
use tiger_rules::GameKind;

use super::{Browser, TestApp};

/// The version of a form whose page shows the event as it stands.
pub(crate) const NOW: &str = "18446744073709551615";

/// The key of a form, another one for each number.
pub(crate) fn key(number: u32) -> String {
    format!("0123456789abcdef{number:04}")
}

/// The password of everybody.
pub(crate) const PASSWORD: &str = "lancers at the gate";

/// Settings of a LancerChess event of one day.
fn settings(name: &str) -> Settings {
    let day = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
    let name = EventName::parse(name).unwrap();
    Settings { rounds: 3, ..Settings::usual(name, GameKind::LancerChess, Format::RoundRobin, day) }
}

impl TestApp {
    /// Makes an account with [`PASSWORD`].
    pub(crate) fn add_user(&self, login: &str, is_admin: bool) -> UserId {
        self.add_user_called(login, login, is_admin)
    }

    /// The same under a name of their own.
    pub(crate) fn add_user_called(&self, login: &str, name: &str, is_admin: bool) -> UserId {
        let state = self.state();
        // Hashed once a run: hundreds of stories begin here.
        static HASH: OnceLock<String> = OnceLock::new();
        let hash =
            HASH.get_or_init(|| state.hasher.hash(&NewPassword::parse(PASSWORD, "").unwrap()).unwrap());
        let account = NewAccount {
            login: Login::parse(login).unwrap(),
            name: PersonName::parse(name).unwrap(),
            password_hash: Some(hash.clone()),
            is_admin,
        };
        state.db.write(|db| account::create(db, &account)).unwrap()
    }

    /// A browser in which this person is signed in.
    pub(crate) fn signed_in(&self, user: UserId) -> Browser {
        let state = self.state();
        let token = Token::new().unwrap();
        let begun: Result<(), DbError> =
            state.db.write(|db| sessions::begin(db, &state.config, user, &token, "test browser"));
        begun.unwrap();
        let browser = self.visitor();
        browser.set_cookie(&format!("{}={}; Path=/", Kind::Session.name(&state.config), token.reveal()));
        browser
    }

    /// Makes an account and signs it in.
    pub(crate) fn sign_in(&self, login: &str) -> (UserId, Browser) {
        let user = self.add_user(login, false);
        (user, self.signed_in(user))
    }

    /// The same of somebody whom an administrator calls an arbiter.
    pub(crate) fn sign_in_arbiter(&self, login: &str) -> (UserId, Browser) {
        let (user, browser) = self.sign_in(login);
        account::set_arbiter(&self.state().db, user, true).unwrap();
        (user, browser)
    }

    /// Makes an administrator and signs it in.
    pub(crate) fn sign_in_admin(&self) -> (UserId, Browser) {
        let user = self.add_user("admin", true);
        (user, self.signed_in(user))
    }

    /// Makes an event that is not public yet.
    pub(crate) fn add_event(&self, slug: &str, chief: UserId) -> EventId {
        self.add_event_with(slug, chief, |_| ())
    }

    /// The same with other settings.
    pub(crate) fn add_event_with(
        &self,
        slug: &str,
        chief: UserId,
        change: impl FnOnce(&mut Settings),
    ) -> EventId {
        let event = new_id();
        let mut settings = settings("Merridon Open");
        change(&mut settings);
        let settings = Box::new(settings);
        let (slug, chief_name) = (Slug::parse(slug).unwrap(), PersonName::parse("Moor, Tessa").unwrap());
        self.commit(event, EventCommand::CreateEvent { event, slug, settings, chief, chief_name });
        event
    }

    /// Gives an event that is made already other settings.
    pub(crate) fn change_settings(&self, event: EventId, change: impl FnOnce(&mut Settings)) {
        let mut settings = self.state().ledger.event(event).unwrap().settings.clone();
        change(&mut settings);
        self.commit(event, EventCommand::change_settings(settings, u64::MAX));
    }

    /// Enters players.
    pub(crate) fn add_entries(&self, event: EventId, names: &[&str]) -> Vec<EntryId> {
        let ids: Vec<EntryId> = names.iter().map(|_| new_id()).collect();
        let entry = |(name, id): (&&str, &EntryId)| NewEntry { id: *id, ..new_entry(name) };
        let entries = names.iter().zip(&ids).map(entry).collect();
        self.commit(event, EntryCommand::AddEntries { entries });
        ids
    }

    /// Gives an entry to an account.
    pub(crate) fn speak_for(&self, event: EventId, entry: EntryId, user: UserId) {
        let token = Bytes32::digest(user.to_string().as_bytes());
        self.commit(event, EntryCommand::InviteSpeaker { entry, token, stays: true });
        let event = self.commit(event, EntryCommand::BecomeSpeaker { entry, user, token }).event;
        assert_eq!(event.entries.get(&entry).unwrap().speaker, Speaker::Taken { user });
    }

    /// Publishes round 1: the first player meets the second, the third the fourth. The games, board 1 first.
    pub(crate) fn publish_pairs(&self, event: EventId, players: &[EntryId]) -> Vec<GameId> {
        let board = |pair: &[EntryId]| Pairing {
            game: new_id(),
            first: pair[0],
            second: pair[1],
            why: String::new(),
            is_forced: false,
        };
        let boards: Vec<Pairing> = players.chunks_exact(2).map(board).collect();
        let games = boards.iter().map(|board| board.game).collect();
        let table = Table { boards, ..Table::default() };
        self.commit(event, RoundCommand::DraftRound { round: 1, system: Format::Free, table });
        self.commit(event, RoundCommand::PublishRound { round: 1, seen: u64::MAX });
        games
    }

    /// Gives a command as the program.
    pub(crate) fn commit(&self, event: EventId, command: impl Into<Command>) -> Committed {
        self.state().ledger.commit(&Order::new(Actor::Program, event, command)).unwrap()
    }
}

/// The command that makes an event.
pub(crate) fn create_event(event: EventId, slug: &str, chief: UserId) -> EventCommand {
    EventCommand::CreateEvent {
        event,
        slug: Slug::parse(slug).unwrap(),
        settings: Box::new(settings("Merridon Open")),
        chief,
        chief_name: PersonName::parse("Linden, Lars").unwrap(),
    }
}

/// What a record shows that shows nothing: its moves are those of this digest.
pub(crate) fn findings(checked: Checked, moves: Bytes32) -> Findings {
    Findings {
        checked,
        plies: 0,
        result: None,
        is_adjudicated: false,
        moves,
        beside: Vec::new(),
        truce: None,
        replaces: Vec::new(),
        out_of_time: None,
        is_exact: false,
    }
}

/// A player to be entered.
pub(crate) fn new_entry(name: &str) -> NewEntry {
    let name = PersonName::parse(name).unwrap();
    let details = EntryDetails {
        name,
        club: None,
        federation: None,
        rating: None,
        identity: Identity::default(),
        office: Office::default(),
    };
    NewEntry { id: new_id(), details, first_round: 1 }
}

/// A free event of four with the address `open`, round 1 published, and its chief arbiter.
pub(crate) struct Hall<'a> {
    pub(crate) app: &'a TestApp,
    pub(crate) arbiter: Browser,
    pub(crate) event: EventId,
    pub(crate) players: Vec<EntryId>,
    pub(crate) games: Vec<GameId>,
}

impl<'a> Hall<'a> {
    pub(crate) fn new(app: &'a TestApp) -> Self {
        let (chief, arbiter) = app.sign_in("tessa");
        let event = app.add_event_with("open", chief, |settings| settings.format = Format::Free);
        let players = app.add_entries(event, &["Ash, Rowan", "Elm, Wych", "Oak, Robin", "Yew, Pat"]);
        let games = app.publish_pairs(event, &players);
        Self { app, arbiter, event, players, games }
    }
}
