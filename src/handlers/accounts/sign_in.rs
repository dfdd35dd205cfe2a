//! `/sign-in` and `/sign-out`.

use actix_web::{HttpRequest, web};
use serde::Deserialize;

use super::{code, local_path, user_agent, welcome};
use crate::access::{Posted, Viewer};
use crate::auth::account::normalize;
use crate::auth::cookie::{self, Kind};
use crate::auth::journal::What;
use crate::auth::sessions::{self, Caller, Credentials, SignIn};
use crate::auth::{Lane, address};
use crate::config::Config;
use crate::db;
use crate::error::AppError;
use crate::handlers::submission::Answer;
use crate::pages::accounts::SignInPage;
use crate::pages::{FormView, Page, see_other};
use crate::state::State;

/// Where the reader wanted to go.
#[derive(Debug, Deserialize)]
pub struct Next {
    #[serde(default)]
    pub(super) next: String,
}

/// From where somebody signs in.
pub(super) fn caller(request: &HttpRequest, config: &Config) -> Caller {
    Caller {
        address: address::client(request, config),
        user_agent: user_agent(request),
        device: cookie::token(request, Kind::Device, config),
    }
}

pub async fn show(viewer: Viewer, next: web::Query<Next>) -> Answer {
    let next = local_path(&next.next);
    if viewer.signed_in().is_some() {
        return Ok(see_other(next));
    }
    let form = FormView::new("sign-in");
    Page(SignInPage { frame: viewer.form_frame()?, form, next: next.to_owned() }).answer()
}

pub async fn submit(viewer: Viewer, posted: Posted, request: HttpRequest, state: State) -> Answer {
    let typed = Credentials {
        login: posted.value("login").to_owned(),
        password: posted.value("password").to_owned(),
        caller: caller(&request, &state.config),
    };
    let (shared, noted) = (state.clone(), typed.clone());
    let attempt = db::block(move || sessions::attempt(&shared.db, &noted)).await?;
    let (address, login) = (typed.caller.address.clone(), normalize(&typed.login));
    let attempt = attempt.map_err(|retry_after| {
        state.journal.note(What::Throttled, "a login", &address);
        AppError::TooMany { retry_after }
    })?;
    let known = if attempt.is_of_somebody() { login } else { "a login that nobody has".to_owned() };
    let before = viewer.signed_in().map(|before| (before.user.id, before.session));
    let lane = if before.is_some() { Lane::Known } else { attempt.lane() };
    let turn = state.hasher.turn(lane).await?;
    let shared = state.clone();
    let outcome = db::block_in(turn, move || shared.accounts().sign_in(&typed, attempt, before)).await?;
    let next = local_path(posted.value("next"));
    match outcome {
        SignIn::Welcome(tokens) => {
            state.journal.note(What::SignedIn, &known, &address);
            let mut answer = welcome(see_other(next), &tokens.session, &state.config)?;
            let device = cookie::set(Kind::Device, &tokens.device, &state.config);
            answer.add_cookie(&device)?;
            Ok(answer)
        }
        SignIn::HalfWay(token) => code::lead(next, &token, &state),
        SignIn::Wrong => {
            state.journal.note(What::WrongPassword, &known, &address);
            let form = FormView::typed("sign-in", &posted).with_error("", "Login or password is wrong.");
            let page = SignInPage { frame: viewer.form_frame()?, form, next: next.to_owned() };
            Page(page).again()
        }
    }
}

pub async fn sign_out(viewer: Viewer, _posted: Posted, state: State) -> Answer {
    let mut answer = see_other("/");
    answer.add_cookie(&cookie::removal(Kind::Session, &state.config))?;
    if let Some(signed_in) = viewer.signed_in() {
        let (user, session) = (signed_in.user.id, signed_in.session);
        db::block(move || state.db.write(|db| db::sessions::delete(db, user, session))).await?;
    }
    Ok(answer)
}
