//! Only what is new of a page: the page's script says which lines it holds, and they are left out of the answer.
//!
//! The request's header `HELD` has four signs for each line that the script holds, in their order. The answer is the page
//! with a comment `<!--=3 17-->` in place of those that it knows as its lines 3 to 17, and its header `WHOLE` proves what
//! is put together from it: should two lines ever look alike, the script fetches the whole page. No page knows of this; it
//! is `static/js/held.js` on the other side.

use std::collections::HashMap;
use std::fmt::Write;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};

use super::compressed::is_plain_page;

/// Which lines the reader holds.
const HELD: HeaderName = HeaderName::from_static("held-lines");
/// The number of the whole page, when lines of it are left out.
const WHOLE: HeaderName = HeaderName::from_static("whole-page");

/// Signs for a line.
const SIGNS: usize = 4;
/// The longest header that is looked at.
const MOST: usize = 16 * 1024;
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// What stands for a line.
pub(super) type Signs = [u8; SIGNS];

/// The lines that a request says to hold.
pub(super) fn of(request: &ServiceRequest) -> Option<Vec<Signs>> {
    let held = request.headers().get(&HELD)?.as_bytes();
    let (lines, []) = held.as_chunks::<SIGNS>() else { return None };
    (held.len() <= MOST).then(|| lines.to_vec())
}

/// Leaves out of a page made for one reader what he holds.
pub(super) fn leave_out(response: ServiceResponse, held: &[Signs]) -> ServiceResponse {
    if !is_plain_page(response.headers()) {
        return response;
    }
    let mut number = None;
    let mut response = response.map_body(|_, body| match body.try_into_bytes() {
        Ok(bytes) => match std::str::from_utf8(&bytes) {
            Ok(page) => {
                number = Some(digest(page));
                BoxBody::new(without(page, held))
            }
            Err(_) => BoxBody::new(bytes),
        },
        Err(body) => body,
    });
    if let Some(number) = number {
        response.headers_mut().insert(WHOLE, HeaderValue::from(number));
    }
    response
}

/// FNV-1a in 32 bits: two lines of a script, which has no better digest where the connection is plain.
pub fn digest(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |number, byte| (number ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

pub fn signs(line: &str) -> Signs {
    let number = digest(line);
    [26, 20, 14, 8].map(|shift| ALPHABET.get(((number >> shift) & 63) as usize).copied().unwrap_or_default())
}

pub fn without(page: &str, held: &[Signs]) -> String {
    let mut known: HashMap<Signs, usize> = HashMap::with_capacity(held.len());
    for (at, line) in held.iter().enumerate() {
        known.entry(*line).or_insert(at);
    }
    let mut left = String::with_capacity(page.len() / 8);
    let mut run: Option<(usize, usize)> = None;
    let end = |run: Option<(usize, usize)>, left: &mut String| {
        if let Some((first, last)) = run {
            // Writing to a string cannot fail.
            let _ = writeln!(left, "<!--={first} {last}-->");
        }
    };
    for line in page.split('\n') {
        let signs = signs(line);
        let next = run.map(|(_, last)| last + 1).filter(|next| held.get(*next) == Some(&signs));
        run = match (next, run, known.get(&signs)) {
            (Some(next), Some((first, _)), _) => Some((first, next)),
            (_, _, Some(&at)) => {
                end(run, &mut left);
                Some((at, at))
            }
            (_, _, None) => {
                end(run, &mut left);
                left.push_str(line);
                left.push('\n');
                None
            }
        };
    }
    end(run, &mut left);
    // The page's own lines are counted by what stands between them.
    left.pop();
    left
}
