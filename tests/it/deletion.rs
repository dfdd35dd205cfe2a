//! `/events/{slug}/settings/delete`: a trial that never was public goes with all that belongs to it; what was public stays.

use std::sync::Arc;

use diesel::connection::SimpleConnection;
use tiger_arbiter::clock::new_id;
use tiger_arbiter::db::{self, DbError};
use tiger_arbiter::ledger::witness::Witness;
use tiger_arbiter::ledger::{Ledger, LedgerError, Order};
use tiger_event::{Actor, EventCommand, PersonName, StaffRole};

use crate::erasure::{House, stored, tells};
use crate::rig::{Backend, Browser, TestApp, TestDatabase, create_event, on_both_databases, on_sqlite};

on_both_databases!(
    a_trial_goes_with_everything_and_nothing_looks_tampered_with,
    what_was_public_is_kept_and_missed_when_it_vanishes,
    a_ledger_that_was_cut_proves_nothing,
    a_chief_deletes_a_trial_by_its_address,
);
on_sqlite!(every_table_of_an_event_is_known, only_a_chief_deletes_and_the_settings_lead_there);

fn count(ledger: &Ledger, table: &str) -> i64 {
    #[derive(diesel::QueryableByName)]
    struct Row {
        #[diesel(sql_type = diesel::sql_types::BigInt)]
        rows: i64,
    }
    let sql = format!("SELECT count(*) AS rows FROM {table}");
    let rows = ledger.database().read(|db| -> Result<Row, DbError> {
        Ok(diesel::RunQueryDsl::get_result(diesel::sql_query(sql), db)?)
    });
    rows.unwrap().rows
}

fn witness(house: &House) -> Witness {
    Witness::find(&house.folder.path().join("witness")).unwrap().unwrap()
}

fn missed(ledger: &Ledger, witness: &Witness) -> Vec<String> {
    ledger.hold_against(&witness.statements().unwrap(), &witness.deletions().unwrap()).unwrap()
}

fn a_trial_goes_with_everything_and_nothing_looks_tampered_with(backend: Backend) {
    let house = House::made(backend, false);
    let other = house.another_event();
    let witness_of = witness(&house);
    witness_of.keep(house.ledger.database()).unwrap();
    assert_eq!(missed(&house.ledger, &witness_of), Vec::<String>::new());
    let seal = house.ledger.event(house.event).unwrap();
    let seal = house.ledger.seal(seal.id, &seal.slug, 3).unwrap().text.parse().unwrap();
    let deleted = house.ledger.delete(&Actor::Program, house.event).unwrap();
    assert_eq!(deleted.left, None);
    for table in ["clocks", "clock_entries", "record_texts", "personal_texts", "once_keys"] {
        let left = count(&house.ledger, table);
        assert_eq!(left, i64::from(table == "personal_texts"), "{table} still has rows");
    }
    let told = stored(&house.database, &house.ledger, backend);
    assert_eq!(tells(&told), Vec::<&str>::new());
    assert!(!told.contains(&house.event.to_string()), "its identifier is gone too");
    assert!(matches!(house.ledger.event(house.event), Err(LedgerError::NoEvent)));
    assert!(matches!(house.ledger.delete(&Actor::Program, house.event), Err(LedgerError::NoEvent)));
    // The other event and the tables are as they were; the witness misses nothing, a new start neither.
    assert_eq!(house.ledger.verify(other).unwrap().faults, []);
    assert_eq!(house.ledger.verify_tables().unwrap(), Vec::<String>::new());
    for witness in [witness_of, witness(&house)] {
        assert_eq!(missed(&house.ledger, &witness), Vec::<String>::new());
        let deletions = witness.deletions().unwrap();
        let held = |given: &[_]| house.ledger.hold_seal_against(&seal, None, given).unwrap();
        assert_eq!(held(&deletions), None);
        assert!(held(&[]).is_some());
        let alone = house.ledger.hold_against(&witness.statements().unwrap(), &[]).unwrap();
        assert!(!alone.is_empty(), "without the note it would be missed");
    }
    // Whoever else has the database open forgets it as well.
    let elsewhere = Ledger::new(house.database.open());
    assert!(matches!(elsewhere.event(house.event), Err(LedgerError::NoEvent)));
}

fn what_was_public_is_kept_and_missed_when_it_vanishes(backend: Backend) {
    let house = House::new(backend);
    let give = |command: EventCommand| {
        house.ledger.commit(&Order::new(Actor::Program, house.event, command)).unwrap()
    };
    let refused = |ledger: &Ledger| match ledger.delete(&Actor::Program, house.event) {
        Err(LedgerError::Refused(refusal)) => refusal.to_string(),
        other => panic!("{other:?}"),
    };
    assert!(refused(&house.ledger).contains("entry 3 of its ledger showed it to everybody"));
    // Hidden again, it was public all the same.
    give(EventCommand::ShowEvent { is_public: false });
    assert!(refused(&house.ledger).contains("it can be hidden, not deleted"));
    assert_eq!(house.ledger.verify(house.event).unwrap().faults, []);
    let witness = witness(&house);
    witness.keep(house.ledger.database()).unwrap();
    assert_eq!(witness.deletions().unwrap(), []);
    // Somebody with a database client takes it away as the program would take a trial, and writes a note without the key.
    let taken: Result<(), DbError> =
        house.ledger.database().write(|db| db::deletion::take_out(db, house.event));
    taken.unwrap();
    let stranger = Witness::open(&house.folder.path().join("stranger")).unwrap();
    let trial = House::made(backend, false);
    let head = trial.ledger.database().read(|db| db::events::find_head(db, trial.event)).unwrap().unwrap();
    let head = db::events::Head { id: house.event, version: 900, ..head };
    let note = tiger_arbiter::ledger::witness::Deletion {
        head,
        slug: "open".to_owned(),
        at: tiger_arbiter::clock::now(),
    };
    stranger.note_deletion(&note).unwrap();
    let folder = house.folder.path();
    std::fs::copy(folder.join("stranger/deletions"), folder.join("witness/deletions")).unwrap();
    assert!(!missed(&house.ledger, &witness).is_empty());
}

fn a_ledger_that_was_cut_proves_nothing(backend: Backend) {
    let house = House::new(backend);
    let witness = witness(&house);
    witness.keep(house.ledger.database()).unwrap();
    // The entry that showed it, and all after it, are cut, and the head is put back.
    let cut = "DELETE FROM ledger_entries WHERE seq > 2; DELETE FROM event_snapshots; DELETE FROM once_keys WHERE seq > 2; \
               DELETE FROM clock_entries; DELETE FROM clocks; UPDATE events SET version = 2, is_public = FALSE, head_hash = \
               (SELECT hash FROM ledger_entries WHERE seq = 2), changed_at = (SELECT at FROM ledger_entries WHERE seq = 2)";
    let done: Result<(), DbError> =
        house.ledger.database().write(|db| db::guards::lifted(db, |db| Ok(db.batch_execute(cut)?)));
    done.unwrap();
    let fresh = Ledger::new(house.database.open());
    assert_eq!(fresh.verify(house.event).unwrap().faults, [], "the attack is a clumsy one");
    let fresh = fresh.witnessed_by(Some(Arc::new(witness)));
    let refused = fresh.delete(&Actor::Program, house.event).unwrap_err().to_string();
    assert!(refused.contains("does not prove that it never was public"), "{refused}");
    assert!(fresh.event(house.event).is_ok());
}

fn every_table_of_an_event_is_known(backend: Backend) {
    #[derive(diesel::QueryableByName)]
    struct Row {
        #[diesel(sql_type = diesel::sql_types::Text)]
        name: String,
    }
    let database = TestDatabase::new(backend);
    let ledger = Ledger::new(database.open());
    let sql = "SELECT m.name AS name FROM sqlite_master m JOIN pragma_table_info(m.name) c ON c.name = 'event_id' \
               WHERE m.type = 'table' ORDER BY m.name";
    let found = ledger.database().read(|db| -> Result<Vec<Row>, DbError> {
        Ok(diesel::RunQueryDsl::load(diesel::sql_query(sql), db)?)
    });
    let found: Vec<String> = found.unwrap().into_iter().map(|row| row.name).collect();
    let mut known = db::deletion::TABLES.to_vec();
    known.sort_unstable();
    assert_eq!(found, known);
}

const PAGE: &str = "/events/merridon/settings/delete";

fn delete(browser: &Browser, typed: &str) -> crate::rig::Answer {
    let key = browser.get(PAGE).expect_status(200).hidden("idempotency_key").unwrap();
    browser.post_form(PAGE, &[("idempotency_key", &*key), ("which", typed)])
}

fn a_chief_deletes_a_trial_by_its_address(app: &TestApp) {
    let (chief, tessa) = app.sign_in("tessa");
    let (_, admin) = app.sign_in_admin();
    let event = app.add_event("merridon", chief);
    let players = app.add_entries(event, &["Adder", "Bear", "Crane", "Dove"]);
    app.publish_pairs(event, &players);
    tessa.get("/").expect_text("Merridon Open");
    delete(&tessa, "another").expect_status(422).expect_text("Type merridon or Merridon Open to confirm");
    delete(&tessa, " merridon ").expect_redirect("/");
    tessa.get("/").expect_text("Merridon Open is deleted.");
    tessa.get("/").expect_no_text("/events/merridon");
    tessa.get("/events/merridon").expect_status(404);
    admin.get("/journal").expect_text("Event deleted that never was public");
    admin.get("/journal").expect_text("Merridon Open (merridon), ");
    // The address is free again.
    let again = app.add_event("merridon", chief);
    tessa.get("/").expect_text("/events/merridon");
    // What was public once stays, hidden or not.
    app.commit(again, EventCommand::ShowEvent { is_public: true });
    app.commit(again, EventCommand::ShowEvent { is_public: false });
    tessa
        .get(PAGE)
        .expect_status(200)
        .expect_text("This event was public")
        .expect_no_text("<form method=\"post\" action=\"/events/merridon/settings/delete\"");
    let form = [("idempotency_key", "0123456789abcdef0009"), ("which", "merridon")];
    tessa.post_form(PAGE, &form).expect_status(422).expect_text("it can be hidden, not deleted");
    tessa.get("/events/merridon").expect_status(200);
}

fn only_a_chief_deletes_and_the_settings_lead_there(app: &TestApp) {
    let (chief, tessa) = app.sign_in("tessa");
    let (helper, jonah) = app.sign_in("jonah");
    let event = app.add_event("merridon", chief);
    let name = PersonName::parse("Reed, Jonah").unwrap();
    app.commit(event, EventCommand::AppointStaff { user: helper, name, role: StaffRole::Arbiter });
    tessa.get("/events/merridon/settings").expect_text(PAGE);
    jonah.get("/events/merridon/settings").expect_no_text(PAGE);
    jonah.get(PAGE).expect_status(403);
    let form = [("idempotency_key", "0123456789abcdef0009"), ("which", "merridon")];
    jonah.post_form(PAGE, &form).expect_status(403);
    app.visitor().post_form(PAGE, &form).expect_status(404);
    let jonah_himself = Actor::User { id: helper, name: "Reed, Jonah".to_owned(), is_admin: false };
    let refused = app.state().ledger.delete(&jonah_himself, event).unwrap_err();
    assert!(refused.to_string().contains("Only the chief arbiter"), "{refused}");
    app.commit(event, EventCommand::ShowEvent { is_public: true });
    tessa.get("/events/merridon/settings").expect_no_text(PAGE);
    app.visitor().get(PAGE).expect_status(303);
}

impl House {
    /// Another event in the same database.
    fn another_event(&self) -> tiger_event::ids::EventId {
        let event = new_id();
        let create = create_event(event, "another", new_id());
        self.ledger.commit(&Order::new(Actor::Program, event, create)).unwrap();
        event
    }
}
