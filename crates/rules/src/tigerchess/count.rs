//! The number of deployment sequences, counted by the generator's own postings.

use super::TigerChess;
use super::deploy::ORDER;
use crate::chessfield::{Bits, Kind};
use crate::game::Position;
use crate::side::Side;
use crate::variation::{Deployment, TigerOptions};

/// The number of ways to go through a whole deployment without a fallen flag.
///
/// Postings of one side in another order lead to the same Swordsmen on the board, and what may be posted next depends on
/// nothing else: so the ways are added up by what stands there, posting after posting.
#[must_use]
pub fn count_deployments(deployment: Deployment, tiger: bool) -> u64 {
    let start = TigerChess::start(TigerOptions { deployment, tiger });
    let (start, guard_postings) = post_guards(start);
    let mut ways = vec![([Bits::NONE; 2], 1)];
    for _ in 1..ORDER.len() {
        ways = next_postings(&start, &ways);
    }
    let last = |&(swordsmen, ways): &([Bits; 2], u64)| ways * start.with_swordsmen(swordsmen).count_moves();
    ways.iter().map(last).sum::<u64>() * guard_postings
}

/// The position before the first Swordsman, and the number of ways that lead there.
fn post_guards(start: TigerChess) -> (TigerChess, u64) {
    let mut position = start;
    let mut ways = 1;
    while position.guard_due().is_some() {
        let postings = position.legal_moves();
        ways *= postings.len() as u64;
        if let Some(posting) = postings.first() {
            position.play_unchecked(posting);
        }
    }
    (position, ways)
}

type Ways = Vec<([Bits; 2], u64)>;

fn next_postings(start: &TigerChess, ways: &Ways) -> Ways {
    let mut next = Ways::new();
    for &(swordsmen, ways) in ways {
        let position = start.with_swordsmen(swordsmen);
        let Some(deploying) = position.deploying else { continue };
        for square in position.posting_squares(deploying) {
            let mut after = swordsmen;
            after[position.turn.index()] |= Bits::of(square);
            next.push((after, ways));
        }
    }
    next.sort_unstable();
    next.dedup_by(|later, kept| {
        let is_same = later.0 == kept.0;
        if is_same {
            kept.1 += later.1;
        }
        is_same
    });
    next
}

impl TigerChess {
    /// The deployment in which exactly these Swordsmen have been posted.
    fn with_swordsmen(&self, swordsmen: [Bits; 2]) -> Self {
        let mut position = *self;
        for side in Side::BOTH {
            for square in swordsmen[side.index()] {
                position.field.put(square, side, Kind::Swordsman);
            }
        }
        position.go_on_deploying();
        position
    }
}
