//! The same in words: what a picture is, and who stands where, rank by rank.

use std::collections::BTreeMap;

use tiger_rules::dance::Pending;
use tiger_rules::{AnyPosition, GameKind, Mark, Side, Square, TigerChess, dance, dragon};

use super::Scene;
use super::chessfield::member_at;
use super::force::{Force, square_of};
use super::kingdom::{Beside, Post};
use super::{dance as dance_board, dragon as dragon_board, rooms};

/// A line of the situation in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Which rank or place.
    pub heading: String,
    /// Who is there.
    pub text: String,
}

impl Row {
    pub(super) fn new(heading: impl Into<String>, parts: impl IntoIterator<Item = String>) -> Self {
        let parts: Vec<String> = parts.into_iter().collect();
        let text = if parts.is_empty() { "nobody".to_owned() } else { parts.join(", ") };
        Self { heading: heading.into(), text }
    }
}

/// What is due next, in a sentence.
pub fn due(position: &AnyPosition) -> String {
    let side = position.game().side_name(position.turn());
    match position {
        AnyPosition::TigerChess(situation) if situation.deployment().is_some() => {
            format!("{side} is to post.")
        }
        AnyPosition::Dance(situation) if matches!(situation.pending(), Pending::Decision(_)) => {
            format!(
                "A Dragon has taken the King: {side} gives up a piece beside him, or the King (ruling 11)."
            )
        }
        _ => format!("{side} is to move."),
    }
}

/// What a picture is: the game, the moment, and who is to move.
pub(super) fn label(scene: &Scene<'_>, said: &str) -> String {
    let game = scene.position.game();
    let moment = if said.is_empty() { String::new() } else { format!("{said} ") };
    let turn = match scene.is_over {
        true => "The game is over.".to_owned(),
        false => due(scene.position),
    };
    format!("Board of {}. {moment}{turn}", game.name())
}

/// A position with who or what is there; a Palace wing is `PC` to `PF`.
pub(super) fn place(scene: &Scene<'_>, place: &str) -> String {
    let found = match scene.position {
        AnyPosition::LancerChess(_) | AnyPosition::TigerChess(_) => {
            if let Some(wing) = place.strip_prefix('P') {
                return format!("Palace, {wing} wing");
            }
            square_of(place)
                .and_then(|square| member_at(scene, square))
                .map(|force| format!("{place} {}", force.full_name()))
        }
        AnyPosition::Dragon(situation) => {
            dragon::Position::parse(place).and_then(|at| dragon_board::in_words_named(situation, at))
        }
        AnyPosition::Dance(situation) => {
            dance::Square::parse(place).map(|square| match situation.piece_at(square) {
                Some(piece) => format!("{place} {}", dance_board::force(piece).full_name()),
                None => dance_board::named(situation, square),
            })
        }
    };
    found.unwrap_or_else(|| place.to_owned())
}

/// Who stands where, rank by rank from the North, then what is beside the board.
pub(super) fn rows(scene: &Scene<'_>) -> Vec<Row> {
    let mut rows: Vec<Row> = match scene.position {
        AnyPosition::LancerChess(_) | AnyPosition::TigerChess(_) => {
            (0..8).rev().map(|rank| chess_rank(scene, rank)).collect()
        }
        AnyPosition::Dragon(situation) => (0..=16).map(|rank| dragon_rank(situation, rank)).collect(),
        AnyPosition::Dance(situation) => {
            (1..=dance::SIZE).rev().map(|rank| dance_rank(situation, rank)).collect()
        }
    };
    match scene.position {
        AnyPosition::TigerChess(position) => {
            rows.extend([Side::North, Side::South].map(|side| beside(scene, position, side)));
        }
        AnyPosition::Dragon(situation) => {
            rows.extend(rooms::rows(situation));
            rows.extend(exchanges(situation));
        }
        AnyPosition::Dance(situation) => {
            rows.extend([Side::North, Side::South].map(|side| {
                let left = dance_board::reserve(situation, side);
                let parts = left.into_iter().map(|(force, count)| counted(force.name, count));
                Row::new(format!("{}, to be recruited", GameKind::Dance.side_name(side)), parts)
            }));
        }
        AnyPosition::LancerChess(_) => {}
    }
    match scene.position {
        AnyPosition::Dragon(_) => rows.extend(
            [
                (Side::North, "Barren Lands behind the Forest Kingdom"),
                (Side::South, "Barren Lands behind the Kingdom of Storms"),
            ]
            .map(|(side, name)| Row::new(name, captured(&scene.barren[side]))),
        ),
        _ => rows.push(Row::new("Captured", captured(&scene.lost))),
    }
    rows
}

/// Which captured forces an Elf or a Troll on the other side's home rank may bring back (Dragon, ruling 22).
fn exchanges(situation: &dragon::Situation) -> Vec<Row> {
    let returning = |side: dragon::Side, heading: &str| {
        let kinds = dragon::ExchangeBox::KINDS.into_iter().filter(|kind| kind.side() == side);
        let parts = kinds.filter_map(|kind| {
            let count = usize::from(situation.state().exchange.count(kind));
            (count > 0).then(|| counted(kind.name(), count))
        });
        Row::new(heading, parts)
    };
    vec![
        returning(dragon::Side::Forest, "An Elf may bring back"),
        returning(dragon::Side::Storm, "A Troll may bring back"),
    ]
}

/// Forces with how many there are of each.
pub(super) fn captured(lost: &[Force]) -> Vec<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for force in lost {
        *counts.entry(force.full_name()).or_default() += 1;
    }
    counts.into_iter().map(|(name, count)| counted(&name, count)).collect()
}

fn counted(name: &str, count: usize) -> String {
    if count == 1 { name.to_owned() } else { format!("{name} ×{count}") }
}

fn chess_rank(scene: &Scene<'_>, rank: u8) -> Row {
    let parts = (0..8).filter_map(|file| {
        let square = Square::at(file, rank);
        member_at(scene, square).map(|force| format!("{square} {}", force.full_name()))
    });
    Row::new(format!("Rank {}", rank + 1), parts)
}

fn dragon_rank(situation: &dragon::Situation, rank: u8) -> Row {
    let positions = (0..dragon::FILES).filter_map(|file| dragon::Position::new(file, rank));
    let in_words = |at: dragon::Position| match at.is_room() {
        true => dragon_board::in_words(situation, at),
        false => dragon_board::in_words_named(situation, at),
    };
    let parts = positions.filter_map(in_words);
    let heading = match rank {
        0 => "White Room".to_owned(),
        16 => "Stairwell".to_owned(),
        _ => format!("Rank {rank}"),
    };
    Row::new(heading, parts)
}

fn dance_rank(situation: &dance::Situation, rank: u8) -> Row {
    let squares = (0..dance::SIZE).filter_map(|file| dance::Square::new(file, rank));
    let parts = squares.filter_map(|square| {
        let force = dance_board::force(situation.piece_at(square)?);
        Some(format!("{square} {}", force.full_name()))
    });
    Row::new(format!("Rank {rank}"), parts)
}

/// The Knights in the Stronghold: who stands ready, whose Pikeman cannot be exchanged for him any more, and whose has been.
fn knights(beside: &Beside) -> Vec<String> {
    let letters = |is_ready: bool| {
        let such = beside.knights.iter().filter(move |knight| knight.is_ready == is_ready);
        such.map(|knight| knight.letter.map(Mark::Letter))
    };
    let such = |is_ready, end: &str| {
        let names = lettered("Knight", "Knights", letters(is_ready));
        names.map(
            |names| if letters(is_ready).all(|it| it.is_none()) { names } else { format!("{names} {end}") },
        )
    };
    let exchanged = beside.exchanged.iter().map(|&letter| Some(Mark::Letter(letter)));
    let exchanged = lettered("Pikeman", "Pikemen", exchanged);
    [such(true, "ready"), such(false, "no more to be exchanged for")]
        .into_iter()
        .flatten()
        .chain(exchanged.map(|names| format!("{names} exchanged, in the Stronghold")))
        .collect()
}

/// Members by their marks, such as `Swordsmen iii and iv`, `Knights A to H`, or how many they are; none for nobody.
fn lettered(one: &str, many: &str, marks: impl Iterator<Item = Option<Mark>>) -> Option<String> {
    let marks: Vec<Option<Mark>> = marks.collect();
    let known: Vec<String> = marks.iter().flatten().map(ToString::to_string).collect();
    match (marks.len(), known.split_last()) {
        (0, _) => None,
        (count, Some((last, rest))) if known.len() == count => Some(match rest {
            [] => format!("{one} {last}"),
            [first, _, ..] if is_row(&marks) => format!("{many} {first} to {last}"),
            rest => format!("{many} {} and {last}", rest.join(", ")),
        }),
        (count, _) => Some(counted(one, count)),
    }
}

/// Whether marks follow each other without a gap.
fn is_row(marks: &[Option<Mark>]) -> bool {
    let number = |mark: &Option<Mark>| match mark {
        Some(Mark::Letter(number) | Mark::Numeral(number)) => i32::from(*number),
        None => -1,
    };
    marks.windows(2).all(|pair| number(&pair[0]) + 1 == number(&pair[1]))
}

fn beside(scene: &Scene<'_>, position: &TigerChess, side: Side) -> Row {
    let beside = Beside::of(scene, position, side);
    let mut parts = knights(&beside);
    parts.extend(lettered("Swordsman", "Swordsmen", beside.swordsmen.iter().map(|force| force.mark)));
    parts.extend(lettered("Archer", "Archers", beside.archers.iter().map(|force| force.mark)));
    if beside.tiger_knight {
        let tower = beside.is_tiger_knight_in_watchtower();
        parts.push(format!("TigerKnight in the {}", if tower { "Watchtower" } else { "Palace" }));
    }
    parts.extend(beside.guard.map(|post| match post {
        Post::Watchtower => "Royal Guard in the Watchtower".to_owned(),
        Post::Wing(file) => format!("Royal Guard on the {} wing of the Palace", char::from(b'A' + file)),
        Post::Palace => "Royal Guard in the Palace".to_owned(),
    }));
    Row::new(format!("{}, beside the Chessfield", GameKind::TigerChess.side_name(side)), parts)
}
