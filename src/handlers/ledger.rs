//! `/events/{slug}/ledger`: everything that happened to an event, in words.

use actix_web::web;

use crate::access::EventAccess;
use crate::db;
use crate::domain::command::Teller;
use crate::handlers::submission::Answer;
use crate::ledger::LedgerError;
use crate::pages::Page;
use crate::pages::event::EventTab;
use crate::pages::ledger::{LedgerLine, LedgerPage};
use crate::pages::listing::Wanted;
use crate::state::AppState;

/// Entries on a page.
const LINES: usize = 100;

/// Entries that are read at a time.
const READ: u32 = 1000;

/// `GET /events/{slug}/ledger`: newest first.
///
/// # Errors
/// When the person is no arbiter of the event, or there is no such page.
pub async fn show(access: EventAccess, state: web::Data<AppState>) -> Answer {
    access.require_arbiter()?;
    let event = access.event.clone();
    let lines = db::block(move || tell(&state, &event)).await?;
    let wanted = Wanted::of(access.viewer.request())?;
    let lines = lines.into_iter().rev().collect();
    let text = |line: &LedgerLine| format!("{} {} {} {}", line.seq, line.at, line.by, line.what);
    let (lines, listing) = wanted.part(lines, LINES, access.path("/ledger"), text)?;
    Page(LedgerPage { frame: access.frame(Some(EventTab::Ledger)), lines, listing }).answer()
}

/// All entries in words, oldest first: an entry is told by those before it.
fn tell(state: &AppState, event: &crate::domain::event::Event) -> Result<Vec<LedgerLine>, LedgerError> {
    let zone = event.settings.time_zone;
    let mut teller = Teller::new(event);
    let mut lines: Vec<LedgerLine> = Vec::new();
    state.db.read(|db| {
        let mut after = 0;
        loop {
            let entries = state.ledger.entries_after(db, event.id, after, READ)?;
            let Some(last) = entries.last() else { return Ok(lines) };
            after = last.meta.seq;
            lines.extend(entries.iter().map(|entry| LedgerLine {
                seq: entry.meta.seq,
                at: entry.meta.at.with_timezone(&zone).format("%-d %b %Y, %H:%M:%S").to_string(),
                by: entry.meta.by.name().to_owned(),
                what: teller.tell(&entry.command),
                hash: entry.hash.to_string(),
            }));
        }
    })
}
