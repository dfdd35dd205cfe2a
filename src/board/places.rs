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
                let wings =
                    if matches!(self.position, AnyPosition::TigerChess(_)) { &WINGS[..] } else { &[] };
                let field = squares().map(|at| place(at.to_string(), member_at(self, at).is_some()));
                field.chain(wings.iter().map(|wing| place((*wing).to_owned(), false))).collect()
            }
            AnyPosition::Dragon(situation) => {
                let all = (0..=16).flat_map(|rank| (0..dragon::FILES).map(move |file| (file, rank)));
                let all = all.filter_map(|(file, rank)| dragon::Position::new(file, rank));
                all.map(|at| place(at.to_string(), dragon_board::in_words(situation, at).is_some())).collect()
            }
            AnyPosition::Dance(situation) => {
                let all = (1..=dance::SIZE).flat_map(|rank| (0..dance::SIZE).map(move |file| (file, rank)));
                let all = all.filter_map(|(file, rank)| dance::Square::new(file, rank));
                all.map(|at| place(at.to_string(), situation.piece_at(at).is_some())).collect()
            }
        }
    }
}
