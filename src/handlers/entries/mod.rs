//! The players of an event: list and check-in, adding, one player.

pub mod add;
pub mod entry;
pub mod fees;
pub mod file;
pub mod list;
pub mod speaker;
