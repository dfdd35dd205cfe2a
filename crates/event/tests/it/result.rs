use chrono::DateTime;
use tiger_event::result::{Dispute, DisputeCause};
use tiger_rules::GameKind;

#[test]
fn a_dispute_is_told_without_codes_and_without_draws_in_dragon() {
    let sentence = "A reports: A wins by concession (locking-up). B reports: draw by fifty-moves.".to_owned();
    let dispute = Dispute { cause: DisputeCause::Reports, sentence, at: DateTime::UNIX_EPOCH };
    assert_eq!(
        dispute.told(GameKind::Dragon),
        "A reports: A wins by concession in lieu of locking up. B reports: Truce by fifty moves."
    );
    assert!(dispute.told(GameKind::Dance).ends_with("B reports: draw by fifty moves."));
}
