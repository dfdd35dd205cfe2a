//! A set of small numbers, one bit each.

use std::ops::Range;

/// A set of numbers below a limit fixed when it is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// The empty set of numbers below `limit`.
    pub(crate) fn new(limit: usize) -> Self {
        Self { words: vec![0; limit.div_ceil(64)] }
    }

    /// The set of these numbers.
    pub(crate) fn of(limit: usize, members: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Self::new(limit);
        for member in members {
            set.insert(member);
        }
        set
    }

    pub(crate) fn insert(&mut self, member: usize) {
        self.words[member / 64] |= 1 << (member % 64);
    }

    pub(crate) fn remove(&mut self, member: usize) {
        self.words[member / 64] &= !(1 << (member % 64));
    }

    pub(crate) fn contains(&self, member: usize) -> bool {
        self.words[member / 64] >> (member % 64) & 1 == 1
    }

    /// Keeps what is in both.
    pub(crate) fn intersect(&mut self, other: &Self) {
        for (word, with) in self.words.iter_mut().zip(&other.words) {
            *word &= with;
        }
    }

    /// Takes the members of `other` away.
    pub(crate) fn subtract(&mut self, other: &Self) {
        for (word, without) in self.words.iter_mut().zip(&other.words) {
            *word &= !without;
        }
    }

    /// Takes the members of `other` in.
    pub(crate) fn unite(&mut self, other: &Self) {
        for (word, with) in self.words.iter_mut().zip(&other.words) {
            *word |= with;
        }
    }

    /// Takes in the members of `other` from `start` on, moved so that `start` becomes the first of `places`, as far as these
    /// go.
    pub(crate) fn insert_shifted(&mut self, other: &Self, start: usize, places: Range<usize>) {
        let mut place = places.start;
        while place < places.end {
            let (from, bit) = (start + place - places.start, place % 64);
            let low = other.words[from / 64] >> (from % 64);
            let next = other.words.get(from / 64 + 1).filter(|_| from % 64 > 0);
            let word = low | next.map_or(0, |word| word << (64 - from % 64));
            let taken = (64 - bit).min(places.end - place);
            let kept = word & (u64::MAX >> (64 - taken));
            self.words[place / 64] |= kept << bit;
            place += taken;
        }
    }

    /// How many members there are.
    pub(crate) fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// How many numbers are in just one of the two.
    pub(crate) fn differences(&self, other: &Self) -> usize {
        self.words.iter().zip(&other.words).map(|(a, b)| (a ^ b).count_ones() as usize).sum()
    }

    /// Whether there is a member that is in `other` too.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// The members in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| members_of(at, word))
    }

    /// The members from `start` on, in ascending order.
    pub(crate) fn iter_from(&self, start: usize) -> impl Iterator<Item = usize> + '_ {
        let words = self.words.iter().enumerate().skip(start / 64);
        words.flat_map(move |(at, &word)| members_of(at, from(start, at, word)))
    }

    /// The common members in ascending order, beginning at `start` and going round once.
    pub(crate) fn common_around<'a>(
        &'a self,
        other: &'a Self,
        start: usize,
    ) -> impl Iterator<Item = usize> + 'a {
        let words = self.words.iter().zip(&other.words).map(|(&a, &b)| a & b).enumerate();
        let after = words.clone().skip(start / 64);
        let after = after.flat_map(move |(at, word)| members_of(at, from(start, at, word)));
        let before = words.take(start / 64 + 1).flat_map(|(at, word)| members_of(at, word));
        after.chain(before.take_while(move |&member| member < start))
    }

    /// The smallest common member.
    pub(crate) fn first_common(&self, other: &Self) -> Option<usize> {
        first(self.words.iter().zip(&other.words).map(|(&a, &b)| a & b))
    }

    /// The smallest common member that is not in `beyond`.
    pub(crate) fn first_common_beyond(&self, other: &Self, beyond: &Self) -> Option<usize> {
        let common = self.words.iter().zip(&other.words).map(|(&a, &b)| a & b);
        first(common.zip(&beyond.words).map(|(common, without)| common & !without))
    }
}

/// The bits of a word that stand for `start` and what comes after it.
fn from(start: usize, at: usize, word: u64) -> u64 {
    if at == start / 64 { word & (u64::MAX << (start % 64)) } else { word }
}

fn first(words: impl Iterator<Item = u64>) -> Option<usize> {
    let (at, word) = words.enumerate().find(|&(_, word)| word != 0)?;
    Some(at * 64 + word.trailing_zeros() as usize)
}

fn members_of(at: usize, mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let bit = word.trailing_zeros() as usize;
        word &= word - 1;
        Some(at * 64 + bit)
    })
}
