//! An event's settings.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;

use super::form;
use super::preview::{draw_start, preview};
use crate::auth::EventAccess;
use crate::auth::Posted;
use crate::board::Drawing;
use crate::db;
use crate::domain::command::Command;
use crate::error::AppError;
use crate::ledger::{OnceKey, Order};
use crate::pages::Page;
use crate::pages::event::EventTab;
use crate::pages::flash::see_other_saying;
use crate::pages::form::FormView;
use crate::pages::parts::Tone;
use crate::pages::setup::{Offers, SettingsPage};
use crate::services;
use crate::state::AppState;

/// The form.
pub async fn show(access: EventAccess) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let settings = &access.event.settings;
    let form = form::filled(settings)
        .with_idempotency(OnceKey::new().as_str())
        .with_version(&access.event.settings_revision);
    let own = settings.board_file.as_ref().map(|file| draw_start(file.board()));
    page(&access, form, own).answer()
}

/// Saves the settings.
pub async fn save(
    state: Data<AppState>,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_chief()?;
    let mut form = form::of(&posted);
    if posted.has("preview") {
        return preview(form, |form, board| page(&access, form, board));
    }
    let Some(settings) = form::read(&mut form) else {
        return page(&access, form, None).answer_with(StatusCode::UNPROCESSABLE_ENTITY);
    };
    let command = Command::ChangeSettings { settings: Box::new(settings), seen: posted.version()? };
    let order = Order::new(access.actor()?, access.event.id, command).once(posted.once()?);
    match services::carry_out(&state, order).await {
        Ok(_) => Ok(see_other_saying(&access.path("/settings"), Tone::Good, "The settings are saved.")),
        Err(AppError::Unprocessable(sentence)) => {
            form.reject("", sentence);
            page(&access, form, None).answer_with(StatusCode::UNPROCESSABLE_ENTITY)
        }
        Err(AppError::Conflict { theirs, .. }) => {
            let (shared, id) = (state.clone(), access.event.id);
            let now = db::block(move || shared.ledger.event(id)).await?;
            form.reject(
                "",
                format!("Somebody saved other settings meanwhile: {theirs}. Yours are below; saving again replaces theirs."),
            );
            let form = form.with_version(&now.settings_revision).with_idempotency(OnceKey::new().as_str());
            page(&access, form, None).answer_with(StatusCode::CONFLICT)
        }
        Err(error) => Err(error),
    }
}

fn page(access: &EventAccess, form: FormView, board: Option<Drawing>) -> Page<SettingsPage> {
    Page(SettingsPage {
        frame: access.frame(Some(EventTab::Settings)),
        base: access.base(),
        form,
        offers: Offers::default(),
        is_chief: access.role.is_chief(),
        board,
        is_running: !access.event.rounds.is_empty(),
    })
}
