//! A game that is being played: both players write, and everybody follows.

use anyhow::Context;
use chrono::TimeDelta;
use tiger_event::scoresheet::Holder;
use tiger_event::{GameId, Scoresheet};
use tiger_rules::{Limits, read_records};

use super::exhibition::{EMERALD, settle};
use super::scribe::Scribe;
use crate::db::scoresheets;

/// Moves that are written already, both sides' together.
const WRITTEN: usize = 44;

/// Seconds from one to the next.
const PACE: i64 = 60;

/// Settles the variation of a game that is known, and brings both players' sheets up to its middle.
pub(super) fn begin(scribe: &mut Scribe<'_>, game: GameId) -> anyhow::Result<()> {
    let mut known = read_records(EMERALD.records, Limits::FILES);
    let record = known.nth(1).context("the exhibition has a second game")??.numbered()?;
    settle(scribe, game, record.variation().map_err(anyhow::Error::msg)?)?;
    let (event, began) = (scribe.event(), scribe.time());
    let it = event.game(game)?;
    let moves: Vec<String> = record.moves.iter().take(WRITTEN).map(|written| written.text.clone()).collect();
    let written_at: Vec<_> =
        (1..).zip(&moves).map(|(ply, _)| began + TimeDelta::seconds(ply * PACE)).collect();
    let last = written_at.last().copied().unwrap_or(began);
    for player in it.players() {
        let sheet = Scoresheet {
            moves: moves.clone(),
            written_at: written_at.clone(),
            revision: u64::try_from(moves.len())?,
            ..Scoresheet::blank(event.id, game, Holder::Player(player))
        };
        scribe.write(|db| scoresheets::keep(db, &sheet, 0, last))?;
    }
    Ok(())
}
