//! The register of rulings, claims that were judged, and incidents.

use crate::access::ForArbiter;
use crate::handlers::submission::Answer;
use crate::pages::Page;
use crate::pages::rounds::RulingsPage;

pub async fn show(ForArbiter(access): ForArbiter) -> Answer {
    Page(RulingsPage::of(&access)?).answer()
}
