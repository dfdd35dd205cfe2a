//! `/account`: the own password and sessions.

use actix_web::HttpResponse;
use actix_web::http::header::{ContentDisposition, ContentType};
use actix_web::web::Path;
use chrono::DateTime;
use uuid::Uuid;

use super::local_path;
use crate::access::{CurrentUser, Posted};
use crate::auth::journal::What;
use crate::auth::{Lane, NewPassword};
use crate::db;
use crate::error::{AppError, Result};
use crate::handlers::submission::Answer;
use crate::pages::accounts::AccountPage;
use crate::pages::{FormView, Page, Tone, see_other, see_other_saying};
use crate::services::own_data;
use crate::state::State;

pub async fn show(user: CurrentUser, state: State) -> Answer {
    Page(page(&user, &state, FormView::new("password")).await?).answer()
}

/// What is stored about oneself, to be taken along.
pub async fn data(user: CurrentUser, state: State) -> Answer {
    let id = user.signed_in.user.id;
    let data = db::block(move || own_data::of(&state.ledger, id)).await?;
    let text = serde_json::to_string_pretty(&data).map_err(AppError::internal)?;
    let file = ContentDisposition::attachment("own-data.json");
    Ok(HttpResponse::Ok().insert_header(ContentType::json()).insert_header(file).body(text))
}

async fn page(user: &CurrentUser, state: &State, form: FormView) -> Result<AccountPage> {
    let (database, id) = (state.db.clone(), user.signed_in.user.id);
    let sessions = db::block(move || database.read(|db| db::sessions::list_of(db, id))).await?;
    Ok(AccountPage::of(user, sessions, form))
}

pub async fn change_password(user: CurrentUser, posted: Posted, state: State) -> Answer {
    let person = user.signed_in.user.clone();
    if !person.has_password {
        return Err(AppError::unprocessable("You came by a link: there is no password to change."));
    }
    let mut form = FormView::typed("password", &posted);
    let login = person.login.as_deref().unwrap_or_default();
    match NewPassword::parse(posted.value("new_password"), login) {
        Err(error) => form.reject("new_password", error.to_string()),
        Ok(new) => {
            let (shared, session) = (state.clone(), user.signed_in.session);
            let old = posted.value("old_password").to_owned();
            let turn = state.hasher.turn(Lane::Known).await?;
            let change = move || shared.accounts().change_password(&person, session, &old, &new);
            if db::block_in(turn, change).await? {
                user.viewer.note_as(&state, What::PasswordSet, user.signed_in.user.shown_login());
                let said = "The password is changed. You were signed out everywhere else.";
                return Ok(see_other_saying("/account", Tone::Good, said));
            }
            form.reject("old_password", "This is not your present password.");
        }
    }
    Page(page(&user, &state, form).await?).again()
}

pub async fn end_session(user: CurrentUser, _posted: Posted, id: Path<Uuid>, state: State) -> Answer {
    let (person, id) = (user.signed_in.user.id, id.into_inner());
    if db::block(move || state.db.write(|db| db::sessions::delete(db, person, id))).await? {
        Ok(see_other_saying("/account", Tone::Good, "That browser is signed out."))
    } else {
        Err(AppError::not_found("session"))
    }
}

pub async fn end_others(user: CurrentUser, _posted: Posted, state: State) -> Answer {
    let (person, session) = (user.signed_in.user.id, user.signed_in.session);
    db::block(move || state.db.write(|db| db::sessions::delete_all_of(db, person, Some(session)))).await?;
    Ok(see_other_saying("/account", Tone::Good, "All other browsers are signed out."))
}

/// The person knows of what happened to the account.
pub async fn heard(user: CurrentUser, posted: Posted, state: State) -> Answer {
    let (person, since) = (user.signed_in.user.id, user.signed_in.known_since);
    let until = posted.value("until").parse().ok().and_then(DateTime::from_timestamp_micros);
    if let Some(until) = until {
        db::block(move || state.db.write(|db| db::news::delete(db, person, since, until))).await?;
    }
    Ok(see_other(local_path(posted.value("next"))))
}
