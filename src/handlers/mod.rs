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
pub mod worker;

mod submission;
