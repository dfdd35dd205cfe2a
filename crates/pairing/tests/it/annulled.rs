//! Who left a round robin before half of the games: for everybody else the standings are those of a field without them.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::{ProptestConfig, Strategy, any, proptest};
use tiger_pairing::model::{BoardResult, System};
use tiger_pairing::round_robin::{Cycles, schedule};
use tiger_pairing::standings::{standings, standings_after};
use tiger_pairing::tiebreak::{TieBreak, Value, parse_list};
use tiger_pairing::trf::{Person, Report, Version, disagreements, rank_mistakes, read, write};
use tiger_pairing::{Entry, PairingNumber, Player, Points, Round, Settings, Tournament};

const RESULTS: [BoardResult; 8] = [
    BoardResult::FirstWins,
    BoardResult::FirstWins,
    BoardResult::Draw,
    BoardResult::SecondWins,
    BoardResult::SecondWins,
    BoardResult::SecondForfeits,
    BoardResult::FirstForfeits,
    BoardResult::BothForfeit,
];

fn number(number: u32) -> PairingNumber {
    PairingNumber::new(number).unwrap()
}

/// A round robin with every result at random, some players being annulled.
fn played(players: u32, cycles: Cycles, results: &[u8], gone: &BTreeSet<PairingNumber>) -> Tournament {
    let times = if cycles == Cycles::Double { 2 } else { 1 };
    let rounds = schedule(players, cycles).unwrap();
    let mut settings = Settings::new(System::RoundRobin { cycles: times }, rounds.len() as u32);
    settings.annulled.clone_from(gone);
    let mut tournament = Tournament::new(settings);
    for player in 1..=players {
        tournament.enter(Player::new(number(player), Some(1500 + 37 * player)));
    }
    let mut results = results.iter().cycle();
    for (round, fixtures) in (1..).zip(rounds) {
        for fixture in fixtures.fixtures {
            let result = RESULTS[usize::from(*results.next().unwrap()) % RESULTS.len()];
            let round = Round::new(round).unwrap();
            tournament.record(round, number(fixture.first), number(fixture.second), result).unwrap();
        }
    }
    tournament
}

/// The field as if they had never been entered: their rounds are free for everybody else.
fn without(tournament: &Tournament, gone: &BTreeSet<PairingNumber>) -> Tournament {
    let mut settings = tournament.settings.clone();
    settings.annulled.clear();
    let mut field = Tournament::new(settings);
    for player in tournament.players().filter(|player| !gone.contains(&player.number)) {
        let mut player = player.clone();
        for cell in &mut player.cells {
            if cell.opponent().is_some_and(|opponent| gone.contains(&opponent)) {
                *cell = Entry::Unplayed.into();
            }
        }
        field.enter(player);
    }
    field
}

fn fields() -> impl Strategy<Value = (u32, Cycles, Vec<u8>, BTreeSet<PairingNumber>)> {
    (3_u32..10, any::<bool>(), proptest::collection::vec(any::<u8>(), 90), any::<u16>()).prop_map(
        |(players, double, results, mask)| {
            let gone: BTreeSet<_> =
                (1..=players).filter(|place| mask >> place & 3 == 3).take(2).map(number).collect();
            (players, if double { Cycles::Double } else { Cycles::Single }, results, gone)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn standings_are_those_of_the_field_without_the_annulled((players, cycles, results, gone) in fields()) {
        let tie_breaks = parse_list("DE,SB,KS,WIN,WON,BPG,PS,STD,REP,ARO,TPR,PTP,SB/C1,TPN").unwrap();
        let all = played(players, cycles, &results, &gone);
        let rest = without(&all, &gone);
        let rounds = all.settings.rounds;
        let (all, rest) = (standings_after(&all, rounds, &tie_breaks), standings_after(&rest, rounds, &tie_breaks));
        let counted: Vec<_> = all.rows.iter().filter(|row| !row.is_annulled).collect();
        assert_eq!(counted.len(), rest.rows.len());
        for (ours, theirs) in counted.iter().zip(&rest.rows) {
            assert_eq!((ours.player, ours.rank, ours.points), (theirs.player, theirs.rank, theirs.points));
            for ((column, one), other) in tie_breaks.iter().zip(&ours.values).zip(&theirs.values) {
                assert_eq!(one.value, other.value, "{column} of {}", ours.player);
            }
        }
        for (row, place) in all.rows.iter().zip(0..) {
            assert_eq!(row.is_annulled, gone.contains(&row.player));
            assert_eq!(row.is_annulled, place >= rest.rows.len(), "the annulled stand last");
        }
    }

    #[test]
    fn points_and_sonneborn_berger_agree_with_a_slow_count((players, cycles, results, gone) in fields()) {
        let tournament = played(players, cycles, &results, &gone);
        let table = standings(&tournament, &["SB".parse::<TieBreak>().unwrap()]);
        // Game by game: who is not gone takes points from who is not gone.
        let mut score: BTreeMap<PairingNumber, i64> = BTreeMap::new();
        let mut taken = Vec::new();
        for player in tournament.players().filter(|player| !gone.contains(&player.number)) {
            for cell in &player.cells {
                let Some(opponent) = cell.opponent().filter(|opponent| !gone.contains(opponent)) else { continue };
                let points = i64::from(tournament.cell_points(cell).halves());
                *score.entry(player.number).or_default() += points;
                taken.push((player.number, opponent, points));
            }
        }
        for row in &table.rows {
            assert_eq!(i64::from(row.points.halves()), score.get(&row.player).copied().unwrap_or(0));
            let weighed = taken.iter().filter(|(player, ..)| *player == row.player);
            let quarters = weighed.map(|(_, opponent, points)| score.get(opponent).copied().unwrap_or(0) * points);
            assert_eq!(row.values[0].value, Value::fraction(quarters.sum(), 4));
        }
    }

    #[test]
    fn a_report_file_says_it_and_brings_it_back((players, cycles, results, gone) in fields()) {
        let tournament = played(players, cycles, &results, &gone);
        let mut report = Report { tournament, ..Report::default() };
        for player in 1..=players {
            report.people.insert(number(player), Person { name: format!("Player {player}"), ..Person::default() });
        }
        report.set_ranks(&standings(&report.tournament, &[]));
        let file = write(&report, Version::Trf26);
        let back = read(&file).unwrap();
        assert_eq!(back.tournament, report.tournament, "{file}");
        assert!(disagreements(&back).is_empty(), "{file}");
        assert!(rank_mistakes(&back, &standings(&back.tournament, &[])).is_empty(), "{file}");
        // Who does not know our comments reads the same points from records 299.
        let plain: String = file.lines().filter(|line| !line.starts_with("###")).map(|line| format!("{line}\n")).collect();
        let theirs = read(&plain).unwrap();
        assert!(disagreements(&theirs).is_empty(), "{plain}");
        for player in theirs.tournament.players() {
            let ours = standings(&report.tournament, &[]).row(player.number).map(|row| row.points);
            let next = Round::new(theirs.tournament.settings.rounds + 1).unwrap();
            assert_eq!(Some(theirs.tournament.score_before(player, next)), ours);
        }
    }
}

#[test]
fn a_player_without_points_is_before_one_who_is_annulled() {
    let gone = BTreeSet::from([number(1)]);
    let tournament = played(4, Cycles::Single, &[0], &gone);
    let table = standings(&tournament, &[]);
    let last = table.rows.last().unwrap();
    assert_eq!((last.player, last.points, last.is_annulled), (number(1), Points::ZERO, true));
    let cells = last.results.iter().filter(|cell| !cell.counts && cell.points > Points::ZERO);
    assert!(cells.count() > 0, "what was won is still shown");
}
