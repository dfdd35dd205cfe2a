//! Is the app alive?

use actix_web::HttpResponse;
use actix_web::http::header::ContentType;

/// `GET /health`
pub async fn show() -> HttpResponse {
    HttpResponse::Ok().content_type(ContentType::plaintext()).body("ok\n")
}
