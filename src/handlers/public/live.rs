//! The stream that tells pages of a new version.

use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest, HttpResponse, web};
use serde::Deserialize;

use super::{is_visitor, state};
use crate::access::EventAccess;
use crate::auth::address;
use crate::error::AppError;
use crate::live::{Full, RETRY};
use crate::shares::{self, Who};

/// What the page has.
#[derive(Debug, Deserialize)]
pub struct Asked {
    /// The version that it shows.
    seen: Option<u64>,
}

/// `GET /events/{slug}/live`
pub async fn watch(request: HttpRequest, asked: web::Query<Asked>) -> Result<HttpResponse, AppError> {
    let state = state(&request)?;
    let slug = request.match_info().get("slug").unwrap_or_default();
    let (event, version) = if is_visitor(&request, state) {
        let issue = state.publisher.issue(slug).await?;
        (issue.event.id, issue.version)
    } else {
        let access = EventAccess::extract(&request).await?;
        (access.event.id, access.event.version)
    };
    // A browser that connects again says what it heard last.
    let heard = request.headers().get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let current = || state.publisher.issue_in_memory(slug).map_or(version, |issue| issue.version);
    let who = shares::who().unwrap_or_else(|| Who::Stranger(address::of(&request, &state.config)));
    match state.publisher.live().join(event, who, heard.or(asked.seen), current) {
        Ok(watcher) => Ok(HttpResponse::Ok()
            .insert_header((header::CONTENT_TYPE, "text/event-stream"))
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .insert_header(("x-accel-buffering", "no"))
            .streaming(watcher)),
        Err(full) => Ok(no_room(full)),
    }
}

fn no_room(full: Full) -> HttpResponse {
    HttpResponse::ServiceUnavailable()
        .insert_header((header::RETRY_AFTER, RETRY.as_secs() * 12))
        .insert_header((header::CONTENT_TYPE, "text/plain; charset=utf-8"))
        .body(format!("{full}\n"))
}
