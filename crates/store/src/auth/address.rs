//! Where a request comes from, as far as throttling needs to know.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use actix_web::HttpRequest;

use crate::config::Config;

/// The client's address, cut like [`network`]; `0.0.0.0` where it is not known.
pub fn of(request: &HttpRequest, config: &Config) -> IpAddr {
    let peer = || request.peer_addr().map(|address| address.ip());
    let forwarded = if config.behind_proxy { forwarded_for(request) } else { None };
    forwarded.or_else(peer).map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), network)
}

/// The same as a text.
pub fn client(request: &HttpRequest, config: &Config) -> String {
    match of(request, config) {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(network) => format!("{network}/64"),
    }
}

/// What the proxy wrote: the last entry. Earlier ones come from the client and may say anything.
fn forwarded_for(request: &HttpRequest) -> Option<IpAddr> {
    let value = request.headers().get_all("x-forwarded-for").last()?.to_str().ok()?;
    value.rsplit(',').next()?.trim().parse().ok()
}

/// An address as it counts: of IPv6 the 64 bits of the network, since one client has all of the rest.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
        canonical @ IpAddr::V4(_) => canonical,
    }
}
