use tiger_arbiter::auth::common::weakness;

#[test]
fn long_and_easy_passwords_are_known() {
    for easy in [
        "aaaaaaaaaaaa",
        "tessatessatessa",
        "Tessa-2026-Tessa",
        "password1234",
        "P@ssw0rd!!!!",
        "qwertyuiop123",
        "tigerarbiter",
        "123456789012",
        "abcabcabcabc",
        "Summer2026!!",
        "iloveyou4321",
    ] {
        assert!(weakness(easy, "tessa").is_some(), "{easy}");
    }
    assert_eq!(weakness("tessatessatessa", "tessa"), Some("most of it is the login"));
}

#[test]
fn sentences_and_random_ones_are_good() {
    for good in [
        "lancers at the gate",
        "mistletoe and oak",
        "an altogether new one",
        "xK9#vQ2m-Lp7w",
        "correct horse battery staple",
        "кони стоят у ворот",
    ] {
        assert_eq!(weakness(good, "tessa"), None, "{good}");
    }
}
