//! The service worker that keeps the face of a clock on its device. Its address decides what it may look after, so it
//! cannot lie under `/static`.

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE};

use crate::assets;
use crate::error::AppError;

/// `GET /clock-worker.js`
pub async fn show() -> Result<HttpResponse, AppError> {
    let asset = assets::find("js/clock-worker.js").ok_or(AppError::not_found("file"))?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, asset.media_type))
        .insert_header((CACHE_CONTROL, "no-cache"))
        .body(asset.bytes.into_owned()))
}
