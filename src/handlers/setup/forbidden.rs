//! Players who must not meet.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;

use crate::auth::{EventAccess, Posted};
use crate::domain::command::Command;
use crate::domain::entry::RoundNumber;
use crate::domain::event::Event;
use crate::domain::forbidden::ForbiddenGroup;
use crate::domain::ids::{EntryId, GroupId};
use crate::error::AppError;
use crate::ledger::{OnceKey, Order};
use crate::pages::Page;
use crate::pages::event::EventTab;
use crate::pages::flash::see_other_saying;
use crate::pages::form::{Choice, FormView};
use crate::pages::parts::Tone;
use crate::pages::setup::{ForbiddenPage, GroupRow};
use crate::services;
use crate::state::AppState;

/// The groups, with a form for another one.
///
/// # Errors
/// For anybody but arbiters.
pub async fn show(access: EventAccess) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    page(&access, FormView::new("group").with_idempotency(OnceKey::new().as_str())).answer()
}

/// Keeps players apart.
///
/// # Errors
/// For anybody but arbiters.
pub async fn forbid(
    state: Data<AppState>,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let mut form = posted.view("group");
    let next = next_round(&access.event);
    let first_round = form.read("first_round", |text| read_round(text).map(|round| round.unwrap_or(next)));
    let last_round = form.read("last_round", read_round);
    let players: Result<Vec<EntryId>, _> = posted.values("player").map(str::parse).collect();
    let (Some(first_round), Some(last_round), Ok(players)) = (first_round, last_round, players) else {
        if !form.is_rejected() {
            form.reject("", "Choose players from the list.");
        }
        return page(&access, form).answer_with(StatusCode::UNPROCESSABLE_ENTITY);
    };
    let command = Command::ForbidPairs { group: GroupId::new(), players, first_round, last_round };
    let order = Order::new(access.actor()?, access.event.id, command).once(posted.once()?);
    match services::carry_out(&state, order).await {
        Ok(_) => {
            Ok(see_other_saying(&access.path("/settings/forbidden"), Tone::Good, "They are kept apart."))
        }
        Err(AppError::Unprocessable(sentence)) => {
            form.reject("", sentence);
            page(&access, form).answer_with(StatusCode::UNPROCESSABLE_ENTITY)
        }
        Err(error) => Err(error),
    }
}

/// Lets players meet again in the rounds to come.
///
/// # Errors
/// For anybody but arbiters, and for groups that are not there.
pub async fn lift(
    state: Data<AppState>,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let group = posted.value("group").parse().map_err(|_| AppError::not_found("forbidden pair"))?;
    let command = Command::LiftForbidden { group };
    let order = Order::new(access.actor()?, access.event.id, command).once(posted.once()?);
    let (tone, said) = match services::carry_out(&state, order).await {
        Ok(_) => (Tone::Good, "They may meet again in the rounds to come.".to_owned()),
        Err(AppError::Unprocessable(sentence)) => (Tone::Bad, sentence),
        Err(error) => return Err(error),
    };
    Ok(see_other_saying(&access.path("/settings/forbidden"), tone, &said))
}

fn read_round(text: &str) -> Result<Option<RoundNumber>, &'static str> {
    match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| "Write the number of a round, such as 3."),
    }
}

fn next_round(event: &Event) -> RoundNumber {
    event.published_rounds().saturating_add(1)
}

fn page(access: &EventAccess, form: FormView) -> Page<ForbiddenPage> {
    let event = &access.event;
    let players = event.entries_by_number().into_iter();
    Page(ForbiddenPage {
        frame: access.frame(Some(EventTab::Settings)).under("Settings", access.path("/settings")),
        base: access.base(),
        form,
        players: players
            .map(|entry| Choice::new(entry.id.to_string(), entry.details.name.as_str()))
            .collect(),
        groups: event.forbidden.iter().map(|group| row(event, group)).collect(),
        next_round: next_round(event),
        once: OnceKey::new().to_string(),
    })
}

fn row(event: &Event, group: &ForbiddenGroup) -> GroupRow {
    let names: Vec<_> = group.players.iter().map(|player| event.name_of(*player)).collect();
    let published = event.published_rounds();
    let lift = match group.last_round {
        _ if group.first_round > published => "Remove",
        Some(last) if last <= published => "",
        _ => "End",
    };
    GroupRow { id: group.id.to_string(), names: names.join("; "), rounds: group.rounds(), lift }
}
