//! The arbiter's day: desk, drafts, results, closing, queue, rulings.

pub mod absent;
pub mod appeals;
pub mod boards;
pub mod choices;
pub mod desk;
pub mod draft;
pub mod game;
pub mod list;
pub mod queue;
pub mod results;
pub mod round;
pub mod rulings;
pub mod second;
pub mod ties;
pub mod why;
