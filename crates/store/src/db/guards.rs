//! Whether the tables still refuse to change what was written, and whether all rows belong to an event that is there.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text};

use super::{Db, DbError};

/// The triggers as the migrations make them.
const SQLITE: [&str; 2] = [
    include_str!("../../../../migrations/sqlite/0001_accounts_and_ledger/up.sql"),
    include_str!("../../../../migrations/sqlite/0005_clocks/up.sql"),
];
const POSTGRES: [&str; 2] = [
    include_str!("../../../../migrations/postgres/0001_accounts_and_ledger/up.sql"),
    include_str!("../../../../migrations/postgres/0005_clocks/up.sql"),
];

/// A trigger that is there and does what it says.
#[derive(QueryableByName)]
struct Guard {
    #[diesel(sql_type = Text)]
    name: String,
    /// What it does.
    #[diesel(sql_type = Text)]
    body: String,
    /// Whether it is asked before every change of its table.
    #[diesel(sql_type = Bool)]
    is_awake: bool,
}

#[derive(QueryableByName)]
struct Orphan {
    #[diesel(sql_type = Text)]
    event_id: String,
}

/// The triggers that should keep ledgers and clocks from being changed, and do not.
pub fn missing(connection: &mut Db) -> Result<Vec<&'static str>, DbError> {
    let (expected, sources, found): (&[&'static str], [&str; 2], Vec<Guard>) = match connection {
        Db::Sqlite(sqlite) => (
            &["ledger_entries_stay", "ledger_entries_remain", "clock_entries_stay", "clock_entries_remain"],
            SQLITE,
            diesel::sql_query(
                "SELECT name, sql AS body, TRUE AS is_awake FROM sqlite_master WHERE type = 'trigger'",
            )
            .load(sqlite)?,
        ),
        // Before statements that update, delete or truncate: 2 + 8 + 16 + 32.
        Db::Postgres(postgres) => (
            &["ledger_entries_stay", "clock_entries_stay"],
            POSTGRES,
            diesel::sql_query(
                "SELECT t.tgname::text AS name, p.prosrc AS body, t.tgenabled IN ('O', 'A') AND t.tgtype = 58 AS \
                 is_awake FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid WHERE t.tgrelid IN \
                 ('ledger_entries'::regclass, 'clock_entries'::regclass) AND NOT t.tgisinternal",
            )
            .load(postgres)?,
        ),
    };
    let stands = |name: &&'static str| {
        let guard = found.iter().find(|guard| guard.name == **name && guard.is_awake);
        guard.is_some_and(|guard| sources.iter().any(|source| source.contains(guard.body.trim())))
    };
    Ok(expected.iter().filter(|name| !stands(name)).copied().collect())
}

/// Events of which a table has rows although they are not in the list of events, each with the table.
pub fn orphans(connection: &mut Db) -> Result<Vec<(&'static str, String)>, DbError> {
    const TABLES: [&str; 9] = [
        "ledger_entries",
        "event_snapshots",
        "once_keys",
        "clocks",
        "clock_entries",
        "dice_secrets",
        "registrations",
        "scoresheets",
        "personal_texts",
    ];
    let mut orphans = Vec::new();
    for table in TABLES {
        let sql = format!(
            "SELECT DISTINCT event_id FROM {table} WHERE NOT EXISTS (SELECT 1 FROM events WHERE id = event_id)"
        );
        let rows: Vec<Orphan> = match connection {
            Db::Sqlite(sqlite) => diesel::sql_query(sql).load(sqlite)?,
            Db::Postgres(postgres) => diesel::sql_query(sql).load(postgres)?,
        };
        orphans.extend(rows.into_iter().map(|row| (table, row.event_id)));
    }
    Ok(orphans)
}

/// Does something to entries that their guards refuse, and puts the guards back. It is for a transaction: when it fails,
/// they stand as they stood.
pub fn lifted(connection: &mut Db, work: impl FnOnce(&mut Db) -> Result<(), DbError>) -> Result<(), DbError> {
    const GUARDED: [(&str, [&str; 2]); 2] = [
        ("ledger_entries", ["ledger_entries_stay", "ledger_entries_remain"]),
        ("clock_entries", ["clock_entries_stay", "clock_entries_remain"]),
    ];
    // Of the two that SQLite needs, one trigger does both on PostgreSQL.
    for (table, guards @ [both, _]) in GUARDED {
        let lift = match connection {
            Db::Sqlite(_) => guards.map(|guard| format!("DROP TRIGGER {guard};")).concat(),
            Db::Postgres(_) => format!("ALTER TABLE {table} DISABLE TRIGGER {both}"),
        };
        connection.batch_execute(&lift)?;
    }
    work(connection)?;
    for ((table, guards @ [both, _]), source) in GUARDED.into_iter().zip(SQLITE) {
        match connection {
            Db::Sqlite(_) => {
                for guard in guards {
                    connection.batch_execute(statement(source, guard)?)?;
                }
            }
            Db::Postgres(_) => {
                connection.batch_execute(&format!("ALTER TABLE {table} ENABLE TRIGGER {both}"))?;
            }
        }
    }
    Ok(())
}

/// The statement of a migration that makes a guard.
fn statement<'a>(source: &'a str, guard: &str) -> Result<&'a str, DbError> {
    const END: &str = "END;";
    let from = source.find(&format!("CREATE TRIGGER {guard} ")).and_then(|from| source.get(from..));
    let whole = from.and_then(|from| from.get(..from.find(END)? + END.len()));
    whole.ok_or_else(|| DbError::corrupt("guard", guard))
}
