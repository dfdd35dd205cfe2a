//! Why a march that reads well is refused, in the words of the rules: each reason says where, and what is in the way.
//! Other moves are in `refusal_special`.

use std::ops::ControlFlow;

use super::action::{Action, Taken};
use super::direction::{Direction, Directions};
use super::force::{Kind, Side};
use super::position::{Ground, ISLAND, Position};
use super::powers::{Leaps, LineCapture, offsets};
use super::reach::can_take;
use super::refusal_special::ship;
use super::situation::Situation;
use super::stage::{Beast, Captive, ExchangeBox};
use crate::touch::with_article;

impl Situation {
    /// Why nobody of the side to move can be moved from here.
    pub(super) fn why_no_force(&self, from: Position, to: Position) -> String {
        if let Some(otherwise) = self.written_otherwise(from, to, true) {
            return otherwise;
        }
        match (self.force_at(from), self.vessel_at(from)) {
            (Some(kind), _) if kind.side() != self.turn => {
                format!("the {} on {from} is not {}'s to move", kind.name(), self.turn)
            }
            (Some(kind), _) => {
                format!(
                    "the {} is confined to the {} (ruling 28)",
                    kind.name(),
                    from.name().unwrap_or_default()
                )
            }
            (None, Some(vessel)) => {
                format!("nobody is aboard the {} on {from}: her own moves begin with `~`", ship(vessel))
            }
            (None, None) => format!("no force is on {from}"),
        }
    }

    /// Why the force on `from` does not go to `to` at all.
    pub(super) fn why_no_march(&self, kind: Kind, from: Position, to: Position) -> String {
        if let Some(otherwise) = self.written_otherwise(from, to, false) {
            return otherwise;
        }
        let why = self
            .why_not_there(kind, from, to)
            .or_else(|| self.why_out_of_scope(kind, from, to))
            .or_else(|| self.why_not_aboard(kind, from, to))
            .unwrap_or_else(|| self.why_not_on_its_way(kind, from, to));
        format!("the {} on {from} cannot go to {to}: {why}", kind.name())
    }

    /// The move between the two positions that has another sign: an arrow, a maiden flight, a vessel's if she is asked for.
    fn written_otherwise(&self, from: Position, to: Position, vessels: bool) -> Option<String> {
        let mut found = None;
        let _ = self.visit_actions_from(from, &mut |action| {
            let what = match action {
                Action::Shoot { target, .. } if target == to => "an arrow is written with `*`",
                Action::Release { to: there, .. } if there == to => "the maiden flight is written with `^`",
                Action::Sail { to: there, .. } | Action::Ram { to: there, .. } if vessels && there == to => {
                    "a vessel's move begins with `~`"
                }
                Action::Fire { target, .. } if vessels && target == to => "a cannon's shot begins with `~`",
                _ => return ControlFlow::Continue(()),
            };
            found = Some(format!("{what}: {action}"));
            ControlFlow::Break(())
        });
        found
    }

    /// What keeps everybody, or this kind, from being there.
    fn why_not_there(&self, kind: Kind, from: Position, to: Position) -> Option<String> {
        if kind == Kind::Princess {
            return Some("she never moves (ruling 20)".to_owned());
        }
        if to == from {
            return Some("it stands there".to_owned());
        }
        if to == ISLAND {
            return Some("nobody enters the Kraken's Lair".to_owned());
        }
        if to.is_room() {
            return Some(format!(
                "nobody enters the {} by moving (ruling 29)",
                to.name().unwrap_or_default()
            ));
        }
        let there = self.force_at(to)?;
        let name = there.name();
        if there.side() == kind.side() {
            return Some(format!("the {name} of the same side is there"));
        }
        if there.is_royal() && can_take(kind, there) {
            return Some(format!(
                "the {name} is locked up or captured directly, never taken (rulings 24 and 26)"
            ));
        }
        let shield = match (kind, there) {
            (_, Kind::Princess) => "the Northern Light protects the Woodland Princess (ruling 20)".to_owned(),
            (Kind::Warlord, Kind::Prince) => {
                "the Forest Sword protects the TrueBorn Prince from him (ruling 25)".to_owned()
            }
            (Kind::Prince, Kind::Witch) => {
                "the Dark Crystal protects the Red Witch from him (ruling 25)".to_owned()
            }
            _ => format!("a {name} On Guard cannot be taken by it (ruling 17)"),
        };
        (!can_take(kind, there)).then_some(shield)
    }

    /// What its scope has against it (ruling 6).
    fn why_out_of_scope(&self, kind: Kind, from: Position, to: Position) -> Option<String> {
        let powers = kind.powers();
        if powers.scope.admits(kind, from, to) || self.is_glide(kind, from, to) {
            return None;
        }
        let home = Ground::Kingdom(kind.side());
        let palace = if kind.side() == Side::Forest { "Palace" } else { "Citadel" };
        let why = match (from.ground(), to.ground()) {
            (land, Ground::Ocean) if land == home => "it never embarks".to_owned(),
            (_, Ground::Ocean) => "it does not embark from there".to_owned(),
            (Ground::Ocean, land) if land == home => "it never returns to its own kingdom".to_owned(),
            (Ground::Ocean, _) => "it never lands in the other kingdom".to_owned(),
            (one, other) if one != other && powers.glides.is_empty() => {
                "it does not glide to the other kingdom".to_owned()
            }
            (one, other) if one != other => "it glides along a straight line of its own only".to_owned(),
            _ if from.is_palace_of(kind.side()) => format!("it stays in the {palace}"),
            _ => "it does not operate there".to_owned(),
        };
        Some(format!("{why} (ruling 6)"))
    }

    /// Whether its powers of gliding lead there, whoever stands there (ruling 16).
    fn is_glide(&self, kind: Kind, from: Position, to: Position) -> bool {
        let (files, ranks) = from.delta(to);
        let line = Direction::of_line(files, ranks);
        let is_abroad = from.ground() != to.ground() && !from.is_ocean() && !to.is_ocean();
        is_abroad && line.is_some_and(|line| kind.powers().glides.contains(line))
    }

    /// What the vessel there, or that there is none, has against it (rulings 3, 4, 10).
    fn why_not_aboard(&self, kind: Kind, from: Position, to: Position) -> Option<String> {
        if !to.is_ocean() {
            return None;
        }
        let Some(vessel) = self.vessel_at(to) else {
            return Some(format!(
                "no vessel is on {to}, and forces are at sea aboard vessels only (ruling 2)"
            ));
        };
        let ship = ship(vessel);
        if !from.is_ocean() && self.force_at(to).is_some() {
            return Some(format!("the {ship} is occupied, and nobody captures by embarking (ruling 3)"));
        }
        if !from.is_ocean() && vessel.fleet != kind.side() {
            return Some(format!(
                "one embarks on to a vessel of one's own colour, and this is a {ship} (ruling 3)"
            ));
        }
        (vessel.is_moored() && vessel.fleet != kind.side())
            .then(|| format!("the {ship} has never left her harbour and cannot be boarded (ruling 10)"))
    }

    /// What is wrong with the way: not its own, or somebody in it.
    fn why_not_on_its_way(&self, kind: Kind, from: Position, to: Position) -> String {
        let powers = kind.powers();
        let (files, ranks) = from.delta(to);
        let victim = self.force_at(to);
        let Some(line) = Direction::of_line(files, ranks) else { return self.ways(kind) };
        let (steps, takes) = (powers.steps.seen_by(kind.side()), powers.takes.seen_by(kind.side()));
        if self.is_glide(kind, from, to) {
            return "a glide never captures (ruling 16)".to_owned();
        }
        if powers.slides.contains(line) {
            return self.why_not_along(kind, from, line, to);
        }
        if powers.flies.contains(line) {
            let beasts = kind.side();
            let mut between = from.ray(line).take_while(|&at| at != to);
            return match between.find(|&at| self.shields_against(beasts, at)) {
                Some(shield) => format!("the shield On Guard on {shield} stops it (ruling 17)"),
                None => "it captures beside it only (ruling 18)".to_owned(),
            };
        }
        if from.is_adjacent(to) && victim.is_some() && steps.contains(line) {
            return if takes.is_empty() { "it never captures".to_owned() } else { self.ways(kind) };
        }
        if from.is_adjacent(to) && victim.is_none() && takes.contains(line) {
            return format!("it goes there only to capture, and nobody is on {to}");
        }
        if matches!(kind, Kind::Dwarf | Kind::Gnome) && files == 0 && ranks.unsigned_abs() == 2 {
            let blocked = from.ray(line).take(2).find(|&at| !self.is_clear(at));
            return match blocked {
                Some(at) if steps.contains(line) && from.rank_from_home(kind.side()) == 2 => {
                    format!("{at} is in the way")
                }
                _ => "two positions are stepped from the second rank only".to_owned(),
            };
        }
        self.ways(kind)
    }

    /// Why it does not slide so far (rulings 2, 14, 15).
    fn why_not_along(&self, kind: Kind, from: Position, line: Direction, to: Position) -> String {
        let between: Vec<Position> =
            from.ray(line).take_while(|&at| at != to).filter(|&at| !self.is_clear(at)).collect();
        let screens = matches!(kind.powers().lines, LineCapture::OverScreen | LineCapture::FirstOrOverScreen);
        let captures = self.force_at(to).is_some();
        let rule = if kind.powers().lines == LineCapture::OverScreen { 14 } else { 15 };
        match between.as_slice() {
            [] if captures => {
                format!("it captures over one screen, and nobody stands between (ruling {rule})")
            }
            [] => self.ways(kind),
            [screen] if captures && screens => {
                if self.force_at(*screen).is_none() {
                    format!("the vessel on {screen} is unoccupied and no screen (ruling {rule})")
                } else {
                    format!("{screen} is no screen here (ruling {rule})")
                }
            }
            [first, second, ..] if captures && screens => {
                format!(
                    "it captures over one screen, and both {first} and {second} are in the way (ruling {rule})"
                )
            }
            [first, ..] => format!("{first} is in the way"),
        }
    }

    /// How the kind moves, from the table of powers.
    fn ways(&self, kind: Kind) -> String {
        let powers = kind.powers();
        let mut ways = Vec::new();
        let lines = |set: Directions| {
            if set == Directions::ALL {
                "straight lines"
            } else if set == Directions::ORTHOGONAL {
                "files and ranks"
            } else if set == Directions::DIAGONAL {
                "diagonals"
            } else {
                "its lines"
            }
        };
        if !powers.slides.is_empty() {
            ways.push(format!("moves along {}", lines(powers.slides)));
        }
        if !powers.flies.is_empty() {
            ways.push(format!("flies along {}", lines(powers.flies)));
        }
        if powers.leaps != Leaps::Nothing {
            let mut shapes: Vec<(u8, u8)> = offsets(self.knights, powers.leaps)
                .iter()
                .map(|(files, ranks)| (files.unsigned_abs(), ranks.unsigned_abs()))
                .map(|(one, other)| (one.max(other), one.min(other)))
                .collect();
            shapes.sort_unstable();
            shapes.dedup();
            let shapes: Vec<String> = shapes.iter().map(|(one, other)| format!("({one},{other})")).collect();
            ways.push(format!("leaps {}", crate::suggest::listed(&shapes)));
        }
        if powers.steps == Directions::FORWARD {
            ways.push("steps straight ahead and captures diagonally ahead".to_owned());
        } else if powers.steps == Directions::ALL {
            ways.push("steps one position".to_owned());
        } else if !powers.steps.is_empty() {
            ways.push("steps one position forwards or sideways".to_owned());
        }
        if powers.flies.is_empty() && !powers.glides.is_empty() {
            ways.push("glides to the other kingdom".to_owned());
        }
        match ways.as_slice() {
            [] => "it never moves".to_owned(),
            ways => format!("it {}", crate::suggest::listed(ways)),
        }
    }

    /// Why the force does not become that there (rulings 22, 31, 32, 36).
    pub(super) fn why_no_suffix(&self, kind: Kind, from: Position, to: Position, suffix: &str) -> String {
        let name = kind.name();
        let Some(wanted) = Kind::from_abbreviation(suffix) else {
            return format!("`={suffix}` names no force");
        };
        if wanted == Kind::Empress {
            return "the Empress is declared only with Storm's reply to `=DA` (ruling 31)".to_owned();
        }
        let wish = wanted.name();
        if !self.may_become(kind, from, to).contains(&wanted) {
            return match self.must_become(kind, from, to) {
                Some(due) => format!("the {name} becomes a {} there, ={}", due.name(), due.abbreviation()),
                None if (kind, wanted) == (Kind::Warlord, Kind::ElderSerpent)
                    && self.state.warlord_has_landed =>
                {
                    format!(
                        "={suffix}: the {name} sets the {wish} afire on his first landing only (ruling 32)"
                    )
                }
                None => {
                    format!("the {name} does not become {} by going from {from} to {to}", with_article(wish))
                }
            };
        }
        match wanted {
            Kind::Wizard | Kind::Magician => {
                let free = if wanted == Kind::Wizard { self.state.wizard } else { self.state.magician };
                let word = if free == Captive::Free { "is unchained already" } else { "is gone for good" };
                format!("={suffix}: the {wish} {word} (ruling 22)")
            }
            Kind::IceDragon | Kind::ElderSerpent | Kind::YoungerSerpent => {
                let beast = match wanted {
                    Kind::IceDragon => self.state.ice,
                    Kind::ElderSerpent => self.state.elder,
                    _ => self.state.younger,
                };
                let word = if beast == Beast::Gone { "is gone" } else { "has been set afire already" };
                let rule = if wanted == Kind::IceDragon { 31 } else { 32 };
                format!("={suffix}: the {wish} {word} (ruling {rule})")
            }
            _ => {
                let may = ExchangeBox::KINDS.into_iter().filter(|kind| self.state.exchange.count(*kind) > 0);
                let may: Vec<&str> = may.filter(|kind| kind.side() == self.turn).map(Kind::name).collect();
                let others = match may.is_empty() {
                    true => String::new(),
                    false => format!("; there is the {}", crate::suggest::listed(&may)),
                };
                format!(
                    "={suffix}: no {wish} has been captured or sunk that could return (ruling 22){others}"
                )
            }
        }
    }

    /// That a march is written with the other sign.
    pub(super) fn why_other_sign(&self, kind: Kind, action: Action) -> String {
        let Action::March { from, to, taken, .. } = action else { return String::new() };
        let name = kind.name();
        if taken == Taken::Nothing {
            return format!("the {name} on {from} captures nothing on {to}: write {from}-{to}");
        }
        format!("the {name} on {from} captures on {to}: write {from}x{to}")
    }
}
