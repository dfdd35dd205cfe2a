//! The board of The Dragon's Dance as a picture, before anything is saved.

use std::sync::Arc;

use askama::Template;
use tiger_rules::dance::Board;

use crate::board::Drawing;
use crate::handlers::submission::Answer;
use crate::pages::setup::{draw_start, form};
use crate::pages::{FormView, Page};

/// Answers with the form as it was typed and its board, the standard one if it has none; nothing is saved.
pub(super) fn preview<T: Template>(
    mut form: FormView,
    page: impl FnOnce(FormView, Option<Drawing>) -> T,
) -> Answer {
    let board = form::read_board(&mut form, None);
    if form.is_rejected() {
        return Page(page(form, None)).again();
    }
    let board = board.flatten().map_or_else(Board::standard, |file| Arc::clone(file.board()));
    Page(page(form, Some(draw_start(&board)))).answer()
}
