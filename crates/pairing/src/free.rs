//! Free pairing: the arbiter pairs by hand; this checks that everybody stands in the round once.

use std::collections::BTreeSet;

use crate::model::{Board, ByeAward, Cell, DraftRound, PairingError, PairingNumber, Round, Tournament};

/// A round as the arbiter wants it, if it can be played: boards as (first, second), then who has a bye. The boards
/// keep their order.
///
/// # Errors
/// If somebody named is not in the tournament, stands in the round twice, meets himself, or is entered as absent.
pub fn draft(
    tournament: &Tournament,
    round: Round,
    boards: &[(PairingNumber, PairingNumber)],
    byes: &[PairingNumber],
) -> Result<DraftRound, PairingError> {
    let unsuitable = |why: String| PairingError::Unsuitable { why };
    let mut seen = BTreeSet::new();
    for number in boards.iter().flat_map(|&(first, second)| [first, second]).chain(byes.iter().copied()) {
        let player = tournament.player(number).ok_or(PairingError::UnknownPlayer { number })?;
        if player.cell(round).is_some_and(|cell| !cell.was_paired()) {
            return Err(unsuitable(format!("player {number} is entered as absent in round {round}")));
        }
        if !seen.insert(number) {
            return Err(unsuitable(format!("player {number} stands in round {round} twice; once is enough")));
        }
    }
    Ok(DraftRound {
        round,
        boards: boards.iter().map(|&(first, second)| Board { first, second }).collect(),
        byes: byes.iter().map(|&player| ByeAward { player }).collect(),
    })
}

/// The players who are present in a round and whom a draft leaves without a board or a bye.
#[must_use]
pub fn left_over(tournament: &Tournament, draft: &DraftRound) -> Vec<PairingNumber> {
    let boards = draft.boards.iter().flat_map(|board| [board.first, board.second]);
    let placed: BTreeSet<PairingNumber> = boards.chain(draft.byes.iter().map(|bye| bye.player)).collect();
    tournament
        .players()
        .filter(|player| player.cell(draft.round).is_none_or(Cell::was_paired))
        .map(|player| player.number)
        .filter(|number| !placed.contains(number))
        .collect()
}
