//! Writing on a sheet, and taking back.

use std::sync::Arc;

use tiger_rules::check;

use super::read::{self, NotOne, Refused};
use super::{open_record, reached};
use crate::clock;
use crate::db::{self, Database};
use crate::domain::dice::Bytes32;
use crate::domain::event::Event;
use crate::domain::game::Game;
use crate::domain::scoresheet::{Holder, Scoresheet};
use crate::error::AppError;
use crate::ledger::OnceKey;

/// What is done to a sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Moves are added, as typed.
    Add(String),
    /// Everything after so many moves is taken back.
    KeepFirst(usize),
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Written {
    /// The sheet as it stands now, and where the reading of typed moves stopped.
    Done {
        /// The sheet.
        sheet: Scoresheet,
        /// How many moves were added.
        added: usize,
        /// The first word that is no legal move.
        refused: Option<Refused>,
    },
    /// Another tab or device of the same holder has written meanwhile: nothing was changed.
    Conflict {
        /// The sheet as it stands.
        sheet: Scoresheet,
    },
}

/// Changes the sheet of a holder, if it still has the revision `seen`. The same key is carried out once. While the game is
/// played (`is_watched`), what is taken back is counted.
pub async fn write(
    database: &Database,
    (event, game): (&Arc<Event>, &Game),
    holder: Holder,
    (seen, once): (u64, OnceKey),
    (change, is_watched): (Change, bool),
) -> Result<Written, AppError> {
    let (database, event, game) = (database.clone(), event.clone(), game.clone());
    db::block(move || write_now(&database, (&event, &game), holder, (seen, &once), (&change, is_watched)))
        .await
}

fn write_now(
    database: &Database,
    (event, game): (&Event, &Game),
    holder: Holder,
    (seen, once): (u64, &OnceKey),
    (change, is_watched): (&Change, bool),
) -> Result<Written, AppError> {
    let find = || database.read(|db| db::scoresheets::find(db, game.id, holder));
    let blank = || Scoresheet::blank(event.id, game.id, holder);
    let mut sheet = find()?.unwrap_or_else(blank);
    let key = key(once, change);
    if sheet.last_key == key {
        return Ok(Written::Done { sheet, added: 0, refused: None });
    }
    if sheet.revision != seen {
        return Ok(Written::Conflict { sheet });
    }
    let before = sheet.moves.len();
    let refused = match change {
        Change::Add(text) => add(event, game, &mut sheet.moves, text).map_err(AppError::Unprocessable)?,
        Change::KeepFirst(count) => {
            sheet.take_back(*count, is_watched);
            None
        }
    };
    let added = sheet.moves.len().saturating_sub(before);
    if sheet.moves.len() == before {
        return Ok(Written::Done { sheet, added, refused });
    }
    sheet.revision = seen + 1;
    sheet.last_key = key;
    sheet.record = None;
    let at = clock::now();
    sheet.changed_at = Some(at);
    // Moves are shown to everybody by a time that nobody sets.
    sheet.written_at.resize(sheet.moves.len(), clock::even());
    if database.write(|db| db::scoresheets::keep(db, &sheet, seen, at))? {
        return Ok(Written::Done { sheet, added, refused });
    }
    Ok(Written::Conflict { sheet: find()?.unwrap_or_else(blank) })
}

/// The form's key with what was sent: whoever goes back in the browser and writes something else sends the old key too.
fn key(once: &OnceKey, change: &Change) -> String {
    let sent = match change {
        Change::Add(text) => format!("add {}", text.trim()),
        Change::KeepFirst(count) => format!("keep {count}"),
    };
    format!("{once} {}", Bytes32::digest(sent.as_bytes()))
}

/// Adds what is legal of a typed text, and says where it stops.
fn add(event: &Event, game: &Game, moves: &mut Vec<String>, text: &str) -> Result<Option<Refused>, String> {
    const MOST: usize = tiger_rules::Limits::WEB.plies;
    let words = read::words(text)?;
    if words.is_empty() {
        return Err("Type a move, such as the ones in the list.".to_owned());
    }
    let now = reached(event, game, moves).map_err(|why| format!("Take the sheet back to before {why}"))?;
    let (mut position, mut ply) = (now.position, now.plies);
    if let Some(outcome) = now.verdict {
        return Err(format!("The game is over: {}. Take back what is too much.", outcome.by));
    }
    for (at, word) in words.iter().enumerate() {
        let refuse = |why: String, legal: Vec<String>| {
            Some(Refused {
                ply: ply + 1,
                text: word.clone(),
                why,
                legal,
                meant: Vec::new(),
                rest: words.get(at..).unwrap_or_default().join(" "),
            })
        };
        if moves.len() >= MOST {
            return Ok(refuse(format!("a record has at most {MOST} plies"), Vec::new()));
        }
        if let Some(outcome) = position.verdict() {
            return Ok(refuse(format!("the game was over before this move: {}", outcome.by), Vec::new()));
        }
        match read::play(&mut position, word) {
            Ok(played) => {
                ply += u32::from(played.is_ply);
                moves.push(played.written);
            }
            Err(NotOne::Refused(error)) => {
                return Ok(refuse(error.to_string(), read::suggestions(&position, word)));
            }
            Err(NotOne::Several(meant)) => {
                let list: Vec<_> = meant.iter().map(|it| it.written.as_str()).collect();
                let refused = refuse(format!("that can mean {}", list.join(", ")), Vec::new());
                return Ok(refused.map(|refused| Refused { meant, ..refused }));
            }
        }
    }
    cut_after_repetition(event, game, moves, ply)
}

/// The fifth repetition ends a game, but shows only in the whole of its moves: what was typed after it is refused.
fn cut_after_repetition(
    event: &Event,
    game: &Game,
    moves: &mut Vec<String>,
    ply: u32,
) -> Result<Option<Refused>, String> {
    let report = check(&open_record(event, game, moves)?);
    // Without a result the check always ends with something to say; of a move it speaks only here.
    let Some(error) = report.error.filter(|error| error.mv.is_some()) else { return Ok(None) };
    let behind = usize::try_from((ply + 1).saturating_sub(error.ply)).unwrap_or(usize::MAX);
    let rest = moves.split_off(moves.len().saturating_sub(behind));
    Ok(Some(Refused {
        ply: error.ply,
        text: rest.first().cloned().unwrap_or_default(),
        why: error.why,
        legal: Vec::new(),
        meant: Vec::new(),
        rest: rest.join(" "),
    }))
}
