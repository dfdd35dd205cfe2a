//! `/events/{slug}/ledger`: everything that happened to an event, in words.

use serde::Deserialize;
use tiger_event::{Event, Teller};

use crate::access::ForArbiter;
use crate::db;
use crate::handlers::query;
use crate::handlers::submission::Answer;
use crate::ledger::LedgerError;
use crate::pages::Page;
use crate::pages::ledger::{ChangesPage, LedgerLine, LedgerPage};
use crate::services::differences::Differences;
use crate::state::{AppState, State};

/// Two moments of an event.
#[derive(Debug, Deserialize)]
struct Moments {
    from: u64,
    to: Option<u64>,
}

/// Newest first.
pub async fn show(ForArbiter(access): ForArbiter, state: State) -> Answer {
    let event = access.event.clone();
    let lines = db::block(move || tell(&state, &event)).await?;
    let lines = lines.into_iter().rev().collect();
    Page(LedgerPage::of(&access, lines)?).answer()
}

/// What differs between two moments, in words: `?from=` and `?to=`.
pub async fn changes(ForArbiter(access): ForArbiter, state: State) -> Answer {
    let Moments { from, to } = query(access.viewer.request(), "entry")?;
    let (id, last) = (access.event.id, access.event.version);
    let to = to.unwrap_or(last);
    let (before, after) = db::block(move || {
        let at = |entry| state.db.read(|db| state.ledger.event_as_of(db, id, entry));
        Ok::<_, LedgerError>((at(from)?, at(to)?))
    })
    .await?;
    let differences = Differences::between(&before, &after);
    Page(ChangesPage::of(&access, [&before, &after], differences)).answer()
}

/// All entries in words, oldest first: an entry is told by those before it.
fn tell(state: &AppState, event: &Event) -> Result<Vec<LedgerLine>, LedgerError> {
    let mut teller = Teller::new(event);
    let mut lines: Vec<LedgerLine> = Vec::new();
    state.ledger.each_entry(event.id, |entry| {
        // Whoever looks back sees what was there by then.
        if entry.meta.seq <= event.version {
            lines.push(LedgerLine::of(&entry, &mut teller));
        }
        Ok::<_, LedgerError>(())
    })?;
    Ok(lines)
}
