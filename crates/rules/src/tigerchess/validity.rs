//! Which situations of TigerChess are impossible. Not all that cannot arise is refused: how far ahead a Swordsman was
//! posted, the colours that a diagonal mover keeps, and how many captures a structure of Pikemen needs, are not looked at.

use super::deploy::check_postings;
use super::moves::eighth;
use super::{Deploying, Guard, KINDS, TigerChess, draughts};
use crate::chessfield::field::Field;
use crate::chessfield::rights::Rights;
use crate::chessfield::{Bits, Kind, situation};
use crate::game::SituationError;
use crate::lancerchess::initial_field;
use crate::side::Side;

/// The most of a kind that a side can have: nobody but Pikemen and Swordsmen is exchanged.
const MOST: [(Kind, u32); 10] = [
    (Kind::King, 1),
    (Kind::Tower, 2),
    (Kind::Baron, 2),
    (Kind::KingsLancer, 1),
    (Kind::QueensLancer, 1),
    (Kind::Pikeman, 8),
    (Kind::Knight, 8),
    (Kind::TigerKnight, 1),
    (Kind::Swordsman, 4),
    (Kind::Archer, 4),
];

fn refuse<T>(field: &'static str, why: impl Into<String>) -> Result<T, SituationError> {
    Err(SituationError::new(field, why))
}

impl TigerChess {
    /// # Errors
    /// [`SituationError`] with the reason why the situation cannot arise.
    pub(super) fn check(&self) -> Result<(), SituationError> {
        self.check_guards()?;
        if let Some(deploying) = self.deploying {
            return self.check_deployment(deploying);
        }
        for side in Side::BOTH {
            self.check_army(side)?;
        }
        if self.occupier().is_some() {
            // A Bearer who shielded his Queen may have left her attacked: the game is over.
            return Ok(());
        }
        situation::check_queens(&self.field, self.turn)?;
        let queen = self.field.queen(self.turn.other());
        if draughts::hits(&self.field, queen, self.turn) {
            return refuse(
                "placement",
                format!(
                    "the {} Queen on {queen} could be captured by a draughts capture while {} is to move",
                    situation::name(self.turn.other()),
                    situation::name(self.turn)
                ),
            );
        }
        Ok(())
    }

    fn check_army(&self, side: Side) -> Result<(), SituationError> {
        for (kind, most) in MOST {
            situation::check_most(&self.field, side, kind, most)?;
        }
        let name = situation::name(side);
        let of = |kind: Kind| self.field.of(side, kind);
        if of(Kind::Swordsman).len() + of(Kind::Archer).len() > 4 {
            return refuse("placement", format!("more than four {name} Swordsmen and Archers"));
        }
        let awaits = self.awaits_tigerknight[side];
        let exchanged = u32::from(!awaits);
        if of(Kind::Pikeman).len() + of(Kind::Knight).len() + exchanged > 8 {
            return refuse(
                "placement",
                format!("more {name} Pikemen and exchanged Pikemen than the eight there were"),
            );
        }
        if awaits && !of(Kind::TigerKnight).is_empty() {
            return refuse("extra", format!("the {name} TigerKnight is on the board and still awaited"));
        }
        check_ranks(&self.field, side, awaits)
    }

    fn check_guards(&self) -> Result<(), SituationError> {
        let Some(guards) = self.guards else { return Ok(()) };
        for side in Side::BOTH {
            let name = situation::name(side);
            let bearer = self.field.of(side.other(), Kind::KingsLancer);
            let why = match guards[side] {
                Guard::Unposted if self.deploying.is_none() => {
                    "is still to be posted, but the engagement has begun"
                }
                Guard::Wing(_) if bearer.is_empty() => {
                    "has a wing, but no opposing King's Lancer is left to take him: write `*`"
                }
                Guard::Safe if !bearer.is_empty() => {
                    "has no wing, but the opposing Standard Bearer can still take him"
                }
                Guard::Captured if !bearer.is_empty() => {
                    "is captured, but the opposing Standard Bearer is still on the Chessfield"
                }
                Guard::Captured if self.deploying.is_some() => "is captured during the deployment",
                _ => continue,
            };
            return refuse("extra", format!("the {name} Royal Guard {why}"));
        }
        match (guards.south, guards.north) {
            (Guard::Captured, Guard::Captured) => {
                refuse("extra", "both Royal Guards are captured: the first ends the game")
            }
            (Guard::Captured, _) if self.turn == Side::North => {
                refuse("side", "after the occupation of the Bengal Palace it is Bengal's turn")
            }
            (_, Guard::Captured) if self.turn == Side::South => {
                refuse("side", "after the occupation of the Siberian Palace it is the Siberian's turn")
            }
            (Guard::Wing(_), Guard::Unposted) => refuse("extra", "the Siberian posts his Royal Guard first"),
            _ => Ok(()),
        }
    }

    fn check_deployment(&self, deploying: Deploying) -> Result<(), SituationError> {
        let mut bare = self.field;
        bare.clear(self.field.kind(Kind::Swordsman));
        if bare != initial_field() {
            return refuse("placement", "during the deployment both armies stand at their first positions");
        }
        for side in Side::BOTH {
            let swordsmen = self.swordsmen(side);
            if let Some(square) = (swordsmen & !super::deploy::posting_ranks(side)).first() {
                return refuse(
                    "placement",
                    format!(
                        "a {} Swordsman on {square}, not on his third or fourth rank",
                        situation::name(side)
                    ),
                );
            }
            situation::check_most(&self.field, side, Kind::Swordsman, 4)?;
        }
        check_postings(self, deploying).or_else(|why| refuse("placement", why))?;
        if self.guard_due().is_some() && !self.field.kind(Kind::Swordsman).is_empty() {
            return refuse("extra", "the Royal Guards are posted before the Swordsmen");
        }
        if self.rights != Rights::ALL || self.ep.is_some() || (self.half, self.full) != (0, 0) {
            return refuse("situation", "during the deployment the fields after the side are `KQkq - 0 0`");
        }
        if !self.awaits_tigerknight.south || !self.awaits_tigerknight.north {
            return refuse("extra", "during the deployment both TigerKnights are awaited: `Xx`");
        }
        match self.posting_due(deploying.flags) {
            None => refuse("extra", "all is posted that can be posted: the engagement has begun"),
            Some(due) if due != self.turn => {
                refuse("side", format!("the posting of the {} is due", situation::name(due)))
            }
            Some(_) => Ok(()),
        }
    }
}

fn check_ranks(field: &Field<KINDS>, side: Side, awaits_tigerknight: bool) -> Result<(), SituationError> {
    let name = situation::name(side);
    let first = eighth(side.other());
    let last = eighth(side);
    let find = |kind: Kind, ranks: Bits| (field.of(side, kind) & ranks).first();
    if let Some(square) = find(Kind::Pikeman, first) {
        return refuse("placement", format!("a {name} Pikeman on {square}: no Pikeman goes backwards"));
    }
    if let Some(square) = find(Kind::Pikeman, last).filter(|_| awaits_tigerknight) {
        return refuse(
            "placement",
            format!(
                "a {name} Pikeman on {square}: the first on the eighth rank becomes the TigerKnight, who is still awaited"
            ),
        );
    }
    if let Some(square) = find(Kind::Swordsman, last) {
        return refuse("placement", format!("a {name} Swordsman on {square}: there he is an Archer"));
    }
    Ok(())
}
