//! The register of rulings, claims that were judged, and incidents.

use crate::access::EventAccess;
use crate::handlers::submission::Answer;
use crate::pages::Page;
use crate::pages::rounds::RulingsPage;

pub async fn show(access: EventAccess) -> Answer {
    access.require_arbiter()?;
    Page(RulingsPage::of(&access)?).answer()
}
