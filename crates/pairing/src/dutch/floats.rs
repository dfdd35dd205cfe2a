//! Floats of earlier rounds (C.04.3 article 1.4).

use std::cmp::Ordering;

use crate::model::{Bye, Cell, Entry, Player, Points, Round, Tournament};

/// Which way a player floated in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Float {
    /// Met a player with fewer points, or scored without playing.
    Down,
    /// Met a player with more points.
    Up,
}

impl Float {
    /// The float of a player of one score who meets one of another.
    pub(crate) fn between(ours: Points, theirs: Points) -> Option<Self> {
        match ours.cmp(&theirs) {
            Ordering::Greater => Some(Self::Down),
            Ordering::Less => Some(Self::Up),
            Ordering::Equal => None,
        }
    }
}

/// The score by which a player is paired in a round: his points before it, and the round's virtual points.
pub(crate) fn pairing_score(tournament: &Tournament, player: &Player, round: Round) -> Points {
    tournament.score_before(player, round) + tournament.virtual_points(player.number, round)
}

/// The float that a round gave to a player.
pub(crate) fn float_in(tournament: &Tournament, player: &Player, round: Round) -> Option<Float> {
    let absent = Cell::from(Entry::Unplayed);
    let cell = player.cell(round).unwrap_or(&absent);
    match cell.entry {
        Entry::Game { opponent, .. } => {
            let opponent = tournament.player(opponent)?;
            let ours = pairing_score(tournament, player, round);
            let theirs = pairing_score(tournament, opponent, round);
            Float::between(ours, theirs)
        }
        Entry::Bye(Bye::PairingAllocated) => Some(Float::Down),
        _ => (tournament.cell_points(cell) > tournament.settings.points.loss).then_some(Float::Down),
    }
}
