//! Games of LancerChess played by the program against itself, so that the demo has records that the rules can
//! replay. The players think a little: they take what is to be had and mate when they see it.

use std::collections::BTreeMap;

use tiger_rules::{Ending, Kind, LancerChess, LancerKey, LancerMove, Outcome, Position, Side, Square};

use super::chance::Chance;

/// Half-moves after which the players agree on a draw.
const LONGEST: usize = 220;

/// Captures that a player looks ahead.
const FORESIGHT: u32 = 3;

/// A finished game.
pub struct Contest {
    pub moves: Vec<String>,
    pub outcome: Outcome,
}

/// Plays a game. `skill` tells of both sides how steadily they choose the best move they see, from 0 to 10.
pub fn play(skill: [u64; 2], chance: &mut Chance) -> Contest {
    let mut position = LancerChess::start(());
    let mut seen: BTreeMap<LancerKey, u32> = BTreeMap::new();
    let mut moves = Vec::new();
    loop {
        let times = seen.entry(position.repetition_key()).or_insert(0);
        *times += 1;
        let end = position.verdict().or_else(|| give_up(&position, moves.len(), *times, chance));
        if let Some(outcome) = end {
            return Contest { moves, outcome };
        }
        let Some(mv) = choose(&position, skill[position.turn().index()], &seen, chance) else {
            // The verdict has seen a position without moves.
            return Contest { moves, outcome: Outcome::drawn(Ending::Agreement) };
        };
        moves.push(position.write_move(&mv));
        position.play_unchecked(&mv);
    }
}

/// How the players end a game that the board does not end.
fn give_up(position: &LancerChess, plies: usize, times: u32, chance: &mut Chance) -> Option<Outcome> {
    let lead = material(position, Side::South) - material(position, Side::North);
    if times >= 3 {
        return Some(Outcome::drawn(Ending::Repetition));
    }
    let loser = if lead > 0 { Side::North } else { Side::South };
    if plies > 40 && lead.abs() >= 900 && position.turn() == loser && chance.one_in(24) {
        return Some(Outcome::won(loser.other(), Ending::Concession(None)));
    }
    let is_level = plies > 90 && lead.abs() <= 100 && chance.one_in(40);
    (is_level || plies >= LONGEST).then_some(Outcome::drawn(Ending::Agreement))
}

/// The best move that the player sees, but for an oversight now and then; the less skill, the more oversights.
fn choose(
    position: &LancerChess,
    skill: u64,
    seen: &BTreeMap<LancerKey, u32>,
    chance: &mut Chance,
) -> Option<LancerMove> {
    let is_oversight = chance.below(80) < 10_u64.saturating_sub(skill);
    let spread = if is_oversight { 100_000 } else { 30 };
    let mut best = None;
    for mv in position.legal_moves() {
        let luck = i32::try_from(chance.below(spread)).unwrap_or(0);
        let worth = worth(position, mv, seen).saturating_add(luck);
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, mv));
        }
    }
    best.map(|(_, mv)| mv)
}

fn worth(position: &LancerChess, mv: LancerMove, seen: &BTreeMap<LancerKey, u32>) -> i32 {
    let after = position.after(&mv);
    match after.verdict() {
        Some(Outcome { winner: Some(_), .. }) => return i32::MAX / 2,
        Some(Outcome { winner: None, .. }) => return -2_000,
        None => {}
    }
    let replies = i32::try_from(after.count_moves()).unwrap_or(0);
    let check = if after.royal_attacked() == Some(true) { 15 } else { 0 };
    let advance = if mv.kind == Kind::Pikeman { 4 } else { 0 };
    let again = if seen.contains_key(&after.repetition_key()) { 300 } else { 0 };
    gain(position, mv) - exchange(&after, FORESIGHT) + check + advance - 3 * replies - again
}

/// What the side to move can win by captures alone, as far as it looks ahead.
fn exchange(position: &LancerChess, depth: u32) -> i32 {
    if depth == 0 {
        return 0;
    }
    let captures = position.legal_moves().into_iter().filter(|mv| gain(position, *mv) > 0);
    let best = captures.map(|mv| gain(position, mv) - exchange(&position.after(&mv), depth - 1)).max();
    best.unwrap_or(0).max(0)
}

fn gain(position: &LancerChess, mv: LancerMove) -> i32 {
    let taken = position.at(mv.to).filter(|(side, _)| *side != position.turn());
    let became = mv.becomes.map_or(0, |kind| value(kind) - value(Kind::Pikeman));
    taken.map_or(0, |(_, kind)| value(kind)) + became
}

fn material(position: &LancerChess, side: Side) -> i32 {
    let squares = (0..64).map(|number| Square::at(number % 8, number / 8));
    let members = squares.filter_map(|square| position.at(square));
    members.filter(|(owner, _)| *owner == side).map(|(_, kind)| value(kind)).sum()
}

const fn value(kind: Kind) -> i32 {
    match kind {
        Kind::Queen => 0,
        Kind::King => 900,
        Kind::Tower => 500,
        Kind::Baron => 320,
        Kind::KingsLancer | Kind::QueensLancer => 300,
        Kind::Pikeman => 100,
        Kind::Knight | Kind::TigerKnight | Kind::Swordsman | Kind::Archer => 250,
    }
}
