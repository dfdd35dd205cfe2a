//! `/account`: the own password and sessions.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use uuid::Uuid;

use crate::auth::password::NewPassword;
use crate::auth::throttle::{self, Origin};
use crate::auth::{CurrentUser, Posted, account};
use crate::clock;
use crate::db::{self, DbError};
use crate::domain::dice::Bytes32;
use crate::error::AppError;
use crate::pages::Page;
use crate::pages::accounts::{AccountPage, SessionLine, browser_in_words};
use crate::pages::flash::see_other_saying;
use crate::pages::form::FormView;
use crate::pages::parts::Tone;
use crate::state::AppState;

/// How pages about accounts show times.
const TIME: &str = "%-d %B %Y, %H:%M UTC";

/// `GET /account`
///
/// # Errors
/// When nobody is signed in.
pub async fn show(user: CurrentUser, state: web::Data<AppState>) -> Result<HttpResponse, AppError> {
    page(&user, state, FormView::new("password")).await?.answer()
}

async fn page(
    user: &CurrentUser,
    state: web::Data<AppState>,
    form: FormView,
) -> Result<Page<AccountPage>, AppError> {
    let id = user.signed_in.user.id;
    let sessions =
        db::block(move || state.db.read(|db| -> Result<_, DbError> { db::sessions::list_of(db, id) }))
            .await?;
    let lines = sessions.into_iter().map(|session| SessionLine {
        is_this: session.id == user.signed_in.session,
        id: session.id.to_string(),
        browser: browser_in_words(&session.user_agent),
        since: session.created_at.format(TIME).to_string(),
        seen: session.seen_at.format(TIME).to_string(),
    });
    Ok(Page(AccountPage {
        frame: user.viewer.frame(),
        form,
        name: user.signed_in.user.name.clone(),
        login: user.signed_in.user.login.clone().filter(|_| user.signed_in.user.has_password),
        sessions: lines.collect(),
    }))
}

/// `POST /account/password`
///
/// # Errors
/// When nobody is signed in, the account has no password, or there were too many attempts.
pub async fn change_password(
    user: CurrentUser,
    posted: Posted,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    let person = user.signed_in.user.clone();
    if !person.has_password {
        return Err(AppError::unprocessable("You came by a link: there is no password to change."));
    }
    let login = person.login.clone().unwrap_or_default();
    let new = match NewPassword::parse(posted.value("new_password"), &login) {
        Ok(new) => new,
        Err(error) => {
            let form = posted.view("password").with_error("new_password", error.to_string());
            return page(&user, state, form).await?.answer_with(StatusCode::UNPROCESSABLE_ENTITY);
        }
    };
    let (shared, session) = (state.clone(), user.signed_in.session);
    let old = posted.value("old_password").to_owned();
    let turn = state.hasher.turn().await.map_err(AppError::internal)?;
    let is_changed = db::block(move || -> Result<bool, AppError> {
        // Whoever finds a browser signed in shall not guess the password with it.
        let origin = Origin::Known(Bytes32::digest(session.as_bytes()));
        let wait = shared.db.write(|db| throttle::note(db, &login, &origin, clock::now()))?;
        if let Some(retry_after) = wait {
            return Err(AppError::TooMany { retry_after });
        }
        let hash = shared.db.read(|db| db::users::find_password_hash(db, person.id))?;
        if !shared.hasher.is_right(&old, hash.as_deref()) {
            return Ok(false);
        }
        account::change_password(&shared.db, &shared.hasher, person.id, &new, Some(session))?;
        shared.db.write(|db| throttle::clear(db, &login, &origin))?;
        drop(turn);
        Ok(true)
    })
    .await?;
    if !is_changed {
        let form = posted.view("password").with_error("old_password", "This is not the password until now.");
        return page(&user, state, form).await?.answer_with(StatusCode::UNPROCESSABLE_ENTITY);
    }
    let sentence = "The password is changed. You were signed out everywhere else.";
    Ok(see_other_saying("/account", Tone::Good, sentence))
}

/// `POST /account/sessions/{id}/end`
///
/// # Errors
/// When there is no such session of this person.
pub async fn end_session(
    user: CurrentUser,
    _posted: Posted,
    id: web::Path<Uuid>,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    let (person, id) = (user.signed_in.user.id, id.into_inner());
    let was_there = db::block(move || {
        state.db.write(|db| -> Result<_, DbError> { db::sessions::delete(db, person, id) })
    })
    .await?;
    if was_there {
        Ok(see_other_saying("/account", Tone::Good, "That browser is signed out."))
    } else {
        Err(AppError::not_found("session"))
    }
}

/// `POST /account/sessions/end-others`
///
/// # Errors
/// When nobody is signed in.
pub async fn end_others(
    user: CurrentUser,
    _posted: Posted,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    let (person, session) = (user.signed_in.user.id, user.signed_in.session);
    db::block(move || {
        state.db.write(|db| -> Result<_, DbError> { db::sessions::delete_all_of(db, person, Some(session)) })
    })
    .await?;
    Ok(see_other_saying("/account", Tone::Good, "All other browsers are signed out."))
}
