//! Moves in canonical notation, and reading them back.

use super::action::{Action, Move, Taken};
use super::direction::Direction;
use super::force::{Kind, Side};
use super::position::Position;
use super::situation::Situation;
use super::stage::Wing;
use crate::MoveError;
use crate::shown::shown;
use crate::typed::clean;
use crate::unreadable::Notation;
use std::fmt;
use std::ops::ControlFlow;

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.action.fmt(f)?;
        f.write_str(if self.empress { "=SEP" } else { "" })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::March { from, to, taken, becomes } => {
                let mark = if taken == Taken::Nothing { '-' } else { 'x' };
                write!(f, "{from}{mark}{to}")?;
                becomes.map_or(Ok(()), |kind| write!(f, "={}", kind.abbreviation()))
            }
            Self::Release { tower, to } => write!(f, "{tower}^{to}"),
            Self::Sail { from, to } => write!(f, "~{from}-{to}"),
            Self::Turn { at, bow } => write!(f, "~{at}>{}", bow.letters()),
            Self::Ram { from, to } => write!(f, "~{from}x{to}"),
            Self::Fire { from, target } => write!(f, "~{from}*{target}"),
            Self::Shoot { archer, target } => write!(f, "{archer}*{target}"),
            Self::Tower { wing, recruits } => {
                write!(f, "O-{}", wing.letter())?;
                for (guard, mark) in recruits.into_iter().flatten().zip(["=", ""]) {
                    write!(f, "{mark}{guard}")?;
                }
                Ok(())
            }
            Self::Plant { at } => write!(f, "F@{at}"),
            Self::Spring { to } => {
                let side = if to.is_land_of(Side::Forest) { Side::Forest } else { Side::Storm };
                write!(f, "{}@{to}", Kind::shield_bearer_of(side).abbreviation())
            }
        }
    }
}

/// A move as written: what it becomes with its suffixes is found on the board.
struct Written<'a> {
    body: Body,
    suffix: Option<&'a str>,
    empress: bool,
}

enum Body {
    March { from: Position, to: Position, captures: bool },
    Tower { wing: Wing },
    Plain(Action),
}

const NOTATION: Notation = Notation {
    game: "Dragon",
    positions: "A1 to I15, E0 and E16",
    is_position: |text| Position::parse(text).is_some(),
    forms: "A3-A6, A9xA14, A1^A12, ~B7-B8, ~B7>SE, ~B10xC9, ~E6*I6, E2*E5, O-W, F@E12 or LB@C4, with suffixes like =DA",
};

impl Situation {
    /// Reads the notation of a move and finds the legal move it means.
    ///
    /// # Errors
    /// [`MoveError`] with the reason.
    pub(super) fn read(&self, text: &str) -> Result<Move, MoveError> {
        let capitals = clean(text).to_ascii_uppercase();
        let written = parse(&capitals).ok_or_else(|| MoveError::Unreadable(NOTATION.why(&clean(text))))?;
        self.find_written(&written).map_err(MoveError::Illegal)
    }

    fn find_written(&self, written: &Written<'_>) -> Result<Move, String> {
        let safety = self.safety().ok_or("the game is over")?;
        let action = match written.body {
            Body::March { from, to, captures } => self.find_march(from, to, captures, written.suffix)?,
            Body::Tower { wing } => self.find_towering(wing, written.suffix)?,
            Body::Plain(action) => self.find_plain(action, written.suffix)?,
        };
        if !self.is_safe(&safety, action) {
            return Err(self.why_unsafe(action));
        }
        if written.empress && !self.allows_empress(action) {
            return Err(
                "the Empress is declared only with Storm's reply to `=DA`, not when planting, and not \
                        when the Storm Queen embarks"
                    .to_owned(),
            );
        }
        Ok(Move { action, empress: written.empress })
    }

    fn find_march(
        &self,
        from: Position,
        to: Position,
        captures: bool,
        suffix: Option<&str>,
    ) -> Result<Action, String> {
        let own = self.force_at(from).filter(|kind| kind.side() == self.turn && !from.is_room());
        let kind = own.ok_or_else(|| self.why_no_force(from, to))?;
        let mut found = Vec::new();
        let _ = self.visit_marches(from, kind, |action| {
            if matches!(action, Action::March { to: there, .. } if there == to) {
                found.push(action);
            }
            ControlFlow::<()>::Continue(())
        });
        let there = *found.first().ok_or_else(|| self.why_no_march(kind, from, to))?;
        found.retain(
            |action| matches!(action, Action::March { taken, .. } if (*taken != Taken::Nothing) == captures),
        );
        if found.is_empty() {
            return Err(self.why_other_sign(kind, there));
        }
        let compulsory = self.must_become(kind, from, to).map(Kind::abbreviation);
        let wanted = suffix.or(compulsory);
        let becomes = |action: &Action| match action {
            Action::March { becomes, .. } => becomes.map(Kind::abbreviation),
            _ => None,
        };
        let same = found.iter().find(|action| becomes(action) == wanted).copied();
        same.ok_or_else(|| self.why_no_suffix(kind, from, to, wanted.unwrap_or_default()))
    }

    fn find_towering(&self, wing: Wing, suffix: Option<&str>) -> Result<Action, String> {
        let mut found = Vec::new();
        let _ = self.visit_towering(self.turn, &mut |action| {
            if matches!(action, Action::Tower { wing: this, .. } if this == wing) {
                found.push(action);
            }
            ControlFlow::<()>::Continue(())
        });
        if found.is_empty() {
            return Err(self.why_no_towering(wing));
        }
        let letter = wing.letter();
        let wanted = suffix.map_or_else(|| format!("O-{letter}"), |guards| format!("O-{letter}={guards}"));
        found.into_iter().find(|action| action.to_string() == wanted).ok_or_else(|| {
            let wanted = shown(&wanted);
            format!("`{wanted}` does not name Guards or Warders of the palace by file, then rank")
        })
    }

    fn find_plain(&self, action: Action, suffix: Option<&str>) -> Result<Action, String> {
        if let Some(suffix) = suffix {
            return Err(format!("`={suffix}` does not belong to such a move"));
        }
        let mut visit =
            |possible| if possible == action { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let found = match action.origin() {
            Some(origin) => self.visit_actions_from(origin, &mut visit),
            None => self.visit_springing(self.turn, &mut visit),
        };
        if found.is_break() { Ok(action) } else { Err(self.why_not(action)) }
    }
}

fn parse(text: &str) -> Option<Written<'_>> {
    let mut parts = text.split('=');
    let body = parse_body(parts.next()?)?;
    let suffixes: Vec<&str> = parts.collect();
    let (suffix, empress) = match suffixes[..] {
        [] => (None, false),
        ["SEP"] => (None, true),
        [suffix] => (Some(suffix), false),
        [suffix, "SEP"] => (Some(suffix), true),
        _ => return None,
    };
    if suffix.is_some_and(|suffix| suffix.is_empty() || suffix == "SEP") {
        return None;
    }
    Some(Written { body, suffix, empress })
}

fn parse_body(text: &str) -> Option<Body> {
    if let Some(vessel) = text.strip_prefix('~') {
        return parse_vessel(vessel).map(Body::Plain);
    }
    match text {
        "O-W" => return Some(Body::Tower { wing: Wing::West }),
        "O-E" => return Some(Body::Tower { wing: Wing::East }),
        _ => {}
    }
    if let Some((who, place)) = text.split_once('@') {
        let place = Position::parse(place)?;
        return match who {
            "F" => Some(Body::Plain(Action::Plant { at: place })),
            "LB" if place.is_land_of(Side::Forest) => Some(Body::Plain(Action::Spring { to: place })),
            "JR" if place.is_land_of(Side::Storm) => Some(Body::Plain(Action::Spring { to: place })),
            _ => None,
        };
    }
    let (from, mark, to) = parse_pair(text)?;
    Some(match mark {
        '-' => Body::March { from, to, captures: false },
        'X' => Body::March { from, to, captures: true },
        '^' => Body::Plain(Action::Release { tower: from, to }),
        '*' => Body::Plain(Action::Shoot { archer: from, target: to }),
        _ => return None,
    })
}

fn parse_vessel(text: &str) -> Option<Action> {
    if let Some((at, bow)) = text.split_once('>') {
        return Some(Action::Turn { at: Position::parse(at)?, bow: Direction::from_letters(bow)? });
    }
    let (from, mark, to) = parse_pair(text)?;
    Some(match mark {
        '-' => Action::Sail { from, to },
        'X' => Action::Ram { from, to },
        '*' => Action::Fire { from, target: to },
        _ => return None,
    })
}

/// Two positions with a mark between them.
fn parse_pair(text: &str) -> Option<(Position, char, Position)> {
    let at = text.find(['-', 'X', '^', '*'])?;
    let mark = text[at..].chars().next()?;
    Some((Position::parse(&text[..at])?, mark, Position::parse(&text[at + 1..])?))
}
