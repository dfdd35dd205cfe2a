//! Situation strings: `<board> <s|n> <reserve> <pending> <passes> <half> <full>`.

use super::board::Board;
use super::piece::{Kind, Piece};
use super::situation::{Pending, Situation};
use super::square::{SIZE, Square};
use crate::game::read_number;
use crate::{Side, SituationError};
use std::fmt;
use std::sync::Arc;

type Reading<T> = Result<T, SituationError>;

impl fmt::Display for Situation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (1..=SIZE).rev() {
            self.write_rank(f, rank)?;
            f.write_str(if rank > 1 { "/" } else { " " })?;
        }
        f.write_str(match self.turn {
            Side::South => "s ",
            Side::North => "n ",
        })?;
        self.write_reserve(f)?;
        let pending = match self.pending {
            Pending::Nothing => "-",
            Pending::Decision(Side::South) => "K",
            Pending::Decision(Side::North) => "k",
            Pending::Lost(Side::South) => "X",
            Pending::Lost(Side::North) => "x",
        };
        write!(f, " {pending} {} {} {}", self.passes, self.half, self.full)
    }
}

impl Situation {
    fn write_rank(&self, f: &mut fmt::Formatter<'_>, rank: u8) -> fmt::Result {
        let mut run = 0;
        for square in (0..SIZE).filter_map(|file| Square::new(file, rank)) {
            match self.piece_at(square) {
                None => run += 1,
                Some(piece) => {
                    if run > 0 {
                        write!(f, "{run}")?;
                    }
                    run = 0;
                    write!(f, "{}", piece.letter())?;
                }
            }
        }
        if run > 0 { write!(f, "{run}") } else { Ok(()) }
    }

    fn write_reserve(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut none = true;
        for side in Side::BOTH {
            for (kind, count) in Kind::RECRUITS.into_iter().zip(self.reserve[side]) {
                if count > 0 {
                    write!(f, "{}{count}", Piece { side, kind }.letter())?;
                    none = false;
                }
            }
        }
        if none { f.write_str("-") } else { Ok(()) }
    }

    /// Reads a situation string on a board.
    ///
    /// # Errors
    /// [`SituationError`] naming the field, when the text is no situation or the situation cannot arise.
    pub fn read_on(board: Arc<Board>, text: &str) -> Reading<Self> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [placement, side, reserve, pending, passes, half, full] = fields[..] else {
            let why = format!(
                "{} fields where seven are due: board, side, reserve, pending, passes, half, full",
                fields.len()
            );
            return Err(SituationError::new("situation", why));
        };
        let mut situation = Self::bare(board);
        situation.read_placement(placement)?;
        situation.turn = match side {
            "s" => Side::South,
            "n" => Side::North,
            _ => return Err(SituationError::new("side", format!("`{side}` is neither `s` nor `n`"))),
        };
        situation.read_reserve(reserve)?;
        situation.pending = match pending {
            "-" => Pending::Nothing,
            "K" => Pending::Decision(Side::South),
            "k" => Pending::Decision(Side::North),
            "X" => Pending::Lost(Side::South),
            "x" => Pending::Lost(Side::North),
            _ => return Err(SituationError::new("pending", format!("`{pending}` is none of - K k X x"))),
        };
        situation.passes = match passes {
            "0" => 0,
            "1" => 1,
            "2" => 2,
            _ => return Err(SituationError::new("passes", format!("`{passes}` is none of 0 1 2"))),
        };
        situation.half = read_number("half", half)?;
        situation.full = read_number("full", full)?;
        situation.check()?;
        Ok(situation)
    }

    fn read_placement(&mut self, text: &str) -> Reading<()> {
        let wrong = |why: String| SituationError::new("board", why);
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != usize::from(SIZE) {
            return Err(wrong(format!("{} ranks where eleven are due", ranks.len())));
        }
        for (rank, cells) in (1..=SIZE).rev().zip(ranks) {
            let file = self.read_rank(rank, cells)?;
            if file != SIZE {
                return Err(wrong(format!("rank {rank} has {file} squares where eleven are due")));
            }
        }
        Ok(())
    }

    /// Reads a rank and says how many squares it describes.
    fn read_rank(&mut self, rank: u8, cells: &str) -> Reading<u8> {
        let wrong = |why: String| SituationError::new("board", why);
        let (mut file, mut run) = (0u8, 0u8);
        for letter in cells.chars() {
            if let Some(digit) = letter.to_digit(10) {
                if run == 0 && digit == 0 {
                    return Err(wrong(format!("rank {rank}: a run of empty squares begins with 1 to 9")));
                }
                run = run.saturating_mul(10).saturating_add(u8::try_from(digit).unwrap_or(u8::MAX));
                continue;
            }
            file = file.saturating_add(run);
            run = 0;
            let piece = Piece::from_letter(letter).ok_or_else(|| wrong(format!("`{letter}` is no piece")))?;
            let square = Square::new(file, rank)
                .ok_or_else(|| wrong(format!("rank {rank} has more than eleven squares")))?;
            if !self.board.admits(piece.kind, square) {
                return Err(wrong(format!("a {} cannot stand on {square}", piece.kind.name())));
            }
            self.squares[square.index()] = Some(piece);
            file = file.saturating_add(1);
        }
        Ok(file.saturating_add(run))
    }

    fn read_reserve(&mut self, text: &str) -> Reading<()> {
        let wrong = || {
            let why = format!(
                "`{text}` is neither `-` nor letters of FMOLCDHS, then fmolcdhs, in that order with counts"
            );
            SituationError::new("reserve", why)
        };
        let mut letters = text.chars().peekable();
        let mut none = true;
        for side in Side::BOTH {
            for (slot, kind) in Kind::RECRUITS.into_iter().enumerate() {
                if letters.next_if_eq(&Piece { side, kind }.letter()).is_some() {
                    let count =
                        letters.next().and_then(|letter| letter.to_digit(10)).filter(|&count| count > 0);
                    self.reserve[side][slot] = u8::try_from(count.ok_or_else(wrong)?).map_err(|_| wrong())?;
                    none = false;
                }
            }
        }
        if text == "-" || !none && letters.next().is_none() { Ok(()) } else { Err(wrong()) }
    }

    fn check(&self) -> Reading<()> {
        let refuse = |field, why: String| Err(SituationError::new(field, why));
        for side in Side::BOTH {
            for kind in Kind::ALL {
                let placed = self.pieces(side).filter(|&(_, found)| found == kind).count();
                let count = placed + usize::from(self.reserve(side, kind));
                if count > usize::from(kind.number()) {
                    let why = format!(
                        "{count} of {}, on the board and in reserve: a side has {}",
                        kind.name(),
                        kind.number()
                    );
                    return refuse("board", why);
                }
            }
        }
        match self.pending {
            Pending::Decision(side) if side != self.turn || self.ransoms(side).next().is_none() => refuse(
                "pending",
                "the side to move decides, with a piece beside its King to give up".to_owned(),
            ),
            Pending::Decision(_) if self.half > 0 => {
                refuse("half", "a King was just taken: it counts from 0 again".to_owned())
            }
            Pending::Lost(side) if self.find(side, Kind::King).is_some() => {
                refuse("pending", "a King that is lost is not on the board".to_owned())
            }
            Pending::Decision(_) | Pending::Lost(_) if self.passes > 0 => {
                refuse("passes", "a King is never taken by passing".to_owned())
            }
            _ if self.full == 0 => refuse("full", "moves are numbered from 1".to_owned()),
            _ => Ok(()),
        }
    }
}
