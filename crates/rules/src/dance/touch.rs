//! Plies of The Dragon's Dance made by hand on the board, group moves a walk at a time.

use super::group::Group;
use super::moves::{Move, Walk};
use super::piece::Kind;
use super::situation::{Pending, Situation};
use super::square::Square;
use crate::touch::with_article;
use crate::{Touch, Touched};
use std::ops::ControlFlow;

impl Situation {
    /// Which squares are touched. What is decided about the King needs the piece given up, or nobody.
    pub(super) fn point_at(&self, mv: &Move) -> Touch {
        let none = None::<Square>;
        match mv {
            Move::Walk(walk) => point_at_walk(walk),
            Move::Fire { from, at } => {
                let is_dragon = self.piece_at(*from).is_some_and(|piece| piece.kind == Kind::Dragon);
                Touch::new(Some(*from), Some(*at), if is_dragon { "breathes fire" } else { "shoots" })
            }
            Move::Recruit { kind, at } => {
                Touch::new(none, Some(*at), format!("recruits {}", with_article(kind.name())))
            }
            Move::Group(group) => {
                let walks: Vec<_> =
                    group.walks().iter().map(|walk| format!("{} to {}", walk.from, walk.to)).collect();
                Touch::new(none, none, format!("the Captains lead {}", walks.join(", then ")))
            }
            Move::GiveUp(ransom) => Touch::new(Some(*ransom), none, "is given up for the King"),
            Move::LoseKing => Touch::new(none, none, "nobody is given up: the King is lost"),
            Move::Pass => Touch::new(none, none, "passes: there is no legal move"),
        }
    }

    /// The walks that can go on a group move after these (ruling 7), each with the group as it would be written.
    pub(crate) fn next_in_group(&self, parts: &[&str]) -> Vec<Touched> {
        let Some((now, waiting)) = self.after_parts(parts) else { return Vec::new() };
        let mut found = Vec::new();
        for from in waiting {
            let Some(piece) = now.piece_at(from) else { continue };
            let _ = now.visit_walks(from, piece.kind, piece.side, &mut |walk| {
                let group: Vec<String> =
                    parts.iter().map(ToString::to_string).chain([walk.to_string()]).collect();
                found.push(Touched { written: group.join("&"), touch: point_at_walk(&walk) });
                ControlFlow::<()>::Continue(())
            });
        }
        found
    }

    /// The position amid a group move, and who of the group has not moved; none when a part is not legal or none is left.
    fn after_parts(&self, parts: &[&str]) -> Option<(Self, Vec<Square>)> {
        if parts.len() >= Group::MOST || self.find_verdict().is_some() || self.pending != Pending::Nothing {
            return None;
        }
        let (mut now, mut waiting) = (self.clone(), self.led_pieces());
        for part in parts {
            let walk = super::notation::parse_walk(part)?;
            let at = waiting.iter().position(|square| *square == walk.from)?;
            waiting.remove(at);
            now.check_walk(&walk).ok()?;
            now.walk(walk);
            if now.pending != Pending::Nothing {
                return None;
            }
        }
        Some((now, waiting))
    }

    /// The position amid a group move, to be shown.
    pub(crate) fn amid_group(&self, parts: &[&str]) -> Option<Self> {
        self.after_parts(parts).map(|(now, _)| now)
    }
}

fn point_at_walk(walk: &Walk) -> Touch {
    Touch::new(Some(walk.from), Some(walk.to), if walk.captures { "captures" } else { "moves" })
}
