//! What somebody with a database client could do to ledgers, attack by attack, and that each is noticed: by the proof of the
//! ledgers alone, or with what the witness has stated.

use tiger_arbiter::clock::new_id;
use tiger_arbiter::db::{self, DbError};
use tiger_arbiter::ledger::clocks::{Clocks, Touch, Wish};
use tiger_arbiter::ledger::witness::{ReadSeal, Statement, Witness};
use tiger_arbiter::ledger::{Ledger, OnceKey, Order};
use tiger_event::clock::Hand;
use tiger_event::{Actor, Command, EntryCommand, EventCommand, EventId};
use tiger_rules::{ClockSettings, GameKind};

use crate::rig::{Backend, TestDatabase, create_event, new_entry, on_both_databases};

/// By what an attack is noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Noticed {
    /// The ledgers prove it themselves.
    Alone,
    /// What was witnessed proves it.
    Witnessed,
}

/// An attack: what is done, with what, and by what it is noticed. `$CHAIN` stands for writing the hashes of an event anew.
struct Attack {
    what: &'static str,
    sql: &'static str,
    noticed: Noticed,
}

const ATTACKS: [Attack; 15] = [
    Attack {
        what: "the last entries are cut off and the head is put back",
        sql: "DELETE FROM ledger_entries WHERE seq > 2; DELETE FROM once_keys WHERE seq > 2; DELETE FROM event_snapshots; \
              UPDATE events SET version = 2, head_hash = (SELECT hash FROM ledger_entries WHERE seq = 2), \
              is_public = FALSE, changed_at = (SELECT at FROM ledger_entries WHERE seq = 2)",
        noticed: Noticed::Witnessed,
    },
    Attack {
        what: "the last entries are cut off alone",
        sql: "DELETE FROM ledger_entries WHERE seq > 2",
        noticed: Noticed::Alone,
    },
    Attack {
        what: "an author is rewritten and the chain made anew",
        sql: "UPDATE ledger_entries SET actor = '{\"kind\":\"user\",\"id\":\"00000000-0000-7000-8000-000000000001\",\"name\":\"Nobody\",\"is_admin\":true}' \
              WHERE seq = 2 $CHAIN",
        noticed: Noticed::Witnessed,
    },
    Attack {
        what: "an author is rewritten",
        sql: "UPDATE ledger_entries SET actor = '{\"kind\":\"nobody\"}' WHERE seq = 2",
        noticed: Noticed::Alone,
    },
    Attack {
        what: "an event is deleted with everything that names it",
        sql: "DELETE FROM clock_entries; DELETE FROM clocks; DELETE FROM once_keys; DELETE FROM event_snapshots; \
              DELETE FROM personal_texts; DELETE FROM ledger_entries; DELETE FROM events",
        noticed: Noticed::Witnessed,
    },
    Attack {
        what: "the last entries of a clock are cut off and its head put back",
        sql: "DELETE FROM clock_entries WHERE seq > 1; UPDATE clocks SET seq = 1, \
              head_hash = (SELECT hash FROM clock_entries WHERE seq = 1)",
        noticed: Noticed::Witnessed,
    },
    Attack {
        what: "a clock is deleted",
        sql: "DELETE FROM clock_entries; DELETE FROM clocks",
        noticed: Noticed::Witnessed,
    },
    Attack {
        what: "an entry of a clock is rewritten",
        sql: "UPDATE clock_entries SET device = 'another' WHERE seq = 1",
        noticed: Noticed::Alone,
    },
    Attack {
        what: "the address is changed",
        sql: "UPDATE events SET slug = 'another'",
        noticed: Noticed::Alone,
    },
    Attack {
        what: "an event is shown or hidden beside its ledger",
        sql: "UPDATE events SET is_public = NOT is_public",
        noticed: Noticed::Alone,
    },
    Attack {
        what: "the name is changed",
        sql: "UPDATE events SET name = 'Another'",
        noticed: Noticed::Alone,
    },
    Attack {
        what: "names beside the ledger are changed",
        sql: "UPDATE personal_texts SET body = '\"Nobody\"'",
        noticed: Noticed::Alone,
    },
    Attack {
        what: "names beside the ledger are deleted",
        sql: "DELETE FROM personal_texts",
        noticed: Noticed::Alone,
    },
    Attack { what: "keys of forms are deleted", sql: "DELETE FROM once_keys", noticed: Noticed::Witnessed },
    Attack {
        what: "a snapshot is another one",
        sql: "UPDATE event_snapshots SET version = 1",
        noticed: Noticed::Alone,
    },
];

const UNGUARD: [&str; 2] = [
    "DROP TRIGGER ledger_entries_stay; DROP TRIGGER ledger_entries_remain; DROP TRIGGER clock_entries_stay; \
     DROP TRIGGER clock_entries_remain;",
    "DROP TRIGGER ledger_entries_stay ON ledger_entries; DROP TRIGGER clock_entries_stay ON clock_entries;",
];

on_both_databases!(every_attack_is_noticed, guards_that_do_nothing_are_noticed, paper_is_a_witness);

/// A ledger with an event, a clock and a witness of both.
struct House {
    _folder: tempfile::TempDir,
    database: TestDatabase,
    ledger: Ledger,
    event: EventId,
    witness: Witness,
}

impl House {
    fn new(backend: Backend) -> Self {
        let database = TestDatabase::new(backend);
        let ledger = Ledger::new(database.open());
        let event = new_id();
        let give = |command: Command| {
            let order = Order::new(Actor::Program, event, command).once(OnceKey::new());
            ledger.commit(&order).unwrap();
        };
        give(create_event(event, "open", new_id()).into());
        give(EntryCommand::AddEntries { entries: vec![new_entry("Moor, Tessa")] }.into());
        give(EntryCommand::AddEntries { entries: vec![new_entry("Reed, Jonah")] }.into());
        give(EventCommand::ShowEvent { is_public: true }.into());
        ledger.rebuild(event).unwrap();
        let clocks = Clocks::new(database.open());
        let place = (event, new_id());
        let settings = ClockSettings::standard(GameKind::LancerChess);
        let start = Wish::Start { settings, variation: None, then: Vec::new() };
        for (number, wish) in [start, Wish::Reconnect { waited: 1 }].into_iter().enumerate() {
            let touch = Touch::of_form(&format!("{number}"), wish);
            clocks.carry_out(place, &Hand::Program, &touch).unwrap();
        }
        let folder = tempfile::TempDir::new().unwrap();
        let witness = Witness::open(&folder.path().join("witness")).unwrap();
        witness.keep(ledger.database()).unwrap();
        Self { _folder: folder, database, ledger, event, witness }
    }

    /// What the proof finds in the tables and in every ledger that is listed.
    fn alone(&self) -> Vec<String> {
        let lines = self.ledger.database().read(db::events::list).unwrap();
        let faults = lines.into_iter().flat_map(|line| self.ledger.verify(line.id).unwrap().faults);
        faults.map(|fault| fault.to_string()).collect()
    }

    fn witnessed(&self) -> Vec<String> {
        let deletions = self.witness.deletions().unwrap();
        self.ledger.hold_against(&self.witness.statements().unwrap(), &deletions).unwrap()
    }

    fn tamper(&self, backend: Backend, sql: &str) {
        use diesel::connection::SimpleConnection;
        let run = |sql: &str| -> Result<(), DbError> {
            self.ledger.database().write(|db| Ok(db.batch_execute(sql)?))
        };
        let (sql, is_chained) = sql.split_once("$CHAIN").map_or((sql, false), |(sql, _)| (sql, true));
        run(UNGUARD[usize::from(backend == Backend::Postgres)]).unwrap();
        run(sql).unwrap();
        if is_chained {
            self.chain_anew();
        }
        // Whoever knows how to take the guards away puts them back.
        run(&guards(backend)).unwrap();
    }

    /// Writes all hashes of the event anew, as this program would.
    fn chain_anew(&self) {
        use diesel::connection::SimpleConnection;
        use sha2::{Digest, Sha256};
        let entries =
            self.ledger.database().read(|db| db::entries::list_after(db, self.event, 0, 100)).unwrap();
        let mut before = tiger_event::dice::Bytes32([0; 32]);
        let mut sql = String::from("DELETE FROM event_snapshots;");
        for entry in entries {
            let mut digest = Sha256::new();
            digest.update(b"tiger-arbiter ledger 1");
            digest.update(entry.event.as_uuid().as_bytes());
            digest.update(entry.seq.to_be_bytes());
            digest.update(entry.at.timestamp_micros().to_be_bytes());
            digest.update(before.0);
            for text in [&entry.actor, &entry.command] {
                digest.update(u64::try_from(text.len()).unwrap().to_be_bytes());
                digest.update(text.as_bytes());
            }
            let hash = tiger_event::dice::Bytes32(digest.finalize().into());
            sql.push_str(&format!(
                "UPDATE ledger_entries SET prev_hash = '{before}', hash = '{hash}' WHERE seq = {};",
                entry.seq
            ));
            before = hash;
        }
        sql.push_str(&format!("UPDATE events SET head_hash = '{before}';"));
        let done: Result<(), DbError> = self.ledger.database().write(|db| Ok(db.batch_execute(&sql)?));
        done.unwrap();
    }
}

/// The statements that make the guards, from the migrations.
fn guards(backend: Backend) -> String {
    let sources = match backend {
        Backend::Sqlite => [
            include_str!("../../migrations/sqlite/0001_accounts_and_ledger/up.sql"),
            include_str!("../../migrations/sqlite/0005_clocks/up.sql"),
        ],
        Backend::Postgres => [
            include_str!("../../migrations/postgres/0001_accounts_and_ledger/up.sql"),
            include_str!("../../migrations/postgres/0005_clocks/up.sql"),
        ],
    };
    sources.map(|source| source[source.find("CREATE TRIGGER").unwrap()..].to_owned()).join("\n")
}

fn every_attack_is_noticed(backend: Backend) {
    for attack in &ATTACKS {
        let house = House::new(backend);
        assert_eq!((house.alone(), house.witnessed()), (vec![], vec![]), "before");
        assert_eq!(house.ledger.verify_tables().unwrap(), Vec::<String>::new(), "before");
        house.tamper(backend, attack.sql);
        let fresh = House { ledger: Ledger::new(house.database.open()), ..house };
        let (alone, witnessed) = (fresh.alone(), fresh.witnessed());
        match attack.noticed {
            Noticed::Alone => assert!(!alone.is_empty(), "{} is not noticed", attack.what),
            Noticed::Witnessed => {
                assert_eq!(alone, Vec::<String>::new(), "{}: the attack is a clumsy one", attack.what);
                assert!(!witnessed.is_empty(), "{} is not noticed", attack.what);
            }
        }
    }
}

fn guards_that_do_nothing_are_noticed(backend: Backend) {
    use diesel::connection::SimpleConnection;
    let idle = match backend {
        Backend::Sqlite => {
            "DROP TRIGGER ledger_entries_stay; CREATE TRIGGER ledger_entries_stay BEFORE UPDATE ON ledger_entries \
             BEGIN SELECT 1; END; DROP TRIGGER clock_entries_remain;"
        }
        Backend::Postgres => {
            "ALTER TABLE ledger_entries DISABLE TRIGGER ledger_entries_stay; CREATE OR REPLACE FUNCTION \
             clock_entries_are_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;"
        }
    };
    let house = House::new(backend);
    let done: Result<(), DbError> = house.ledger.database().write(|db| Ok(db.batch_execute(idle)?));
    done.unwrap();
    let found = house.ledger.verify_tables().unwrap();
    assert_eq!(found.len(), 2, "{found:?}");
}

fn paper_is_a_witness(backend: Backend) {
    let house = House::new(backend);
    let event = house.ledger.event(house.event).unwrap();
    let seal = house.ledger.seal(event.id, &event.slug, 3).unwrap();
    let printed: ReadSeal = seal.text.parse().unwrap();
    let key = house.witness.public_key();
    let held = |ledger: &Ledger, seal: &ReadSeal| ledger.hold_seal_against(seal, Some(&key), &[]).unwrap();
    assert_eq!(held(&house.ledger, &printed), None);
    // What the picture says carries the signature of whoever printed it.
    let entry = house.ledger.database().read(|db| db::entries::find(db, event.id, 3)).unwrap().unwrap();
    let signed = tiger_arbiter::ledger::witness::Seal::of(
        (event.id, &event.slug),
        3,
        entry.hash,
        Some(&house.witness),
    );
    let signed: ReadSeal = signed.whole.parse().unwrap();
    assert_eq!(held(&house.ledger, &signed), None);
    let forged = ReadSeal { version: 2, ..signed };
    assert!(held(&house.ledger, &forged).is_some());
    house.tamper(backend, "UPDATE ledger_entries SET actor = '{\"kind\":\"program\" }' WHERE seq = 2 $CHAIN");
    let fresh = Ledger::new(house.database.open());
    assert!(held(&fresh, &printed).is_some(), "the chain was made anew, the paper knows the old one");
    let whole = house.witness.state(fresh.database()).unwrap();
    assert_eq!(fresh.hold_against(&Statement::read(&whole).unwrap(), &[]).unwrap(), Vec::<String>::new());
}
