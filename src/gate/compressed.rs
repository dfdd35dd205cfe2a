//! Pages that are made for one reader go out compressed, as those that all share do.

use std::io::Write;

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap, HeaderValue};
use flate2::Compression;
use flate2::write::GzEncoder;

/// Shorter bodies are not worth it.
const WORTH: u64 = 1024;

/// gzip's effort, 1 to 9: little, for it is done where other answers wait.
const LEVEL: u32 = 1;

/// Whether the answer to a request may be compressed. Under HTTPS the length of a compressed page could tell strangers of
/// what is in it, token by token, if they could let it be asked for: so not for what another site asks.
pub(super) fn is_welcome(request: &ServiceRequest, is_https: bool) -> bool {
    let text = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or("");
    let takes_gzip = text("accept-encoding").split(',').any(|coding| coding.trim() == "gzip");
    let is_own = matches!(text("sec-fetch-site"), "same-origin" | "none");
    takes_gzip && (is_own || !is_https)
}

/// Compresses a page, unless whoever made it has seen to that.
pub(super) fn compress(response: ServiceResponse) -> ServiceResponse {
    let is_worth = matches!(response.response().body().size(), BodySize::Sized(length) if length >= WORTH);
    if !is_worth || !is_plain_page(response.headers()) {
        return response;
    }
    let mut is_compressed = false;
    let mut response = response.map_body(|_, body| match body.try_into_bytes() {
        Ok(bytes) => match gzip(&bytes) {
            Ok(compressed) => {
                is_compressed = true;
                BoxBody::new(compressed)
            }
            Err(_) => BoxBody::new(bytes),
        },
        Err(body) => body,
    });
    if is_compressed {
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    response
}

/// Whether it is a page made for one reader, as it came from its template.
pub(super) fn is_plain_page(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let is_settled = headers.contains_key(header::CONTENT_ENCODING) || headers.contains_key(header::ETAG);
    kind.starts_with("text/html") && !is_settled
}

fn gzip(body: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(body.len() / 4), Compression::new(LEVEL));
    encoder.write_all(body)?;
    encoder.finish()
}
