//! The room's page.

use actix_web::web::Data;

use crate::access::EventAccess;
use crate::handlers::submission::Answer;
use crate::pages::Page;
use crate::state::AppState;

pub async fn show(state: Data<AppState>, access: EventAccess) -> Answer {
    Page(super::page(&access, &state).await?).answer()
}
