//! How the board itself ends a war, and what counts as the same situation again.

use super::force::Side;
use super::position::Position;
use super::situation::Situation;
use super::stage::{ExchangeBox, Wing};
use super::vessel::Class;
use crate::game::QUIET_THAT_END;
use crate::{Ending, Outcome};
use std::ops::ControlFlow;

/// What ruling 37 compares: forces, vessels, bows, rights, ammunition, shields, stages, and the side to move.
///
/// The position just passed counts only if somebody could take there now.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RepetitionKey(Box<[u8]>);

impl Situation {
    pub(super) fn find_verdict(&self) -> Option<Outcome> {
        let mover = self.turn;
        if self.planted.is_some() {
            return Some(Outcome::won(mover.opponent().into(), Ending::Planting));
        }
        if let Some(loser) = Side::BOTH.into_iter().find(|&side| self.royal(side).is_none()) {
            return Some(Outcome::won(loser.opponent().into(), Ending::DirectCapture));
        }
        if self.visit_legal(|_| ControlFlow::Break(())).is_continue() {
            return Some(match self.is_attacked(mover) {
                true => Outcome::won(mover.opponent().into(), Ending::LockingUp),
                false => Outcome::drawn(Ending::Stalemate),
            });
        }
        (self.quiet >= QUIET_THAT_END).then(|| Outcome::drawn(Ending::FiftyMoves))
    }

    pub(super) fn find_key(&self) -> RepetitionKey {
        let mut key = Vec::with_capacity(256);
        for side in Side::BOTH {
            for position in self.fielded(side).iter() {
                let kind = self.force_at(position).map_or(u8::MAX, |kind| kind as u8);
                key.extend([position.index() as u8, kind, u8::from(self.has_bird(position))]);
            }
            // No position has this number: what follows belongs to the other side.
            key.push(u8::MAX);
        }
        for (position, vessel) in self.vessels() {
            let class = match vessel.class {
                Class::Ship => 0,
                Class::Flagship { balls, moored } => 1 + balls * 2 + u8::from(moored),
            };
            key.extend([position.index() as u8, vessel.fleet as u8, vessel.bow as u8, class]);
        }
        key.push(u8::MAX);
        self.add_state(&mut key);
        RepetitionKey(key.into_boxed_slice())
    }

    fn add_state(&self, key: &mut Vec<u8>) {
        let state = &self.state;
        for side in Side::BOTH {
            key.extend(Wing::BOTH.map(|wing| u8::from(self.rights.has(side, wing))));
        }
        key.extend([state.ice as u8, state.elder as u8, state.younger as u8, u8::from(state.war)]);
        key.extend([state.green_arrows, state.library_arrows, state.red_arrows]);
        key.extend([state.librarian as u8, state.jailer as u8, state.wizard as u8, state.magician as u8]);
        key.extend([u8::from(state.warlord_has_landed), u8::from(state.empress_offered)]);
        key.extend(ExchangeBox::KINDS.map(|kind| state.exchange.count(kind)));
        key.extend([self.live_passed().map_or(0, |position| position.index() as u8), self.knights as u8]);
        key.push(self.turn as u8);
    }

    /// The position just passed, if a legal move takes the Gnome or Dwarf there.
    fn live_passed(&self) -> Option<Position> {
        use super::action::{Action, Taken};
        self.state.passed.filter(|_| {
            self.visit_legal(|mv| match mv.action {
                Action::March { taken: Taken::Passing, .. } => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            })
            .is_break()
        })
    }
}
