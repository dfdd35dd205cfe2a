//! `/setup/{token}`: the first administrator makes an account with the link that the first start printed.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};

use super::{user_agent, welcome};
use crate::auth::account::{Login, NewAccount};
use crate::auth::links::{self, NO_LINK};
use crate::auth::password::NewPassword;
use crate::auth::token::Token;
use crate::auth::{Posted, Viewer, sessions};
use crate::db::links::Purpose;
use crate::db::{self, DbError};
use crate::domain::text::PersonName;
use crate::error::AppError;
use crate::pages::Page;
use crate::pages::accounts::SetupPage;
use crate::pages::form::FormView;
use crate::state::AppState;

/// `GET /setup/{token}`
///
/// # Errors
/// When the link does not work.
pub async fn show(
    viewer: Viewer,
    token: web::Path<String>,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    find(&token, state).await?;
    Page(SetupPage { frame: viewer.form_frame()?, form: FormView::new("setup") }).answer()
}

async fn find(token: &str, state: web::Data<AppState>) -> Result<Token, AppError> {
    let token: Token = token.parse().map_err(|_| NO_LINK)?;
    db::block(move || {
        state.db.read(|db| {
            let link = links::find_open(db, &token, |purpose| (purpose == Purpose::Setup).then_some(token))?;
            if db::users::has_administrator(db)? { Err(NO_LINK) } else { Ok(link) }
        })
    })
    .await
}

/// `POST /setup/{token}`
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
    let link = find(&token, state.clone()).await?;
    let mut form = posted.view("setup");
    let name =
        PersonName::parse(posted.value("name")).map_err(|error| form.reject("name", error.to_string()));
    let login = Login::parse(posted.value("login")).map_err(|error| form.reject("login", error.to_string()));
    let known = login.as_ref().map_or("", |login| login.as_str());
    let password = NewPassword::parse(posted.value("password"), known)
        .map_err(|error| form.reject("password", error.to_string()));
    let (Ok(name), Ok(login), Ok(password)) = (name, login, password) else {
        let page = SetupPage { frame: viewer.form_frame()?, form };
        return Page(page).answer_with(StatusCode::UNPROCESSABLE_ENTITY);
    };
    let session = Token::new().map_err(AppError::internal)?;
    let agent = user_agent(&request);
    let turn = state.hasher.turn().await.map_err(AppError::internal)?;
    let shared = state.clone();
    db::block(move || -> Result<_, AppError> {
        let hash = shared.hasher.hash(&password).map_err(AppError::internal)?;
        drop(turn);
        let account = NewAccount { login, name, password_hash: Some(hash), is_admin: true };
        let user = links::set_up(&shared.db, &link, &account)?.ok_or(NO_LINK)?;
        shared.db.write(|db| -> Result<_, DbError> {
            sessions::begin(db, &shared.config, user, &session, &agent)
        })?;
        Ok(())
    })
    .await?;
    welcome("/", &session, &state.config)
}
