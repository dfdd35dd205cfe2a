//! What two thousand phones ask for: public pages that are in memory go out before a route is looked up.
//!
//! Invariant: a request is answered here as the app would answer it, or not at all. Whoever brings a cookie or a query,
//! sends anything but a GET, has not taken the answers before, or holds one of the last places goes on to the app, and so
//! does whoever asks for what is not in memory.

use std::sync::Arc;

use actix_http::{HttpMessage, Request, Response};
use actix_web::body::BoxBody;
use actix_web::http::{Method, header};

use super::connections::{Connection, Phase};
use super::headers;
use crate::state::AppState;
use crate::{metrics, publish};

/// The answer to a request, if it is in memory.
pub(super) fn answer(state: &AppState, request: &Request) -> Option<Response<BoxBody>> {
    let is_plain = *request.method() == Method::GET
        && request.uri().query().is_none()
        && !request.headers().contains_key(header::COOKIE);
    let connection = request.conn_data::<Arc<Connection>>();
    if !is_plain || connection.is_some_and(|connection| connection.is_last || connection.is_stalled()) {
        return None;
    }
    let printed = state.publisher.in_memory(request.path())?;
    let mut response = publish::answer(request.headers(), &printed);
    headers::insert(response.headers_mut(), state.config.is_https());
    metrics::REQUESTS.add(1);
    if let Some(connection) = connection {
        connection.turn_to(Phase::Waiting);
    }
    Some(response.into())
}
