//! The steps at the board: offers, claims, consultations, incidents, flags, disqualification, undoing the last.

pub mod claims;
pub mod notes;
pub mod offers;
pub mod undo;

pub(super) mod view;

use actix_web::HttpResponse;
use actix_web::web::Data;

use super::Room;
use super::show::refused;
use crate::auth::Posted;
use crate::domain::command::Command;
use crate::error::AppError;
use crate::handlers::confirm::{Asking, ask_first};
use crate::ledger::OnceKey;
use crate::pages::form::FormView;
use crate::pages::steps::StepForms;
use crate::state::AppState;

/// One form of the room's steps.
#[derive(Clone, Copy)]
struct StepForm {
    /// The last part of its address.
    name: &'static str,
    /// Where on the page it stands.
    anchor: &'static str,
    /// The word on the button that confirms it.
    button: &'static str,
    /// What is said when it was carried out.
    said: &'static str,
    /// The form to be shown again.
    form: fn(&mut StepForms) -> &mut FormView,
}

impl StepForm {
    /// Carries the step out, after the points were seen and confirmed if it sets or changes the result.
    async fn carry_out(
        self,
        room: &Room<'_>,
        state: &Data<AppState>,
        posted: &Posted,
        command: Command,
    ) -> Result<HttpResponse, AppError> {
        let action = room.path(&format!("/steps/{}", self.name));
        let back = room.path(&format!("/room{}", self.anchor));
        let asking = Asking { action: &action, back: &back, button: self.button };
        if let Some(page) = ask_first(room.access, posted, room.game, &command, asking).await? {
            return Ok(page);
        }
        match room.carry_out(state, posted, command, (self.anchor, self.said)).await {
            Err(AppError::Unprocessable(sentence)) => self.refuse(room, posted, "", sentence),
            other => other,
        }
    }

    /// The room again, with what was typed and what is wrong with it.
    fn refuse(
        self,
        room: &Room<'_>,
        posted: &Posted,
        field: &str,
        sentence: impl Into<String>,
    ) -> Result<HttpResponse, AppError> {
        let sentence = sentence.into();
        refused(room, |forms| {
            let form = (self.form)(&mut forms.steps);
            let id = form.id.clone();
            *form = posted.view(&id).with_idempotency(OnceKey::new().as_str()).with_error(field, sentence);
        })
    }
}

/// Forms in which nothing has been typed yet.
pub(super) fn fresh_forms(room: &Room<'_>) -> StepForms {
    let form = |id: &str| {
        FormView::new(id).with_idempotency(OnceKey::new().as_str()).with_version(&room.game.result_revision)
    };
    StepForms {
        offer: form("offer-form"),
        claim: form("claim-form"),
        act: form("act"),
        incident: form("incident-form"),
        flag: form("flag-form"),
        disqualify: form("disqualify-form"),
    }
}

/// The entry that a form is about.
fn step_of(posted: &Posted) -> Result<u64, AppError> {
    posted.value("step").parse().map_err(|_| AppError::not_found("step"))
}

/// The player that a field names: `0` or `1`; `-` means nobody in particular.
fn player_in(posted: &Posted, field: &str) -> Option<Option<usize>> {
    match posted.value(field) {
        "0" => Some(Some(0)),
        "1" => Some(Some(1)),
        "-" => Some(None),
        _ => None,
    }
}
