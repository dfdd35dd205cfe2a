//! `/events/{slug}/ledger`: everything that happened to an event, in words.

use actix_web::{HttpResponse, web};
use serde::Deserialize;

use crate::access::EventAccess;
use crate::db;
use crate::error::AppError;
use crate::ledger::{LedgerError, Teller};
use crate::pages::Page;
use crate::pages::event::EventTab;
use crate::pages::ledger::{LedgerLine, LedgerPage};
use crate::pages::parts::Pagination;
use crate::state::AppState;

/// Entries on a page.
const LINES: usize = 100;

/// Entries that are read at a time.
const READ: u32 = 1000;

/// Which page.
#[derive(Debug, Deserialize)]
pub struct Which {
    page: Option<usize>,
}

/// `GET /events/{slug}/ledger`: newest first.
///
/// # Errors
/// When the person is no arbiter of the event, or there is no such page.
pub async fn show(
    access: EventAccess,
    which: web::Query<Which>,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let event = access.event.clone();
    let lines = db::block(move || tell(&state, &event)).await?;
    let last = lines.len().div_ceil(LINES).max(1);
    let current = which.page.unwrap_or(1);
    if !(1..=last).contains(&current) {
        return Err(AppError::not_found("page of the ledger"));
    }
    let count = lines.len();
    let shown = lines.into_iter().rev().skip((current - 1) * LINES).take(LINES).collect();
    let prefix = access.path("/ledger?page=");
    let pages = Pagination { current, last, prefix };
    Page(LedgerPage { frame: access.frame(Some(EventTab::Ledger)), lines: shown, count, pages }).answer()
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
