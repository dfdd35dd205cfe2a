//! The tournament as tie-breaks see it: every round of every player put into its class, and the scores that the rules
//! on unplayed rounds make of it (C.07, articles 15 and 16).

use std::collections::BTreeMap;

use super::value::Value;
use super::working::{Basis, Cap};
use crate::model::{
    Bye, Cell, Edition, Entry, ForfeitResult, GameResult, PairingNumber, Player, Points, Round, Side, System,
    Tournament,
};

/// What a round was, by article 16.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// A game over the board.
    Game,
    /// A win without a game, the opponent being absent (16.2.2).
    ForfeitWin,
    /// The absence itself (16.2.4).
    ForfeitLoss,
    /// The pairing-allocated or a full-point bye (16.2.1).
    FullBye,
    /// A half-point or zero-point bye, withdrawal included (16.2.3, 16.2.5).
    RequestedBye,
    /// Nothing that tie-breaks know: a game without a result, or a round in which a round robin left the player free.
    Nothing,
}

/// One round of one player.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    pub(crate) class: Class,
    /// The scheduled opponent's index.
    pub(crate) opponent: Option<usize>,
    pub(crate) side: Option<Side>,
    /// Halves of points.
    pub(crate) points: i64,
    /// What the game counts among standard results: 2 a win, 1 a draw, 0 a loss, in halves.
    pub(crate) standard: i64,
    pub(crate) grade: u8,
    /// Halves of nominal points.
    pub(crate) nominal: i64,
}

impl Record {
    /// A game that was annulled: as if the round had been free.
    const NOTHING: Self = Self {
        class: Class::Nothing,
        opponent: None,
        side: None,
        points: 0,
        standard: 0,
        grade: 0,
        nominal: 0,
    };

    const fn is_forfeit(&self) -> bool {
        matches!(self.class, Class::ForfeitWin | Class::ForfeitLoss)
    }
}

/// One player.
#[derive(Debug)]
pub(crate) struct Entrant {
    pub(crate) number: PairingNumber,
    pub(crate) rating: Option<i64>,
    /// One record for each round counted.
    pub(crate) records: Vec<Record>,
    /// Halves of points after those rounds.
    pub(crate) score: i64,
    /// Whether the player's games are annulled: out of the standings, below everybody else.
    pub(crate) is_annulled: bool,
}

/// Everybody, by pairing number, after a number of rounds.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) entrants: Vec<Entrant>,
    pub(crate) rounds: usize,
    /// Whether the pairings were fixed beforehand (15.2), so that forfeits are games like others.
    pub(crate) predetermined: bool,
    pub(crate) edition: Edition,
    /// Halves of points for a win, a draw and a loss.
    pub(crate) win: i64,
    pub(crate) draw: i64,
    pub(crate) loss: i64,
    /// Halves of points that a game can bring at most.
    pub(crate) most: i64,
}

/// The scores that enter other players' tie-breaks, and one's own that the dummies take.
pub(crate) struct Scores {
    /// As opponents see it (16.3).
    pub(crate) adjusted: Vec<i64>,
    /// As it stands, or would with the final round drawn (8.3).
    pub(crate) own: Vec<i64>,
    /// Whether the final round is taken as drawn.
    pub(crate) fore: bool,
}

/// One round's part in a sum over opponents.
pub(crate) struct Contribution {
    pub(crate) round: Round,
    pub(crate) opponent: Option<usize>,
    pub(crate) basis: Basis,
    /// Halves of points of the opponent or dummy.
    pub(crate) opponent_score: i64,
    /// Halves of points taken from him.
    pub(crate) points: i64,
    /// Whether this is a voluntarily unplayed round (16.1.2) that still counts as unplayed.
    pub(crate) voluntary: bool,
}

fn halves(points: Points) -> i64 {
    i64::from(points.halves())
}

impl Field {
    /// The state after `rounds` rounds.
    pub(crate) fn new(tournament: &Tournament, rounds: usize) -> Self {
        let settings = &tournament.settings;
        let predetermined = matches!(settings.system, System::RoundRobin { .. } | System::Match);
        let indices: BTreeMap<PairingNumber, usize> =
            tournament.players().enumerate().map(|(index, player)| (player.number, index)).collect();
        let entrants = tournament
            .players()
            .map(|player| entrant(tournament, player, rounds, predetermined, &indices))
            .collect();
        Self {
            entrants,
            rounds,
            predetermined,
            edition: settings.tie_breaks.edition,
            win: halves(settings.points.win),
            draw: halves(settings.points.draw),
            loss: halves(settings.points.loss),
            most: halves(settings.most_of_a_game()),
        }
    }

    /// The number of a scheduled opponent.
    pub(crate) fn number(&self, opponent: Option<usize>) -> Option<PairingNumber> {
        opponent.map(|index| self.entrants[index].number)
    }

    /// The round at an index of the records.
    pub(crate) const fn round(index: usize) -> Round {
        Round::from_index(index)
    }

    /// Whether a round counts as a game against its opponent: one over the board, or a forfeit where those count.
    pub(crate) const fn counts_as_game(&self, record: &Record, forfeits_as_played: bool) -> bool {
        matches!(record.class, Class::Game)
            || (record.is_forfeit() && (self.predetermined || forfeits_as_played))
    }

    /// Whether a round was voluntarily unplayed (16.1.2); there is no such thing where pairings are predetermined.
    pub(crate) const fn is_voluntary(&self, record: &Record) -> bool {
        !self.predetermined && matches!(record.class, Class::RequestedBye | Class::ForfeitLoss)
    }

    /// The scores tie-breaks use, with the final round as it was or (fore) as if all its pairings had been drawn.
    pub(crate) fn scores(&self, fore: bool) -> Scores {
        let is_drawn =
            |index: usize, record: &Record| fore && index + 1 == self.rounds && record.opponent.is_some();
        let own = self
            .entrants
            .iter()
            .map(|entrant| {
                let points = |(index, record): (usize, &Record)| {
                    if is_drawn(index, record) { self.draw } else { record.points }
                };
                entrant.records.iter().enumerate().map(points).sum()
            })
            .collect();
        let adjusted = self
            .entrants
            .iter()
            .map(|entrant| {
                // Read from the last round back: 16.2.5 asks whether anything but voluntary rounds follows.
                let mut only_voluntary = true;
                let mut sum = 0;
                for (index, record) in entrant.records.iter().enumerate().rev() {
                    let drawn = is_drawn(index, record);
                    let requested = !self.predetermined && record.class == Class::RequestedBye;
                    sum += if drawn || (requested && only_voluntary) { self.draw } else { record.points };
                    only_voluntary &= !drawn && self.is_voluntary(record);
                }
                sum
            })
            .collect();
        Scores { adjusted, own, fore }
    }

    /// The rounds of one player as parts of a sum over opponents: games with the opponent's adjusted score, unplayed
    /// rounds with a dummy's (16.4). Rounds that are [`Class::Nothing`], and those without an opponent where pairings
    /// are predetermined, are left out.
    pub(crate) fn contributions(
        &self,
        player: usize,
        scores: &Scores,
        forfeits_as_played: bool,
    ) -> Vec<Contribution> {
        let entrant = &self.entrants[player];
        let parts = entrant.records.iter().enumerate().filter_map(|(index, record)| {
            let last = index + 1 == self.rounds;
            let (basis, opponent_score) = match (record.class, record.opponent) {
                (Class::Nothing, _) if !(scores.fore && last && record.opponent.is_some()) => return None,
                (_, Some(opponent)) if scores.fore && last => {
                    (Basis::TakenAsDrawn, scores.adjusted[opponent])
                }
                (Class::Game, None) => return None,
                (Class::Game, Some(opponent)) => {
                    (self.game_basis(opponent, scores), scores.adjusted[opponent])
                }
                (_, Some(opponent)) if self.counts_as_game(record, forfeits_as_played) => {
                    (Basis::ForfeitAsGame, scores.adjusted[opponent])
                }
                _ if self.predetermined => return None,
                (_, opponent) => self.dummy(player, opponent, scores),
            };
            let voluntary = matches!(basis, Basis::Dummy { .. }) && self.is_voluntary(record);
            Some(Contribution {
                round: Self::round(index),
                opponent: record.opponent,
                basis,
                opponent_score,
                points: record.points,
                voluntary,
            })
        });
        parts.collect()
    }

    fn game_basis(&self, opponent: usize, scores: &Scores) -> Basis {
        if scores.adjusted[opponent] == scores.own[opponent] {
            Basis::Game
        } else {
            Basis::GameWithAdjustedScore { score: Value::halves(scores.own[opponent]) }
        }
    }

    /// The dummy's score: the player's own, from March 2026 capped (16.4.1, 16.4.2).
    fn dummy(&self, player: usize, opponent: Option<usize>, scores: &Scores) -> (Basis, i64) {
        let own = scores.own[player];
        let (cap, capped) = match (self.edition, opponent) {
            (Edition::August2024, _) => (None, own),
            (Edition::March2026, Some(opponent)) => {
                let limit = scores.adjusted[opponent];
                (Some(Cap::ScheduledOpponent(Value::halves(limit))), own.min(limit))
            }
            (Edition::March2026, None) => {
                let limit = self.draw * self.rounds as i64;
                (Some(Cap::Draws(Value::halves(limit))), own.min(limit))
            }
        };
        (Basis::Dummy { own: Value::halves(own), cap }, capped)
    }
}

fn entrant(
    tournament: &Tournament,
    player: &Player,
    rounds: usize,
    predetermined: bool,
    indices: &BTreeMap<PairingNumber, usize>,
) -> Entrant {
    let absent = Cell::from(Entry::Unplayed);
    let records: Vec<Record> = (0..rounds)
        .map(|index| {
            let cell = player.cells.get(index).unwrap_or(&absent);
            if !tournament.counts(player.number, cell) {
                return Record::NOTHING;
            }
            let opponent = cell.opponent().and_then(|number| indices.get(&number)).copied();
            record(tournament, cell, opponent, predetermined)
        })
        .collect();
    let score = records.iter().map(|record| record.points).sum();
    let rating = player.rating.or(tournament.settings.tie_breaks.rating_of_unrated).map(i64::from);
    let is_annulled = tournament.settings.annulled.contains(&player.number);
    Entrant { number: player.number, rating, records, score, is_annulled }
}

fn record(tournament: &Tournament, cell: &Cell, opponent: Option<usize>, predetermined: bool) -> Record {
    let (class, standard, side) = match cell.entry {
        Entry::Game { result: GameResult::Open, side, .. } => (Class::Nothing, 0, Some(side)),
        Entry::Game { result, side, .. } => {
            let standard = match result {
                GameResult::Win => 2,
                GameResult::Draw | GameResult::Adjourned => 1,
                GameResult::Loss | GameResult::Open => 0,
            };
            (Class::Game, standard, Some(side))
        }
        Entry::Forfeit { result: ForfeitResult::Win, side, .. } => (Class::ForfeitWin, 2, side),
        Entry::Forfeit { result: ForfeitResult::Loss, side, .. } => (Class::ForfeitLoss, 0, side),
        Entry::Bye(_) | Entry::Unplayed if predetermined => (Class::Nothing, 0, None),
        Entry::Bye(Bye::PairingAllocated | Bye::FullPoint) => (Class::FullBye, 0, None),
        Entry::Bye(Bye::HalfPoint | Bye::ZeroPoint) | Entry::Unplayed => (Class::RequestedBye, 0, None),
    };
    let award = cell.award.unwrap_or_default();
    Record {
        class,
        opponent,
        side,
        points: halves(tournament.cell_points(cell)),
        standard,
        grade: award.grade,
        nominal: halves(award.nominal),
    }
}
