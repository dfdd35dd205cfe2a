//! Use cases: load, ask the rules or the pairing crate, hand one command to the ledger. A file an area.

pub mod accounts;
pub mod again;
pub mod alerts;
pub mod archive;
pub mod backups;
pub mod choices;
pub mod clocks;
pub mod copies;
pub mod dice;
pub mod differences;
pub mod entries;
pub mod erasure;
pub mod evidence;
pub mod explorer;
pub mod factors;
pub mod festivals;
pub mod foresee;
pub mod hall;
pub mod import;
pub mod incidents;
pub mod lines;
pub mod live_games;
pub mod lost_draft;
pub mod own_data;
pub mod pairing;
pub mod paper;
pub mod people;
pub mod precedents;
pub mod prizes;
pub mod programs;
pub mod queue;
pub mod records;
pub mod registrations;
pub mod reopened;
pub mod results;
pub mod rounds;
pub mod sandbox;
pub mod scoresheets;
pub mod speakers;
pub mod spreadsheet;
pub mod standings;
pub mod tablets;
pub mod take_back;
pub mod webhooks;

use tiger_event::{EventId, Refusal};

use crate::error::Result;
use crate::ledger::{Committed, Ledger, LedgerError, Order};
use crate::{db, shares};

/// Hands a command to the ledger, off the threads that answer requests.
///
/// # Errors
/// The event's refusal as the error that fits it, a fault of the database, or when this person sent too much.
pub async fn carry_out(ledger: &Ledger, order: Order) -> Result<Committed> {
    Ok(attempt(ledger, order).await??)
}

/// The event's refusal apart from other errors.
fn or_refused<T>(outcome: Result<T, LedgerError>) -> Result<Result<T, Refusal>, LedgerError> {
    match outcome {
        Ok(done) => Ok(Ok(done)),
        Err(LedgerError::Refused(refusal)) => Ok(Err(refusal)),
        Err(error) => Err(error),
    }
}

/// Hands the commands of one form to the ledger, written together; those that are refused do not hold up the others. How
/// many were carried out, or the first refusal.
pub async fn attempt_all(ledger: &Ledger, orders: Vec<Order>) -> Result<Result<usize, Refusal>> {
    let ledger = ledger.clone();
    db::block(move || {
        let (mut done, mut refused) = (0, None);
        for outcome in ledger.commit_all(orders) {
            match or_refused(outcome)? {
                Ok(_) => done += 1,
                Err(refusal) => refused = refused.or(Some(refusal)),
            }
        }
        Ok::<_, LedgerError>(refused.map_or(Ok(done), Err))
    })
    .await
}

/// Who wrote an entry of an event's ledger; `Somebody` where there is no such entry.
pub async fn author_of(ledger: &Ledger, event: EventId, seq: u64) -> Result<String> {
    let ledger = ledger.clone();
    let found = db::block(move || match ledger.database().read(|db| ledger.entry(db, event, seq)) {
        Ok(entry) => Ok(Some(entry.meta.by.name().to_owned())),
        Err(LedgerError::NoEntry) => Ok(None),
        Err(error) => Err(error),
    });
    Ok(found.await?.unwrap_or_else(|| "Somebody".to_owned()))
}

/// Hands a command to the ledger; the event's refusal comes back to be shown beside the form.
pub async fn attempt(ledger: &Ledger, order: Order) -> Result<Result<Committed, Refusal>> {
    shares::allow(&order.actor, &order.command)?;
    let ledger = ledger.clone();
    db::block(move || or_refused(ledger.commit(&order))).await
}
