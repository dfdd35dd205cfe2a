//! The public pages of an event.

use actix_web::web::Query;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;

use super::{current_issue, show};
use crate::domain::entry::RoundNumber;
use crate::domain::text::Slug;
use crate::error::AppError;
use crate::pages::public::part_of;
use crate::pages::see_other;
use crate::publish::{HallPart, HallShow, View};

/// `GET /events/{slug}`
pub async fn overview(request: HttpRequest) -> Result<HttpResponse, AppError> {
    show(&request, View::Overview).await
}

/// `GET /events/{slug}/pairings`: the round that was published last.
pub async fn pairings(request: HttpRequest) -> Result<HttpResponse, AppError> {
    show(&request, View::Pairings).await
}

/// `GET /events/{slug}/rounds/{round}`
pub async fn round(
    request: HttpRequest,
    path: web::Path<(String, RoundNumber)>,
) -> Result<HttpResponse, AppError> {
    show(&request, View::Round(path.1)).await
}

/// `GET /events/{slug}/rounds/{round}/print/{sheet}`
pub async fn sheet(
    request: HttpRequest,
    path: web::Path<(String, RoundNumber, String)>,
) -> Result<HttpResponse, AppError> {
    let sheet = path.2.parse().map_err(|_| AppError::NotFound("sheet"))?;
    show(&request, View::Sheet(path.1, sheet)).await
}

/// `GET /events/{slug}/standings`
pub async fn standings(request: HttpRequest) -> Result<HttpResponse, AppError> {
    show(&request, View::Standings(None)).await
}

/// `GET /events/{slug}/standings/{round}`: after so many rounds.
pub async fn standings_after(
    request: HttpRequest,
    path: web::Path<(String, RoundNumber)>,
) -> Result<HttpResponse, AppError> {
    show(&request, View::Standings(Some(path.1))).await
}

/// `GET /events/{slug}/crosstable`; with `?q=` on to the part in which a player stands.
pub async fn crosstable(request: HttpRequest) -> Result<HttpResponse, AppError> {
    let asked = Query::<Part>::from_query(request.query_string()).map_err(|_| AppError::not_found("page"))?;
    let Part { page, q } = asked.into_inner();
    if q.trim().is_empty() {
        return show(&request, View::CrossTable(page.unwrap_or(1))).await;
    }
    let issue = current_issue(&request).await?;
    Ok(see_other(&part_of(&issue, &q)?.ok_or(AppError::NotFound("player"))?))
}

/// Which part of a long table, or where a player stands in it.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Part {
    page: Option<u16>,
    q: String,
}

/// `GET /events/{slug}/categories/{place}`: the standings of a category.
pub async fn category(
    request: HttpRequest,
    path: web::Path<(String, u16)>,
) -> Result<HttpResponse, AppError> {
    show(&request, View::Category(path.1)).await
}

/// `GET /events/{slug}/prizes`: who wins which prize.
pub async fn prizes(request: HttpRequest) -> Result<HttpResponse, AppError> {
    show(&request, View::Prizes).await
}

/// `GET /events/{slug}/bracket`: the bracket of a knockout, the score of a match.
pub async fn bracket(request: HttpRequest) -> Result<HttpResponse, AppError> {
    show(&request, View::Bracket).await
}

/// `GET /events/{slug}/players`
pub async fn players(request: HttpRequest) -> Result<HttpResponse, AppError> {
    show(&request, View::Players).await
}

/// `GET /events/{slug}/players/{number}`
pub async fn player(request: HttpRequest, path: web::Path<(String, u16)>) -> Result<HttpResponse, AppError> {
    show(&request, View::Player(path.1)).await
}

/// `GET /events/{slug}/timetable`
pub async fn timetable(request: HttpRequest) -> Result<HttpResponse, AppError> {
    show(&request, View::Timetable).await
}

/// `GET /events/{slug}/games`
pub async fn games(request: HttpRequest) -> Result<HttpResponse, AppError> {
    show(&request, View::Games).await
}

/// `GET /events/{slug}/hall`
pub async fn hall(request: HttpRequest) -> Result<HttpResponse, AppError> {
    show(&request, View::Hall(HallShow::ALL, 1)).await
}

/// `GET /events/{slug}/hall/choose?part=…`: on to the screen that shows these parts.
pub async fn choose_screen(request: HttpRequest) -> Result<HttpResponse, AppError> {
    let asked = Query::<Vec<(String, String)>>::from_query(request.query_string());
    let asked = asked.map_err(|_| AppError::not_found("screen"))?.into_inner();
    let is_asked = |part: &HallPart| asked.iter().any(|(name, key)| name == "part" && key == part.key());
    let show = HallShow::of(HallPart::ALL.into_iter().filter(is_asked));
    let slug = Slug::parse(request.match_info().get("slug").unwrap_or_default());
    let slug = slug.map_err(|_| AppError::not_found("event"))?;
    Ok(see_other(&format!("/events/{slug}{}", View::Hall(show, 1).path())))
}

/// `GET /events/{slug}/hall/{show}/{page}`
pub async fn hall_screen(
    request: HttpRequest,
    path: web::Path<(String, String, u16)>,
) -> Result<HttpResponse, AppError> {
    let screen = HallShow::from_key(&path.1).ok_or(AppError::NotFound("screen"))?;
    if let Some(boards) = super::moves::hall(&request, screen, path.2).await? {
        return Ok(boards);
    }
    show(&request, View::Hall(screen, path.2)).await
}
