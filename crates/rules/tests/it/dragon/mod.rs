//! Dragon held against its text and its rulings.

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
mod summary;
mod support;
mod vessels;
