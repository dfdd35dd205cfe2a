//! What everybody may read.

mod drafts;
mod files;
mod live;
mod memory;
mod pages;
mod replay;
mod world;
