//! Answering from memory: which coding, or that the browser has it already.

use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::web::Bytes;
use actix_web::{HttpResponse, HttpResponseBuilder};

use super::printed::{Coded, MARK, Printed, Turns};
use crate::shares::{Pieces, shared};

/// Kept by anybody, but asked for again each time: a page is as new as its entity tag.
const CACHING: HeaderValue = HeaderValue::from_static("public, no-cache");

/// What the answer depends on: colours and sign-in come by cookie.
const VARY: HeaderValue = HeaderValue::from_static("Accept-Encoding, Cookie");

/// Answers a request with these headers with a printed page, in the best coding that the browser takes; with 304 if it has
/// it already.
pub fn answer(asked: &HeaderMap, printed: &Printed) -> HttpResponse {
    let mut answer = answer_to_one(asked, printed);
    answer.headers_mut().insert(header::CACHE_CONTROL, CACHING);
    answer
}

/// Whether an answer is the same for everybody.
pub fn is_for_everybody(answer: &HttpResponse) -> bool {
    answer.headers().get(header::CACHE_CONTROL) == Some(&CACHING)
}

/// Answers one reader with what no cache may keep, such as a file of a hidden event; a program that has it is told so.
pub fn answer_to_one(asked: &HeaderMap, printed: &Printed) -> HttpResponse {
    let coded = choose(asked, printed);
    let is_known = is_known(asked, &coded.tag);
    let mut response = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() }.finish();
    let headers = response.headers_mut();
    headers.insert(header::ETAG, coded.tag.clone());
    headers.insert(header::VARY, VARY);
    if let Some(refresh) = printed.turns.as_ref().and_then(Turns::header) {
        headers.insert(HeaderName::from_static("refresh"), refresh);
    }
    if is_known {
        return response;
    }
    headers.insert(header::CONTENT_TYPE, printed.media_type.clone());
    if let Some(coding) = coded.coding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    if let Some(disposition) = &printed.disposition {
        headers.insert(header::CONTENT_DISPOSITION, disposition.clone());
    }
    response.set_body(shared(coded.bytes.clone()))
}

impl Printed {
    pub fn answer_once(&self) -> HttpResponse {
        self.answer_head().body(self.plain.bytes.clone())
    }

    fn answer_head(&self) -> HttpResponseBuilder {
        let mut answer = HttpResponse::Ok();
        answer.insert_header((header::CONTENT_TYPE, self.media_type.clone()));
        answer.insert_header((header::VARY, VARY));
        if let Some(refresh) = self.turns.as_ref().and_then(Turns::header) {
            answer.insert_header((HeaderName::from_static("refresh"), refresh));
        }
        if let Some(disposition) = &self.disposition {
            answer.insert_header((header::CONTENT_DISPOSITION, disposition.clone()));
        }
        answer
    }

    /// Answers one reader with the page that all share, and with a word to this one in its place.
    pub fn answer_saying(&self, word: String) -> HttpResponse {
        let bytes = &self.plain.bytes;
        let at = self.mark.unwrap_or(bytes.len());
        let after = bytes.len().min(at + MARK.len());
        let parts = vec![bytes.slice(..at), Bytes::from(word), bytes.slice(after..)];
        self.answer_head().body(Pieces::new(parts, None))
    }
}

/// Whether the browser names this entity tag among those that it has.
pub fn is_known(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    let tag = tag.as_bytes();
    headers.get_all(header::IF_NONE_MATCH).any(|value| {
        value.as_bytes() == tag
            || value.as_bytes().split(|byte| *byte == b',').any(|known| {
                let known = known.trim_ascii();
                known == b"*" || known.strip_prefix(b"W/").unwrap_or(known) == tag
            })
    })
}

fn choose<'a>(headers: &HeaderMap, printed: &'a Printed) -> &'a Coded {
    let accept = headers.get(header::ACCEPT_ENCODING).map_or(&b""[..], HeaderValue::as_bytes);
    let brotli = printed.brotli.as_ref().filter(|_| accepts(accept, b"br"));
    brotli.or_else(|| printed.gzip.as_ref().filter(|_| accepts(accept, b"gzip"))).unwrap_or(&printed.plain)
}

/// Whether `Accept-Encoding` names a coding without refusing it. A star is not taken at its word: whoever wants
/// compression says which.
pub fn accepts(accept: &[u8], coding: &[u8]) -> bool {
    accept.split(|byte| *byte == b',').any(|item| {
        let mut parts = item.split(|byte| *byte == b';').map(<[u8]>::trim_ascii);
        let is_named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(coding));
        let is_refused = |part: &[u8]| {
            part.strip_prefix(b"q=").is_some_and(|weight| weight.iter().all(|b| matches!(b, b'0' | b'.')))
        };
        is_named && !parts.any(is_refused)
    })
}
