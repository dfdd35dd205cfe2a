//! The Dragon's Dance, as the rulings make it precise.
//!
//! The board is data: [`Board::standard`] is the crate's reconstruction, [`Board::parse`] reads another.
//! [`Situation`] implements the trait of all games on the standard board, and [`Situation::start_on`] and
//! [`Situation::read_on`] play on any.

mod board;
mod board_file;
mod game;
mod group;
mod moves;
mod notation;
mod piece;
mod play;
mod refusal;
mod situation;
mod square;
mod text;
mod touch;
mod verdict;

pub use board::{Board, Terrain};
pub use board_file::BoardError;
pub use group::Group;
pub(crate) use moves::DRAGOON as DRAGOON_LEAPS;
pub use moves::{Move, Walk};
pub use piece::{Kind, Piece};
pub use situation::{Pending, Situation};
pub use square::{SIZE, Square};
pub use verdict::RepetitionKey;
