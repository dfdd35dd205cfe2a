//! The room's page.

use crate::access::EventAccess;
use crate::handlers::submission::Answer;
use crate::pages::Page;
use crate::state::State;

pub async fn show(state: State, access: EventAccess) -> Answer {
    Page(super::page(&access, &state).await?).answer()
}
