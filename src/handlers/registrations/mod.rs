//! Players who register by themselves: the form, the private link, and the arbiters' list.

pub mod decide;
pub mod form;
pub mod list;
pub mod own;
pub mod terms;

mod view;

use crate::domain::entry::RoundNumber;

/// Rounds in words, such as `round 2` or `rounds 2, 5`.
fn rounds_in_words(rounds: &[RoundNumber]) -> String {
    let listed = rounds.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    match rounds {
        [] => String::new(),
        [_] => format!("round {listed}"),
        _ => format!("rounds {listed}"),
    }
}
