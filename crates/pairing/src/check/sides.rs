//! Who moves first (C.04.3 article 5), for the checker.

use super::person::{Person, Want, is_expected, person_of};
use crate::model::{Cell, PairingNumber, Player, Round, Side, Tournament};

/// Who of two players moves first if they meet in a round. `None` if one of them is unknown, or if only the
/// initial side could tell and none is set.
#[must_use]
pub fn first_mover(
    tournament: &Tournament,
    round: Round,
    a: PairingNumber,
    b: PairingNumber,
) -> Option<PairingNumber> {
    let (one, other) = (person_of(tournament, a, round)?, person_of(tournament, b, round)?);
    let side = side_of(tournament, round, &one, &other)?;
    Some(if side == Side::First { a } else { b })
}

/// The side of the first of two.
pub(super) fn side_of(tournament: &Tournament, round: Round, one: &Person, other: &Person) -> Option<Side> {
    match (one.wanted, other.wanted) {
        (Some((side, _)), None) => return Some(side),
        (None, Some((side, _))) => return Some(side.other()),
        (Some((ours, _)), Some((theirs, _))) if ours != theirs => return Some(ours),
        (Some((side, our_want)), Some((_, their_want))) => {
            // 5.2.2, and of two absolute ones the wider difference.
            let ours = (our_want, wide(one, our_want));
            let theirs = (their_want, wide(other, their_want));
            if ours != theirs {
                return Some(if ours > theirs { side } else { side.other() });
            }
            // 5.2.3: the latest games, counted back, in which they had different sides.
            for (mine, his) in one.sides.iter().rev().zip(other.sides.iter().rev()) {
                if mine != his {
                    return Some(*his);
                }
            }
        }
        (None, None) => {}
    }
    let one_is_higher = (other.score, one.number) < (one.score, other.number);
    let higher = if one_is_higher { one } else { other };
    let side = match higher.wanted {
        Some((side, _)) => side,
        None => by_lot(tournament, round, higher.number)?,
    };
    Some(if one_is_higher { side } else { side.other() })
}

fn wide(person: &Person, want: Want) -> u32 {
    if want == Want::Absolutely { person.balance.unsigned_abs() } else { 0 }
}

/// 5.2.5: odd numbers get the initial side; players who were never paired and are not there have no number.
fn by_lot(tournament: &Tournament, round: Round, number: PairingNumber) -> Option<Side> {
    let initial = tournament.settings.initial_side?;
    let counts = |player: &&Player| {
        is_expected(player, round) || player.cells.iter().take(round.index()).any(Cell::was_paired)
    };
    let before = tournament.players().filter(counts).filter(|player| player.number < number).count();
    Some(if before.is_multiple_of(2) { initial } else { initial.other() })
}
