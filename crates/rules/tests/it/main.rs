//! The rules, from outside: one binary, a module for each game and for what they share.

#![expect(clippy::panic, clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod clock;
mod dance;
mod decode;
mod deployment;
mod dragon;
mod endings;
mod lancerchess;
mod laws;
mod marks;
mod mistypes;
mod reached;
mod reaching;
mod record;
mod rulings;
mod settings;
mod slow;
mod summary;
mod tigerchess;
mod touch;
mod typing;
mod unreadable;
