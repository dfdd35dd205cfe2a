//! The moves of a game that are on file, and what the rules find at their end: for claims, stages and scoring conditions.

use std::sync::Arc;

use tiger_event::protocol::ClaimFinding;
use tiger_event::record::{Checked, HandedIn};
use tiger_event::result::{army, bearer_matters, seat};
use tiger_event::scoresheet::Holder;
use tiger_event::{ClaimKind, EntryId, Event, Evidence, Game, Seat};
use tiger_rules::dance::Board;
use tiger_rules::{Ending, Limits, Reached, Variation, read_records};

use crate::db::{self, Database};
use crate::error::{AppError, Result};
use crate::services::scoresheets;

/// What the moves on file lead to.
#[derive(Debug, Clone)]
pub struct Known {
    /// Where the moves were read.
    pub evidence: Evidence,
    pub variation: Variation,
    pub reached: Reached,
}

impl Known {
    /// Whether the moves show that a player's Standard Bearer was captured, where that changes the points of an ending.
    pub fn is_bearer_captured(&self, player: Seat) -> bool {
        bearer_matters(self.variation, Ending::Time)
            && self.reached.bearers_captured()[army(self.variation, player)]
    }

    /// What the rules find about a claim; nothing about a flag.
    pub fn finding(&self, kind: ClaimKind) -> Option<ClaimFinding> {
        let counted = self.reached.claim(kind.ending()?)?;
        Some(ClaimFinding {
            evidence: self.evidence,
            plies: self.reached.plies,
            count: counted.count,
            needed: counted.needed,
        })
    }

    pub fn turn(&self) -> Seat {
        seat(self.variation, self.reached.position.turn())
    }
}

/// Who asks: a player sees his own scoresheet, an arbiter every one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    Arbiter,
    Player(EntryId),
}

/// The newest moves on file that the rules can follow: of the scoresheet written on last, or of the newest record.
pub async fn newest(
    database: &Database,
    event: &Event,
    game: &Game,
    reader: Reader,
) -> Result<Option<Known>> {
    let Some(variation) = game.variation(event.settings.game) else { return Ok(None) };
    let sheet = match reader {
        // The one written on last stands first.
        Reader::Arbiter => scoresheets::list_for_game(database, game.id).await?.into_iter().next(),
        Reader::Player(entry) => {
            Some(scoresheets::load(database, event, game.id, Holder::Player(entry)).await?)
        }
    };
    let last_record = game.records.iter().map(|record| record.at).max();
    if let Some(sheet) = sheet.filter(|sheet| sheet.changed_at > last_record && sheet.record.is_none()) {
        let reached = scoresheets::reached(event, game, &sheet.moves).ok();
        return Ok(reached.map(|reached| Known { evidence: Evidence::Scoresheet, variation, reached }));
    }
    let is_legal = |record: &&HandedIn| record.findings.checked == Checked::Legal;
    let Some(record) = game.records.iter().rfind(is_legal) else { return Ok(None) };
    let (digest, evidence) = (record.digest, Evidence::Record { record: record.id });
    let (database, board) = (database.clone(), event.settings.dance_board());
    db::block(move || {
        let text = database.read(|db| db::records::find_text(db, digest))?;
        let reached = text.and_then(|text| replay(&board, variation, &text));
        Ok::<_, AppError>(reached.map(|reached| Known { evidence, variation, reached }))
    })
    .await
}

fn replay(board: &Arc<Board>, variation: Variation, text: &str) -> Option<Reached> {
    let record = read_records(text, Limits::WEB).next()?.ok()?;
    let moves = record.moves.iter().map(|mv| mv.text.as_str());
    Reached::after_on(board, variation, record.tag("Situation"), moves).ok()
}
