//! The report file with all that arbiters know.

use actix_web::HttpResponse;
use actix_web::http::header::{ContentDisposition, ContentType};

use crate::access::ForArbiter;
use crate::handlers::submission::Answer;
use crate::{db, exports};

pub async fn report(ForArbiter(access): ForArbiter) -> Answer {
    let file = ContentDisposition::attachment(format!("{}-arbiters.trf", access.event.slug));
    let event = access.event.clone();
    let text = db::block(move || exports::report_for_arbiters(&event)).await?;
    Ok(HttpResponse::Ok().content_type(ContentType::plaintext()).insert_header(file).body(text))
}
