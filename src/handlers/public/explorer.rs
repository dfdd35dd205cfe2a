//! `/explorer`: what the published games show together.

use actix_web::web::{Path, Query};
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use serde::Deserialize;
use tiger_rules::GameKind;

use super::{answer, state};
use crate::access::Viewer;
use crate::db::block;
use crate::domain::ids::GameId;
use crate::error::AppError;
use crate::exports;
use crate::pages::Page;
use crate::pages::explorer::{GamePage, IndexPage, PositionPage};
use crate::publish::Printed;
use crate::services::explorer::Games;

/// The most moves of an opening.
const MOST_MOVES: usize = 400;

/// What the address asks for.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Asked {
    line: String,
}

async fn games(request: &HttpRequest) -> Result<Games, AppError> {
    let state = state(request)?;
    let people = state.publisher.people().await?;
    Ok(state.explorer.games(&state.db, people).await)
}

fn kind(key: &str) -> Result<GameKind, AppError> {
    key.parse().map_err(|_| AppError::not_found("game"))
}

/// `GET /explorer`
pub async fn index(request: HttpRequest) -> Result<HttpResponse, AppError> {
    let games = games(&request).await?;
    let frame = Viewer::extract(&request).await?.frame();
    Page(IndexPage::of(&games, frame)).answer()
}

/// `GET /explorer/{kind}`, with `.csv` behind it the games as a table for spreadsheets.
pub async fn game(request: HttpRequest, key: Path<String>) -> Result<HttpResponse, AppError> {
    if let Some(key) = key.strip_suffix(".csv") {
        let (kind, games) = (kind(key)?, games(&request).await?);
        let printed = block(move || {
            let printed = Printed::new(
                "text/csv; charset=utf-8; header=present",
                exports::games_of_kind(&games, kind)?,
            )?;
            printed.named(&format!("{}-games.csv", kind.key()))
        });
        return answer(&request, &printed.await?);
    }
    let kind = kind(&key)?;
    let asked = Query::<Asked>::from_query(request.query_string());
    let asked = asked.map_err(|_| AppError::not_found("page"))?.into_inner();
    let games = games(&request).await?;
    let frame = Viewer::extract(&request).await?.frame();
    let page = block(move || {
        let moves: Vec<&str> = asked.line.lines().take(MOST_MOVES).collect();
        Ok::<_, AppError>(GamePage::of(&games, frame, kind, &moves))
    });
    Page(page.await?).answer()
}

/// `GET /explorer/games/{game}/{ply}`: where the position after a ply was played.
pub async fn position(request: HttpRequest, path: Path<(GameId, usize)>) -> Result<HttpResponse, AppError> {
    let (id, ply) = path.into_inner();
    let games = games(&request).await?;
    let frame = Viewer::extract(&request).await?.frame();
    Page(PositionPage::of(&games, frame, id, ply)?).answer()
}
