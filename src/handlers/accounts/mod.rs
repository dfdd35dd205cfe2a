//! Signing in and out, the own account, everybody's accounts, one-time links.

pub mod account;
pub mod code;
pub mod confirm;
pub mod journal;
pub mod password;
pub mod second_factor;
pub mod setup;
pub mod sign_in;
pub mod speaker;
pub mod tokens;
pub mod users;

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse};

use crate::auth::Token;
use crate::auth::cookie::{self, Kind};
use crate::config::Config;
use crate::handlers::submission::Answer;

/// What the browser says it is.
fn user_agent(request: &HttpRequest) -> String {
    let value = request.headers().get(header::USER_AGENT).and_then(|value| value.to_str().ok());
    value.unwrap_or("unknown browser").to_owned()
}

/// A path of this app to lead on to; the front page for anything else.
pub fn local_path(text: &str) -> &str {
    let is_local = text.starts_with('/')
        && !text.starts_with("//")
        && !text.contains('\\')
        && !text.chars().any(char::is_control);
    if is_local { text } else { "/" }
}

/// An answer with a session's cookie, which replaces the visitor's.
fn welcome(mut answer: HttpResponse, token: &Token, config: &Config) -> Answer {
    for cookie in [cookie::set(Kind::Session, token, config), cookie::removal(Kind::Guest, config)] {
        answer.add_cookie(&cookie)?;
    }
    Ok(answer)
}
