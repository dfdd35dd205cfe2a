//! The rounds of an event.

use crate::access::EventAccess;
use crate::handlers::submission::Answer;
use crate::pages::Page;
use crate::pages::rounds::RoundsPage;

pub async fn show(access: EventAccess) -> Answer {
    access.require_arbiter()?;
    Page(RoundsPage::of(&access)).answer()
}
