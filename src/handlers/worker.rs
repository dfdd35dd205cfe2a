//! The service worker that keeps faces of clocks and scoresheets on their device. Its address decides what it may look after, so it
//! cannot lie under `/static`.

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE};

use crate::assets;
use crate::error::AppError;
use crate::handlers::submission::Answer;

pub async fn show() -> Answer {
    let worker = assets::find("js/offline-worker.js").ok_or(AppError::not_found("file"))?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, worker.asset.media_type))
        .insert_header((CACHE_CONTROL, "no-cache"))
        .body(worker.asset.bytes.as_ref()))
}
