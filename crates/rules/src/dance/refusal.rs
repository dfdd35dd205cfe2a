//! Why a ply that reads well is refused: each reason says where, and what is in the way.

use super::board::Terrain;
use super::moves::{Move, Walk};
use super::piece::{Kind, Piece};
use super::situation::Situation;
use super::square::Square;
use crate::{GameKind, Side};

impl Situation {
    /// Why nobody of the side to move walks from here.
    pub(super) fn why_nobody(&self, from: Square) -> String {
        match self.piece_at(from) {
            Some(Piece { side, kind }) => {
                format!("the {} on {from} is {}'s, not to be moved now", kind.name(), owner(side))
            }
            None => format!("nobody is on {from}"),
        }
    }

    /// Why the piece has no such walk.
    pub(super) fn why_no_walk(&self, piece: Piece, from: Square, to: Square) -> String {
        let name = piece.kind.name();
        let why = self
            .why_not_there(piece, from, to)
            .unwrap_or_else(|| self.why_not_on_its_way(piece.kind, from, to));
        format!("the {name} on {from} cannot go to {to}: {why}")
    }

    /// What keeps it from standing there.
    fn why_not_there(&self, piece: Piece, from: Square, to: Square) -> Option<String> {
        let terrain = self.board.terrain(to);
        if from == to {
            return Some("it stands there".to_owned());
        }
        if terrain == Terrain::River {
            return Some(format!("{to} is a river (ruling 1)"));
        }
        if piece.kind == Kind::Dragon {
            return (terrain == Terrain::Plain)
                .then(|| "a Dragon stands on fortresses and camps only (ruling 8)".to_owned());
        }
        let there = self.piece_at(to)?;
        match (piece.kind, there.kind) {
            _ if there.side == piece.side => Some(format!("one's own {} is there", there.kind.name())),
            (_, Kind::Dragon) => Some("nobody takes a Dragon by going there (ruling 9)".to_owned()),
            (Kind::Sage, _) => Some("a Sage never captures (ruling 12)".to_owned()),
            (Kind::Musketeer, _) => Some(format!("a Musketeer captures by shooting, {from}*{to} (ruling 4)")),
            _ => None,
        }
    }

    /// What is wrong with the way.
    fn why_not_on_its_way(&self, kind: Kind, from: Square, to: Square) -> String {
        let files = to.file() as i8 - from.file() as i8;
        let ranks = to.rank() as i8 - from.rank() as i8;
        let is_straight = files == 0 || ranks == 0;
        let is_line = is_straight || files.unsigned_abs() == ranks.unsigned_abs();
        let goes_along = match kind {
            Kind::Lancer => is_straight,
            Kind::Captain => is_line && from.distance(to) <= 3,
            Kind::Hero | Kind::Dragon => is_line,
            _ => false,
        };
        if goes_along {
            let mut between = from.ray((files.signum(), ranks.signum())).take_while(|&at| at != to);
            return match between.find(|&at| !self.is_vacant(at)) {
                Some(at) if self.piece_at(at).is_none() => {
                    format!("the river on {at} is in the way (ruling 1)")
                }
                Some(at) => format!("{at} is in the way"),
                None => format!("{to} is occupied"),
            };
        }
        match kind {
            Kind::Footman if from.distance(to) == 1 => "a Footman captures diagonally only (ruling 3)",
            Kind::King | Kind::Footman | Kind::Musketeer | Kind::Sage => "it steps to an adjacent square",
            Kind::Dragoon => {
                "it leaps three squares straight, or two straight and one to the side (ruling 5)"
            }
            Kind::Lancer => "it moves along files and ranks (ruling 6)",
            Kind::Captain => "it moves one to three squares in a straight line (ruling 6)",
            Kind::Hero => "it moves in a straight line (ruling 6)",
            Kind::Dragon => "it flies in a straight line (ruling 8)",
        }
        .to_owned()
    }

    /// Why nobody shoots or burns there (rulings 4 and 8).
    fn why_no_fire(&self, from: Square, at: Square) -> String {
        let Some(piece) = self.piece_at(from).filter(|piece| piece.side == self.turn) else {
            return self.why_nobody(from);
        };
        let (does, reach, rule) = match piece.kind {
            Kind::Musketeer => ("shoots", 1, 4),
            Kind::Dragon => ("burns", 2, 8),
            kind => {
                return format!(
                    "the {} on {from} does not shoot: Musketeers do, and Dragons burn (rulings 4 and 8)",
                    kind.name()
                );
            }
        };
        let name = piece.kind.name();
        match self.enemy_at(piece.side, at) {
            _ if from.distance(at) > reach => {
                format!("the {name} on {from} {does} enemies up to {reach} away (ruling {rule}), not on {at}")
            }
            None => format!("no enemy is on {at}"),
            Some(victim) => format!("no {name} {does} a {} (ruling {rule})", victim.name()),
        }
    }

    /// Why nobody is recruited there (ruling 13).
    fn why_no_recruit(&self, kind: Kind, at: Square) -> String {
        let (name, value) = (kind.name(), self.fortress_value(self.turn));
        if kind == Kind::King {
            return "the King is never recruited (ruling 13)".to_owned();
        }
        if self.reserve(self.turn, kind) == 0 {
            return format!("no {name} is left to be recruited");
        }
        if kind.cost() > value {
            return format!(
                "a {name} costs {}, and the pieces on fortresses are worth {value} (ruling 13)",
                kind.cost()
            );
        }
        if self.board.terrain(at) != Terrain::Camp {
            return format!("{at} is no camp (ruling 13)");
        }
        if self.piece_at(at).is_some() {
            return format!("the camp {at} is occupied");
        }
        format!("the camp {at} is not the nearest to a fortress held (ruling 13)")
    }

    pub(super) fn why_not(&self, mv: &Move) -> String {
        match mv {
            Move::Fire { from, at } => self.why_no_fire(*from, *at),
            Move::Recruit { kind, at } => self.why_no_recruit(*kind, *at),
            Move::GiveUp(ransom) => {
                format!("{ransom} has no piece beside the King that can be given up for him (ruling 11)")
            }
            Move::Pass => "there is a legal move: a pass is for who has none (ruling 16)".to_owned(),
            Move::Walk(_) | Move::Group(_) | Move::LoseKing => "the rules do not allow it here".to_owned(),
        }
    }

    /// What can be written that is like a text: group moves only if it is one, for there can be very many.
    pub(super) fn plies_like(&self, typed: &str) -> Vec<String> {
        let mut like: Vec<String> = Vec::new();
        let _ = self.visit_plies(|mv| {
            like.push(mv.to_string());
            std::ops::ControlFlow::<()>::Continue(())
        });
        let typed = typed.to_ascii_lowercase();
        let parts: Vec<&str> = typed.split('&').collect();
        if parts.len() < 2 {
            return like;
        }
        // One part is wrong: the others stay.
        for wrong in 0..parts.len() {
            for start in self.next_in_group(&parts[..wrong]) {
                let group =
                    [start.written].into_iter().chain(parts[wrong + 1..].iter().map(ToString::to_string));
                let group = group.collect::<Vec<_>>().join("&");
                if self.read(&group).is_ok() {
                    like.push(group);
                }
            }
        }
        like
    }
}

const fn owner(side: Side) -> &'static str {
    GameKind::Dance.side_name(side)
}

/// That a walk is written with the other sign.
pub(super) fn why_other_sign(kind: Kind, own: Walk) -> String {
    let (name, from, to) = (kind.name(), own.from, own.to);
    if own.captures {
        format!("the {name} captures on {to}: write {from}x{to}")
    } else {
        format!("nobody stands on {to}: write {from}-{to}")
    }
}
