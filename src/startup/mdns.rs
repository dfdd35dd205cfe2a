//! The name of the hall in its own network: `merridon.local` finds the program where devices ask by multicast DNS.

use std::net::{IpAddr, SocketAddr};

use anyhow::Context;
use mdns_sd::{IfKind, ServiceDaemon, ServiceInfo};

use crate::config::HallName;

/// What the program is among the services of a network.
const SERVICE: &str = "_http._tcp.local.";

/// Answers for the name until it is dropped; on all networks, or on the one of the listening address.
pub(super) struct Announced(ServiceDaemon);

impl Announced {
    /// Begins to answer.
    pub(super) fn begin(name: &HallName, address: SocketAddr) -> anyhow::Result<Self> {
        let daemon = ServiceDaemon::new().context("cannot announce a name in the network")?;
        let only = (!address.ip().is_unspecified()).then(|| address.ip());
        if let Some(own) = only {
            daemon.disable_interface(IfKind::All)?;
            daemon.enable_interface(interface(own))?;
        }
        daemon.register(service(name, address.port(), only)?)?;
        Ok(Self(daemon))
    }
}

impl Drop for Announced {
    fn drop(&mut self) {
        // Whoever has remembered the name forgets it; where that cannot be said, it runs out by itself.
        let _ = self.0.shutdown();
    }
}

fn interface(own: IpAddr) -> IfKind {
    match own {
        IpAddr::V4(own) if own.is_loopback() => IfKind::LoopbackV4,
        IpAddr::V6(own) if own.is_loopback() => IfKind::LoopbackV6,
        own => IfKind::Addr(own),
    }
}

fn service(name: &HallName, port: u16, only: Option<IpAddr>) -> mdns_sd::Result<ServiceInfo> {
    let instance = format!("Tiger Arbiter ({name})");
    let host = format!("{name}.local.");
    let path = [("path", "/")];
    match only {
        Some(own) => ServiceInfo::new(SERVICE, &instance, &host, own, port, &path[..]),
        None => Ok(ServiceInfo::new(SERVICE, &instance, &host, "", port, &path[..])?.enable_addr_auto()),
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use std::net::Ipv4Addr;
    use std::time::Duration;

    use mdns_sd::ServiceEvent;

    use super::*;

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
        let found =
            std::iter::from_fn(|| heard.recv_timeout(Duration::from_secs(10)).ok()).find_map(|event| {
                let ServiceEvent::ServiceResolved(found) = event else { return None };
                (found.host == "a-hall-for-a-test.local.").then_some(found.port)
            });
        assert_eq!(found, Some(8099));
        drop(announced);
        asking.shutdown().unwrap();
    }
}
