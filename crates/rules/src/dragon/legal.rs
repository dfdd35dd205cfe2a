//! Legal moves: what the powers allow and the own royal survives (rulings 23, 30, 31, 32).

use super::action::{Action, Move, Taken};
use super::force::Kind;
use super::position::Position;
use super::situation::Situation;
use std::ops::ControlFlow;

impl Situation {
    /// Hands every legal move to `visit`, each once, until it breaks. A finished game has none.
    pub(super) fn visit_legal<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let Some(safety) = self.safety() else { return ControlFlow::Continue(()) };
        self.visit_actions(|action| {
            if self.is_safe(&safety, action) {
                self.visit_declarations(action, &mut visit)
            } else {
                ControlFlow::Continue(())
            }
        })
    }

    /// The legal moves of the force or vessel on one position.
    pub(super) fn visit_legal_from<B>(
        &self,
        origin: Position,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(safety) = self.safety() else { return ControlFlow::Continue(()) };
        self.visit_actions_from(origin, &mut |action| {
            if self.is_safe(&safety, action) {
                self.visit_declarations(action, &mut visit)
            } else {
                ControlFlow::Continue(())
            }
        })
    }

    /// Everything the powers of the side to move allow, its royal's safety left aside.
    pub(super) fn visit_actions<B>(&self, mut visit: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        for from in self.fielded(self.turn).iter() {
            self.visit_force(from, &mut visit)?;
        }
        self.visit_fleet(self.turn, &mut visit)?;
        self.visit_towering(self.turn, &mut visit)?;
        self.visit_springing(self.turn, &mut visit)
    }

    /// As [`Situation::visit_actions`], for the force and the vessel on one position.
    pub(super) fn visit_actions_from<B>(
        &self,
        origin: Position,
        visit: &mut impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_force(origin, visit)?;
        match self.vessel_at(origin) {
            Some(vessel) if self.commander(origin) == Some(self.turn) => {
                self.visit_vessel(self.turn, origin, vessel, visit)
            }
            _ => ControlFlow::Continue(()),
        }
    }

    fn visit_force<B>(
        &self,
        from: Position,
        visit: &mut impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(kind) = self.force_at(from).filter(|kind| kind.side() == self.turn) else {
            return ControlFlow::Continue(());
        };
        self.visit_marches(from, kind, &mut *visit)?;
        self.visit_maiden_flights(from, kind, visit)?;
        self.visit_arrows(from, kind, visit)?;
        self.visit_planting(from, kind, visit)
    }

    /// Ruling 31: with his reply, and only then, Storm may make the Storm Queen an Empress.
    fn visit_declarations<B>(
        &self,
        action: Action,
        visit: &mut impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        visit(Move::from(action))?;
        if self.allows_empress(action) {
            visit(Move { action, empress: true })
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Every kind of reply but planting and the Storm Queen's own embarking.
    pub(super) fn allows_empress(&self, action: Action) -> bool {
        let excluded =
            matches!(action, Action::Plant { .. } | Action::March { becomes: Some(Kind::Witch), .. });
        self.state.empress_offered && !excluded
    }

    /// What the safety of the mover's royal depends on; `None` when the game is over.
    pub(super) fn safety(&self) -> Option<Safety> {
        let royal = self.royal(self.turn)?;
        if self.planted.is_some() || self.royal(self.turn.opponent()).is_none() {
            return None;
        }
        Some(Safety { royal, attacked: self.is_royal_attacked_on(self.turn, royal) })
    }

    /// Whether the move leaves the mover's royal unattacked, on his way too where that is asked.
    pub(super) fn is_safe(&self, safety: &Safety, action: Action) -> bool {
        match action {
            Action::Plant { .. } => !safety.attacked,
            Action::Tower { wing, .. } => {
                !safety.attacked
                    && wing.passed(self.turn).into_iter().all(|passed| self.is_royal_safe_on(passed))
                    && self.is_royal_safe_after(action)
            }
            Action::March { from, to, taken, becomes: Some(Kind::IceDragon | Kind::ElderSerpent) } => {
                self.is_royal_safe_after(Action::March { from, to, taken, becomes: None })
                    && self.is_royal_safe_after(action)
            }
            _ => self.cannot_matter(safety, action) || self.is_royal_safe_after(action),
        }
    }

    /// Whether nothing that the move changes can bear on the royal, who is unattacked now.
    fn cannot_matter(&self, safety: &Safety, action: Action) -> bool {
        if safety.attacked {
            return false;
        }
        let near = safety.royal.influence();
        match action {
            Action::March { becomes: Some(Kind::YoungerSerpent), .. }
            | Action::March { taken: Taken::Passing, .. } => false,
            Action::March { from, to, .. } => {
                !near.contains(from) && !near.contains(to) && !self.is_ice_dragon(to)
            }
            Action::Sail { from, to } | Action::Ram { from, to } => {
                !near.contains(from) && !near.contains(to)
            }
            Action::Fire { target, .. } => !near.contains(target),
            Action::Shoot { target, .. } => !near.contains(target) && !self.is_ice_dragon(target),
            Action::Release { to, .. } | Action::Spring { to } => !near.contains(to),
            Action::Turn { .. } => true,
            Action::Tower { .. } | Action::Plant { .. } => false,
        }
    }

    /// With the Ice Dragon a Talisman leaves the board elsewhere (ruling 34).
    fn is_ice_dragon(&self, position: Position) -> bool {
        self.force_at(position) == Some(Kind::IceDragon)
    }

    fn is_royal_safe_after(&self, action: Action) -> bool {
        let mut after = self.clone();
        after.perform(action);
        !after.is_attacked(self.turn)
    }

    /// Ruling 30: a passed position is judged with the royal standing there and gone from where he stood.
    fn is_royal_safe_on(&self, passed: Position) -> bool {
        let mut moved = self.clone();
        if let Some(royal) = self.royal(self.turn) {
            moved.carry(royal, passed);
        }
        !moved.is_attacked(self.turn)
    }
}

/// Where the mover's royal is and whether he is attacked before the move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Safety {
    royal: Position,
    attacked: bool,
}
