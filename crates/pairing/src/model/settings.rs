//! What the arbiter fixes before the first round.

use std::collections::{BTreeMap, BTreeSet};

use super::cell::Side;
use super::player::{PairingNumber, Round};
use super::points::{PointTable, Points};

/// The pairing system of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum System {
    /// FIDE (Dutch), C.04.3.
    #[default]
    Dutch,
    /// Everybody meets everybody this many times.
    RoundRobin {
        /// 1, or 2 for a double round robin.
        cycles: u8,
    },
    /// The loser goes out.
    Knockout,
    /// The same two opponents throughout.
    Match,
    /// The arbiter pairs by hand.
    Free,
    /// None of these: such an event can be read, written and ranked, but not paired.
    Other,
}

/// Players none of whom may meet another in a range of rounds.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ForbiddenGroup {
    /// The players; two make a forbidden pair.
    pub players: BTreeSet<PairingNumber>,
    /// The first round it holds in.
    pub first_round: Round,
    /// The last round it holds in; none means to the end.
    pub last_round: Option<Round>,
}

impl ForbiddenGroup {
    /// Whether the group binds in a round.
    #[must_use]
    pub fn holds_in(&self, round: Round) -> bool {
        self.first_round <= round && self.last_round.is_none_or(|last| round <= last)
    }
}

/// Virtual points that count for pairing only.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Acceleration {
    /// None.
    #[default]
    None,
    /// The Baku method (C.04.5.1): every player numbered up to this one (group GA) gets a win's points in the
    /// first half of the accelerated rounds, a draw's in the second.
    Baku {
        /// The last player of GA, fixed before the first round.
        last_of_group_a: PairingNumber,
    },
    /// Points listed for each player and round, from the first (TRF `250`, `XXA`); beyond a list's end there
    /// are none.
    Listed(BTreeMap<PairingNumber, Vec<Points>>),
}

/// The edition of the tie-break regulations (FIDE C.07) an event is played under.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Edition {
    /// In force from 1 August 2024 to 28 February 2026.
    August2024,
    /// In force from 1 March 2026: the dummies of unplayed rounds are capped.
    #[default]
    March2026,
}

/// What the event fixes about its tie-breaks, beside their list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TieBreakRules {
    /// The edition.
    pub edition: Edition,
    /// What an unrated player counts as in rating tie-breaks; if none, those are passed over when one takes part.
    pub rating_of_unrated: Option<u32>,
}

/// What the arbiter fixes before the first round.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Settings {
    /// The pairing system.
    pub system: System,
    /// How many rounds the event has, 0 if that is open; the last one relaxes a colour rule for the leaders.
    pub rounds: u32,
    /// What results are worth.
    pub points: PointTable,
    /// The most that one game can bring, where games carry points of their own; if none, a win of the table.
    pub greatest_win: Option<Points>,
    /// Whether the nominal part of an award counts in the score. Set it unless the event says otherwise.
    pub nominal_points_count: bool,
    /// The side drawn by lot for the odd-numbered in the first round; if none, it is inferred from that round.
    pub initial_side: Option<Side>,
    /// Pairs that must not be made.
    pub forbidden: Vec<ForbiddenGroup>,
    /// Virtual points.
    pub acceleration: Acceleration,
    /// The rules of the tie-breaks.
    pub tie_breaks: TieBreakRules,
    /// Who left a round robin before half of their games were played: their games stay in the cross-table and count for
    /// nobody (FIDE's rules for competitions, on players who withdraw).
    pub annulled: BTreeSet<PairingNumber>,
}

impl Settings {
    /// The usual settings for this many rounds.
    #[must_use]
    pub fn new(system: System, rounds: u32) -> Self {
        Self { system, rounds, nominal_points_count: true, ..Self::default() }
    }

    /// The most that a game which is still to be played can bring.
    #[must_use]
    pub fn most_of_a_game(&self) -> Points {
        self.points.win.max(self.points.forfeit_win).max(self.greatest_win.unwrap_or_default())
    }
}
