//! Players who must not meet.

use tiger_event::{EntryId, ForbiddenCommand, RoundNumber};

use crate::access::ForArbiter;
use crate::clock;
use crate::error::AppError;
use crate::handlers::submission::{Answer, Deed, FromArbiter};
use crate::pages::Page;
use crate::pages::setup::ForbiddenPage;
use crate::services::entries::{Common, together};

/// The groups, with a form for another one.
pub async fn show(ForArbiter(access): ForArbiter) -> Answer {
    Page(ForbiddenPage::of(&access)).answer()
}

/// Keeps players apart.
pub async fn forbid(FromArbiter(mut sent): FromArbiter) -> Answer {
    let next = sent.access.event.published_rounds().saturating_add(1);
    let form = &mut sent.form;
    let first_round = form.read("first_round", |text| read_round(text).map(|round| round.unwrap_or(next)));
    let last_round = form.read("last_round", read_round);
    let players = sent.posted.values("player").map(str::parse).collect::<Result<Vec<EntryId>, _>>();
    let players = players.map_err(|_| form.reject("", "Choose players from the list.")).ok();
    let command = || {
        let (players, first_round, last_round) = (players?, first_round?, last_round?);
        Some(ForbiddenCommand::ForbidPairs { group: clock::new_id(), players, first_round, last_round })
    };
    let deed = Deed::new(sent.access.path("/settings/forbidden"), "They are kept apart.");
    sent.answer_in(deed, command(), async |access| Ok(ForbiddenPage::of(access)), |page| &mut page.form).await
}

/// Keeps players apart who have one club or federation in common.
pub async fn forbid_together(FromArbiter(sent): FromArbiter) -> Answer {
    let event = &sent.access.event;
    let wrong = |_| AppError::unprocessable("Keep apart those of one club, or of one federation.");
    let common: Common = sent.posted.value("by").parse().map_err(wrong)?;
    let last_round = read_round(sent.posted.value("last_round")).map_err(AppError::unprocessable)?;
    let first_round = event.published_rounds().saturating_add(1);
    // Each group is told from the others by its first player.
    let command = |players: Vec<EntryId>| {
        let first = *players.first()?;
        let group = clock::new_id();
        Some((first, ForbiddenCommand::ForbidPairs { group, players, first_round, last_round }.into()))
    };
    let commands = together(event, common, first_round).into_iter().filter_map(command).collect();
    let said = move |count| match count {
        0 => format!("No two more players have their {common} in common."),
        1 => format!("The players of one {common} are kept apart."),
        count => format!("The players of {count} {common}s are kept apart."),
    };
    let to = sent.access.path("/settings/forbidden");
    sent.carry_out_all(&to, commands, said).await
}

/// Lets players meet again in the rounds to come.
pub async fn lift(FromArbiter(sent): FromArbiter) -> Answer {
    let group = sent.posted.value("group").parse().map_err(|_| AppError::not_found("forbidden pair"))?;
    let said = "They may meet again in the rounds to come.";
    let deed = Deed::new(sent.access.path("/settings/forbidden"), said);
    sent.carry_out(deed, ForbiddenCommand::LiftForbidden { group }).await
}

fn read_round(text: &str) -> Result<Option<RoundNumber>, &'static str> {
    match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| "Write the number of a round, such as 3."),
    }
}
