//! The rounds of an event.

use crate::access::ForArbiter;
use crate::handlers::submission::Answer;
use crate::pages::Page;
use crate::pages::rounds::RoundsPage;

pub async fn show(ForArbiter(access): ForArbiter) -> Answer {
    Page(RoundsPage::of(&access)).answer()
}
