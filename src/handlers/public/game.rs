//! One game: its result, and its record from ply to ply.

use actix_web::HttpRequest;
use actix_web::http::header::{self, HeaderValue};
use actix_web::web::Path;
use serde::Deserialize;
use tiger_event::GameId;

use super::{moves, show as show_view, show_to_everybody};
use crate::error::{AppError, Result};
use crate::handlers::query;
use crate::handlers::submission::Answer;
use crate::publish::{FRAMED_POLICY, Moment, View};

#[derive(Debug, Default, Deserialize)]
struct Asked {
    ply: Option<u32>,
    moves: Option<String>,
    turned: Option<String>,
}

/// The board from ply to ply, the one page that may stand within others.
pub async fn embed(request: HttpRequest, path: Path<(String, GameId)>) -> Answer {
    let moment = asked(&request)?;
    let mut answer = show_to_everybody(&request, View::Embed(path.1, moment)).await?;
    let policy = HeaderValue::from_static(FRAMED_POLICY);
    answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    Ok(answer)
}

/// The board as a picture by itself.
pub async fn picture(request: HttpRequest, path: Path<(String, GameId)>) -> Answer {
    let moment = Moment { moves: false, ..asked(&request)? };
    show_view(&request, View::Picture(path.1, moment)).await
}

fn asked(request: &HttpRequest) -> Result<Moment> {
    let asked: Asked = query(request, "ply")?;
    let is_said = |word: Option<String>| word.as_deref() == Some("1");
    Ok(Moment { ply: asked.ply, moves: is_said(asked.moves), is_turned: is_said(asked.turned) })
}

/// The game; with `.tgr` behind its address, its record as a file.
pub async fn show(request: HttpRequest, path: Path<(String, String)>) -> Answer {
    let game = |text: &str| text.parse::<GameId>().map_err(|_| AppError::not_found("game"));
    if let Some(id) = path.1.strip_suffix(".tgr") {
        return show_view(&request, View::GameTgr(game(id)?)).await;
    }
    let moment = asked(&request)?;
    let id = game(&path.1)?;
    match moves::page(&request, id, moment).await? {
        Some(page) => Ok(page),
        None => show_view(&request, View::Game(id, moment)).await,
    }
}
