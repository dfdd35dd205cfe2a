//! The whole state: settings and players, and what it says about scores.

use std::collections::BTreeMap;

use super::cell::{BoardResult, Bye, Cell, Entry, ForfeitResult, GameResult};
use super::draft::PairingError;
use super::player::{PairingNumber, Player, Round};
use super::points::Points;
use super::settings::{Acceleration, Settings};

/// The state of an event. Players are kept by number; gaps between numbers are allowed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tournament {
    /// What was fixed before the first round.
    pub settings: Settings,
    players: BTreeMap<PairingNumber, Player>,
}

impl Tournament {
    /// A tournament without players.
    #[must_use]
    pub const fn new(settings: Settings) -> Self {
        Self { settings, players: BTreeMap::new() }
    }

    /// Enters a player, or replaces the one with this number (who is returned).
    pub fn enter(&mut self, player: Player) -> Option<Player> {
        self.players.insert(player.number, player)
    }

    /// The players by number.
    pub fn players(&self) -> impl ExactSizeIterator<Item = &Player> + DoubleEndedIterator {
        self.players.values()
    }

    /// One player.
    #[must_use]
    pub fn player(&self, number: PairingNumber) -> Option<&Player> {
        self.players.get(&number)
    }

    /// One player, to be changed.
    pub fn player_mut(&mut self, number: PairingNumber) -> Option<&mut Player> {
        self.players.get_mut(&number)
    }

    /// The first round in which nobody has been paired yet: the one to draft next.
    #[must_use]
    pub fn next_round(&self) -> Round {
        let paired =
            self.players().filter_map(|player| player.cells.iter().rposition(Cell::was_paired)).max();
        paired.map_or(Round::FIRST, |index| Round::from_index(index).next())
    }

    /// Writes one player's cell, filling earlier rounds without a record with [`Entry::Unplayed`].
    ///
    /// # Errors
    /// [`PairingError::UnknownPlayer`] if nobody has this number.
    pub fn set_cell(&mut self, number: PairingNumber, round: Round, cell: Cell) -> Result<(), PairingError> {
        let player = self.players.get_mut(&number).ok_or(PairingError::UnknownPlayer { number })?;
        while player.cells.len() <= round.index() {
            player.cells.push(Entry::Unplayed.into());
        }
        player.cells[round.index()] = cell;
        Ok(())
    }

    /// Records a board: both players' cells.
    ///
    /// # Errors
    /// [`PairingError::UnknownPlayer`] if one of the two is not in the tournament; nothing is changed then.
    pub fn record(
        &mut self,
        round: Round,
        first: PairingNumber,
        second: PairingNumber,
        result: BoardResult,
    ) -> Result<(), PairingError> {
        for number in [first, second] {
            self.player(number).ok_or(PairingError::UnknownPlayer { number })?;
        }
        let (ours, theirs) = result.cells(first, second);
        self.set_cell(first, round, ours)?;
        self.set_cell(second, round, theirs)
    }

    /// What a cell is worth: its own award, or the table's points.
    #[must_use]
    pub fn cell_points(&self, cell: &Cell) -> Points {
        if let Some(award) = cell.award {
            let nominal = if self.settings.nominal_points_count { award.nominal } else { Points::ZERO };
            return award.points + nominal;
        }
        let table = &self.settings.points;
        match cell.entry {
            Entry::Game { result, .. } => match result {
                GameResult::Win => table.win,
                GameResult::Draw => table.draw,
                GameResult::Loss => table.loss,
                GameResult::Adjourned => table.adjourned,
                GameResult::Open => Points::ZERO,
            },
            Entry::Forfeit { result: ForfeitResult::Win, .. } => table.forfeit_win,
            Entry::Forfeit { result: ForfeitResult::Loss, .. } => table.forfeit_loss,
            Entry::Bye(Bye::PairingAllocated) => table.pairing_allocated_bye,
            Entry::Bye(Bye::HalfPoint) => table.half_point_bye,
            Entry::Bye(Bye::FullPoint) => table.full_point_bye,
            Entry::Bye(Bye::ZeroPoint) | Entry::Unplayed => table.zero_point_bye,
        }
    }

    /// Whether a cell of a player counts in standings: not if the player's games are annulled, or the opponent's.
    #[must_use]
    pub fn counts(&self, player: PairingNumber, cell: &Cell) -> bool {
        let annulled = &self.settings.annulled;
        annulled.is_empty()
            || !annulled.contains(&player)
                && cell.opponent().is_none_or(|opponent| !annulled.contains(&opponent))
    }

    /// What a cell brings its player in the standings: [`Tournament::cell_points`], nothing if it is annulled.
    #[must_use]
    pub fn counted_points(&self, player: PairingNumber, cell: &Cell) -> Points {
        if self.counts(player, cell) { self.cell_points(cell) } else { Points::ZERO }
    }

    /// A player's points from all rounds before the given one. A round without a record counts as a
    /// zero-point bye.
    #[must_use]
    pub fn score_before(&self, player: &Player, round: Round) -> Points {
        (0..round.index())
            .map(|index| {
                player.cells.get(index).map_or(self.settings.points.zero_point_bye, |cell| {
                    self.counted_points(player.number, cell)
                })
            })
            .sum()
    }

    /// The virtual points a player has when the given round is paired (C.04.5.1 for Baku).
    #[must_use]
    pub fn virtual_points(&self, number: PairingNumber, round: Round) -> Points {
        match &self.settings.acceleration {
            Acceleration::None => Points::ZERO,
            Acceleration::Listed(lists) => {
                lists.get(&number).and_then(|list| list.get(round.index())).copied().unwrap_or(Points::ZERO)
            }
            Acceleration::Baku { last_of_group_a } if number > *last_of_group_a => Points::ZERO,
            Acceleration::Baku { .. } => {
                let accelerated = self.settings.rounds.div_ceil(2);
                let full = accelerated.div_ceil(2);
                if round.get() <= full {
                    self.settings.points.win
                } else if round.get() <= accelerated {
                    self.settings.points.draw
                } else {
                    Points::ZERO
                }
            }
        }
    }
}
