//! Use cases: load, ask the rules or the pairing crate, hand one command to the ledger. A file an area.

pub mod claims;
pub mod clocks;
pub mod dice;
pub mod entries;
pub mod evidence;
pub mod foresee;
pub mod import;
pub mod pairing;
pub mod precedents;
pub mod queue;
pub mod records;
pub mod registrations;
pub mod results;
pub mod rounds;
pub mod scoresheets;
pub mod standings;
pub mod tablets;

use actix_web::web::Data;

use crate::db;
use crate::error::AppError;
use crate::ledger::{Committed, Order};
use crate::state::AppState;

/// Hands a command to the ledger, off the threads that answer requests.
///
/// # Errors
/// The event's refusal as the error that fits it, or a fault of the database.
pub async fn carry_out(state: &Data<AppState>, order: Order) -> Result<Committed, AppError> {
    let state = state.clone();
    db::block(move || state.ledger.commit(&order)).await
}
