//! Static files.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, web};

use crate::assets::{self, Asset};
use crate::error::{AppError, Result};
use crate::handlers::submission::Answer;
use crate::publish::{self, Printed};

/// What is addressed by its content stays as it is: a year, the longest time that caches are asked to keep anything.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// They are the same for everybody.
const VARY: HeaderValue = HeaderValue::from_static("Accept-Encoding");

pub async fn show(request: HttpRequest, path: web::Path<String>) -> Answer {
    let found = assets::find(&path).ok_or_else(|| AppError::not_found("file"))?;
    let mut answer = send(&request, found.asset)?;
    if found.is_addressed_by_hash {
        answer.headers_mut().insert(header::CACHE_CONTROL, FOR_EVER);
    }
    Ok(answer)
}

/// The service worker that keeps faces of clocks and scoresheets on their device. Its address decides what it may look
/// after, so it cannot lie under `/static`.
pub async fn show_worker(request: HttpRequest) -> Answer {
    let worker = assets::find("js/offline-worker.js").ok_or(AppError::not_found("file"))?;
    send(&request, worker.asset)
}

fn send(request: &HttpRequest, asset: &'static Asset) -> Answer {
    let mut answer = publish::answer(request.headers(), printed(asset)?.as_ref());
    answer.headers_mut().insert(header::VARY, VARY);
    Ok(answer)
}

/// A file as it is sent, compressed when somebody asks for it for the first time.
fn printed(asset: &'static Asset) -> Result<Arc<Printed>> {
    static PRINTED: Mutex<BTreeMap<[&'static str; 2], Arc<Printed>>> = Mutex::new(BTreeMap::new());
    let all = || PRINTED.lock().unwrap_or_else(PoisonError::into_inner);
    let known = [asset.hash.as_str(), asset.media_type];
    if let Some(printed) = all().get(&known) {
        return Ok(Arc::clone(printed));
    }
    let printed = Arc::new(Printed::file(asset)?);
    all().insert(known, Arc::clone(&printed));
    Ok(printed)
}
