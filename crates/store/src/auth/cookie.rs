//! The cookies: one for a session, one for visitors who fill in a form before they are signed in, one between password and
//! code, one by which a browser is known at the next sign-in, one for devices that press a clock.

use actix_web::HttpRequest;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};

use super::token::Token;
use crate::config::Config;

/// How long the link to a clock works, and the device that opened it may press.
pub const TABLET_DAYS: i64 = 3;

/// Which cookie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Of somebody who is signed in.
    Session,
    /// Of a visitor, for the tokens of forms.
    Guest,
    /// Of somebody who has typed the password and not yet the code.
    Half,
    /// Of a browser in which somebody has signed in before.
    Device,
    /// Of a device that may press one clock.
    Tablet,
}

impl Kind {
    /// The cookie's name. With https the prefix keeps other hosts of the domain from setting it.
    pub fn name(self, config: &Config) -> &'static str {
        let name = match self {
            Self::Session => "__Host-tiger_session",
            Self::Guest => "__Host-tiger_guest",
            Self::Half => "__Host-tiger_half",
            Self::Device => "__Host-tiger_device",
            Self::Tablet => "__Host-tiger_tablet",
        };
        if config.is_https() { name } else { name.trim_start_matches("__Host-") }
    }
}

/// A cookie with a token, sent to this site only and never shown to scripts.
pub fn set(kind: Kind, token: &Token, config: &Config) -> Cookie<'static> {
    let mut cookie = plain(kind.name(config), token.reveal(), config);
    let seconds = match kind {
        Kind::Session => i64::try_from(config.absolute_expiry().as_secs()).unwrap_or(i64::MAX),
        Kind::Half => super::halfway::LIFE.num_seconds(),
        Kind::Device => super::sessions::DEVICE_LIFE.num_seconds(),
        Kind::Tablet => Duration::days(TABLET_DAYS).whole_seconds(),
        Kind::Guest => return cookie,
    };
    cookie.set_max_age(Duration::seconds(seconds));
    cookie
}

/// A cookie that takes the browser's cookie of that kind away.
pub fn removal(kind: Kind, config: &Config) -> Cookie<'static> {
    let mut cookie = plain(kind.name(config), String::new(), config);
    cookie.set_max_age(Duration::ZERO);
    cookie
}

/// A cookie with any text, sent to this site only and never shown to scripts.
pub fn plain(name: &'static str, value: String, config: &Config) -> Cookie<'static> {
    Cookie::build(name, value)
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(config.is_https())
        .finish()
}

/// The token in a request's cookie, if there is one and it is readable.
pub fn token(request: &HttpRequest, kind: Kind, config: &Config) -> Option<Token> {
    request.cookie(kind.name(config))?.value().parse().ok()
}

/// The secret to which this browser's forms are bound: the session's, ended or not, otherwise the visitor's.
pub fn form_secret(request: &HttpRequest, config: &Config) -> Option<Token> {
    token(request, Kind::Session, config).or_else(|| token(request, Kind::Guest, config))
}
