//! The public transcript of a cast, as a page and as a file.

use actix_web::{HttpRequest, HttpResponse};

use super::{game_path, named, view};
use crate::auth::EventAccess;
use crate::domain::dice::{CastState, Transcript};
use crate::domain::ids::CastId;
use crate::error::AppError;
use crate::pages::Page;
use crate::pages::room::TranscriptPage;

/// The page, or the file where the address ends so.
pub async fn show(request: HttpRequest, access: EventAccess) -> Result<HttpResponse, AppError> {
    let game = named(&request, &access)?;
    let name = request.match_info().get("cast").unwrap_or_default();
    let id = name.strip_suffix(".json").unwrap_or(name).parse::<CastId>();
    let cast = game.cast(id.map_err(|_| AppError::not_found("cast"))?)?;
    let transcript = Transcript::of(access.event.id, game.id, cast);
    let text = match &transcript {
        Some(transcript) => serde_json::to_string_pretty(transcript).map_err(AppError::internal)?,
        None => String::new(),
    };
    if name.ends_with(".json") {
        if text.is_empty() {
            return Err(AppError::not_found("transcript yet; it is published when the program has cast"));
        }
        return Ok(HttpResponse::Ok().content_type("application/json").body(text + "\n"));
    }
    let event = &access.event;
    let path = game_path(&access, game);
    let secret = match &cast.state {
        CastState::Cast { secret, .. } => secret.to_string(),
        CastState::Committed | CastState::FromCup { .. } => String::new(),
    };
    Page(TranscriptPage {
        frame: access.frame(None),
        title: format!("round {}, board {}", game.round, event.board_number(game)),
        file: if text.is_empty() { String::new() } else { format!("{path}/dice/{}.json", cast.id) },
        game: path,
        cast: view::cast_view(event, cast),
        players: game.players().map(|player| event.name_of(player).to_owned()),
        secret,
        text,
    })
    .answer()
}
