//! Dragon held against its text and its rulings.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may stop at the first surprise")]

mod captures;
mod checklists;
mod geometry;
mod laws;
mod operations;
mod perft;
mod records;
mod rooms;
mod safety;
mod scattered;
mod setup;
mod slow;
mod special;
mod support;
mod vessels;
