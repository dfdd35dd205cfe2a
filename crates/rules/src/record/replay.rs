//! Replaying a record move by move.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::check::RecordError;
use super::refusal::refuse_any;
use super::{MoveNumber, MoveText, Record};
use crate::any::AnyPosition;
use crate::dance::Board;
use crate::game::{GameKind, MoveEffect, Replayed};
use crate::outcome::{Ending, Outcome};
use crate::side::Side;
use crate::variation::{Variation, missing_tag};

/// One move of a replay with the situation it led to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ply {
    /// Counted from 1, postings included; a fallen flag has the number of the ply before it.
    pub number: u32,
    /// The number to write before the move, which goes up after the second side's move; none in a deployment.
    pub move_number: Option<u32>,
    /// Who moved.
    pub side: Side,
    /// The move in canonical notation.
    pub written: String,
    /// What it did.
    pub effect: MoveEffect,
    /// The situation after it.
    pub situation: String,
}

/// The situations of a record, one after the other, computed as they are asked for. It ends with the record or with the
/// first move that is not legal.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    position: AnyPosition,
    moves: &'a [MoveText],
    at: usize,
    number: u32,
    failed: bool,
}

impl<'a> Replay<'a> {
    /// A replay from the record's first situation.
    ///
    /// # Errors
    /// [`RecordError`] at ply 0 when the tags give no start.
    pub fn new(record: &'a Record) -> Result<Self, RecordError> {
        Self::begin(record, None)
    }

    /// A replay of a game of The Dragon's Dance on the board that it was played on; other games have one board.
    ///
    /// # Errors
    /// As [`Replay::new`], and when the record tells of another board.
    pub fn on(record: &'a Record, board: &Arc<Board>) -> Result<Self, RecordError> {
        Self::begin(record, Some(board))
    }

    fn begin(record: &'a Record, board: Option<&Arc<Board>>) -> Result<Self, RecordError> {
        let variation = record.variation().map_err(RecordError::before)?;
        let position = AnyPosition::of_record_on(record, variation, board)
            .map_err(|error| RecordError::before(error.to_string()))?;
        Ok(Self { position, moves: &record.moves, at: 0, number: 0, failed: false })
    }

    /// The position that the next move starts from.
    #[must_use]
    pub const fn position(&self) -> &AnyPosition {
        &self.position
    }
}

impl Iterator for Replay<'_> {
    type Item = Result<Ply, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let text = self.moves.get(self.at)?;
        let side = self.position.turn();
        let move_number = self.position.move_number();
        let played = match self.position.play_text(&text.text) {
            Ok(played) => played,
            Err(error) => {
                self.failed = true;
                let (position, ply) = (&self.position, self.number + 1);
                return Some(Err(refuse_any(position, self.moves, self.at, ply, error.to_string())));
            }
        };
        self.at += 1;
        self.number += u32::from(played.is_ply);
        Some(Ok(Ply {
            number: self.number,
            move_number,
            side,
            written: played.written,
            effect: played.effect,
            situation: self.position.situation(),
        }))
    }
}

impl Record {
    /// The game that the `Game` tag names.
    ///
    /// # Errors
    /// A sentence when the tag is missing or names none of the four.
    pub fn game(&self) -> Result<GameKind, String> {
        let name = self.tag("Game").ok_or_else(|| missing_tag("Game", "TigerChess"))?;
        name.parse().map_err(|error: crate::ParseGameError| error.to_string())
    }

    /// The variation that the tags tell.
    ///
    /// # Errors
    /// A sentence when a tag is missing or has no known value.
    pub fn variation(&self) -> Result<Variation, String> {
        let game = self.game()?;
        Variation::from_tags(game, |name| self.tag(name)).map_err(|error| error.to_string())
    }

    /// The record with its moves in canonical notation and with move numbers.
    ///
    /// # Errors
    /// [`RecordError`] at the first move that is not legal.
    pub fn numbered(&self) -> Result<Self, RecordError> {
        let mut numbered = Self { moves: Vec::with_capacity(self.moves.len()), ..self.clone() };
        let mut numbers_due = true;
        for (ply, word) in Replay::new(self)?.zip(&self.moves) {
            let ply = ply?;
            let is_second = ply.side == Side::North;
            let number = ply.move_number.filter(|_| numbers_due || !is_second);
            let number = number.map(|value| MoveNumber { value, is_second });
            numbers_due &= ply.move_number.is_none();
            let (glyph, remarks) = (word.mark_on(&ply.written).to_owned(), word.remarks.clone());
            numbered.moves.push(MoveText { number, glyph, remarks, ..MoveText::new(ply.written) });
        }
        Ok(numbered)
    }
}

/// A game under way with its history, which fivefold repetition and claims need.
#[derive(Clone, Debug)]
pub(super) struct Course<P: Replayed> {
    pub(super) position: P,
    pub(super) plies: u32,
    seen: BTreeMap<P::Key, u32>,
    times: u32,
}

impl<P: Replayed> Course<P> {
    pub(super) fn new(position: P) -> Self {
        let seen = BTreeMap::from([(position.repetition_key(), 1)]);
        Self { position, plies: 0, seen, times: 1 }
    }

    /// How often the situation has stood on the board.
    pub(super) const fn times(&self) -> u32 {
        self.times
    }

    pub(super) fn play(&mut self, text: &str) -> Result<(), crate::MoveError> {
        let mv = self.position.read_move(text)?;
        self.make(&mv);
        Ok(())
    }

    /// Makes a legal move.
    pub(super) fn make(&mut self, mv: &P::Move) {
        let is_ply = self.position.is_ply(mv);
        self.plies += u32::from(is_ply);
        let before = (!is_ply).then(|| self.position.repetition_key());
        self.position.play_unchecked(mv);
        let stands = self.position.repetition_key();
        // A flag that falls leaves the situation where it was.
        if before.as_ref() == Some(&stands) {
            return;
        }
        let times = self.seen.entry(stands).or_insert(0);
        *times += 1;
        self.times = *times;
    }

    /// How the game is over by itself: the board's verdict, or one repetition too many.
    pub(super) fn verdict(&self) -> Option<Outcome> {
        let ends_by_repetition = self.times >= P::GAME.repetitions_that_end();
        self.position.verdict().or(ends_by_repetition.then_some(Outcome::drawn(Ending::Repetition)))
    }
}
