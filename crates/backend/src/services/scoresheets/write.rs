//! Writing on a sheet, and taking back.

use std::sync::Arc;

use tiger_event::scoresheet::Holder;
use tiger_event::{Bytes32, Event, Game, Scoresheet};
use tiger_rules::{AnyPosition, Played, Touched, check};

use super::read::{self, BACK, NotOne, Refused};
use super::{open_record, reached};
use crate::clock;
use crate::db::{self, Database};
use crate::error::{AppError, Result};
use crate::ledger::OnceKey;

/// What is done to a sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Moves are added, as typed.
    Add(String),
    /// Everything after so many moves is taken back.
    KeepFirst(usize),
}

/// What a change is made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Base {
    /// The sheet as a form has shown it, by its revision: any other change in between is a conflict.
    Revision(u64),
    /// The sheet as it stood when writing without a connection began, see [`stand`]. What it has by now of the moves that
    /// are sent, from this device or another one, is not written again.
    Stand(String),
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Written {
    /// The sheet as it stands now, and where the reading of typed moves stopped.
    Done {
        sheet: Scoresheet,
        added: usize,
        /// The first word that is no legal move.
        refused: Option<Refused>,
    },
    /// Another tab or device of the same holder has written meanwhile: nothing was changed.
    Conflict { sheet: Scoresheet },
}

/// How a sheet stands: how many moves, and a digest of them.
pub fn stand(moves: &[String]) -> String {
    let digest: String = Bytes32::digest(moves.join(" ").as_bytes()).to_string().chars().take(16).collect();
    format!("{}-{digest}", moves.len())
}

/// How many of its moves a sheet had when it stood so; none if it never did, as far as it tells now.
pub fn count_at(moves: &[String], told: &str) -> Option<usize> {
    let (count, _) = told.split_once('-')?;
    let first = moves.get(..count.parse().ok()?)?;
    (stand(first) == told).then_some(first.len())
}

/// Changes the sheet of a holder, if it still is what the change was made from. The same key is carried out once. While the
/// game is played (`is_watched`), what is taken back is counted.
pub async fn write(
    database: &Database,
    (event, game): (&Arc<Event>, &Game),
    holder: Holder,
    (base, once): (Base, OnceKey),
    (change, is_watched): (Change, bool),
) -> Result<Written> {
    let (database, event, game) = (database.clone(), event.clone(), game.clone());
    db::block(move || -> Result<_> {
        let key = key(&once, &change);
        loop {
            let found = database.read(|db| db::scoresheets::find(db, game.id, holder))?;
            let stored = found.unwrap_or_else(|| Scoresheet::blank(event.id, game.id, holder));
            if stored.last_key == key {
                return Ok(Written::Done { sheet: stored, added: 0, refused: None });
            }
            let from = match &base {
                Base::Revision(seen) => (stored.revision == *seen).then_some(stored.moves.len()),
                Base::Stand(told) => count_at(&stored.moves, told),
            };
            let Some(from) = from else { return Ok(Written::Conflict { sheet: stored }) };
            let mut sheet = stored.clone();
            let refused = match &change {
                Change::Add(text) => {
                    let asks = is_watched && matches!(base, Base::Revision(_));
                    let mut pen = Pen { event: &event, game: &game, sheet: &mut sheet, is_watched, asks };
                    pen.add(from, text).map_err(AppError::Unprocessable)?
                }
                Change::KeepFirst(count) => {
                    sheet.take_back(*count, is_watched);
                    None
                }
            };
            let added = sheet.moves.len().saturating_sub(stored.moves.len());
            if sheet == stored {
                return Ok(Written::Done { sheet, added, refused });
            }
            sheet.revision = stored.revision + 1;
            sheet.last_key.clone_from(&key);
            sheet.record = None;
            let at = clock::now();
            sheet.changed_at = Some(at);
            // Moves are shown to everybody by a time that nobody sets.
            sheet.written_at.resize(sheet.moves.len(), clock::even());
            if database.write(|db| db::scoresheets::keep(db, &sheet, stored.revision, at))? {
                return Ok(Written::Done { sheet, added, refused });
            }
            // Another device was faster: whatever it has written, the next look finds it.
        }
    })
    .await
}

/// The form's key with what was sent: whoever goes back in the browser and writes something else sends the old key too.
fn key(once: &OnceKey, change: &Change) -> String {
    let sent = match change {
        Change::Add(text) => format!("add {}", text.trim()),
        Change::KeepFirst(count) => format!("keep {count}"),
    };
    format!("{once} {}", Bytes32::digest(sent.as_bytes()))
}

/// Writes words on a sheet.
struct Pen<'a> {
    event: &'a Event,
    game: &'a Game,
    sheet: &'a mut Scoresheet,
    /// Whether what is taken back is counted.
    is_watched: bool,
    /// Whether one touch alone is asked about before it is a move.
    asks: bool,
}

impl Pen<'_> {
    /// Adds what is legal of a typed text behind the first moves of the sheet, and says where it stops. What the sheet has
    /// there already is passed over as long as it says the same.
    fn add(&mut self, from: usize, text: &str) -> Result<Option<Refused>, String> {
        const MOST: usize = tiger_rules::Limits::WEB.plies;
        let words = read::words(text)?;
        if words.is_empty() {
            return Err("Type a move, such as the ones in the list.".to_owned());
        }
        let (mut position, mut ply) = self.reach(from)?;
        let taken_back = taken_back(&words);
        let (mut at, mut count) = (0, from);
        while let Some(word) = words.get(at) {
            let refuse = |why: String, legal: Vec<String>, meant: Vec<Touched>| {
                let rest = words.get(at..).unwrap_or_default().join(" ");
                Ok(Some(Refused { ply: ply + 1, text: word.clone(), why, legal, meant, rest }))
            };
            let known = self.sheet.moves.get(count).map(String::as_str);
            if word == BACK && count > 0 && known.is_none() {
                (at, count) = (at + 1, count - 1);
                self.sheet.take_back(count, self.is_watched);
                (position, ply) = self.reach(count)?;
                continue;
            }
            let back = taken_back.get(at).copied().flatten();
            if let (Some(_), Some(back)) = (known, back) {
                // The sheet has gone on from there, and this is gone again.
                at = back + 1;
                continue;
            }
            if count >= MOST {
                return refuse(format!("a record has at most {MOST} plies"), Vec::new(), Vec::new());
            }
            let posted = if self.asks { read::posted(&position, word) } else { Vec::new() };
            if !posted.is_empty() {
                return refuse("who is posted there is asked first".to_owned(), Vec::new(), posted);
            }
            match (make(&position, word, known), back) {
                (Ok((after, played)), _) => {
                    (position, ply) = (after, ply + u32::from(played.is_ply));
                    if known.is_none() {
                        self.sheet.moves.push(played.written);
                    }
                    (at, count) = (at + 1, count + 1);
                }
                (Err(_), Some(back)) => at = back + 1,
                (Err(NotOne::Barred(why)), None) => return refuse(why, Vec::new(), Vec::new()),
                (Err(NotOne::Refused(error)), None) => {
                    return refuse(error.to_string(), read::suggestions(&position, word), Vec::new());
                }
                (Err(NotOne::Several(meant)), None) => {
                    let list: Vec<_> = meant.iter().map(|it| it.written.as_str()).collect();
                    return refuse(format!("that can mean {}", list.join(", ")), Vec::new(), meant);
                }
            }
        }
        if count < self.sheet.moves.len() {
            return Ok(None);
        }
        cut_after_repetition(self.event, self.game, (&mut self.sheet.moves, from), ply)
    }

    /// The position after the first moves, and how many plies they are.
    fn reach(&self, count: usize) -> Result<(AnyPosition, u32), String> {
        let moves = self.sheet.moves.get(..count).unwrap_or_default();
        let now = reached(self.event, self.game, moves)
            .map_err(|why| format!("Take the sheet back to before {why}"))?;
        match now.verdict {
            Some(outcome) => Err(format!("The game is over: {}. Take back what is too much.", outcome.by)),
            None => Ok((now.position, now.plies)),
        }
    }
}

/// Makes the move that a word means; where the sheet says something already, that and no other.
fn make(position: &AnyPosition, word: &str, known: Option<&str>) -> Result<(AnyPosition, Played), NotOne> {
    if let (None, Some(outcome)) = (known, position.verdict()) {
        return Err(NotOne::Barred(format!("the game was over before this move: {}", outcome.by)));
    }
    let mut after = position.clone();
    let played = read::play(&mut after, word);
    let Some(known) = known else { return played.map(|played| (after, played)) };
    let is_it = match &played {
        Ok(played) => played.written == known,
        Err(NotOne::Several(meant)) => meant.iter().any(|it| it.written == known),
        Err(_) => false,
    };
    if !is_it {
        return Err(NotOne::Barred(format!("{known} stands there, from another device")));
    }
    let mut after = position.clone();
    let played = after.play_text(known).map_err(NotOne::Refused)?;
    Ok((after, played))
}

/// Of each word at which place it is taken back, if it is.
pub fn taken_back(words: &[String]) -> Vec<Option<usize>> {
    let mut taken = vec![None; words.len()];
    let mut standing = Vec::new();
    for (at, word) in words.iter().enumerate() {
        if word != BACK {
            standing.push(at);
        } else if let Some(place) = standing.pop().and_then(|back: usize| taken.get_mut(back)) {
            *place = Some(at);
        }
    }
    taken
}

/// The fifth repetition ends a game, and in Dragon the third, but it shows only in the whole of its moves: what was typed
/// after it is refused.
fn cut_after_repetition(
    event: &Event,
    game: &Game,
    (moves, from): (&mut Vec<String>, usize),
    ply: u32,
) -> Result<Option<Refused>, String> {
    let report = check(&open_record(event, game, moves)?);
    // Without a result the check always ends with something to say: of a move only here, and of an earlier situation only
    // where a Truce stood (ruling 37).
    let (refused, why) = match report.error {
        Some(error) if error.mv.is_some() => (error.ply, error.why),
        Some(error) if error.ply < report.plies => {
            (error.ply + 1, "the game was over before this move: Truce, repetition".to_owned())
        }
        _ => return Ok(None),
    };
    let behind = usize::try_from((ply + 1).saturating_sub(refused)).unwrap_or(usize::MAX);
    let kept = moves.len().saturating_sub(behind);
    // What stood there before stays.
    if kept < from {
        return Ok(None);
    }
    let rest = moves.split_off(kept);
    Ok(Some(Refused {
        ply: refused,
        text: rest.first().cloned().unwrap_or_default(),
        why,
        legal: Vec::new(),
        meant: Vec::new(),
        rest: rest.join(" "),
    }))
}
