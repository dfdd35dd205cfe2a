//! Other programs that act for a person: by a token in the header `Authorization`, under `/api/` alone.
//!
//! A token is looked up before anything of a body is read. It proves its person and nothing else: no cookie counts beside
//! it, and without one nothing is changed under `/api/`.

use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpMessage, HttpRequest};

use super::viewer::SignedIn;
use crate::auth::journal::What;
use crate::auth::{Token, address};
use crate::db;
use crate::db::journal::Doer;
use crate::error::{AppError, Result};
use crate::services::programs::{self, Scope};
use crate::shares::{PROGRAM_REQUESTS, PROGRAM_WINDOW};
use crate::state::{AppState, State};

/// A program that acts for a person, found by its token.
#[derive(Debug, Clone)]
pub struct Program {
    pub signed_in: SignedIn,
    scopes: Vec<Scope>,
    called: String,
    left: u32,
}

impl Program {
    /// Lets pass what the token may do.
    pub fn require(&self, scope: Scope) -> Result<()> {
        if self.scopes.contains(&scope) {
            return Ok(());
        }
        Err(AppError::forbidden(format!("This token may not do that: it lacks the scope `{}`.", scope.key())))
    }

    /// Lets pass who may do anything: of nobody else a body is read.
    pub(super) fn require_any(&self) -> Result<()> {
        if self.scopes.is_empty() {
            return Err(AppError::forbidden(
                "This token may only read: it has none of the scopes `entries`, `rounds`, `results` and `rulings`.",
            ));
        }
        Ok(())
    }

    /// The program that sends a request.
    pub fn of(request: &HttpRequest) -> Result<Self> {
        request.extensions().get::<Self>().cloned().ok_or(AppError::SignIn)
    }
}

/// Objects and lists that a program sends at most: five thousand players with all that is written about each.
const MOST_OBJECTS: usize = 30_000;

/// Bytes of memory that reading costs for each of them, and for each other value.
const OBJECT_COST: usize = 640;
const VALUE_COST: usize = 64;

/// Bytes of memory that reading what a program sends costs beside its own.
///
/// # Errors
/// When it is no text, or more than any command has.
pub(super) fn cost(body: &[u8]) -> Result<usize> {
    let text = std::str::from_utf8(body)
        .map_err(|_| AppError::unprocessable("This is not UTF-8 text, as JSON is."))?;
    let objects: usize = ['{', '['].map(|mark| text.matches(mark).take(MOST_OBJECTS).count()).iter().sum();
    if objects >= MOST_OBJECTS {
        return Err(AppError::unprocessable(format!(
            "This has {MOST_OBJECTS} objects and lists or more. Send it in parts."
        )));
    }
    Ok(objects * OBJECT_COST + text.matches(',').count() * VALUE_COST)
}

/// Whether an address belongs to other programs.
pub(super) fn is_for_programs(path: &str) -> bool {
    path.starts_with("/api/")
}

/// The token that a program's request brings, whether or not it works.
pub(crate) fn bearer(request: &HttpRequest) -> Option<Token> {
    token(request)?.ok()
}

/// The token that a program's request brings. One that cannot be read is none that works.
fn token(request: &HttpRequest) -> Option<Result<Token>> {
    let given = request.headers().get(header::AUTHORIZATION).filter(|_| is_for_programs(request.path()))?;
    let secret = given.to_str().ok().and_then(|text| text.split_once(' '));
    let secret = secret.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    Some(secret.and_then(|(_, secret)| secret.trim().parse().ok()).ok_or(AppError::SignIn))
}

/// Finds the program that sends a request, and leaves it for whoever answers; whether one does.
///
/// # Errors
/// When its token does not work, or it asks too often.
pub(super) async fn admit(request: &ServiceRequest) -> Result<bool> {
    let Some(token) = token(request.request()) else { return Ok(false) };
    let (token, state) = (token?, AppState::of(request.request())?);
    let database = state.db.clone();
    let found = db::block(move || database.read(|db| programs::find(db, &token))).await?;
    let (found, user) = found.ok_or(AppError::SignIn)?;
    state.shares.remember(token.hash(), user.id);
    let left = state.shares.allowances.pass_program(&found.id.to_string());
    let left = left.map_err(|retry_after| AppError::TooMany { retry_after })?;
    let called = db::api_tokens::called(&user.name, &found.name);
    let (since, scopes) = (found.created_at, programs::scopes(&found));
    let signed_in =
        SignedIn { session: found.id, user, confirmed_at: since, known_since: since, news: Vec::new() };
    request.extensions_mut().insert(Program { signed_in, scopes, called, left });
    Ok(true)
}

/// Says how many requests are left, and notes what was done.
pub(super) fn part(response: &mut ServiceResponse) {
    let program = response.request().extensions().get::<Program>().cloned();
    let (Some(program), Some(state)) = (program, response.request().app_data::<State>()) else {
        return;
    };
    let is_read = response.request().method().is_safe();
    if response.status().is_success() || response.status().is_redirection() {
        let what = if is_read { What::ProgramRead } else { What::ProgramWrote };
        let doer = Doer { user: Some(program.signed_in.user.id), token: Some(program.signed_in.session) };
        let address = address::client(response.request(), &state.config);
        state.journal.note_of(what, (&program.called, doer), &address);
    }
    let policy = format!("\"token\";q={PROGRAM_REQUESTS};w={}", PROGRAM_WINDOW.as_secs());
    // Some more may come a second later.
    let left = format!("\"token\";r={};t=1", program.left);
    for (name, value) in [("ratelimit-policy", policy), ("ratelimit", left)] {
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().insert(HeaderName::from_static(name), value);
        }
    }
}
