//! Dragon as one of the four games.

use super::action::{Action, Move, Taken};
use super::force::{Kind, Side};
use super::position::Position;
use super::situation::Situation;
use super::stage::royal_post;
use super::verdict::RepetitionKey;
use crate::game::{Position as Playable, Replayed};
use crate::{DragonOptions, Formation, GameKind, MoveEffect, MoveError, Outcome, SituationError, Touch};
use std::ops::ControlFlow;

impl From<Side> for crate::Side {
    fn from(side: Side) -> Self {
        match side {
            Side::Forest => Self::North,
            Side::Storm => Self::South,
        }
    }
}

impl From<crate::Side> for Side {
    fn from(side: crate::Side) -> Self {
        match side {
            crate::Side::North => Self::Forest,
            crate::Side::South => Self::Storm,
        }
    }
}

impl Playable for Situation {
    const GAME: GameKind = GameKind::Dragon;
    type Options = DragonOptions;
    type Move = Move;
    type Key = RepetitionKey;

    fn start(options: DragonOptions) -> Self {
        Self::deployed(options)
    }

    fn from_situation(text: &str) -> Result<Self, SituationError> {
        Self::parse(text)
    }

    fn situation(&self) -> String {
        self.to_string()
    }

    fn check_options(&self, options: DragonOptions) -> Result<(), SituationError> {
        if self.knights != options.knights {
            let why = format!(
                "the situation is of the {}Variation, not of the {}Variation",
                self.knights, options.knights
            );
            return Err(SituationError::new("state", why));
        }
        if options.formation == Formation::Trident && self.number == 1 && self.turn == Side::Storm {
            let why = "in the Trident formation Forest makes the first move";
            return Err(SituationError::new("side", why));
        }
        Ok(())
    }

    fn turn(&self) -> crate::Side {
        self.turn.into()
    }

    fn visit_moves<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_legal(visit)
    }

    fn play_unchecked(&mut self, mv: &Move) {
        self.make(*mv);
    }

    fn verdict(&self) -> Option<Outcome> {
        self.find_verdict()
    }

    fn royal_attacked(&self) -> Option<bool> {
        Some(self.is_attacked(self.turn))
    }

    fn repetition_key(&self) -> RepetitionKey {
        self.find_key()
    }

    fn quiet_half_moves(&self) -> u32 {
        self.quiet
    }

    fn write_move(&self, mv: &Move) -> String {
        mv.to_string()
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        self.read(text)
    }

    fn effect(&self, mv: &Move) -> MoveEffect {
        self.describe(*mv)
    }

    fn touch(&self, mv: &Move) -> Touch {
        self.point_at(*mv)
    }

    fn move_number(&self) -> Option<u32> {
        Some(self.number)
    }

    fn is_legal(&self, mv: &Move) -> bool {
        let visit = |legal| if legal == *mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        match mv.action.origin() {
            Some(origin) => self.visit_legal_from(origin, visit),
            None => self.visit_legal(visit),
        }
        .is_break()
    }
}

impl Replayed for Situation {}

impl Situation {
    fn describe(&self, mv: Move) -> MoveEffect {
        let (kind, from, to) = match mv.action {
            Action::March { from, to, taken, .. } => {
                (if taken == Taken::Nothing { "move" } else { "capture" }, Some(from), Some(to))
            }
            Action::Release { tower, to } => ("maiden-flight", Some(tower), Some(to)),
            Action::Sail { from, to } => ("sail", Some(from), Some(to)),
            Action::Turn { at, .. } => ("turn", Some(at), Some(at)),
            Action::Ram { from, to } => ("ram", Some(from), Some(to)),
            Action::Fire { from, .. } => ("cannon", Some(from), Some(from)),
            Action::Shoot { archer, .. } => ("arrow", Some(archer), Some(archer)),
            Action::Tower { wing, .. } => {
                let name = if self.turn == Side::Forest { "towering" } else { "castling" };
                (name, Some(royal_post(self.turn)), Some(wing.royal_landing(self.turn)))
            }
            Action::Plant { at } => ("planting", Some(at), Some(at)),
            Action::Spring { to } => ("springing", None, Some(to)),
        };
        let becomes = match mv.action {
            Action::March { becomes, .. } => becomes.map(|kind| kind.abbreviation().to_owned()),
            Action::Turn { bow, .. } => Some(bow.letters().to_owned()),
            _ => None,
        };
        MoveEffect {
            kind: kind.to_owned(),
            from: from.map(|position| position.to_string()),
            to: to.map(|position| position.to_string()),
            captures: self.losses(mv).iter().map(ToString::to_string).collect(),
            becomes,
        }
    }

    /// The positions from which the move takes forces or vessels of the enemy, and a Talisman that shares its fate.
    fn losses(&self, mv: Move) -> Vec<Position> {
        let mut lost = match mv.action {
            Action::March { to, taken: Taken::There, .. } | Action::Ram { to, .. } => vec![to],
            Action::March { to, taken: Taken::Passing, .. } => self.double_stepped(to).into_iter().collect(),
            Action::Fire { target, .. } | Action::Shoot { target, .. } => vec![target],
            _ => Vec::new(),
        };
        if lost.iter().any(|&at| self.force_at(at) == Some(Kind::IceDragon)) {
            lost.extend(self.find(Kind::ForestTalisman));
        }
        let mut after = self.clone();
        after.make(mv);
        let enemy = self.turn.opponent();
        if after.royal(enemy).is_none() {
            lost.extend(self.royal(enemy));
        }
        lost
    }
}
