//! The initial deployment and its two formations.

use super::support::{at, moves, read, start};
use tiger_rules::dragon::Situation;
use tiger_rules::{DragonOptions, Formation, Knights, Position as _, Side};

const ARROWHEAD: &str = "WR*,1,CB,WK,TPC,WK,CB,1,WR*/DF,DF,DF,GD,WPS,GD,DF,DF,DF/2,GK,PD,PD,PD,GK,2/\
    3,DF,DF,DF,3/9/gsSE,1,gsSE,1,gfS.3h,1,gsSW,1,gsSW/1,gsS,1,gsS,1,gsS,1,gsS,1/4,#,4/\
    rsN,1,rsN,3,rsN,1,rsN/1,rsNE,1,rsNE,rfN.3h,rsNW,1,rsNW,1/9/3,GNM,GNM,GNM,3/2,RK,CW,CW,CW,RK,2/\
    GNM,GNM,GNM,WS,SQN,WS,GNM,GNM,GNM/CE*,1,RCT,BK,WL,BK,RCT,1,CE* s WEwe \
    e0:WDR;e16:WES;yw:WYS;ice:watching;war:0;ga:2;gl:2;ra:3;lb:shelf;jr:office;wiz:captive;mag:captive;\
    wl1:0;emp:0;ep:-;box:WK0,GK0,RG0,BK0,RK0,RR0;knights:sword 0 1";

#[test]
fn the_arrowhead_formation_starts_with_storm() {
    let start = start();
    assert_eq!(start.turn(), Side::South);
    assert_eq!(start.situation(), ARROWHEAD);
    assert_eq!(read(ARROWHEAD), start);
    assert_eq!(start.verdict(), None);
    assert_eq!(start.royal_attacked(), Some(false));
}

#[test]
fn the_trident_formation_points_two_red_ships_north_and_forest_starts() {
    let trident = Situation::start(DragonOptions { knights: Knights::Lance, formation: Formation::Trident });
    assert_eq!(trident.turn(), Side::North);
    let text = trident.situation();
    assert!(text.contains("/1,rsNE,1,rsN,rfN.3h,rsN,1,rsNW,1/"), "{text}");
    assert!(text.contains(" f WEwe ") && text.ends_with("knights:lance 0 1"), "{text}");
    assert_eq!(read(&text), trident);
}

#[test]
fn the_variation_and_formation_must_agree_with_the_situation() {
    let options = |knights, formation| DragonOptions { knights, formation };
    let start = start();
    assert!(start.check_options(options(Knights::Sword, Formation::Arrowhead)).is_ok());
    assert!(start.check_options(options(Knights::Pike, Formation::Arrowhead)).is_err());
    assert!(start.check_options(options(Knights::Sword, Formation::Trident)).is_err());
}

#[test]
fn the_named_knights_stand_where_the_text_puts_them() {
    let start = start();
    for place in ["D1", "F1"] {
        assert_eq!(at(&start, place), "WK");
    }
    for place in ["D15", "F15"] {
        assert_eq!(at(&start, place), "BK");
    }
}

#[test]
fn the_first_moves_are_the_vessels_the_foot_the_knights_and_the_birds() {
    let moves = moves(&start());
    assert_eq!(moves.len(), 97);
    for mv in
        ["A14-A12", "A15-B15", "A15^A3", "C13-D11", "D13-C12=GNM", "D15-B13", "~E10-E9", "~A9>SE", "~D10-E9"]
    {
        assert!(moves.iter().any(|legal| legal == mv), "{mv}");
    }
}
