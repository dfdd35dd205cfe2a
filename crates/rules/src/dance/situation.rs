//! The situation of a game of The Dragon's Dance.

use super::board::{Board, Terrain};
use super::piece::{Kind, Piece};
use super::square::{DIRECTIONS, SQUARES, STRAIGHT, Square};
use crate::{BySide, Regicide, Side};
use std::sync::Arc;

/// What is to be said about a King (ruling 11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pending {
    /// Nothing.
    Nothing,
    /// That side must decide whether it gives up a piece for its King.
    Decision(Side),
    /// That side's King is lost and the game over.
    Lost(Side),
}

/// A situation of The Dragon's Dance on its board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Situation {
    pub(super) board: Arc<Board>,
    pub(super) squares: [Option<Piece>; SQUARES],
    /// Pieces not yet recruited, in the order of [`Kind::RECRUITS`].
    pub(super) reserve: BySide<[u8; 8]>,
    pub(super) turn: Side,
    pub(super) pending: Pending,
    pub(super) passes: u8,
    pub(super) half: u32,
    pub(super) full: u32,
}

impl Situation {
    /// The situation before the first move on a board; South moves first (ruling 15 for sides without a King).
    #[must_use]
    pub fn start_on(board: &Arc<Board>, regicide: Regicide) -> Self {
        let mut start = Self::bare(Arc::clone(board));
        for &(square, piece) in board.setup() {
            if piece.kind != Kind::King || !regicide.of(piece.side) {
                start.squares[square.index()] = Some(piece);
            }
        }
        for side in Side::BOTH {
            for (count, kind) in start.reserve[side].iter_mut().zip(Kind::RECRUITS) {
                let placed = board.setup().iter().filter(|(_, piece)| *piece == Piece { side, kind }).count();
                *count = kind.number().saturating_sub(u8::try_from(placed).unwrap_or(u8::MAX));
            }
        }
        start
    }

    pub(super) fn bare(board: Arc<Board>) -> Self {
        Self {
            board,
            squares: [None; SQUARES],
            reserve: BySide::default(),
            turn: Side::South,
            pending: Pending::Nothing,
            passes: 0,
            half: 0,
            full: 1,
        }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// How many pieces of a kind a side can still recruit.
    #[must_use]
    pub fn reserve(&self, side: Side, kind: Kind) -> u8 {
        Kind::RECRUITS
            .into_iter()
            .zip(self.reserve[side])
            .find(|(known, _)| *known == kind)
            .map_or(0, |(_, count)| count)
    }

    /// What is to be said about a King.
    #[must_use]
    pub fn pending(&self) -> Pending {
        self.pending
    }

    /// Passes in a row, 0 to 2.
    #[must_use]
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// The pieces of a side with their squares, from South to North.
    pub fn pieces(&self, side: Side) -> impl Iterator<Item = (Square, Kind)> {
        Square::all().filter_map(move |square| {
            self.piece_at(square).filter(|piece| piece.side == side).map(|piece| (square, piece.kind))
        })
    }

    /// The square of the first piece of this kind.
    #[must_use]
    pub fn find(&self, side: Side, kind: Kind) -> Option<Square> {
        self.pieces(side).find(|&(_, found)| found == kind).map(|(square, _)| square)
    }

    /// Whether nobody stands on a square and it is no river.
    pub(super) fn is_vacant(&self, square: Square) -> bool {
        self.piece_at(square).is_none() && self.board.terrain(square) != Terrain::River
    }

    /// Whether an enemy of `side` stands on a square.
    pub(super) fn enemy_at(&self, side: Side, square: Square) -> Option<Kind> {
        self.piece_at(square).filter(|piece| piece.side != side).map(|piece| piece.kind)
    }

    /// The value of a side's pieces on fortresses, a Sage there counting ten (ruling 13).
    #[must_use]
    pub fn fortress_value(&self, side: Side) -> u8 {
        self.held_fortresses(side).map(|(_, kind)| kind.worth_on_fortress()).fold(0, u8::saturating_add)
    }

    /// The fortresses on which a side has a piece.
    pub(super) fn held_fortresses(&self, side: Side) -> impl Iterator<Item = (Square, Kind)> {
        self.board.fortresses().iter().filter_map(move |&square| {
            self.piece_at(square).filter(|piece| piece.side == side).map(|piece| (square, piece.kind))
        })
    }

    /// Whether a side has a piece on every fortress.
    pub(super) fn holds_all_fortresses(&self, side: Side) -> bool {
        self.held_fortresses(side).count() == self.board.fortresses().len()
    }

    /// The Dragon of a side if three or more enemies are orthogonally adjacent to it (ruling 10).
    #[must_use]
    pub fn surrounded_dragon(&self, side: Side) -> Option<Square> {
        self.find(side, Kind::Dragon).filter(|dragon| {
            let straight =
                DIRECTIONS.into_iter().take(STRAIGHT).filter_map(|direction| dragon.offset(direction));
            straight.filter(|&square| self.enemy_at(side, square).is_some()).count() >= 3
        })
    }

    /// The pieces that a side can give up for its King (ruling 11): adjacent to him, not the Dragon.
    pub(super) fn ransoms(&self, side: Side) -> impl Iterator<Item = Square> {
        self.find(side, Kind::King).into_iter().flat_map(Square::neighbours).filter(move |&square| {
            self.piece_at(square).is_some_and(|piece| piece.side == side && piece.kind != Kind::Dragon)
        })
    }

    /// Whether a side plays without a King (ruling 15).
    #[must_use]
    pub fn plays_without_king(&self, side: Side) -> bool {
        self.pending != Pending::Lost(side) && self.find(side, Kind::King).is_none()
    }
}
