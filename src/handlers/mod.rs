//! Handlers: parse the request, call one service, answer. A folder or file an area.

pub mod about;
pub mod accounts;
pub mod alerts;
pub mod api;
pub mod appearance;
pub mod assets;
pub mod clocks;
pub mod entries;
pub mod festivals;
pub mod health;
pub mod help;
pub mod ledger;
pub mod papers;
pub mod precedents;
pub mod programs;
pub mod public;
pub mod registrations;
pub mod room;
pub mod rounds;
pub mod rules;
pub mod setup;
pub mod take_back;
pub mod what_if;

mod submission;

use actix_web::HttpRequest;
use actix_web::web::Query;
use serde::de::DeserializeOwned;

use crate::error::{AppError, Result};

/// What stands behind the question mark of an address; where it cannot be read, nothing is there.
fn query<T: DeserializeOwned>(request: &HttpRequest, what: &'static str) -> Result<T> {
    let query = Query::<T>::from_query(request.query_string());
    Ok(query.map_err(|_| AppError::not_found(what))?.into_inner())
}
