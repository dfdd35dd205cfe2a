//! Laws of tie-breaks over random tournaments, and a second, slow reading of articles 14 to 16 to compare with.

use proptest::prelude::{ProptestConfig, any, proptest};
use tiger_pairing::standings::{rounds_paired, standings, standings_after};
use tiger_pairing::tiebreak::{TieBreak, Value, parse_list};
use tiger_pairing::{
    Bye, Cell, Edition, Entry, ForfeitResult, PairingNumber, Player, PointTable, Points, Settings, System,
    Tournament,
};

use super::random;

/// The slow reading: in quarters of points, each question answered from the cells anew.
struct Slow<'a> {
    tournament: &'a Tournament,
    rounds: usize,
    forfeits_as_played: bool,
}

/// A part of a sum: the opponent's score in halves, the contribution in quarters, voluntarily unplayed or not.
#[derive(Clone, Copy)]
struct Part {
    score: i64,
    quarters: i64,
    voluntary: bool,
}

impl Slow<'_> {
    fn cell(&self, player: &Player, round: usize) -> Cell {
        player.cells.get(round).copied().unwrap_or_else(|| Entry::Unplayed.into())
    }

    fn points(&self, cell: &Cell) -> i64 {
        i64::from(self.tournament.cell_points(cell).halves())
    }

    fn draw(&self) -> i64 {
        i64::from(self.tournament.settings.points.draw.halves())
    }

    fn requested(cell: &Cell) -> bool {
        matches!(cell.entry, Entry::Bye(Bye::HalfPoint | Bye::ZeroPoint) | Entry::Unplayed)
    }

    fn voluntary(cell: &Cell) -> bool {
        Self::requested(cell) || matches!(cell.entry, Entry::Forfeit { result: ForfeitResult::Loss, .. })
    }

    fn score(&self, player: &Player) -> i64 {
        (0..self.rounds).map(|round| self.points(&self.cell(player, round))).sum()
    }

    /// 16.3: requested byes followed by voluntarily unplayed rounds alone, or by none, are draws.
    fn adjusted(&self, number: PairingNumber) -> i64 {
        let player = self.tournament.player(number).unwrap();
        let mut sum = 0;
        for round in 0..self.rounds {
            let cell = self.cell(player, round);
            let rest_voluntary =
                (round + 1..self.rounds).all(|later| Self::voluntary(&self.cell(player, later)));
            sum += if Self::requested(&cell) && rest_voluntary { self.draw() } else { self.points(&cell) };
        }
        sum
    }

    fn parts(&self, number: PairingNumber, product: bool) -> Vec<Part> {
        let player = self.tournament.player(number).unwrap();
        let own = self.score(player);
        let mut parts = Vec::new();
        for round in 0..self.rounds {
            let cell = self.cell(player, round);
            let capped = self.tournament.settings.tie_breaks.edition == Edition::March2026;
            let (score, voluntary) = match cell.entry {
                Entry::Game { opponent, .. } => (self.adjusted(opponent), false),
                Entry::Forfeit { opponent, .. } if self.forfeits_as_played => {
                    (self.adjusted(opponent), false)
                }
                Entry::Forfeit { opponent, .. } if capped => {
                    (own.min(self.adjusted(opponent)), Self::voluntary(&cell))
                }
                Entry::Bye(_) | Entry::Unplayed if capped => {
                    (own.min(self.draw() * self.rounds as i64), Self::voluntary(&cell))
                }
                _ => (own, Self::voluntary(&cell)),
            };
            let quarters = if product { score * self.points(&cell) } else { score * 2 };
            parts.push(Part { score, quarters, voluntary });
        }
        parts
    }

    /// Article 14 with 16.5: one cut after the other, each on a sorted copy.
    fn value(&self, number: PairingNumber, product: bool, low: usize, high: usize) -> i64 {
        let mut parts = self.parts(number, product);
        for _ in 0..low {
            parts.sort_by_key(|part| (part.score, part.quarters));
            let Some(least) = parts.first().copied() else { break };
            let mut unplayed: Vec<usize> = (0..parts.len()).filter(|&index| parts[index].voluntary).collect();
            unplayed.sort_by_key(|&index| (parts[index].quarters, parts[index].score));
            match unplayed.first() {
                Some(&index) if parts[index].quarters >= least.quarters => parts.remove(index),
                _ => parts.remove(0),
            };
        }
        parts.sort_by_key(|part| (part.score, part.quarters));
        parts.truncate(parts.len().saturating_sub(high));
        parts.iter().map(|part| part.quarters).sum()
    }
}

/// Article 6 read slowly: every outcome of every missing game is tried.
struct SlowEncounter<'a> {
    tournament: &'a Tournament,
}

/// Points are counted in 1680ths, which every average of up to 8 half-point results divides.
const SCALE: i64 = 840;

impl SlowEncounter<'_> {
    /// The average result of `one` against `other`, if they have met.
    fn result(&self, one: PairingNumber, other: PairingNumber) -> Option<i64> {
        let predetermined = matches!(self.tournament.settings.system, System::RoundRobin { .. });
        let cells = &self.tournament.player(one).unwrap().cells;
        let games: Vec<i64> = cells
            .iter()
            .filter(|cell| cell.opponent() == Some(other))
            .filter(|cell| predetermined || cell.opponent_met().is_some())
            .map(|cell| i64::from(self.tournament.cell_points(cell).halves()) * SCALE)
            .collect();
        (!games.is_empty()).then(|| games.iter().sum::<i64>() / games.len() as i64)
    }

    /// The classes of a group, or nothing if it has too many missing games to try them all.
    fn order(&self, group: &[PairingNumber]) -> Option<Vec<Vec<PairingNumber>>> {
        let mut missing = Vec::new();
        let mut totals = vec![0; group.len()];
        for (index, &one) in group.iter().enumerate() {
            for (place, &other) in group.iter().enumerate() {
                match self.result(one, other) {
                    Some(points) => totals[index] += points,
                    None if index < place => missing.push((index, place)),
                    None => {}
                }
            }
        }
        if missing.is_empty() {
            let mut distinct: Vec<i64> = totals.clone();
            distinct.sort_unstable();
            distinct.dedup();
            if distinct.len() == 1 {
                return Some(vec![group.to_vec()]);
            }
            let class = |total: i64| -> Vec<PairingNumber> {
                group
                    .iter()
                    .zip(&totals)
                    .filter(|(_, own)| **own == total)
                    .map(|(number, _)| *number)
                    .collect()
            };
            let classes: Option<Vec<_>> =
                distinct.into_iter().rev().map(|total| self.order(&class(total))).collect();
            return Some(classes?.concat());
        }
        if matches!(self.tournament.settings.system, System::RoundRobin { .. }) {
            return Some(vec![group.to_vec()]);
        }
        let outcomes = self.outcomes(&totals, &missing)?;
        let mut rest: Vec<usize> = (0..group.len()).collect();
        let mut classes = Vec::new();
        let is_alone = |leader: usize, rest: &[usize]| {
            outcomes.iter().all(|end| rest.iter().all(|&other| other == leader || end[leader] > end[other]))
        };
        while let Some(leader) = rest.iter().copied().find(|&leader| is_alone(leader, &rest)) {
            classes.push(vec![group[leader]]);
            rest.retain(|&other| other != leader);
        }
        let rest: Vec<PairingNumber> = rest.into_iter().map(|index| group[index]).collect();
        match rest.len() {
            0 => {}
            left if left == group.len() => classes.push(rest),
            _ => classes.extend(self.order(&rest)?),
        }
        Some(classes)
    }

    /// The totals after every outcome of the missing games.
    fn outcomes(&self, totals: &[i64], missing: &[(usize, usize)]) -> Option<Vec<Vec<i64>>> {
        if missing.len() > 6 {
            return None;
        }
        let table = &self.tournament.settings.points;
        let [win, draw, loss] =
            [table.win, table.draw, table.loss].map(|points| i64::from(points.halves()) * SCALE);
        let mut ends = vec![totals.to_vec()];
        for &(one, other) in missing {
            ends = ends
                .into_iter()
                .flat_map(|end| {
                    [(win, loss), (draw, draw), (loss, win)].map(|(ours, theirs)| {
                        let mut next = end.clone();
                        next[one] += ours;
                        next[other] += theirs;
                        next
                    })
                })
                .collect();
        }
        Some(ends)
    }
}

fn point_tables() -> [PointTable; 3] {
    let halves = Points::from_halves;
    [
        PointTable::default(),
        PointTable::new(Points::whole(3), Points::whole(1), Points::ZERO),
        PointTable {
            forfeit_loss: Points::ZERO,
            ..PointTable::new(halves(11), Points::whole(3), Points::whole(1))
        },
    ]
}

fn settings(system: System, seed: u64) -> Settings {
    let mut settings = Settings::new(system, 9);
    settings.points = point_tables()[(seed % 3) as usize];
    if seed.is_multiple_of(2) {
        settings.tie_breaks.edition = Edition::August2024;
    }
    settings
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn buchholz_and_sonneborn_agree_with_the_slow_reading(seed in any::<u64>()) {
        let tournament = random::tournament(settings(System::Dutch, seed), seed);
        for (name, product) in [("BH", false), ("SB", true)] {
            for (modifier, low, high) in [("", 0, 0), ("/C1", 1, 0), ("/C2", 2, 0), ("/C3", 3, 0), ("/M1", 1, 1), ("/M2", 2, 2)] {
                for played in ["", "/P"] {
                    let code = format!("{name}{modifier}{played}");
                    let tie_break: TieBreak = code.parse().unwrap();
                    let standings = standings(&tournament, &[tie_break]);
                    let slow = Slow {
                        tournament: &tournament,
                        rounds: rounds_paired(&tournament) as usize,
                        forfeits_as_played: !played.is_empty(),
                    };
                    for row in &standings.rows {
                        let expected = Value::fraction(slow.value(row.player, product, low, high), 4);
                        assert_eq!(row.values[0].value, expected, "{code} of {}", row.player);
                    }
                }
            }
        }
    }

    #[test]
    fn standings_are_sorted_and_ranks_follow(seed in any::<u64>()) {
        let tournament = random::tournament(settings(System::Dutch, seed), seed);
        let list = parse_list("BH/C1,SB,PS,WON,STD,BPG,ARO").unwrap();
        let standings = standings(&tournament, &list);
        for (index, pair) in standings.rows.windows(2).enumerate() {
            let key = |row: &tiger_pairing::standings::Row| {
                let values: Vec<Option<Value>> = row.values.iter().map(|scored| scored.value).collect();
                (row.points, values)
            };
            let (upper, lower) = (key(&pair[0]), key(&pair[1]));
            assert!(upper >= lower, "rows {index} and the next: {upper:?} before {lower:?}");
            assert_eq!(upper == lower, pair[0].rank == pair[1].rank);
            if upper == lower {
                assert!(pair[0].player < pair[1].player);
            } else {
                assert_eq!(pair[1].rank as usize, index + 2);
            }
        }
    }

    #[test]
    fn direct_encounter_reorders_nobody_outside_his_group(seed in any::<u64>()) {
        for system in [System::Dutch, System::RoundRobin { cycles: 1 }] {
            let tournament = random::tournament(settings(system, seed), seed);
            let plain = standings(&tournament, &[]);
            let broken = standings(&tournament, &parse_list("DE,DE").unwrap());
            for row in &broken.rows {
                let tied = plain.rows.iter().filter(|other| other.points == row.points).count() as u32;
                let from = plain.row(row.player).unwrap().rank;
                assert!((from..from + tied).contains(&row.rank));
                // Nothing is left to be found by a second application (6.2: until nothing more resolves).
                assert_eq!(row.values[0].value.is_some(), tied > 1);
            }
            assert_eq!(
                broken.rows.iter().map(|row| row.rank).collect::<Vec<_>>(),
                standings(&tournament, &parse_list("DE").unwrap()).rows.iter().map(|row| row.rank).collect::<Vec<_>>(),
            );
        }
    }

    #[test]
    fn direct_encounter_agrees_with_trying_every_missing_game(seed in any::<u64>()) {
        for system in [System::Dutch, System::RoundRobin { cycles: 1 }] {
            let tournament = random::tournament(settings(system, seed), seed);
            let plain = standings(&tournament, &[]);
            let broken = standings(&tournament, &parse_list("DE").unwrap());
            for tied in plain.rows.chunk_by(|one, other| one.rank == other.rank) {
                let group: Vec<PairingNumber> = tied.iter().map(|row| row.player).collect();
                let Some(classes) = (SlowEncounter { tournament: &tournament }).order(&group) else { continue };
                let mut rank = tied[0].rank;
                for class in classes {
                    for player in &class {
                        assert_eq!(broken.row(*player).unwrap().rank, rank, "player {player} of {group:?}");
                    }
                    rank += class.len() as u32;
                }
            }
        }
    }

    #[test]
    fn every_sum_is_the_sum_of_the_terms_that_count(seed in any::<u64>()) {
        let tournament = random::tournament(settings(System::Dutch, seed), seed);
        let list = parse_list("WIN,WON,BPG,BWG,PS/C1,REP,STD,BH/M1,FB/C2,SB/C1,KS,GV").unwrap();
        for row in standings(&tournament, &list).rows {
            for scored in row.values {
                let sum: Value = scored.working.terms.iter().filter(|term| term.counts()).map(|term| term.contribution).sum();
                assert_eq!(scored.value, Some(sum));
            }
        }
    }

    #[test]
    fn earlier_standings_do_not_know_later_rounds(seed in any::<u64>()) {
        let tournament = random::tournament(settings(System::Dutch, seed), seed);
        let list = parse_list("DE,BH/C1,SB,PTP").unwrap();
        let half = rounds_paired(&tournament) / 2;
        let mut cut_off = tournament.clone();
        let numbers: Vec<PairingNumber> = tournament.players().map(|player| player.number).collect();
        for number in numbers {
            cut_off.player_mut(number).unwrap().cells.truncate(half as usize);
        }
        assert_eq!(standings_after(&tournament, half, &list), standings_after(&cut_off, half, &list));
    }
}
