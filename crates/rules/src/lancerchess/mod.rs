//! LancerChess: chess with Lancers for Knights, a royal Queen and a King who moves as she does in chess.
//!
//! The rules are in the part "LancerChess" of the text of TigerChess; rulings 4, 6 and 8 settle the rest.

mod moves;
mod notation;
mod setup;

use std::ops::ControlFlow;

use crate::chessfield::field::Field;
use crate::chessfield::rights::Rights;
use crate::chessfield::{Bits, Kind, Square};
use crate::game::{GameKind, MoveEffect, MoveError, Position, QUIET_THAT_END, Replayed, SituationError};
use crate::outcome::{Ending, Outcome};
use crate::side::Side;
use crate::touch::Touch;

pub use moves::Move;
pub(crate) use notation::{check_origin, protected_wing, protection_text};
pub(crate) use setup::initial_field;

/// The number of kinds of personnel that LancerChess knows.
const KINDS: usize = 7;

/// A position of LancerChess, reachable or at least not impossible.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct LancerChess {
    field: Field<KINDS>,
    turn: Side,
    rights: Rights,
    ep: Option<Square>,
    half: u16,
    full: u16,
}

/// What the repetition rule compares: everybody's kind and place, side to move, rights, and the en passant square if a
/// capture there is legal (ruling 8).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    field: Field<KINDS>,
    turn: Side,
    rights: Rights,
    ep: Option<Square>,
}

impl LancerChess {
    /// Who stands on the square.
    #[must_use]
    pub fn at(&self, square: Square) -> Option<(Side, Kind)> {
        self.field.at(square)
    }

    /// The members who attack the Queen of the side to move.
    #[must_use]
    pub fn checkers(&self) -> Bits {
        let queen = self.field.queen(self.turn);
        self.field.attackers(queen, self.turn.other(), self.field.occupied())
    }

    fn are_queens_bare(&self) -> bool {
        self.field.occupied() == self.field.kind(Kind::Queen)
    }
}

impl Replayed for LancerChess {}

impl Position for LancerChess {
    const GAME: GameKind = GameKind::LancerChess;
    type Options = ();
    type Move = Move;
    type Key = Key;

    fn start((): ()) -> Self {
        Self::initial()
    }

    fn from_situation(text: &str) -> Result<Self, SituationError> {
        Self::read(text)
    }

    fn situation(&self) -> String {
        self.write()
    }

    fn check_options(&self, (): ()) -> Result<(), SituationError> {
        Ok(())
    }

    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn visit_moves<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_each(visit)
    }

    #[inline]
    fn play_unchecked(&mut self, mv: &Move) {
        self.make(*mv);
    }

    fn verdict(&self) -> Option<Outcome> {
        if self.are_queens_bare() {
            return Some(Outcome::drawn(Ending::BareQueens));
        }
        if !self.has_move() {
            return Some(match self.checkers().is_empty() {
                true => Outcome::drawn(Ending::Stalemate),
                false => Outcome::won(self.turn.other(), Ending::Checkmate),
            });
        }
        (self.quiet_half_moves() >= QUIET_THAT_END).then_some(Outcome::drawn(Ending::FiftyMoves))
    }

    fn royal_attacked(&self) -> Option<bool> {
        Some(!self.checkers().is_empty())
    }

    fn repetition_key(&self) -> Key {
        let ep = self.ep.filter(|_| self.scene().can_take_en_passant());
        Key { field: self.field, turn: self.turn, rights: self.rights, ep }
    }

    fn quiet_half_moves(&self) -> u32 {
        self.half.into()
    }

    fn write_move(&self, mv: &Move) -> String {
        self.write_notation(*mv)
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        self.read_notation(text)
    }

    fn effect(&self, mv: &Move) -> MoveEffect {
        self.describe(*mv)
    }

    fn touch(&self, mv: &Move) -> Touch {
        self.point_at(*mv)
    }

    fn move_number(&self) -> Option<u32> {
        Some(self.full.into())
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        self.count()
    }
}
