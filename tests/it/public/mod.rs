//! What everybody may read.

mod drafts;
pub(crate) mod files;
mod live;
mod live_games;
mod memory;
mod pages;
mod replay;
pub(crate) mod world;
