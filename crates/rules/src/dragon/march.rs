//! Where a single force can go by its row in the table of powers, its own royal's safety left aside.

use super::action::{Action, Taken};
use super::direction::{Direction, Directions};
use super::force::Kind;
use super::position::{Ground, Position};
use super::powers::{Becomes, LineCapture, Powers, offsets};
use super::reach::Entry;
use super::situation::Situation;
use super::stage::{Beast, Captive, ExchangeBox};
use std::ops::ControlFlow;

/// A force on its way, and who wants to hear of its moves.
struct March<'a, F> {
    situation: &'a Situation,
    kind: Kind,
    powers: &'a Powers,
    from: Position,
    visit: F,
}

impl Situation {
    /// Visits every march of the force on `from` that its powers allow.
    pub(super) fn visit_marches<B>(
        &self,
        from: Position,
        kind: Kind,
        visit: impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if from.is_room() {
            return ControlFlow::Continue(());
        }
        let powers = kind.powers();
        let mut march = March { situation: self, kind, powers, from, visit };
        march.steps()?;
        march.leaps()?;
        for direction in powers.slides.iter() {
            march.slide(direction)?;
        }
        for direction in powers.flies.iter() {
            march.fly(direction)?;
        }
        for direction in powers.glides.iter() {
            march.glide(direction)?;
        }
        ControlFlow::Continue(())
    }

    /// The positions of the other kingdom on a straight line from `from` that are vacant land (ruling 16).
    pub(super) fn glides(&self, from: Position, direction: Direction) -> impl Iterator<Item = Position> {
        let home = from.ground();
        from.ray(direction).filter(move |&to| {
            to.ground() != home
                && to.ground() != Ground::Ocean
                && !to.is_room()
                && self.force_at(to).is_none()
        })
    }
}

impl<B, F: FnMut(Action) -> ControlFlow<B>> March<'_, F> {
    fn steps(&mut self) -> ControlFlow<B> {
        let side = self.kind.side();
        let (moves, takes) = (self.powers.steps.seen_by(side), self.powers.takes.seen_by(side));
        for direction in moves.and(takes).iter() {
            let Some(to) = self.from.next(direction) else { continue };
            match self.situation.entry(self.kind, self.from, to) {
                Entry::Open if moves.contains(direction) => {
                    self.arrive(to, Taken::Nothing)?;
                    self.take_passing(to)?;
                }
                Entry::Victim if takes.contains(direction) => self.arrive(to, Taken::There)?,
                _ => {}
            }
        }
        self.double_step()
    }

    /// Ruling 21: an Elf or Troll moves on to the position that a Gnome or Dwarf has just passed.
    fn take_passing(&mut self, to: Position) -> ControlFlow<B> {
        if self.situation.state.passed == Some(to) && matches!(self.kind, Kind::Elf | Kind::Troll) {
            self.arrive(to, Taken::Passing)?;
        }
        ControlFlow::Continue(())
    }

    /// "Those upon the Forest Second Rank can move vertically forwards either one position or two positions."
    fn double_step(&mut self) -> ControlFlow<B> {
        let side = self.kind.side();
        if !matches!(self.kind, Kind::Dwarf | Kind::Gnome) || self.from.rank_from_home(side) != 2 {
            return ControlFlow::Continue(());
        }
        for forward in Directions::FORWARD.seen_by(side).iter() {
            let mut ahead = self.from.ray(forward);
            if let (Some(passed), Some(to)) = (ahead.next(), ahead.next())
                && self.situation.is_clear(passed)
                && self.situation.is_clear(to)
            {
                self.arrive(to, Taken::Nothing)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn leaps(&mut self) -> ControlFlow<B> {
        for &(files, ranks) in offsets(self.situation.knights, self.powers.leaps) {
            if let Some(to) = self.from.offset(files, ranks) {
                self.enter(to)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn slide(&mut self, direction: Direction) -> ControlFlow<B> {
        let mut line = self.from.ray(direction);
        let blocker = loop {
            let Some(to) = line.next() else { return ControlFlow::Continue(()) };
            let entry = self.situation.entry(self.kind, self.from, to);
            if entry == Entry::Open {
                self.arrive(to, Taken::Nothing)?;
            }
            if !self.situation.is_clear(to) {
                if entry == Entry::Victim && self.takes_first() {
                    self.arrive(to, Taken::There)?;
                }
                break to;
            }
        };
        if self.takes_over_screen() && self.is_screen(blocker) {
            let beyond = line.find(|&position| !self.situation.is_clear(position));
            if let Some(to) = beyond
                && self.situation.entry(self.kind, self.from, to) == Entry::Victim
            {
                self.arrive(to, Taken::There)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn takes_first(&self) -> bool {
        matches!(self.powers.lines, LineCapture::First | LineCapture::FirstOrOverScreen)
    }

    fn takes_over_screen(&self) -> bool {
        matches!(self.powers.lines, LineCapture::OverScreen | LineCapture::FirstOrOverScreen)
    }

    /// Ruling 14: on land any force is a screen, from the sea only an occupied vessel.
    fn is_screen(&self, position: Position) -> bool {
        self.situation.force_at(position).is_some() && position.ground() == self.from.ground()
    }

    fn fly(&mut self, direction: Direction) -> ControlFlow<B> {
        let (home, side) = (self.from.ground(), self.kind.side());
        let line = self.from.ray(direction).take_while(|to| to.ground() == home && !to.is_room());
        for to in line {
            if self.powers.blazes && self.situation.shields_against(side, to) {
                break;
            }
            match self.situation.entry(self.kind, self.from, to) {
                Entry::Open => self.arrive(to, Taken::Nothing)?,
                Entry::Victim if self.powers.blazes => self.arrive(to, Taken::There)?,
                _ => {}
            }
        }
        ControlFlow::Continue(())
    }

    fn glide(&mut self, direction: Direction) -> ControlFlow<B> {
        for to in self.situation.glides(self.from, direction) {
            (self.visit)(Action::March { from: self.from, to, taken: Taken::Nothing, becomes: None })?;
        }
        ControlFlow::Continue(())
    }

    fn enter(&mut self, to: Position) -> ControlFlow<B> {
        match self.situation.entry(self.kind, self.from, to) {
            Entry::Barred => ControlFlow::Continue(()),
            Entry::Open => self.arrive(to, Taken::Nothing),
            Entry::Victim => self.arrive(to, Taken::There),
        }
    }

    /// Reports the move with everything the force may or must become by it.
    fn arrive(&mut self, to: Position, taken: Taken) -> ControlFlow<B> {
        let march = |becomes| Action::March { from: self.from, to, taken, becomes };
        (self.visit)(march(self.situation.must_become(self.kind, self.from, to)))?;
        for &kind in self.situation.may_become(self.kind, self.from, to) {
            if self.situation.can_change_into(kind) {
                (self.visit)(march(Some(kind)))?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Situation {
    /// What a force becomes by this move without any choice.
    pub(super) fn must_become(&self, kind: Kind, from: Position, to: Position) -> Option<Kind> {
        let side = kind.side();
        let of_side = |pair: (Kind, Kind)| if pair.0.side() == side { pair.0 } else { pair.1 };
        match kind.powers().becomes {
            Becomes::Itself => None,
            Becomes::Landing(forest, storm) => {
                (from.is_ocean() && to.is_land_of(side.opponent())).then(|| of_side((forest, storm)))
            }
            Becomes::LeavingPalace(forest, storm) => {
                (!to.is_palace_of(side)).then(|| of_side((forest, storm)))
            }
            Becomes::Embarking(witch) => to.is_ocean().then_some(witch),
        }
    }

    /// What its player may make of a force by this move: exchanges (ruling 22) and interchanges (31, 32).
    pub(super) fn may_become(&self, kind: Kind, from: Position, to: Position) -> &'static [Kind] {
        let lands_abroad = from.is_ocean() && to.is_land_of(kind.side().opponent());
        match kind {
            Kind::Elf if to.rank() == 15 && from.rank() != 15 => {
                &[Kind::Wizard, Kind::WhiteKnight, Kind::GreenKnight, Kind::Ranger]
            }
            Kind::Troll if to.rank() == 1 && from.rank() != 1 => {
                &[Kind::Magician, Kind::BlackKnight, Kind::RedKnight, Kind::Raider]
            }
            Kind::Prince if lands_abroad => &[Kind::IceDragon],
            Kind::Warlord if lands_abroad && !self.state.warlord_has_landed => &[Kind::ElderSerpent],
            Kind::Witch if lands_abroad => &[Kind::YoungerSerpent],
            _ => &[],
        }
    }

    fn can_change_into(&self, kind: Kind) -> bool {
        let state = &self.state;
        match kind {
            Kind::Wizard => state.wizard == Captive::Chained,
            Kind::Magician => state.magician == Captive::Chained,
            Kind::IceDragon => state.ice == Beast::Waiting,
            Kind::ElderSerpent => state.elder == Beast::Waiting,
            Kind::YoungerSerpent => state.younger == Beast::Waiting,
            exchanged => ExchangeBox::KINDS.contains(&exchanged) && state.exchange.count(exchanged) > 0,
        }
    }
}
