//! `/users`: everybody's accounts, for administrators.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};

use crate::access::{AdminUser, Posted};
use crate::auth::account::{AccountError, Login, NewAccount, set_arbiter, set_disabled};
use crate::auth::links;
use crate::auth::token::Token;
use crate::db;
use crate::domain::ids::UserId;
use crate::domain::text::PersonName;
use crate::error::AppError;
use crate::handlers::submission::Answer;
use crate::pages::Page;
use crate::pages::accounts::{NewLink, UsersPage};
use crate::pages::flash::see_other_saying;
use crate::pages::form::FormView;
use crate::pages::parts::Tone;
use crate::services::accounts;
use crate::state::AppState;

/// `GET /users`
///
/// # Errors
/// When the person is no administrator.
pub async fn show(admin: AdminUser, state: Data<AppState>) -> Answer {
    Page(page(&admin, state, FormView::new("user"), None).await?).answer()
}

async fn page(
    admin: &AdminUser,
    state: Data<AppState>,
    form: FormView,
    link: Option<NewLink>,
) -> Result<UsersPage, AppError> {
    let people = db::block(move || accounts::people(&state.db)).await?;
    Ok(UsersPage::of(&admin.viewer, people, form, link))
}

/// `POST /users`
///
/// # Errors
/// When the person is no administrator.
pub async fn submit(admin: AdminUser, posted: Posted, state: Data<AppState>) -> Answer {
    let mut form = FormView::typed("user", &posted);
    let name = form.read("name", PersonName::parse);
    let login = form.read("login", Login::parse);
    if let (Some(name), Some(login)) = (name, login) {
        let called = name.to_string();
        let account = NewAccount { login, name, password_hash: None, is_admin: posted.has("is_admin") };
        let token = Token::new().map_err(AppError::internal)?;
        let (database, link) = (state.db.clone(), token);
        match db::block(move || accounts::invite(&database, &account, &link)).await? {
            Some(purpose) => {
                let url = state.base_url.join(&links::path(purpose, &token));
                let link = NewLink { name: called, url };
                let page = page(&admin, state, FormView::new("user"), Some(link)).await?;
                return Page(page).answer_with(StatusCode::CREATED);
            }
            None => form.reject("login", AccountError::LoginTaken.to_string()),
        }
    }
    Page(page(&admin, state, form, None).await?).answer_with(StatusCode::UNPROCESSABLE_ENTITY)
}

/// `POST /users/{id}/link`
///
/// # Errors
/// When the person is no administrator, or there is no such account.
pub async fn issue_link(
    admin: AdminUser,
    _posted: Posted,
    id: Path<String>,
    state: Data<AppState>,
) -> Answer {
    let (id, database) = (parse_id(&id)?, state.db.clone());
    let (user, path) = db::block(move || accounts::new_link(&database, id)).await?;
    let link = NewLink { name: user.name, url: state.base_url.join(&path) };
    Page(page(&admin, state, FormView::new("user"), Some(link)).await?).answer()
}

/// `POST /users/{id}/disable`
///
/// # Errors
/// When the person is no administrator, there is no such account, or it is the last administrator's.
pub async fn disable(_admin: AdminUser, _posted: Posted, id: Path<String>, state: Data<AppState>) -> Answer {
    let id = parse_id(&id)?;
    db::block(move || set_disabled(&state.db, id, true)).await?;
    Ok(see_other_saying("/users", Tone::Good, "The account is disabled and signed out everywhere."))
}

/// `POST /users/{id}/enable`
///
/// # Errors
/// When the person is no administrator, or there is no such account.
pub async fn enable(_admin: AdminUser, _posted: Posted, id: Path<String>, state: Data<AppState>) -> Answer {
    let id = parse_id(&id)?;
    db::block(move || set_disabled(&state.db, id, false)).await?;
    Ok(see_other_saying("/users", Tone::Good, "The account is enabled."))
}

/// `POST /users/{id}/arbiter`
///
/// # Errors
/// When the person is no administrator, or there is no such account.
pub async fn name_arbiter(
    _admin: AdminUser,
    posted: Posted,
    id: Path<String>,
    state: Data<AppState>,
) -> Answer {
    let (id, is_arbiter) = (parse_id(&id)?, posted.has("is_arbiter"));
    db::block(move || set_arbiter(&state.db, id, is_arbiter)).await?;
    let said = if is_arbiter {
        "They are an arbiter here and read precedents."
    } else {
        "They are no arbiter here any more; their roles in events stay."
    };
    Ok(see_other_saying("/users", Tone::Good, said))
}

fn parse_id(text: &str) -> Result<UserId, AppError> {
    text.parse().map_err(|_| AppError::not_found("account"))
}
