//! Is the app alive, and can it serve?

use actix_web::HttpResponse;
use actix_web::http::header::ContentType;
use actix_web::web::Data;

use crate::db;
use crate::handlers::submission::Answer;
use crate::state::AppState;

/// The process answers.
pub async fn show() -> HttpResponse {
    fine()
}

/// Its database answers too, and can be written to.
pub async fn ready(state: Data<AppState>) -> Answer {
    db::block(move || state.db.answers()).await?;
    Ok(fine())
}

fn fine() -> HttpResponse {
    HttpResponse::Ok().content_type(ContentType::plaintext()).body("ok\n")
}
