//! Who has not come to a round, by board.

use tiger_event::RoundState;

use crate::access::ForArbiter;
use crate::error::AppError;
use crate::handlers::submission::Answer;
use crate::pages::Page;
use crate::pages::rounds::AbsentPage;

/// Shows the list of a round that is published.
pub async fn show(ForArbiter(access): ForArbiter) -> Answer {
    let round = access.round()?;
    if round.state == RoundState::Draft {
        return Err(AppError::not_found("round"));
    }
    Page(AbsentPage::of(&access, round)).answer()
}
