//! What people type for a move: marks and signs that mean nothing, and how far a mistyped move is from a real one.

/// The move without what people and their telephones add to it: marks for check and for good or bad moves, `e.p.`,
/// typographic dashes and crosses, a promotion in round brackets.
pub(crate) fn clean(text: &str) -> String {
    // Telephones make one long dash of two hyphens: the pass of The Dragon's Dance.
    let text = text.trim().replace('\u{2014}', if text.trim() == "\u{2014}" { "--" } else { "-" });
    let mut bare: String = text.chars().filter_map(plain).collect();
    loop {
        let marked = bare.trim_end_matches(['+', '#', '!', '?']);
        let passing = marked
            .len()
            .checked_sub(4)
            .filter(|&at| at > 0 && marked.get(at..).is_some_and(|end| end.eq_ignore_ascii_case("e.p.")));
        let kept = passing.unwrap_or(marked.len());
        if kept == bare.len() {
            return without_brackets(&bare).unwrap_or(bare);
        }
        bare.truncate(kept);
    }
}

/// The letter that a keyboard has for it; none for what cannot be seen.
pub(crate) const fn plain(letter: char) -> Option<char> {
    Some(match letter {
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe63}' | '\u{ff0d}' => '-',
        '\u{d7}' | '\u{2715}' | '\u{2a2f}' => 'x',
        '\u{2217}' | '\u{22c6}' => '*',
        '\u{2191}' => '^',
        '\u{223c}' | '\u{2dc}' => '~',
        '\u{201c}'..='\u{201f}' | '\u{ab}' | '\u{bb}' => return None,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{fe0e}' | '\u{fe0f}' => {
            return None;
        }
        other => other,
    })
}

/// `E7-E8(K)` as `E7-E8=K`.
fn without_brackets(text: &str) -> Option<String> {
    let (mv, kind) = text.strip_suffix(')')?.split_once('(')?;
    let is_kind = !kind.is_empty() && kind.bytes().all(|byte| byte.is_ascii_alphabetic());
    (is_kind && !mv.is_empty()).then(|| format!("{mv}={kind}"))
}

/// More than this, and the one text is not the other mistyped.
pub(crate) const FAR: u32 = 10;

/// How far a typed text is from a move: a sign mistaken or lost 2, a digit off by one, a neighbouring letter or two letters
/// swapped 3, anything else more.
pub(crate) fn distance(typed: &str, meant: &str) -> u32 {
    let (typed, meant) = (capitals(typed), capitals(meant));
    if let Some([b'=', ..]) = meant.strip_prefix(typed.as_slice()) {
        return SIGN;
    }
    // Three rows of the table of optimal string alignment: the one being filled and the two before it.
    let mut before: Vec<u32> = Vec::new();
    let mut above: Vec<u32> = vec![0];
    for (column, &letter) in meant.iter().enumerate() {
        above.push(above[column] + lost(letter));
    }
    for (row, &one) in typed.iter().enumerate() {
        let mut now = vec![above[0] + lost(one)];
        for (column, &other) in meant.iter().enumerate() {
            let doubled = row > 0 && typed[row - 1] == one;
            let mut best = (above[column] + mistaken(one, other))
                .min(above[column + 1] + if doubled { SLIP } else { lost(one) })
                .min(now[column] + lost(other));
            if row > 0 && column > 0 && one == meant[column - 1] && typed[row - 1] == other && one != other {
                best = best.min(before[column - 1] + SLIP);
            }
            now.push(best);
        }
        before = std::mem::replace(&mut above, now);
    }
    above.last().copied().unwrap_or_default()
}

const SIGN: u32 = 2;
const SLIP: u32 = 3;
const LETTER: u32 = 4;
const OTHER: u32 = 5;

fn capitals(text: &str) -> Vec<u8> {
    text.to_ascii_uppercase().into_bytes()
}

/// `x` joins positions as `-` does.
const fn is_sign(letter: u8) -> bool {
    !letter.is_ascii_alphanumeric() || letter == b'X'
}

const fn lost(letter: u8) -> u32 {
    if is_sign(letter) { SIGN } else { LETTER }
}

fn mistaken(typed: u8, meant: u8) -> u32 {
    match (typed, meant) {
        _ if typed == meant => 0,
        (b'O', b'0') | (b'0', b'O') => 1,
        (b'I' | b'L', b'1') => SIGN,
        _ if is_sign(typed) && is_sign(meant) => SIGN,
        (b'0'..=b'9', b'0'..=b'9') if matches!(typed.abs_diff(meant), 1 | 9) => SLIP,
        (b'A'..=b'Z', b'A'..=b'Z') if typed.abs_diff(meant) == 1 || are_keys_beside(typed, meant) => SLIP,
        (b'0'..=b'9', b'0'..=b'9') | (b'A'..=b'Z', b'A'..=b'Z') => OTHER,
        _ => OTHER + 1,
    }
}

fn are_keys_beside(one: u8, other: u8) -> bool {
    const ROWS: [&[u8]; 3] = [b"QWERTYUIOP", b"ASDFGHJKL", b"ZXCVBNM"];
    let place = |letter: u8| {
        ROWS.iter()
            .enumerate()
            .find_map(|(row, keys)| keys.iter().position(|&key| key == letter).map(|column| (row, column)))
    };
    let (Some((row, column)), Some((other_row, other_column))) = (place(one), place(other)) else {
        return false;
    };
    row.abs_diff(other_row) <= 1 && column.abs_diff(other_column) <= 1
}
