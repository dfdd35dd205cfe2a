//! Dragon held against its text and its rulings.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may stop at the first surprise")]

mod captures;
mod geometry;
mod operations;
mod safety;
mod setup;
mod special;
mod support;
mod vessels;
