//! Typed pages: the structs that the templates show, and how they become answers.
//!
//! A page struct derives `askama::Template`, has a field `frame: Frame` that the layout reads, and is
//! answered with `Page(page).answer()` or, for a form shown again, `Page(page).again()`. `frame.base()` is where
//! the pages of its event begin.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::ContentType;
use askama::Template;

use crate::error::Result;

pub mod about;
pub mod accounts;
pub mod alerts;
pub mod appearance;
pub mod clocks;
pub mod confirm;
pub mod conflict;
pub mod credits;
pub mod document;
pub mod entries;
pub mod event;
pub mod explorer;
pub mod festivals;
pub mod flash;
pub mod form;
pub mod frame;
pub mod help;
pub mod journal;
pub mod labels;
pub mod ledger;
pub mod listing;
pub mod masthead;
pub mod moves;
pub mod papers;
pub mod parts;
pub mod people;
pub mod pieces;
pub mod precedents;
pub mod problem;
pub mod public;
pub mod qr;
pub mod registrations;
pub mod room;
pub mod rounds;
pub mod rules;
pub mod scoresheet;
pub mod second_factor;
pub mod setup;
pub mod status;
pub mod tokens;
pub mod ways;
pub mod what_if;

pub use event::EventTab;
pub use flash::see_other_saying;
pub use form::{Choice, FormView};
pub use frame::{Frame, FrameViewer};
pub use listing::{Listing, Wanted};
pub use parts::{PointsView, Tone, or_empty};
pub use status::Status;

pub struct Page<T>(pub T);

impl<T: Template> Page<T> {
    /// The page as an answer with status 200.
    pub fn answer(&self) -> Result<HttpResponse> {
        self.answer_with(StatusCode::OK)
    }

    /// The page of a form that is shown again with what is wrong, as an answer with status 422.
    pub fn again(&self) -> Result<HttpResponse> {
        self.answer_with(StatusCode::UNPROCESSABLE_ENTITY)
    }

    /// The page as an answer with another status.
    pub fn answer_with(&self, status: StatusCode) -> Result<HttpResponse> {
        let body = labels::render(&self.0)?;
        Ok(HttpResponse::build(status).content_type(ContentType::html()).body(body))
    }
}

/// Answers a form that was carried out: 303, so that a reload does not send it again.
pub fn see_other(path: &str) -> HttpResponse {
    HttpResponse::SeeOther().insert_header((actix_web::http::header::LOCATION, path)).finish()
}
