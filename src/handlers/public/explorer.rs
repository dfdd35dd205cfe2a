//! `/explorer`: what the published games show together.

use std::sync::Arc;

use actix_web::web::Path;
use actix_web::{FromRequest, HttpRequest};
use askama::Template;
use serde::Deserialize;
use tiger_event::GameId;
use tiger_rules::GameKind;

use super::{from_memory, is_visitor, kind, theme};
use crate::access::Viewer;
use crate::db::block;
use crate::error::{AppError, Result};
use crate::exports;
use crate::handlers::query;
use crate::handlers::submission::Answer;
use crate::pages::explorer::{BranchPage, GamePage, IndexPage, PositionPage};
use crate::pages::{Frame, Page};
use crate::publish::{Key, PeopleView, Printed};
use crate::services::explorer::Games;
use crate::state::AppState;
use crate::theme::Theme;

/// The most moves of an opening.
const MOST_MOVES: usize = 400;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Asked {
    line: String,
    game: Option<GameId>,
    ply: usize,
}

impl Asked {
    /// The moves of the branch that is asked for; none for the whole page.
    fn moves(&self, games: &Games, kind: GameKind) -> Result<Vec<String>> {
        let Some(id) = self.game else {
            return Ok(self.line.lines().take(MOST_MOVES).map(str::to_owned).collect());
        };
        let is_of_kind = games.people.game(id).is_some_and(|game| game.event.kind == kind);
        let line = games.line(id).filter(|_| is_of_kind).ok_or(AppError::not_found("game"))?;
        Ok(line.moves().take(self.ply.min(MOST_MOVES)).map(str::to_owned).collect())
    }
}

async fn games(request: &HttpRequest) -> Result<Arc<Games>> {
    let state = AppState::of(request)?;
    let people = state.publisher.people().await?;
    state.explorer.games(&state.db, people).await
}

/// Answers with a page or file. Visitors get it from memory as soon as all records are read.
async fn show(request: &HttpRequest, view: PeopleView, asked: Asked) -> Answer {
    let games = games(request).await?;
    let is_shared =
        view.is_file() || (is_visitor(request, AppState::of(request)?) && request.query_string().is_empty());
    if is_shared && games.unread == 0 {
        let theme = if view.is_file() { Theme::Device } else { theme(request) };
        let key = Key::People { view, version: games.people.version, theme };
        let frame = Frame { path: view.path(), theme, ..Frame::default() };
        return from_memory(request, key, move || print(view, &games, frame, &asked)).await;
    }
    let frame = Viewer::extract(request).await?.frame();
    let printed = block(move || print(view, &games, frame, &asked)).await?;
    Ok(printed.answer_once())
}

fn print(view: PeopleView, games: &Games, frame: Frame, asked: &Asked) -> Result<Printed> {
    let body = match view {
        PeopleView::ExploredCsv(kind) => {
            let printed = Printed::new(view.media_type(), exports::games_of_kind(games, kind)?)?;
            return printed.named(&format!("{}-games.csv", kind.key()));
        }
        PeopleView::Explored(kind) => {
            let moves = asked.moves(games, kind)?;
            let moves: Vec<_> = moves.iter().map(String::as_str).collect();
            if moves.is_empty() {
                GamePage::of(games, frame, kind).render()?
            } else {
                BranchPage::of(games, frame, kind, &moves).render()?
            }
        }
        _ => IndexPage::of(games, frame).render()?,
    };
    Printed::new(view.media_type(), body)
}

pub async fn index(request: HttpRequest) -> Answer {
    show(&request, PeopleView::Explorer, Asked::default()).await
}

/// With `.csv` behind its address the games as a table for spreadsheets.
pub async fn game(request: HttpRequest, key: Path<String>) -> Answer {
    if let Some(key) = key.strip_suffix(".csv") {
        return show(&request, PeopleView::ExploredCsv(kind(key)?), Asked::default()).await;
    }
    let kind = kind(&key)?;
    show(&request, PeopleView::Explored(kind), query(&request, "page")?).await
}

/// Where the position after a ply was played.
pub async fn position(request: HttpRequest, path: Path<(GameId, usize)>) -> Answer {
    let (id, ply) = path.into_inner();
    let games = games(&request).await?;
    let frame = Viewer::extract(&request).await?.frame();
    block(move || PositionPage::of(&games, frame, id, ply).map(Page)).await?.answer()
}
