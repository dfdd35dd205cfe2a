//! A reader of just as much of a tournament report file as pairing needs.

use std::collections::{BTreeMap, BTreeSet};

use tiger_pairing::{
    Acceleration, Bye, Cell, Entry, ForbiddenGroup, ForfeitResult, GameResult, PairingNumber, Player, Points,
    Round, Settings, Side, System, Tournament,
};

/// Reads points: `3`, `5.5`.
fn points(text: &str) -> Points {
    let (whole, decimals) = text.trim().split_once('.').unwrap_or((text.trim(), "0"));
    let half = i32::from(decimals.starts_with('5'));
    Points::from_halves(2 * whole.trim().parse::<i32>().unwrap() + half)
}

fn number(text: &str) -> Option<PairingNumber> {
    PairingNumber::new(text.trim().parse().unwrap_or(0))
}

/// Reads a tournament report file.
pub(crate) fn read(text: &str) -> Tournament {
    let mut settings = Settings::new(System::Dutch, 0);
    let mut players = Vec::new();
    let mut accelerations: BTreeMap<PairingNumber, Vec<Points>> = BTreeMap::new();
    let mut explicit_bye = None;
    for line in text.split(['\n', '\r']).filter(|line| line.len() > 3) {
        let (code, rest) = line.split_at(3);
        match code {
            "001" => players.push(read_player(line)),
            "142" | "XXR" => settings.rounds = rest.trim().parse().unwrap(),
            "152" if rest.trim() == "W" => settings.initial_side = Some(Side::First),
            "152" => settings.initial_side = Some(Side::Second),
            "XXC" if rest.contains("white1") => settings.initial_side = Some(Side::First),
            "XXC" if rest.contains("black1") => settings.initial_side = Some(Side::Second),
            "BBW" => {
                settings.points.win = points(rest);
                settings.points.forfeit_win = points(rest);
                settings.points.full_point_bye = points(rest);
                settings.points.pairing_allocated_bye = explicit_bye.unwrap_or(points(rest));
            }
            "BBD" => {
                settings.points.draw = points(rest);
                settings.points.half_point_bye = points(rest);
            }
            "BBL" => settings.points.loss = points(rest),
            "BBZ" => settings.points.zero_point_bye = points(rest),
            "BBF" => settings.points.forfeit_loss = points(rest),
            "BBU" => {
                explicit_bye = Some(points(rest));
                settings.points.pairing_allocated_bye = points(rest);
            }
            "XXP" => settings.forbidden.push(ForbiddenGroup {
                players: rest.split_whitespace().filter_map(number).collect::<BTreeSet<_>>(),
                first_round: Round::FIRST,
                last_round: None,
            }),
            "XXA" => {
                let mut words = rest.split_whitespace();
                let player = words.next().and_then(number).unwrap();
                accelerations.insert(player, words.map(points).collect());
            }
            _ => {}
        }
    }
    if !accelerations.is_empty() {
        settings.acceleration = Acceleration::Listed(accelerations);
    }
    let mut tournament = Tournament::new(settings);
    for player in players {
        tournament.enter(player);
    }
    tournament
}

fn read_player(line: &str) -> Player {
    let mut player = Player::new(number(&line[4..8]).unwrap(), line[48..52].trim().parse().ok());
    let mut column = 91;
    while column + 8 <= line.len() {
        let cell = &line[column..column + 8];
        player.cells.push(read_cell(number(&cell[..4]), &cell[5..6], &cell[7..8]));
        column += 10;
    }
    while player.cells.last() == Some(&Cell::from(Entry::Unplayed)) {
        player.cells.pop();
    }
    player
}

fn read_cell(opponent: Option<PairingNumber>, side: &str, result: &str) -> Cell {
    let side = match side {
        "w" => Some(Side::First),
        "b" => Some(Side::Second),
        _ => None,
    };
    let Some(opponent) = opponent else {
        return match result {
            "U" => Cell::bye(Bye::PairingAllocated),
            "H" => Cell::bye(Bye::HalfPoint),
            "F" => Cell::bye(Bye::FullPoint),
            "Z" => Cell::bye(Bye::ZeroPoint),
            _ => Cell::from(Entry::Unplayed),
        };
    };
    let forfeit = |result| Cell::from(Entry::Forfeit { opponent, side, result });
    match result {
        "+" => forfeit(ForfeitResult::Win),
        "-" => forfeit(ForfeitResult::Loss),
        "1" => Cell::game(opponent, side.unwrap(), GameResult::Win),
        "=" => Cell::game(opponent, side.unwrap(), GameResult::Draw),
        _ => Cell::game(opponent, side.unwrap(), GameResult::Loss),
    }
}
