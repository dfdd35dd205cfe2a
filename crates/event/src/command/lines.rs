//! Lines that were tried after a game are kept beside its record, and removed.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use super::{Effect, Event, Family, Game, GameId, Meta, Refusal, Teller, Who};
use crate::line::KeptLine;
use crate::text::TriedMoves;
use crate::{Note, Seat};

/// What is kept of moves that were tried after a game. No step of the game: nothing of it changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "do", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum LineCommand {
    /// A line is kept, for everybody to see.
    KeepLine {
        game: GameId,
        /// The player who keeps it; none for an arbiter.
        #[serde(default, with = "crate::seat_number::option")]
        player: Option<Seat>,
        /// The ply that it goes on from.
        ply: u32,
        moves: TriedMoves,
        /// What is said of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        words: Option<Note>,
    },
    /// A line is removed, by an arbiter or whoever kept it.
    DropLine {
        game: GameId,
        /// The ledger entry that keeps it.
        line: u64,
    },
}

impl Family for LineCommand {
    fn who(&self, event: &Event) -> Result<Who, Refusal> {
        let (game, player) = match self {
            Self::KeepLine { game, player, .. } => (*game, *player),
            Self::DropLine { game, line } => (*game, find(event.game(*game)?, *line)?.player),
        };
        Ok(player.map_or(Who::Arbiter, |player| Who::Player(game, player)))
    }

    fn carry_out(&self, event: &mut Event, meta: &Meta) -> Effect {
        match self {
            Self::KeepLine { game, player, ply, moves, words } => {
                let line = KeptLine {
                    step: meta.seq,
                    ply: *ply,
                    moves: moves.clone(),
                    words: words.clone(),
                    player: *player,
                    at: meta.at,
                    by: meta.author(),
                };
                keep(event.game_mut(*game)?, line)
            }
            Self::DropLine { game, line } => {
                find(event.game(*game)?, *line)?;
                event.game_mut(*game)?.lines.retain(|kept| kept.step != *line);
                Ok(())
            }
        }
    }

    fn tell(&self, teller: &mut Teller<'_>) -> String {
        match self {
            Self::KeepLine { game, ply, moves, words, .. } => {
                let words = words.as_ref().map(|words| format!(" ({words})")).unwrap_or_default();
                format!("{}: line kept after ply {ply}: {moves}{words}", teller.place(*game))
            }
            Self::DropLine { game, .. } => format!("{}: line removed", teller.place(*game)),
        }
    }
}

fn find(game: &Game, line: u64) -> Result<&KeptLine, Refusal> {
    game.lines.iter().find(|kept| kept.step == line).ok_or(Refusal::NotFound("line"))
}

fn keep(game: &mut Game, line: KeptLine) -> Effect {
    if game.result.is_none() {
        return Err(Refusal::invalid("Lines are kept when the game is over."));
    }
    if game.lines.len() >= KeptLine::MOST {
        return Err(Refusal::Invalid(format!(
            "A game keeps at most {} lines. Remove one first.",
            KeptLine::MOST
        )));
    }
    if game.lines.iter().any(|kept| (kept.ply, &kept.moves) == (line.ply, &line.moves)) {
        return Err(Refusal::invalid("This line is kept already."));
    }
    game.lines.push(line);
    Ok(())
}
