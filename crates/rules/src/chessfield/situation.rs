//! The fields of a situation string that LancerChess and TigerChess share: placement, side, rights, en passant, counts.

use std::fmt::Write;

use super::bits::Bits;
use super::field::{Field, Kind};
use super::rights::{Rights, Wing};
use super::square::Square;
use crate::game::SituationError;
use crate::side::Side;

/// The name of a side in messages.
pub(crate) const fn name(side: Side) -> &'static str {
    match side {
        Side::South => "Bengal",
        Side::North => "Siberian",
    }
}

/// A member on a square in messages: `the Siberian Tower`.
pub(crate) fn member((side, kind): (Side, Kind), at: Square) -> String {
    format!("the {} {}", name(side), kind.word_on(side, at))
}

/// Reads the ranks from the eighth down, with the letters of the first `K` kinds.
///
/// # Errors
/// [`SituationError`] naming the rank that is wrong.
pub(crate) fn read_placement<const K: usize>(text: &str) -> Result<Field<K>, SituationError> {
    let refuse = |why: String| SituationError::new("placement", why);
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        return Err(refuse(format!("{} ranks: there must be 8, joined by `/`", ranks.len())));
    }
    let mut field = Field::EMPTY;
    for (row, line) in ranks.into_iter().enumerate() {
        let rank = 7 - row as u8;
        let mut file: u32 = 0;
        for letter in line.chars() {
            if let Some(run @ 1..=8) = letter.to_digit(10) {
                file += run;
                continue;
            }
            let kind = Kind::from_letter(letter).filter(|&kind| (kind as usize) < K).ok_or_else(|| {
                refuse(format!("`{letter}` on rank {} is no personnel of this game", rank + 1))
            })?;
            let side = if letter.is_ascii_uppercase() { Side::South } else { Side::North };
            if file < 8 {
                field.put(Square::at(file as u8, rank), side, kind);
            }
            file += 1;
        }
        if file != 8 {
            return Err(refuse(format!("rank {} has {file} positions instead of 8", rank + 1)));
        }
    }
    Ok(field)
}

/// Writes the ranks from the eighth down.
pub(crate) fn write_placement<const K: usize>(field: &Field<K>, out: &mut String) {
    for rank in (0..8).rev() {
        let mut vacant = 0;
        for file in 0..8 {
            let Some((side, kind)) = field.at(Square::at(file, rank)) else {
                vacant += 1;
                continue;
            };
            if vacant > 0 {
                let _ = write!(out, "{vacant}");
                vacant = 0;
            }
            out.push(match side {
                Side::South => kind.letter(),
                Side::North => kind.letter().to_ascii_lowercase(),
            });
        }
        if vacant > 0 {
            let _ = write!(out, "{vacant}");
        }
        if rank > 0 {
            out.push('/');
        }
    }
}

/// Reads `b` or `s`.
///
/// # Errors
/// [`SituationError`] for anything else.
pub(crate) fn read_side(text: &str) -> Result<Side, SituationError> {
    match text {
        "b" => Ok(Side::South),
        "s" => Ok(Side::North),
        _ => Err(SituationError::new("side", format!("`{text}`: it is `b` for Bengal or `s` for Siberian"))),
    }
}

/// The letter of a side.
pub(crate) const fn side_letter(side: Side) -> char {
    match side {
        Side::South => 'b',
        Side::North => 's',
    }
}

/// Reads a count.
///
/// # Errors
/// [`SituationError`] when it is no number within the limit.
pub(crate) fn read_count(field: &'static str, text: &str, least: u16) -> Result<u16, SituationError> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&count: &u16| is_number && count >= least).ok_or_else(|| {
        SituationError::new(field, format!("`{text}` is no whole number from {least} to {}", u16::MAX))
    })
}

/// Reads the rights and checks that Queen and Towers stand at home for them.
///
/// # Errors
/// [`SituationError`] when the letters are wrong or somebody has moved.
pub(crate) fn read_rights<const K: usize>(text: &str, field: &Field<K>) -> Result<Rights, SituationError> {
    let refuse = |why: String| SituationError::new("protect", why);
    let rights = Rights::parse(text)
        .ok_or_else(|| refuse(format!("`{text}`: it is `-` or some of `KQkq`, each letter once")))?;
    for side in Side::BOTH {
        let home = 56 * side.index() as u8;
        for wing in rights.wings(side) {
            let queen = Square::new(home + 3);
            let tower = Square::new(home + wing.tower_origin());
            if !field.of(side, Kind::Queen).has(queen) || !field.of(side, Kind::Tower).has(tower) {
                let word = if wing == Wing::King { "King's" } else { "Queen's" };
                return Err(refuse(format!(
                    "a right to Protect the {} Queen with the {word} Tower needs the Queen on {queen} and a Tower on {tower}",
                    name(side)
                )));
            }
        }
    }
    Ok(rights)
}

/// Reads the square passed over and checks that a Pikeman has just made a double step there.
///
/// # Errors
/// [`SituationError`] when no double step of the other side can have been the last move.
pub(crate) fn read_en_passant<const K: usize>(
    text: &str,
    field: &Field<K>,
    turn: Side,
    half: u16,
) -> Result<Option<Square>, SituationError> {
    let refuse = |why: String| SituationError::new("ep", why);
    if text == "-" {
        return Ok(None);
    }
    let ep = Square::parse(text).ok_or_else(|| refuse(format!("`{text}` is no position and not `-`")))?;
    let passed_rank = if turn == Side::South { 5 } else { 2 };
    if ep.rank() != passed_rank {
        return Err(refuse(format!(
            "{ep} is not on rank {}, where the last double step passed",
            passed_rank + 1
        )));
    }
    let mover = turn.other();
    let stands = Bits::of(ep).ahead(mover);
    let came_from = Bits::of(ep).ahead(turn);
    if !field.of(mover, Kind::Pikeman).meets(stands) {
        return Err(refuse(format!("no {} Pikeman stands beyond {ep}", name(mover))));
    }
    if field.occupied().meets(Bits::of(ep) | came_from) {
        return Err(refuse(format!("{ep} and the position behind it must be vacant after a double step")));
    }
    if half != 0 {
        return Err(refuse(format!("after a double step the half-moves are 0, not {half}")));
    }
    Ok(Some(ep))
}

/// Checks what holds in both games: one Queen each, and the side that has just moved not in check by LancerChess's
/// powers, Knights and TigerKnights.
///
/// # Errors
/// [`SituationError`] with the reason.
pub(crate) fn check_queens<const K: usize>(field: &Field<K>, turn: Side) -> Result<(), SituationError> {
    for side in Side::BOTH {
        check_queens_count(field, side)?;
    }
    let queen = field.queen(turn.other());
    match field.attackers(queen, turn, field.occupied()).first() {
        None => Ok(()),
        Some(attacker) => Err(in_check(turn, queen, attacker)),
    }
}

/// Checks that a side has one Queen.
///
/// # Errors
/// [`SituationError`] with the count.
pub(crate) fn check_queens_count<const K: usize>(field: &Field<K>, side: Side) -> Result<(), SituationError> {
    match field.of(side, Kind::Queen).len() {
        1 => Ok(()),
        queens => Err(SituationError::new(
            "placement",
            format!("{queens} {} Queens: each side has exactly one", name(side)),
        )),
    }
}

/// The refusal of a situation in which the side that is not to move is in check.
pub(crate) fn in_check(turn: Side, queen: Square, attacker: Square) -> SituationError {
    SituationError::new(
        "placement",
        format!(
            "the {} Queen on {queen} is attacked from {attacker} while {} is to move",
            name(turn.other()),
            name(turn)
        ),
    )
}

/// Checks that a side has at most that many of a kind.
///
/// # Errors
/// [`SituationError`] with the count.
pub(crate) fn check_most<const K: usize>(
    field: &Field<K>,
    side: Side,
    kind: Kind,
    most: u32,
) -> Result<(), SituationError> {
    let count = field.of(side, kind).len();
    if count <= most {
        return Ok(());
    }
    Err(SituationError::new(
        "placement",
        format!("{count} of the {} {}: there can be at most {most}", name(side), kind.word()),
    ))
}

/// Splits a situation string into exactly `N` fields.
///
/// # Errors
/// [`SituationError`] naming the fields there must be.
pub(crate) fn split_fields<'a, const N: usize>(
    text: &'a str,
    names: &str,
) -> Result<[&'a str; N], SituationError> {
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let count = fields.len();
    fields
        .try_into()
        .map_err(|_| SituationError::new("situation", format!("{count} fields instead of {N}: {names}")))
}
