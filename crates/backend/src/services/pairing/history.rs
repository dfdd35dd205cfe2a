//! What the rounds before brought each player, as far as a pairing looks at it.

use std::collections::BTreeMap;

use tiger_event::{EntryId, Event, Points, Refusal, RoundNumber, Seat};
use tiger_pairing::standings::standings;

use super::unpairable;
use crate::services::standings::entries_by_pairing_number;

/// One player's rounds so far. Forfeits count as not played: no side, and the two may meet again.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// The place in the standings, from 1.
    pub place: usize,
    pub points: Points,
    /// The sides played, oldest first.
    pub sides: Vec<Seat>,
    pub met: BTreeMap<EntryId, Vec<RoundNumber>>,
    /// Whether the player has had a pairing-allocated bye.
    pub has_had_bye: bool,
}

impl Record {
    /// How many games more the player moved first in than second; negative for fewer.
    pub fn balance(&self) -> i32 {
        self.sides.iter().map(|side| if *side == Seat::First { 1 } else { -1 }).sum()
    }

    /// How often running the player has had the side that he had last; none before the first game.
    pub fn running(&self) -> Option<(Seat, usize)> {
        let last = *self.sides.last()?;
        Some((last, self.sides.iter().rev().take_while(|side| **side == last).count()))
    }
}

/// What an arbiter should know before he publishes a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Warning {
    /// The two have met before.
    HaveMet {
        /// In this round, the last one if several.
        round: RoundNumber,
    },
    /// A player would have the same side for at least the third time running.
    SameSide {
        player: EntryId,
        side: Seat,
        /// How often running, this board counted.
        times: usize,
    },
}

/// The records of all players.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct History(BTreeMap<EntryId, Record>);

impl History {
    pub fn before(event: &Event, round: RoundNumber) -> Result<Self, Refusal> {
        let tournament = event.tournament(Some(round.saturating_sub(1))).map_err(unpairable)?;
        let by_number = entries_by_pairing_number(event);
        let mut records: BTreeMap<EntryId, Record> = BTreeMap::new();
        for (place, row) in (1..).zip(&standings(&tournament, &event.settings.tie_breaks).rows) {
            let (Some(entry), Some(player)) = (by_number.get(&row.player), tournament.player(row.player))
            else {
                continue;
            };
            let mut record = Record { place, points: row.points, ..Record::default() };
            for (round, cell) in (1..).zip(&player.cells) {
                record.sides.extend(cell.side_played());
                if let Some(opponent) = cell.opponent_met().and_then(|number| by_number.get(&number)) {
                    record.met.entry(opponent.id).or_default().push(round);
                }
                record.has_had_bye |= cell.opponent().is_none() && cell.was_paired();
            }
            records.insert(entry.id, record);
        }
        Ok(Self(records))
    }

    /// One player's record; an empty one for a player without rounds.
    pub fn of(&self, entry: EntryId) -> Record {
        self.0.get(&entry).cloned().unwrap_or_default()
    }

    /// What speaks against a board. `games_wanted` is how often the two are to meet in the event.
    pub fn warnings(&self, first: EntryId, second: EntryId, games_wanted: usize) -> Vec<Warning> {
        let (ours, theirs) = (self.of(first), self.of(second));
        let met = ours.met.get(&second).map_or(&[][..], Vec::as_slice);
        let have_met = met.last().filter(|_| met.len() >= games_wanted);
        let mut warnings: Vec<_> =
            have_met.map(|round| Warning::HaveMet { round: *round }).into_iter().collect();
        for (player, record, side) in [(first, &ours, Seat::First), (second, &theirs, Seat::Second)] {
            match record.running() {
                Some((last, times)) if last == side && times >= 2 => {
                    warnings.push(Warning::SameSide { player, side, times: times + 1 });
                }
                _ => {}
            }
        }
        warnings
    }

    /// Who should move first of two players: who has moved first less often, then who moved second last, then
    /// the one named first.
    pub fn first_of(&self, one: EntryId, other: EntryId) -> (EntryId, EntryId) {
        let due = |id: EntryId| {
            let record = self.of(id);
            (record.balance(), record.sides.last().map(|side| *side == Seat::First))
        };
        if due(other) < due(one) { (other, one) } else { (one, other) }
    }
}
