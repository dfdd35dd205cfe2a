//! The rows of LancerChess and TigerChess.

use super::{Besides, ForceSummary, Headings, Reach};
use crate::chessfield::leaps::{
    BENGAL_TIGERKNIGHT_LEAPS, KINGS_LANCER_LEAPS, KNIGHT_LEAPS, QUEENS_LANCER_LEAPS,
    SIBERIAN_TIGERKNIGHT_LEAPS,
};
use crate::side::Side;

/// A row of personnel that captures as it moves.
fn row(name: &'static str, short: &'static str, reach: Reach) -> ForceSummary {
    ForceSummary {
        name,
        short,
        side: None,
        scope: vec!["the Chessfield"],
        moves: vec![reach],
        captures: vec![reach],
        besides: Vec::new(),
    }
}

pub(super) fn lancerchess() -> Vec<ForceSummary> {
    let mut rows = shared();
    rows.push(pikeman(
        "becomes a King, Tower, Baron or Baroness, or Lancer on the eighth rank, by choice",
        "rulings, LancerChess",
    ));
    rows
}

pub(super) fn tigerchess(is_tiger: bool) -> Vec<ForceSummary> {
    let mut rows = shared();
    if is_tiger && let Some(bearer) = rows.iter_mut().find(|row| row.short == "L") {
        let what =
            "as the Standard Bearer, jumps from the far rank on to the wing of the opposing Royal Guard";
        bearer.besides.push(Besides::new(what, "ruling 9"));
    }
    rows.push(pikeman("is exchanged for his Knight or the TigerKnight", "ruling 7"));
    rows.push(row("Knight", "N", Reach::Leap(&KNIGHT_LEAPS)));
    for (side, leaps) in
        [(Side::South, &BENGAL_TIGERKNIGHT_LEAPS[..]), (Side::North, &SIBERIAN_TIGERKNIGHT_LEAPS[..])]
    {
        rows.push(ForceSummary { side: Some(side), ..row("TigerKnight", "X", Reach::Leap(leaps)) });
    }
    rows.push(ForceSummary {
        moves: vec![Reach::step(Headings::FORWARD_DIAGONALS)],
        besides: vec![Besides::new("becomes the Archer of his numeral on the eighth rank", "ruling 5")],
        ..row("Swordsman", "S", Reach::ShortJump(Headings::FORWARD_DIAGONALS))
    });
    rows.push(ForceSummary {
        moves: vec![Reach::step(Headings::DIAGONAL)],
        ..row("Archer", "A", Reach::LongJump(Headings::DIAGONAL))
    });
    let guard_scope = if is_tiger { "his wing of the Palace" } else { "the Watchtower" };
    rows.push(ForceSummary {
        scope: vec![guard_scope],
        moves: Vec::new(),
        captures: Vec::new(),
        ..row("Royal Guard", "G", Reach::step(Headings::NONE))
    });
    rows
}

fn shared() -> Vec<ForceSummary> {
    let protecting = |row: ForceSummary| ForceSummary {
        besides: vec![Besides::new("Protecting the Queen", "ruling 6")],
        ..row
    };
    vec![
        protecting(row("Queen", "Q", Reach::step(Headings::ANY))),
        row("King", "K", Reach::line(Headings::ANY)),
        protecting(row("Tower", "T", Reach::line(Headings::STRAIGHT))),
        row("Baron, Baroness", "B", Reach::line(Headings::DIAGONAL)),
        row("King's Lancer", "L", Reach::Leap(&KINGS_LANCER_LEAPS)),
        row("Queen's Lancer", "M", Reach::Leap(&QUEENS_LANCER_LEAPS)),
    ]
}

fn pikeman(exchange: &'static str, rule: &'static str) -> ForceSummary {
    ForceSummary {
        moves: vec![Reach::step(Headings::FORWARD)],
        besides: vec![
            Besides::new("moves two positions straight forwards from his second rank", "main rules of Chess"),
            Besides::new("captures en passant", "main rules of Chess"),
            Besides::new(exchange, rule),
        ],
        ..row("Pikeman", "P", Reach::step(Headings::FORWARD_DIAGONALS))
    }
}
