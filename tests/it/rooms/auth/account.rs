use tiger_arbiter::auth::account::Login;

#[test]
fn a_login_is_compared_in_lower_case() {
    assert_eq!(
        Login::parse(" Tessa.Moor@Club ").map(|l| l.as_str().to_owned()),
        Ok("tessa.moor@club".to_owned())
    );
    assert!(Login::parse("tessa moor").is_err());
    assert!(Login::parse("x").is_err());
    assert!(Login::parse("żółw").is_err());
}
