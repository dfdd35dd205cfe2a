//! The name of the hall in its own network: `merridon.local` finds the program where devices ask by multicast DNS.

use std::net::{IpAddr, SocketAddr};

use anyhow::Context;
use mdns_sd::{IfKind, ServiceDaemon, ServiceInfo};

use crate::config::HallName;

/// What the program is among the services of a network.
pub const SERVICE: &str = "_http._tcp.local.";

/// Answers for the name until it is dropped; on all networks, or on the one of the listening address.
pub struct Announced(ServiceDaemon);

impl Announced {
    /// Begins to answer.
    pub fn begin(name: &HallName, address: SocketAddr) -> anyhow::Result<Self> {
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

pub fn service(name: &HallName, port: u16, only: Option<IpAddr>) -> mdns_sd::Result<ServiceInfo> {
    let instance = format!("Tiger Arbiter ({name})");
    let host = format!("{name}.local.");
    let path = [("path", "/")];
    match only {
        Some(own) => ServiceInfo::new(SERVICE, &instance, &host, own, port, &path[..]),
        None => Ok(ServiceInfo::new(SERVICE, &instance, &host, "", port, &path[..])?.enable_addr_auto()),
    }
}
