//! What results are worth: record 162, `XXS`, and bbpPairings' codes.

use std::collections::BTreeMap;

use super::super::error::{Problem, ReadError};
use super::super::line::{Line, parse_points};
use crate::model::{PointTable, Points};

/// A result that a point setting names. Where a shortcut covers several, it sets each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Worth {
    WinFirst,
    WinSecond,
    DrawFirst,
    DrawSecond,
    LossFirst,
    LossSecond,
    ForfeitWin,
    ForfeitLoss,
    PairingAllocatedBye,
    HalfPointBye,
    FullPointBye,
    ZeroPointBye,
    Adjourned,
}

use Worth as W;

const WIN: &[Worth] = &[W::WinFirst, W::WinSecond, W::ForfeitWin, W::FullPointBye];
const DRAW: &[Worth] = &[W::DrawFirst, W::DrawSecond, W::HalfPointBye];
const LOSS: &[Worth] = &[W::LossFirst, W::LossSecond];

/// The settings read so far; later ones win.
pub(super) type Worths = BTreeMap<Worth, Points>;

/// Record 162: letters, each followed by its points, close by or not.
pub(super) fn record_162(line: Line<'_>, worths: &mut Worths) -> Result<(), ReadError> {
    let mut rest: Vec<(usize, char)> = line.text.chars().enumerate().skip(4).collect();
    rest.retain(|(_, character)| !character.is_whitespace());
    let mut index = 0;
    while let Some(&(column, letter)) = rest.get(index) {
        let digits: String = rest[index + 1..]
            .iter()
            .map(|(_, character)| character)
            .take_while(|character| character.is_ascii_digit() || matches!(character, '.' | '-'))
            .collect();
        let covered: &[Worth] = match letter.to_ascii_uppercase() {
            'W' => WIN,
            'D' => DRAW,
            'L' => LOSS,
            'A' => &[W::ZeroPointBye, W::ForfeitLoss],
            'Z' => &[W::ZeroPointBye],
            'P' => &[W::PairingAllocatedBye],
            'X' => &[W::Adjourned],
            _ => {
                return Err(unexpected(
                    line,
                    column + 1,
                    "162",
                    letter.to_string(),
                    "one of W, D, L, A, P, X",
                ));
            }
        };
        let points = parse_points(&digits)
            .ok_or_else(|| line.error(column + 2, Problem::NotPoints { text: digits.clone() }))?;
        worths.extend(covered.iter().map(|&worth| (worth, points)));
        index += 1 + digits.len();
    }
    // Left out, the pairing-allocated bye is worth a win here.
    let win = worths.get(&W::WinFirst).copied().unwrap_or(PointTable::default().win);
    worths.entry(W::PairingAllocatedBye).or_insert(win);
    Ok(())
}

/// `XXS CODE=VALUE ...`. Left out, the pairing-allocated bye is worth one point here, whatever a win is.
pub(super) fn record_xxs(line: Line<'_>, worths: &mut Worths) -> Result<(), ReadError> {
    worths.entry(W::PairingAllocatedBye).or_insert(PointTable::default().pairing_allocated_bye);
    for word in line.words(5) {
        let expected = "CODE=VALUE, such as W=3";
        let (code, value) = word
            .text
            .split_once('=')
            .ok_or_else(|| unexpected(line, word.column, "XXS", word.text.to_owned(), expected))?;
        let covered: &[Worth] = match code.to_ascii_uppercase().as_str() {
            "W" => WIN,
            "D" => DRAW,
            "WW" => &[W::WinFirst],
            "BW" => &[W::WinSecond],
            "WD" => &[W::DrawFirst],
            "BD" => &[W::DrawSecond],
            "WL" => &[W::LossFirst],
            "BL" => &[W::LossSecond],
            "ZPB" => &[W::ZeroPointBye],
            "HPB" => &[W::HalfPointBye],
            "FPB" => &[W::FullPointBye],
            "PAB" => &[W::PairingAllocatedBye],
            "FW" => &[W::ForfeitWin],
            "FL" => &[W::ForfeitLoss],
            _ => {
                let codes = "one of WW BW WD BD WL BL ZPB HPB FPB PAB FW FL W D";
                return Err(unexpected(line, word.column, "XXS", code.to_owned(), codes));
            }
        };
        let points = parse_points(value)
            .ok_or_else(|| line.error(word.column, Problem::NotPoints { text: value.to_owned() }))?;
        worths.extend(covered.iter().map(|&worth| (worth, points)));
    }
    Ok(())
}

/// `BBW` and its kin: one value each.
pub(super) fn record_bb(code: &str, line: Line<'_>, worths: &mut Worths) -> Result<(), ReadError> {
    let covered: &[Worth] = match code {
        "BBW" => WIN,
        "BBD" => DRAW,
        "BBL" => LOSS,
        "BBZ" => &[W::ZeroPointBye],
        "BBF" => &[W::ForfeitLoss],
        _ => &[W::PairingAllocatedBye],
    };
    let points = line.points(line.rest(4))?;
    worths.extend(covered.iter().map(|&worth| (worth, points)));
    Ok(())
}

/// The table that the settings make; what they leave out is worth what FIDE says, or follows from what they give.
///
/// # Errors
/// The name of a result that is worth more to one side than to the other: there is no such table.
pub(super) fn table(worths: &Worths) -> Result<PointTable, &'static str> {
    let standard = PointTable::default();
    let get = |worth: Worth, otherwise: Points| worths.get(&worth).copied().unwrap_or(otherwise);
    let both = |first, second, otherwise, name| {
        let (first, second) = (get(first, otherwise), get(second, otherwise));
        if first == second { Ok(first) } else { Err(name) }
    };
    let win = both(W::WinFirst, W::WinSecond, standard.win, "a win")?;
    let draw = both(W::DrawFirst, W::DrawSecond, standard.draw, "a draw")?;
    let loss = both(W::LossFirst, W::LossSecond, standard.loss, "a loss")?;
    Ok(PointTable {
        win,
        draw,
        loss,
        forfeit_win: get(W::ForfeitWin, win),
        forfeit_loss: get(W::ForfeitLoss, standard.forfeit_loss),
        pairing_allocated_bye: get(W::PairingAllocatedBye, win),
        half_point_bye: get(W::HalfPointBye, draw),
        full_point_bye: get(W::FullPointBye, win),
        zero_point_bye: get(W::ZeroPointBye, standard.zero_point_bye),
        adjourned: get(W::Adjourned, draw),
    })
}

pub(super) fn unexpected(
    line: Line<'_>,
    column: usize,
    record: &'static str,
    text: String,
    expected: &'static str,
) -> ReadError {
    line.error(column, Problem::Unexpected { record, text, expected })
}
