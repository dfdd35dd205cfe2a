//! Tiger Arbiter: a web app that runs over-the-board events.
//!
//! Arrows between the modules run one way: `handlers` call `services`, these call `ledger` and `db`, and all know the
//! three pure crates: `tiger_event`, and `tiger_rules` and `tiger_pairing` on which it stands.

pub mod access;
pub mod assets;
pub mod auth;
pub mod board;
pub mod cli;
pub mod clock;
pub mod config;
pub mod db;
pub mod demo;
pub mod disk;
pub mod error;
pub mod exports;
pub mod gate;
pub mod handlers;
pub mod ledger;
pub mod live;
pub mod metrics;
pub mod pages;
pub mod publish;
pub mod routes;
pub mod services;
pub mod shares;
pub mod startup;
pub mod state;
pub mod theme;
