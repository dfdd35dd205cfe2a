//! The pages about tokens of other programs.

use askama::Template;
use strum::IntoEnumIterator;

use super::Frame;
use super::form::{Choice, FormView};
use crate::access::{CurrentUser, Viewer};
use crate::auth::Token;
use crate::auth::journal::What;
use crate::clock;
use crate::db::api_tokens::ApiToken;
use crate::db::journal::Line;
use crate::services::programs::{self, Scope};

/// How long tokens work: in words, and in days.
pub const DAYS: [(&str, &str); 4] =
    [("A week", "7"), ("A month", "31"), ("Three months", "92"), ("A year", "366")];

#[derive(Template)]
#[template(path = "accounts/tokens.html")]
pub struct TokensPage {
    pub frame: Frame,
    pub form: FormView,
    pub scopes: Vec<Choice>,
    pub days: Vec<Choice>,
    pub tokens: Vec<TokenLine>,
    /// Whether this reader may make one.
    pub has_password: bool,
}

pub struct TokenLine {
    /// Its name in addresses.
    pub id: String,
    pub name: String,
    pub scopes: String,
    pub until: String,
    pub is_over: bool,
    /// What it was used for.
    pub uses: Vec<String>,
}

/// A token that was just made.
#[derive(Template)]
#[template(path = "accounts/new_token.html")]
pub struct NewTokenPage {
    pub frame: Frame,
    pub name: String,
    pub secret: String,
}

impl TokensPage {
    /// Somebody's tokens, each with what the security journal says of it.
    pub fn of(user: &CurrentUser, tokens: Vec<(ApiToken, Vec<Line>)>, form: FormView) -> Self {
        Self {
            frame: user.viewer.frame().under("Your account", "/account"),
            form,
            scopes: Scope::iter().map(|scope| Choice::new(scope.key(), scope.title())).collect(),
            days: DAYS.iter().map(|(label, days)| Choice::new(*days, *label)).collect(),
            tokens: tokens.into_iter().map(|(token, uses)| line(&token, &uses)).collect(),
            has_password: user.signed_in.user.has_password,
        }
    }
}

fn line(token: &ApiToken, uses: &[Line]) -> TokenLine {
    let scopes: Vec<_> = programs::scopes(token).iter().map(|scope| scope.key()).collect();
    let told = |line: &Line| {
        let what = line.what.parse::<What>().ok()?.title();
        let at = line.last_at.format("%-d %B %Y, %H:%M UTC");
        let times = if line.times == 1 { String::new() } else { format!(", {} times", line.times) };
        Some(format!("{what}{times}, from {}, last {at}", line.address))
    };
    TokenLine {
        id: token.id.to_string(),
        name: token.name.clone(),
        scopes: if scopes.is_empty() { "reads".to_owned() } else { format!("reads, {}", scopes.join(", ")) },
        until: token.expires_at.format("%-d %B %Y").to_string(),
        is_over: token.expires_at <= clock::now(),
        uses: uses.iter().filter_map(told).collect(),
    }
}

impl NewTokenPage {
    /// The one time that it is shown.
    pub fn of(viewer: &Viewer, name: &str, secret: &Token) -> Self {
        let frame = viewer.frame().under("Tokens", "/account/tokens");
        Self { frame, name: name.to_owned(), secret: secret.reveal() }
    }
}
