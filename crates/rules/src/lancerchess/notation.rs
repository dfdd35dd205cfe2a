//! Writing and reading the moves of LancerChess.

use std::ops::ControlFlow;

use super::moves::{last_rank, promotions};
use super::{LancerChess, Move};
use crate::chessfield::rights::Wing;
use crate::chessfield::written::{self, Path, Written};
use crate::chessfield::{Kind, Square, situation};
use crate::game::{MoveEffect, MoveError, Position};
use crate::shown::shown;
use crate::side::Side;
use crate::touch::{Touch, with_article};
use crate::typed::clean;
use crate::unreadable::Notation;

const NOTATION: Notation = Notation {
    game: "LancerChess",
    positions: "A1 to H8",
    is_position: written::is_position,
    forms: "E2-E4, E4xD5, E7-E8=K or O-K",
};

/// The wing of a move that protects the Queen.
pub(crate) fn protected_wing(kind: Kind, from: Square, to: Square) -> Option<Wing> {
    (kind == Kind::Queen && from.file().abs_diff(to.file()) == 2).then(|| Wing::of_target(to.file()))
}

/// `O-K` or `O-Q`.
pub(crate) const fn protection_text(wing: Wing) -> &'static str {
    match wing {
        Wing::King => "O-K",
        Wing::Queen => "O-Q",
    }
}

/// The refusal of an origin that is not one's own.
pub(crate) fn check_origin(from: Square, at: Option<(Side, Kind)>, turn: Side) -> Result<Kind, MoveError> {
    match at {
        Some((side, kind)) if side == turn => Ok(kind),
        Some(other) => Err(MoveError::Illegal(format!(
            "{from} holds {}, and it is {}'s turn",
            situation::member(other, from),
            situation::name(turn)
        ))),
        None => Err(MoveError::Illegal(format!("{from} holds nobody"))),
    }
}

impl LancerChess {
    pub(super) fn write_notation(&self, mv: Move) -> String {
        if let Some(wing) = protected_wing(mv.kind, mv.from, mv.to) {
            return protection_text(wing).to_owned();
        }
        let sign = if self.victim(mv).is_some() { 'x' } else { '-' };
        match mv.becomes {
            None => format!("{}{sign}{}", mv.from, mv.to),
            Some(kind) => format!("{}{sign}{}={}", mv.from, mv.to, kind.letter()),
        }
    }

    pub(super) fn describe(&self, mv: Move) -> MoveEffect {
        let victim = self.victim(mv);
        let kind = match (protected_wing(mv.kind, mv.from, mv.to), mv.becomes, victim) {
            (Some(_), ..) => "protect",
            (_, Some(_), _) => "promotion",
            (.., Some(square)) if square != mv.to => "en-passant",
            (.., Some(_)) => "capture",
            _ => "step",
        };
        MoveEffect {
            kind: kind.to_owned(),
            from: Some(mv.from.to_string()),
            to: Some(mv.to.to_string()),
            captures: victim.iter().map(Square::to_string).collect(),
            becomes: mv.becomes.map(|kind| kind.letter().to_string()),
        }
    }

    pub(super) fn point_at(&self, mv: Move) -> Touch {
        let victim = self.victim(mv);
        let does = match (protected_wing(mv.kind, mv.from, mv.to), victim) {
            (Some(_), _) => "is protected by her Tower",
            (None, Some(square)) if square != mv.to => "captures in passing",
            (None, Some(_)) => "captures",
            (None, None) => "moves",
        };
        let words = match mv.becomes {
            Some(kind) => {
                format!("{does} and becomes {}", with_article(kind.word_on(self.turn, mv.to)))
            }
            None => does.to_owned(),
        };
        Touch::new(Some(mv.from), Some(mv.to), words)
    }

    pub(super) fn read_notation(&self, text: &str) -> Result<Move, MoveError> {
        let text = clean(text);
        match written::read(&text).ok_or_else(|| MoveError::Unreadable(NOTATION.why(&text)))? {
            Written::Path(path) => self.find_path(&path),
            Written::Protect(wing) => self.find_protection(wing),
            Written::Occupy(..) | Written::Post(_) | Written::PostGuard(_) | Written::Flag(_) => {
                let text = shown(&text);
                Err(MoveError::Unreadable(format!(
                    "`{text}` is a move of TigerChess, which LancerChess does not know"
                )))
            }
        }
    }

    fn find_protection(&self, wing: Wing) -> Result<Move, MoveError> {
        let from = self.field.queen(self.turn);
        let to = Square::at(wing.queen_target(), from.rank());
        let mv = Move { kind: Kind::Queen, from, to, becomes: None };
        if self.rights.has(self.turn, wing) && self.is_generated(mv) {
            return Ok(mv);
        }
        Err(MoveError::Illegal(self.scene().why_no_protection(wing)))
    }

    fn find_path(&self, path: &Path) -> Result<Move, MoveError> {
        let &[from, to] = path.squares() else {
            return Err(MoveError::Illegal(
                "only Swordsmen and Archers capture more than once, and LancerChess has none".into(),
            ));
        };
        let kind = check_origin(from, self.field.at(from), self.turn)?;
        let mv = Move { kind, from, to, becomes: path.becomes };
        self.scene().check_sign(kind, from, to, path.captures)?;
        self.check_promotion(mv)?;
        if self.is_generated(mv) && protected_wing(kind, from, to).is_none() {
            return Ok(mv);
        }
        Err(MoveError::Illegal(self.scene().why_illegal(kind, from, to)))
    }

    fn check_promotion(&self, mv: Move) -> Result<(), MoveError> {
        let is_due = mv.kind == Kind::Pikeman && last_rank(self.turn).has(mv.to);
        let choices = promotions(self.turn, mv.to);
        let letters = || choices.map(|kind| format!("={}", kind.letter())).join(", ");
        match mv.becomes {
            None if is_due => {
                Err(MoveError::Illegal(format!("a Pikeman on {} is promoted: add {}", mv.to, letters())))
            }
            Some(kind) if !is_due => Err(MoveError::Illegal(format!(
                "={}: only a Pikeman who reaches the eighth rank is promoted",
                kind.letter()
            ))),
            Some(kind) if !choices.contains(&kind) => Err(MoveError::Illegal(format!(
                "a Pikeman on {} cannot become a {}: he can take {}",
                mv.to,
                kind.word_on(self.turn, mv.to),
                letters()
            ))),
            _ => Ok(()),
        }
    }

    fn is_generated(&self, mv: Move) -> bool {
        self.visit_moves(|legal| if legal == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            .is_break()
    }
}
