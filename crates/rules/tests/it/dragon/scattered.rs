//! Forces scattered by chance over the board: whatever is accepted is played alike by both generators, and every legal
//! move leads to a situation that is accepted.

use tiger_rules::Position as _;
use tiger_rules::dragon::{Direction, Kind, Position, Situation};

use super::laws::Chance;
use super::slow::Model;
use super::support::{Board, moves, read};

/// Stages of the war with the forces that they put on the board.
const STAGES: [(&str, &[&str]); 6] = [
    ("ra:2", &["SQN"]),
    ("ice:afire;e0:TPC;jr:guard;ra:1;emp:1", &["DA", "JR", "SQN"]),
    ("ice:afire;e0:TPC;jr:alert;e16:WL;war:1;ga:2;gl:0;lb:guard;wl1:1", &["DA", "ESA", "LB", "TBW", "RWH"]),
    ("yw:afire;war:1;ga:1;gl:0;lb:alert", &["YSA", "TBW"]),
    ("ice:gone;e0:TPC;jr:gone;yw:gone;war:1;ga:0;gl:0;lb:guard;e16:WL;wl1:1", &["LB", "ESA"]),
    ("wiz:free;mag:free;wl1:1", &["WD", "IM", "RWH"]),
];
const BOX: &str = "box:WK1,GK1,RG1,BK1,RK1,RR1";

fn pick<'a, T>(chance: &mut Chance, from: &'a [T]) -> &'a T {
    &from[chance.below(from.len())]
}

fn place(chance: &mut Chance) -> Position {
    let all: Vec<Position> = Position::all().filter(|position| !position.is_room()).collect();
    *pick(chance, &all)
}

/// A ship or Flagship with any bow, sometimes with nobody aboard.
fn vessel(chance: &mut Chance, rider: &str, flagships: &mut Vec<char>) -> String {
    let fleet = *pick(chance, &['g', 'r']);
    let bow = pick(chance, &Direction::ALL).letters();
    let hull = if chance.below(3) == 0 && !flagships.contains(&fleet) {
        flagships.push(fleet);
        format!("{fleet}f{bow}.{}", chance.below(4))
    } else {
        format!("{fleet}s{bow}")
    };
    if chance.below(3) == 0 { hull } else { format!("{hull}={rider}") }
}

/// A board with some twenty forces where they can stand; it need not be a situation that can arise.
fn scatter(chance: &mut Chance) -> String {
    let side = *pick(chance, &['f', 's']);
    let (state, needed) = *pick(chance, &STAGES);
    let knights = *pick(chance, &["knights:lance", "knights:sword", "knights:pike"]);
    let mut board = Board::bare(side).state(state).state(knights).state(BOX);
    if state.contains("war:1") {
        board = board.with("E2 -");
    }
    let mut flagships = Vec::new();
    let royals: &[&str] = match (state.contains("e0:TPC"), state.contains("e16:WL")) {
        (true, true) => &[],
        (true, false) => &["WL"],
        (false, true) => &["TPC"],
        (false, false) => &["TPC", "WL"],
    };
    let crowd: Vec<&str> =
        (0..8 + chance.below(20)).map(|_| pick(chance, Kind::ALL).abbreviation()).collect();
    let scattered = needed.iter().chain(royals).copied().chain(crowd.into_iter().filter(|kind| {
        !["TPC", "WL", "WPS"].contains(kind) && !STAGES.iter().any(|(_, needed)| needed.contains(kind))
    }));
    for kind in scattered {
        for _ in 0..40 {
            let at = place(chance);
            let what = if at.is_ocean() { vessel(chance, kind, &mut flagships) } else { kind.to_owned() };
            let tried = board.clone().with(&format!("{at} {what}"));
            let error = Situation::from_situation(&tried.text())
                .map_or_else(|error| error.to_string(), |_| String::new());
            if !error.contains("can never stand")
                && !error.contains("where")
                && !error.contains("E8")
                && at.to_string() != "E2"
            {
                board = tried;
                break;
            }
        }
    }
    board.text()
}

/// Tries boards until so many were accepted; says how many moves were looked at.
fn try_boards(seed: u64, accepted: usize) -> usize {
    let mut chance = Chance::new(seed);
    let (mut found, mut looked_at) = (0, 0);
    while found < accepted {
        let text = scatter(&mut chance);
        let Ok(situation) = Situation::from_situation(&text) else { continue };
        found += 1;
        let listed = moves(&situation);
        let model = Model::read(&text);
        assert_eq!(listed, model.moves(), "{text}");
        for mv in listed {
            let read_move =
                situation.read_move(&mv).unwrap_or_else(|error| panic!("{mv}: {error} in {text}"));
            let after = situation.after(&read_move);
            assert_eq!(after.situation(), model.finish(&mv).write(), "{mv} in {text}");
            assert_eq!(read(&after.situation()), after, "{mv} in {text}");
            looked_at += 1;
        }
    }
    looked_at
}

#[test]
fn whatever_is_accepted_is_played_alike_and_leads_to_what_is_accepted() {
    assert!(try_boards(1, 40) > 1000);
}

#[test]
#[ignore = "takes minutes; run it in release mode after changing moves"]
fn whatever_is_accepted_is_played_alike_many_times_over() {
    for seed in 2..150 {
        assert!(try_boards(seed, 60) > 0);
    }
}
