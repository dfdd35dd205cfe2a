//! Whose the rows are that tables find by a game or by a player alone.

use std::collections::BTreeSet;

use diesel::prelude::*;
use tiger_event::{EntryId, EventId, GameId};

use super::connection::ROWS_AT_A_TIME;
use super::schema::{alerts, clock_tablets as tablets, clocks, scoresheets as sheets};
use super::{Db, DbError};

/// Whether another event has a scoresheet, a clock or a device under one of these games, or tells one of these players
/// something.
pub fn is_elsewhere(
    connection: &mut Db,
    own: EventId,
    games: &BTreeSet<GameId>,
    players: &BTreeSet<EntryId>,
) -> Result<bool, DbError> {
    let own = own.to_string();
    /// Whether a table has a row of another event under one of the names.
    macro_rules! has {
        ($table:ident.$column:ident, $names:expr) => {{
            let named =
                $table::table.filter($table::$column.eq_any($names)).filter($table::event_id.ne(&own));
            named.select($table::event_id).first::<String>(connection).optional()?.is_some()
        }};
    }
    let names: Vec<String> = games.iter().map(ToString::to_string).collect();
    for names in names.chunks(ROWS_AT_A_TIME) {
        if has!(sheets.game_id, names) || has!(clocks.game_id, names) || has!(tablets.game_id, names) {
            return Ok(true);
        }
    }
    let names: Vec<String> = players.iter().map(ToString::to_string).collect();
    for names in names.chunks(ROWS_AT_A_TIME) {
        if has!(alerts.entry_id, names) {
            return Ok(true);
        }
    }
    Ok(false)
}
