//! The list of players with check-in and numbering.

use actix_web::HttpResponse;
use actix_web::web::Data;

use crate::auth::EventAccess;
use crate::auth::Posted;
use crate::domain::command::Command;
use crate::domain::entry::Attendance;
use crate::domain::ids::EntryId;
use crate::error::AppError;
use crate::ledger::{OnceKey, Order};
use crate::pages::Page;
use crate::pages::entries::EntriesPage;
use crate::pages::event::EventTab;
use crate::pages::flash::see_other_saying;
use crate::pages::parts::Tone;
use crate::services;
use crate::services::entries::{Numbering, numbered};
use crate::state::AppState;

/// The list.
pub async fn show(state: Data<AppState>, access: EventAccess) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let registrations = match services::registrations::waiting(&state, access.event.id).await? {
        0 => "Registrations".to_owned(),
        waiting => format!("Registrations ({waiting})"),
    };
    let rows: Vec<_> = access.event.entries_by_number().into_iter().map(super::row).collect();
    let present = rows.iter().filter(|row| row.is_present()).count();
    let withdrawn = rows.iter().filter(|row| row.is_withdrawn()).count();
    Page(EntriesPage {
        frame: access.frame(Some(EventTab::Entries)),
        base: access.base(),
        registrations,
        present,
        expected: rows.len() - withdrawn,
        is_open: super::open_round(&access.event) == 1 && rows.len() > 1,
        rows,
        once: OnceKey::new().to_string(),
    })
    .answer()
}

/// Checks one player or everybody in, or out again.
pub async fn check_in(
    state: Data<AppState>,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let is_present = posted.value("present") != "no";
    let entries: Vec<EntryId> = match posted.value("entry") {
        "all" => {
            let expected =
                access.event.entries.values().filter(|entry| entry.attendance == Attendance::Expected);
            expected.map(|entry| entry.id).collect()
        }
        one => vec![one.parse().map_err(|_| AppError::not_found("player"))?],
    };
    let anchor = match &entries[..] {
        [one] => format!("/entries#entry-{one}"),
        _ => "/entries".to_owned(),
    };
    let order = Order::new(access.actor()?, access.event.id, Command::CheckIn { entries, is_present });
    services::carry_out(&state, order.once(posted.once()?)).await?;
    Ok(crate::pages::see_other(&access.path(&anchor)))
}

/// Gives pairing numbers anew.
pub async fn number(
    state: Data<AppState>,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let by = Numbering::from_key(posted.value("by"))
        .ok_or_else(|| AppError::unprocessable("Number the players by rating, by name or by lots."))?;
    let order = numbered(&access.event, by).map_err(AppError::internal)?;
    let order =
        Order::new(access.actor()?, access.event.id, Command::NumberEntries { order }).once(posted.once()?);
    services::carry_out(&state, order).await?;
    Ok(see_other_saying(&access.path("/entries"), Tone::Good, "The players have new numbers."))
}
