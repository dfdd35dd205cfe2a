use tiger_event::protocol::claims::{ClaimFinding, ClaimKind, Evidence};

#[test]
fn a_finding_says_what_was_counted_and_what_is_needed() {
    let finding = ClaimFinding { evidence: Evidence::Scoresheet, plies: 31, count: 2, needed: 3 };
    assert_eq!(
        finding.sentence(ClaimKind::Repetition),
        "By the scoresheet, after ply 31, the situation stands for the 2nd time; \
         the claim does not hold: 3 times are needed."
    );
    let finding = ClaimFinding { count: 100, needed: 100, ..finding };
    assert!(
        finding.sentence(ClaimKind::FiftyMoves).ends_with("100 plies without progress; the claim holds.")
    );
}
