//! The page that tells of an error.

use actix_web::http::header::ContentType;
use actix_web::{HttpResponse, HttpResponseBuilder};
use askama::Template;
use uuid::Uuid;

use crate::access::kept::Kept;
use crate::error::Problem;

use super::Frame;

#[derive(Template)]
#[template(path = "problem.html")]
struct ProblemPage {
    frame: Frame,
    problem: Problem,
    /// The form that was sent in vain.
    kept: Option<Kept>,
}

/// Answers with the error page; with its bare sentence if even the page fails.
pub fn show(
    answer: &mut HttpResponseBuilder,
    problem: Problem,
    frame: Option<Frame>,
    kept: Option<Kept>,
) -> HttpResponse {
    let page = ProblemPage { frame: frame.unwrap_or_default(), problem, kept };
    match page.render() {
        Ok(body) => answer.content_type(ContentType::html()).body(body),
        Err(error) => {
            tracing::error!(%error, "the error page cannot be rendered");
            answer.content_type(ContentType::plaintext()).body(page.problem.detail)
        }
    }
}

/// A number for the page and the log, short enough to read out on the telephone.
pub fn new_number() -> String {
    let random = Uuid::new_v4().as_u128();
    format!("{:04X}-{:04X}", random & 0xFFFF, random >> 16 & 0xFFFF)
}
