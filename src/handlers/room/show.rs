//! The room's page.

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use super::{Room, steps, view};
use crate::auth::EventAccess;
use crate::error::AppError;
use crate::ledger::OnceKey;
use crate::pages::Page;
use crate::pages::form::FormView;
use crate::pages::room::RoomForms;
use crate::state::AppState;

/// The page.
pub async fn show(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
) -> Result<HttpResponse, AppError> {
    let room = Room::open(&request, &access)?;
    let known = room.known(&state).await?;
    Page(view::page(&room, known.as_ref(), fresh_forms(&room))).answer()
}

/// Forms in which nothing has been typed yet.
pub(super) fn fresh_forms(room: &Room<'_>) -> RoomForms {
    let form = |id: &str| FormView::new(id).with_idempotency(OnceKey::new().as_str());
    RoomForms {
        choice: form("choice-form"),
        word: form("word-form"),
        cup: form("cup"),
        void: form("void"),
        report: form("report"),
        record: form("record"),
        dispute: None,
        steps: steps::fresh_forms(room),
        once: OnceKey::new().to_string(),
    }
}

/// The page again, after a form was refused.
pub(super) fn refused(room: &Room<'_>, keep: impl FnOnce(&mut RoomForms)) -> Result<HttpResponse, AppError> {
    let mut forms = fresh_forms(room);
    keep(&mut forms);
    Page(view::page(room, None, forms)).answer_with(StatusCode::UNPROCESSABLE_ENTITY)
}
