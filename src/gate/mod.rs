//! The gate that every request passes, outermost of all: places for connections, who asks, log, security headers, errors
//! into pages, panics into answers.
//!
//! Invariant: no answer leaves without the security headers, no error as a bare sentence, no panic at all.

use std::panic::AssertUnwindSafe;

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, StatusCode, header};
use actix_web::middleware::Next;
use actix_web::{FromRequest, HttpMessage, HttpRequest, HttpResponse, HttpResponseBuilder, ResponseError};
use futures_util::FutureExt;

use crate::access::kept::{Kept, sender};
use crate::access::{SignedIn, Viewer};
use crate::auth::address;
use crate::auth::journal::What;
use crate::db::journal::{Doer, VISITOR};
use crate::error::Result;
use crate::error::problem::{page_of, sign_in_path};
use crate::error::{AppError, Link, Problem};
use crate::metrics;
use crate::pages::{Frame, problem};
use crate::state::State;

mod admit;
mod compressed;
pub mod connections;
mod files;
mod front;
mod guarded;
mod headers;
pub mod held;
pub mod listen;

pub use connections::{Connection, Connections, Room};
pub use files::make_room;
pub use listen::serve;

use admit::Admitted;

/// Seconds after which it is worth asking again when the database is gone.
const RETRY_SECONDS: u64 = 5;

/// What the gate must know of a request after it has been answered, or could not be.
struct Facts {
    path: String,
    is_read: bool,
    wants_json: bool,
    /// Whether another program asks, and hears of errors as RFC 9457 has it.
    is_program: bool,
    is_https: bool,
    may_compress: bool,
    held: Option<Vec<held::Signs>>,
    /// The page with the form that was sent.
    sender: Option<String>,
}

impl Facts {
    fn of(request: &ServiceRequest) -> Self {
        let accept =
            request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or("");
        let path = request.path().to_owned();
        let is_program = path.starts_with("/api/");
        let state = request.app_data::<State>();
        let is_https = state.is_some_and(|state| state.config.is_https());
        Self {
            is_read: request.method() == Method::GET,
            is_program,
            wants_json: is_program
                || path.ends_with(".json")
                || (accept.contains("application/json") && !accept.contains("text/html")),
            is_https,
            may_compress: compressed::is_welcome(request, is_https),
            held: held::of(request),
            sender: sender(request.request()).map(str::to_owned),
            path,
        }
    }
}

/// An answer that is ready where only an error can be returned.
#[derive(Debug, thiserror::Error)]
#[error("the request ended before it had an answer")]
struct Finished {
    status: StatusCode,
    headers: Vec<(header::HeaderName, header::HeaderValue)>,
    body: String,
}

impl ResponseError for Finished {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse {
        let mut answer = HttpResponse::build(self.status);
        for header in &self.headers {
            answer.append_header(header.clone());
        }
        answer.body(self.body.clone())
    }
}

/// Passes one request through the app.
///
/// # Errors
/// With a finished answer, when the request panicked or a layer inside gave none.
pub async fn pass(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    // Whoever asks for the head alone gets what a GET would give; the server leaves the body out.
    if request.method() == Method::HEAD {
        request.head_mut().method = Method::GET;
    }
    let facts = Facts::of(&request);
    let admitted = Admitted::begin(&request).await;
    let may_write = check_writing(&request);
    let inside = admitted.scope(async {
        match admitted.check_place(request.request()).await.and(may_write) {
            Ok(()) => {
                let response = next.call(request).await?.map_into_boxed_body();
                find_reader(&response).await;
                Ok::<_, actix_web::Error>(response)
            }
            Err(error) => Ok(request.error_response(error)),
        }
    });
    let outcome = AssertUnwindSafe(inside).catch_unwind().await;
    let answered = match outcome {
        Ok(Ok(response)) => Ok(admitted.send(complete(response, &facts)).unwrap_or_else(|response| {
            let (request, _) = response.into_parts();
            complete(ServiceResponse::from_err(AppError::Crowded, request), &facts)
        })),
        Ok(Err(error)) => {
            let status = error.as_response_error().status_code();
            Err(finish(answer(error.as_error(), status, &facts, (None, None)), &facts))
        }
        Err(panic) => {
            let error = AppError::Internal(anyhow::anyhow!("panic: {}", panic_text(panic.as_ref())));
            Err(finish(answer(Some(&error), error.status_code(), &facts, (None, None)), &facts))
        }
    };
    admitted.end(answered.as_ref().map_or(BodySize::None, |response| response.response().body().size()));
    answered
}

/// Finds out who reads a page that says that nothing is here, or that a form is old, where nobody has asked who it is.
async fn find_reader(response: &ServiceResponse) {
    let request = response.request();
    let is_known = request.extensions().get::<SignedIn>().is_some();
    let is_stale =
        matches!(response.response().error().and_then(|it| it.as_error()), Some(AppError::StaleForm));
    if (response.status() == StatusCode::NOT_FOUND || is_stale)
        && !is_known
        && let Err(error) = Viewer::extract(request).await
    {
        tracing::debug!(%error, "the reader of an error page is not found out");
    }
}

/// Nothing is written where an event is shown from a file; in which colours is the browser's own affair.
fn check_writing(request: &ServiceRequest) -> Result<()> {
    let state = request.app_data::<State>();
    let is_shut = state.is_some_and(|state| state.config.read_only) && request.path() != "/appearance";
    if is_shut && request.method() != Method::GET {
        return Err(AppError::forbidden("An event is shown from a file: nothing can be changed here."));
    }
    Ok(())
}

/// Turns an error into its page and adds what every answer carries.
fn complete(response: ServiceResponse, facts: &Facts) -> ServiceResponse {
    let status = response.status();
    let is_bare = matches!(response.response().body().size(), BodySize::None | BodySize::Sized(0));
    let is_error = status.is_client_error() || status.is_server_error();
    if is_error {
        note(&response);
    }
    let mut response = if is_error && (is_bare || response.response().error().is_some()) {
        let allow = response.headers().get(header::ALLOW).cloned();
        let (frame, kept) = (frame_of(response.request()), Kept::of(response.request()));
        let error = response.response().error().and_then(|e| e.as_error());
        let mut page = answer(error, status, facts, (frame, kept));
        if let Some(allow) = allow {
            page.headers_mut().insert(header::ALLOW, allow);
        }
        response.into_response(page)
    } else {
        response
    };
    headers::insert(response.headers_mut(), facts.is_https);
    log(&response);
    let response = match &facts.held {
        Some(held) => held::leave_out(response, held),
        None => response,
    };
    if facts.may_compress { compressed::compress(response) } else { response }
}

/// Notes in the security journal who was refused what. Signing in notes its own.
fn note(response: &ServiceResponse) {
    let request = response.request();
    let error = response.response().error().and_then(|error| error.as_error::<AppError>());
    let (Some(error), Some(state)) = (error, request.app_data::<State>()) else {
        return;
    };
    let signed_in = request.extensions().get::<SignedIn>().map(|signed_in| signed_in.user.clone());
    let what = match error {
        AppError::Forbidden { .. } if signed_in.is_some() => What::Forbidden,
        AppError::StaleForm => What::StaleForm,
        AppError::TooMany { .. } if !request.match_pattern().is_some_and(|p| p.starts_with("/sign-in")) => {
            What::TooMuch
        }
        _ => return,
    };
    let doer = Doer { user: signed_in.as_ref().map(|user| user.id), token: None };
    let who = signed_in.map_or_else(|| VISITOR.to_owned(), |user| user.name);
    state.journal.note_of(what, (&who, doer), &address::client(request, &state.config));
}

/// Notes the answer in the log, for those who want to see it; what failed is noted where it failed. The route stands for
/// the path, which may hold the token of a link.
fn log(response: &ServiceResponse) {
    metrics::REQUESTS.add(1);
    match response.status().as_u16() {
        400..=499 => metrics::REFUSED.add(1),
        500.. => metrics::FAILED.add(1),
        _ => {}
    }
    let (method, status) = (response.request().method(), response.status().as_u16());
    let route = response.request().match_pattern().unwrap_or_default();
    if status >= 400 {
        tracing::debug!(%method, route, status, "refused");
    } else {
        tracing::debug!(%method, route, status, "answered");
    }
}

/// The answer that tells of an error, as a page or as JSON.
fn answer(
    error: Option<&AppError>,
    status: StatusCode,
    facts: &Facts,
    (frame, kept): (Option<Frame>, Option<Kept>),
) -> HttpResponse {
    if status == StatusCode::METHOD_NOT_ALLOWED && facts.is_read && !facts.wants_json && !facts.is_program {
        // Whoever comes back to an address that a form was sent to wants the page of that form.
        let page = page_of(&facts.path);
        return HttpResponse::SeeOther().insert_header((header::LOCATION, page)).finish();
    }
    if matches!(error, Some(AppError::SignIn)) && facts.is_read && !facts.wants_json {
        return HttpResponse::SeeOther()
            .insert_header((header::LOCATION, sign_in_path(&facts.path)))
            .finish();
    }
    let path = match error {
        Some(AppError::SignIn) => facts.sender.as_deref().unwrap_or(&facts.path),
        _ => &facts.path,
    };
    let mut told = error.map_or_else(|| Problem::of_status(status), |error| Problem::of(error, path));
    if matches!(error, Some(AppError::SignIn)) && facts.is_program {
        told.title = "No token that works";
        told.detail = "Send a header `Authorization: Bearer` with a token that works. Yours may have \
                       run out or been taken away; its owner makes a new one on the page of tokens, /account/tokens."
            .to_owned();
    } else if matches!(error, Some(AppError::SignIn)) {
        told.title = "You are signed out";
        told.detail = match kept {
            Some(_) => "You are signed out, so nothing was done. Sign in in another tab, then send it again.",
            None => {
                "You are signed out, so nothing was done. Going back in the browser shows what you typed: copy it, sign in, and send it anew."
            }
        }
        .to_owned();
    }
    let is_signed_in = frame.as_ref().is_some_and(|frame| frame.viewer.is_some());
    if status == StatusCode::NOT_FOUND && !is_signed_in {
        // What is not public is not there for those who have not said who they are.
        told.ways_out.push(Link::new(sign_in_path(&facts.path), "Sign in"));
    }
    // Refusals of what is wrong with a form have pages of their own, which hold it.
    let is_about_sender = matches!(error, Some(AppError::SignIn | AppError::StaleForm))
        || (status == StatusCode::NOT_FOUND && !is_signed_in);
    let kept = kept.filter(|_| is_about_sender);
    if status.is_server_error() && !matches!(error, Some(AppError::Crowded)) {
        let number = problem::new_number();
        match error.and_then(AppError::cause) {
            Some(cause) => {
                tracing::error!(number, path = without_secrets(&facts.path), cause = ?cause, "failed");
            }
            None => tracing::error!(number, path = without_secrets(&facts.path), cause = ?error, "failed"),
        }
        told.number = Some(number);
    }
    let mut answer = HttpResponseBuilder::new(status);
    match error {
        Some(AppError::TooMany { retry_after }) => {
            answer.insert_header((header::RETRY_AFTER, retry_after.as_secs().max(1)));
        }
        Some(AppError::Crowded) => {
            answer.insert_header((header::RETRY_AFTER, 60));
            answer.force_close();
        }
        Some(AppError::Unavailable(_) | AppError::Busy) => {
            answer.insert_header((header::RETRY_AFTER, RETRY_SECONDS));
        }
        _ => {}
    }
    if facts.is_program {
        answer.content_type("application/problem+json");
        if status == StatusCode::UNAUTHORIZED {
            answer.insert_header((header::WWW_AUTHENTICATE, "Bearer"));
        }
        // What went wrong is no secret, and a page of another site wants to know it.
        answer.insert_header((header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"));
    }
    if facts.wants_json {
        return answer.json(&told);
    }
    problem::show(&mut answer, told, frame, kept)
}

/// A path for the log: the tokens of one-time links are cut out of it.
pub fn without_secrets(path: &str) -> String {
    let is_token = |part: &&str| part.len() == 64 && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    path.split('/').map(|part| if is_token(&part) { "…" } else { part }).collect::<Vec<_>>().join("/")
}

/// Makes an answer into an error that becomes this answer.
fn finish(mut answer: HttpResponse, facts: &Facts) -> actix_web::Error {
    headers::insert(answer.headers_mut(), facts.is_https);
    let headers = answer.headers().iter().map(|(name, value)| (name.clone(), value.clone())).collect();
    let status = answer.status();
    let body = answer.into_body().try_into_bytes().unwrap_or_default();
    Finished { status, headers, body: String::from_utf8_lossy(&body).into_owned() }.into()
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a message")
}

/// The frame of an error page: its reader is whom the extractors have found.
fn frame_of(request: &HttpRequest) -> Option<Frame> {
    let signed_in = request.extensions().get::<SignedIn>().cloned()?;
    Some(Frame::of(request, Some(&signed_in)))
}
