use tiger_event::protocol::offers::Offer;
use tiger_rules::{GameKind, InLieu, TigerOptions, Variation};

#[test]
fn only_a_concession_that_costs_the_winner_nothing_needs_no_answer() {
    let concession = |in_lieu, bearer_captured| Offer::Concession { in_lieu, bearer_captured };
    assert!(!concession(None, false).needs_acceptance());
    assert!(!concession(Some(InLieu::LockingUp), false).needs_acceptance());
    assert!(!concession(Some(InLieu::DirectCapture), false).needs_acceptance());
    assert!(concession(Some(InLieu::Planting), false).needs_acceptance());
    assert!(concession(None, true).needs_acceptance());
    assert!(Offer::Draw.needs_acceptance());
}

#[test]
fn each_game_knows_its_own_offers() {
    let tiger = Variation::TigerChess(TigerOptions { tiger: true, ..TigerOptions::default() });
    let dragon = Variation::standard(GameKind::Dragon);
    let mate = Offer::InevitableCheckmate { against_himself: true };
    assert!(mate.is_of(tiger) && !mate.is_of(Variation::LancerChess) && !mate.is_of(dragon));
    let plain = Offer::Concession { in_lieu: None, bearer_captured: false };
    assert!(plain.is_of(tiger) && !plain.is_of(dragon));
    assert!(Offer::InevitablePlanting.is_of(dragon) && !Offer::InevitablePlanting.is_of(tiger));
}
