//! `/password/{token}`: somebody sets a password with a link from an administrator.

use actix_web::web::Path;
use actix_web::{HttpRequest, HttpResponse};

use super::{code, user_agent, welcome};
use crate::access::{Posted, Viewer};
use crate::auth::journal::What;
use crate::auth::links::NO_LINK;
use crate::auth::{Lane, NewPassword, Token, address};
use crate::db;
use crate::db::users::User;
use crate::error::{AppError, Result};
use crate::handlers::submission::Answer;
use crate::pages::accounts::PasswordPage;
use crate::pages::{FormView, Page, see_other};
use crate::services::accounts::{self, Entrance};
use crate::state::State;

pub async fn show(viewer: Viewer, token: Path<String>, state: State) -> Answer {
    let (_, user) = find(&token, state).await?;
    Page(PasswordPage::of(&viewer, &user, FormView::new("password"))?).answer()
}

async fn find(token: &str, state: State) -> Result<(Token, User)> {
    let token: Token = token.parse().map_err(|_| NO_LINK)?;
    db::block(move || -> Result<_> {
        let user = accounts::find_by_link(&state.db, &token)?;
        Ok((token, user))
    })
    .await
}

/// How good a password is that somebody types. Nothing is kept of it.
pub async fn judge(posted: Posted) -> Answer {
    let (password, login) = (posted.value("password").to_owned(), posted.value("login").to_owned());
    let said = db::block(move || Ok::<_, AppError>(NewPassword::judged(&password, &login))).await?;
    Ok(HttpResponse::Ok().json(serde_json::json!({ "said": said })))
}

pub async fn submit(
    viewer: Viewer,
    posted: Posted,
    token: Path<String>,
    request: HttpRequest,
    state: State,
) -> Answer {
    let (link, user) = find(&token, state.clone()).await?;
    let password = match NewPassword::parse(posted.value("password"), user.shown_login()) {
        Ok(password) => password,
        Err(error) => {
            let form = FormView::typed("password", &posted).with_error("password", error.to_string());
            let page = PasswordPage::of(&viewer, &user, form)?;
            return Page(page).again();
        }
    };
    let token = Token::new()?;
    let agent = user_agent(&request);
    let turn = state.hasher.turn(Lane::Strangers).await?;
    let shared = state.clone();
    let set = move || shared.accounts().set_password(&link, user.id, &password, (token, &agent));
    let entrance = db::block_in(turn, set).await?;
    state.journal.note(What::PasswordSet, user.shown_login(), &address::client(&request, &state.config));
    match entrance {
        Entrance::Session(token) => welcome(see_other("/"), &token, &state.config),
        Entrance::HalfWay(token) => code::lead("/", &token, &state),
    }
}
