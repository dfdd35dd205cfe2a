//! A player's own page: the games of one event.

use crate::access::EventAccess;
use crate::handlers::submission::Answer;
use crate::pages::Page;
use crate::pages::room::MyPage;

/// The page.
pub async fn show(access: EventAccess) -> Answer {
    let (_, id) = access.require_player()?;
    Page(MyPage::of(&access, access.event.entry(id)?)).answer()
}
