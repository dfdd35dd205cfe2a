//! What is out in the internet: the names of webhooks lead nowhere else, unless the installation allows it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// Looks names up and passes on only addresses outside. The connection goes to what was looked at here, so a name that
/// says something else the next time gains nothing.
#[derive(Debug, Default)]
pub(super) struct OutsideOnly(DefaultResolver);

impl Resolver for OutsideOnly {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.0.resolve(uri, config, timeout).map_err(|_| ureq::Error::HostNotFound)?;
        let mut outside = self.empty();
        found.iter().filter(|address| is_global(address.ip())).for_each(|address| outside.push(*address));
        if outside.is_empty() { Err(ureq::Error::HostNotFound) } else { Ok(outside) }
    }
}

/// Whether an address is one of the public internet, by the registries of special-purpose addresses (RFC 6890).
pub fn is_global(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_global_v4(address),
        IpAddr::V6(address) => is_global_v6(address),
    }
}

fn is_global_v4(address: Ipv4Addr) -> bool {
    let special = match address.octets() {
        // This network, shared, protocol assignments, benchmarks, old relays, reserved.
        [0, ..] | [192, 0, 0, _] | [198, 18..=19, ..] | [192, 88, 99, _] | [240..=255, ..] => true,
        [100, second, ..] => (64..128).contains(&second),
        _ => false,
    };
    !special
        && !address.is_private()
        && !address.is_loopback()
        && !address.is_link_local()
        && !address.is_documentation()
        && !address.is_multicast()
}

/// Global unicast without what leads back to addresses of the older kind, or is for documentation and protocols.
fn is_global_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let special = match first {
        0x2001 => second < 0x0200 || second == 0x0DB8,
        0x2002 | 0x3FFF => true,
        _ => false,
    };
    first & 0xE000 == 0x2000 && !special
}
