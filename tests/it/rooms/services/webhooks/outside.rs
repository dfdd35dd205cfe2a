use std::net::{IpAddr, Ipv4Addr};

use tiger_arbiter::services::webhooks::outside::is_global;

#[test]
fn addresses_of_the_network_at_home_are_not_outside() {
    let inside = [
        "0.0.0.0",
        "10.0.0.1",
        "100.64.0.1",
        "127.0.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.1",
        "192.168.1.5",
        "198.18.0.1",
        "203.0.113.9",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:10.0.0.1",
        "::ffff:127.0.0.1",
        "64:ff9b::a00:1",
        "fc00::1",
        "fd12::1",
        "fe80::1",
        "ff02::1",
        "2001:db8::1",
        "2001::1",
        "2002:a00:1::",
    ];
    for address in inside {
        assert!(!is_global(address.parse().unwrap_or(IpAddr::V4(Ipv4Addr::new(9, 9, 9, 9)))), "{address}");
    }
    for address in
        ["9.9.9.9", "100.128.0.1", "172.32.0.1", "192.169.0.1", "2606:4700::1111", "::ffff:9.9.9.9"]
    {
        assert!(is_global(address.parse().unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))), "{address}");
    }
}
