//! Somebody with an account is erased: the account, and the person in every event.

use std::path::Path;
use std::sync::Arc;

use chrono::{TimeDelta, Utc};
use tiger_arbiter::auth::account::{self, Login, NewAccount};
use tiger_arbiter::auth::journal::{Journal, What};
use tiger_arbiter::auth::links;
use tiger_arbiter::clock::new_id;
use tiger_arbiter::config::{DatabaseUrl, StoreConfig};
use tiger_arbiter::db::links::Purpose;
use tiger_arbiter::db::{self, Database, DbError, users};
use tiger_arbiter::ledger::clocks::{Clocks, Touch, Wish};
use tiger_arbiter::ledger::witness::Witness;
use tiger_arbiter::ledger::{Ledger, Order};
use tiger_arbiter::services::programs::{self, Scope};
use tiger_event::clock::Hand;
use tiger_event::register::Decision;
use tiger_event::{
    Actor, Bytes32, EntryCommand, EntryId, Event, EventCommand, EventId, Format, IncidentKind, Label,
    NoteCommand, Pairing, PersonName, Reason, RoundCommand, StaffRole, Table, UserId,
};
use tiger_rules::{ClockSettings, GameKind};

use crate::erasure::stored;
use crate::rig::{Backend, TestApp, TestDatabase, create_event, new_entry, on_both_databases, on_sqlite};

on_both_databases!(
    an_account_goes_with_all_that_hangs_on_it,
    the_last_administrator_stays,
    an_erasure_that_broke_off_is_done_at_the_next_start,
    another_player_of_the_same_name_stays,
);
on_sqlite!(an_administrator_erases_an_account_and_is_told_what_goes_first);

/// What is typed about Vesna Reed, who arbitrates one event and plays in another.
const SECRETS: [&str; 6] =
    ["Reed", "Vesna", "vesna.r@example.org", "192.0.2.77", "Harbour Club", "asked the doctor"];

struct House {
    folder: tempfile::TempDir,
    database: TestDatabase,
    ledger: Ledger,
    vesna: UserId,
    open: EventId,
    other: EventId,
    player: EntryId,
}

fn user(ledger: &Ledger, login: &str, name: &str, is_admin: bool) -> UserId {
    let account = NewAccount {
        login: Login::parse(login).unwrap(),
        name: PersonName::parse(name).unwrap(),
        password_hash: Some("$argon2id$".to_owned()),
        is_admin,
    };
    ledger.database().write(|db| account::create(db, &account)).unwrap()
}

fn reason() -> Reason {
    Reason::parse("asked for by letter").unwrap()
}

fn witnessed(database: Database, folder: &Path) -> Ledger {
    let witness = Witness::open(&folder.join("witness")).unwrap();
    Ledger::new(database).witnessed_by(Some(Arc::new(witness)))
}

impl House {
    fn new(backend: Backend) -> Self {
        let database = TestDatabase::new(backend);
        let folder = tempfile::TempDir::new().unwrap();
        let ledger = witnessed(database.open(), folder.path());
        user(&ledger, "root", "Ash, Rowan", true);
        let vesna = user(&ledger, "vesna.r@example.org", "Reed, Vesna", true);
        beside(ledger.database(), vesna);
        let (open, other) = (new_id(), new_id());
        let by = |name: &str| Actor::User { id: vesna, name: name.to_owned(), is_admin: true };
        let give = |event, command: tiger_event::command::Command| {
            ledger.commit(&Order::new(by("Reed, Vesna"), event, command)).unwrap();
        };
        give(open, create_event(open, "open", vesna).into());
        let name = PersonName::parse("Reed, Vesna").unwrap();
        give(open, EventCommand::AppointStaff { user: vesna, name, role: StaffRole::Chief }.into());
        let players = [new_entry("Elm, Wych"), new_entry("Oak, Robin")];
        let [first, second] = [players[0].id, players[1].id];
        give(open, EntryCommand::AddEntries { entries: players.to_vec() }.into());
        give(open, EventCommand::ShowEvent { is_public: true }.into());
        let game = new_id();
        let pairing = Pairing { game, first, second, why: String::new(), is_forced: false };
        let table = Table { boards: vec![pairing], ..Table::default() };
        give(open, RoundCommand::DraftRound { round: 1, system: Format::Free, table }.into());
        give(open, RoundCommand::PublishRound { round: 1, seen: u64::MAX }.into());
        let words = Reason::parse("Vesna Reed asked the doctor.").unwrap();
        let kind = IncidentKind::TouchMove;
        give(
            open,
            NoteCommand::NoteIncident { game, kind, player: None, words, article: None, minutes: 0 }.into(),
        );
        let settings = ClockSettings::standard(GameKind::LancerChess);
        let hand = Hand::Arbiter { id: vesna, name: "Reed, Vesna".to_owned() };
        let start = Wish::Start { settings, variation: None, then: Vec::new() };
        Clocks::new(database.open()).carry_out((open, game), &hand, &Touch::of_form("1", start)).unwrap();

        let program = |event, command: tiger_event::command::Command| {
            ledger.commit(&Order::new(Actor::Program, event, command)).unwrap();
        };
        program(other, create_event(other, "other", new_id()).into());
        let mut entry = new_entry("Reed, Vesna");
        entry.details.club = Label::parse("Harbour Club").ok();
        let player = entry.id;
        program(other, EntryCommand::AddEntries { entries: vec![entry] }.into());
        let token = Bytes32([1; 32]);
        program(other, EntryCommand::InviteSpeaker { entry: player, token, stays: true }.into());
        program(other, EntryCommand::BecomeSpeaker { entry: player, user: vesna, token }.into());
        Self { folder, database, ledger, vesna, open, other, player }
    }

    fn event(&self, id: EventId) -> Arc<Event> {
        self.ledger.event(id).unwrap()
    }

    fn tells(&self, backend: Backend) -> Vec<&'static str> {
        let text = stored(&self.database, &self.ledger, backend);
        SECRETS.into_iter().filter(|secret| text.contains(secret)).collect()
    }
}

/// What stands beside the ledgers.
fn beside(database: &Database, vesna: UserId) {
    let journal = Journal::default();
    journal.note(What::SignedIn, "vesna.r@example.org", "192.0.2.77");
    journal.note(What::Disabled, "Reed, Vesna, by Ash, Rowan", "192.0.2.1");
    let name = Label::parse("Harbour Club site").unwrap();
    let apart = Decision::Apart(new_id());
    database.write(|db| db::decisions::insert(db, apart, vesna, Utc::now())).unwrap();
    programs::make(database, vesna, &name, &[Scope::Results], Utc::now() + TimeDelta::days(7)).unwrap();
    journal.note(What::ProgramRead, "Reed, Vesna, program “Harbour Club site”", "192.0.2.77");
    journal.write(database).unwrap();
    links::issue(database, Purpose::Password(vesna)).unwrap();
    let put: Result<(), DbError> = database.write(|db| {
        let session = Bytes32([9; 32]);
        let now = Utc::now();
        db::devices::renew(db, None, session, vesna, (now, now))?;
        db::factors::replace(db, vesna, "secret")?;
        db::attempts::insert(db, uuid::Uuid::now_v7(), "vesna.r@example.org", "192.0.2.77", now)
    });
    put.unwrap();
}

fn an_account_goes_with_all_that_hangs_on_it(backend: Backend) {
    let house = House::new(backend);
    assert_eq!(house.tells(backend), SECRETS);
    let named = Reason::parse("vesna reed wishes it").unwrap();
    assert!(house.ledger.erase_account(&Actor::Program, house.vesna, &named).is_err());
    let own = Actor::User { id: house.vesna, name: "Reed, Vesna".to_owned(), is_admin: true };
    assert!(house.ledger.erase_account(&own, house.vesna, &reason()).is_err());
    let stranger = Actor::User { id: new_id(), name: "Stranger".to_owned(), is_admin: false };
    assert!(house.ledger.erase_account(&stranger, house.vesna, &reason()).is_err());
    assert_eq!(house.tells(backend), SECRETS, "who is refused changes nothing");

    let erased = house.ledger.erase_account(&Actor::Program, house.vesna, &reason()).unwrap();
    assert_eq!((erased.called.as_str(), erased.events, erased.left), ("Person 2", 2, None));
    assert_eq!(house.tells(backend), Vec::<&str>::new());
    let ledger = Ledger::new(house.database.open());
    let user = ledger.database().read(|db| users::find(db, house.vesna)).unwrap().unwrap();
    assert!(
        user.is_erased && user.is_disabled && !user.is_admin && !user.has_password && user.login.is_none()
    );
    let open = ledger.event(house.open).unwrap();
    assert_eq!(open.staff[&house.vesna].name.as_str(), "Person 2");
    let entry = ledger.database().read(|db| ledger.entry(db, house.open, 2)).unwrap();
    assert_eq!(entry.meta.by.name(), "Person 2");
    assert_eq!(house.event(house.other).name_of(house.player), "Player 1");
    // What was decided stays, by nobody who is known.
    let decided = ledger.database().read(db::decisions::list).unwrap();
    assert!(decided.len() == 1 && !decided[0].by.contains("Reed"), "{decided:?}");
    for event in [house.open, house.other] {
        let report = ledger.verify(event).unwrap();
        assert_eq!(report.faults, []);
        assert!(
            report.erased.iter().all(|it| it.told.contains("asked for by letter")),
            "{:?}",
            report.erased
        );
        assert_eq!(report.erased.len(), 1);
    }
    assert!(house.ledger.erase_account(&Actor::Program, house.vesna, &reason()).is_err(), "only once");
    assert_eq!(house.ledger.erase_again().unwrap(), 0);
}

fn the_last_administrator_stays(backend: Backend) {
    let database = TestDatabase::new(backend);
    let ledger = Ledger::new(database.open());
    let root = user(&ledger, "root", "Ash, Rowan", true);
    let refused = ledger.erase_account(&Actor::Program, root, &reason()).unwrap_err().to_string();
    assert!(refused.contains("last administrator"), "{refused}");
    let user = ledger.database().read(|db| users::find(db, root)).unwrap().unwrap();
    assert_eq!(
        (user.login.as_deref(), user.name.as_str(), user.has_password),
        (Some("root"), "Ash, Rowan", true)
    );
}

fn an_erasure_that_broke_off_is_done_at_the_next_start(backend: Backend) {
    let house = House::new(backend);
    // What the witness has noted, and nothing more was done.
    let witness = Witness::open(&house.folder.path().join("witness")).unwrap();
    witness.note_erased_account(house.vesna, 2, &reason()).unwrap();
    let again = witnessed(house.database.open(), house.folder.path());
    assert_eq!(again.erase_again().unwrap(), 1);
    assert_eq!(house.tells(backend), Vec::<&str>::new());
    assert_eq!(again.verify(house.open).unwrap().faults, []);
    assert_eq!(again.erase_again().unwrap(), 0);
}

fn another_player_of_the_same_name_stays(backend: Backend) {
    let house = House::new(backend);
    let id = *house.event(house.open).entries.keys().next().unwrap();
    let details = new_entry("Vesna Reed").details;
    let change = EntryCommand::ChangeEntry { entry: id, details, seen: u64::MAX };
    house.ledger.commit(&Order::new(Actor::Program, house.open, change)).unwrap();
    let goes = tiger_arbiter::services::erasure::what_goes(&house.ledger, house.vesna).unwrap();
    assert_eq!(goes.namesakes, ["open, player 1"]);
    house.ledger.erase_account(&Actor::Program, house.vesna, &reason()).unwrap();
    let open = house.event(house.open);
    assert_eq!((open.name_of(id), open.staff[&house.vesna].name.as_str()), ("Vesna Reed", "Person 2"));
    assert_eq!(house.ledger.verify(house.open).unwrap().faults, []);
}

fn an_administrator_erases_an_account_and_is_told_what_goes_first(app: &TestApp) {
    let (_, admin) = app.sign_in_admin();
    let (vesna, arbiter) = app.sign_in("vesna");
    app.add_event("open", vesna);
    let page = format!("/users/{vesna}/erase");
    arbiter.get("/account").expect_status(200);
    arbiter.get(&page).expect_status(403);
    admin.get("/users").expect_status(200).expect_text(&page);
    admin
        .get(&page)
        .expect_status(200)
        .expect_text("The account vesna")
        .expect_text("Merridon Open (open): the name of an arbiter");
    let wrong = [("reason", "asked for"), ("who", "somebody")];
    admin.post_form(&page, &wrong).expect_status(422).expect_text("Type vesna to confirm");
    admin.post_form(&page, &[("reason", "vesna asks"), ("who", "vesna")]).expect_status(422);
    arbiter.get("/account").expect_status(200);
    admin.post_form(&page, &[("reason", "asked for"), ("who", "vesna")]).expect_redirect("/users");
    admin.get("/users").expect_text("erased").expect_text("Person 2").expect_no_text("vesna");
    admin.get("/journal").expect_text("Person 2").expect_no_text("vesna");
    admin.get(&page).expect_status(404);
    arbiter.get("/account").expect_status(303);
}

#[test]
fn the_command_line_tells_first_and_erases_with_a_reason() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("hall.sqlite3");
    let hall = file.to_str().unwrap();
    {
        let store = StoreConfig { database: DatabaseUrl::Sqlite(file.clone()), connections: 1 };
        let database = Database::open(&store).unwrap();
        database.migrate().unwrap();
        let ledger = Ledger::new(database);
        user(&ledger, "root", "Ash, Rowan", true);
        let vesna = user(&ledger, "vesna", "Reed, Vesna", false);
        let event = new_id();
        ledger.commit(&Order::new(Actor::Program, event, create_event(event, "open", vesna))).unwrap();
    }
    let erase =
        |more: &[&str]| crate::erasure::run(&[&["user", "erase"], more, &["--database", hall]].concat());
    let is_named = || String::from_utf8_lossy(&std::fs::read(&file).unwrap()).contains("Reed");
    let (code, told) = erase(&["vesna"]);
    assert!(code == Some(0) && told.contains("nothing is erased yet") && is_named(), "{told}");
    let (code, told) = erase(&["root", "--reason", "asked for"]);
    assert!(code == Some(2) && told.contains("last administrator"), "{told}");
    let (code, told) = erase(&["vesna", "--reason", "asked for"]);
    assert!(code == Some(0) && told.contains("Person 2 now") && !is_named(), "{told}");
    let (_, told) = crate::erasure::run(&["user", "list", "--database", hall]);
    assert!(told.contains("Person 2\terased"), "{told}");
    let (_, told) = crate::erasure::run(&["ledger", "verify", "open", "--database", hall]);
    assert!(told.contains("open: whole") && told.contains("Person 2 was erased"), "{told}");
}
