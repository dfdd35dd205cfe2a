use actix_web::test::TestRequest;
use tiger_arbiter::auth::address::{client, network};
use tiger_arbiter::config::{Config, DatabaseUrl};

#[test]
fn neighbours_in_one_network_count_as_one() {
    let of = |text: &str| text.parse().map(network).map(|network| network.to_string()).unwrap_or_default();
    assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
    assert_eq!(of("::ffff:192.0.2.1"), "192.0.2.1");
}

#[test]
fn only_what_the_proxy_wrote_is_believed() {
    let request = TestRequest::default()
        .peer_addr(([127, 0, 0, 1], 1).into())
        .insert_header(("x-forwarded-for", "203.0.113.9, 198.51.100.7"))
        .to_http_request();
    let mut config = Config::for_test(DatabaseUrl::Sqlite("x".into()));
    assert_eq!(client(&request, &config), "127.0.0.1");
    config.behind_proxy = true;
    assert_eq!(client(&request, &config), "198.51.100.7");
}
