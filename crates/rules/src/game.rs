//! What the four games share: their names and the trait that each game's position implements.
//!
//! A value of a type that implements [`Position`] can be reached or set up by the rules: what comes from outside goes
//! through [`Position::from_situation`] and [`Position::read_move`], which refuse what the rules refuse.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use crate::outcome::Outcome;
use crate::shown::{shown, shown_within};
use crate::side::Side;
use crate::touch::Touch;

/// The four games.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum GameKind {
    /// Chess with Lancers for Knights and a royal Queen.
    LancerChess,
    /// The whole game of the Emerald Kingdom.
    TigerChess,
    /// Forest against Storm.
    Dragon,
    /// The Dragon's Dance.
    Dance,
}

impl GameKind {
    /// Every game, in the order of the interface.
    pub const ALL: [Self; 4] = [Self::LancerChess, Self::TigerChess, Self::Dragon, Self::Dance];

    /// The name on the command line and in exports.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::LancerChess => "lancerchess",
            Self::TigerChess => "tigerchess",
            Self::Dragon => "dragon",
            Self::Dance => "dance",
        }
    }

    /// The name as its author writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::LancerChess => "LancerChess",
            Self::TigerChess => "TigerChess",
            Self::Dragon => "Dragon",
            Self::Dance => "The Dragon's Dance",
        }
    }

    /// What the game calls a side; also the tag and the result of its records.
    #[must_use]
    pub const fn side_name(self, side: Side) -> &'static str {
        match (self, side) {
            (Self::LancerChess | Self::TigerChess, Side::South) => "Bengal",
            (Self::LancerChess | Self::TigerChess, Side::North) => "Siberian",
            (Self::Dragon, Side::South) => "Storm",
            (Self::Dragon, Side::North) => "Forest",
            (Self::Dance, Side::South) => "First",
            (Self::Dance, Side::North) => "Second",
        }
    }

    /// How often the same situation stands with the same player to move when the game ends by itself: in Dragon "a Truce
    /// shall be declared" at the third time (rule 23.2); elsewhere the third is a claim, and the fifth ends it.
    #[must_use]
    pub const fn repetitions_that_end(self) -> u32 {
        match self {
            Self::Dragon => 3,
            Self::LancerChess | Self::TigerChess | Self::Dance => 5,
        }
    }

    /// What the game calls a game without a winner.
    #[must_use]
    pub const fn draw_name(self) -> &'static str {
        match self {
            Self::Dragon => "Truce",
            Self::LancerChess | Self::TigerChess | Self::Dance => "Draw",
        }
    }

    /// The same within a sentence: a Truce keeps its capital.
    #[must_use]
    pub const fn draw_word(self) -> &'static str {
        match self {
            Self::Dragon => "Truce",
            Self::LancerChess | Self::TigerChess | Self::Dance => "draw",
        }
    }

    /// The side of that name, in any case of letters.
    #[must_use]
    pub fn side_named(self, name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.side_name(side).eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is none of the four games'.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseGameError(String);

impl fmt::Display for ParseGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no game is called `{}`: the games are lancerchess, tigerchess, dragon and dance",
            shown(&self.0)
        )
    }
}

impl std::error::Error for ParseGameError {}

impl FromStr for GameKind {
    type Err = ParseGameError;

    /// Takes the key or the full name, in any case of letters.
    ///
    /// # Errors
    /// [`ParseGameError`] when no game has that name.
    fn from_str(text: &str) -> Result<Self, ParseGameError> {
        Self::ALL
            .into_iter()
            .find(|game| text.eq_ignore_ascii_case(game.key()) || text.eq_ignore_ascii_case(game.name()))
            .ok_or_else(|| ParseGameError(text.to_owned()))
    }
}

/// Half-moves of seventy-five quiet moves by each side, at which the program itself stops play in every game: TigerChess
/// and LancerChess by ruling 8, Dragon by ruling 37, the Dance by ruling 16 of their own. What is quiet each says itself.
pub(crate) const QUIET_THAT_END: u32 = 150;

/// Why a situation string was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SituationError {
    /// The field that is wrong, in the words of the notation page, such as `placement`.
    pub field: &'static str,
    /// What is wrong, and what would be right.
    pub why: String,
}

impl SituationError {
    /// A refusal of `field`.
    pub fn new(field: &'static str, why: impl Into<String>) -> Self {
        Self { field, why: shown_within(why.into()) }
    }
}

impl fmt::Display for SituationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.why)
    }
}

impl std::error::Error for SituationError {}

/// A field of a situation string that counts something, written in digits alone.
pub(crate) fn read_number(field: &'static str, text: &str) -> Result<u32, SituationError> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = if plain { text.parse().ok() } else { None };
    number.ok_or_else(|| SituationError::new(field, format!("`{text}` is no number up to {}", u32::MAX)))
}

/// Why the text of a move is not a move of the situation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveError {
    /// The text does not read as a move of this game at all.
    Unreadable(String),
    /// The text reads as a move, but the rules do not allow it here.
    Illegal(String),
}

impl MoveError {
    /// The reason alone.
    #[must_use]
    pub fn why(&self) -> &str {
        match self {
            Self::Unreadable(why) | Self::Illegal(why) => why,
        }
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.why())
    }
}

impl std::error::Error for MoveError {}

/// What a move does, for a display of the board: positions in the game's own notation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveEffect {
    /// One word for the sort of move, such as `step`, `capture`, `posting`.
    pub kind: String,
    /// Where the moving force stands before, if it stands on the board.
    pub from: Option<String>,
    /// Where it stands afterwards.
    pub to: Option<String>,
    /// The positions whose forces leave the board, in order.
    pub captures: Vec<String>,
    /// The abbreviation of what the force becomes, if it changes.
    pub becomes: Option<String>,
}

/// A playable position of one game.
///
/// The required part is small; the rest is derived and may be overridden by something faster.
pub trait Position: Clone + fmt::Debug {
    /// The game.
    const GAME: GameKind;
    /// What selects the starting position; see [`crate::Variation`].
    type Options: Copy;
    /// A move, meaningful only together with the position it was made for.
    type Move: Clone + Eq + fmt::Debug;
    /// What the repetition rule compares, the side to move included.
    type Key: Clone + Ord + std::hash::Hash + fmt::Debug;

    /// The position before the first move (TigerChess: before the first posting).
    fn start(options: Self::Options) -> Self;

    /// Reads a situation string.
    ///
    /// # Errors
    /// [`SituationError`] when the text is no situation or the situation cannot arise.
    fn from_situation(text: &str) -> Result<Self, SituationError>;

    /// The canonical situation string; [`Position::from_situation`] reads it back to the same position.
    fn situation(&self) -> String;

    /// Whether the position can belong to a game of that variation, as far as it shows.
    ///
    /// # Errors
    /// [`SituationError`] naming the contradiction.
    fn check_options(&self, options: Self::Options) -> Result<(), SituationError>;

    /// The side to move.
    fn turn(&self) -> Side;

    /// Hands every legal move to `visit`, each once, until it breaks. A finished game has none; claims do not finish.
    fn visit_moves<B>(&self, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B>;

    /// Makes a move that is legal here. With any other the position that follows is unspecified, but no panic.
    fn play_unchecked(&mut self, mv: &Self::Move);

    /// How the board itself has ended the game, counts of moves included, repetition not (it needs the history).
    fn verdict(&self) -> Option<Outcome>;

    /// Whether the royal of the side to move is attacked; `None` in a game without that notion.
    fn royal_attacked(&self) -> Option<bool>;

    /// What the repetition rule compares.
    fn repetition_key(&self) -> Self::Key;

    /// Half-moves since a capture or whatever else the game's fifty-move rule counts from.
    fn quiet_half_moves(&self) -> u32;

    /// The move in canonical notation.
    fn write_move(&self, mv: &Self::Move) -> String;

    /// Reads the notation of a move and finds the legal move it means.
    ///
    /// # Errors
    /// [`MoveError`] with the reason in the words of the rules.
    fn read_move(&self, text: &str) -> Result<Self::Move, MoveError>;

    /// What the move does.
    fn effect(&self, mv: &Self::Move) -> MoveEffect;

    /// How the move is made by hand on the board.
    fn touch(&self, mv: &Self::Move) -> Touch;

    /// The number that a record writes before the next move: it goes up after North's move. None in a deployment.
    fn move_number(&self) -> Option<u32> {
        None
    }

    /// Makes a move if it is legal here; the position stays as it was if it is not.
    ///
    /// # Errors
    /// [`MoveError::Illegal`].
    fn play(&mut self, mv: &Self::Move) -> Result<(), MoveError> {
        if !self.is_legal(mv) {
            return Err(MoveError::Illegal(format!("{} is not legal here", self.write_move(mv))));
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// Every legal move, in the generator's order.
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        let _ = self.visit_moves(|mv| {
            moves.push(mv);
            ControlFlow::<()>::Continue(())
        });
        moves
    }

    /// The number of legal moves.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        let _ = self.visit_moves(|_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        count
    }

    /// Whether the side to move has any legal move.
    fn has_move(&self) -> bool {
        self.visit_moves(|_| ControlFlow::Break(())).is_break()
    }

    /// Whether the move is legal here, fallen flags and group moves included.
    fn is_legal(&self, mv: &Self::Move) -> bool {
        self.visit_moves(
            |legal| if legal == *mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) },
        )
        .is_break()
    }

    /// The position after a legal move.
    #[must_use]
    fn after(&self, mv: &Self::Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(mv);
        next
    }
}

/// What one game alone knows, but reading and replaying records asks of every game.
pub(crate) trait Replayed: Position {
    /// What can be written now although no player moves: flags that fall in TigerChess's deployment (rule 11).
    fn flags(&self) -> Vec<Self::Move> {
        Vec::new()
    }

    /// What can be written now, as far as it can be like this text: every legal move and flag. A game with more moves than
    /// can be listed gives those that are like it.
    fn moves_like(&self, _typed: &str) -> Vec<String> {
        self.legal_moves().iter().chain(&self.flags()).map(|mv| self.write_move(mv)).collect()
    }

    /// Whether the move is counted as a ply: a fallen flag in TigerChess's deployment is not.
    fn is_ply(&self, _mv: &Self::Move) -> bool {
        true
    }

    /// Whether the winner's Standard Bearer has been captured (TigerVariation).
    fn bearer_captured(&self, _winner: Side) -> bool {
        false
    }

    /// Whether no game is lost on time yet: in TigerChess's deployment (rule 11).
    fn is_safe_from_time(&self) -> bool {
        false
    }
}
