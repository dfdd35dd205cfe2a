//! Players' lines (record 001).

use std::collections::BTreeMap;

use super::super::error::{Problem, ReadError};
use super::super::line::{Field, Line};
use super::super::report::{Person, Stated};
use super::points::unexpected;
use super::{MOST_ROUNDS, Reader};
use crate::model::{Bye, Cell, Entry, ForfeitResult, GameResult, PairingNumber, Player, Side};

/// The line of each player, to find the columns of his cells again.
pub(in crate::trf) type Seats = BTreeMap<PairingNumber, usize>;

/// The column where a round's opponent starts; the round counted from 0.
pub(in crate::trf) const fn opponent_column(round: usize) -> usize {
    92 + 10 * round
}

/// The column of a round's result.
pub(in crate::trf) const fn result_column(round: usize) -> usize {
    99 + 10 * round
}

impl<'a> Reader<'a> {
    pub(super) fn player(&mut self, line: Line<'a>) -> Result<(), ReadError> {
        let number_field = line.columns(5, 8);
        let number = line.player(number_field)?;
        if self.report.tournament.player(number).is_some() {
            return Err(line.error(number_field.column, Problem::DuplicatePlayer { number: number.get() }));
        }
        let rating = match line.columns(49, 52) {
            Field { text: "", .. } => None,
            field => Some(line.number(field, "rating")?).filter(|&rating| rating > 0),
        };
        let mut player = Player::new(number, rating);
        self.report.people.insert(number, person(line)?);
        self.seats.insert(number, line.number);
        let rounds = line.length().saturating_sub(91).div_ceil(10);
        if rounds > MOST_ROUNDS {
            let column = opponent_column(MOST_ROUNDS);
            let text = line.columns(column, column + 9).text.to_owned();
            return Err(unexpected(line, column, "001", text, "at most 999 rounds"));
        }
        for round in 0..rounds {
            match cell(line, round, number) {
                Ok(cell) => player.cells.push(cell),
                Err(error) => {
                    player.cells.push(Entry::Unplayed.into());
                    self.errors.push(error);
                }
            }
        }
        while player.cells.last().is_some_and(|cell| cell.entry == Entry::Unplayed) {
            player.cells.pop();
        }
        self.report.tournament.enter(player);
        Ok(())
    }
}

fn person(line: Line<'_>) -> Result<Person, ReadError> {
    let text = |from, to| line.columns(from, to).text.to_owned();
    let rank = match line.columns(86, 89) {
        Field { text: "", .. } => None,
        field => Some(line.number(field, "rank")?),
    };
    // Three digits before the point take the column before the field's own.
    let points = line.columns(80, 84);
    let stated = match points.text {
        "" => None,
        _ => Some(Stated { points: line.points(points)?, line: line.number, column: points.column }),
    };
    Ok(Person {
        name: text(15, 47),
        sex: text(10, 10),
        title: text(11, 13),
        federation: text(54, 56),
        fide_id: text(58, 68),
        birth_date: text(70, 79),
        rank,
        stated,
    })
}

/// One round of a player's line. Blank is read as not having been there.
fn cell(line: Line<'_>, round: usize, number: PairingNumber) -> Result<Cell, ReadError> {
    let opponent_field = line.columns(opponent_column(round), opponent_column(round) + 3);
    let colour = line.columns(97 + 10 * round, 97 + 10 * round);
    let result = line.columns(result_column(round), result_column(round));
    let opponent = match opponent_field.text {
        "" | "0000" | "0" => None,
        _ => Some(line.player(opponent_field)?),
    };
    let letter = result.text.chars().next().map(|letter| letter.to_ascii_uppercase());
    match opponent {
        None => bye(line, letter, result),
        Some(opponent) if opponent == number => Err(line.error(opponent_field.column, Problem::OwnOpponent)),
        Some(opponent) => game(line, opponent, colour, letter, result),
    }
}

fn bye(line: Line<'_>, letter: Option<char>, result: Field<'_>) -> Result<Cell, ReadError> {
    let bye = match letter {
        None => return Ok(Entry::Unplayed.into()),
        Some('U') => Bye::PairingAllocated,
        Some('H') => Bye::HalfPoint,
        // Some programs write a bye as a forfeit without an opponent.
        Some('F' | '+') => Bye::FullPoint,
        Some('Z' | '-') => Bye::ZeroPoint,
        Some(letter @ ('1' | '=' | '0' | 'W' | 'D' | 'L' | '?')) => {
            let problem = Problem::ResultDoesNotFit { result: letter, has_opponent: false };
            return Err(line.error(result.column, problem));
        }
        Some(_) => return Err(unknown_result(line, result)),
    };
    Ok(Cell::bye(bye))
}

fn game(
    line: Line<'_>,
    opponent: PairingNumber,
    colour: Field<'_>,
    letter: Option<char>,
    result: Field<'_>,
) -> Result<Cell, ReadError> {
    let side = match colour.text {
        "w" | "W" => Some(Side::First),
        "b" | "B" => Some(Side::Second),
        "" | "-" => None,
        text => return Err(line.error(colour.column, Problem::NoColour { text: text.to_owned() })),
    };
    let (outcome, rated) = match letter {
        None => (GameResult::Open, true),
        Some('1') => (GameResult::Win, true),
        Some('=') => (GameResult::Draw, true),
        Some('0') => (GameResult::Loss, true),
        Some('W') => (GameResult::Win, false),
        Some('D') => (GameResult::Draw, false),
        Some('L') => (GameResult::Loss, false),
        Some('?') => (GameResult::Adjourned, true),
        Some('+') => return Ok(Entry::Forfeit { opponent, side, result: ForfeitResult::Win }.into()),
        Some('-') => return Ok(Entry::Forfeit { opponent, side, result: ForfeitResult::Loss }.into()),
        Some(letter @ ('H' | 'F' | 'U' | 'Z')) => {
            let problem = Problem::ResultDoesNotFit { result: letter, has_opponent: true };
            return Err(line.error(result.column, problem));
        }
        Some(_) => return Err(unknown_result(line, result)),
    };
    let side =
        side.ok_or_else(|| line.error(colour.column, Problem::NoColour { text: colour.text.to_owned() }))?;
    Ok(Entry::Game { opponent, side, result: outcome, rated }.into())
}

fn unknown_result(line: Line<'_>, result: Field<'_>) -> ReadError {
    line.error(result.column, Problem::UnknownResult { text: result.text.to_owned() })
}
