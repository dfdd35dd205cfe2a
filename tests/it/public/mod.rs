//! What everybody may read.

mod drafts;
mod files;
mod live;
mod live_games;
mod memory;
mod pages;
mod replay;
mod world;
