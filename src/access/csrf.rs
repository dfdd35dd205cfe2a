//! The check against forged forms, in one place for all routes.
//!
//! Every request that may change something carries the token of [`crate::auth::token::Token::csrf`] in the form's
//! field `csrf` or in the header `X-CSRF-Token`. The body is read here, within its limit, and handed on as
//! [`super::Posted`]; without a token no handler is reached.

use std::time::Duration;

use actix_web::body::MessageBody;
use actix_web::cookie::Cookie;
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::{Method, StatusCode, header};
use actix_web::middleware::Next;
use actix_web::{HttpMessage, web};
use futures_util::StreamExt;

use super::posted::{Encoding, Posted};
use super::program::{self, Program};
use super::{kept, viewer};
use crate::auth::{Token, cookie};
use crate::error::{AppError, Result};
use crate::shares::{self, Hold};
use crate::state::{AppState, State};

/// The field of a form that carries the token.
pub const FIELD: &str = "csrf";

/// The header that carries the token when there is no form.
const HEADER: &str = "x-csrf-token";

/// How long a whole body may take to arrive.
const IN_TIME: Duration = Duration::from_secs(30);

/// Within how many bytes the token of a form comes: pages put it first.
const TOKEN_WITHIN: usize = 16 * 1024;

/// A cookie that the browser shall have, whatever the answer.
pub(crate) struct NewCookie(pub(crate) Cookie<'static>);

/// A cookie that the browser shall have once the page is shown.
pub(crate) struct WhenShown(pub(crate) Cookie<'static>);

/// A cookie of an answer that is made where nobody knows whether connections are encrypted.
pub(crate) struct WithAnswer(pub(crate) Cookie<'static>);

/// Lets a request pass if it only reads, or carries its token.
pub async fn guard(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse, actix_web::Error> {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS | Method::TRACE);
    let checked = match program::admit(&request).await {
        Ok(true) if is_read => Ok(()),
        Ok(true) => match Program::of(request.request()).and_then(|program| program.require_any()) {
            Ok(()) => take_body(&mut request, program::cost).await,
            Err(error) => Err(error),
        },
        // Without a token nothing is changed there: a cookie proves nothing to a page of another site.
        Ok(false) if !is_read && program::is_for_programs(request.path()) => Err(AppError::SignIn),
        Ok(false) if is_read => Ok(()),
        // Mail programs stop e-mail without having seen a page (RFC 8058): the address itself is the secret.
        Ok(false) if is_one_click(&request) => take_body(&mut request, |_| Ok(0)).await,
        Ok(false) => check(&mut request).await,
        Err(error) => Err(error),
    };
    if let Err(error) = checked {
        return Ok(request.error_response(error));
    }
    let state = request.app_data::<State>().cloned();
    let mut response = next.call(request).await?.map_into_boxed_body();
    let wanted = response.request().extensions_mut().remove::<NewCookie>();
    let shown = (is_read && response.status() == StatusCode::OK)
        .then(|| response.request().extensions_mut().remove::<WhenShown>())
        .flatten();
    let said = response.response_mut().extensions_mut().remove::<WithAnswer>();
    let is_https = state.is_some_and(|state| state.config.is_https());
    let cookies = [wanted.map(|wanted| wanted.0), shown.map(|shown| shown.0), said.map(|said| said.0)];
    for mut cookie in cookies.into_iter().flatten() {
        cookie.set_secure(is_https);
        response.response_mut().add_cookie(&cookie)?;
    }
    program::part(&mut response);
    Ok(response)
}

/// Whether a mail program stops what its reader does not want any more: no more than that can be done there.
fn is_one_click(request: &ServiceRequest) -> bool {
    let token = request.path().strip_prefix("/alerts/");
    *request.method() == Method::POST && token.is_some_and(|token| token.parse::<Token>().is_ok())
}

/// Reads a body that is no form, a record of a game as pages take it among the rest, within its time and its sender's share:
/// bytes, and what making something of them costs.
async fn take_body(request: &mut ServiceRequest, cost: impl Fn(&[u8]) -> Result<usize>) -> Result<()> {
    let state = request.app_data::<State>().cloned();
    let limit = state.map_or(0, |state| state.config.upload_limit);
    let (body, mut hold) = read(request, limit, None).await?;
    take_more(&mut hold, cost(&body)?)?;
    request.set_payload(Payload::from(body));
    request.extensions_mut().insert(hold);
    Ok(())
}

/// Takes so many more bytes of the sender's share.
fn take_more(hold: &mut Option<Hold>, bytes: usize) -> Result<()> {
    if hold.as_mut().is_none_or(|hold| hold.take(bytes)) { Ok(()) } else { Err(AppError::Crowded) }
}

/// Whether a form is wider than what is read from somebody who was never signed in here.
async fn is_too_wide(request: &ServiceRequest, encoding: Encoding, body: &[u8]) -> Result<bool> {
    Ok(Posted::is_wide(encoding, body) && !viewer::is_known(request.request().clone()).await?)
}

async fn check(request: &mut ServiceRequest) -> Result<()> {
    let state = AppState::of(request.request())?.clone();
    let is_own = kept::is_own(request.request());
    let has = |kind| cookie::token(request.request(), kind, &state.config).is_some();
    let is_signed_out = has(cookie::Kind::Device) && !has(cookie::Kind::Session);
    // In a browser in which somebody has signed in before, this is what happened.
    let stale = || if is_signed_out { AppError::SignIn } else { AppError::StaleForm };
    let encoding = Encoding::of(request.headers());
    let site = request.headers().get("sec-fetch-site").and_then(|value| value.to_str().ok());
    if site == Some("cross-site") {
        return Err(AppError::StaleForm);
    }
    // Without a cookie no token can be right, and a token in the header is known before anything is read.
    let Some(secret) = cookie::form_secret(request.request(), &state.config) else {
        if is_own && is_signed_out {
            // As much as is read of any form before its token is found.
            let (body, _) = read(request, TOKEN_WITHIN, None).await.map_err(|_| AppError::SignIn)?;
            if is_too_wide(request, encoding, &body).await? {
                return Err(AppError::SignIn);
            }
            let posted =
                Posted::read(encoding, request.headers(), &body).await.map_err(|_| AppError::SignIn)?;
            kept::keep(request.request(), &posted);
        }
        return Err(stale());
    };
    let in_header = request.headers().get(HEADER).and_then(|value| value.to_str().ok()).map(str::to_owned);
    if in_header.as_ref().is_some_and(|given| !secret.is_csrf(given)) {
        return Err(stale());
    }
    let limit = match encoding {
        Encoding::Parts => state.config.upload_limit,
        Encoding::Pairs | Encoding::Other => state.config.form_limit,
    };
    let wanted = in_header.is_none().then(|| secret.csrf());
    let (body, mut hold) = read(request, limit, wanted.as_deref()).await.map_err(|error| match error {
        AppError::StaleForm => stale(),
        other => other,
    })?;
    take_more(&mut hold, Posted::cost(encoding, &body)?)?;
    if is_too_wide(request, encoding, &body).await? {
        return Err(stale());
    }
    let posted = Posted::read(encoding, request.headers(), &body).await?;
    if is_own {
        kept::keep(request.request(), &posted);
    }
    if in_header.is_none() && !secret.is_csrf(posted.value(FIELD)) {
        return Err(stale());
    }
    request.set_payload(Payload::from(body));
    request.extensions_mut().insert(posted);
    request.extensions_mut().insert(hold);
    Ok(())
}

/// Reads a body within its limit, its time and its sender's share of memory. One that should hold a token and does not
/// begin with it is not read on.
async fn read(
    request: &mut ServiceRequest,
    limit: usize,
    wanted: Option<&str>,
) -> Result<(web::Bytes, Option<Hold>)> {
    let too_large = || AppError::TooLarge { limit_kib: limit / 1024 };
    let length = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    if length.and_then(|text| text.parse().ok()).is_some_and(|length: usize| length > limit) {
        return Err(too_large());
    }
    let mut payload = request.take_payload();
    let mut body = web::BytesMut::new();
    let mut hold = shares::hold();
    let mut is_looked_at = false;
    let reading = async {
        while let Some(chunk) = payload.next().await {
            let chunk =
                chunk.map_err(|_| AppError::unprocessable("What was sent did not arrive in full."))?;
            if body.len() + chunk.len() > limit {
                return Err(too_large());
            }
            if hold.as_mut().is_some_and(|hold| !hold.take(chunk.len())) {
                return Err(AppError::Crowded);
            }
            body.extend_from_slice(&chunk);
            if !is_looked_at && body.len() >= TOKEN_WITHIN {
                is_looked_at = true;
                if wanted.is_some_and(|wanted| !holds(&body, wanted)) {
                    return Err(AppError::StaleForm);
                }
            }
        }
        Ok(())
    };
    tokio::time::timeout(IN_TIME, reading).await.map_err(|_| {
        AppError::unprocessable("What was sent took too long to arrive. Please send it again.")
    })??;
    Ok((body.freeze(), hold))
}

fn holds(body: &[u8], text: &str) -> bool {
    body.windows(text.len()).any(|window| window == text.as_bytes())
}
