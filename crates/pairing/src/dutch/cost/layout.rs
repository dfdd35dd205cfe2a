//! The fields of a cost, and what two classes of players cost each other.

use crate::dutch::colour::{ColourDue, Strength};
use crate::dutch::floats::Float;
use crate::model::Side;

/// What the criteria can tell apart about a seat; further down also who must have which side, which costs nothing but bars
/// most of those who must have it too.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    Moved { level: usize, person: Person },
    Resident { person: Person },
    Next { must: Option<Side> },
    Rest { must: Option<Side> },
    Bye,
    Out,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Person {
    preference: Option<Side>,
    strength: Strength,
    imbalance: u32,
    repeated: Option<Side>,
    floats: [Option<Float>; 2],
    /// Unplayed games that C9 counts if he gets the bye.
    unplayed: u32,
}

/// Where the fields of a cost stand, the weightiest first.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    /// How many different scores the moved-down players have.
    pub(super) levels: usize,
}

impl Layout {
    const FLOATERS: usize = 0;
    const fn float_score(level: usize) -> usize {
        1 + level
    }
    const fn next_floaters(self) -> usize {
        1 + self.levels
    }
    /// `level` may be the residents', which comes after those of the moved-down players.
    const fn next_score(self, level: usize) -> usize {
        self.next_floaters() + 1 + level
    }
    const fn unplayed(self) -> usize {
        self.next_score(self.levels) + 1
    }
    /// C10 to C13.
    const fn colour(self, which: usize) -> usize {
        self.unplayed() + 1 + which
    }
    /// C14 and C16: `back` is 0 for the previous round, 1 for the round before.
    const fn down_again(self, back: usize) -> usize {
        self.colour(4) + 2 * back
    }
    /// C15 and C17.
    const fn up_again(self, back: usize) -> usize {
        self.down_again(back) + 1
    }
    /// C18 and C20.
    const fn down_score(self, back: usize, level: usize) -> usize {
        self.down_again(2) + 2 * self.levels * back + level
    }
    /// C19 and C21.
    const fn up_score(self, back: usize, level: usize) -> usize {
        self.down_score(back, self.levels) + level
    }
    pub(super) const fn size(self) -> usize {
        self.down_score(2, 0)
    }
}

impl Person {
    pub(super) fn new(colour: &ColourDue, floats: [Option<Float>; 2], unplayed: u32) -> Self {
        Self {
            preference: colour.preference,
            strength: colour.strength,
            imbalance: colour.imbalance,
            repeated: colour.repeated,
            floats,
            unplayed,
        }
    }

    fn colour(&self) -> ColourDue {
        ColourDue {
            preference: self.preference,
            strength: self.strength,
            imbalance: self.imbalance,
            repeated: self.repeated,
            sides: Vec::new(),
        }
    }
}

impl Layout {
    /// The cost of an edge between two classes, the one nearer the top first; none where no edge can be.
    pub(super) fn edge(self, upper: &Class, lower: &Class) -> Option<Vec<u32>> {
        let mut cost = vec![0; self.size()];
        match (upper, lower) {
            (Class::Moved { .. }, Class::Moved { .. }) | (Class::Bye, Class::Bye | Class::Out) => {
                return None;
            }
            (Class::Moved { level, person: moved }, Class::Resident { person }) => {
                self.colours(moved, person, &mut cost);
                for back in 0..2 {
                    if person.floats[back] == Some(Float::Up) {
                        cost[self.up_again(back)] = 1;
                        cost[self.up_score(back, *level)] = 1;
                    }
                }
            }
            (Class::Resident { person: one }, Class::Resident { person: other }) => {
                self.colours(one, other, &mut cost);
            }
            (Class::Moved { level, person }, _) => {
                cost[Self::float_score(*level)] = 1;
                for back in 0..2 {
                    if person.floats[back] == Some(Float::Down) {
                        cost[self.down_score(back, *level)] = 1;
                    }
                }
                self.float(*level, person, lower, &mut cost);
            }
            (Class::Resident { person }, _) => {
                for back in 0..2 {
                    if person.floats[back] == Some(Float::Down) {
                        cost[self.down_again(back)] = 1;
                    }
                }
                self.float(self.levels, person, lower, &mut cost);
            }
            (Class::Next { .. }, Class::Rest { .. } | Class::Bye | Class::Out) => {
                cost[self.next_floaters()] = 1;
            }
            (Class::Next { .. } | Class::Rest { .. } | Class::Out, _) => {}
            (Class::Bye, _) => return None,
        }
        Some(cost)
    }

    fn colours(self, one: &Person, other: &Person, cost: &mut [u32]) {
        for (which, fails) in one.colour().faults(&other.colour()).into_iter().enumerate() {
            cost[self.colour(which)] = u32::from(fails);
        }
    }

    /// What it costs that a player of the bracket floats to `target`.
    fn float(self, level: usize, person: &Person, target: &Class, cost: &mut [u32]) {
        cost[Self::FLOATERS] = 1;
        if !matches!(target, Class::Next { .. }) {
            cost[self.next_floaters()] = 1;
            cost[self.next_score(level)] = 1;
        }
        if *target == Class::Bye {
            cost[self.unplayed()] = person.unplayed;
        }
    }
}
