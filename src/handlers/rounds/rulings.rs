//! The register of rulings, claims that were judged, and incidents.

use crate::access::{EventAccess, ForArbiter};
use crate::db::block;
use crate::error::Result;
use crate::handlers::submission::Answer;
use crate::pages::Page;
use crate::pages::rounds::RulingsPage;
use crate::services::reopened::former_boards;
use crate::state::{AppState, State};

pub async fn show(ForArbiter(access): ForArbiter, state: State) -> Answer {
    Page(register(&access, &state).await?).answer()
}

/// The register, with what was ruled at boards that are no more.
pub async fn register(access: &EventAccess, state: &AppState) -> Result<RulingsPage> {
    let (ledger, event) = (state.ledger.clone(), access.event.clone());
    RulingsPage::of(access, &block(move || former_boards(&ledger, &event)).await?)
}
