//! Sets of positions, three words wide.

use super::position::Position;

/// A set of positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PositionSet([u64; 3]);

impl PositionSet {
    /// The set without members.
    pub const EMPTY: Self = Self([0; 3]);

    /// The set with one more member.
    #[must_use]
    pub const fn with(mut self, position: Position) -> Self {
        self.0[position.index() / 64] |= 1 << (position.index() % 64);
        self
    }

    /// Adds a position.
    pub fn insert(&mut self, position: Position) {
        *self = self.with(position);
    }

    /// Takes a position out; says whether it was in.
    pub fn remove(&mut self, position: Position) -> bool {
        let was_in = self.contains(position);
        self.0[position.index() / 64] &= !(1 << (position.index() % 64));
        was_in
    }

    /// Whether the position is in the set.
    #[must_use]
    pub const fn contains(&self, position: Position) -> bool {
        self.0[position.index() / 64] & (1 << (position.index() % 64)) != 0
    }

    /// The positions in both sets.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1], self.0[2] & other.0[2]])
    }

    /// Whether there are no members.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 3]
    }

    /// How many members there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The members in order, North to South and West to East.
    pub fn iter(self) -> impl Iterator<Item = Position> {
        self.0.into_iter().enumerate().flat_map(|(word, bits)| {
            let mut rest = bits;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let at = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    Position::from_index(word * 64 + at)
                })
            })
        })
    }
}
