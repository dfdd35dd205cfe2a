//! The Dragon's Dance held against its text and its rulings.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may stop at the first surprise")]

mod board;
mod game;
mod laws;
mod pieces;
mod slow;
mod support;
