//! The rounds of an event.

use actix_web::HttpResponse;

use super::status_of;
use crate::auth::EventAccess;
use crate::domain::round::{Round, RoundState};
use crate::error::AppError;
use crate::pages::Page;
use crate::pages::event::EventTab;
use crate::pages::rounds::{RoundRow, RoundsPage, local};

/// Shows all rounds, drafts included.
///
/// # Errors
/// For anybody but arbiters.
pub async fn show(access: EventAccess) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let event = &access.event;
    let row = |round: &Round| {
        let games = event.games_of(round.number);
        let href = match round.state {
            RoundState::Draft => access.path("/draft"),
            _ => access.path(&format!("/rounds/{}/results", round.number)),
        };
        RoundRow {
            number: round.number,
            stage: event.stage_of_round(round.number),
            status: status_of(round.state),
            boards: round.table.boards.len(),
            done: games.iter().filter(|game| game.result.is_some()).count(),
            byes: round.table.byes.len(),
            published: round.published_at.map(|at| local(event, at)).unwrap_or_default(),
            href,
        }
    };
    let page = RoundsPage {
        frame: access.frame(Some(EventTab::Rounds)),
        base: access.base(),
        rows: event.rounds.iter().map(row).collect(),
        next: event.next_round(),
        planned: event.planned_rounds(),
    };
    Page(page).answer()
}
