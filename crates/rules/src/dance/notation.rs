//! Plies in canonical notation, and reading them back.

use super::group::Group;
use super::moves::{Move, Walk};
use super::piece::Kind;
use super::situation::{Pending, Situation};
use super::square::Square;
use crate::MoveError;
use crate::typed::clean;
use crate::unreadable::Notation;
use std::fmt;
use std::ops::ControlFlow;

impl fmt::Display for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.from, if self.captures { 'x' } else { '-' }, self.to)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Walk(walk) => walk.fmt(f),
            Self::Fire { from, at } => write!(f, "{from}*{at}"),
            Self::Recruit { kind, at } => write!(f, "{}@{at}", kind.letter()),
            Self::Group(group) => {
                for (index, walk) in group.walks().iter().enumerate() {
                    write!(f, "{}{walk}", if index > 0 { "&" } else { "" })?;
                }
                Ok(())
            }
            Self::GiveUp(ransom) => write!(f, "!{ransom}"),
            Self::LoseKing => f.write_str("!-"),
            Self::Pass => f.write_str("--"),
        }
    }
}

const NOTATION: Notation = Notation {
    game: "The Dragon's Dance",
    positions: "a1 to k11",
    is_position: |text| Square::parse(text).is_some(),
    forms: "a1-a2, b2xc3, c4*d5, O@k1, c4-c5&d4xe5, !b2, !- or --",
};

impl Situation {
    /// Reads the notation of a ply, group moves included, and finds the legal ply it means.
    ///
    /// # Errors
    /// [`MoveError`] with the reason.
    pub(super) fn read(&self, text: &str) -> Result<Move, MoveError> {
        let plain = clean(text).to_ascii_lowercase();
        let mv = parse(&plain).ok_or_else(|| MoveError::Unreadable(NOTATION.why(&clean(text))))?;
        self.check_move(&mv).map(|()| mv).map_err(MoveError::Illegal)
    }

    fn check_move(&self, mv: &Move) -> Result<(), String> {
        if self.find_verdict().is_some() {
            return Err("the game is over".to_owned());
        }
        let decides = matches!(mv, Move::GiveUp(_) | Move::LoseKing);
        match self.pending {
            Pending::Decision(_) if !decides => {
                return Err(
                    "first the King (ruling 11): write `!` and the square of the piece given up for him, or `!-`"
                        .to_owned(),
                );
            }
            Pending::Nothing if decides => return Err("no King is to be decided about".to_owned()),
            _ => {}
        }
        match mv {
            Move::Walk(walk) => return self.check_walk(walk),
            Move::Group(group) => return self.check_group(group),
            _ => {}
        }
        let found = self
            .visit_plies(
                |legal| if legal == *mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) },
            )
            .is_break();
        if found { Ok(()) } else { Err(self.why_not(mv)) }
    }
}

fn parse(text: &str) -> Option<Move> {
    match text {
        "--" | "pass" => return Some(Move::Pass),
        "!-" => return Some(Move::LoseKing),
        _ => {}
    }
    if let Some(ransom) = text.strip_prefix('!') {
        return Square::parse(ransom).map(Move::GiveUp);
    }
    if let Some((kind, at)) = text.split_once('@') {
        let mut letters = kind.chars();
        let kind = letters.next().and_then(Kind::from_letter)?;
        let at = Square::parse(at)?;
        return letters.next().is_none().then_some(Move::Recruit { kind, at });
    }
    if let Some((from, at)) = text.split_once('*') {
        return Some(Move::Fire { from: Square::parse(from)?, at: Square::parse(at)? });
    }
    let walks = text.split('&').map(parse_walk).collect::<Option<Vec<Walk>>>()?;
    match walks[..] {
        [walk] => Some(Move::Walk(walk)),
        _ => Group::new(&walks).map(Move::Group),
    }
}

pub(super) fn parse_walk(text: &str) -> Option<Walk> {
    let (from, to, captures) = match (text.split_once('-'), text.split_once('x')) {
        (Some((from, to)), None) => (from, to, false),
        (None, Some((from, to))) => (from, to, true),
        _ => return None,
    };
    Some(Walk { from: Square::parse(from)?, to: Square::parse(to)?, captures })
}
