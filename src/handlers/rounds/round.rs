//! Closing, reopening and taking back a round.

use tiger_event::{Reason, RoundCommand};

use crate::access::EventAccess;
use crate::error::Result;
use crate::handlers::submission::{Answer, Deed, FromArbiter, Submission};
use crate::pages::FormView;
use crate::pages::rounds::GridPage;
use crate::services::results::read_reason;

/// Closes a round; says what is missing if it cannot be closed.
pub async fn close(FromArbiter(sent): FromArbiter) -> Answer {
    let round = sent.access.round()?.number;
    let deed = Deed::new(sent.access.path("/desk"), format!("Round {round} is closed."))
        .or_back_to(sent.access.path(&format!("/rounds/{round}/results")));
    sent.answer(deed, Some(RoundCommand::CloseRound { round }), async |access, form| {
        let mut page = grid(access, FormView::default()).await?;
        page.is_close_refused = !page.missing.is_empty();
        if page.missing.is_empty() {
            page.form.refill(form);
        }
        Ok(page)
    })
    .await
}

pub async fn reopen(FromArbiter(sent): FromArbiter) -> Answer {
    let round = sent.access.round()?.number;
    let next = sent.access.path(&format!("/rounds/{round}/results"));
    let deed = Deed::new(next, format!("Round {round} is open again."));
    with_reason(sent, deed, |reason| RoundCommand::ReopenRound { round, reason }).await
}

/// Makes a published round in which nothing has happened a draft again.
pub async fn unpublish(FromArbiter(sent): FromArbiter) -> Answer {
    let round = sent.access.round()?.number;
    let said = format!("Round {round} is a draft again; only arbiters see it.");
    let deed = Deed::new(sent.access.path("/draft"), said);
    with_reason(sent, deed, |reason| RoundCommand::UnpublishRound { round, reason }).await
}

async fn with_reason(
    mut sent: Submission,
    deed: Deed<'_>,
    command: impl FnOnce(Reason) -> RoundCommand,
) -> Answer {
    let read = read_reason(sent.posted.value("reason"), "Say why, so that everybody can read it later.");
    let command = sent.form.heed(read).map(command);
    sent.answer(deed, command, grid).await
}

/// The grid of the round, with the form that was refused.
async fn grid(access: &EventAccess, form: FormView) -> Result<GridPage> {
    let mut page = GridPage::of(access, access.round()?)?;
    page.form.refill(form);
    Ok(page)
}
