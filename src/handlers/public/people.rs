//! `/players` and `/ratings`: who has played in the public events here, and how strong they are.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::http::header::LOCATION;
use actix_web::web::{Path, Query};
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use serde::Deserialize;
use tiger_event::EntryId;
use tiger_event::register::Decision;

use super::{from_memory, is_visitor, kind, theme};
use crate::access::{CurrentUser, Posted, Viewer};
use crate::db::block;
use crate::error::{AppError, Result};
use crate::exports;
use crate::handlers::submission::Answer;
use crate::pages::people::{self, BeforePage, MergePage, ProposalsPage};
use crate::pages::{Frame, Page, Tone, Wanted, see_other_saying};
use crate::publish::{Key, PeopleView, Printed};
use crate::services::people::{Deciding, People, require_arbiter};
use crate::state::{AppState, State};
use crate::theme::Theme;

pub(in crate::handlers) async fn show(request: &HttpRequest, view: PeopleView) -> Answer {
    let people = AppState::of(request)?.publisher.people().await?;
    let wanted = Wanted::of(request)?;
    if view.is_file() || (is_visitor(request, AppState::of(request)?) && request.query_string().is_empty()) {
        let theme = if view.is_file() { Theme::Device } else { theme(request) };
        let key = Key::People { view, version: people.version, theme };
        return from_memory(request, key, move || print(view, &people, theme)).await;
    }
    let viewer = Viewer::extract(request).await?;
    let is_arbiter = viewer.signed_in().is_some_and(|it| require_arbiter(&it.user).is_ok());
    let frame = Frame { path: view.path(), ..viewer.frame() };
    let printed = block(move || {
        Printed::once(view.media_type(), people::render(view, &people, frame, is_arbiter, &wanted)?)
    });
    Ok(printed.await?.answer_once())
}

/// Prints a page or file as everybody sees it.
fn print(view: PeopleView, people: &People, theme: Theme) -> Result<Printed> {
    if view.is_file() {
        let printed = Printed::new(view.media_type(), exports::people(view, people)?)?;
        return match view {
            PeopleView::RatingsCsv(kind) => printed.named(&format!("{}-ratings.csv", kind.key())),
            _ => Ok(printed),
        };
    }
    let frame = Frame { path: view.path(), theme, ..Frame::default() };
    Printed::new(view.media_type(), people::render(view, people, frame, false, &Wanted::default())?)
}

fn entry(text: &str) -> Result<EntryId> {
    text.parse().map_err(|_| AppError::not_found("player"))
}

pub async fn list(request: HttpRequest) -> Answer {
    show(&request, PeopleView::List).await
}

/// Answers with a page of a person; who was merged since is found at the address that they have now.
async fn of_person(request: &HttpRequest, id: &str, view: impl Fn(EntryId) -> PeopleView) -> Answer {
    let id = entry(id)?;
    let people = AppState::of(request)?.publisher.people().await?;
    let person = people.person(id)?;
    if person.id != id {
        let way = view(person.id).path();
        return Ok(HttpResponse::build(StatusCode::FOUND).insert_header((LOCATION, way)).finish());
    }
    show(request, view(id)).await
}

pub async fn person(request: HttpRequest, id: Path<String>) -> Answer {
    of_person(&request, &id, PeopleView::Person).await
}

pub async fn working(request: HttpRequest, path: Path<(String, String)>) -> Answer {
    let game = kind(&path.1)?;
    of_person(&request, &path.0, |id| PeopleView::Working(id, game)).await
}

pub async fn ratings_index(request: HttpRequest) -> Answer {
    show(&request, PeopleView::Index).await
}

pub async fn ratings(request: HttpRequest, key: Path<String>) -> Answer {
    match key.strip_suffix(".csv") {
        Some(key) => show(&request, PeopleView::RatingsCsv(kind(key)?)).await,
        None => show(&request, PeopleView::Ratings(kind(&key)?)).await,
    }
}

/// What arbiters work with.
async fn at_work(user: &CurrentUser, state: &AppState) -> Result<Arc<People>> {
    require_arbiter(&user.signed_in.user)?;
    state.publisher.people().await
}

pub async fn proposals(user: CurrentUser, state: State) -> Answer {
    let people = at_work(&user, &state).await?;
    let wanted = Wanted::of(user.viewer.request())?;
    let frame = user.viewer.frame();
    block(move || ProposalsPage::of(&people, frame, &wanted).map(Page)).await?.answer()
}

/// With whom somebody is to be merged.
#[derive(Debug, Deserialize)]
pub struct Merging {
    with: Option<EntryId>,
}

pub async fn merge(user: CurrentUser, id: Path<String>, asked: Query<Merging>, state: State) -> Answer {
    let people = at_work(&user, &state).await?;
    let wanted = Wanted::of(user.viewer.request())?;
    let (frame, id, with) = (user.viewer.frame(), entry(&id)?, asked.with);
    block(move || MergePage::of(&people, frame, people.person(id)?, with, &wanted).map(Page)).await?.answer()
}

pub async fn merged(user: CurrentUser, posted: Posted, state: State) -> Answer {
    let (one, other) = (entry(posted.value("entry"))?, entry(posted.value("other"))?);
    if let Some(before) = decide(&user, &state, &posted, Decision::Same(one, other)).await? {
        return Ok(before);
    }
    let people = state.publisher.people().await?;
    let way = PeopleView::Person(people.person(one)?.id).path();
    Ok(see_other_saying(&way, Tone::Good, "They are one player now."))
}

pub async fn split(user: CurrentUser, posted: Posted, state: State) -> Answer {
    let entry = entry(posted.value("entry"))?;
    if let Some(before) = decide(&user, &state, &posted, Decision::Apart(entry)).await? {
        return Ok(before);
    }
    let way = PeopleView::Person(entry).path();
    Ok(see_other_saying(&way, Tone::Good, "This entry is a player by itself now."))
}

pub async fn different(user: CurrentUser, posted: Posted, state: State) -> Answer {
    let (one, other) = (entry(posted.value("entry"))?, entry(posted.value("other"))?);
    if let Some(before) = decide(&user, &state, &posted, Decision::Different(one, other)).await? {
        return Ok(before);
    }
    Ok(see_other_saying("/players/proposals", Tone::Good, "They stay two players."))
}

/// Keeps a decision; or the page that says what was decided before.
async fn decide(
    user: &CurrentUser,
    state: &State,
    posted: &Posted,
    decision: Decision,
) -> Result<Option<HttpResponse>> {
    let people = at_work(user, state).await?;
    let (shared, person, seen) =
        (state.clone(), user.signed_in.user.clone(), posted.value("seen").parse().ok());
    let deciding =
        block(move || shared.publisher.directory.decide(&shared.ledger, &people, &person, decision, seen));
    match deciding.await? {
        Deciding::Kept => Ok(None),
        Deciding::Refused(sentence) => Err(AppError::unprocessable(sentence)),
        Deciding::Before(decided) => {
            let (people, frame) = (state.publisher.people().await?, user.viewer.frame());
            let page = block(move || BeforePage::of(&people, frame, decision, decided).map(Page)).await?;
            page.answer_with(StatusCode::CONFLICT).map(Some)
        }
    }
}
