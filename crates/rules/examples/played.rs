//! Games that the program plays against itself until one ends in a wanted way, printed as a record: most of the demo's
//! records of TigerChess, Dragon and The Dragon's Dance came about so. The same arguments give the same game.
//!
//! `cargo run --release -p tiger-rules --example played -- dragon direct-capture 1 40`
//! plays Dragon with the seeds 1 to 40 and prints the shortest game that a direct capture ends. A fifth argument names the
//! ending that the stronger side goes out for, if it is another one; a sixth says how seldom the weaker side is careless.

#![expect(clippy::print_stdout, reason = "the record is what it is run for")]

use std::collections::BTreeMap;
use std::process::ExitCode;

use tiger_rules::dragon::{self, Kind as Force};
use tiger_rules::{
    Deployment, DragonOptions, Ending, GameKind, Kind, LancerChess, Outcome, Position, Record, Side, Square,
    TigerChess, TigerOptions, Variation, dance,
};

/// The most half-moves of a game.
const LONGEST: usize = 260;

/// The fewest: shorter ones are no sight.
const SHORTEST: usize = 36;

/// What is looked for.
#[derive(Clone, Copy)]
struct Plan {
    /// How the game is to end.
    wanted: Ending,
    /// The ending that the stronger side goes out for.
    goal: Ending,
    /// The weaker side makes any move at all once in so many.
    careless: u64,
}

/// A stream of numbers that look like chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % limit.max(1)
    }
}

/// A game that can be played with a purpose.
trait Played: Position {
    /// How well a side stands; more with what leads to the ending that is wanted.
    fn standing(&self, side: Side, wanted: Ending) -> i32;
}

/// What a move is worth: what stands after the best reply.
fn worth<P: Played>(after: &P, mover: Side, wanted: Ending, careless: Side) -> i32 {
    // In Dragon only the stronger side goes out for the ending.
    let goal =
        |side: Side| if side == careless && P::GAME == GameKind::Dragon { Ending::Agreement } else { wanted };
    let stands = |position: &P| {
        position.standing(mover, goal(mover)) - position.standing(mover.other(), goal(mover.other()))
    };
    let ended = |position: &P| {
        position.verdict().map(|end| match end.winner {
            Some(winner) if winner == mover => 1_000_000 + 10_000 * i32::from(end.by == wanted),
            Some(_) => -1_000_000,
            None => {
                if end.by == wanted {
                    50_000
                } else {
                    -3_000
                }
            }
        })
    };
    if let Some(end) = ended(after) {
        return end;
    }
    let replies = after.legal_moves();
    let harassed = if after.royal_attacked() == Some(true) { 60 } else { 0 };
    let worst = replies.iter().map(|reply| {
        let next = after.after(reply);
        ended(&next).unwrap_or_else(|| stands(&next))
    });
    worst.min().unwrap_or(0) + harassed - i32::try_from(replies.len()).unwrap_or(0)
}

/// Plays one game; moves, outcome, plies.
fn play<P: Played>(mut position: P, plan: Plan, seed: u64) -> Option<(Vec<String>, Outcome)> {
    let wanted = plan.goal;
    let mut chance = Chance(seed);
    let mut seen: BTreeMap<P::Key, u32> = BTreeMap::new();
    let mut written = Vec::new();
    let careless = Side::BOTH[usize::from(seed.is_multiple_of(2))];
    loop {
        let times = seen.entry(position.repetition_key()).or_insert(0);
        *times += 1;
        if let Some(outcome) = position.verdict() {
            return Some((written, outcome));
        }
        if *times >= 3 {
            return Some((written, Outcome::drawn(Ending::Repetition)));
        }
        if written.len() >= LONGEST {
            return None;
        }
        let mover = position.turn();
        let moves = position.legal_moves();
        let is_oversight = chance.below(if mover == careless { plan.careless } else { 60 }) == 0;
        let is_deployment = position.move_number().is_none() && P::GAME == GameKind::TigerChess;
        let mut best: Option<(i32, usize)> = None;
        for (index, mv) in moves.iter().enumerate() {
            let luck = i32::try_from(chance.below(if is_oversight { 4_000 } else { 24 })).unwrap_or(0);
            let value = if is_deployment {
                luck
            } else {
                let after = position.after(mv);
                let again = i32::from(seen.contains_key(&after.repetition_key()));
                let again = if wanted == Ending::Repetition { 40 * again } else { -200 * again };
                worth(&after, mover, wanted, careless) + luck + again
            };
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, index));
            }
        }
        let mv = &moves[best?.1];
        written.push(position.write_move(mv));
        position.play_unchecked(mv);
    }
}

fn steps(one: dragon::Position, other: dragon::Position) -> i32 {
    let (files, ranks) = one.delta(other);
    i32::from(files.unsigned_abs().max(ranks.unsigned_abs()))
}

impl Played for dragon::Situation {
    fn standing(&self, side: Side, wanted: Ending) -> i32 {
        let own = |kind: Force| Side::from(kind.side()) == side;
        let mut sum = 0;
        let mut bearers = Vec::new();
        let mut royal = None;
        for at in dragon::Position::all() {
            let Some(kind) = self.force_at(at) else { continue };
            if own(kind) {
                sum += 10 * force_value(kind);
                if kind.is_foot() {
                    let home = i32::from(at.rank_from_home(kind.side()));
                    sum += home;
                }
                if matches!(kind, Force::Prince | Force::Warlord | Force::Witch | Force::StormQueen) {
                    bearers.push((at, kind));
                }
            } else if kind.is_royal() {
                royal = Some(at);
            }
        }
        sum += 15
            * i32::try_from(
                self.vessels().filter(|(at, _)| self.commander(*at).map(Side::from) == Some(side)).count(),
            )
            .unwrap_or(0);
        let goal = if side == Side::North { "E12" } else { "E4" };
        let (Some(goal), Some(royal)) = (dragon::Position::parse(goal), royal) else { return sum };
        for (at, kind) in bearers {
            let goal = match wanted {
                Ending::Planting => goal,
                Ending::DirectCapture => royal,
                _ => continue,
            };
            if wanted == Ending::Planting || kind != Force::Warlord {
                sum -= 45 * steps(at, goal) - self.way_on(at, goal, side);
            }
        }
        sum
    }
}

/// How a bearer can go on: at sea with a bow that points where he wants to go, ashore with an empty ship near him.
trait Way {
    fn way_on(&self, at: dragon::Position, goal: dragon::Position, side: Side) -> i32;
}

impl Way for dragon::Situation {
    fn way_on(&self, at: dragon::Position, goal: dragon::Position, side: Side) -> i32 {
        if let Some(vessel) = self.vessel_at(at) {
            let ahead = at.next(vessel.bow).filter(|next| next.is_ocean() && self.vessel_at(*next).is_none());
            return if ahead.is_some_and(|next| steps(next, goal) < steps(at, goal)) { 25 } else { 0 };
        }
        let is_home = if side == Side::North { at.rank() < 6 } else { at.rank() > 10 };
        if !is_home {
            return 30;
        }
        let empty = self.vessels().filter(|(place, _)| {
            self.force_at(*place).is_none() && self.commander(*place).map(Side::from) == Some(side)
        });
        -8 * empty.map(|(place, _)| steps(at, place)).min().unwrap_or(9)
    }
}

fn force_value(kind: Force) -> i32 {
    match kind.abbreviation() {
        "TPC" | "WL" | "WPS" => 0,
        "TBW" | "SQN" | "SEP" | "GF" | "RF" => 80,
        "DA" => 120,
        "ESA" | "YSA" | "WD" | "IM" => 90,
        "GSD" | "RSM" | "RG" | "RR" | "FT" | "ST" => 65,
        "WK" | "BK" | "WR" | "CE" | "GSE" | "RSE" | "RWH" => 50,
        "CB" | "RCT" | "GK" | "RK" => 35,
        "AS" | "RN" | "BR" | "PE" | "EF" | "TRL" | "LB" | "JR" => 20,
        _ => 10,
    }
}

impl Played for dance::Situation {
    fn standing(&self, side: Side, wanted: Ending) -> i32 {
        let king = self.find(side.other(), dance::Kind::King);
        let mut sum = 0;
        for (at, kind) in self.pieces(side) {
            sum += 60 * i32::from(kind.cost());
            match (wanted, king) {
                (Ending::KingCaptured, Some(king)) => sum -= 4 * i32::from(at.distance(king)),
                _ => {
                    let free =
                        self.board().fortresses().iter().filter(|&&fortress| {
                            self.piece_at(fortress).is_none_or(|piece| piece.side != side)
                        });
                    sum -= 5 * i32::from(free.map(|fortress| at.distance(*fortress)).min().unwrap_or(0));
                }
            }
        }
        let held = self
            .board()
            .fortresses()
            .iter()
            .filter(|&&at| self.piece_at(at).is_some_and(|piece| piece.side == side));
        sum + 400 * i32::try_from(held.count()).unwrap_or(0)
    }
}

impl Played for TigerChess {
    fn standing(&self, side: Side, wanted: Ending) -> i32 {
        let mut sum = 0;
        for square in (0..64).map(|number| Square::at(number % 8, number / 8)) {
            let Some((owner, kind)) = self.at(square) else { continue };
            if owner != side {
                continue;
            }
            let advance =
                if side == Side::South { i32::from(square.rank()) } else { 7 - i32::from(square.rank()) };
            sum += match kind {
                Kind::Queen => 0,
                Kind::King => 900,
                Kind::Tower => 500,
                // The Standard Bearer of the TigerVariation occupies the Palace.
                Kind::KingsLancer if wanted == Ending::Occupation => 310 + 25 * advance,
                Kind::Baron | Kind::KingsLancer | Kind::QueensLancer => 310,
                Kind::Pikeman => 100 + 6 * advance,
                Kind::Swordsman => 130 + 6 * advance,
                Kind::Knight | Kind::TigerKnight => 330,
                Kind::Archer => 260,
            };
        }
        sum
    }
}

impl Played for LancerChess {
    fn standing(&self, side: Side, _: Ending) -> i32 {
        let members =
            (0..64).map(|number| Square::at(number % 8, number / 8)).filter_map(|square| self.at(square));
        members
            .filter(|(owner, _)| *owner == side)
            .map(|(_, kind)| if kind == Kind::Pikeman { 100 } else { 300 })
            .sum()
    }
}

/// The record of the shortest game among the seeds that ends as wanted.
fn find<P: Played>(
    start: impl Fn(u64) -> (P, Variation),
    plan: Plan,
    seeds: std::ops::Range<u64>,
) -> Option<Record> {
    let played = seeds.filter_map(|seed| {
        let (position, variation) = start(seed);
        let (moves, outcome) = play(position, plan, seed)?;
        (outcome.by == plan.wanted && moves.len() >= SHORTEST).then_some((
            moves.len(),
            seed,
            variation,
            moves,
            outcome,
        ))
    });
    let (_, seed, variation, moves, outcome) = played.min_by_key(|(plies, seed, ..)| (*plies, *seed))?;
    let game = variation.game();
    let result = outcome.winner.map_or("Draw", |side| game.side_name(side));
    let mut record = Record::default();
    record.set_tag("Event", format!("Seed {seed}"));
    record.set_tag("Game", game.name());
    for side in Side::BOTH {
        record.set_tag(game.side_name(side), "?");
    }
    for (tag, value) in variation.tags() {
        record.set_tag(tag, value);
    }
    record.set_result(result);
    record.set_tag("Termination", outcome.by.name());
    moves.into_iter().for_each(|text| record.push_move(text));
    record.numbered().ok()
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, ending, first, last, more @ ..] = arguments.as_slice() else {
        eprintln!("usage: played GAME ENDING FIRST-SEED LAST-SEED [GOAL [CARELESS]]");
        return ExitCode::from(2);
    };
    let (Ok(game), Ok(wanted), Ok(first), Ok(last)) =
        (game.parse::<GameKind>(), ending.parse::<Ending>(), first.parse::<u64>(), last.parse::<u64>())
    else {
        eprintln!("played: a game, an ending, and two numbers, please");
        return ExitCode::from(2);
    };
    let (Ok(goal), Ok(careless)) = (
        more.first().unwrap_or(ending).parse::<Ending>(),
        more.get(1).map_or(Ok(5), |number| number.parse::<u64>()),
    ) else {
        eprintln!("played: the goal is an ending, too, and how seldom the weaker side is careless a number");
        return ExitCode::from(2);
    };
    let plan = Plan { wanted, goal, careless };
    let seeds = first..last.saturating_add(1);
    let pick = |seed: u64, count: usize| usize::try_from(seed).unwrap_or(0) % count.max(1);
    let record = match game {
        GameKind::LancerChess => find(|_| (LancerChess::start(()), Variation::LancerChess), plan, seeds),
        GameKind::TigerChess => {
            let start = |seed| {
                let deployment = Deployment::ALL[pick(seed, Deployment::ALL.len())];
                let options = TigerOptions {
                    deployment,
                    tiger: seed.is_multiple_of(5) || wanted == Ending::Occupation,
                };
                (TigerChess::start(options), Variation::TigerChess(options))
            };
            find(start, plan, seeds)
        }
        GameKind::Dragon => {
            let start = |seed| {
                let knights = tiger_rules::Knights::ALL[pick(seed, 3)];
                let formation = tiger_rules::Formation::ALL[usize::from(seed.is_multiple_of(4))];
                let options = DragonOptions { knights, formation };
                (dragon::Situation::start(options), Variation::Dragon(options))
            };
            find(start, plan, seeds)
        }
        GameKind::Dance => {
            let start = |seed: u64| {
                let regicide = match wanted {
                    Ending::NoPieces => tiger_rules::Regicide::Both,
                    _ => {
                        tiger_rules::Regicide::ALL[if seed.is_multiple_of(3) { pick(seed / 3, 4) } else { 0 }]
                    }
                };
                (dance::Situation::start(regicide), Variation::Dance { regicide })
            };
            find(start, plan, seeds)
        }
    };
    match record {
        Some(record) => {
            print!("{record}");
            ExitCode::SUCCESS
        }
        None => {
            eprintln!("no game with these seeds ends so");
            ExitCode::FAILURE
        }
    }
}
