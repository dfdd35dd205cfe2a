//! The list of players with check-in and numbering.

use actix_web::web::Data;

use crate::access::EventAccess;
use crate::domain::command::EntryCommand;
use crate::domain::entry::Attendance;
use crate::domain::ids::EntryId;
use crate::error::AppError;
use crate::handlers::submission::{Answer, Deed, Submission};
use crate::pages::Page;
use crate::pages::entries::EntriesPage;
use crate::services::entries::{Numbering, absent, numbered};
use crate::services::registrations::waiting;
use crate::state::AppState;

/// The list.
pub async fn show(state: Data<AppState>, access: EventAccess) -> Answer {
    access.require_arbiter()?;
    Page(EntriesPage::of(&access, waiting(&state.db, access.event.id).await?)?).answer()
}

/// Checks one player or everybody in, or out again.
pub async fn check_in(sent: Submission) -> Answer {
    sent.access.require_arbiter()?;
    let is_present = sent.posted.value("present") != "no";
    let (entries, place): (Vec<EntryId>, _) = match sent.posted.value("entry") {
        "all" => {
            let all = sent.access.event.entries.values();
            let expected = all.filter(|entry| entry.attendance == Attendance::Expected);
            (expected.map(|entry| entry.id).collect(), sent.access.path("/entries"))
        }
        one => {
            let id = one.parse().map_err(|_| AppError::not_found("player"))?;
            (vec![id], EntriesPage::place_of(&sent.access, id))
        }
    };
    sent.commit(EntryCommand::CheckIn { entries, is_present }).await?;
    Ok(Deed::new(place, "").done())
}

/// Leaves out whoever is not here and would be paired in the next round.
pub async fn leave_out(sent: Submission) -> Answer {
    sent.access.require_arbiter()?;
    let event = &sent.access.event;
    let from_round = event.published_rounds().saturating_add(1);
    let command = |entry: EntryId| EntryCommand::Withdraw { entry, from_round }.into();
    let commands = absent(event).map(|entry| command(entry.id)).collect();
    let page = if sent.posted.value("back") == "draft" { "/draft" } else { "/entries" };
    let to = sent.access.path(page);
    let said = move |count| match count {
        0 => "Everybody is here.".to_owned(),
        1 => format!("One player is left out from round {from_round} on."),
        count => format!("{count} players are left out from round {from_round} on."),
    };
    sent.carry_out_all(&to, commands, said).await
}

/// Gives pairing numbers anew.
pub async fn number(sent: Submission) -> Answer {
    sent.access.require_arbiter()?;
    let by = Numbering::from_key(sent.posted.value("by"))
        .ok_or_else(|| AppError::unprocessable("Number the players by rating, by name or by lots."))?;
    let order = numbered(&sent.access.event, by).map_err(AppError::internal)?;
    sent.commit(EntryCommand::NumberEntries { order }).await?;
    Ok(Deed::new(sent.access.path("/entries"), "The players have new numbers.").done())
}
