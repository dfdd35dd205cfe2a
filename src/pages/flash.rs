//! What the last action did: a sentence that survives one redirect in a cookie.

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::frame::{Flash, Frame};
use super::parts::Tone;
use super::see_other;
use crate::access::csrf::WithAnswer;
use crate::error::problem::percent_encode;

const COOKIE: &str = "tiger_flash";

/// The sentence as it is put into pages that were made before.
#[derive(Template)]
#[template(path = "pieces/flash.html")]
struct Notice<'a> {
    frame: Frame,
    flash: &'a Flash,
}

/// Answers a form that was carried out, and says so on the page that follows.
pub fn see_other_saying(path: &str, tone: Tone, sentence: &str) -> HttpResponse {
    let mut answer = see_other(path);
    let value = format!("{}{}", tone.slug(), percent_encode(&format!(" {sentence}")));
    answer.extensions_mut().insert(WithAnswer(cookie(value)));
    answer
}

fn cookie(value: String) -> Cookie<'static> {
    Cookie::build(COOKIE, value).path("/").http_only(true).same_site(SameSite::Lax).finish()
}

/// The sentence as a part of a page.
pub fn notice(flash: &Flash) -> Result<String, askama::Error> {
    Notice { frame: Frame::default(), flash }.render()
}

/// The sentence that a request brings along.
pub fn read(request: &HttpRequest) -> Option<Flash> {
    let cookie = request.cookie(COOKIE)?;
    let (tone, message) = cookie.value().split_once(' ')?;
    let tone = [Tone::Good, Tone::Warning, Tone::Bad, Tone::Info].into_iter().find(|t| t.slug() == tone)?;
    Some(Flash { tone, message: message.to_owned() })
}

/// The cookie that takes the sentence away.
pub fn removal() -> Cookie<'static> {
    let mut cookie = cookie(String::new());
    cookie.set_max_age(Duration::ZERO);
    cookie
}
