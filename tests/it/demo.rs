//! The demo's database.

use diesel::RunQueryDsl;
use tiger_arbiter::auth::password::{Hasher, NewPassword};
use tiger_arbiter::clock;
use tiger_arbiter::db::{self, DbError};
use tiger_arbiter::demo::{self, SIGN_INS};
use tiger_arbiter::ledger::witness::Witness;
use tiger_arbiter::ledger::{Heard, Ledger};
use tiger_arbiter::services::sandbox::Sandboxes;
use tiger_event::record::Checked;
use tiger_event::{RoundState, Slug};

use crate::rig::{Backend, TestDatabase, on_sqlite};

const STORED_AT_OTHER_TIMES: &str = "SELECT count(*) AS count FROM record_texts WHERE NOT EXISTS (SELECT 1 FROM \
     ledger_entries WHERE at = stored_at AND command LIKE '%hand_in_record%')";

#[derive(diesel::QueryableByName)]
struct Count {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    count: i64,
}

on_sqlite!(the_demo_shows_a_running_a_finished_and_a_coming_event, a_crowd_plays_its_third_round);

fn a_crowd_plays_its_third_round(backend: Backend) {
    let database = TestDatabase::new(backend);
    let db = database.open();
    let ledger = Ledger::new(db.clone());
    demo::fill(&ledger, &Hasher::new().unwrap(), 2026, clock::now()).unwrap();
    demo::add_crowd(&ledger, 301, 7, clock::now()).unwrap();
    let slug = Slug::parse("lancers-in-a-crowd").unwrap();
    let event = db.read(|db| ledger.event_by_slug(db, &slug)).unwrap();
    assert_eq!(ledger.verify(event.id).unwrap().faults, []);
    assert_eq!((event.entries.len(), event.rounds.len()), (301, 3));
    let names: std::collections::BTreeSet<_> =
        event.entries.values().map(|entry| entry.details.name.as_str()).collect();
    assert_eq!(names.len(), 301, "two have the same name");
    let open = event.games.values().filter(|game| game.result.is_none()).count();
    assert!((40..110).contains(&open), "{open} games are open");
    assert!(event.changed_at <= clock::now());
}

fn the_demo_shows_a_running_a_finished_and_a_coming_event(backend: Backend) {
    let database = TestDatabase::new(backend);
    let db = database.open();
    let folder = tempfile::tempdir().unwrap();
    let witness = std::sync::Arc::new(Witness::open(&folder.path().join("witness")).unwrap());
    let ledger = Ledger::new(db.clone()).witnessed_by(Some(witness.clone()));
    let told = demo::fill(&ledger, &Hasher::new().unwrap(), 2026, clock::now()).unwrap();
    assert!(told.claim_path.starts_with("/claim/"));

    let listed: Result<_, DbError> = db.read(db::events::list);
    let events: Vec<_> = listed.unwrap().iter().map(|line| ledger.event(line.id).unwrap()).collect();
    let heard = Heard::of(&witness).unwrap();
    for event in &events {
        let report = ledger.verify(event.id).unwrap();
        assert_eq!(report.faults, Vec::new(), "{}", event.slug);
        assert!(report.erased.iter().all(|erased| heard.knows(event.id, erased)), "{}", event.slug);
        assert!(event.is_public && (8..=24).contains(&event.entries.len()), "{}", event.slug);
        assert!(event.changed_at <= clock::now());
    }
    let with_state = |wanted| move |round: &&tiger_event::round::Round| round.state == wanted;

    let running = events.iter().find(|event| event.slug.as_str() == "great-forest-masters").unwrap();
    assert_eq!(running.rounds.iter().filter(with_state(RoundState::Closed)).count(), 4);
    assert_eq!(running.rounds.iter().filter(with_state(RoundState::Published)).count(), 1);
    assert_eq!(running.games.values().filter(|game| !game.disputes.is_empty()).count(), 1);
    assert_eq!(running.rulings.len(), 1);
    let casts = || running.games.values().flat_map(|game| &game.casts);
    assert!(casts().any(|cast| cast.commitment.is_some()) && casts().any(|cast| cast.commitment.is_none()));

    let finished = events.iter().find(|event| event.slug.as_str() == "hollow-oak-lancer-cup").unwrap();
    let adjudicated = finished.games.values().flat_map(|game| &game.records);
    let adjudicated = adjudicated.filter(|record| record.findings.checked == Checked::Legal);
    let mates = adjudicated.filter(|record| record.findings.is_adjudicated).count();
    assert!(mates >= 3, "only {mates} games end on the board");

    let last = events.iter().find(|event| event.slug.as_str() == "fortress-cup").unwrap();
    assert_eq!(last.rounds.len(), usize::from(last.settings.rounds.min(4)), "it is in its last round");
    assert!(last.prizes().is_some() && !last.is_finished);
    assert!(events.iter().flat_map(|event| event.entries.values()).any(|entry| entry.is_erased));

    for slug in ["dance-of-dragons-exhibition", "trafalgar-ocean-exhibition", "emerald-kingdom-exhibition"] {
        let shown = events.iter().find(|event| event.slug.as_str() == slug).unwrap();
        assert!(shown.is_finished);
        let records: Vec<_> = shown.games.values().filter_map(|game| game.record_to_publish()).collect();
        assert_eq!(records.len(), 4, "{slug}");
        assert!(records.iter().all(|record| record.findings.checked == Checked::Legal), "{slug}");
        assert!(shown.games.values().all(|game| game.result.is_some() && game.disputes.is_empty()), "{slug}");
        let endings: std::collections::BTreeSet<_> =
            shown.games.values().map(|game| game.result.as_ref().unwrap().entry.ending.name()).collect();
        assert_eq!(endings.len(), 4, "{slug}: {endings:?}");
    }

    // One game is being played, and everybody follows its moves.
    let live = |event: &std::sync::Arc<tiger_event::event::Event>| {
        let sheets = |game| db.read(|db| db::scoresheets::list(db, game)).unwrap().len();
        event.games.values().filter(|game| event.live_delay(game).is_some() && sheets(game.id) == 2).count()
    };
    assert_eq!(events.iter().map(live).sum::<usize>(), 1);
    let erased: Vec<_> =
        events.iter().flat_map(|event| event.entries.values()).filter(|entry| entry.is_erased).collect();
    assert!(erased.len() == 1 && erased[0].details.name.as_str() == "Player 8");
    let sandboxes = Sandboxes::default();
    demo::begin_what_if(&ledger, &sandboxes).unwrap();
    assert_eq!(sandboxes.of_event(running.id).len(), 1);

    // Records come into the house when the ledger says that they did.
    let told: Result<Vec<Count>, DbError> =
        db.read(|db| Ok(diesel::sql_query(STORED_AT_OTHER_TIMES).load(db)?));
    assert_eq!(told.unwrap()[0].count, 0);

    let coming = events.iter().find(|event| event.rounds.is_empty()).unwrap();
    assert_eq!(coming.entries.len(), 24);
    let users: Result<_, DbError> = db.read(db::users::list);
    let with_login = users.unwrap().iter().filter(|user| user.login.is_some()).count();
    assert_eq!(with_login, SIGN_INS.len());

    // Whoever takes it for a hall is told, until its passwords are others.
    let hasher = Hasher::new().unwrap();
    let told = demo::open_door(&db, &hasher).unwrap().unwrap();
    assert!(told.starts_with("Everybody knows the password of chief, arbiter, player, admin: "), "{told}");
    let other = hasher.hash(&NewPassword::parse("not the one of the demo", "chief").unwrap()).unwrap();
    for sign_in in SIGN_INS {
        let change = |db: &mut db::Db| {
            let (user, _) = db::users::find_by_login(db, sign_in.login)?.unwrap();
            db::users::update_password(db, user.id, &other, clock::now())
        };
        db.write(change).unwrap();
    }
    assert_eq!(demo::open_door(&db, &hasher).unwrap(), None);
}
