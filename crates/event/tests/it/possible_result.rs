use tiger_event::possible_result::{ResultCode, USUAL_FIRST, needs_award, possible_results};
use tiger_event::{ResultEntry, Seat};
use tiger_rules::{Ending, GameKind, PointsTable, Regicide, TigerOptions, Variation};

fn variations() -> Vec<Variation> {
    let tiger = TigerOptions { tiger: true, ..TigerOptions::default() };
    let mut all: Vec<_> = GameKind::ALL.into_iter().map(Variation::standard).collect();
    all.push(Variation::TigerChess(tiger));
    all
}

#[test]
fn every_possible_result_is_offered_once_and_scores_what_it_says() {
    for variation in variations() {
        let groups = possible_results(variation, &PointsTable::Game);
        let all: Vec<_> = groups.iter().flat_map(|group| &group.results).collect();
        for result in &all {
            assert_eq!(all.iter().filter(|other| other.entry == result.entry).count(), 1);
            assert_eq!(result.code().parse(), Ok(ResultCode(result.entry)));
            let needs_award = needs_award(&result.entry, variation, &PointsTable::Game);
            assert_eq!(result.points.is_none(), needs_award, "{}", result.title);
        }
        for ending in Ending::ALL {
            for winner in [Some(Seat::First), Some(Seat::Second), None] {
                let entry = ResultEntry::plain(winner, ending);
                let is_offered = all.iter().any(|result| result.entry == entry);
                let award = [tiger_rules::GamePoints::ZERO; 2];
                let with_award = ResultEntry { awarded: Some(award), ..entry };
                let is_possible = entry.score(variation, &PointsTable::Game).is_ok()
                    || with_award.score(variation, &PointsTable::Game).is_ok();
                assert_eq!(is_offered, is_possible, "{variation:?} {ending} {winner:?}");
            }
        }
    }
}

#[test]
fn the_order_knows_every_ending() {
    assert!(Ending::ALL.iter().all(|ending| USUAL_FIRST.contains(ending)));
}

#[test]
fn circumstances_change_the_points() {
    let tiger = Variation::TigerChess(TigerOptions { tiger: true, ..TigerOptions::default() });
    let groups = possible_results(tiger, &PointsTable::Game);
    let points = |code: &str| {
        let result = groups.iter().flat_map(|group| &group.results).find(|result| result.code() == code);
        result
            .and_then(|result| result.points)
            .map(|points| points.map(tiger_rules::GamePoints::decimal).join(":"))
    };
    assert_eq!(points("1:concession").as_deref(), Some("6:0"));
    assert_eq!(points("0:concession:bearer").as_deref(), Some("0:3"));
    assert_eq!(points("1:agreement").as_deref(), Some("3:0"));
    assert_eq!(points("-:agreement").as_deref(), Some("0:0"));
    assert_eq!(points("1:disqualification"), None);
}

#[test]
fn regicide_decides_whose_king_can_be_captured() {
    let ends = |regicide| {
        let groups = possible_results(Variation::Dance { regicide }, &PointsTable::Game);
        let codes = groups
            .iter()
            .flat_map(|group| group.results.iter().map(tiger_event::possible_result::PossibleResult::code));
        let mut codes: Vec<_> =
            codes.filter(|code| code.contains("king") || code.contains("pieces")).collect();
        codes.sort();
        codes.join(" ")
    };
    assert_eq!(ends(Regicide::First), "0:no-pieces 1:king-captured");
    assert_eq!(ends(Regicide::Second), "0:king-captured 1:no-pieces");
    assert_eq!(ends(Regicide::Both), "-:no-pieces 0:no-pieces 1:no-pieces");
    assert_eq!(ends(Regicide::None).split(' ').count(), 5);
}

#[test]
fn a_made_up_code_is_refused() {
    for code in ["", "1", "2:checkmate", "1:nothing", "1:checkmate:king", "1:checkmate:bearer:x"] {
        assert!(code.parse::<ResultCode>().is_err(), "{code}");
    }
}
