//! Static files.

use actix_web::http::header::{self, CacheControl, CacheDirective, ETag, EntityTag, Header, IfNoneMatch};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, web};

use crate::assets;
use crate::error::AppError;
use crate::handlers::submission::Answer;
use crate::shares::shared;

/// A year, the longest time that caches are asked to keep anything.
const FOR_EVER_SECONDS: u32 = 31_536_000;

pub async fn show(request: HttpRequest, path: web::Path<String>) -> Answer {
    let found = assets::find(&path).ok_or_else(|| AppError::not_found("file"))?;
    let tag = EntityTag::new_strong(found.asset.hash.clone());
    let caching = if found.is_addressed_by_hash {
        vec![
            CacheDirective::Public,
            CacheDirective::MaxAge(FOR_EVER_SECONDS),
            CacheDirective::Extension("immutable".to_owned(), None),
        ]
    } else {
        vec![CacheDirective::Public, CacheDirective::NoCache]
    };
    let is_known = match IfNoneMatch::parse(&request) {
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|known| known.weak_eq(&tag)),
        Ok(IfNoneMatch::Any) | Err(_) => false,
    };
    let mut answer = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    answer.insert_header(CacheControl(caching)).insert_header(ETag(tag));
    if is_known {
        return Ok(answer.finish());
    }
    let bytes = Bytes::from_static(&found.asset.bytes);
    Ok(answer.insert_header((header::CONTENT_TYPE, found.asset.media_type)).body(shared(bytes)))
}
