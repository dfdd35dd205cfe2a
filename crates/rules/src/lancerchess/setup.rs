//! Reading, checking and writing the situations of LancerChess.

use std::fmt::Write;

use super::LancerChess;
use crate::chessfield::field::Field;
use crate::chessfield::rights::Rights;
use crate::chessfield::{Bits, Kind, Square, situation};
use crate::game::SituationError;
use crate::side::Side;

/// Rank 1 and rank 8 from file A: Queen's Tower, Queen's Lancer, Baroness, Queen, King, Baron, King's Lancer, King's Tower.
const HOME: [Kind; 8] = [
    Kind::Tower,
    Kind::QueensLancer,
    Kind::Baron,
    Kind::Queen,
    Kind::King,
    Kind::Baron,
    Kind::KingsLancer,
    Kind::Tower,
];

/// How many of a kind each side starts with, and gains only by promotion.
const OFFICERS: [(Kind, u32); 5] =
    [(Kind::King, 1), (Kind::Tower, 2), (Kind::Baron, 2), (Kind::KingsLancer, 1), (Kind::QueensLancer, 1)];

/// The armies as both games set them up.
pub(crate) fn initial_field<const K: usize>() -> Field<K> {
    let mut field = Field::EMPTY;
    for (file, kind) in (0..).zip(HOME) {
        for (side, home, pikemen) in [(Side::South, 0, 1), (Side::North, 7, 6)] {
            field.put(Square::at(file, home), side, kind);
            field.put(Square::at(file, pikemen), side, Kind::Pikeman);
        }
    }
    field
}

impl LancerChess {
    pub(super) fn initial() -> Self {
        Self { field: initial_field(), turn: Side::South, rights: Rights::ALL, ep: None, half: 0, full: 1 }
    }

    pub(super) fn read(text: &str) -> Result<Self, SituationError> {
        let [placement, turn, rights, ep, half, full] =
            situation::split_fields(text, "<placement> <b|s> <protect> <ep> <half> <full>")?;
        let field = situation::read_placement(placement)?;
        let turn = situation::read_side(turn)?;
        let half = situation::read_count("half", half, 0)?;
        let full = situation::read_count("full", full, 1)?;
        check_armies(&field)?;
        situation::check_queens(&field, turn)?;
        let rights = situation::read_rights(rights, &field)?;
        let ep = situation::read_en_passant(ep, &field, turn, half)?;
        Ok(Self { field, turn, rights, ep, half, full })
    }

    pub(super) fn write(&self) -> String {
        let mut text = String::with_capacity(80);
        situation::write_placement(&self.field, &mut text);
        let _ = write!(text, " {} {} ", situation::side_letter(self.turn), self.rights);
        let _ = match self.ep {
            Some(ep) => write!(text, "{ep}"),
            None => write!(text, "-"),
        };
        let _ = write!(text, " {} {}", self.half, self.full);
        text
    }
}

fn check_armies(field: &Field<{ super::KINDS }>) -> Result<(), SituationError> {
    for side in Side::BOTH {
        situation::check_most(field, side, Kind::Pikeman, 8)?;
        let pikemen = field.of(side, Kind::Pikeman);
        let unreachable = Bits::rank(0) | Bits::rank(7);
        if let Some(square) = (pikemen & unreachable).first() {
            return Err(SituationError::new(
                "placement",
                format!(
                    "a {} Pikeman on {square}: he cannot stand on the first rank, and is promoted on the eighth",
                    situation::name(side)
                ),
            ));
        }
        let promoted: u32 =
            OFFICERS.iter().map(|&(kind, first)| field.of(side, kind).len().saturating_sub(first)).sum();
        if promoted + pikemen.len() > 8 {
            return Err(SituationError::new(
                "placement",
                format!(
                    "{promoted} more {} officers than at the start beside {} Pikemen: eight Pikemen began",
                    situation::name(side),
                    pikemen.len()
                ),
            ));
        }
    }
    Ok(())
}
