//! Writing situation strings.

use super::force::Side;
use super::position::{FILES, ISLAND, Position, STAIRWELL, WHITE_ROOM};
use super::situation::Situation;
use super::stage::{Beast, Captive, ExchangeBox, Shield, Wing};
use super::vessel::Class;
use std::fmt;

/// The letters of the rights, in the order they are written.
pub(super) const RIGHTS: [(char, Side, Wing); 4] = [
    ('W', Side::Forest, Wing::West),
    ('E', Side::Forest, Wing::East),
    ('w', Side::Storm, Wing::West),
    ('e', Side::Storm, Wing::East),
];

impl fmt::Display for Situation {
    /// `<board> <f|s> <rights> <state> <quiet> <move>`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in 1..=15 {
            if rank > 1 {
                f.write_str("/")?;
            }
            self.write_rank(f, rank)?;
        }
        f.write_str(match self.turn {
            Side::Forest => " f ",
            Side::Storm => " s ",
        })?;
        self.write_rights(f)?;
        f.write_str(" ")?;
        self.write_state(f)?;
        write!(f, " {} {}", self.quiet, self.number)
    }
}

impl Situation {
    fn write_rank(&self, f: &mut fmt::Formatter<'_>, rank: u8) -> fmt::Result {
        let (mut run, mut separator) = (0, "");
        for position in (0..FILES).filter_map(|file| Position::new(file, rank)) {
            if self.is_clear(position) && position != ISLAND {
                run += 1;
                continue;
            }
            if run > 0 {
                write!(f, "{separator}{run}")?;
                (run, separator) = (0, ",");
            }
            f.write_str(separator)?;
            separator = ",";
            if position == ISLAND { f.write_str("#")? } else { self.write_cell(f, position)? }
        }
        if run > 0 { write!(f, "{separator}{run}") } else { Ok(()) }
    }

    fn write_cell(&self, f: &mut fmt::Formatter<'_>, position: Position) -> fmt::Result {
        let force = self.force_at(position);
        if let Some(vessel) = self.vessel_at(position) {
            f.write_str(match vessel.fleet {
                Side::Forest => "g",
                Side::Storm => "r",
            })?;
            match vessel.class {
                Class::Ship => write!(f, "s{}", vessel.bow.letters())?,
                Class::Flagship { balls, moored } => {
                    let harbour = if moored { "h" } else { "" };
                    write!(f, "f{}.{balls}{harbour}", vessel.bow.letters())?;
                }
            }
            if force.is_some() {
                f.write_str("=")?;
            }
        }
        if let Some(kind) = force {
            f.write_str(kind.abbreviation())?;
            if self.has_bird(position) {
                f.write_str("*")?;
            }
            if self.planted == Some(position) {
                f.write_str("!")?;
            }
        }
        Ok(())
    }

    fn write_rights(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut none = true;
        for (letter, side, wing) in RIGHTS {
            if self.rights.has(side, wing) {
                write!(f, "{letter}")?;
                none = false;
            }
        }
        if none { f.write_str("-") } else { Ok(()) }
    }

    fn write_state(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = &self.state;
        let e0 = match (state.ice, self.force_at(WHITE_ROOM)) {
            (Beast::Waiting, _) => "WDR",
            (_, Some(kind)) => kind.abbreviation(),
            _ => "-",
        };
        let e16 = match (state.elder, self.force_at(STAIRWELL)) {
            (Beast::Waiting, _) => "WES",
            (_, Some(kind)) => kind.abbreviation(),
            _ => "-",
        };
        write!(f, "e0:{e0};e16:{e16};yw:{}", beast_word(state.younger, "WYS"))?;
        write!(f, ";ice:{};war:{}", beast_word(state.ice, "watching"), u8::from(state.war))?;
        write!(f, ";ga:{};gl:{};ra:{}", state.green_arrows, state.library_arrows, state.red_arrows)?;
        write!(
            f,
            ";lb:{};jr:{}",
            shield_word(state.librarian, "shelf"),
            shield_word(state.jailer, "office")
        )?;
        write!(f, ";wiz:{};mag:{}", captive_word(state.wizard), captive_word(state.magician))?;
        write!(f, ";wl1:{};emp:{}", u8::from(state.warlord_has_landed), u8::from(state.empress_offered))?;
        match state.passed {
            Some(passed) => write!(f, ";ep:{passed};box:")?,
            None => f.write_str(";ep:-;box:")?,
        }
        for (at, kind) in ExchangeBox::KINDS.into_iter().enumerate() {
            let comma = if at > 0 { "," } else { "" };
            write!(f, "{comma}{}{}", kind.abbreviation(), state.exchange.count(kind))?;
        }
        write!(f, ";knights:{}", self.knights.name().to_ascii_lowercase())
    }
}

const fn beast_word(beast: Beast, waiting: &'static str) -> &'static str {
    match beast {
        Beast::Waiting => waiting,
        Beast::Afire => "afire",
        Beast::Gone => "gone",
    }
}

const fn shield_word(shield: Shield, lowered: &'static str) -> &'static str {
    match shield {
        Shield::Lowered => lowered,
        Shield::Alert => "alert",
        Shield::Guard => "guard",
        Shield::Gone => "gone",
    }
}

const fn captive_word(captive: Captive) -> &'static str {
    match captive {
        Captive::Chained => "captive",
        Captive::Free => "free",
        Captive::Gone => "gone",
    }
}
