//! Everything that waits for an arbiter.

use crate::access::ForArbiter;
use crate::handlers::submission::Answer;
use crate::pages::Page;
use crate::pages::rounds::QueuePage;
use crate::services::clocks::standings;
use crate::services::registrations::waiting;
use crate::state::State;

pub async fn show(state: State, ForArbiter(access): ForArbiter) -> Answer {
    let registered = waiting(&state.db, access.event.id).await?;
    let standings = standings(&state.clocks, &access.event).await?;
    Page(QueuePage::of(&access, registered, (&state.clocks, &standings))?).answer()
}
