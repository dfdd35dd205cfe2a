//! A player's own page: the games of one event.

use actix_web::web::Data;

use crate::access::EventAccess;
use crate::db;
use crate::handlers::submission::Answer;
use crate::pages::Page;
use crate::pages::alerts::AlertsView;
use crate::pages::room::MyPage;
use crate::services::alerts;
use crate::state::AppState;

/// The page.
pub async fn show(state: Data<AppState>, access: EventAccess) -> Answer {
    let (_, id) = access.require_player()?;
    let database = state.db.clone();
    let alerts = db::block(move || alerts::of(&database, id)).await?;
    let alerts = AlertsView::of(
        access.path("/me/alerts"),
        &alerts,
        (state.config.mail.is_set(), state.pusher.public()),
    );
    Page(MyPage::of(&access, &state.base_url, (access.event.entry(id)?, alerts))?).answer()
}
