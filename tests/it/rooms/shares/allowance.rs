use tiger_arbiter::shares::allowance::{Allowances, IN_VAIN, What};

#[test]
fn so_many_presses_in_vain_are_kept_of_a_hand() {
    let allowances = Allowances::default();
    allowances.kept_in_vain("one", IN_VAIN - 1);
    assert!(allowances.keeps_in_vain("one"));
    allowances.kept_in_vain("one", 1);
    assert!(!allowances.keeps_in_vain("one"));
    assert!(allowances.keeps_in_vain("another"));
}

#[test]
fn one_waits_and_others_do_not() {
    let allowances = Allowances::default();
    for what in What::ALL {
        let (at_once, one_more) = what.allowance();
        let passed = (0..at_once * 2).filter(|_| allowances.pass(what, "192.0.2.1").is_ok()).count();
        assert_eq!(u32::try_from(passed), Ok(at_once), "{what:?}");
        assert!(allowances.pass(what, "192.0.2.1").is_err_and(|wait| wait <= one_more), "{what:?}");
        assert!(allowances.pass(what, "192.0.2.2").is_ok(), "{what:?}");
    }
}
