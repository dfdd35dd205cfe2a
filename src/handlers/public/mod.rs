//! What everybody may read: visitors get it from memory, people who are signed in with their own navigation.

use std::sync::Arc;

use actix_web::{FromRequest, HttpMessage, HttpRequest};
use tiger_event::Bytes32;
use tiger_rules::GameKind;

use crate::access::csrf::WhenShown;
use crate::access::{EventAccess, Program, THEME_COOKIE};
use crate::auth::cookie;
use crate::db::{self, block};
use crate::error::{AppError, Result};
use crate::exports;
use crate::handlers::submission::Answer;
use crate::pages::{flash, public};
use crate::publish::{self, Issue, Key, Printed, View};
use crate::state::AppState;
use crate::theme::Theme;

pub mod analysis;
pub mod event;
pub mod explorer;
pub mod game;
pub mod home;
pub mod live;
pub mod moves;
pub mod people;

/// Whether this is a visitor, nobody who is signed in.
fn is_visitor(request: &HttpRequest, state: &AppState) -> bool {
    cookie::token(request, cookie::Kind::Session, &state.config).is_none() && Program::of(request).is_err()
}

/// Answers from memory, or prints first; who is to be told what they just did finds it in the same bytes.
async fn from_memory(
    request: &HttpRequest,
    key: Key,
    print: impl FnOnce() -> Result<Printed> + Send + 'static,
) -> Answer {
    let printed = AppState::of(request)?.publisher.page(key, print).await?;
    if let (Some(flash), true) = (flash::read(request), printed.has_room_for_a_word()) {
        request.extensions_mut().insert(WhenShown(flash::removal()));
        return Ok(printed.answer_saying(flash::notice(&flash)?));
    }
    Ok(publish::answer(request.headers(), &printed))
}

/// The colours that the visitor chose.
fn theme(request: &HttpRequest) -> Theme {
    request.cookie(THEME_COOKIE).and_then(|cookie| cookie.value().parse().ok()).unwrap_or_default()
}

/// Answers with a page or a file of the event whose address this is.
pub async fn show(request: &HttpRequest, view: View) -> Answer {
    let state = AppState::of(request)?;
    let is_of_now = !request.query_string().contains("as-of=");
    if is_visitor(request, state) && is_of_now {
        return show_to_everybody(request, view).await;
    }
    let access = EventAccess::extract(request).await?;
    let is_past = access.as_of.is_some();
    let is_anybody = access.viewer.signed_in().is_none();
    if access.event.is_public && !is_past && (view.is_file() || is_anybody) {
        return show_to_everybody(request, view).await;
    }
    let state = state.clone();
    let frame = access.frame(public::tab(view));
    let issue = if access.event.is_public && !is_past {
        state.publisher.issue(access.event.slug.as_str()).await?
    } else {
        Issue::preview(&access.event).into()
    };
    // The frame comes with the answer's own cookies; nobody else may keep it.
    let printed = block(move || {
        if !public::exists(&issue, view) {
            return Err(AppError::not_found("page"));
        }
        seal(&state, view, &issue);
        if view.is_file() {
            print_file(&state, view, &issue)
        } else {
            Printed::once(
                view.media_type(),
                public::render(view, &issue, frame, &state.base_url, find_record(&state))?,
            )
            .and_then(|printed| going_on(printed, view, &issue))
        }
    })
    .await?;
    Ok(if view.is_file() {
        publish::answer_to_one(request.headers(), &printed)
    } else {
        printed.answer_once()
    })
}

/// The game that an address names.
pub(super) fn kind(key: &str) -> Result<GameKind> {
    key.parse().map_err(|_| AppError::not_found("game"))
}

/// What readers see of the event whose address this is.
async fn current_issue(request: &HttpRequest) -> Result<Arc<Issue>> {
    let state = AppState::of(request)?;
    state.publisher.issue(request.match_info().get("slug").unwrap_or_default()).await
}

/// Answers from memory.
async fn show_to_everybody(request: &HttpRequest, view: View) -> Answer {
    let state = AppState::of(request)?;
    let issue = current_issue(request).await?;
    if !public::exists(&issue, view) {
        return Err(AppError::not_found("page"));
    }
    let theme = if view.is_file() { Theme::Device } else { theme(request) };
    let key = Key::of(&issue, view, theme);
    let state = state.clone();
    from_memory(request, key, move || print(&state, view, &issue, theme)).await
}

/// Prints a page or file as everybody sees it.
fn print(state: &AppState, view: View, issue: &Issue, theme: Theme) -> Result<Printed> {
    if view.is_file() {
        return print_file(state, view, issue);
    }
    seal(state, view, issue);
    let roof = state.publisher.roof(issue.event.id);
    let mut frame = public::public_frame(&issue.event, view).in_festival(roof);
    frame.theme = theme;
    let printed = Printed::new(
        view.media_type(),
        public::render(view, issue, frame, &state.base_url, find_record(state))?,
    )?;
    going_on(printed, view, issue)
}

/// Seals what goes to the printer. Without the database it goes without.
fn seal(state: &AppState, view: View, issue: &Issue) {
    if matches!(
        view,
        View::Sheet(..) | View::Standings(_) | View::Category(_) | View::Prizes | View::Timetable
    ) && issue.seal().is_none()
    {
        match state.ledger.seal(issue.event.id, &issue.event.slug, issue.version) {
            Ok(seal) => issue.sealed_with(seal),
            Err(error) => tracing::debug!(%error, "a page goes without its seal"),
        }
    }
}

/// Finds the text of a record by its digest.
pub(in crate::handlers) fn find_record(state: &AppState) -> impl Fn(Bytes32) -> Result<Option<String>> {
    |digest| Ok(state.db.read(|db| db::records::find_text(db, digest))?)
}

fn print_file(state: &AppState, view: View, issue: &Issue) -> Result<Printed> {
    let body = match view {
        View::Feed => exports::feed(issue, &state.base_url)?,
        _ => exports::write(view, issue, &find_record(state))?,
    };
    let printed = Printed::new(view.media_type(), body)?;
    match view.file_name(&issue.event) {
        Some(name) => printed.named(&name),
        None => Ok(printed),
    }
}

/// Screens in the hall go on to the next screenful; those with games that are played come anew even if they are alone.
fn going_on(printed: Printed, view: View, issue: &Issue) -> Result<Printed> {
    match view {
        View::Hall(show, _) if public::screens(issue, show) == 1 => Ok(printed),
        View::Hall(show, _) | View::HallLive(show, ..) => {
            printed.turning(public::HALL_SECONDS, public::hall_addresses(issue, show))
        }
        _ => Ok(printed),
    }
}
