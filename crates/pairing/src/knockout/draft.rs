//! The next round of a knockout.

use super::Plan;
use super::bracket::{Status, Tie, bracket};
use super::decision::Decisions;
use crate::model::{Board, ByeAward, Cell, DraftRound, PairingError, PairingNumber, Round, Side, Tournament};

/// The games of one round, from the top of the bracket; who has nobody to play against has a bye.
///
/// In the first game of a tie, who moved first less often so far moves first; then who moved second last; else the
/// better seed on odd boards and the other on even ones, turned round if the lot gave the second move
/// ([`Settings::initial_side`](crate::Settings::initial_side)). Within a tie sides alternate.
///
/// # Errors
/// If the plan cannot be played, the round is beyond the last, or a tie of an earlier stage is not decided.
pub fn draft(
    tournament: &Tournament,
    plan: &Plan,
    decisions: &Decisions,
    round: Round,
) -> Result<DraftRound, PairingError> {
    let bracket = bracket(tournament, plan, decisions)?;
    let games = u32::from(plan.games);
    let (stage, game) = (round.index() as u32 / games, round.index() as u32 % games);
    let rounds = bracket.len() as u32 * games;
    let Some(ties) = bracket.get(stage as usize) else {
        return Err(PairingError::BeyondLastRound { round, rounds });
    };
    if let Some(open) = bracket.iter().take(stage as usize).flatten().find(|tie| !is_decided(tie)) {
        return Err(undecided(open));
    }
    let first_of_stage = Round::from_index((stage * games) as usize);
    let mut draft = DraftRound { round, boards: Vec::new(), byes: Vec::new() };
    for tie in ties {
        match (tie.upper, tie.lower) {
            (Some(upper), Some(lower)) => {
                let board = draft.boards.len();
                let opening = first_mover(tournament, plan, first_of_stage, board, upper, lower);
                let swapped = (opening == lower) != (game % 2 == 1);
                let (first, second) = if swapped { (lower, upper) } else { (upper, lower) };
                draft.boards.push(Board { first, second });
            }
            (Some(player), None) | (None, Some(player)) => draft.byes.push(ByeAward { player }),
            (None, None) => {}
        }
    }
    Ok(draft)
}

const fn is_decided(tie: &Tie) -> bool {
    matches!(tie.status, Status::Decided { .. })
}

fn undecided(tie: &Tie) -> PairingError {
    let name =
        |player: Option<PairingNumber>| player.map_or("nobody".to_owned(), |number| number.to_string());
    let what = match tie.status {
        Status::Level => "is level: enter tie-break games or the Arbiter's decision",
        _ => "is not finished: enter its results",
    };
    let (upper, lower) = (name(tie.upper), name(tie.lower));
    PairingError::Unsuitable { why: format!("stage {}: the tie of {upper} and {lower} {what}", tie.id.stage) }
}

/// Who moves first in the first game of a tie.
fn first_mover(
    tournament: &Tournament,
    plan: &Plan,
    before: Round,
    board: usize,
    upper: PairingNumber,
    lower: PairingNumber,
) -> PairingNumber {
    let history = |number: PairingNumber| -> Vec<Side> {
        let cells = tournament.player(number).map_or(&[][..], |player| player.cells.as_slice());
        cells.iter().take(before.index()).filter_map(Cell::side_played).collect()
    };
    let firsts = |sides: &[Side]| sides.iter().filter(|side| **side == Side::First).count() as i64;
    let (one, two) = (history(upper), history(lower));
    let balance = |sides: &[Side]| 2 * firsts(sides) - sides.len() as i64;
    match balance(&one).cmp(&balance(&two)) {
        core::cmp::Ordering::Less => return upper,
        core::cmp::Ordering::Greater => return lower,
        core::cmp::Ordering::Equal => {}
    }
    match (one.last(), two.last()) {
        (Some(Side::Second), Some(Side::First)) => return upper,
        (Some(Side::First), Some(Side::Second)) => return lower,
        _ => {}
    }
    let seed = |number| plan.seeds.iter().position(|&seeded| seeded == number);
    let (better, other) = if seed(upper) <= seed(lower) { (upper, lower) } else { (lower, upper) };
    let turned = tournament.settings.initial_side == Some(Side::Second);
    if board.is_multiple_of(2) != turned { better } else { other }
}
