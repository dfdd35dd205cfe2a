//! What the last action did: a sentence that survives one redirect in a cookie.

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::{HttpRequest, HttpResponse};

use super::frame::Flash;
use super::parts::Tone;
use super::see_other;
use crate::error::problem::percent_encode;

const COOKIE: &str = "tiger_flash";

/// Answers a form that was carried out, and says so on the page that follows.
#[must_use]
pub fn see_other_saying(path: &str, tone: Tone, sentence: &str) -> HttpResponse {
    let mut answer = see_other(path);
    let value = format!("{}{}", tone.slug(), percent_encode(&format!(" {sentence}")));
    let cookie = Cookie::build(COOKIE, value).path("/").http_only(true).same_site(SameSite::Lax).finish();
    if let Err(error) = answer.add_cookie(&cookie) {
        tracing::warn!(%error, "what an action did cannot be told");
    }
    answer
}

/// The sentence that a request brings along.
#[must_use]
pub fn read(request: &HttpRequest) -> Option<Flash> {
    let cookie = request.cookie(COOKIE)?;
    let (tone, message) = cookie.value().split_once(' ')?;
    let tone = [Tone::Good, Tone::Warning, Tone::Bad, Tone::Info].into_iter().find(|t| t.slug() == tone)?;
    Some(Flash { tone, message: message.to_owned() })
}

/// The cookie that takes the sentence away.
#[must_use]
pub fn removal() -> Cookie<'static> {
    Cookie::build(COOKIE, "").path("/").http_only(true).max_age(Duration::ZERO).finish()
}
