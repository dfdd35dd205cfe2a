//! A new event. Whom an administrator calls an arbiter may make one, and becomes its chief arbiter.

use super::begin::begin;
use super::preview::preview;
use crate::access::{self, CurrentUser, Posted};
use crate::error::{AppError, Result};
use crate::handlers::submission::{Answer, heed};
use crate::pages::setup::{NewEventPage, form};
use crate::pages::{FormView, Page, Tone, see_other_saying};
use crate::state::State;

pub async fn show(user: CurrentUser) -> Answer {
    require_organiser(&user)?;
    Page(NewEventPage::of(&user.viewer)).answer()
}

pub async fn create(state: State, user: CurrentUser, posted: Posted) -> Answer {
    require_organiser(&user)?;
    let mut form = form::of(&posted);
    if posted.has("preview") {
        return preview(form, |form, board| NewEventPage { board, ..page(&user, form) });
    }
    let Some(settings) = form::read_new(&mut form) else {
        return Page(page(&user, form)).again();
    };
    let made = begin(&state, &user, &posted, (&settings, &[]), None).await;
    match heed(&mut form, "", made)? {
        Some(Ok(event)) => Ok(see_other_saying(
            &format!("{}/entries/add", access::base(&event)),
            Tone::Good,
            "The event is made. Only its arbiters see it until you publish it at the desk. Now add the players.",
        )),
        Some(Err(refusal)) => {
            form.reject("", refusal.to_string());
            Page(page(&user, form)).again()
        }
        None => Page(page(&user, form)).again(),
    }
}

/// Events stand on the front page and count for the ratings of the whole installation: not everybody makes them.
pub(in crate::handlers) fn require_organiser(user: &CurrentUser) -> Result<()> {
    if user.signed_in.user.is_named_arbiter() {
        Ok(())
    } else {
        Err(AppError::forbidden(
            "An administrator of this installation says on the page Users who may make events.",
        ))
    }
}

/// The page again, with what was typed.
fn page(user: &CurrentUser, form: FormView) -> NewEventPage {
    let mut page = NewEventPage::of(&user.viewer);
    page.form.refill(form);
    page
}
