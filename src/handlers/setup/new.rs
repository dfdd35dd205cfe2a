//! A new event. Everybody with a password may make one and becomes its chief arbiter.

use actix_web::http::StatusCode;
use actix_web::web::Data;

use super::address::{TRIES, address};
use super::preview::preview;
use crate::access::{self, CurrentUser, Posted};
use crate::domain::command::EventCommand;
use crate::domain::ids::EventId;
use crate::domain::settings::Settings;
use crate::domain::text::PersonName;
use crate::error::AppError;
use crate::handlers::submission::Answer;
use crate::ledger::Order;
use crate::pages::Page;
use crate::pages::flash::see_other_saying;
use crate::pages::form::FormView;
use crate::pages::parts::Tone;
use crate::pages::setup::{NewEventPage, form};
use crate::services;
use crate::shares::What;
use crate::state::AppState;

pub async fn show(user: CurrentUser) -> Answer {
    require_organiser(&user)?;
    Page(NewEventPage::of(&user.viewer)).answer()
}

pub async fn create(state: Data<AppState>, user: CurrentUser, posted: Posted) -> Answer {
    require_organiser(&user)?;
    let mut form = form::of(&posted);
    if posted.has("preview") {
        return preview(form, |form, board| NewEventPage { board, ..page(&user, form) });
    }
    let Some(settings) = form::read_new(&mut form) else {
        return Page(page(&user, form)).answer_with(StatusCode::UNPROCESSABLE_ENTITY);
    };
    match make(&state, &user, &posted, settings).await {
        Ok(base) => Ok(see_other_saying(
            &format!("{base}/entries/add"),
            Tone::Good,
            "The event is made. Only its arbiters see it until you publish it at the desk. Now add the players.",
        )),
        Err(AppError::Unprocessable(sentence)) => {
            form.reject("", sentence);
            Page(page(&user, form)).answer_with(StatusCode::UNPROCESSABLE_ENTITY)
        }
        Err(error) => Err(error),
    }
}

/// Somebody who only claimed an entry does not run events.
pub(in crate::handlers) fn require_organiser(user: &CurrentUser) -> Result<(), AppError> {
    if user.signed_in.user.has_password {
        Ok(())
    } else {
        Err(AppError::forbidden("Only people with an account and a password can make events."))
    }
}

async fn make(
    state: &Data<AppState>,
    user: &CurrentUser,
    posted: &Posted,
    settings: Settings,
) -> Result<String, AppError> {
    state.shares.allowances.pass_person(What::Event, user.signed_in.user.id)?;
    let chief_name = PersonName::parse(&user.signed_in.user.name).map_err(AppError::internal)?;
    let mut outcome = Err(AppError::unprocessable("Please send this once more."));
    for _ in 0..TRIES {
        let event = EventId::new();
        let command = EventCommand::CreateEvent {
            event,
            slug: address(&settings)?,
            settings: Box::new(settings.clone()),
            chief: user.signed_in.user.id,
            chief_name: chief_name.clone(),
        };
        let order = Order::new(user.signed_in.actor(), event, command).once(posted.once()?);
        outcome = services::carry_out(&state.ledger, order).await;
        if !matches!(&outcome, Err(AppError::Unprocessable(sentence)) if sentence.contains("this address")) {
            break;
        }
    }
    outcome.map(|committed| access::base(&committed.event))
}

/// The page again, with what was typed.
fn page(user: &CurrentUser, form: FormView) -> NewEventPage {
    let mut page = NewEventPage::of(&user.viewer);
    page.form.refill(form);
    page
}
