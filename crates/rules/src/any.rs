//! A position of whichever game, for callers that learn the game at run time.
//!
//! There are two places to add a game: [`AnyPosition`] with its macro, and the `match` on [`Variation`] in
//! [`AnyPosition::start_on`], [`AnyPosition::from_situation_on`], [`AnyPosition::of_record_on`] and [`crate::check`].

use std::sync::Arc;

use crate::game::{GameKind, MoveEffect, MoveError, Position, Replayed, SituationError};
use crate::lancerchess::LancerChess;
use crate::outcome::Outcome;
use crate::record::{Record, board_of};
use crate::scoring::ScoringFacts;
use crate::side::Side;
use crate::suggest;
use crate::tigerchess::TigerChess;
use crate::touch::Touched;
use crate::variation::{TigerOptions, Variation};
use crate::{dance, dragon};

/// A position of one of the four games.
#[derive(Clone, Debug)]
pub enum AnyPosition {
    /// LancerChess.
    LancerChess(LancerChess),
    /// TigerChess.
    TigerChess(TigerChess),
    /// Dragon.
    Dragon(Box<dragon::Situation>),
    /// The Dragon's Dance.
    Dance(Box<dance::Situation>),
}

/// The one place that lists the games for methods that all positions have.
macro_rules! each_game {
    ($any:expr, $position:ident => $value:expr) => {
        match $any {
            AnyPosition::LancerChess($position) => $value,
            AnyPosition::TigerChess($position) => $value,
            AnyPosition::Dragon($position) => {
                let $position = &**$position;
                $value
            }
            AnyPosition::Dance($position) => {
                let $position = &**$position;
                $value
            }
        }
    };
}

pub(crate) use each_game;

/// A move that has been made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Played {
    /// The move in canonical notation.
    pub written: String,
    /// What it did.
    pub effect: MoveEffect,
    /// Whether it counts as a ply.
    pub is_ply: bool,
}

impl AnyPosition {
    /// The position before the first move; The Dragon's Dance on the standard board.
    #[must_use]
    pub fn start(variation: Variation) -> Self {
        Self::start_on(variation, &dance::Board::standard())
    }

    /// The position before the first move, The Dragon's Dance on that board; no other game has more than one.
    #[must_use]
    pub fn start_on(variation: Variation, board: &Arc<dance::Board>) -> Self {
        match variation {
            Variation::LancerChess => Self::LancerChess(LancerChess::start(())),
            Variation::Dragon(options) => Self::Dragon(Box::new(dragon::Situation::start(options))),
            Variation::TigerChess(options) => Self::TigerChess(TigerChess::start(options)),
            Variation::Dance { regicide } => {
                Self::Dance(Box::new(dance::Situation::start_on(board, regicide)))
            }
        }
    }

    /// Reads a situation string; The Dragon's Dance on the standard board.
    ///
    /// # Errors
    /// [`SituationError`] when the text is no situation of the game.
    pub fn from_situation(game: GameKind, text: &str) -> Result<Self, SituationError> {
        Self::from_situation_on(game, text, &dance::Board::standard())
    }

    /// Reads a situation string, The Dragon's Dance on that board.
    ///
    /// # Errors
    /// [`SituationError`] when the text is no situation of the game.
    pub fn from_situation_on(
        game: GameKind,
        text: &str,
        board: &Arc<dance::Board>,
    ) -> Result<Self, SituationError> {
        match game {
            GameKind::LancerChess => LancerChess::from_situation(text).map(Self::LancerChess),
            GameKind::Dragon => dragon::Situation::from_situation(text).map(|it| Self::Dragon(Box::new(it))),
            GameKind::TigerChess => TigerChess::from_situation(text).map(Self::TigerChess),
            GameKind::Dance => {
                dance::Situation::read_on(Arc::clone(board), text).map(|it| Self::Dance(Box::new(it)))
            }
        }
    }

    /// Reads a situation string of a variation, The Dragon's Dance on that board.
    ///
    /// # Errors
    /// [`SituationError`] when the text is no situation of the variation.
    pub fn from_situation_of(
        variation: Variation,
        text: &str,
        board: &Arc<dance::Board>,
    ) -> Result<Self, SituationError> {
        let any = Self::from_situation_on(variation.game(), text, board)?;
        match (&any, variation) {
            (Self::LancerChess(position), Variation::LancerChess) => position.check_options(())?,
            (Self::TigerChess(position), Variation::TigerChess(options)) => {
                position.check_options(options)?;
            }
            (Self::Dragon(position), Variation::Dragon(options)) => position.check_options(options)?,
            (Self::Dance(position), Variation::Dance { regicide }) => position.check_options(regicide)?,
            // `from_situation_on` has read a position of the variation's game.
            (Self::LancerChess(_) | Self::TigerChess(_) | Self::Dragon(_) | Self::Dance(_), _) => {}
        }
        Ok(any)
    }

    /// The position a record starts from: its `Situation` tag, or the start of its variation; on the board that its
    /// `BoardFile` tag gives, or on the known board that a game of The Dragon's Dance was played on.
    ///
    /// # Errors
    /// [`SituationError`] when a tag gives no start of the variation, or the record tells of another board.
    pub fn of_record_on(
        record: &Record,
        variation: Variation,
        board: Option<&Arc<dance::Board>>,
    ) -> Result<Self, SituationError> {
        let board = board_of(record, variation, board)?;
        match record.tag("Situation") {
            None => Ok(Self::start_on(variation, &board)),
            Some(text) => Self::from_situation_of(variation, text, &board),
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> GameKind {
        fn of<P: Position>(_: &P) -> GameKind {
            P::GAME
        }
        each_game!(self, position => of(position))
    }

    /// The canonical situation string.
    #[must_use]
    pub fn situation(&self) -> String {
        each_game!(self, position => position.situation())
    }

    /// A number that two positions of a game share if the repetition rule takes them for the same, and others hardly ever;
    /// it is the same within one program only.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let mut hasher = DefaultHasher::new();
        each_game!(self, position => position.repetition_key().hash(&mut hasher));
        hasher.finish()
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Side {
        each_game!(self, position => position.turn())
    }

    /// The number to write before the next move; none in a deployment.
    #[must_use]
    pub fn move_number(&self) -> Option<u32> {
        each_game!(self, position => position.move_number())
    }

    /// How the board itself has ended the game.
    #[must_use]
    pub fn verdict(&self) -> Option<Outcome> {
        each_game!(self, position => position.verdict())
    }

    /// Whether the royal of the side to move is attacked; `None` in a game without that notion.
    #[must_use]
    pub fn royal_attacked(&self) -> Option<bool> {
        each_game!(self, position => position.royal_attacked())
    }

    /// Half-moves since whatever the fifty-move rule counts from.
    #[must_use]
    pub fn quiet_half_moves(&self) -> u32 {
        each_game!(self, position => position.quiet_half_moves())
    }

    /// Whether that side's Standard Bearer has been captured (TigerVariation).
    #[must_use]
    pub fn bearer_captured(&self, winner: Side) -> bool {
        match self {
            Self::TigerChess(position) => position.bearer_captured(winner),
            Self::LancerChess(_) | Self::Dragon(_) | Self::Dance(_) => false,
        }
    }

    /// Whether no game is lost on time yet: in TigerChess's deployment a fallen flag loses nothing (rule 11).
    #[must_use]
    pub fn is_safe_from_time(&self) -> bool {
        each_game!(self, position => position.is_safe_from_time())
    }

    /// What the scoring table asks for, as far as the board shows it.
    #[must_use]
    pub fn scoring_facts(&self, winner: Option<Side>) -> ScoringFacts {
        let variation = match self {
            Self::TigerChess(position) => Variation::TigerChess(TigerOptions {
                deployment: position.deployment().unwrap_or_default(),
                tiger: position.is_tiger(),
            }),
            // The other tables do not depend on the variation.
            Self::LancerChess(_) | Self::Dragon(_) | Self::Dance(_) => Variation::standard(self.game()),
        };
        ScoringFacts {
            winner_bearer_captured: winner.is_some_and(|side| self.bearer_captured(side)),
            ..ScoringFacts::of(variation)
        }
    }

    /// Every legal move in canonical notation, sorted bytewise.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<String> {
        let mut moves: Vec<_> = self.list_effects().into_iter().map(|(written, _)| written).collect();
        moves.sort();
        moves
    }

    /// Every legal move in canonical notation with what it does, sorted bytewise; group moves left out.
    #[must_use]
    pub fn list_effects(&self) -> Vec<(String, MoveEffect)> {
        fn list<P: Position>(position: &P) -> Vec<(String, MoveEffect)> {
            position.legal_moves().iter().map(|mv| (position.write_move(mv), position.effect(mv))).collect()
        }
        sorted(each_game!(self, position => list(position)))
    }

    /// Every legal group move of The Dragon's Dance as [`AnyPosition::list_effects`] gives the others: there can be very
    /// many.
    #[must_use]
    pub fn list_groups(&self) -> Vec<(String, MoveEffect)> {
        let Self::Dance(position) = self else { return Vec::new() };
        let groups = position.group_moves();
        sorted(groups.iter().map(|mv| (position.write_move(mv), position.effect(mv))).collect())
    }

    /// Every legal move with the touches that make it, sorted bytewise, then flags that can fall; group moves left out.
    #[must_use]
    pub fn list_touches(&self) -> Vec<Touched> {
        fn list<P: Replayed>(position: &P) -> Vec<Touched> {
            let touched =
                |mv: &P::Move| Touched { written: position.write_move(mv), touch: position.touch(mv) };
            let (moves, flags) = (position.legal_moves(), position.flags());
            let mut moves: Vec<_> = moves.iter().map(touched).collect();
            moves.sort_by(|one, other| one.written.cmp(&other.written));
            moves.extend(flags.iter().map(touched));
            moves
        }
        each_game!(self, position => list(position))
    }

    /// The single walks that can go on a group move of The Dragon's Dance after these parts, each with the group as it is
    /// then written; empty in the other games, and when a part is not legal.
    #[must_use]
    pub fn next_in_group(&self, parts: &[&str]) -> Vec<Touched> {
        match self {
            Self::Dance(position) => position.next_in_group(parts),
            Self::LancerChess(_) | Self::TigerChess(_) | Self::Dragon(_) => Vec::new(),
        }
    }

    /// The position amid a group move of The Dragon's Dance, for a picture; none when the group is complete, a part is not
    /// legal, or the game is another.
    #[must_use]
    pub fn amid_group(&self, parts: &[&str]) -> Option<Self> {
        match self {
            Self::Dance(position) => position.amid_group(parts).map(|it| Self::Dance(Box::new(it))),
            Self::LancerChess(_) | Self::TigerChess(_) | Self::Dragon(_) => None,
        }
    }

    /// Makes the move that the text means.
    ///
    /// # Errors
    /// [`MoveError`] when there is no such legal move; the position stays as it was.
    pub fn play_text(&mut self, text: &str) -> Result<Played, MoveError> {
        fn play<P: Replayed>(position: &mut P, text: &str) -> Result<Played, MoveError> {
            let mv = position.read_move(text)?;
            let played = Played {
                written: position.write_move(&mv),
                effect: position.effect(&mv),
                is_ply: position.is_ply(&mv),
            };
            position.play_unchecked(&mv);
            Ok(played)
        }
        match self {
            Self::LancerChess(position) => play(position, text),
            Self::TigerChess(position) => play(position, text),
            Self::Dragon(position) => play(position.as_mut(), text),
            Self::Dance(position) => play(position.as_mut(), text),
        }
    }

    /// The legal moves that somebody may have meant who typed this, the likeliest first.
    #[must_use]
    pub fn suggestions(&self, typed: &str) -> Vec<String> {
        each_game!(self, position => suggest::few(suggest::near(position, typed)))
    }

    /// A refusal of what was typed, with the moves that may have been meant.
    #[must_use]
    pub fn explain(&self, typed: &str, refusal: &MoveError) -> String {
        suggest::with_suggestions(refusal.to_string(), &self.suggestions(typed))
    }

    /// The number of move sequences of that many plies.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        each_game!(self, position => crate::perft(position, depth))
    }

    /// The leaves below each move, sorted bytewise by notation.
    #[must_use]
    pub fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        each_game!(self, position => crate::divide(position, depth))
    }
}

fn sorted(mut moves: Vec<(String, MoveEffect)>) -> Vec<(String, MoveEffect)> {
    moves.sort_by(|(one, _), (other, _)| one.cmp(other));
    moves
}
