//! What a clock shows at a moment.

use super::side::ClockSide;
use super::time::Millis;

/// The part of the game that a clock is in.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Phase {
    /// Swordsmen are posted on the allowance for it (Triple Countdown alone).
    Deployment,
    /// Moves are made.
    Engagement,
}

/// Whether a clock goes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Run {
    /// It has not been started.
    Ready,
    /// It goes, unless a flag has ended that.
    Going,
    /// It was stopped.
    Stopped,
}

/// What has become of a side's time.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Flag {
    /// There is time.
    Up,
    /// The allowance for the deployment ran out: the player posts no more, the game goes on (rule 11).
    Deployment,
    /// All time ran out: the game is lost on time.
    Lost,
}

/// One side's half.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SideReading {
    /// On the main clock.
    pub main: Millis,
    /// On the separate reserve; nothing for clocks that have none.
    pub reserve: Millis,
    /// Whether the main clock has run out and the reserve counts: moves earn nothing now.
    pub is_on_reserve: bool,
    /// Turns of postings that were ended by a press.
    pub turns: u32,
    /// Moves of the engagement that were ended by a press.
    pub moves: u32,
    /// TigerIncrement: whether the final increment was added.
    pub has_final_increment: bool,
    /// The flag. One that fell in the deployment is shown until it is over.
    pub flag: Flag,
    /// Whether the allowance for the deployment ran out, shown for the rest of the game.
    pub fell_in_deployment: bool,
}

impl SideReading {
    /// All the time that is left.
    #[must_use]
    pub const fn left(&self) -> Millis {
        self.main.plus(self.reserve)
    }
}

/// A clock at a moment.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Reading {
    /// The moment.
    pub at: Millis,
    /// The part of the game.
    pub phase: Phase,
    /// Whether it goes.
    pub run: Run,
    /// Who is to move or to post.
    pub turn: ClockSide,
    /// Whose time is running, if any is.
    pub counting: Option<ClockSide>,
    /// Both halves, the first mover's first.
    pub sides: [SideReading; 2],
}

impl Reading {
    /// One side's half.
    #[must_use]
    pub const fn side(&self, side: ClockSide) -> &SideReading {
        match side {
            ClockSide::First => &self.sides[0],
            ClockSide::Second => &self.sides[1],
        }
    }

    /// Who has lost on time.
    #[must_use]
    pub fn lost(&self) -> Option<ClockSide> {
        ClockSide::BOTH.into_iter().find(|side| self.side(*side).flag == Flag::Lost)
    }

    /// The number of the move being made, or of the turn of postings, from 1.
    #[must_use]
    pub const fn move_number(&self, side: ClockSide) -> u32 {
        let half = self.side(side);
        match self.phase {
            Phase::Deployment => half.turns.saturating_add(1),
            Phase::Engagement => half.moves.saturating_add(1),
        }
    }
}

/// Where a side's time came from and went: `granted = left + consumed + withdrawn`, always.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Books {
    /// Ever given: at the start, by moves, by arbiters.
    pub granted: Millis,
    /// Thought away.
    pub consumed: Millis,
    /// Taken by arbiters.
    pub withdrawn: Millis,
    /// Still there, on both accounts.
    pub left: Millis,
}
