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
pub(super) fn is_global(address: IpAddr) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

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
            assert!(
                !is_global(address.parse().unwrap_or(IpAddr::V4(Ipv4Addr::new(9, 9, 9, 9)))),
                "{address}"
            );
        }
        for address in
            ["9.9.9.9", "100.128.0.1", "172.32.0.1", "192.169.0.1", "2606:4700::1111", "::ffff:9.9.9.9"]
        {
            assert!(is_global(address.parse().unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))), "{address}");
        }
    }
}
