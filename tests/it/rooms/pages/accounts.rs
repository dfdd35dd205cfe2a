use tiger_arbiter::pages::accounts::browser_in_words;

#[test]
fn browsers_are_told_apart() {
    let told = |system: &str, rest: &str| {
        browser_in_words(&format!("Mozilla/5.0 ({system}) AppleWebKit/537.36 (KHTML, like Gecko) {rest}"))
    };
    assert_eq!(told("X11; Linux x86_64", "Chrome/140.0.0.0 Safari/537.36"), "Chrome on Linux");
    assert_eq!(told("Windows NT 10.0", "Chrome/140.0.0.0 Safari/537.36 Edg/140.0"), "Edge on Windows");
    assert_eq!(
        told("iPhone; CPU iPhone OS 19_0 like Mac OS X", "Version/19.0 Safari/604.1"),
        "Safari on an iPhone"
    );
    assert_eq!(told("Linux; Android 16", "Chrome/140.0.0.0 Mobile Safari/537.36"), "Chrome on Android");
    assert_eq!(
        browser_in_words("Mozilla/5.0 (Android 16; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"),
        "Firefox on Android"
    );
    assert_eq!(browser_in_words("test browser"), "test browser");
}
