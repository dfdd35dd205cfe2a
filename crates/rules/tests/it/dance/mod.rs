//! The Dragon's Dance held against its text and its rulings.

mod board;
mod game;
mod laws;
mod pieces;
mod slow;
mod support;
