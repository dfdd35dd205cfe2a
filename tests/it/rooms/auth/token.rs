use tiger_arbiter::auth::token::Token;

#[test]
fn a_form_token_belongs_to_one_secret() -> Result<(), getrandom::Error> {
    let (one, other) = (Token::new()?, Token::new()?);
    assert!(one.is_csrf(&one.csrf()));
    assert!(!one.is_csrf(&other.csrf()));
    assert!(!one.is_csrf(""));
    assert_ne!(one.csrf(), one.reveal());
    Ok(())
}

#[test]
fn a_token_does_not_show_itself() {
    let shown = "ab".repeat(32).parse::<Token>().map(|token| format!("{token:?}"));
    assert_eq!(shown.as_deref(), Ok("Token(…)"));
}
