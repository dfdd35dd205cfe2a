//! A player's own page: the games of one event.

use actix_web::web::Data;

use crate::access::EventAccess;
use crate::handlers::submission::Answer;
use crate::pages::Page;
use crate::pages::room::MyPage;
use crate::state::AppState;

/// The page.
pub async fn show(state: Data<AppState>, access: EventAccess) -> Answer {
    let (_, id) = access.require_player()?;
    Page(MyPage::of(&access, &state.base_url, access.event.entry(id)?)?).answer()
}
