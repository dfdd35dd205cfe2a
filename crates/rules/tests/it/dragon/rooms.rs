//! The rooms beside the board.

use tiger_rules::dragon::{Position, Room};

use super::support::{Board, play, start};

#[test]
fn there_are_a_hundred_and_forty_nine_positions() {
    assert_eq!(Position::all().count() + Room::ALL.len(), 149);
}

#[test]
fn the_rooms_tell_who_is_in_them_as_the_war_goes_on() {
    let start = start();
    let library = start.contents(Room::GreatLibrary).join(", ");
    assert!(library.contains("TBQ") && library.contains("Green Arrows (GA): 2"), "{library}");
    assert_eq!(start.contents(Room::TopOfStormTower), ["Captive Wizard (CWD)"]);
    assert_eq!(start.contents(Room::LibrariansOffice), ["Librarian (LB)"]);

    let war = play(&Board::bare('s').with("F6 rsN=RWH").build(), "F6-F5=YSA");
    let library = war.contents(Room::GreatLibrary).join(", ");
    assert!(library.contains("WPS") && !library.contains("TBQ") && !library.contains("GA"), "{library}");
    assert!(war.contents(Room::CentralDungeon).contains(&"Red Witch (RWH)".to_owned()));
    assert_eq!(war.contents(Room::LibrariansOffice), ["Librarian (LB), On Alert"]);
    let sprung = play(&war, "LB@A1");
    assert!(sprung.contents(Room::LibrariansOffice).is_empty());
}

/// Check lists, freeing the captives, 3: they stand atop their towers and interchange places with Elf and Troll.
#[test]
fn whoever_frees_a_captive_stands_where_the_captive_stood() {
    let freed = play(&Board::bare('f').with("B14 EF").build(), "B14-B15=WD");
    assert_eq!(freed.contents(Room::TopOfStormTower), ["Captive Elf (CEF)"]);
    assert_eq!(freed.contents(Room::StormTower), ["Storm Dragon (SD)"]);

    let freed = play(&Board::bare('s').with("B2 TRL").build(), "B2-B1=IM");
    assert_eq!(freed.contents(Room::TopOfScholarsTower), ["Captive Troll (CTRL)"]);
    assert_eq!(freed.contents(Room::ScholarsTower), ["Scholars (SCH)"]);
}
