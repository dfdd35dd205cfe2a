//! Two records of one game beside each other, move for move in canonical notation.

use std::sync::Arc;

use tiger_event::RecordId;
use tiger_event::record::{Beside, Then};
use tiger_rules::dance::Board;
use tiger_rules::{Limits, Record, Replay, read_records};

/// How a text lies beside the texts of earlier records.
pub fn with_others(board: &Arc<Board>, text: &str, others: &[(RecordId, String)]) -> Vec<Beside> {
    let Some(later) = moves_of(text, board) else { return Vec::new() };
    let beside = |(id, text): &(RecordId, String)| Some(compare(*id, &moves_of(text, board)?, &later));
    others.iter().filter_map(beside).collect()
}

/// A move with the ply it is.
type Numbered = (u32, String);

/// The moves of the text's first game in canonical notation, as far as they are legal.
fn moves_of(text: &str, board: &Arc<Board>) -> Option<Vec<Numbered>> {
    let record: Record = read_records(text, Limits::WEB).next()?.ok()?;
    let replay = Replay::on(&record, board).ok()?;
    Some(replay.map_while(Result::ok).map(|ply| (ply.number, ply.written)).collect())
}

fn compare(id: RecordId, earlier: &[Numbered], later: &[Numbered]) -> Beside {
    let common = earlier.iter().zip(later).take_while(|(one, other)| one.1 == other.1).count();
    let then = match (earlier.get(common), later.get(common)) {
        (None, None) => Then::Same,
        (None, Some(_)) => Then::EarlierEnds,
        (Some(_), None) => Then::LaterEnds,
        (Some((one, earlier)), Some((other, later))) => {
            Then::Differ { ply: *one.max(other), earlier: earlier.clone(), later: later.clone() }
        }
    };
    Beside { earlier: id, common: u32::try_from(common).unwrap_or(u32::MAX), then }
}
