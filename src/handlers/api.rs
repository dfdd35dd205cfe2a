//! `/api/v1`: what everybody may see, for other programs.
//!
//! Answers come from the same memory as public pages, and are made from nothing but what these show. The description is made
//! from these functions and their types; `tests/it/api.rs` holds it against every answer.

mod described;

use std::sync::LazyLock;

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{self, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use tiger_event::{GameId, RoundNumber};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};

use described::{Addresses, Commands};

use super::programs;
use super::public::{kind, people, show};
use crate::error::{AppError, Result};
use crate::exports::api::{self as written, types};
use crate::handlers::submission::Answer;
use crate::publish::{self, ApiView, Key, PeopleView, Printed, View};
use crate::state::AppState;

const JSON: &str = "application/json";

/// How long a browser remembers what a page of another site may ask, in seconds.
const REMEMBERED: u32 = 86_400;

/// The description, as OpenAPI 3.1.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Tiger Arbiter",
        version = "1",
        description = "Events of Dragon, TigerChess, LancerChess and The Dragon's Dance, as everybody may see them, and \
                       for arbiters' programs, which bring a token, the commands of their day. \
                       Within version 1 addresses and fields are added, never taken away or given another meaning: \
                       pass over fields that you do not know. Answers carry an ETag; ask again with If-None-Match. \
                       Points are decimals in text, times are RFC 3339 in UTC."
    ),
    paths(
        root, description, events, event, entries, rounds, round, standings, games, game, rulings, ratings,
        programs::desk, programs::command, programs::draft, programs::record
    ),
    components(schemas(types::Problem)),
    modifiers(&Tokens, &Addresses, &Commands)
)]
struct Description;

/// How programs prove themselves.
struct Tokens;

impl Modify for Tokens {
    fn modify(&self, description: &mut utoipa::openapi::OpenApi) {
        let bearer = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("A token that a person made at /account/tokens."))
            .build();
        let components = description.components.get_or_insert_default();
        components.add_security_scheme("token", SecurityScheme::Http(bearer));
    }
}

static DESCRIPTION: LazyLock<Result<String, String>> =
    LazyLock::new(|| Description::openapi().to_pretty_json().map_err(|error| error.to_string()));

/// What an address asks for.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Asked {
    page: Option<u32>,
    after: Option<RoundNumber>,
}

impl Asked {
    fn of(request: &HttpRequest) -> Result<Self> {
        let asked = Query::<Self>::from_query(request.query_string());
        let asked = asked.map_err(|_| AppError::unprocessable("`page` and `after` are numbers, from 1."))?;
        Ok(asked.into_inner())
    }

    fn page(&self) -> u32 {
        self.page.unwrap_or(1)
    }
}

/// What everybody may see, pages of other sites may read.
fn shared(mut answer: HttpResponse) -> HttpResponse {
    // What is made for one reader, such as a hidden event for its arbiter, is for no other site.
    if publish::is_for_everybody(&answer) {
        let headers = answer.headers_mut();
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("ETag"));
        headers.insert(header::CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    }
    answer
}

async fn part(request: &HttpRequest, view: ApiView) -> Answer {
    show(request, View::Api(view)).await.map(shared)
}

/// `OPTIONS`: what a page of another site may ask.
pub async fn may_ask() -> HttpResponse {
    HttpResponse::NoContent()
        .insert_header((header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"))
        .insert_header((header::ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD"))
        .insert_header((header::ACCESS_CONTROL_ALLOW_HEADERS, "Accept, If-None-Match"))
        .insert_header((header::ACCESS_CONTROL_MAX_AGE, REMEMBERED))
        .finish()
}

/// Where to begin.
#[utoipa::path(get, path = "/api/v1", responses((status = 200, body = types::Api, description = "As asked")))]
pub async fn root(request: HttpRequest) -> Answer {
    Ok(shared(publish::answer(request.headers(), &Printed::new(JSON, written::root()?)?)))
}

/// This description.
#[utoipa::path(get, path = "/api/v1/openapi.json", responses((status = 200, body = serde_json::Value, description = "As asked")))]
pub async fn description(request: HttpRequest) -> Answer {
    let text = DESCRIPTION.as_ref().map_err(|error| AppError::internal(anyhow::anyhow!("{error}")))?;
    Ok(shared(publish::answer(request.headers(), &Printed::new(JSON, text.clone())?)))
}

/// The public events, the latest first, a hundred to a page.
#[utoipa::path(
    get,
    path = "/api/v1/events",
    params(("page" = Option<u32>, Query, description = "Which page, from 1")),
    responses((status = 200, body = types::EventList, description = "As asked"))
)]
pub async fn events(request: HttpRequest) -> Answer {
    let page = Asked::of(&request)?.page();
    let publisher = &AppState::of(&request)?.publisher;
    let (version, cards) = publisher.cards().await?;
    if !(1..=written::pages(cards.len())).contains(&page) {
        return Err(AppError::not_found("page"));
    }
    let print = move || Printed::new(JSON, written::events(&cards, page)?);
    let printed = publisher.page(Key::Index { page, version }, print).await?;
    Ok(shared(publish::answer(request.headers(), &printed)))
}

/// An event.
#[utoipa::path(get, path = "/api/v1/events/{slug}", responses((status = 200, body = types::Event, description = "As asked")))]
pub async fn event(request: HttpRequest) -> Answer {
    part(&request, ApiView::Event).await
}

/// The players of an event by number, a hundred to a page.
#[utoipa::path(
    get,
    path = "/api/v1/events/{slug}/entries",
    params(("page" = Option<u32>, Query, description = "Which page, from 1")),
    responses((status = 200, body = types::EntryList, description = "As asked"))
)]
pub async fn entries(request: HttpRequest) -> Answer {
    part(&request, ApiView::Entries(Asked::of(&request)?.page())).await
}

/// The published rounds of an event.
#[utoipa::path(get, path = "/api/v1/events/{slug}/rounds", responses((status = 200, body = types::RoundList, description = "As asked")))]
pub async fn rounds(request: HttpRequest) -> Answer {
    part(&request, ApiView::Rounds).await
}

/// A round with its boards and results.
#[utoipa::path(get, path = "/api/v1/events/{slug}/rounds/{round}", responses((status = 200, body = types::Round, description = "As asked")))]
pub async fn round(request: HttpRequest, path: web::Path<(String, RoundNumber)>) -> Answer {
    part(&request, ApiView::Round(path.1)).await
}

/// The standings with their tie-breaks.
#[utoipa::path(
    get,
    path = "/api/v1/events/{slug}/standings",
    params(("after" = Option<u16>, Query, description = "After so many rounds; all that are published where it is left out")),
    responses((status = 200, body = types::Standings, description = "As asked"))
)]
pub async fn standings(request: HttpRequest) -> Answer {
    part(&request, ApiView::Standings(Asked::of(&request)?.after)).await
}

/// The games of the published rounds, round by round, a hundred to a page.
#[utoipa::path(
    get,
    path = "/api/v1/events/{slug}/games",
    params(("page" = Option<u32>, Query, description = "Which page, from 1")),
    responses((status = 200, body = types::GameList, description = "As asked"))
)]
pub async fn games(request: HttpRequest) -> Answer {
    part(&request, ApiView::Games(Asked::of(&request)?.page())).await
}

/// A game with its record.
#[utoipa::path(get, path = "/api/v1/events/{slug}/games/{game}", responses((status = 200, body = types::GameWithRecord, description = "As asked")))]
pub async fn game(request: HttpRequest, path: web::Path<(String, String)>) -> Answer {
    let game: GameId = path.1.parse().map_err(|_| AppError::not_found("game"))?;
    part(&request, ApiView::Game(game)).await
}

/// What arbiters have decided against board or players.
#[utoipa::path(get, path = "/api/v1/events/{slug}/rulings", responses((status = 200, body = types::RulingList, description = "As asked")))]
pub async fn rulings(request: HttpRequest) -> Answer {
    part(&request, ApiView::Rulings).await
}

/// The ratings that this program keeps of a game, the strongest first, a hundred to a page.
#[utoipa::path(
    get,
    path = "/api/v1/ratings/{kind}",
    params(("page" = Option<u32>, Query, description = "Which page, from 1")),
    responses((status = 200, body = written::RatingList, description = "As asked"))
)]
pub async fn ratings(request: HttpRequest, key: web::Path<String>) -> Answer {
    let game = kind(&key)?;
    let page = Asked::of(&request)?.page();
    people::show(&request, PeopleView::RatingsApi(game, page)).await.map(shared)
}
