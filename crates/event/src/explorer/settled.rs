//! What was settled before the first move: options, dice, and what was posted where.

use std::collections::BTreeMap;

use tiger_rules::{Cast, Side, Variation};

use super::{Tally, Told, wilson};
use crate::Seat;

/// How often one number came up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Face {
    /// On the die of the deployment.
    pub deployment: usize,
    /// On the two dice of the TigerVariation.
    pub tiger: usize,
}

impl Face {
    /// On whichever die.
    pub const fn all(self) -> usize {
        self.deployment + self.tiger
    }
}

/// The dice of all games: those cast here, else those that the record tells of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Dice {
    /// How often each number came up, from 1.
    pub faces: [Face; 6],
    /// How often the two dice were cast.
    pub pairs: usize,
    /// How often they were equal.
    pub doubles: usize,
}

impl Dice {
    pub fn cast(&self) -> usize {
        self.faces.iter().map(|face| face.all()).sum()
    }

    /// The share of a count with its limits; none of too few.
    pub fn share(count: usize, of: usize) -> Option<super::Share> {
        wilson(2 * count, of)
    }
}

pub fn dice(told: &[Told<'_>]) -> Dice {
    let mut all = Dice::default();
    let mut count = |purpose: Cast, faces: &[u8]| {
        for face in faces {
            let Some(face) = all.faces.get_mut(usize::from(*face).wrapping_sub(1)) else { continue };
            match purpose {
                Cast::Deployment => face.deployment += 1,
                Cast::Tiger => face.tiger += 1,
            }
        }
        if let (Cast::Tiger, [one, other]) = (purpose, faces) {
            all.pairs += 1;
            all.doubles += usize::from(one == other);
        }
    };
    for it in told {
        for (purpose, faces) in &it.game.dice {
            count(*purpose, faces);
        }
        if let (true, Some(dice)) = (it.game.dice.is_empty(), it.line.and_then(|line| line.dice)) {
            count(Cast::Tiger, &dice.two.map(u8::from));
            if let Some(one) = dice.one {
                count(Cast::Deployment, &[u8::from(one)]);
            }
        }
    }
    all
}

/// What the first mover has scored by each value of each option, in the order of the documents.
pub fn options(told: &[Told<'_>]) -> Vec<(&'static str, Vec<(&'static str, Tally)>)> {
    let mut all: BTreeMap<(&str, &str), Tally> = BTreeMap::new();
    for it in told.iter().filter(|it| !it.game.is_special) {
        let scored = it.game.variation.filter(|_| it.game.halves(Seat::First).is_some());
        for option in scored.into_iter().flat_map(Variation::options) {
            all.entry(option).or_default().add(it.game);
        }
    }
    let Some(kind) = told.first().map(|it| it.game.event.kind) else { return Vec::new() };
    let of = |(key, values): (&'static str, Vec<&'static str>)| {
        let played = |value: &'static str| Some((value, *all.get(&(key, value))?));
        (key, values.into_iter().filter_map(played).collect::<Vec<_>>())
    };
    let options = Variation::choices(kind);
    // A game with one option says it in its variation already.
    if options.len() < 2 {
        return Vec::new();
    }
    options.into_iter().map(of).filter(|(_, values)| !values.is_empty()).collect()
}

/// Where something was posted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posted {
    pub side: Side,
    /// Where, as records write it.
    pub place: String,
    /// In how many games.
    pub count: usize,
    /// In how many of them before anything else of this side.
    pub first: usize,
    /// What the first mover scored in them.
    pub tally: Tally,
}

/// Where each side posted, the most frequent place first.
pub fn postings(told: &[Told<'_>]) -> Vec<Posted> {
    let mut all: BTreeMap<(usize, &str), Posted> = BTreeMap::new();
    for (it, line) in deployed(told) {
        let mut is_first = [true; 2];
        for (&side, place) in line.postings.iter().zip(line.moves()) {
            let nobody =
                || Posted { side, place: place.to_owned(), count: 0, first: 0, tally: Tally::default() };
            let posted = all.entry((side.index(), place)).or_insert_with(nobody);
            posted.count += 1;
            posted.first += usize::from(std::mem::take(&mut is_first[side.index()]));
            posted.tally.add(it.game);
        }
    }
    let mut all: Vec<_> = all.into_values().collect();
    all.sort_by_key(|it| (it.side.index(), std::cmp::Reverse(it.count)));
    all
}

/// Whole deployments in the order of their records, the most frequent first.
pub fn deployments(told: &[Told<'_>]) -> Vec<(Vec<String>, usize, Tally)> {
    let mut all: BTreeMap<Vec<&str>, (usize, Tally)> = BTreeMap::new();
    for (it, line) in deployed(told).filter(|(_, line)| line.postings.len() < line.plies()) {
        let postings = line.moves().take(line.postings.len()).collect();
        let (count, tally) = all.entry(postings).or_default();
        *count += 1;
        tally.add(it.game);
    }
    let owned = |moves: Vec<&str>| moves.into_iter().map(str::to_owned).collect();
    let mut all: Vec<_> =
        all.into_iter().map(|(moves, (count, tally))| (owned(moves), count, tally)).collect();
    all.sort_by_key(|(_, count, _)| std::cmp::Reverse(*count));
    all
}

fn deployed<'a>(told: &'a [Told<'a>]) -> impl Iterator<Item = (&'a Told<'a>, &'a super::Line)> {
    let lines = told.iter().filter(|it| !it.game.is_special).filter_map(|it| Some((it, it.line?)));
    lines.filter(|(_, line)| !line.postings.is_empty())
}
