//! Why moves outside the table of powers are refused: vessels, arrows, maiden flights, flags, shields, towering.

use super::action::Action;
use super::attack::fires_along;
use super::direction::Direction;
use super::force::{Kind, Side};
use super::position::{ISLAND, Position};
use super::situation::Situation;
use super::stage::{Shield, Wing};
use super::vessel::Vessel;

impl Situation {
    /// Why a move that reads well is none the powers allow.
    pub(super) fn why_not(&self, action: Action) -> String {
        match action {
            Action::Sail { from, to } => {
                self.why_no_vessel(from).unwrap_or_else(|| self.why_not_ahead(from, to, false))
            }
            Action::Ram { from, to } => {
                self.why_no_vessel(from).unwrap_or_else(|| self.why_not_ahead(from, to, true))
            }
            Action::Turn { at, bow } => self.why_no_vessel(at).unwrap_or_else(|| {
                let bow_now = self.vessel_at(at).map(|vessel| vessel.bow);
                if bow_now == Some(bow) {
                    format!("her bow points {} already", bow.letters())
                } else {
                    format!(
                        "{} of {at} the board ends: a bow is turned towards an adjacent position (ruling 11)",
                        bow.letters()
                    )
                }
            }),
            Action::Fire { from, target } => {
                self.why_no_vessel(from).unwrap_or_else(|| self.why_no_shot(from, target))
            }
            Action::Release { tower, to } => self.why_no_flight(tower, to),
            Action::Shoot { archer, target } => self.why_no_arrow(archer, target),
            Action::Plant { at } => match self.force_at(at).filter(|kind| kind.side() == self.turn) {
                Some(kind) if kind.is_flag_bearer() => {
                    format!(
                        "{at} does not cover the enemy's banner: flags are planted on {} (ruling 35)",
                        self.covering()
                    )
                }
                Some(kind) => format!("the {} on {at} bears no flag (ruling 35)", kind.name()),
                None => format!("no bearer of {} stands on {at}", self.turn),
            },
            Action::Spring { to } => {
                let bearer = Kind::shield_bearer_of(self.turn).name();
                match self.state.shield(self.turn) {
                    _ if !to.is_land_of(self.turn) => {
                        format!("the {bearer} springs within his own kingdom only (ruling 33)")
                    }
                    Shield::Alert => {
                        format!("the {bearer} springs on to vacant land, and {to} is occupied (ruling 33)")
                    }
                    Shield::Lowered => format!("the {bearer} is not On Alert yet (rulings 31 and 32)"),
                    Shield::Guard => {
                        format!("the {bearer} is On Guard already, and steps as other forces do (ruling 33)")
                    }
                    Shield::Gone => format!("the {bearer} is gone"),
                }
            }
            Action::March { .. } | Action::Tower { .. } => "the powers do not allow it".to_owned(),
        }
    }

    fn covering(&self) -> &'static str {
        if self.turn == Side::Forest { "E12 or E13" } else { "E3 or E4" }
    }

    /// Why no vessel of the side to move moves from here.
    fn why_no_vessel(&self, at: Position) -> Option<String> {
        let Some(vessel) = self.vessel_at(at) else { return Some(format!("no vessel is on {at}")) };
        let commander = self.commander(at)?;
        (commander != self.turn)
            .then(|| format!("the {} on {at} is commanded by {commander} (ruling 11)", ship(vessel)))
    }

    /// Why a vessel does not sail there, or ram there (rulings 11, 12).
    fn why_not_ahead(&self, from: Position, to: Position, rams: bool) -> String {
        let Some(vessel) = self.vessel_at(from) else { return format!("no vessel is on {from}") };
        let (ship, bow) = (ship(vessel), vessel.bow.letters());
        let ahead = from.next(vessel.bow);
        let Some(ahead) = ahead.filter(|&ahead| ahead == to) else {
            let where_to = ahead.map_or_else(|| "off the board".to_owned(), |ahead| format!("at {ahead}"));
            return format!(
                "the bow of the {ship} on {from} points {bow}, {where_to}: she goes that way, or turns first (ruling 11)"
            );
        };
        match (self.vessel_at(ahead), self.commander(ahead)) {
            _ if ahead == ISLAND => "no vessel enters the Kraken's Lair (ruling 11)".to_owned(),
            _ if !ahead.is_ocean() => format!("{ahead} is land (ruling 11)"),
            (Some(_), Some(side)) if side == self.turn => {
                format!("a vessel of one's own is on {ahead} (ruling 12)")
            }
            (Some(_), _) if !rams => {
                format!("an opposing vessel is on {ahead}: ramming is written ~{from}x{to}")
            }
            _ => format!("no vessel is on {ahead}: sailing is written ~{from}-{to}"),
        }
    }

    /// Why a cannon does not sink a vessel there (ruling 13).
    fn why_no_shot(&self, from: Position, target: Position) -> String {
        let Some(vessel) = self.vessel_at(from) else { return format!("no vessel is on {from}") };
        if !vessel.is_flagship() {
            return "Flagships alone have cannons (ruling 13)".to_owned();
        }
        if self.force_at(from).is_none() {
            return "a Flagship fires with somebody aboard only (ruling 13)".to_owned();
        }
        if vessel.balls() == 0 {
            return "her cannonballs are spent (ruling 13)".to_owned();
        }
        let (files, ranks) = from.delta(target);
        let line = Direction::of_line(files, ranks).filter(|&line| fires_along(vessel, line));
        let Some(line) = line else {
            return format!(
                "her bow points {}, and cannons fire at ninety degrees to it (ruling 13)",
                vessel.bow.letters()
            );
        };
        let between: Vec<_> = self.vessels_along(from, line).take_while(|&(at, _)| at != target).collect();
        match between.as_slice() {
            _ if self.vessel_at(target).is_none() => format!("no vessel is on {target}"),
            _ if self.commander(target) == Some(self.turn) => format!("the vessel on {target} is one's own"),
            [(screen, _)] if self.force_at(*screen).is_none() => {
                format!(
                    "the vessel between, on {screen}, is unoccupied: a shot goes over one occupied vessel (ruling 13)"
                )
            }
            [_] => "land lies between (ruling 13)".to_owned(),
            [] => "a shot goes over one occupied vessel, and none lies between (ruling 13)".to_owned(),
            _ => "a shot goes over one vessel, and several lie between (ruling 13)".to_owned(),
        }
    }

    fn why_no_flight(&self, tower: Position, to: Position) -> String {
        let Some(kind) = self.force_at(tower).filter(|kind| kind.side() == self.turn && kind.is_tower())
        else {
            return format!("no Watchtower or Castle of {} is on {tower}", self.turn);
        };
        let bird = Kind::bird_of(self.turn).name();
        if !self.has_bird(tower) {
            return format!("the {bird} of the {} on {tower} is not in it any more (ruling 18)", kind.name());
        }
        if tower.file() != to.file() || !to.is_land_of(self.turn.opponent()) {
            return format!(
                "the maiden flight goes along the file, to land of the other kingdom (ruling 18): not to {to}"
            );
        }
        format!("{to} is occupied, and a glide never captures (ruling 16)")
    }

    fn why_no_arrow(&self, archer: Position, target: Position) -> String {
        let Some(kind) = self.force_at(archer).filter(|kind| kind.side() == self.turn) else {
            return format!("no archer of {} is on {archer}", self.turn);
        };
        let (arrows, prey) = match kind {
            Kind::Princess => (self.state.green_arrows, "Ravens"),
            Kind::QueenAtWar => (self.state.green_arrows, "Ravens and Winged Serpents"),
            Kind::StormQueen => (self.state.red_arrows, "Albatrosses and the Ice Dragon"),
            _ => return format!("the {} on {archer} is no archer (ruling 19)", kind.name()),
        };
        let (files, ranks) = archer.delta(target);
        if arrows == 0 {
            return format!("the {} has no arrow left", kind.name());
        }
        if Direction::of_line(files, ranks).is_none() || !target.is_land_of(kind.side()) {
            return format!(
                "an arrow flies in a straight line within the archer's kingdom (ruling 19), and {target} is not on one"
            );
        }
        format!("the arrows of the {} bring down {prey} (ruling 19), and none is on {target}", kind.name())
    }

    /// Why nobody towers or castles on that wing (ruling 30).
    pub(super) fn why_no_towering(&self, wing: Wing) -> String {
        let (what, tower) = match self.turn {
            Side::Forest => ("towering", "Watchtower"),
            Side::Storm => ("castling", "Castle"),
        };
        if !self.rights.has(self.turn, wing) {
            let royal = Kind::royal_of(self.turn).name();
            return format!(
                "no {what} on that wing any more: the {royal} or the {tower} has moved, or the {tower} was captured (ruling 30)"
            );
        }
        match wing.way(self.turn).into_iter().find(|&at| !self.is_clear(at)) {
            Some(at) => format!("{at} is in the way of {what} (ruling 30)"),
            None => format!("the rules do not allow {what} here (ruling 30)"),
        }
    }

    pub(super) fn why_unsafe(&self, action: Action) -> String {
        let royal = Kind::royal_of(self.turn).name();
        match action {
            Action::Plant { .. } => format!("no flag is planted while the {royal} is attacked (ruling 35)"),
            Action::Tower { .. } => {
                format!("the {royal} may not be attacked before, on the way, or where he lands (ruling 30)")
            }
            Action::March { becomes: Some(Kind::IceDragon), .. } => {
                format!(
                    "the {royal} may be attacked neither where he lands nor in the White Room, E0 (ruling 31)"
                )
            }
            Action::March { becomes: Some(Kind::ElderSerpent), .. } => {
                format!(
                    "the {royal} may be attacked neither where he lands nor in the Stairwell, E16 (ruling 32)"
                )
            }
            _ => format!("it leaves the {royal} attacked (ruling 23)"),
        }
    }
}

/// A vessel's colour and class.
pub(super) const fn ship(vessel: Vessel) -> &'static str {
    match (vessel.fleet, vessel.is_flagship()) {
        (Side::Forest, false) => "Green Ship",
        (Side::Forest, true) => "Green Flagship",
        (Side::Storm, false) => "Red Ship",
        (Side::Storm, true) => "Red Flagship",
    }
}
