//! Points as people type them: `3`, `1.5`, `1,5`, `1½`, `1/2`; and as they read them: `3`, `1½`, `5 + 1/2`.

use tiger_rules::{GameKind, GamePoints};

use crate::Points;
use crate::tournament::halves;

/// The most points that one game, bye or award can be worth.
pub const MOST_POINTS: u32 = 100;

/// Whether an award can be typed, or is one of a table's.
pub const fn is_possible(points: GamePoints) -> bool {
    points.halves <= 2 * MOST_POINTS && points.nominal <= 1
}

pub fn parse_halves(text: &str) -> Result<u32, String> {
    let text = text.trim();
    let refuse = || {
        let typed = if text.is_empty() { String::new() } else { format!(", not \"{text}\"") };
        format!("Write whole or half points from 0 to {MOST_POINTS}, such as 3 or 1.5{typed}.")
    };
    let (whole, half) = if let Some(whole) = text.strip_suffix('½') {
        (whole.trim(), 1)
    } else if let Some(whole) =
        text.strip_suffix("1/2").filter(|whole| whole.is_empty() || whole.ends_with(' '))
    {
        (whole.trim(), 1)
    } else if let Some(whole) = text.strip_suffix(".5").or_else(|| text.strip_suffix(",5")) {
        (whole, 1)
    } else {
        let whole = text.strip_suffix(".0").or_else(|| text.strip_suffix(",0")).unwrap_or(text);
        (whole, 0)
    };
    let is_bare_half = whole.is_empty() && half == 1;
    let is_digits = !whole.is_empty() && whole.len() <= 3 && whole.bytes().all(|b| b.is_ascii_digit());
    let whole: u32 = match (is_bare_half, is_digits) {
        (true, _) => 0,
        (false, true) => whole.parse().map_err(|_| refuse())?,
        (false, false) => return Err(refuse()),
    };
    if whole > MOST_POINTS || (whole == MOST_POINTS && half > 0) {
        Err(refuse())
    } else {
        Ok(whole * 2 + half)
    }
}

/// Reads plain game points.
pub fn parse_game_points(text: &str) -> Result<GamePoints, String> {
    parse_halves(text).map(GamePoints::from_halves)
}

/// Reads what an arbiter awards: plain game points, and in Dragon with the nominal half that its table gives.
pub fn parse_award(game: GameKind, text: &str) -> Result<GamePoints, String> {
    let nominal = text.split_once('+').filter(|(_, half)| matches!(half.trim(), "1/2" | "½"));
    match nominal {
        Some((plain, _)) if game == GameKind::Dragon => {
            Ok(GamePoints { nominal: 1, ..parse_game_points(plain)? })
        }
        _ => parse_game_points(text),
    }
}

/// Reads points that byes and totals count.
pub fn parse_points(text: &str) -> Result<Points, String> {
    parse_halves(text).map(halves)
}

/// Half-points as people read them: `3`, `4½`, `½`.
pub fn shown_halves(halves: i64) -> String {
    let sign = if halves < 0 { "-" } else { "" };
    match (halves.unsigned_abs() / 2, halves % 2) {
        (whole, 0) => format!("{sign}{whole}"),
        (0, _) => format!("{sign}½"),
        (whole, _) => format!("{sign}{whole}½"),
    }
}

/// Game points as people read them, the nominal part apart as the rule books write it: `4½`, `5 + 1/2`.
pub fn shown(points: GamePoints) -> String {
    let plain = shown_halves(points.halves.into());
    match points.nominal {
        0 => plain,
        nominal => format!("{plain} + {}", GamePoints::from_halves(nominal)),
    }
}
