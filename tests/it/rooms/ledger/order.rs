use tiger_arbiter::ledger::order::OnceKey;

#[test]
fn a_key_that_was_given_out_is_read_back() {
    let key = OnceKey::new();
    assert_eq!(key.as_str().parse(), Ok(key));
    assert!("short".parse::<OnceKey>().is_err());
    assert!("0123456789abcdef; DROP".parse::<OnceKey>().is_err());
}
