//! The register of rulings, claims that were judged, and incidents.

use crate::access::EventAccess;
use crate::handlers::submission::Answer;
use crate::pages::Page;
use crate::pages::rounds::RulingsPage;

/// Shows everything in the register, oldest first.
pub async fn show(access: EventAccess) -> Answer {
    access.require_arbiter()?;
    Page(RulingsPage::of(&access)?).answer()
}
