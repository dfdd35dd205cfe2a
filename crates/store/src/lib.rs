//! What Tiger Arbiter keeps, and the ground it stands on: the ledger of each event, which is the one door for writes, its
//! database, accounts and sessions; settings, time, files, and what can go wrong in a request.
//!
//! It knows no page and no address. Arrows between its modules run one way: `auth` to `ledger` to `db` to the others.

pub mod auth;
pub mod clock;
pub mod config;
pub mod db;
pub mod disk;
pub mod error;
pub mod ledger;
pub mod metrics;
pub mod shares;
