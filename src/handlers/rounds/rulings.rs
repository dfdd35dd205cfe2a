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
    let bracket = event.bracket(None).map_err(AppError::internal)?;
    let ties = event.tie_rulings.iter().map(|ruling| RulingRow {
        number: 0,
        at: local(event, ruling.at),
        by: ruling.by.clone(),
        place: bracket
            .as_ref()
            .and_then(|bracket| Some(bracket.tie_title(bracket.tie(ruling.tie)?)))
            .unwrap_or_default(),
        names: event.pair_text(ruling.players),
        href: access.path(&format!("/ties/{}/{}", ruling.tie.stage, ruling.tie.slot)),
        before: String::new(),
        after: event.verdict_text(ruling.verdict),
        reason: ruling.reason.to_string(),
        article: ruling.article.as_ref().map(ToString::to_string).unwrap_or_default(),
    });
    let ties = event.tie_rulings.iter().map(|ruling| ruling.at).zip(ties);
    let rows = event.rulings.iter().filter_map(|ruling| {
        let game = event.games.get(&ruling.game)?;
        let before = ruling.before.as_ref().map(|result| result_text(event, game, result));
        let row = RulingRow {
            number: 0,
            at: local(event, ruling.after.at),
            by: ruling.after.by.clone(),
            place: format!("Round {}, board {}", game.round, event.board_number(game)),
            names: names(event, game),
            href: access.path(&format!("/games/{}/result", game.id)),
            before: before.unwrap_or_else(|| "no result".to_owned()),
            after: result_text(event, game, &ruling.after),
            reason: ruling.reason.to_string(),
            article: ruling.article.as_ref().map(ToString::to_string).unwrap_or_default(),
        };
        Some((ruling.after.at, row))
    });
    let mut rows: Vec<_> = rows.chain(ties).collect();
    rows.sort_by_key(|(at, _)| *at);
    let rows = (1..).zip(rows).map(|(number, (_, row))| RulingRow { number, ..row });
    let page = RulingsPage {
        frame: access.frame(Some(EventTab::Queue)).under("Queue", access.path("/queue")),
        base: access.base(),
        rows: rows.collect(),
    };
    Page(page).answer()
}
