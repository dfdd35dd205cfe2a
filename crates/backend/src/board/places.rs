//! Every place of a board that can be touched.

use tiger_rules::{AnyPosition, dance, dragon};

use super::Scene;
use super::chessfield::{member_at, squares};
use super::dragon as dragon_board;

/// A place of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Its name in the game's notation.
    pub name: String,
    /// Whether somebody stands there, or a vessel lies there.
    pub is_occupied: bool,
}

/// The Palace wings of TigerChess's notation, which Royal Guards are posted on and which are occupied.
const WINGS: [&str; 4] = ["PC", "PD", "PE", "PF"];

impl Scene<'_> {
    /// All places of the board, whether a move leads there or not.
    pub fn places(&self) -> Vec<Place> {
        let place = |name: String, is_occupied| Place { name, is_occupied };
        match self.position {
            AnyPosition::LancerChess(_) | AnyPosition::TigerChess(_) => {
                let is_tiger = matches!(self.position, AnyPosition::TigerChess(_));
                let wings = WINGS.iter().filter(|_| is_tiger).map(|wing| place((*wing).to_owned(), false));
                let field = squares().map(|at| place(at.to_string(), member_at(self, at).is_some()));
                field.chain(wings).collect()
            }
            AnyPosition::Dragon(situation) => {
                let is_occupied = |at| dragon_board::in_words(situation, at).is_some();
                dragon::Position::all().map(|at| place(at.to_string(), is_occupied(at))).collect()
            }
            AnyPosition::Dance(situation) => {
                let is_occupied = |at| situation.piece_at(at).is_some();
                dance::Square::all().map(|at| place(at.to_string(), is_occupied(at))).collect()
            }
        }
    }
}
