//! The public transcript of a cast, as a page and as a file.

use actix_web::HttpResponse;
use tiger_event::CastId;
use tiger_event::dice::Transcript;

use crate::access::EventAccess;
use crate::error::AppError;
use crate::handlers::submission::Answer;
use crate::pages::Page;
use crate::pages::room::TranscriptPage;

/// The page, or the file where the address ends so.
pub async fn show(access: EventAccess) -> Answer {
    let game = access.game()?;
    let name: String = access.named("cast", "cast")?;
    let id = name.strip_suffix(".json").unwrap_or(&name).parse::<CastId>();
    let cast = game.cast(id.map_err(|_| AppError::not_found("cast"))?)?;
    let transcript = Transcript::of(access.event.id, game.id, cast);
    let text = match &transcript {
        Some(transcript) => serde_json::to_string_pretty(transcript).map_err(AppError::internal)?,
        None => String::new(),
    };
    match (name.ends_with(".json"), text.is_empty()) {
        (false, _) => Page(TranscriptPage::of(&access, game, cast, text)).answer(),
        (true, true) => Err(AppError::not_found("transcript yet; it is published when the program has cast")),
        (true, false) => Ok(HttpResponse::Ok().content_type("application/json").body(text + "\n")),
    }
}
