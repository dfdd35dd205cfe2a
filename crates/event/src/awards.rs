//! How prizes are shared out, to the cent.
//!
//! A list of prizes goes to a list of players in the order of their places. Who is tied on points shares by the list's
//! rule. A cent that cannot be parted goes to whoever stands higher. Where everybody takes one prize, awards are settled
//! from the greatest down: what each list would pay if it were shared among those still open to it. Whoever has the
//! greatest of all these amounts takes it, and leaves all other lists to the rest. Of equal amounts the list that was
//! written first goes before the others, then the better place. So nobody takes less than any list would have paid with
//! everybody in it: who leaves a list never lessens what it pays to the others.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::offered::offered;
use crate::{Cents, EntryId};

/// How players who are tied share the prizes of their places.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sharing {
    /// By the system of Vlastimil Hort: half of each prize by place, the other halves in equal parts.
    #[default]
    Hort,
    /// In equal parts.
    Equal,
    /// Not at all: each place has its prize, as the tie-breaks have it.
    ByPlace,
}

offered!(Sharing {
    Hort: "hort", "Hort";
    Equal: "equal", "equal shares";
    ByPlace: "by_place", "not shared";
});

impl Sharing {
    /// The half of a prize that goes by place; the rest is shared in equal parts.
    const fn by_place(self, prize: Cents) -> Cents {
        match self {
            Self::Hort => Cents(prize.0 / 2),
            Self::Equal => Cents::NONE,
            Self::ByPlace => prize,
        }
    }
}

/// A player who may win a prize of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contender {
    pub player: EntryId,
    /// Players with the same score share.
    pub score: i64,
    /// The place; players of one place, whom no tie-break parted, stand behind one another with the same.
    pub rank: u32,
}

/// A list of prizes and those who may win them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contest {
    /// The prizes, from the first place down; none is greater than the one before it.
    pub prizes: Vec<Cents>,
    pub sharing: Sharing,
    /// The players, from the first place down.
    pub players: Vec<Contender>,
}

/// What a player takes of a list, and how it comes about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Award {
    /// Which list, by its place among them.
    pub contest: usize,
    pub player: EntryId,
    /// The player's place among those who are open to the list, from 0.
    pub place: usize,
    /// The places of all who are tied with the player, from 0.
    pub tied: Range<usize>,
    /// The places of those whom no tie-break parts from the player.
    pub level: Range<usize>,
    /// What the tied places are worth together.
    pub pool: Cents,
    /// What the player takes by place.
    pub by_place: Cents,
    /// What the player takes in equal parts.
    pub equally: Cents,
}

impl Award {
    pub fn amount(&self) -> Cents {
        self.by_place + self.equally
    }
}

/// All awards, list by list, the first place of each list first.
pub fn share_out(contests: &[Contest], is_one_each: bool) -> Vec<Award> {
    let mut open: Vec<Vec<Contender>> = contests.iter().map(|contest| contest.players.clone()).collect();
    if is_one_each {
        settle(contests, &mut open);
    }
    let awards = contests.iter().zip(&open).enumerate();
    let awards = awards.flat_map(|(at, (contest, players))| awards_of(at, contest, players));
    awards.filter(|award| !award.amount().is_none()).collect()
}

/// Leaves each player who takes a prize in one list alone.
///
/// Nobody takes more of a list than who stands before them. So those who are settled in a list stand at its head, and the
/// greatest amount that it has to offer is that of the first one behind them.
fn settle(contests: &[Contest], open: &mut [Vec<Contender>]) {
    let mut settled = vec![0; contests.len()];
    let offer = |at: usize, contest: &Contest, players: &[Contender], settled: &[usize]| {
        let place = settled.get(at).copied().filter(|place| *place < players.len())?;
        let award = award(at, contest, players, place);
        (!award.amount().is_none()).then_some(award)
    };
    let first = contests.iter().enumerate();
    let mut offers: Vec<_> = first.map(|(at, contest)| offer(at, contest, &open[at], &settled)).collect();
    // Of equal amounts the list that was written first.
    let key = |award: &&Award| (award.amount(), usize::MAX - award.contest);
    while let Some((player, chosen)) =
        offers.iter().flatten().max_by_key(key).map(|award| (award.player, award.contest))
    {
        settled[chosen] += 1;
        for (at, contest) in contests.iter().enumerate() {
            let place = open[at].iter().position(|other| other.player == player);
            if let Some(place) = place {
                if at != chosen {
                    open[at].remove(place);
                }
                offers[at] = offer(at, contest, &open[at], &settled);
            }
        }
    }
}

/// What a list pays to these players; also nothing, to those who are tied with somebody for a prize.
fn awards_of(at: usize, contest: &Contest, players: &[Contender]) -> Vec<Award> {
    let awards = (0..players.len()).map(|place| award(at, contest, players, place));
    awards.take_while(|award| award.tied.start < contest.prizes.len()).collect()
}

/// What a list pays to the player at a place.
fn award(at: usize, contest: &Contest, players: &[Contender], place: usize) -> Award {
    let tied = run(players, place, |one, other| one.score == other.score);
    let level = run(players, place, |one, other| (one.score, one.rank) == (other.score, other.rank));
    let sum = |places: &Range<usize>, of: &dyn Fn(Cents) -> Cents| -> Cents {
        let prizes = contest.prizes.iter().take(places.end).skip(places.start);
        prizes.map(|prize| of(*prize)).sum()
    };
    let by_place = |prize: Cents| contest.sharing.by_place(prize);
    let pool = sum(&tied, &|prize| prize);
    let rest = pool.less(sum(&tied, &by_place));
    Award {
        contest: at,
        player: players[place].player,
        place,
        by_place: part(sum(&level, &by_place), place - level.start, level.len()),
        equally: part(rest, place - tied.start, tied.len()),
        tied,
        level,
        pool,
    }
}

/// The places around one whose players are alike.
fn run(
    players: &[Contender],
    place: usize,
    is_alike: impl Fn(&Contender, &Contender) -> bool,
) -> Range<usize> {
    let is_alike = |other: &&Contender| is_alike(&players[place], other);
    let before = players[..place].iter().rev().take_while(is_alike).count();
    let from_here = players[place..].iter().take_while(is_alike).count();
    place - before..place + from_here
}

/// One of several equal parts; what is left over goes to the first ones, a cent each.
const fn part(whole: Cents, place: usize, parts: usize) -> Cents {
    let (parts, place) = (parts as u64, place as u64);
    let extra = if place < whole.0 % parts { 1 } else { 0 };
    Cents(whole.0 / parts + extra)
}
