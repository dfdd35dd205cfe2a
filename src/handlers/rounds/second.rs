//! The second pass: somebody else types the results of a round again, and sees what differs. It changes nothing.

use std::collections::BTreeMap;

use tiger_event::RoundState;

use crate::access::{EventAccess, ForArbiter};
use crate::error::AppError;
use crate::handlers::submission::{Answer, FromArbiter};
use crate::pages::Page;
use crate::pages::rounds::SecondPage;

/// Shows the boards of a round that is published, without their results.
pub async fn show(ForArbiter(access): ForArbiter) -> Answer {
    page(&access, &BTreeMap::new())
}

/// Holds what was typed against what stands.
pub async fn compare(FromArbiter(sent): FromArbiter) -> Answer {
    let typed = |(name, value): &(String, String)| {
        let board = name.strip_prefix("pick-")?.parse().ok()?;
        (!value.is_empty()).then(|| (board, value.clone()))
    };
    let typed: BTreeMap<u16, String> = sent.posted.fields().iter().filter_map(typed).collect();
    page(&sent.access, &typed)
}

fn page(access: &EventAccess, typed: &BTreeMap<u16, String>) -> Answer {
    let round = access.round()?;
    if round.state == RoundState::Draft {
        return Err(AppError::not_found("round"));
    }
    Page(SecondPage::of(access, round, typed)?).answer()
}
