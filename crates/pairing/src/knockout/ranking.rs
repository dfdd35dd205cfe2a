//! Final places of a knockout.

use super::Plan;
use super::bracket::{Status, Tie, TieKind, bracket};
use super::decision::Decisions;
use crate::model::{PairingError, PairingNumber, Tournament};

/// The places that are settled so far, best first, in the order of seeds among players who share one: winner 1,
/// finalist 2, the semifinals' losers 3 and 4 (or both 3), those of the quarterfinals 5, and so on. Who went out of a
/// semifinal together with the opponent stands behind the third.
///
/// # Errors
/// If the plan cannot be played.
pub fn ranking(
    tournament: &Tournament,
    plan: &Plan,
    decisions: &Decisions,
) -> Result<Vec<(u32, PairingNumber)>, PairingError> {
    let bracket = bracket(tournament, plan, decisions)?;
    let count = bracket.len();
    let mut places: Vec<(u32, PairingNumber)> = Vec::new();
    for (index, ties) in bracket.iter().enumerate() {
        // A stage with n main ties leaves n players in, so that its losers come after them.
        let main = ties.iter().filter(|tie| tie.kind == TieKind::Main).count() as u32;
        let third_place_follows = plan.third_place && index + 2 == count;
        for tie in ties {
            // Who lost a semifinal is placed by the match for third place, unless both are out.
            let before_third = main == 2 && third_place_follows;
            let plays_on = before_third && tie.winner().is_some();
            // Nobody else plays for third place, so that they come after whoever lost the other semifinal.
            let is_fourth = before_third && !ties.iter().all(is_nobodys);
            let place = if is_fourth { 4 } else { main + 1 };
            let out = |player| (!plays_on).then_some((place, player));
            match tie.kind {
                TieKind::Main => places.extend(losers(tie).filter_map(out)),
                TieKind::ThirdPlace => {
                    places.extend(tie.winner().map(|player| (3, player)));
                    let last = if tie.winner().is_some() { 4 } else { 3 };
                    places.extend(losers(tie).map(|player| (last, player)));
                }
            }
            if index + 1 == count && tie.kind == TieKind::Main {
                places.extend(tie.winner().map(|player| (1, player)));
            }
        }
    }
    let seed = |number| plan.seeds.iter().position(|&seeded| seeded == number);
    places.sort_by_key(|&(place, number)| (place, seed(number)));
    Ok(places)
}

/// Whether a tie is decided, and nobody goes on.
fn is_nobodys(tie: &Tie) -> bool {
    matches!(tie.status, Status::Decided { winner: None })
}

/// Those who are out after a decided tie: the loser, or both.
fn losers(tie: &Tie) -> impl Iterator<Item = PairingNumber> {
    let decided = matches!(tie.status, Status::Decided { .. });
    let winner = tie.winner();
    [tie.upper, tie.lower].into_iter().flatten().filter(move |&player| decided && winner != Some(player))
}
