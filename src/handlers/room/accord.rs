//! What the opponent says of the game's end: confirmed with the ordinary report, or disputed in words.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use super::Room;
use super::show::refused;
use crate::auth::{EventAccess, Posted};
use crate::domain::command::Command;
use crate::domain::event::Event;
use crate::domain::game::Game;
use crate::domain::offer::ResultCode;
use crate::domain::result::{ResultEntry, Source};
use crate::domain::text::Reason;
use crate::error::AppError;
use crate::ledger::OnceKey;
use crate::pages::accord::AccordView;
use crate::pages::form::FormView;
use crate::services::foresee::fingerprint;
use crate::state::AppState;

/// What the player in a seat is asked, if the opponent has said something that waits for an answer.
pub(super) fn accord(event: &Event, game: &Game, seat: usize) -> Option<AccordView> {
    if !event.settings.players_report || is_disputed_by(game, seat) {
        return None;
    }
    let opponent = event.name_of(*game.players().get(1 - seat)?);
    let form = FormView::new("dispute").with_idempotency(OnceKey::new().as_str());
    let view = |says, code, confirmed, points| AccordView {
        says,
        code,
        confirmed,
        points,
        once: OnceKey::new().to_string(),
        dispute: form,
    };
    if let Some(result) = &game.result {
        if game.newest_of(Some(seat)).is_some() {
            // The player's own record has been laid beside it already.
            return None;
        }
        let is_of_opponent = matches!(result.source, Source::Record { record }
            if game.records.iter().any(|it| it.id == record && it.player == Some(1 - seat)));
        let says = format!("{opponent}’s record shows: {}.", event.result_text(game, &result.entry));
        return is_of_opponent.then(|| view(says, String::new(), String::new(), Vec::new()));
    }
    let report = game.reports.get(1 - seat)?.as_ref()?;
    let own = game.reports.get(seat)?.as_ref();
    if own.is_some_and(|own| own.entry == report.entry) {
        return None;
    }
    let says = format!("{opponent} reports: {}.", event.result_text(game, &report.entry));
    let worth =
        report.entry.score(game.scoring_variation(event.settings.game), &event.settings.points).ok()?;
    let confirmed = fingerprint(None, Some((report.entry, worth)));
    Some(view(says, ResultCode(report.entry).to_string(), confirmed, points(event, game, &report.entry)))
}

fn is_disputed_by(game: &Game, seat: usize) -> bool {
    use crate::domain::result::DisputeCause;
    game.disputes.iter().any(|dispute| dispute.cause == DisputeCause::Objection { player: seat })
}

fn points(event: &Event, game: &Game, entry: &ResultEntry) -> Vec<(String, crate::pages::parts::PointsView)> {
    let variation = game.scoring_variation(event.settings.game);
    let scored = entry.score(variation, &event.settings.points).ok();
    let players = game.players().map(|player| event.name_of(player).to_owned());
    scored.map_or_else(Vec::new, |points| players.into_iter().zip(points.map(Into::into)).collect())
}

/// Disputes what the opponent says.
pub async fn dispute(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    let room = Room::open(&request, &access)?;
    let player = room.seat.ok_or_else(|| AppError::forbidden("Players dispute; arbiters decide."))?;
    let mut form = posted.view("dispute");
    let Some(words) = form.read("words", Reason::parse) else {
        return refused(&room, |forms| forms.dispute = Some(form));
    };
    let command = Command::DisputeResult { game: room.game.id, player, words };
    match room.carry_out(&state, &posted, command, ("", "The arbiter has been asked.")).await {
        Err(AppError::Unprocessable(sentence)) => {
            form.reject("words", sentence);
            refused(&room, |forms| forms.dispute = Some(form))
        }
        other => other,
    }
}
