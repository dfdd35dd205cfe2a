//! TigerChess: LancerChess's armies with Swordsmen who are posted first, Archers, Knights, TigerKnights, and in the
//! TigerVariation Royal Guards and Standard Bearers.
//!
//! A game has two phases: the deployment (`deploy`), and the engagement, whose moves are the ones shared with LancerChess
//! and the draughts captures (`draughts`), kept from leaving the own Queen attacked (`moves`).

mod count;
mod deploy;
mod draughts;
mod marks;
mod moves;
mod notation;
mod play;
mod setup;
mod validity;

use std::ops::ControlFlow;

use crate::chessfield::field::Field;
use crate::chessfield::rights::Rights;
use crate::chessfield::{Kind, Square};
use crate::game::{GameKind, MoveEffect, MoveError, Position, QUIET_THAT_END, Replayed, SituationError};
use crate::outcome::{Ending, Outcome};
use crate::side::{BySide, Side};
use crate::touch::Touch;
use crate::variation::{Deployment, TigerOptions};

pub use count::count_deployments;
pub use deploy::Posting;
pub use marks::{Mark, Marks};
pub use moves::{Jumps, Move};

/// The number of kinds of personnel that TigerChess knows.
const KINDS: usize = 11;

/// A Royal Guard of the TigerVariation.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Guard {
    /// Still in the Watchtower, during the deployment.
    Unposted,
    /// Posted to the Palace wing of that file, 2 for C to 5 for F.
    Wing(u8),
    /// The opposing Standard Bearer is gone, so that nobody can take him.
    Safe,
    /// Captured: the Palace is occupied and the game over.
    Captured,
}

/// A deployment under way.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
struct Deploying {
    variation: Deployment,
    flags: BySide<bool>,
}

/// A position of TigerChess, in deployment or engagement, reachable or at least not impossible.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct TigerChess {
    field: Field<KINDS>,
    turn: Side,
    rights: Rights,
    ep: Option<Square>,
    half: u16,
    full: u16,
    /// Who has not made his TigerKnight exchange yet.
    awaits_tigerknight: BySide<bool>,
    /// The Royal Guards, in the TigerVariation.
    guards: Option<BySide<Guard>>,
    deploying: Option<Deploying>,
}

/// What the repetition rule compares (ruling 8): everybody's kind and place, side to move, rights, the en passant square
/// if a capture there is legal, TigerKnight exchanges, Royal Guards.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    field: Field<KINDS>,
    turn: Side,
    rights: Rights,
    ep: Option<Square>,
    awaits_tigerknight: [bool; 2],
    guards: Option<[Guard; 2]>,
    deploying: bool,
}

impl TigerChess {
    /// Who stands on the square.
    #[must_use]
    pub fn at(&self, square: Square) -> Option<(Side, Kind)> {
        self.field.at(square)
    }

    /// Whether the TigerVariation is played.
    #[must_use]
    pub const fn is_tiger(&self) -> bool {
        self.guards.is_some()
    }

    /// The side's Royal Guard, in the TigerVariation.
    #[must_use]
    pub fn guard(&self, side: Side) -> Option<Guard> {
        self.guards.map(|guards| guards[side])
    }

    /// The deployment variation, while the deployment is under way.
    #[must_use]
    pub fn deployment(&self) -> Option<Deployment> {
        self.deploying.map(|deploying| deploying.variation)
    }

    /// Whether the side's TigerKnight can still enter the game.
    #[must_use]
    pub fn awaits_tigerknight(&self, side: Side) -> bool {
        self.awaits_tigerknight[side]
    }

    /// Whether the winner's Standard Bearer has been captured (TigerVariation, rule 6).
    #[must_use]
    pub fn bearer_captured(&self, winner: Side) -> bool {
        self.is_tiger()
            && self.field.of(winner, Kind::KingsLancer).is_empty()
            && self.occupier() != Some(winner)
    }

    /// Who has occupied the opposing Palace.
    fn occupier(&self) -> Option<Side> {
        let guards = self.guards?;
        Side::BOTH.into_iter().find(|&side| guards[side.other()] == Guard::Captured)
    }

    fn are_queens_bare(&self) -> bool {
        self.field.occupied() == self.field.kind(Kind::Queen)
    }

    fn is_queen_attacked(&self, side: Side) -> bool {
        draughts::is_attacked(&self.field, self.field.queen(side), side.other())
    }
}

impl Position for TigerChess {
    const GAME: GameKind = GameKind::TigerChess;
    type Options = TigerOptions;
    type Move = Move;
    type Key = Key;

    fn start(options: TigerOptions) -> Self {
        Self::initial(options)
    }

    fn from_situation(text: &str) -> Result<Self, SituationError> {
        Self::read(text)
    }

    fn situation(&self) -> String {
        self.write()
    }

    fn check_options(&self, options: TigerOptions) -> Result<(), SituationError> {
        if self.is_tiger() != options.tiger {
            let (has, word) = if options.tiger { ("no", "Yes") } else { ("the", "No") };
            return Err(SituationError::new(
                "extra",
                format!("{has} wings of Royal Guards, but the TigerVariation is {word}"),
            ));
        }
        match self.deployment() {
            Some(shown) if shown != options.deployment => Err(SituationError::new(
                "extra",
                format!("the deployment is {shown}, but the variation says {}", options.deployment),
            )),
            _ => Ok(()),
        }
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
        self.make(mv);
    }

    fn verdict(&self) -> Option<Outcome> {
        if self.deploying.is_some() {
            return None;
        }
        if let Some(occupier) = self.occupier() {
            return Some(Outcome::won(occupier, Ending::Occupation));
        }
        if self.are_queens_bare() {
            return Some(Outcome::drawn(Ending::BareQueens));
        }
        if !self.has_move() {
            return Some(match self.is_queen_attacked(self.turn) {
                false => Outcome::drawn(Ending::Stalemate),
                true => Outcome::won(self.turn.other(), Ending::Checkmate),
            });
        }
        (self.quiet_half_moves() >= QUIET_THAT_END).then_some(Outcome::drawn(Ending::FiftyMoves))
    }

    fn royal_attacked(&self) -> Option<bool> {
        Some(self.is_queen_attacked(self.turn))
    }

    fn repetition_key(&self) -> Key {
        Key {
            field: self.field,
            turn: self.turn,
            rights: self.rights,
            ep: self.ep.filter(|&ep| self.can_take_en_passant(ep)),
            awaits_tigerknight: [self.awaits_tigerknight.south, self.awaits_tigerknight.north],
            guards: self.guards.map(|guards| [guards.south, guards.north]),
            deploying: self.deploying.is_some(),
        }
    }

    fn quiet_half_moves(&self) -> u32 {
        self.half.into()
    }

    fn write_move(&self, mv: &Move) -> String {
        self.write_notation(mv)
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        self.read_notation(text)
    }

    fn effect(&self, mv: &Move) -> MoveEffect {
        self.describe(mv)
    }

    fn touch(&self, mv: &Move) -> Touch {
        self.point_at(mv)
    }

    fn move_number(&self) -> Option<u32> {
        self.deploying.is_none().then_some(self.full.into())
    }

    fn is_legal(&self, mv: &Move) -> bool {
        if let Move::Flag(side) = *mv {
            return self.why_no_flag(side).is_none();
        }
        let is_it = |legal| if legal == *mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.visit_moves(is_it).is_break()
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        self.count()
    }
}

impl Replayed for TigerChess {
    fn flags(&self) -> Vec<Move> {
        let can_fall = |side: &Side| self.why_no_flag(*side).is_none();
        Side::BOTH.into_iter().filter(can_fall).map(Move::Flag).collect()
    }

    fn is_ply(&self, mv: &Move) -> bool {
        !matches!(mv, Move::Flag(_))
    }

    fn is_safe_from_time(&self) -> bool {
        self.deploying.is_some()
    }

    fn bearer_captured(&self, winner: Side) -> bool {
        Self::bearer_captured(self, winner)
    }
}
