//! How a sheet ends: what the board shows, or what its holder states from the game's own list; handing it in.

use std::sync::Arc;

use tiger_event::possible_result::ParseResultCodeError;
use tiger_event::result::{army, bearer_matters, seat};
use tiger_event::{Event, Game, ResultCode, ResultEntry, ResultGroup, Scoresheet};
use tiger_rules::{Ending, GamePoints, Outcome, Reached, Record, Termination};

use super::open_record;
use crate::db;
use crate::error::{AppError, Result};
use crate::ledger::{Committed, Ledger};
use crate::services::records::{self, HandedIn, Sender};

/// A result with what it scores, before it is confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stated {
    pub entry: ResultEntry,
    pub points: [GamePoints; 2],
    /// Whether the board itself shows it.
    pub is_on_board: bool,
}

/// The result that the board shows, if the game is over by itself.
pub fn shown(event: &Event, game: &Game, now: &Reached) -> Option<Stated> {
    let Outcome { winner, by } = now.verdict?;
    let variation = game.variation(event.settings.game)?;
    let entry = ResultEntry::plain(winner.map(|side| seat(variation, side)), by);
    let points = entry.score(variation, &event.settings.points).ok()?;
    Some(Stated { entry, points, is_on_board: true })
}

/// The endings that can be stated after these moves: what the board does not decide itself, and claims that it bears
/// out. What an arbiter has to award is not among them.
pub fn endings(event: &Event, game: &Game, now: &Reached) -> Vec<ResultGroup> {
    let variation = game.scoring_variation(event.settings.game);
    let mut groups = game.possible_results(&event.settings);
    for group in &mut groups {
        group.results.retain(|result| {
            let can_be_stated = match result.entry.ending {
                ending @ (Ending::Repetition | Ending::FiftyMoves) => {
                    now.claim(ending).is_some_and(tiger_rules::ClaimCount::holds)
                }
                Ending::Forfeit | Ending::Disqualification | Ending::Arbiter => false,
                Ending::Time => !now.position.is_safe_from_time(),
                ending => !ending.is_on_board(),
            };
            // Whether the Standard Bearer was captured the board knows; nobody has to say it.
            let winner = result.entry.winner.map(|seat| army(variation, seat));
            let captured = winner.is_some_and(|side| now.bearers_captured()[side]);
            let matters = bearer_matters(variation, result.entry.ending);
            let is_true = result.entry.bearer_captured == (captured && matters);
            can_be_stated && is_true && result.points.is_some()
        });
    }
    groups.retain(|group| !group.results.is_empty());
    groups
}

pub fn stated(event: &Event, game: &Game, now: &Reached, code: &str) -> Result<Stated, String> {
    if code.is_empty() {
        return Err("Choose how the game ended.".to_owned());
    }
    let ResultCode(entry) = code.parse().map_err(|error: ParseResultCodeError| error.to_string())?;
    let groups = endings(event, game, now);
    let result = groups.iter().flat_map(|group| &group.results).find(|result| result.entry == entry);
    let points = result.and_then(|result| result.points);
    points
        .map(|points| Stated { entry, points, is_on_board: false })
        .ok_or_else(|| "The game cannot have ended so after these moves; choose from the list.".to_owned())
}

/// Hands a sheet in as a record with this ending.
pub async fn hand_in(
    ledger: &Ledger,
    sender: Sender,
    (event, game): (&Arc<Event>, &Game),
    sheet: &Scoresheet,
    stated: Stated,
) -> Result<Committed> {
    let text = text(event, game, sheet, stated.entry).map_err(AppError::Unprocessable)?;
    let player = sender.player;
    let committed = match records::hand_in(ledger, sender, (event, game), &text, false).await? {
        HandedIn::Kept(committed) => *committed,
        HandedIn::Refused(fault) => {
            return Err(AppError::Unprocessable(format!("Ply {}: {}.", fault.ply, fault.why)));
        }
    };
    if let Some(record) = committed.event.games.get(&game.id).and_then(|game| game.newest_of(player)) {
        let (database, sheet, record) = (ledger.database().clone(), sheet.clone(), record.id);
        let note = move || database.write(|db| db::scoresheets::note_record(db, &sheet, record));
        db::block(note).await?;
    }
    Ok(committed)
}

/// The sheet as the text of a record.
fn text(event: &Event, game: &Game, sheet: &Scoresheet, entry: ResultEntry) -> Result<String, String> {
    let mut record = open_record(event, game, &sheet.moves)?;
    set_ending(event, game, &mut record, entry);
    record.numbered().map(|record| record.to_string()).map_err(|error| format!("{error}."))
}

/// Says in a record how the game ended.
pub fn set_ending(event: &Event, game: &Game, record: &mut Record, entry: ResultEntry) {
    let kind = event.settings.game;
    let variation = game.scoring_variation(kind);
    let result = entry.winner.map_or("Draw", |seat| kind.side_name(army(variation, seat)));
    let termination = Termination { by: entry.ending, planting_inevitable: entry.planting_inevitable };
    record.set_tag("Termination", termination.to_string());
    record.set_result(result);
}
