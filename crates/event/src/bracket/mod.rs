//! The bracket of a knockout: who meets whom, who has gone on and why. A match is a bracket of one tie.
//!
//! A *tie* is what two players play in one *stage*. Nothing of this is stored but the seeds (with round 1), each
//! round's place in the bracket, and what arbiters ruled: all else follows from the rounds as they stand.

mod reckon;
mod titles;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use tiger_pairing::knockout::TieId;
use tiger_rules::Ending;

pub use tiger_pairing::knockout::TieKind;

use crate::ids::RulingId;
use crate::round::StageRound;
use crate::{Article, EntryId, Event, GameId, Points, Reason, RoundNumber, Table};

/// What an arbiter decides about a tie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "says", rename_all = "snake_case")]
pub enum TieVerdict {
    /// This player goes on.
    Winner { entry: EntryId },
    /// Both are out.
    Nobody,
    /// An earlier decision is taken back: the games decide.
    Games,
}

/// What an arbiter decided about a tie. Rulings are never removed; the last one on a tie counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TieRuling {
    pub id: RulingId,
    pub tie: TieId,
    /// The two players. The ruling falls if others come to play this tie.
    pub players: [EntryId; 2],
    pub verdict: TieVerdict,
    pub reason: Reason,
    pub article: Option<Article>,
    /// The last round that was published then.
    pub after_round: RoundNumber,
    pub at: DateTime<Utc>,
    pub by: String,
    /// The ledger entry.
    pub revision: u64,
}

/// What decided a tie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// There was no opponent.
    Bye,
    /// The points of its games.
    Points,
    /// Tie-break games.
    ExtraGames,
    /// The opponent had withdrawn.
    Walkover,
    Ruling(RulingId),
}

/// How a tie stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TieState {
    /// One of the players is not known yet.
    Waiting,
    /// Games are still to be played or finished.
    Playing,
    /// All games are finished, and the points are equal.
    Level,
    Decided {
        /// Who goes on; nobody if both are out, or nobody came this far.
        winner: Option<EntryId>,
        how: How,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tie {
    /// Its place.
    pub id: TieId,
    /// What it is played for.
    pub kind: TieKind,
    /// The upper and the lower player, if they are known and there are such.
    pub players: [Option<EntryId>; 2],
    /// Their points in the tie's games.
    pub points: [Points; 2],
    /// Their points in tie-break games.
    pub extra: [Points; 2],
    /// Its games so far, tie-break games included, oldest first.
    pub games: Vec<GameId>,
    /// How many of them are tie-break games.
    pub extra_games: usize,
    pub state: TieState,
}

impl Tie {
    /// Both players, if both are known.
    pub const fn pair(&self) -> Option<[EntryId; 2]> {
        match self.players {
            [Some(one), Some(other)] => Some([one, other]),
            _ => None,
        }
    }

    /// Whether its points say anything: before its first result they do not.
    pub fn has_score(&self, event: &Event) -> bool {
        self.games.iter().any(|game| event.games.get(game).is_some_and(|game| game.result.is_some()))
    }

    /// Whether its players came to none of its games: no tie-break game will bring them.
    pub fn is_forfeited_by_both(&self, event: &Event) -> bool {
        let forfeited = |game: &GameId| {
            let result = event.games.get(game).and_then(|game| game.result.as_ref());
            result.is_some_and(|it| it.entry.winner.is_none() && it.entry.ending == Ending::Forfeit)
        };
        !self.games.is_empty() && self.games.iter().all(forfeited)
    }

    pub const fn is_decided(&self) -> bool {
        matches!(self.state, TieState::Decided { .. })
    }

    /// Who goes on.
    pub const fn winner(&self) -> Option<EntryId> {
        match self.state {
            TieState::Decided { winner, .. } => winner,
            _ => None,
        }
    }

    /// Whether these two play it, in either order.
    pub fn is_of(&self, one: EntryId, other: EntryId) -> bool {
        self.pair().is_some_and(|pair| pair == [one, other] || pair == [other, one])
    }
}

/// What the bracket asks for next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    Round(StageRound),
    /// Nothing: games that were left for later have to be finished first.
    Unfinished,
    /// Nothing: everything is decided.
    Over,
}

/// The bracket as the published rounds make it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bracket {
    /// The players, the first seed first.
    pub seeds: Vec<EntryId>,
    /// Games of a tie before tie-break games.
    pub games: u8,
    /// The ties of each stage, from the top of the bracket to its foot; the match for third place after the final.
    pub stages: Vec<Vec<Tie>>,
    /// The places that are settled, best first.
    pub places: Vec<(u32, EntryId)>,
    /// How many rounds of each stage are published, tie-break games left out.
    played: BTreeMap<u32, u8>,
}

/// Who plays in a round, by the bracket.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lineup {
    /// The pairs, from the top of the bracket.
    pub pairs: Vec<[EntryId; 2]>,
    /// Who has no opponent.
    pub byes: Vec<EntryId>,
}

impl Bracket {
    pub fn tie(&self, id: TieId) -> Option<&Tie> {
        self.stage(id.stage).iter().find(|tie| tie.id == id)
    }

    pub fn stage(&self, stage: u32) -> &[Tie] {
        let index = usize::try_from(stage).ok().and_then(|stage| stage.checked_sub(1));
        index.and_then(|index| self.stages.get(index)).map_or(&[], Vec::as_slice)
    }

    /// The ties that wait for tie-break games or a ruling.
    pub fn level(&self) -> Vec<&Tie> {
        self.stages.iter().flatten().filter(|tie| tie.state == TieState::Level).collect()
    }

    pub fn due(&self) -> Due {
        for (stage, ties) in (1..).zip(&self.stages) {
            if ties.iter().all(Tie::is_decided) {
                continue;
            }
            let played = self.played.get(&stage).copied().unwrap_or(0);
            if played < self.games {
                return Due::Round(StageRound { stage, game: Some(played + 1) });
            }
            return match ties.iter().any(|tie| tie.state == TieState::Level) {
                true => Due::Round(StageRound { stage, game: None }),
                false => Due::Unfinished,
            };
        }
        Due::Over
    }

    /// How many rounds are still to come, tie-break games only if they are due.
    pub fn rounds_to_come(&self) -> RoundNumber {
        let undecided = (1..).zip(&self.stages).filter(|(_, ties)| !ties.iter().all(Tie::is_decided));
        let games = undecided.map(|(stage, _)| {
            RoundNumber::from(self.games - self.played.get(&stage).copied().unwrap_or(0).min(self.games))
        });
        let is_level = matches!(self.due(), Due::Round(StageRound { game: None, .. }));
        games.sum::<RoundNumber>() + RoundNumber::from(is_level)
    }

    /// Who plays in a round of the bracket that is still to come, as its table has it so far. No tie-break game is asked for
    /// where nobody came to the tie's games; one that an earlier program has drafted all the same stands.
    pub fn lineup(&self, event: &Event, round: StageRound, table: &Table) -> Lineup {
        let has_board = |tie: &Tie| table.boards.iter().any(|board| tie.is_of(board.first, board.second));
        let waits_for_ruling =
            |tie: &Tie| round.game.is_none() && tie.is_forfeited_by_both(event) && !has_board(tie);

        let mut lineup = Lineup::default();
        for tie in self.stage(round.stage) {
            match (tie.state, tie.pair()) {
                (TieState::Level, Some(_)) if waits_for_ruling(tie) => {}
                (TieState::Level, Some(pair)) => lineup.pairs.push(pair),
                (TieState::Playing, Some(pair)) if round.game.is_some() => lineup.pairs.push(pair),
                (TieState::Decided { winner: Some(winner), .. }, _) if round.game.is_some() => {
                    lineup.byes.push(winner);
                }
                _ => {}
            }
        }
        lineup
    }

    /// A player's seed, from 1.
    pub fn seed(&self, entry: EntryId) -> Option<usize> {
        self.seeds.iter().position(|seeded| *seeded == entry).map(|place| place + 1)
    }

    /// The last tie that a player came to.
    pub fn last_tie(&self, entry: EntryId) -> Option<&Tie> {
        self.stages.iter().flatten().rfind(|tie| tie.players.contains(&Some(entry)))
    }
}

impl Lineup {
    /// Whether a player belongs to the round.
    pub fn has(&self, entry: EntryId) -> bool {
        self.byes.contains(&entry) || self.pairs.iter().flatten().any(|id| *id == entry)
    }
}
