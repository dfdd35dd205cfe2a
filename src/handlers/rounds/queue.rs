//! Everything that waits for an arbiter.

use actix_web::HttpResponse;
use actix_web::web::Data;

use super::game_view::reports;
use super::grid_view::names;
use crate::auth::EventAccess;
use crate::domain::event::Event;
use crate::domain::round::RoundState;
use crate::error::AppError;
use crate::pages::Page;
use crate::pages::event::EventTab;
use crate::pages::rounds::{Account, QueuePage, QueueRow, local};
use crate::pages::status::Status;
use crate::services;
use crate::services::queue::{Matter, Waiting, queue};
use crate::state::AppState;

/// Shows the queue.
///
/// # Errors
/// For anybody but arbiters.
pub async fn show(state: Data<AppState>, access: EventAccess) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let registered = services::registrations::waiting(&state, access.event.id).await?;
    let waiting = queue(&access.event);
    let (decisions, others): (Vec<_>, Vec<_>) =
        waiting.iter().partition(|waiting| waiting.matter.needs_decision());
    let rows = |list: Vec<&Waiting>| list.into_iter().filter_map(|waiting| row(&access, waiting)).collect();
    let page = QueuePage {
        frame: access.frame(Some(EventTab::Queue)),
        base: access.base(),
        decisions: rows(decisions),
        others: rows(others),
        registered,
    };
    Page(page).answer()
}

fn row(access: &EventAccess, waiting: &Waiting) -> Option<QueueRow> {
    let event: &Event = &access.event;
    let game = event.games.get(&waiting.game)?;
    let result = access.path(&format!("/games/{}/result", game.id));
    let room = access.path(&format!("/games/{}/room", game.id));
    let (status, sentence, href, action) = match &waiting.matter {
        Matter::Dispute { sentence } => (Status::Disputed, sentence.clone(), result, "Decide"),
        Matter::Claim { sentence } => {
            (Status::Unchecked, sentence.clone(), format!("{room}#board-steps"), "Judge the claim")
        }
        Matter::Flag { sentence } => {
            (Status::Unchecked, sentence.clone(), format!("{room}#flag"), "Look at the clock")
        }
        Matter::Offer { sentence } => {
            (Status::Unchecked, sentence.clone(), format!("{room}#board-steps"), "Answer for the player")
        }
        Matter::OpenGame => (Status::Open, "No result has come in.".to_owned(), result, "Enter the result"),
        Matter::Adjourned { reason } => {
            let is_closed = event.round(game.round).is_ok_and(|round| round.state == RoundState::Closed);
            let action = if is_closed { "Enter the result" } else { "Resume or enter" };
            (Status::Adjourned, format!("Left for later: {reason}"), result, action)
        }
        Matter::UnconfirmedCast { purpose, missing } => {
            let sentence = format!("Dice from a cup ({purpose}) not confirmed by {}.", missing.join(" and "));
            (Status::Unchecked, sentence, room, "Look at the dice")
        }
        Matter::MissingDice => {
            let sentence = "The dice are not on file, and the points depend on them.".to_owned();
            (Status::Unchecked, sentence, room, "Enter the dice")
        }
    };
    let accounts = if matches!(waiting.matter, Matter::Dispute { .. }) {
        reports(access, event, game)
    } else {
        Vec::new()
    };
    Some(QueueRow {
        place: event.place_title(game),
        names: names(event, game),
        status,
        sentence,
        accounts: accounts
            .into_iter()
            .map(|report| Account { who: report.who, says: report.says, href: report.href })
            .collect(),
        since: local(event, waiting.since),
        href,
        action,
    })
}
