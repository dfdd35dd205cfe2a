//! What everybody may read.

mod analysis;
mod drafts;
pub(crate) mod files;
mod live;
mod live_games;
mod memory;
mod pages;
mod replay;
pub(crate) mod world;
