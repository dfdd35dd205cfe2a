//! `/events/{slug}/settings/webhooks`: which other programs are told of an event.

use uuid::Uuid;

use crate::access::{EventAccess, ForChief, Posted};
use crate::auth::journal::What;
use crate::db;
use crate::error::{AppError, Result};
use crate::handlers::submission::Answer;
use crate::pages::setup::{NewWebhookPage, WebhooksPage};
use crate::pages::{FormView, Page, Tone, see_other_saying};
use crate::services::webhooks;
use crate::state::{AppState, State};

const HERE: &str = "/settings/webhooks";

/// The addresses, with what they answered.
pub async fn show(state: State, ForChief(access): ForChief) -> Answer {
    Page(page(&state, &access, FormView::new("webhook")).await?).answer()
}

async fn page(state: &State, access: &EventAccess, form: FormView) -> Result<WebhooksPage> {
    let (database, event) = (state.db.clone(), access.event.id);
    let hooks = db::block(move || database.read(|db| db::webhooks::list(db, event))).await?;
    Ok(WebhooksPage::of(access, hooks, form))
}

/// A new address, whose secret is shown once.
pub async fn make(state: State, ForChief(access): ForChief, posted: Posted) -> Answer {
    access.require_just_typed(HERE)?;
    let mut form = FormView::typed("webhook", &posted);
    let inside = state.config.webhooks_inside;
    let typed = form.read("address", |text| webhooks::read_address(text, inside));
    if let Some(typed) = typed {
        let (database, event) = (state.db.clone(), access.event.clone());
        match db::block(move || webhooks::make(&database, &event, typed)).await? {
            Some(hook) => {
                note(&state, &access, What::WebhookMade, &hook.address);
                return Page(NewWebhookPage::of(&access, &hook)).answer();
            }
            None => form.reject("", format!("An event tells {} addresses at most.", webhooks::MOST)),
        }
    }
    Page(page(&state, &access, form).await?).again()
}

/// Sends a message at once.
pub async fn send(state: State, ForChief(access): ForChief, _posted: Posted) -> Answer {
    let (id, database, event) =
        (access.named::<Uuid>("hook", "address")?, state.db.clone(), access.event.clone());
    let is_there = db::block(move || database.write(|db| webhooks::ask(db, &event, id))).await?;
    if !is_there {
        return Err(AppError::not_found("address"));
    }
    Ok(see_other_saying(
        &access.path(HERE),
        Tone::Good,
        "A message goes out now; its answer is here in a moment.",
    ))
}

/// Takes an address away.
pub async fn end(state: State, ForChief(access): ForChief, _posted: Posted) -> Answer {
    let (id, database, event) = (access.named::<Uuid>("hook", "address")?, state.db.clone(), access.event.id);
    let taken = db::block(move || database.write(|db| db::webhooks::delete(db, event, id))).await?;
    let hook = taken.ok_or(AppError::not_found("address"))?;
    note(&state, &access, What::WebhookTaken, &hook.address);
    Ok(see_other_saying(&access.path(HERE), Tone::Good, "That address hears nothing any more."))
}

fn note(state: &AppState, access: &EventAccess, what: What, to: &str) {
    access.viewer.note_as(state, what, &format!("{to} for {}", access.event.slug));
}
