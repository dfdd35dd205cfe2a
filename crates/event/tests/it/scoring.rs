use tiger_event::scoring::by_game;
use tiger_event::{ResultEntry, Seat};
use tiger_rules::{DragonOptions, Ending, InLieu, TigerOptions, Variation};

#[test]
fn the_row_names_its_points_and_its_rule() {
    let dragon = Variation::Dragon(DragonOptions::default());
    let time = ResultEntry::plain(Some(Seat::First), Ending::Time);
    assert_eq!(by_game(dragon, &time), "Loss on time: 5 + 1/2 (rule 27b).");
    let planting = ResultEntry { planting_inevitable: true, ..time };
    assert_eq!(by_game(dragon, &planting), "Loss on time, planting agreed to be inevitable: 3 (rule 27b).");
    let conceded = ResultEntry::plain(Some(Seat::First), Ending::Concession(Some(InLieu::DirectCapture)));
    assert_eq!(by_game(dragon, &conceded), "Direct capture: 5 (rule 27a).");
    let tiger = Variation::TigerChess(TigerOptions { tiger: true, ..TigerOptions::default() });
    let draw = ResultEntry::plain(None, Ending::Agreement);
    assert_eq!(by_game(tiger, &draw), "Draw of any kind, each: 0 (TigerVariation, rule 1).");
    let both = ResultEntry::plain(None, Ending::Time);
    assert_eq!(by_game(dragon, &both), "Nobody has won by time: nothing for either.");
}
