//! Pictures of the four boards, and the way of a game from ply to ply.
//!
//! Pure: values of the rules crate in, SVG and words out; no HTTP, no database. Looks come from `static/css/board.css` by
//! class, forces from the sprite of game icons, so that a picture needs neither inline style nor script. Invariant: every
//! square and every force on the board is drawn once, with its name in a `<title>`.

mod barren;
mod chessfield;
mod course;
mod dance;
mod description;
mod dragon;
mod force;
mod kingdom;
mod layer;
mod middle;
mod places;
mod rooms;
pub mod standalone;
mod svg;
mod vessel;

use std::collections::BTreeSet;

use tiger_rules::dance::Board;
use tiger_rules::{AnyPosition, BySide, TigerMarks};

pub use barren::BarrenLands;
pub use course::{Course, Step, Wrong};
pub use description::{Row, due};
pub use force::{Force, side_class};
pub use layer::{Act, Arrow, Layer, Look, Spot};
pub use places::Place;
pub use standalone::standalone;

/// What a picture shows: a position with what is beside the board, and what is pointed out.
#[derive(Debug, Clone)]
pub struct Scene<'a> {
    pub position: &'a AnyPosition,
    /// The forces that have been captured on the way here, in order.
    pub lost: Vec<Force>,
    /// What lies in the Barren Lands of Dragon, behind the kingdom of each side.
    pub barren: BarrenLands,
    /// The Palace wings of the Royal Guards, which a position forgets once nobody can take them: 2 for C to 5 for F.
    pub wings: BySide<Option<u8>>,
    /// The letters and numerals that the personnel of TigerChess bear, as far as they are known.
    pub borne: Option<TigerMarks>,
    pub marks: Marks,
    pub layer: Layer,
    /// Whether the game ended here, even if the position alone does not show it: nobody is to move.
    pub is_over: bool,
}

/// What is pointed out on a board, by the names of positions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marks {
    /// Where the last move began and ended.
    pub last: BTreeSet<String>,
    /// Where the last move captured.
    pub taken: BTreeSet<String>,
    /// Where a wrong move leads from and to.
    pub wrong: BTreeSet<String>,
    /// Where a legal move can end.
    pub targets: BTreeSet<String>,
}

impl<'a> Scene<'a> {
    /// A position whose way here is not known.
    pub fn of(position: &'a AnyPosition) -> Self {
        Self {
            position,
            lost: Vec::new(),
            barren: BySide::default(),
            wings: BySide::default(),
            borne: borne_at_first(position),
            marks: Marks::default(),
            layer: Layer::default(),
            is_over: position.verdict().is_some(),
        }
    }

    /// What a position is called with whoever stands there, such as `E2 Bengal Pikeman`.
    pub fn name_of(&self, place: &str) -> String {
        description::place(self, place)
    }

    /// The same with every position pointed out at which a legal move can end.
    #[must_use]
    pub fn with_targets(mut self) -> Self {
        let effects = self.position.list_effects();
        self.marks.targets = effects.into_iter().filter_map(|(_, effect)| effect.to).collect();
        self
    }
}

/// The letters and numerals that a position tells by itself.
fn borne_at_first(position: &AnyPosition) -> Option<TigerMarks> {
    match position {
        AnyPosition::TigerChess(position) => Some(TigerMarks::of(position)),
        AnyPosition::LancerChess(_) | AnyPosition::Dragon(_) | AnyPosition::Dance(_) => None,
    }
}

/// A picture with the same in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// The picture, ready to stand in a page.
    pub svg: String,
    /// What it is and who is to move.
    pub label: String,
    /// Who stands where, rank by rank, then what is beside the board.
    pub rows: Vec<Row>,
    /// The situation in the rules' own notation.
    pub situation: String,
    /// Whether the board is a reconstruction, its game's text having lost the picture.
    pub is_reconstruction: bool,
}

/// Draws a scene. `said` says which moment of a game it is, such as `After ply 12.`; it may be empty.
pub fn draw(scene: &Scene<'_>, said: &str) -> Drawing {
    let label = description::label(scene, said);
    let svg = match scene.position {
        AnyPosition::LancerChess(_) => chessfield::draw_plain(scene, &label),
        AnyPosition::TigerChess(position) => kingdom::draw(scene, position, &label),
        AnyPosition::Dragon(position) => middle::draw(scene, position, &label),
        AnyPosition::Dance(position) => dance::draw(scene, position, &label),
    };
    let is_reconstruction = match scene.position {
        AnyPosition::LancerChess(_) | AnyPosition::TigerChess(_) => false,
        AnyPosition::Dragon(_) => true,
        AnyPosition::Dance(position) => *position.board() == *Board::standard(),
    };
    Drawing {
        svg,
        label,
        rows: description::rows(scene),
        situation: scene.position.situation(),
        is_reconstruction,
    }
}
