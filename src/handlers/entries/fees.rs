//! Who has paid the fee.

use tiger_event::{EntryCommand, EntryId};

use crate::access::ForArbiter;
use crate::error::AppError;
use crate::handlers::submission::{Answer, Deed, FromArbiter};
use crate::pages::Page;
use crate::pages::entries::FeesPage;

pub async fn show(ForArbiter(access): ForArbiter) -> Answer {
    Page(FeesPage::of(&access)?).answer()
}

/// Notes that a player paid what was open, and nothing else: whoever changed the player meanwhile goes before.
pub async fn pay(FromArbiter(sent): FromArbiter) -> Answer {
    let id: EntryId = sent.posted.value("entry").parse().map_err(|_| AppError::not_found("player"))?;
    let (event, seen) = (&sent.access.event, sent.posted.version()?);
    let entry = event.entries.get(&id).ok_or_else(|| AppError::not_found("player"))?;
    let mut details = entry.details.clone();
    details.office.fee_paid = event.fee_of(entry);
    let said = format!("{} has paid {}.", details.name, details.office.fee_paid);
    let deed = Deed::new(sent.access.path("/entries/fees"), said);
    sent.carry_out(deed, EntryCommand::ChangeEntry { entry: id, details, seen }).await
}
