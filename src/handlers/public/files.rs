//! The files of an event.

use actix_web::{HttpRequest, HttpResponse, web};

use super::show;
use crate::error::AppError;
use crate::publish::View;

/// `GET /events/{slug}/players.csv`
pub async fn players(request: HttpRequest) -> Result<HttpResponse, AppError> {
    show(&request, View::PlayersCsv).await
}

/// `GET /events/{slug}/pairings.csv`
pub async fn pairings(request: HttpRequest) -> Result<HttpResponse, AppError> {
    show(&request, View::PairingsCsv).await
}

/// `GET /events/{slug}/standings.csv`
pub async fn standings(request: HttpRequest) -> Result<HttpResponse, AppError> {
    show(&request, View::StandingsCsv).await
}

/// `GET /events/{slug}/standings.json`
pub async fn standings_json(request: HttpRequest) -> Result<HttpResponse, AppError> {
    show(&request, View::StandingsJson).await
}

/// `GET /events/{slug}/crosstable.csv`
pub async fn crosstable(request: HttpRequest) -> Result<HttpResponse, AppError> {
    show(&request, View::CrossTableCsv).await
}

/// `GET /events/{slug}/event.json`
pub async fn event_json(request: HttpRequest) -> Result<HttpResponse, AppError> {
    show(&request, View::EventJson).await
}

/// `GET /events/{slug}/event.trf`
pub async fn event_trf(request: HttpRequest) -> Result<HttpResponse, AppError> {
    show(&request, View::EventTrf).await
}

/// `GET /events/{slug}/feed.atom`
pub async fn feed(request: HttpRequest) -> Result<HttpResponse, AppError> {
    show(&request, View::Feed).await
}

/// `GET /events/{slug}/games.tgr`
pub async fn games(request: HttpRequest) -> Result<HttpResponse, AppError> {
    show(&request, View::GamesTgr).await
}

/// `GET /events/{slug}/timetable.ics`
pub async fn timetable_ics(request: HttpRequest) -> Result<HttpResponse, AppError> {
    show(&request, View::TimetableIcs).await
}

/// `GET /events/{slug}/players/{number}.ics`
pub async fn player_ics(
    request: HttpRequest,
    path: web::Path<(String, u16)>,
) -> Result<HttpResponse, AppError> {
    show(&request, View::PlayerIcs(path.1)).await
}
