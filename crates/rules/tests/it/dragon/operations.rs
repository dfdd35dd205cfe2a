//! The worked example of "Operations on Trafalgar Ocean", step by step.

use super::support::{at, has, moves, moves_of, play, read, start, why_not};
use tiger_rules::Position as _;
use tiger_rules::dragon::{Position, Side, Situation};

/// The initial deployment with a Watchtower on the Forest 3rd rank, A, its Albatross released; Forest to move.
fn example() -> String {
    start()
        .situation()
        .replacen("WR*,1,CB", "2,CB", 1)
        .replacen("/2,GK,PD", "/WR,1,GK,PD", 1)
        .replacen("/9/3,GNM", "/7,AS,1/3,GNM", 1)
        .replacen(" s WEwe ", " f Ewe ", 1)
}

#[test]
fn the_worked_example_of_the_operations_text_step_by_step() {
    the_watchtower_moves_ashore_and_embarks_on_the_one_vessel_in_reach();
    a_vessel_beyond_another_cannot_be_embarked_on();
    a_vessel_further_out_can_be_embarked_on_when_nothing_lies_between();
    without_a_vessel_on_the_file_the_watchtower_stays_in_the_kingdom();
    the_watchtower_embarks_boards_disembarks_and_is_re_formed();
    an_opposing_force_aboard_would_have_been_captured();
    the_ship_boarded_next_could_be_sunk_with_the_watchtower();
    vacating_the_boarded_ship_gives_her_back_to_storm();
    every_other_landing_is_defended();
    the_fortress_goes_nowhere_even_if_she_were_allowed_to();
}

fn commander(situation: &Situation, place: &str) -> Option<Side> {
    situation.commander(Position::parse(place).unwrap())
}

/// Forest's move, then a Castle's move to and fro.
fn forest(situation: &Situation, mv: &str) -> Situation {
    let moved = play(situation, mv);
    let castle = if at(&moved, "I15") == "CE" { "I15-H15" } else { "H15-I15" };
    play(&moved, castle)
}

fn the_watchtower_moves_ashore_and_embarks_on_the_one_vessel_in_reach() {
    let ashore = read(&example());
    // "the unoccupied positions along the A file on the Forest front rank or the Forest Beaches, or also to the
    // Forest 3rd rank, B"; and one vessel to embark on.
    assert_eq!(moves_of(&ashore, "A3"), ["A3-A4", "A3-A5", "A3-A6", "A3-B3"]);
}

fn the_watchtower_embarks_boards_disembarks_and_is_re_formed() {
    let ashore = read(&example());

    let embarked = forest(&ashore, "A3-A6");
    // Boarding C6 or A9; disembarking on A5, A4, A3. Nothing beyond either vessel.
    assert_eq!(moves_of(&embarked, "A6"), ["A6-A3", "A6-A4", "A6-A5", "A6-A9", "A6-C6"]);

    let boarded = forest(&embarked, "A6-A9");
    assert_eq!(commander(&boarded, "A9"), Some(Side::Forest), "the Red Ship flies a green flag");
    assert_eq!(commander(&boarded, "A6"), Some(Side::Forest));
    assert!(has(&boarded, "~A9-A8"), "she is used as a Green Ship");
    // "back on to the Green Ship ... or the Red Ship on the Southern Ocean, C"; the Storm Beaches, front rank, 3rd rank,
    // and the Gnome on the 2nd rank can be captured.
    let mut expected = ["A9-A6", "A9-C9", "A9-A11=GF", "A9-A12=GF", "A9-A13=GF", "A9xA14=GF"];
    expected.sort_unstable();
    assert_eq!(moves_of(&boarded, "A9"), expected);

    let disembarked = play(&boarded, "A9-A11");
    assert_eq!(at(&disembarked, "A11"), "GF");
    assert_eq!(commander(&disembarked, "A9"), Some(Side::Storm), "the vacated ship is a Red Ship again");
    assert!(has(&disembarked, "~A9-A8"), "and Storm's to move");

    let fortress = play(&disembarked, "I15-H15");
    assert!(
        moves_of(&fortress, "A11")
            .iter()
            .all(|mv| Position::parse(mv[4..].trim_end_matches("=GF")).unwrap().rank() >= 11)
    );
    assert!(why_not(&fortress, "A11-A9").contains("cannot go to A9"));
}

fn a_vessel_beyond_another_cannot_be_embarked_on() {
    // "If there was another allied and unoccupied vessel ... on the Central Ocean, A"
    let text = example().replacen("/4,#,4/", "/gsS,3,#,4/", 1).replacen(
        "/1,gsS,1,gsS,1,gsS,1,gsS,1/",
        "/3,gsS,1,gsS,1,gsS,1/",
        1,
    );
    let situation = read(&text);
    assert!(has(&situation, "A3-A6") && !has(&situation, "A3-A8"));
}

fn a_vessel_further_out_can_be_embarked_on_when_nothing_lies_between() {
    // "If however, the Green Ship on the Forest coastal waters, A was situated instead on e.g. the Northern Ocean, A"
    let text =
        example().replacen("/gsSE,1,gsSE", "/2,gsSE", 1).replacen("/1,gsS,1,gsS", "/gsSE,gsS,1,gsS", 1);
    assert_eq!(moves_of(&read(&text), "A3"), ["A3-A4", "A3-A5", "A3-A7", "A3-B3"]);
}

fn without_a_vessel_on_the_file_the_watchtower_stays_in_the_kingdom() {
    let text = example().replacen("/gsSE,1,gsSE", "/2,gsSE", 1).replacen("/rsN,1,rsN", "/2,rsN", 1);
    assert_eq!(moves_of(&read(&text), "A3"), ["A3-A4", "A3-A5", "A3-B3"]);
}

fn the_ship_boarded_next_could_be_sunk_with_the_watchtower() {
    let boarded = forest(&forest(&read(&example()), "A3-A6"), "A6-A9");
    let next = play(&boarded, "A9-C9");
    assert_eq!(at(&next, "C9"), "WR");
    let sunk = play(&next, "~B10xC9");
    assert_eq!(at(&sunk, "C9"), "-");
    assert_eq!(commander(&sunk, "C9"), Some(Side::Storm));
    assert_eq!(commander(&sunk, "B10"), None);
}

fn vacating_the_boarded_ship_gives_her_back_to_storm() {
    let boarded = forest(&forest(&read(&example()), "A3-A6"), "A6-A9");
    let back = play(&boarded, "A9-A6");
    assert_eq!(commander(&back, "A9"), Some(Side::Storm));
    assert_eq!(back.situation().matches("rsN").count(), boarded.situation().matches("rsN").count());
}

fn an_opposing_force_aboard_would_have_been_captured() {
    // "if an opposing force had occupied this ship then such force would have been captured"
    let text = example().replacen("/rsN,1,rsN,3,", "/rsN=RK,1,rsN,3,", 1).replacen("/2,RK,CW", "/3,CW", 1);
    let embarked = forest(&read(&text), "A3-A6");
    assert_eq!(moves_of(&embarked, "A6"), ["A6-A3", "A6-A4", "A6-A5", "A6-C6", "A6xA9"]);
    let boarded = play(&embarked, "A6xA9");
    assert_eq!((at(&boarded, "A9"), commander(&boarded, "A9")), ("WR".into(), Some(Side::Forest)));
    assert!(boarded.situation().contains("RK1"), "a Red Knight was captured as that type");
}

fn every_other_landing_is_defended() {
    // "We shall assume the Watchtower disembarks to the Storm Beaches, A (the other positions are all defended)."
    let boarded = forest(&forest(&read(&example()), "A3-A6"), "A6-A9");
    for (landing, is_defended) in [("A9-A11", false), ("A9-A12", true), ("A9-A13", true), ("A9xA14", true)] {
        let ashore = play(&boarded, landing);
        let taken = format!("x{}", &landing[3..]);
        let takers: Vec<String> = moves(&ashore).into_iter().filter(|mv| mv.contains(&taken)).collect();
        assert_eq!(!takers.is_empty(), is_defended, "{landing}: {takers:?}");
    }
}

fn the_fortress_goes_nowhere_even_if_she_were_allowed_to() {
    // "there is no allied and unoccupied vessel available now that the ship disembarked from has reverted"
    let boarded = forest(&forest(&read(&example()), "A3-A6"), "A6-A9");
    let ashore = play(&boarded, "A9-A11 I15-H15");
    let vessels = ["A9", "C9", "B10"].map(|place| commander(&ashore, place));
    assert_eq!(vessels, [Some(Side::Storm); 3]);
    // "moves and captures the same as the Queen in Chess and cannot jump"
    let file = ["A11-A12", "A11-A13", "A11xA14"];
    let across = ["A11-B11", "A11-G11", "A11-B12", "A11xC13"];
    assert!(file.iter().chain(&across).all(|mv| has(&ashore, mv)), "{:?}", moves_of(&ashore, "A11"));
    assert!(!has(&ashore, "A11xA15"));
}
