//! `/password/{token}`: somebody sets a password with a link from an administrator.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};

use super::{user_agent, welcome};
use crate::auth::account::AccountError;
use crate::auth::links::{self, NO_LINK};
use crate::auth::password::NewPassword;
use crate::auth::token::Token;
use crate::auth::{Posted, Viewer, sessions};
use crate::clock;
use crate::db;
use crate::db::links::Purpose;
use crate::db::users::User;
use crate::error::AppError;
use crate::pages::Page;
use crate::pages::accounts::PasswordPage;
use crate::pages::form::FormView;
use crate::state::AppState;

/// `GET /password/{token}`
///
/// # Errors
/// When the link does not work.
pub async fn show(
    viewer: Viewer,
    token: web::Path<String>,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    let (_, user) = find(&token, state).await?;
    page(&viewer, &user, FormView::new("password"))?.answer()
}

fn page(viewer: &Viewer, user: &User, form: FormView) -> Result<Page<PasswordPage>, AppError> {
    let login = user.shown_login().to_owned();
    Ok(Page(PasswordPage { frame: viewer.form_frame()?, form, name: user.name.clone(), login }))
}

async fn find(token: &str, state: web::Data<AppState>) -> Result<(Token, User), AppError> {
    let token: Token = token.parse().map_err(|_| NO_LINK)?;
    db::block(move || {
        state.db.read(|db| -> Result<_, AppError> {
            let id = links::find_open(db, &token, |purpose| match purpose {
                Purpose::Password(user) => Some(user),
                _ => None,
            })?;
            let user = db::users::find(db, id)?.filter(|user| !user.is_disabled).ok_or(NO_LINK)?;
            Ok((token, user))
        })
    })
    .await
}

/// `POST /password/{token}`
///
/// # Errors
/// When the link does not work.
pub async fn submit(
    viewer: Viewer,
    posted: Posted,
    token: web::Path<String>,
    request: HttpRequest,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    let (link, user) = find(&token, state.clone()).await?;
    let password = match NewPassword::parse(posted.value("password"), user.shown_login()) {
        Ok(password) => password,
        Err(error) => {
            let form = posted.view("password").with_error("password", error.to_string());
            return page(&viewer, &user, form)?.answer_with(StatusCode::UNPROCESSABLE_ENTITY);
        }
    };
    let session = Token::new().map_err(AppError::internal)?;
    let agent = user_agent(&request);
    let turn = state.hasher.turn().await.map_err(AppError::internal)?;
    let shared = state.clone();
    let is_set = db::block(move || -> Result<_, AppError> {
        let hash = shared.hasher.hash(&password).map_err(AppError::internal)?;
        drop(turn);
        Ok(shared.db.write(|db| -> Result<_, AccountError> {
            if !links::use_up(db, &link)? {
                return Ok(false);
            }
            db::users::update_password(db, user.id, &hash, clock::now())?;
            db::sessions::delete_all_of(db, user.id, None)?;
            db::devices::delete_of(db, user.id)?;
            sessions::begin(db, &shared.config, user.id, &session, &agent)?;
            Ok(true)
        })?)
    })
    .await?;
    if is_set { welcome("/", &session, &state.config) } else { Err(NO_LINK) }
}
