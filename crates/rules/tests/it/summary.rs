//! The summary of powers held against the generators of moves, kind by kind and place by place.

use std::collections::{BTreeMap, BTreeSet};

use tiger_rules::dance::{Board, Square as DanceSquare, Terrain};
use tiger_rules::{AnyPosition, ForceSummary, GameKind, Regicide, Side, TigerOptions, Variation, summary};

use crate::reaching::{Place, reaches};

/// The board of a game, as far as a force alone on it is concerned.
struct Field {
    variation: Variation,
    size: i8,
    name: fn(Place) -> String,
    /// The situation with these letters.
    situation: fn(&BTreeMap<Place, char>, Side) -> String,
    /// Others who stand there, out of everybody's way.
    bystanders: fn(Side) -> BTreeMap<Place, char>,
    victim: char,
    is_ground: fn(Place) -> bool,
}

fn placement(pieces: &BTreeMap<Place, char>, size: i8) -> String {
    let cell = |place: Place| pieces.get(&place).copied().unwrap_or('1');
    let rank = |rank: i8| (0..size).map(|file| cell((file, rank))).collect::<String>();
    (0..size).rev().map(rank).collect::<Vec<_>>().join("/")
}

fn cased(letter: char, side: Side) -> char {
    if side == Side::South { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}

/// Holds a row against the generator with its force on `from`: whither it moves alone, and whom it captures one by one.
fn hold(field: &Field, row: &ForceSummary, side: Side, from: Place, reach_ground: &dyn Fn(Place) -> bool) {
    let forwards = if side == Side::South { 1 } else { -1 };
    let mut pieces = (field.bystanders)(side);
    let letter = row.short.chars().next().unwrap();
    // There is one Queen.
    pieces.retain(|_, other| *other != cased(letter, side) || letter != 'Q');
    pieces.insert(from, cased(letter, side));
    let places = || (0..field.size).flat_map(|rank| (0..field.size).map(move |file| (file, rank)));
    let listed = |pieces: &BTreeMap<Place, char>| {
        let text = (field.situation)(pieces, side);
        let position = AnyPosition::from_situation(field.variation.game(), &text);
        let position = position.unwrap_or_else(|error| panic!("{error}: {text}"));
        let own = (field.name)(from);
        let effects = position.list_effects().into_iter().map(|(_, effect)| effect);
        effects.filter(|effect| effect.from.as_ref() == Some(&own)).collect::<Vec<_>>()
    };
    let moves: BTreeSet<String> = listed(&pieces)
        .into_iter()
        .filter(|effect| effect.captures.is_empty())
        .map(|effect| effect.to.unwrap())
        .collect();
    let is_open = |place: Place| {
        (0..field.size).contains(&place.0)
            && (0..field.size).contains(&place.1)
            && (field.is_ground)(place)
            && !pieces.contains_key(&place)
    };
    let promised: BTreeSet<String> = places()
        .filter(|&to| is_open(to) && reach_ground(to))
        .filter(|&to| row.moves.iter().any(|&reach| reaches(reach, (from, to), forwards, &is_open)))
        .map(field.name)
        .collect();
    assert_eq!(moves, promised, "{} of {side:?} from {}", row.name, (field.name)(from));

    for to in places().filter(|&to| is_open(to)) {
        let mut against = pieces.clone();
        against.insert(to, cased(field.victim, side.other()));
        let taken = listed(&against)
            .iter()
            // Entering a fortress is no capture by the Dragon's own powers.
            .any(|effect| {
                effect.captures.contains(&(field.name)(to)) && (letter != 'D' || effect.to == effect.from)
            });
        let is_open = |place: Place| is_open(place) && place != to;
        let promised = row.captures.iter().any(|&reach| reaches(reach, (from, to), forwards, &is_open));
        assert_eq!(
            taken,
            promised,
            "{} of {side:?}, {} takes {}",
            row.name,
            (field.name)(from),
            (field.name)(to)
        );
    }
}

fn chess_name((file, rank): Place) -> String {
    format!("{}{}", char::from(b'A' + u8::try_from(file).unwrap()), rank + 1)
}

/// The Queens where the victim, who leaps diagonally, attacks neither.
fn queens(side: Side) -> BTreeMap<Place, char> {
    let rank = |rank: i8| if side == Side::South { rank } else { 7 - rank };
    BTreeMap::from([((7, rank(0)), cased('Q', side)), ((0, rank(7)), cased('Q', side.other()))])
}

fn letter_of(side: Side) -> char {
    if side == Side::South { 'b' } else { 's' }
}

#[test]
fn rows_of_lancerchess_and_tigerchess_agree_with_their_generators() {
    let lancer = Field {
        variation: Variation::LancerChess,
        size: 8,
        name: chess_name,
        situation: |pieces, side| format!("{} {} - - 0 1", placement(pieces, 8), letter_of(side)),
        bystanders: queens,
        victim: 'm',
        is_ground: |_| true,
    };
    let tiger = Field {
        variation: Variation::TigerChess(TigerOptions { tiger: false, ..TigerOptions::default() }),
        situation: |pieces, side| format!("{} {} - - 0 1 -", placement(pieces, 8), letter_of(side)),
        ..lancer
    };
    for field in [&lancer, &tiger] {
        for row in summary(field.variation).iter().filter(|row| row.short != "G") {
            for side in Side::BOTH.into_iter().filter(|&side| row.side.is_none_or(|whose| whose == side)) {
                let from = if side == Side::South { (3, 3) } else { (3, 4) };
                hold(field, row, side, from, &|_| true);
            }
        }
    }
}

fn dance_name((file, rank): Place) -> String {
    format!("{}{}", char::from(b'a' + u8::try_from(file).unwrap()), rank + 1)
}

fn terrain(place: Place) -> Terrain {
    Board::standard().terrain(DanceSquare::parse(&dance_name(place)).unwrap())
}

#[test]
fn rows_of_the_dance_agree_with_its_generator() {
    let field = Field {
        variation: Variation::Dance { regicide: Regicide::Both },
        size: 11,
        name: dance_name,
        situation: |pieces, side| {
            let turn = if side == Side::South { 's' } else { 'n' };
            format!("{} {turn} - - 0 0 9", written(pieces))
        },
        // Nobody's line from c5 or c3 leads there.
        bystanders: |side| BTreeMap::from([((10, 7), cased('f', side.other()))]),
        victim: 'f',
        is_ground: |place| terrain(place) != Terrain::River,
    };
    for row in summary(field.variation) {
        let is_dragon = row.short == "D";
        let from = if is_dragon { (2, 2) } else { (2, 4) };
        let may_stand = |place| !is_dragon || matches!(terrain(place), Terrain::Fortress | Terrain::Camp);
        for side in Side::BOTH {
            hold(&field, &row, side, from, &may_stand);
        }
    }
}

/// The ranks of the Dance, whose runs of empty squares are numbers up to eleven.
fn written(pieces: &BTreeMap<Place, char>) -> String {
    let rank = |rank: i8| {
        let (mut line, mut run) = (String::new(), 0);
        for file in 0..11 {
            match pieces.get(&(file, rank)) {
                None => run += 1,
                Some(letter) => {
                    line.push_str(&if run > 0 { run.to_string() } else { String::new() });
                    line.push(*letter);
                    run = 0;
                }
            }
        }
        line.push_str(&if run > 0 { run.to_string() } else { String::new() });
        line
    };
    (0..11).rev().map(rank).collect::<Vec<_>>().join("/")
}

#[test]
fn options_that_change_powers_change_the_summary() {
    let tiger = Variation::TigerChess(TigerOptions { tiger: true, ..TigerOptions::default() });
    let guard = |variation| summary(variation).into_iter().find(|row| row.short == "G").unwrap().scope;
    assert_ne!(guard(tiger), guard(Variation::standard(GameKind::TigerChess)));
    assert!(summary(tiger).iter().any(|row| row.short == "L" && !row.besides.is_empty()));
}

#[test]
fn every_force_has_one_row_with_words_for_every_power() {
    for game in GameKind::ALL {
        let rows = summary(Variation::standard(game));
        assert!(!rows.is_empty(), "{game}");
        for (at, row) in rows.iter().enumerate() {
            assert!(!row.scope.is_empty(), "{game}: {}", row.name);
            assert!(row.moves.iter().chain(&row.captures).all(|reach| !reach.to_string().is_empty()));
            let same = |other: &&ForceSummary| other.short == row.short && other.side == row.side;
            assert_eq!(rows.iter().position(|other| same(&other)), Some(at), "{game}: {}", row.name);
        }
    }
}
