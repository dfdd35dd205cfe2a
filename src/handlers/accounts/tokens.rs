//! `/account/tokens`: what other programs prove themselves with when they act for oneself.

use actix_web::web::Path;
use chrono::TimeDelta;
use tiger_event::Label;
use uuid::Uuid;

use crate::access::{CurrentUser, Posted};
use crate::auth::journal::What;
use crate::error::{AppError, Result};
use crate::handlers::submission::{Answer, heed};
use crate::pages::tokens::{DAYS, NewTokenPage, TokensPage};
use crate::pages::{FormView, Page, Tone, see_other_saying};
use crate::services::programs::{self, Scope};
use crate::state::{AppState, State};
use crate::{clock, db};

const HERE: &str = "/account/tokens";

pub async fn show(user: CurrentUser, state: State) -> Answer {
    let (_, usual) = DAYS[0];
    Page(page(&user, state, FormView::new("token").with_value("days", usual)).await?).answer()
}

async fn page(user: &CurrentUser, state: State, form: FormView) -> Result<TokensPage> {
    let person = user.signed_in.user.clone();
    let tokens = db::block(move || programs::list(&state.db, &state.journal, &person)).await?;
    Ok(TokensPage::of(user, tokens, form))
}

/// A new one, whose secret is shown once.
pub async fn make(user: CurrentUser, posted: Posted, state: State) -> Answer {
    programs::require_password(&user.signed_in.user)?;
    user.signed_in.require_just_typed(HERE)?;
    let mut form = FormView::typed("token", &posted);
    let name = form.read("name", Label::parse);
    let days = form.read("days", |text| {
        let days = text.parse().ok().filter(|days| (1..=programs::LONGEST.num_days()).contains(days));
        days.ok_or("Choose how long it works.")
    });
    let scopes: Vec<Scope> = posted.values("scopes").filter_map(|key| key.parse().ok()).collect();
    let (Some(name), Some(days)) = (name, days) else {
        return Page(page(&user, state, form).await?).again();
    };
    let (database, person) = (state.db.clone(), user.signed_in.user.clone());
    let until = clock::now() + TimeDelta::days(days);
    let called = name.clone();
    let made = db::block(move || programs::make(&database, person.id, &name, &scopes, until)).await;
    let Some(secret) = heed(&mut form, "", made)? else {
        return Page(page(&user, state, form).await?).again();
    };
    note(&user, &state, What::TokenMade, called.as_str());
    Page(NewTokenPage::of(&user.viewer, called.as_str(), &secret)).answer()
}

pub async fn end(user: CurrentUser, _posted: Posted, id: Path<Uuid>, state: State) -> Answer {
    let (database, person, id) = (state.db.clone(), user.signed_in.user.id, id.into_inner());
    let taken = db::block(move || database.write(|db| db::api_tokens::delete(db, person, id))).await?;
    let taken = taken.ok_or(AppError::not_found("token"))?;
    note(&user, &state, What::TokenTaken, &taken.name);
    Ok(see_other_saying(HERE, Tone::Good, "That token works no longer."))
}

fn note(user: &CurrentUser, state: &AppState, what: What, token: &str) {
    user.viewer.note_as(state, what, &db::api_tokens::called(&user.signed_in.user.name, token));
}
