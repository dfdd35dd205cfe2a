//! Players' lines (record 001).

use super::super::report::{Person, Report};
use crate::model::{Bye, Cell, Entry, ForfeitResult, GameResult, Player, Points, Round, Side};

/// One player's line; points are those before a round.
pub(super) fn line(report: &Report, player: &Player, next: Round) -> String {
    let nobody = Person::default();
    let person = report.people.get(&player.number).unwrap_or(&nobody);
    let points = decimals(report.tournament.score_before(player, next));
    let rank = person.rank.map(|rank| rank.to_string()).unwrap_or_default();
    let rating = player.rating.map(|rating| rating.to_string()).unwrap_or_default();
    let mut line = format!(
        "001 {:>4} {:1}{:>3} {:<33} {rating:>4} {:<3} {:>11} {:<10}{points:>5} {rank:>4}",
        player.number.get(),
        cut(&person.sex, 1),
        cut(&person.title, 3),
        cut(&person.name, 33),
        cut(&person.federation, 3),
        cut(&person.fide_id, 11),
        cut(&person.birth_date, 10),
    );
    let last = player.cells.len();
    for (index, cell) in player.cells.iter().enumerate() {
        line.push_str("  ");
        line.push_str(&written(cell, index + 1 == last));
    }
    line.trim_end().to_owned()
}

/// At most so many characters of a text, without line ends.
fn cut(text: &str, length: usize) -> String {
    text.chars().map(|character| if character.is_control() { ' ' } else { character }).take(length).collect()
}

/// One round in eight characters. A round in which the player was not there is blank, but at the end of his line it is
/// a zero-point bye, lest it be lost.
fn written(cell: &Cell, last: bool) -> String {
    let colour = |side: Option<Side>| match side {
        Some(Side::First) => 'w',
        Some(Side::Second) => 'b',
        None => '-',
    };
    match cell.entry {
        Entry::Game { opponent, side, result, rated } => {
            let letter = match (result, rated) {
                (GameResult::Win, true) => '1',
                (GameResult::Draw, true) => '=',
                (GameResult::Loss, true) => '0',
                (GameResult::Win, false) => 'W',
                (GameResult::Draw, false) => 'D',
                (GameResult::Loss, false) => 'L',
                (GameResult::Adjourned, _) => '?',
                (GameResult::Open, _) => ' ',
            };
            format!("{:>4} {} {letter}", opponent.get(), colour(Some(side)))
        }
        Entry::Forfeit { opponent, side, result } => {
            let letter = if result == ForfeitResult::Win { '+' } else { '-' };
            format!("{:>4} {} {letter}", opponent.get(), colour(side))
        }
        Entry::Unplayed if !last => " ".repeat(8),
        Entry::Unplayed => "0000 - Z".to_owned(),
        Entry::Bye(bye) => {
            let letter = match bye {
                Bye::PairingAllocated => 'U',
                Bye::HalfPoint => 'H',
                Bye::FullPoint => 'F',
                Bye::ZeroPoint => 'Z',
            };
            format!("0000 - {letter}")
        }
    }
}

/// Points with one decimal, as the format writes them.
pub(super) fn decimals(points: Points) -> String {
    let halves = points.halves();
    let sign = if halves < 0 { "-" } else { "" };
    let part = if halves % 2 == 0 { 0 } else { 5 };
    format!("{sign}{}.{part}", halves.unsigned_abs() / 2)
}
