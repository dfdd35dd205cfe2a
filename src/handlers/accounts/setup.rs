//! `/setup/{token}`: the first administrator makes an account with the link that the first start printed.

use actix_web::HttpRequest;
use actix_web::web::Path;
use tiger_event::PersonName;

use super::{user_agent, welcome};
use crate::access::{Posted, Viewer};
use crate::auth::links::NO_LINK;
use crate::auth::{Lane, Login, NewAccount, NewPassword, Token};
use crate::db;
use crate::error::Result;
use crate::handlers::submission::Answer;
use crate::pages::accounts::SetupPage;
use crate::pages::{FormView, Page, see_other};
use crate::services::accounts;
use crate::state::State;

pub async fn show(viewer: Viewer, token: Path<String>, state: State) -> Answer {
    find(&token, state).await?;
    Page(SetupPage { frame: viewer.form_frame()?, form: FormView::new("setup") }).answer()
}

async fn find(token: &str, state: State) -> Result<Token> {
    let token: Token = token.parse().map_err(|_| NO_LINK)?;
    db::block(move || accounts::require_setup(&state.db, &token).map(|()| token)).await
}

pub async fn submit(
    viewer: Viewer,
    posted: Posted,
    token: Path<String>,
    request: HttpRequest,
    state: State,
) -> Answer {
    let link = find(&token, state.clone()).await?;
    let mut form = FormView::typed("setup", &posted);
    let name = form.read("name", PersonName::parse);
    let login = form.read("login", Login::parse);
    let known = login.as_ref().map_or("", Login::as_str);
    let password = NewPassword::parse(posted.value("password"), known)
        .map_err(|error| form.reject("password", error.to_string()));
    let (Some(name), Some(login), Ok(password)) = (name, login, password) else {
        let page = SetupPage { frame: viewer.form_frame()?, form };
        return Page(page).again();
    };
    let session = Token::new()?;
    let agent = user_agent(&request);
    let account = NewAccount { login, name, password_hash: None, is_admin: true };
    let turn = state.hasher.turn(Lane::Strangers).await?;
    let (shared, token) = (state.clone(), session);
    db::block_in(turn, move || shared.accounts().set_up(&link, account, &password, (&token, &agent))).await?;
    welcome(see_other("/"), &session, &state.config)
}
