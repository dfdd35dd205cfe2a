use tiger_arbiter::auth::password::{Hasher, Lane, NewPassword, ParsePasswordError};

#[test]
fn easy_passwords_are_refused() {
    assert_eq!(NewPassword::parse("short", "tessa"), Err(ParsePasswordError::TooShort));
    assert_eq!(NewPassword::parse("elevenchars", "tessa"), Err(ParsePasswordError::TooShort));
    for easy in
        ["aaaaaaaaaaaa", "TessaTessaTessa", "password1234", "qwertyuiop123", "tigerarbiter", "123456789012"]
    {
        let refused = NewPassword::parse(easy, "tessa");
        assert!(matches!(refused, Err(ParsePasswordError::TooEasy { .. })), "{easy}: {refused:?}");
    }
    assert_eq!(NewPassword::parse(&"ab cd ".repeat(30), "tessa"), Err(ParsePasswordError::TooLong));
    assert!(NewPassword::parse("lancers at the gate", "tessa").is_ok());
    assert_eq!(NewPassword::judged("lancers", ""), "7 of at least 12 characters.");
    assert_eq!(NewPassword::judged("lancers at the gate", ""), "This is a good password.");
    let judged = NewPassword::judged("password1234", "");
    assert!(judged.starts_with("This is easy to guess: "), "{judged}");
}

#[test]
fn a_password_is_right_for_its_own_hash_alone() {
    let outcome = Hasher::new().and_then(|hasher| {
        let password = NewPassword::parse("lancers at the gate", "").unwrap();
        let hash = hasher.hash(&password)?;
        Ok((
            hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            hasher.is_right(Lane::Strangers, "lancers at the gate", Some(&hash)),
            hasher.is_right(Lane::Strangers, "lancers at the door", Some(&hash)),
            hasher.is_right(Lane::Strangers, "nobody has this password", None),
            hasher.is_right(Lane::Strangers, "x", Some("not a hash")),
        ))
    });
    assert_eq!(outcome.ok(), Some((true, true, false, false, false)));
}
