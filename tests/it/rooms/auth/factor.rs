use std::collections::BTreeSet;

use chrono::DateTime;
use tiger_arbiter::auth::factor::{FactorSecret, ON_PAPER, Paper};

/// The secret of RFC 6238, appendix B, whose codes are the last six of the eight figures there.
const RFC: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

#[test]
fn codes_are_those_of_the_standard() {
    let secret = FactorSecret::from_stored(RFC).unwrap();
    let step = |code, seconds| secret.step(code, DateTime::from_timestamp(seconds, 0).unwrap());
    for (seconds, code) in [(59, "287082"), (1_111_111_109, "081804"), (20_000_000_000, "353130")] {
        assert_eq!(step(code, seconds), Some(seconds / 30), "{code}");
    }
    // One step earlier or later is forgiven, two are not.
    assert_eq!(step("081804", 1_111_111_109 + 30), Some(1_111_111_109 / 30));
    assert_eq!(step("081804", 1_111_111_109 - 30), Some(1_111_111_109 / 30));
    assert_eq!(step("081804", 1_111_111_109 + 61), None);
    assert_eq!(step("81804", 1_111_111_109), None);
    assert_eq!(step("+81804", 1_111_111_109), None);
}

#[test]
fn an_app_and_a_person_read_the_same_secret() {
    let secret = FactorSecret::from_stored(RFC).unwrap();
    assert_eq!(secret.typed(), "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ");
    let address = secret.address("tessa@club");
    assert_eq!(
        address,
        format!("otpauth://totp/Tiger%20Arbiter:tessa%40club?secret={RFC}&issuer=Tiger%20Arbiter")
    );
    assert_eq!(format!("{secret:?}"), "FactorSecret(…)");
}

#[test]
fn codes_on_paper_are_long_and_different() {
    let shown = Paper::new().unwrap().shown();
    assert_eq!(shown.iter().collect::<BTreeSet<_>>().len(), ON_PAPER);
    assert!(shown.iter().all(|code| code.len() == 19 && code.matches('-').count() == 3), "{shown:?}");
}
