//! Is the app alive, and can it serve?

use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::http::header::ContentType;

use crate::db;
use crate::error::AppError;
use crate::handlers::submission::Answer;
use crate::state::State;

/// How long the database may take to say that it is there.
const PATIENCE: Duration = Duration::from_secs(5);

/// The process answers.
pub async fn show() -> HttpResponse {
    fine()
}

/// Its database answers too, and can be written to.
pub async fn ready(state: State) -> Answer {
    let answers = db::block(move || state.db.answers());
    let silent =
        |elapsed| AppError::Unavailable(anyhow::Error::new(elapsed).context("the database says nothing"));
    tokio::time::timeout(PATIENCE, answers).await.map_err(silent)??;
    Ok(fine())
}

fn fine() -> HttpResponse {
    HttpResponse::Ok().content_type(ContentType::plaintext()).body("ok\n")
}
