use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use mdns_sd::{IfKind, ServiceDaemon, ServiceEvent};
use tiger_arbiter::startup::mdns::{Announced, SERVICE, service};

#[test]
fn a_service_has_the_name_of_the_hall() {
    let name = "Merridon".parse().unwrap();
    let all = service(&name, 8080, None).unwrap();
    assert_eq!((all.get_hostname(), all.get_port()), ("merridon.local.", 8080));
    assert!(all.is_addr_auto());
    let own = IpAddr::V4(Ipv4Addr::new(192, 168, 1, 5));
    assert!(!service(&name, 8080, Some(own)).unwrap().is_addr_auto());
}

#[test]
#[ignore = "not every machine has multicast on its loopback"]
fn who_asks_the_network_finds_the_hall() {
    let name = "a-hall-for-a-test".parse().unwrap();
    let address = SocketAddr::from(([127, 0, 0, 1], 8099));
    let announced = Announced::begin(&name, address).unwrap();
    let asking = ServiceDaemon::new().unwrap();
    asking.disable_interface(IfKind::All).unwrap();
    asking.enable_interface(IfKind::LoopbackV4).unwrap();
    let heard = asking.browse(SERVICE).unwrap();
    let found = std::iter::from_fn(|| heard.recv_timeout(Duration::from_secs(10)).ok()).find_map(|event| {
        let ServiceEvent::ServiceResolved(found) = event else { return None };
        (found.host == "a-hall-for-a-test.local.").then_some(found.port)
    });
    assert_eq!(found, Some(8099));
    drop(announced);
    asking.shutdown().unwrap();
}
