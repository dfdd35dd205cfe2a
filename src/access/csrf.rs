//! The check against forged forms, in one place for all routes.
//!
//! Every request that may change something carries the token of [`crate::auth::token::Token::csrf`] in the form's
//! field `csrf` or in the header `X-CSRF-Token`. The body is read here, within its limit, and handed on as
//! [`super::Posted`]; without a token no handler is reached.

use actix_web::body::MessageBody;
use actix_web::cookie::Cookie;
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::{Method, StatusCode, header};
use actix_web::middleware::Next;
use actix_web::{HttpMessage, web};
use futures_util::StreamExt;

use super::posted::{Encoding, Posted};
use crate::auth::cookie;
use crate::error::AppError;
use crate::state::AppState;

/// The field of a form that carries the token.
pub const FIELD: &str = "csrf";

/// The header that carries the token when there is no form.
const HEADER: &str = "x-csrf-token";

/// A cookie that the browser shall have, whatever the answer.
pub(crate) struct NewCookie(pub(crate) Cookie<'static>);

/// A cookie that the browser shall have once the page is shown.
pub(crate) struct WhenShown(pub(crate) Cookie<'static>);

/// Lets a request pass if it only reads, or carries its token.
///
/// # Errors
/// What the layers inside give.
pub async fn guard(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse, actix_web::Error> {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS | Method::TRACE);
    if !is_read && let Err(error) = check(&mut request).await {
        return Ok(request.error_response(error));
    }
    let mut response = next.call(request).await?.map_into_boxed_body();
    let wanted = response.request().extensions_mut().remove::<NewCookie>();
    let shown = (is_read && response.status() == StatusCode::OK)
        .then(|| response.request().extensions_mut().remove::<WhenShown>())
        .flatten();
    let cookies = wanted.map(|wanted| wanted.0).into_iter().chain(shown.map(|shown| shown.0));
    for cookie in cookies {
        response.response_mut().add_cookie(&cookie)?;
    }
    Ok(response)
}

async fn check(request: &mut ServiceRequest) -> Result<(), AppError> {
    let state = request
        .app_data::<web::Data<AppState>>()
        .cloned()
        .ok_or_else(|| AppError::internal(anyhow::anyhow!("the app has no state")))?;
    let site = request.headers().get("sec-fetch-site").and_then(|value| value.to_str().ok());
    if site == Some("cross-site") {
        return Err(AppError::StaleForm);
    }
    let encoding = Encoding::of(request.headers());
    let limit = match encoding {
        Encoding::Parts => state.config.upload_limit,
        Encoding::Pairs | Encoding::Other => state.config.form_limit,
    };
    let body = read(request, limit).await?;
    let posted = Posted::read(encoding, request.headers(), &body).await?;
    let in_header = request.headers().get(HEADER).and_then(|value| value.to_str().ok());
    let given = in_header.unwrap_or_else(|| posted.value(FIELD));
    let secret = cookie::form_secret(request.request(), &state.config).ok_or(AppError::StaleForm)?;
    if !secret.is_csrf(given) {
        return Err(AppError::StaleForm);
    }
    request.set_payload(Payload::from(body));
    request.extensions_mut().insert(posted);
    Ok(())
}

async fn read(request: &mut ServiceRequest, limit: usize) -> Result<web::Bytes, AppError> {
    let too_large = || AppError::TooLarge { limit_kib: limit / 1024 };
    let length = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    if length.and_then(|text| text.parse().ok()).is_some_and(|length: usize| length > limit) {
        return Err(too_large());
    }
    let mut payload = request.take_payload();
    let mut body = web::BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| AppError::unprocessable("What was sent did not arrive in full."))?;
        if body.len() + chunk.len() > limit {
            return Err(too_large());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body.freeze())
}
