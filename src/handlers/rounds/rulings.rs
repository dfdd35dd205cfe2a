//! The register of rulings.

use actix_web::HttpResponse;

use super::grid_view::names;
use crate::auth::EventAccess;
use crate::error::AppError;
use crate::pages::Page;
use crate::pages::event::EventTab;
use crate::pages::rounds::{RulingRow, RulingsPage, local, result_text};

/// Shows every ruling, oldest first.
///
/// # Errors
/// For anybody but arbiters.
pub async fn show(access: EventAccess) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let event = &access.event;
    let rows = (1..).zip(&event.rulings).filter_map(|(number, ruling)| {
        let game = event.games.get(&ruling.game)?;
        let before = ruling.before.as_ref().map(|result| result_text(event, game, result));
        Some(RulingRow {
            number,
            at: local(event, ruling.after.at),
            by: ruling.after.by.clone(),
            place: format!("Round {}, board {}", game.round, event.board_number(game)),
            names: names(event, game),
            href: access.path(&format!("/games/{}/result", game.id)),
            before: before.unwrap_or_else(|| "no result".to_owned()),
            after: result_text(event, game, &ruling.after),
            reason: ruling.reason.to_string(),
            article: ruling.article.as_ref().map(ToString::to_string).unwrap_or_default(),
        })
    });
    let page = RulingsPage {
        frame: access.frame(Some(EventTab::Queue)).under("Queue", access.path("/queue")),
        base: access.base(),
        rows: rows.collect(),
    };
    Page(page).answer()
}
