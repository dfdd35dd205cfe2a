//! The board of The Dragon's Dance as a picture, before anything is saved.

use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;
use tiger_rules::dance::Board;
use tiger_rules::{AnyPosition, GameKind, Variation};

use super::form;
use crate::board::{Drawing, Scene, draw};
use crate::error::AppError;
use crate::pages::Page;
use crate::pages::form::FormView;

/// Answers with the form as it was typed and its board, the standard one if it has none; nothing is saved.
pub(super) fn preview<T: Template>(
    mut form: FormView,
    page: impl FnOnce(FormView, Option<Drawing>) -> Page<T>,
) -> Result<HttpResponse, AppError> {
    let board = form::read_board(&mut form, None);
    if form.is_rejected() {
        return page(form, None).answer_with(StatusCode::UNPROCESSABLE_ENTITY);
    }
    let board = board.flatten().map_or_else(Board::standard, |file| Arc::clone(file.board()));
    page(form, Some(draw_start(&board))).answer()
}

/// The picture of a board with its set-up.
pub(super) fn draw_start(board: &Arc<Board>) -> Drawing {
    let start = AnyPosition::start_on(Variation::standard(GameKind::Dance), board);
    draw(&Scene::of(&start), "Before the first move.")
}
