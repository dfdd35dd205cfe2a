//! Moves of Dragon made by hand on the board.

use super::action::{Action, Move, Taken};
use super::force::{Kind, Side};
use super::position::Position;
use super::situation::Situation;
use super::stage::royal_post;
use crate::Touch;
use crate::touch::with_article;

impl Situation {
    /// Which positions are touched. A vessel turns towards the position that her bow shall point at; a planting needs the
    /// bearer alone.
    pub(super) fn point_at(&self, mv: Move) -> Touch {
        let (from, to) = match mv.action {
            Action::March { from, to, .. } | Action::Sail { from, to } | Action::Ram { from, to } => {
                (Some(from), Some(to))
            }
            Action::Release { tower, to } => (Some(tower), Some(to)),
            Action::Fire { from, target } => (Some(from), Some(target)),
            Action::Shoot { archer, target } => (Some(archer), Some(target)),
            Action::Turn { at, bow } => (Some(at), at.next(bow)),
            Action::Plant { at } => (Some(at), None),
            Action::Tower { wing, .. } => (Some(royal_post(self.turn)), Some(wing.royal_landing(self.turn))),
            Action::Spring { to } => (None, Some(to)),
        };
        let mut words = self.doing(mv.action);
        if mv.empress {
            words.push_str(", and the Storm Queen becomes the Empress");
        }
        Touch::new(from, to, words)
    }

    fn doing(&self, action: Action) -> String {
        match action {
            Action::March { from, taken, becomes, .. } => {
                let does = match taken {
                    Taken::Nothing => "moves",
                    Taken::There => "captures",
                    Taken::Passing => "captures in passing",
                };
                match becomes {
                    // Rulings 31 and 32: the beast takes the place of who has set it afire.
                    Some(beast) if beast.is_beast() => format!("{does} and sets the {} afire", beast.name()),
                    Some(kind) => format!("{does} and becomes {}", with_article(kind.name())),
                    None if self.may_be_exchanged(from, action) => format!("{does} and stays what he is"),
                    None => does.to_owned(),
                }
            }
            Action::Release { .. } => "lets the bird inside fly".to_owned(),
            Action::Sail { .. } => "the vessel sails".to_owned(),
            Action::Turn { bow, .. } => format!("the vessel turns her bow to {}", bow.letters()),
            Action::Ram { .. } => "the vessel rams".to_owned(),
            Action::Fire { .. } => "the Flagship fires a cannon".to_owned(),
            Action::Shoot { .. } => "looses an arrow".to_owned(),
            Action::Tower { recruits, .. } => self.towering_words(recruits),
            Action::Plant { .. } => "plants the flag".to_owned(),
            Action::Spring { .. } => "springs on to the board".to_owned(),
        }
    }

    /// Whether the same march could bring something about that this one leaves undone.
    fn may_be_exchanged(&self, from: Position, action: Action) -> bool {
        let Action::March { to, taken, .. } = action else { return false };
        let Some(kind) = self.force_at(from) else { return false };
        let is_other = |other: Action| matches!(other, Action::March { to: there, taken: here, becomes: Some(_), .. } if there == to && here == taken);
        self.visit_marches(from, kind, |other| {
            if is_other(other) {
                std::ops::ControlFlow::Break(())
            } else {
                std::ops::ControlFlow::Continue(())
            }
        })
        .is_break()
    }

    fn towering_words(&self, recruits: [Option<Position>; 2]) -> String {
        let (does, guard, recruit) = match self.turn {
            Side::Forest => ("is towered", Kind::Guard, Kind::Buccaneer),
            Side::Storm => ("castles", Kind::Warder, Kind::Pirate),
        };
        let places: Vec<_> = recruits.into_iter().flatten().map(|place| place.to_string()).collect();
        if places.is_empty() {
            return does.to_owned();
        }
        let places = places.join(" and ");
        format!("{does}, and on {places} the {} becomes {}", guard.name(), with_article(recruit.name()))
    }
}
