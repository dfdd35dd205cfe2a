//! Colours: what a player is due (C.04.3 articles 1.6 and 1.7) and who gets what (article 5).
//!
//! First is White, second is Black.

use crate::model::{Cell, Side};

/// How strongly a side is due (article 1.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Strength {
    /// No game yet: either side will do.
    None,
    /// Balanced: the side not had last.
    Mild,
    /// One game out of balance.
    Strong,
    /// More than one game out of balance, or the same side in the two latest games.
    Absolute,
}

/// Which part of article 5.2 gave a board its sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SideRule {
    /// 5.2.1: both get the side they are due, or at least nobody is denied it.
    BothGranted,
    /// 5.2.2: the stronger due counts.
    Stronger,
    /// 5.2.3: turned round from the latest round in which the two had different sides.
    Alternated,
    /// 5.2.4: the higher-ranked player gets the side he is due.
    HigherRanked,
    /// 5.2.5: the initial side, by the parity of the higher-ranked player's number.
    InitialSide,
}

impl SideRule {
    /// The article.
    #[must_use]
    pub const fn article(self) -> &'static str {
        match self {
            Self::BothGranted => "5.2.1",
            Self::Stronger => "5.2.2",
            Self::Alternated => "5.2.3",
            Self::HigherRanked => "5.2.4",
            Self::InitialSide => "5.2.5",
        }
    }
}

/// A player's history of sides, and the side he is due.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ColourDue {
    /// The side due, if any.
    pub preference: Option<Side>,
    /// How strongly it is due.
    pub strength: Strength,
    /// By how many games one side outweighs the other.
    pub imbalance: u32,
    /// The side had in both of the two latest games, if it was the same.
    pub repeated: Option<Side>,
    /// The sides of the games played, the earliest first.
    pub sides: Vec<Side>,
}

impl ColourDue {
    /// The side due after these rounds; unplayed rounds do not count.
    pub(crate) fn after(cells: &[Cell]) -> Self {
        let sides: Vec<Side> = cells.iter().filter_map(Cell::side_played).collect();
        let firsts = sides.iter().filter(|&&side| side == Side::First).count();
        let seconds = sides.len() - firsts;
        let rarer = if firsts > seconds { Side::Second } else { Side::First };
        let imbalance = firsts.abs_diff(seconds) as u32;
        let latest = sides.last().copied();
        let repeated = match sides[..] {
            [.., before, last] if before == last => Some(last),
            _ => None,
        };
        let (preference, strength) = match (imbalance, repeated, latest) {
            (2.., _, _) => (Some(rarer), Strength::Absolute),
            (_, Some(repeated), _) => (Some(repeated.other()), Strength::Absolute),
            (1, _, _) => (Some(rarer), Strength::Strong),
            (_, _, Some(latest)) => (Some(latest.other()), Strength::Mild),
            _ => (None, Strength::None),
        };
        Self { preference, strength, imbalance, repeated, sides }
    }

    /// Whether the side is due absolutely.
    #[must_use]
    pub fn is_absolute(&self) -> bool {
        self.strength == Strength::Absolute
    }

    fn clashes(&self, other: &Self) -> bool {
        self.preference.is_some() && self.preference == other.preference
    }

    /// How often the criteria C10, C11, C12 and C13 fail if these two meet: each at most once.
    pub(crate) fn faults(&self, other: &Self) -> [bool; 4] {
        if !self.clashes(other) {
            return [false; 4];
        }
        let both_absolute = self.is_absolute() && other.is_absolute();
        let third_in_a_row = both_absolute
            && match self.imbalance.cmp(&other.imbalance) {
                std::cmp::Ordering::Equal => self.repeated.is_some() && self.repeated == other.repeated,
                // The one with the smaller difference will not get his side.
                std::cmp::Ordering::Less => self.repeats_against_preference(),
                std::cmp::Ordering::Greater => other.repeats_against_preference(),
            };
        let both_strong = self.strength >= Strength::Strong && other.strength >= Strength::Strong;
        [self.imbalance > 1 && other.imbalance > 1, third_in_a_row, true, both_strong && !both_absolute]
    }

    fn repeats_against_preference(&self) -> bool {
        self.repeated.is_some_and(|side| self.preference == Some(side.other()))
    }

    /// The side this player gets against that one by articles 5.2.1 to 5.2.3, and which of them decides; none
    /// if none does.
    pub(crate) fn side_against(&self, other: &Self) -> Option<(Side, SideRule)> {
        let (ours, theirs) = (self.preference, other.preference);
        if !self.clashes(other) {
            return ours.or(theirs.map(Side::other)).map(|side| (side, SideRule::BothGranted));
        }
        let weight = |due: &Self| {
            let difference = if due.is_absolute() { due.imbalance } else { 0 };
            (due.strength, difference)
        };
        match weight(self).cmp(&weight(other)) {
            std::cmp::Ordering::Greater => ours.map(|side| (side, SideRule::Stronger)),
            std::cmp::Ordering::Less => theirs.map(|side| (side.other(), SideRule::Stronger)),
            std::cmp::Ordering::Equal => {
                let mut latest = self.sides.iter().rev().zip(other.sides.iter().rev());
                latest.find(|(mine, his)| mine != his).map(|(_, &his)| (his, SideRule::Alternated))
            }
        }
    }
}
