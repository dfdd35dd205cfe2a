//! Rulings 1 to 6, 8, 9 and 12: how the pieces move and capture.

use super::support::{Layout, at, field, has, moves_of, play, why_not};
use tiger_rules::Position as _;

#[test]
fn ruling_01_rivers_are_never_entered_and_block_every_line() {
    let situation = Layout::bare('s').with("Le1 Hh5 Fe3 fg8").build();
    assert!(!has(&situation, "e1-f1") && !has(&situation, "e1-g1"));
    assert!(!has(&situation, "h5-h6") && !has(&situation, "h5-h7"));
    assert!(has(&situation, "e3-f3"), "a gap between rivers");
    let corners = Layout::bare('s').with("Fe5 Fc5").build();
    assert!(has(&corners, "e5-f6") && has(&corners, "e5-d4"), "between two river corners");
    assert!(!has(&corners, "c5-b6"));
}

#[test]
fn ruling_02_the_king_steps_one_and_there_is_no_check() {
    let situation = Layout::bare('s').with("Kd3 ld8 fe4").build();
    assert_eq!(
        moves_of(&situation, "d3"),
        ["d3-c2", "d3-c3", "d3-c4", "d3-d2", "d3-d4", "d3-e2", "d3-e3", "d3xe4"]
    );
    assert_eq!(situation.royal_attacked(), None);
}

#[test]
fn ruling_03_the_footman_captures_diagonally_only() {
    let situation = Layout::bare('s').with("Fd3 fd4 fe4 fc3 fc2").build();
    assert_eq!(moves_of(&situation, "d3"), ["d3-c4", "d3-d2", "d3-e2", "d3-e3", "d3xc2", "d3xe4"]);
}

#[test]
fn ruling_04_the_musketeer_steps_without_capturing_or_shoots_without_moving() {
    let situation = Layout::bare('s').with("Mj2 fj3 hi2 di3 fh4").build();
    assert_eq!(
        moves_of(&situation, "j2"),
        ["j2*i2", "j2*j3", "j2-i1", "j2-j1", "j2-k1", "j2-k2", "j2-k3"],
        "a Dragon cannot be shot"
    );
    let shot = play(&situation, "j2*i2");
    assert_eq!((at(&shot, "i2"), at(&shot, "j2"), field(&shot, 5)), ('-', 'M', "0".to_owned()));
}

#[test]
fn ruling_05_the_dragoon_leaps_over_anything_but_not_into_a_river() {
    let situation = Layout::bare('s').with("Oe4 Fe5 fe6 fe7 fg5 Ff3").build();
    assert_eq!(
        moves_of(&situation, "e4"),
        ["e4-b4", "e4-c3", "e4-c5", "e4-d2", "e4-e1", "e4-f6", "e4-g3", "e4-h4", "e4xe7", "e4xg5"],
        "(0,3) and (1,2); d6 and f2 are rivers"
    );
}

#[test]
fn ruling_06_lancer_hero_and_captain_run_in_lines() {
    let lancer = Layout::bare('s').with("Ld3 fd6 Fb3").with("-d6 fd5").build();
    assert_eq!(
        moves_of(&lancer, "d3"),
        [
            "d3-c3", "d3-d1", "d3-d2", "d3-d4", "d3-e3", "d3-f3", "d3-g3", "d3-h3", "d3-i3", "d3-j3",
            "d3-k3", "d3xd5"
        ]
    );
    let hero = Layout::bare('s').with("Hd3 fg6").build();
    assert!(has(&hero, "d3xg6") && has(&hero, "d3-b1") && !has(&hero, "d3-h7"));
    let captain = Layout::bare('s').with("Cd3 fg6 fd5").build();
    assert!(has(&captain, "d3xg6") && has(&captain, "d3-g3") && !has(&captain, "d3-h3"));
    assert!(has(&captain, "d3xd5") && !has(&captain, "d3-d6"));
}

#[test]
fn ruling_08_the_dragon_goes_from_camp_or_fortress_to_another_along_a_clear_line() {
    let situation = Layout::bare('s').with("Dc3 Kb1 kk10").build();
    assert_eq!(
        moves_of(&situation, "c3-"),
        ["c3-a1", "c3-c9", "c3-f6", "c3-i3", "c3-i9", "c3-k11"],
        "others may be passed over"
    );
    let river = Layout::bare('s').with("Da1 Kb2 kj10").build();
    assert_eq!(moves_of(&river, "a1"), Vec::<String>::new(), "the rivers on a6 and f1 and the King block");
    let blocked = Layout::bare('s').with("Dc3 Ff3 fc5 Kb1 kk10 Me5").build();
    assert_eq!(moves_of(&blocked, "c3-"), ["c3-a1"]);
    let camp = Layout::bare('s').with("Di9 kk11 Fc3").build();
    assert!(!has(&camp, "i9-k11") && !has(&camp, "i9xk11"), "an occupied camp is closed");
}

#[test]
fn ruling_08_the_dragon_breathes_on_one_enemy_within_two_squares() {
    let situation = Layout::bare('s').with("Dc3 fc5 fe1 hd4 fb3 ff3 Fc4").build();
    assert_eq!(
        moves_of(&situation, "c3*"),
        ["c3*b3", "c3*c5", "c3*e1"],
        "nothing blocks; no Hero, nobody three away"
    );
    let burnt = play(&situation, "c3*c5");
    assert_eq!((at(&burnt, "c5"), at(&burnt, "c3"), field(&burnt, 5)), ('-', 'D', "0".to_owned()));
    let dragons = Layout::bare('s').with("Dc3 dk1 Kb1").build();
    assert!(moves_of(&dragons, "c3*").is_empty());
}

#[test]
fn ruling_09_a_dragon_is_never_captured_by_an_ordinary_capture_a_shot_or_breath() {
    let situation = Layout::bare('s').with("Lc1 dc3 Md2 Oe2 Hc8 Fb2").build();
    for mv in ["c1xc3", "d2*c3", "e2xc3", "c8xc3", "b2xc3"] {
        assert!(!has(&situation, mv), "{mv}");
        let _ = why_not(&situation, mv);
    }
}

#[test]
fn ruling_09_a_dragon_on_to_a_friends_fortress_loses_the_friend() {
    let situation = Layout::bare('s').with("Dc3 Hi3 Kb1").build();
    let entered = play(&situation, "c3xi3");
    assert_eq!((at(&entered, "i3"), at(&entered, "c3"), field(&entered, 5)), ('D', '-', "0".to_owned()));
    let king = Layout::bare('s').with("Dc3 Ki3").build();
    let lost = play(&king, "c3xi3");
    assert_eq!(field(&lost, 3), "X", "one's own King: the game is lost");
    assert!(has(&king, "c3xi3"));
}

#[test]
fn ruling_09_a_dragon_on_to_an_enemys_fortress_goes_with_who_holds_it_but_a_hero_survives() {
    let captain = play(&Layout::bare('s').with("Dc3 ci3 Kb1").build(), "c3xi3");
    assert_eq!((at(&captain, "i3"), at(&captain, "c3"), field(&captain, 5)), ('-', '-', "0".to_owned()));
    let dragon = play(&Layout::bare('s').with("Dc3 di3 Kb1").build(), "c3xi3");
    assert_eq!((at(&dragon, "i3"), at(&dragon, "c3")), ('-', '-'));
    let hero = play(&Layout::bare('s').with("Dc3 hi3 Kb1").build(), "c3xi3");
    assert_eq!((at(&hero, "i3"), at(&hero, "c3"), field(&hero, 5)), ('h', '-', "0".to_owned()));
}

#[test]
fn ruling_12_the_sage_steps_one_and_never_captures() {
    let situation = Layout::bare('s').with("Sj1 fj2 fi2 fi1").build();
    assert_eq!(moves_of(&situation, "j1"), ["j1-k1", "j1-k2"]);
}
