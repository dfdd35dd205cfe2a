//! The headers that every answer carries.

use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};

use crate::publish::FRAMED_POLICY;

/// Scripts, styles, fonts and forms of this site alone; nothing inline; framed by nobody.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; \
     base-uri 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 8] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    // Links carry one-time secrets: no other site shall hear of them.
    (header::REFERRER_POLICY, "same-origin"),
    (header::CROSS_ORIGIN_OPENER_POLICY, "same-origin"),
    (header::CROSS_ORIGIN_RESOURCE_POLICY, "same-origin"),
    (header::PERMISSIONS_POLICY, "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (header::CACHE_CONTROL, "no-store"),
];

/// Adds the headers that the answer does not set itself.
pub(super) fn insert(headers: &mut HeaderMap, is_https: bool) {
    let is_framed =
        headers.get(header::CONTENT_SECURITY_POLICY).is_some_and(|policy| policy == FRAMED_POLICY);
    for (name, value) in HEADERS {
        let is_settled = headers.contains_key(&name) || (is_framed && name == header::X_FRAME_OPTIONS);
        if !is_settled {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
    if is_https {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
}
