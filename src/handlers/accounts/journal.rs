//! `/journal`: what concerns security, for administrators.

use crate::access::AdminUser;
use crate::db;
use crate::handlers::submission::Answer;
use crate::pages::Page;
use crate::pages::journal::JournalPage;
use crate::state::State;

/// Lines on the page.
const MOST: i64 = 500;

pub async fn show(admin: AdminUser, state: State) -> Answer {
    let lines = db::block(move || state.journal.newest(&state.db, MOST)).await?;
    Page(JournalPage::of(&admin.viewer, lines)).answer()
}
