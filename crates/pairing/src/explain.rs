//! Why a Dutch round is paired as it is: for each board what made it so, and for any other pair what would be
//! worse.
//!
//! A question "why not these two?" is answered by trying it: the pair is forced, the round is drafted again,
//! and the checker names the first criterion, from the top bracket down, by which the result is worse.

mod board;
mod why_not;

pub use board::{BoardReason, Decision, PlayerReason, explain_board, explain_round};
pub use why_not::{WhyNot, why_not, why_not_bye};
