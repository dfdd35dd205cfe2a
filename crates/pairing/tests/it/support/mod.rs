//! Tournaments written down compactly: one line a player, `rating | cell cell ...`, numbered from 1.
//!
//! A cell is `3w1` (opponent, side, result `1 = 0 + -`), or a bye `U H F Z`.

use tiger_pairing::{
    Bye, Cell, Entry, ForfeitResult, GameResult, PairingNumber, Player, Settings, Side, Tournament,
};

pub(crate) fn number(number: u32) -> PairingNumber {
    PairingNumber::new(number).unwrap()
}

pub(crate) fn tournament(settings: Settings, lines: &str) -> Tournament {
    let mut tournament = Tournament::new(settings);
    for (index, line) in lines.lines().filter(|line| !line.trim().is_empty()).enumerate() {
        let (rating, cells) = line.split_once('|').unwrap();
        let mut player = Player::new(number(index as u32 + 1), rating.trim().parse().ok());
        player.cells = cells.split_whitespace().map(cell).collect();
        tournament.enter(player);
    }
    tournament
}

pub(crate) fn cell(text: &str) -> Cell {
    let bye = match text {
        "U" => Some(Bye::PairingAllocated),
        "H" => Some(Bye::HalfPoint),
        "F" => Some(Bye::FullPoint),
        "Z" => Some(Bye::ZeroPoint),
        _ => None,
    };
    if let Some(bye) = bye {
        return Cell::bye(bye);
    }
    let split = text.find(['w', 'b']).unwrap();
    let opponent = number(text[..split].parse().unwrap());
    let side = if &text[split..=split] == "w" { Side::First } else { Side::Second };
    let played = |result| Cell::game(opponent, side, result);
    let forfeited = |result| Cell::from(Entry::Forfeit { opponent, side: Some(side), result });
    match &text[split + 1..] {
        "1" => played(GameResult::Win),
        "=" => played(GameResult::Draw),
        "0" => played(GameResult::Loss),
        "+" => forfeited(ForfeitResult::Win),
        "-" => forfeited(ForfeitResult::Loss),
        "?" => played(GameResult::Open),
        other => panic!("no result is written {other}"),
    }
}
