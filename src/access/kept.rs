//! What was typed in a form that was not carried out because its sender is signed out, or has signed in again since:
//! the page that says so holds it, to be sent again.
//!
//! Only a form that a page of our own sent comes back: browsers say which page that was, and no other page can. Whoever
//! sends it again presses a button that bears their own token, below what is in it and the name that it is done under.

use actix_web::http::header;
use actix_web::{HttpMessage, HttpRequest};

use super::posted::{Encoding, HELD, Posted};
use crate::error::problem::percent_encode;

/// Fields that people are shown of a form.
const MOST_READ: usize = 100;

/// A form, until it has been answered.
struct Held(Posted);

/// A form that can be sent again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    pub action: String,
    /// The field in which it comes back: all that is in it but its old token.
    pub held: (&'static str, String),
    /// What was typed and chosen, for people, as far as they read it.
    pub typed: Vec<(String, String)>,
    /// How much more was.
    pub more: usize,
}

/// Whether a request is a form of an event that a page of our own sent. Accounts and passwords are typed again.
pub(super) fn is_own(request: &HttpRequest) -> bool {
    let is_same = match text(request, "sec-fetch-site") {
        Some(site) => site == "same-origin",
        None => text(request, header::ORIGIN.as_str())
            .and_then(|origin| origin.split_once("://"))
            .is_some_and(|(_, host)| text(request, header::HOST.as_str()) == Some(host)),
    };
    is_same && request.path().starts_with("/events/") && Encoding::of(request.headers()) != Encoding::Other
}

fn text<'a>(request: &'a HttpRequest, name: &str) -> Option<&'a str> {
    request.headers().get(name).and_then(|value| value.to_str().ok())
}

/// Keeps a form until it has been answered, unless it has a file: that is chosen again.
pub(super) fn keep(request: &HttpRequest, posted: &Posted) {
    if !posted.has_file() {
        request.extensions_mut().insert(Held(posted.clone()));
    }
}

impl Kept {
    /// The form that a request brought, if it was kept.
    pub(crate) fn of(request: &HttpRequest) -> Option<Self> {
        let Held(posted) = request.extensions_mut().remove()?;
        let is_secret = |name: &str| name == super::csrf::FIELD || name.contains("password");
        let action = request.uri().path_and_query().map_or_else(String::new, ToString::to_string);
        let fields = posted.fields().iter().filter(|(name, _)| !is_secret(name));
        let fields: Vec<_> = fields
            .map(|(name, value)| format!("{}={}", percent_encode(name), percent_encode(value)))
            .collect();
        let mut typed = posted.typed();
        typed.retain(|(name, value)| !is_secret(name) && !value.is_empty());
        let more = typed.len().saturating_sub(MOST_READ);
        typed.truncate(MOST_READ);
        Some(Self { action, held: (HELD, fields.join("&")), typed, more })
    }
}

/// The page from which a form was sent, by what the browser says of it.
pub(crate) fn sender(request: &HttpRequest) -> Option<&str> {
    let (_, rest) = text(request, header::REFERER.as_str())?.split_once("://")?;
    rest.strip_prefix(text(request, header::HOST.as_str())?).filter(|path| path.starts_with('/'))
}
