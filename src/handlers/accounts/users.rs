//! `/users`: everybody's accounts, for administrators.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};

use crate::auth::account::{AccountError, Login, NewAccount};
use crate::auth::{AdminUser, Posted, account, links, token::Token};
use crate::db::links::Purpose;
use crate::db::users::User;
use crate::db::{self, DbError};
use crate::domain::ids::UserId;
use crate::domain::text::PersonName;
use crate::error::AppError;
use crate::pages::Page;
use crate::pages::accounts::{NewLink, UserLine, UsersPage};
use crate::pages::flash::see_other_saying;
use crate::pages::form::FormView;
use crate::pages::parts::Tone;
use crate::state::AppState;

/// `GET /users`
///
/// # Errors
/// When the person is no administrator.
pub async fn show(admin: AdminUser, state: web::Data<AppState>) -> Result<HttpResponse, AppError> {
    page(&admin, state, FormView::new("user"), None).await?.answer()
}

async fn page(
    admin: &AdminUser,
    state: web::Data<AppState>,
    form: FormView,
    link: Option<NewLink>,
) -> Result<Page<UsersPage>, AppError> {
    let people = db::block(move || state.db.read(db::users::list)).await?;
    let people = people.into_iter().map(line).collect();
    Ok(Page(UsersPage { frame: admin.viewer.frame(), form, people, link }))
}

fn line(user: User) -> UserLine {
    UserLine {
        id: user.id.to_string(),
        login: user.shown_login().to_owned(),
        has_login: user.login.is_some(),
        name: user.name,
        has_password: user.has_password,
        is_admin: user.is_admin,
        is_disabled: user.is_disabled,
    }
}

/// `POST /users`
///
/// # Errors
/// When the person is no administrator.
pub async fn submit(
    admin: AdminUser,
    posted: Posted,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    let mut form = posted.view("user");
    let name =
        PersonName::parse(posted.value("name")).map_err(|error| form.reject("name", error.to_string()));
    let login = Login::parse(posted.value("login")).map_err(|error| form.reject("login", error.to_string()));
    let (Ok(name), Ok(login)) = (name, login) else {
        return page(&admin, state, form, None).await?.answer_with(StatusCode::UNPROCESSABLE_ENTITY);
    };
    let account =
        NewAccount { login, name: name.clone(), password_hash: None, is_admin: posted.has("is_admin") };
    let token = Token::new().map_err(AppError::internal)?;
    let shared = state.clone();
    // A taken login is no error of the request: the form is shown again.
    let outcome = db::block(move || -> Result<_, AppError> {
        let outcome = shared.db.write(|db| -> Result<_, AccountError> {
            let id = account::create(db, &account)?;
            links::create(db, Purpose::Password(id), &token)?;
            Ok(Purpose::Password(id))
        });
        match outcome {
            Err(AccountError::LoginTaken) => Ok(None),
            outcome => Ok(Some(outcome?)),
        }
    })
    .await?;
    match outcome {
        Some(purpose) => {
            let url = state.base_url.join(&links::path(purpose, &token));
            let link = NewLink { name: name.to_string(), url };
            page(&admin, state, FormView::new("user"), Some(link)).await?.answer_with(StatusCode::CREATED)
        }
        None => {
            form.reject("login", AccountError::LoginTaken.to_string());
            page(&admin, state, form, None).await?.answer_with(StatusCode::UNPROCESSABLE_ENTITY)
        }
    }
}

/// `POST /users/{id}/link`
///
/// # Errors
/// When the person is no administrator, or there is no such account.
pub async fn issue_link(
    admin: AdminUser,
    _posted: Posted,
    id: web::Path<String>,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    let id = parse_id(&id)?;
    let shared = state.clone();
    let (user, path) = db::block(move || -> Result<_, AppError> {
        let user = shared.db.read(|db| -> Result<_, DbError> { db::users::find(db, id) })?;
        let user = user.ok_or(AppError::NotFound("account"))?;
        if user.login.is_none() || user.is_disabled {
            return Err(AppError::unprocessable("This account cannot have a password."));
        }
        Ok((user, links::issue(&shared.db, Purpose::Password(id))?))
    })
    .await?;
    let link = NewLink { name: user.name, url: state.base_url.join(&path) };
    page(&admin, state, FormView::new("user"), Some(link)).await?.answer()
}

/// `POST /users/{id}/disable`
///
/// # Errors
/// When the person is no administrator, there is no such account, or it is the last administrator's.
pub async fn disable(
    _admin: AdminUser,
    _posted: Posted,
    id: web::Path<String>,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    set_disabled(&id, state, true).await?;
    Ok(see_other_saying("/users", Tone::Good, "The account is disabled and signed out everywhere."))
}

/// `POST /users/{id}/enable`
///
/// # Errors
/// When the person is no administrator, or there is no such account.
pub async fn enable(
    _admin: AdminUser,
    _posted: Posted,
    id: web::Path<String>,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    set_disabled(&id, state, false).await?;
    Ok(see_other_saying("/users", Tone::Good, "The account is enabled."))
}

async fn set_disabled(id: &str, state: web::Data<AppState>, is_disabled: bool) -> Result<(), AppError> {
    let id = parse_id(id)?;
    db::block(move || account::set_disabled(&state.db, id, is_disabled)).await
}

fn parse_id(text: &str) -> Result<UserId, AppError> {
    text.parse().map_err(|_| AppError::not_found("account"))
}
