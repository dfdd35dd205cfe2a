use tiger_arbiter::handlers::accounts::local_path;

#[test]
fn nobody_is_led_to_another_site() {
    assert_eq!(local_path("/events/x?y=1"), "/events/x?y=1");
    for elsewhere in ["https://evil.example", "//evil.example", "/\\evil.example", "", "/\nx", "javascript:x"]
    {
        assert_eq!(local_path(elsewhere), "/", "{elsewhere:?}");
    }
}
