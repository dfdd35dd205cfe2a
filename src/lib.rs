//! Tiger Arbiter: a web app that runs over-the-board events.
//!
//! Arrows between the modules run one way: `handlers` and `pages` call the services of [`tiger_backend`], these the ledger and
//! the database of [`tiger_store`], and all know the three pure crates: `tiger_event`, and `tiger_rules` and `tiger_pairing`
//! on which it stands. The rooms of the two crates below are called as if they were here.

pub mod access;
pub mod cli;
pub mod demo;
pub mod gate;
pub mod handlers;
pub mod pages;
pub mod routes;
pub mod startup;
pub mod state;

pub use tiger_backend::{assets, board, exports, live, publish, services, theme};
pub use tiger_store::{auth, clock, config, db, disk, error, ledger, metrics, shares};
