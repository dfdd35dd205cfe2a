//! The one door: entry and effect together, once, in order, whatever happens at the same time.

use std::sync::Barrier;

use tiger_arbiter::clock::new_id;
use tiger_arbiter::config::Config;
use tiger_arbiter::db::{self, DbError};
use tiger_arbiter::ledger::{Attachment, Ledger, LedgerError, OnceKey, Order};
use tiger_arbiter::services::hall;
use tiger_event::{
    Actor, Bytes32, CastPurpose, ChoiceCommand, Command, EntryCommand, Event, EventCommand, EventId, Format,
    Pairing, Refusal, RoundCommand, Table,
};

use crate::rig::{Backend, TestApp, TestDatabase, create_event, new_entry, on_both_databases};

/// A ledger with one event.
fn ledger_with_event(database: &TestDatabase) -> (Ledger, EventId) {
    let ledger = Ledger::new(database.open());
    let event = new_id();
    ledger.commit(&Order::new(Actor::Program, event, create_event(event, "open", new_id()))).unwrap();
    (ledger, event)
}

fn add(event: EventId, name: &str) -> Order {
    Order::new(Actor::Program, event, EntryCommand::AddEntries { entries: vec![new_entry(name)] })
}

/// Runs a statement past the ledger, as somebody with a database client would.
fn tamper(ledger: &Ledger, sql: &str) -> Result<(), DbError> {
    use diesel::connection::SimpleConnection;
    ledger.database().read(|db| Ok(db.batch_execute(sql)?))
}

on_both_databases!(
    what_is_committed_is_read_again,
    what_lists_say_of_an_event_is_held_against_its_ledger,
    what_comes_together_is_written_together_and_refused_alone,
    of_one_form_each_order_is_carried_out_once_by_what_it_is_about,
    a_draft_takes_the_place_of_none_that_nobody_has_seen,
    a_long_ledger_is_told_from_a_snapshot,
    a_refused_command_leaves_no_trace,
    a_form_sent_twice_is_carried_out_once,
    an_event_created_twice_by_one_form_is_one_event,
    an_address_is_given_once,
    many_at_once_lose_nothing,
    one_form_at_the_same_time_from_many_is_carried_out_once,
    watchers_hear_of_a_new_version,
    entries_cannot_be_changed_nor_deleted,
    a_changed_entry_is_found_out,
    a_text_that_was_changed_or_taken_away_is_found_out,
    what_is_left_of_a_ledger_that_was_cut_makes_no_event,
    a_changed_state_is_found_out,
    what_comes_with_a_refused_command_is_not_kept
);

fn what_is_committed_is_read_again(backend: Backend) {
    let database = TestDatabase::new(backend);
    let (ledger, event) = ledger_with_event(&database);
    let committed = ledger.commit(&add(event, "Moor, Tessa")).unwrap();
    assert_eq!(committed.seq, 2);
    let fresh = Ledger::new(database.open());
    assert_eq!(fresh.event(event).unwrap(), committed.event);
    assert_eq!(fresh.replay(event, 2).unwrap(), *committed.event);
    assert_eq!(fresh.replay(event, 1).unwrap().entries.len(), 0);
    let report = fresh.verify(event).unwrap();
    assert_eq!((report.entries, report.faults), (2, vec![]));
}

fn a_refused_command_leaves_no_trace(backend: Backend) {
    let database = TestDatabase::new(backend);
    let (ledger, event) = ledger_with_event(&database);
    let before = ledger.event(event).unwrap();
    let stranger = Actor::User { id: new_id(), name: "Stranger".into(), is_admin: false };
    let order = Order::new(stranger, event, EventCommand::ShowEvent { is_public: true });
    assert!(matches!(ledger.commit(&order), Err(LedgerError::Refused(Refusal::Forbidden(_)))));
    assert_eq!(ledger.event(event).unwrap(), before);
    assert_eq!(ledger.verify(event).unwrap().entries, 1);
}

fn a_form_sent_twice_is_carried_out_once(backend: Backend) {
    let database = TestDatabase::new(backend);
    let (ledger, event) = ledger_with_event(&database);
    let key = OnceKey::new();
    let first = ledger.commit(&add(event, "Moor, Tessa").once(key.clone())).unwrap();
    // The handler gives new identifiers when the form comes a second time.
    let second = ledger.commit(&add(event, "Moor, Tessa").once(key.clone())).unwrap();
    assert!(!first.is_repeat && second.is_repeat);
    assert_eq!((second.seq, &second.command), (first.seq, &first.command));
    assert_eq!(ledger.event(event).unwrap().entries.len(), 1);
    let somebody = Actor::User { id: new_id(), name: "Chief".into(), is_admin: true };
    let mut same_key = add(event, "Reed, Jonah").once(key);
    same_key.actor = somebody;
    assert!(!ledger.commit(&same_key).unwrap().is_repeat, "a key belongs to one person");
}

fn an_event_created_twice_by_one_form_is_one_event(backend: Backend) {
    let database = TestDatabase::new(backend);
    let ledger = Ledger::new(database.open());
    let (key, chief) = (OnceKey::new(), new_id());
    let create = || {
        let event = new_id();
        ledger
            .commit(&Order::new(Actor::Program, event, create_event(event, "open", chief)).once(key.clone()))
    };
    let (first, second) = (create().unwrap(), create().unwrap());
    assert_eq!(first.event.id, second.event.id);
    assert!(second.is_repeat);
}

fn an_address_is_given_once(backend: Backend) {
    let database = TestDatabase::new(backend);
    let (ledger, _) = ledger_with_event(&database);
    let other = new_id();
    let order = Order::new(Actor::Program, other, create_event(other, "open", new_id()));
    assert!(matches!(ledger.commit(&order), Err(LedgerError::SlugTaken)));
    assert!(matches!(ledger.event(other), Err(LedgerError::NoEvent)));
}

fn many_at_once_lose_nothing(backend: Backend) {
    const PEOPLE: usize = 8;
    const EACH: usize = 12;
    let database = TestDatabase::new(backend);
    let (ledger, event) = ledger_with_event(&database);
    // Two programs on one database, as when the command line runs beside the server.
    let ledgers = [ledger.clone(), Ledger::new(database.open())];
    let start = Barrier::new(PEOPLE);
    std::thread::scope(|scope| {
        for person in 0..PEOPLE {
            let (ledger, start) = (&ledgers[person % 2], &start);
            scope.spawn(move || {
                start.wait();
                for number in 0..EACH {
                    ledger.commit(&add(event, &format!("Player {person}-{number}"))).unwrap();
                }
            });
        }
    });
    let report = ledger.verify(event).unwrap();
    assert_eq!(report.faults, vec![]);
    assert_eq!(report.entries, u64::try_from(PEOPLE * EACH + 1).unwrap());
    assert_eq!(ledger.event(event).unwrap().entries.len(), PEOPLE * EACH);
}

fn one_form_at_the_same_time_from_many_is_carried_out_once(backend: Backend) {
    let database = TestDatabase::new(backend);
    let (ledger, event) = ledger_with_event(&database);
    let (key, start) = (OnceKey::new(), Barrier::new(6));
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                start.wait();
                ledger.commit(&add(event, "Moor, Tessa").once(key.clone())).unwrap();
            });
        }
    });
    assert_eq!(ledger.event(event).unwrap().entries.len(), 1);
    assert_eq!(ledger.verify(event).unwrap().entries, 2);
}

fn watchers_hear_of_a_new_version(backend: Backend) {
    let database = TestDatabase::new(backend);
    let (ledger, event) = ledger_with_event(&database);
    let mut news = ledger.watch();
    ledger.commit(&add(event, "Moor, Tessa")).unwrap();
    let heard = news.try_recv().unwrap();
    assert_eq!((heard.event, heard.version), (event, 2));
    assert!(news.try_recv().is_err());
}

fn entries_cannot_be_changed_nor_deleted(backend: Backend) {
    let database = TestDatabase::new(backend);
    let (ledger, _) = ledger_with_event(&database);
    tamper(&ledger, "UPDATE ledger_entries SET command = '{}'").unwrap_err();
    tamper(&ledger, "DELETE FROM ledger_entries").unwrap_err();
}

fn a_changed_entry_is_found_out(backend: Backend) {
    let database = TestDatabase::new(backend);
    let (ledger, event) = ledger_with_event(&database);
    ledger.commit(&add(event, "Moor, Tessa")).unwrap();
    ledger.rebuild(event).unwrap();
    let unlock = match backend {
        Backend::Sqlite => "DROP TRIGGER ledger_entries_stay;",
        Backend::Postgres => "DROP TRIGGER ledger_entries_stay ON ledger_entries;",
    };
    let change = "UPDATE ledger_entries SET command = replace(command, 'first_round\":1', 'first_round\":2') WHERE seq = 2";
    tamper(&ledger, &format!("{unlock} {change}")).unwrap();
    let faults: Vec<_> = ledger.verify(event).unwrap().faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        faults,
        [
            "entry 2: its hash does not fit what it says",
            "entry 2: replaying the ledger gives another state than the stored one"
        ]
    );
    // Whoever looks at the machine before people come hears of it too.
    let findings = hall::examine(&Config::for_test(database.url.clone()));
    let told = |finding: &hall::Finding| finding.sentence.contains("these ledgers are not whole: open.");
    assert!(findings.iter().any(told), "{findings:?}");
}

fn a_text_that_was_changed_or_taken_away_is_found_out(backend: Backend) {
    let database = TestDatabase::new(backend);
    let (ledger, event) = ledger_with_event(&database);
    ledger.commit(&add(event, "Ashby, Vera")).unwrap();
    tamper(&ledger, "UPDATE personal_texts SET body = replace(body, 'Ashby', 'Vesna')").unwrap();
    let faults = || ledger.verify(event).unwrap().faults.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(faults(), ["entry 2: a text that it names was changed"]);
    tamper(&ledger, "DELETE FROM personal_texts WHERE body LIKE '%Vesna%'").unwrap();
    let [fault] = faults().try_into().unwrap();
    assert!(fault.starts_with("entry 2: ") && fault.ends_with("of it is missing"), "{fault}");
}

fn what_is_left_of_a_ledger_that_was_cut_makes_no_event(backend: Backend) {
    let database = TestDatabase::new(backend);
    let (ledger, event) = ledger_with_event(&database);
    let last = ledger.commit(&add(event, "Ashby, Vera")).unwrap().seq;
    let unguarded = match backend {
        Backend::Sqlite => "DROP TRIGGER ledger_entries_remain",
        Backend::Postgres => "ALTER TABLE ledger_entries DISABLE TRIGGER USER",
    };
    tamper(&ledger, unguarded).unwrap();
    tamper(&ledger, &format!("DELETE FROM ledger_entries WHERE seq = {last}")).unwrap();
    let fresh = Ledger::new(database.open());
    let is_broken = || !fresh.verify(event).unwrap().faults.is_empty();
    assert!(is_broken());
    let refused = fresh.rebuild(event).unwrap_err().to_string();
    let told = format!("the event stood at entry {last}, but its ledger ends at entry {}", last - 1);
    assert!(refused.contains(&told), "{refused}");
    assert!(is_broken(), "what was cut is seen later, too");
}

fn a_changed_state_is_found_out(backend: Backend) {
    let database = TestDatabase::new(backend);
    let (ledger, event) = ledger_with_event(&database);
    ledger.rebuild(event).unwrap();
    let other = match backend {
        Backend::Sqlite => "CAST('j{}' AS BLOB)",
        Backend::Postgres => "convert_to('j{}', 'UTF8')",
    };
    tamper(&ledger, &format!("UPDATE event_snapshots SET state = {other}")).unwrap();
    let report = ledger.verify(event).unwrap();
    assert_eq!(report.faults.len(), 1, "{report:?}");
    // The entries know better.
    let fresh = Ledger::new(database.open());
    assert_eq!(fresh.event(event).unwrap(), ledger.event(event).unwrap());
    ledger.rebuild(event).unwrap();
    assert_eq!(ledger.verify(event).unwrap().faults, []);
}

fn what_lists_say_of_an_event_is_held_against_its_ledger(backend: Backend) {
    let database = TestDatabase::new(backend);
    let (ledger, event) = ledger_with_event(&database);
    for change in
        ["slug = 'closed'", "name = 'Another'", "is_public = NOT is_public", "is_finished = NOT is_finished"]
    {
        tamper(&ledger, &format!("UPDATE events SET {change}")).unwrap();
        let report = ledger.verify(event).unwrap();
        assert_eq!(report.faults.len(), 1, "{change}: {report:?}");
        ledger.rebuild(event).unwrap();
        assert_eq!(ledger.verify(event).unwrap().faults, [], "{change}");
    }
}

fn what_comes_together_is_written_together_and_refused_alone(backend: Backend) {
    let database = TestDatabase::new(backend);
    let (ledger, event) = ledger_with_event(&database);
    let stranger = Actor::User { id: new_id(), name: "Stranger".into(), is_admin: false };
    let refused = Order::new(stranger, event, EventCommand::ShowEvent { is_public: true });
    let key = OnceKey::new();
    let once = add(event, "Reed, Jonah").once(key);
    let nowhere = add(new_id(), "Nobody, Ned");
    let orders =
        vec![add(event, "Moor, Tessa"), refused, once.clone(), nowhere, once, add(event, "Ash, Rowan")];
    let outcomes = ledger.commit_all(orders);
    let told: Vec<_> =
        outcomes.iter().map(|outcome| outcome.as_ref().ok().map(|done| (done.seq, done.is_repeat))).collect();
    assert_eq!(told, [Some((2, false)), None, Some((3, false)), None, Some((3, true)), Some((4, false))]);
    let fresh = Ledger::new(database.open());
    assert_eq!(fresh.event(event).unwrap().entries.len(), 3);
    assert_eq!(fresh.verify(event).unwrap().faults, []);
}

/// Sent again the form may stand for fewer, and for others at their places; identifiers are made anew.
fn of_one_form_each_order_is_carried_out_once_by_what_it_is_about(backend: Backend) {
    let database = TestDatabase::new(backend);
    let (ledger, event) = ledger_with_event(&database);
    let key = OnceKey::new();
    let order = |name: &str, about: &str| add(event, name).once(key.clone()).about(about);
    let told = |orders| {
        let outcomes = ledger.commit_all(orders);
        outcomes.into_iter().map(|it| it.unwrap()).map(|it| (it.seq, it.is_repeat)).collect::<Vec<_>>()
    };
    assert_eq!(told(vec![order("Moor, Tessa", "a"), order("Ash, Rowan", "b")]), [(2, false), (3, false)]);
    assert_eq!(told(vec![order("Reed, Jonah", "b"), order("Vale, Iris", "c")]), [(3, true), (4, false)]);
}

fn a_draft_takes_the_place_of_none_that_nobody_has_seen(backend: Backend) {
    let database = TestDatabase::new(backend);
    let (ledger, event) = ledger_with_event(&database);
    ledger.commit_all(vec![add(event, "Moor, Tessa"), add(event, "Ash, Rowan")]);
    let seen = ledger.event(event).unwrap();
    let players: Vec<_> = seen.entries_by_number().iter().map(|entry| entry.id).collect();
    let draft = |seen: &Event| {
        let boards = vec![Pairing {
            game: new_id(),
            first: players[0],
            second: players[1],
            why: String::new(),
            is_forced: false,
        }];
        let table = Table { boards, ..Table::default() };
        Order::new(Actor::Program, event, RoundCommand::DraftRound { round: 1, system: Format::Free, table })
            .seeing(seen)
    };
    let outcomes = ledger.commit_all(vec![draft(&seen), draft(&seen)]);
    assert!(outcomes[0].is_ok(), "{outcomes:?}");
    let Err(LedgerError::Refused(Refusal::Invalid(sentence))) = &outcomes[1] else { panic!("{outcomes:?}") };
    assert!(sentence.starts_with("Round 1 was drafted meanwhile."), "{sentence}");
    assert!(ledger.commit(&draft(&seen)).is_err());
    let again = ledger.commit(&draft(&ledger.event(event).unwrap())).unwrap();
    ledger.commit(&Order::new(Actor::Program, event, RoundCommand::DiscardDraft { round: 1 })).unwrap();
    assert!(ledger.commit(&draft(&again.event)).is_ok());
}

fn a_long_ledger_is_told_from_a_snapshot(backend: Backend) {
    let database = TestDatabase::new(backend);
    let (ledger, event) = ledger_with_event(&database);
    let show = |is_public| Order::new(Actor::Program, event, EventCommand::ShowEvent { is_public });
    let orders = (0..1_200).map(|number| show(number % 2 == 0)).collect();
    assert!(ledger.commit_all(orders).iter().all(Result::is_ok));
    let snapshot = || ledger.database().read(|db| db::snapshots::newest(db, event, u64::MAX >> 1)).unwrap();
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(30);
    let snapshot = loop {
        match snapshot() {
            Some(snapshot) => break snapshot,
            None => assert!(std::time::Instant::now() < deadline, "no snapshot is made"),
        }
        std::thread::yield_now();
    };
    assert!((1_000..=1_201).contains(&snapshot.version), "{}", snapshot.version);
    let fresh = Ledger::new(database.open());
    assert_eq!(fresh.event(event).unwrap(), ledger.event(event).unwrap());
    assert_eq!(fresh.verify(event).unwrap().faults, []);
}

fn what_comes_with_a_refused_command_is_not_kept(backend: Backend) {
    let database = TestDatabase::new(backend);
    let (ledger, event) = ledger_with_event(&database);
    let (cast, secret) = (new_id(), Bytes32([7; 32]));
    let purpose = CastPurpose::Tiger;
    let commitment = Bytes32::digest(&secret.0);
    // The event has no such game.
    let command = Command::Choice(ChoiceCommand::CommitDice { game: new_id(), cast, purpose, commitment });
    let order = Order::new(Actor::Program, event, command).with(Attachment::Secret { cast, secret });
    let refused = ledger.commit(&order);
    assert!(matches!(refused, Err(LedgerError::Refused(Refusal::NotFound("game")))), "{refused:?}");
    let kept = ledger.database().read(|db| db::secrets::find(db, event, cast)).unwrap();
    assert_eq!(kept, None);
}

on_both_databases!(the_server_sees_what_another_program_wrote);

fn the_server_sees_what_another_program_wrote(app: &TestApp) {
    let event = app.add_event("open", new_id());
    app.add_entries(event, &["Moor, Tessa", "Reed, Jonah"]);
    let store = &app.state().config.store;
    let other = Ledger::new(db::Database::open(store).unwrap());
    other.commit(&add(event, "Vale, Ondine")).unwrap();
    assert_eq!(app.state().ledger.event(event).unwrap().entries.len(), 3);
}
