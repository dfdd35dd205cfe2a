//! Scoresheets: the moves of a game as one holder has written them down so far.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use tiger_event::scoresheet::Holder;
use tiger_event::{EventId, GameId, RecordId, Scoresheet};

use super::columns::to_number;
use super::schema::scoresheets as sheets;
use super::{Change, Db, DbError};
use crate::clock::to_stored;

#[derive(Queryable, Selectable)]
#[diesel(table_name = sheets)]
struct Row {
    game_id: GameId,
    holder: Holder,
    event_id: EventId,
    moves: String,
    revision: u64,
    last_key: String,
    record_id: Option<RecordId>,
    changed_at: DateTime<Utc>,
    written_at: String,
    back_from: u64,
    taken_back: u64,
}

impl Row {
    fn into_sheet(self) -> Result<Scoresheet, DbError> {
        let moves: Vec<String> = self.moves.split_whitespace().map(str::to_owned).collect();
        let mut written_at = read_times(&self.written_at)?;
        // Of a sheet of an older program only its last change is known.
        written_at.resize(moves.len(), self.changed_at);
        Ok(Scoresheet {
            event: self.event_id,
            game: self.game_id,
            holder: self.holder,
            moves,
            revision: self.revision,
            last_key: self.last_key,
            record: self.record_id,
            changed_at: Some(self.changed_at),
            written_at,
            back_from: self.back_from,
            taken_back: self.taken_back,
        })
    }
}

/// Moments as they are stored, in milliseconds.
fn read_times(text: &str) -> Result<Vec<DateTime<Utc>>, DbError> {
    let moment = |text: &str| text.parse().ok().and_then(DateTime::from_timestamp_millis);
    let read = |text| moment(text).ok_or_else(|| DbError::corrupt("time of a move", text));
    text.split_whitespace().map(read).collect()
}

fn write_times(times: &[DateTime<Utc>]) -> String {
    let times: Vec<String> = times.iter().map(|at| at.timestamp_millis().to_string()).collect();
    times.join(" ")
}

/// Finds the sheet of one holder.
pub fn find(connection: &mut Db, game: GameId, holder: Holder) -> Result<Option<Scoresheet>, DbError> {
    let row: Option<Row> = sheets::table
        .find((game.to_string(), holder.to_string()))
        .select(Row::as_select())
        .first(connection)
        .optional()?;
    row.map(Row::into_sheet).transpose()
}

/// All sheets of a game, the one changed last first.
pub fn list(connection: &mut Db, game: GameId) -> Result<Vec<Scoresheet>, DbError> {
    let rows: Vec<Row> = sheets::table
        .filter(sheets::game_id.eq(game.to_string()))
        .order((sheets::changed_at.desc(), sheets::holder.asc()))
        .select(Row::as_select())
        .load(connection)?;
    rows.into_iter().map(Row::into_sheet).collect()
}

/// Keeps a sheet as it is now. Says whether it was kept: not if the stored revision is another than `seen`.
pub fn keep(connection: &mut Db, sheet: &Scoresheet, seen: u64, at: DateTime<Utc>) -> Result<bool, DbError> {
    let values = (
        sheets::moves.eq(sheet.moves.join(" ")),
        sheets::revision.eq(to_number(sheet.revision)?),
        sheets::last_key.eq(&sheet.last_key),
        sheets::record_id.eq(sheet.record.map(|id| id.to_string())),
        sheets::changed_at.eq(to_stored(at)),
        sheets::written_at.eq(write_times(&sheet.written_at)),
        sheets::back_from.eq(to_number(sheet.back_from)?),
        sheets::taken_back.eq(to_number(sheet.taken_back)?),
    );
    let key = (
        sheets::game_id.eq(sheet.game.to_string()),
        sheets::holder.eq(sheet.holder.to_string()),
        sheets::event_id.eq(sheet.event.to_string()),
    );
    if seen == 0 {
        return match diesel::insert_into(sheets::table)
            .values((key, values))
            .execute(connection)
            .map_err(DbError::from)
        {
            Ok(_) => Ok(true),
            Err(DbError::Taken(_)) => Ok(false),
            Err(error) => Err(error),
        };
    }
    let row = sheets::table
        .find((sheet.game.to_string(), sheet.holder.to_string()))
        .filter(sheets::revision.eq(to_number(seen)?));
    diesel::update(row).set(values).changes_one(connection)
}

/// Notes which record a sheet was handed in as; its revision stays. One that was written on meanwhile was not handed in.
pub fn note_record(connection: &mut Db, sheet: &Scoresheet, record: RecordId) -> Result<(), DbError> {
    let row = sheets::table.find((sheet.game.to_string(), sheet.holder.to_string()));
    diesel::update(row.filter(sheets::revision.eq(to_number(sheet.revision)?)))
        .set(sheets::record_id.eq(Some(record.to_string())))
        .run(connection)
}
