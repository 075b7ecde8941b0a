//! The address of a client, which trusted proxies report in a header.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use clap::ValueEnum;
use ipnet::IpNet;

/// An address, or a network of addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network(IpNet);

impl Network {
    fn contains(self, address: IpAddr) -> bool {
        self.0.contains(&address)
    }
}

/// The error for a text that is not a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkError;

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a proxy is named by its address or network, such as 192.0.2.1 or 2001:db8::/32")
    }
}

impl std::error::Error for NetworkError {}

/// Parses an address such as `192.0.2.1`, or a network such as `192.0.2.0/24`.
impl FromStr for Network {
    type Err = NetworkError;

    fn from_str(text: &str) -> Result<Self, NetworkError> {
        let address = || text.parse().ok().map(|address: IpAddr| IpNet::from(address.to_canonical()));
        text.parse().ok().or_else(address).map(Self).ok_or(NetworkError)
    }
}

/// The header in which proxies report the address of the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ForwardedHeader {
    /// `X-Forwarded-For`.
    XForwardedFor,
    /// `Forwarded` (RFC 7239).
    Forwarded,
}

impl ForwardedHeader {
    /// Returns the name of the header.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::XForwardedFor => "x-forwarded-for",
            Self::Forwarded => "forwarded",
        }
    }

    /// Returns the address in an element of the header's list, if there is one.
    fn address(self, element: &str) -> Option<IpAddr> {
        let node = match self {
            Self::XForwardedFor => element,
            Self::Forwarded => element.split(';').find_map(|pair| {
                let (name, value) = pair.trim().split_once('=')?;
                name.eq_ignore_ascii_case("for").then_some(value)
            })?,
        };
        let node = node.trim().trim_matches('"');
        let bare = node.strip_prefix('[').and_then(|node| node.strip_suffix(']')).unwrap_or(node);
        let with_port = || node.parse().ok().map(|address: SocketAddr| address.ip());
        bare.parse().ok().or_else(with_port).map(|address: IpAddr| address.to_canonical())
    }
}

/// The trusted proxies.
#[derive(Clone, Debug)]
pub struct Proxies {
    /// Their addresses.
    pub trusted: Vec<Network>,
    /// The header that they write.
    pub header: ForwardedHeader,
}

impl Proxies {
    /// Returns whether an address is that of a trusted proxy.
    #[must_use]
    pub fn trust(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|network| network.contains(address.to_canonical()))
    }

    /// Returns the address of the client, from the address of the peer and the lines of the header: the last reported address that is
    /// not a trusted proxy's. Clients can forge the addresses before it.
    #[must_use]
    pub fn origin<'a>(&self, peer: IpAddr, lines: impl DoubleEndedIterator<Item = &'a str>) -> IpAddr {
        let mut address = peer;
        let mut hops = lines.rev().flat_map(|line| line.rsplit(','));
        while self.trust(address) {
            // If a proxy reports no valid address, the request counts as the proxy's own.
            let Some(before) = hops.next().and_then(|hop| self.header.address(hop)) else { break };
            address = before;
        }
        address
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(header: ForwardedHeader, peer: &str, lines: &[&str]) -> String {
        let trusted = ["10.0.0.0/8", "2001:db8::1"].map(|text| text.parse().expect("a network")).to_vec();
        Proxies { trusted, header }.origin(peer.parse().expect("an address"), lines.iter().copied()).to_string()
    }

    #[test]
    fn origin_is_last_address_that_is_not_a_proxy() {
        let of = |peer, lines: &[&str]| origin(ForwardedHeader::XForwardedFor, peer, lines);
        assert_eq!(of("192.0.2.7", &["203.0.113.9"]), "192.0.2.7", "only proxies are trusted");
        assert_eq!(of("10.0.0.1", &["203.0.113.9"]), "203.0.113.9");
        assert_eq!(of("::ffff:10.0.0.1", &["203.0.113.9:4711"]), "203.0.113.9");
        assert_eq!(of("10.0.0.1", &["198.51.100.1, 203.0.113.9"]), "203.0.113.9", "the first can be made up");
        assert_eq!(of("10.0.0.1", &["198.51.100.1", "203.0.113.9, 10.2.3.4"]), "203.0.113.9");
        assert_eq!(of("2001:db8::1", &["2001:db8:5::1"]), "2001:db8:5::1");
        assert_eq!(of("10.0.0.1", &["[2001:db8:5::1]:80"]), "2001:db8:5::1");
        for nothing in [&[][..], &["nonsense"], &[""], &["203.0.113.9, nonsense"]] {
            assert_eq!(of("10.0.0.1", nothing), "10.0.0.1", "{nothing:?}");
        }
        assert_eq!(of("10.0.0.1", &["10.0.0.2"]), "10.0.0.2", "a request of a proxy itself");
    }

    #[test]
    fn forwarded_header_is_parsed_by_rfc_7239() {
        let of = |line| origin(ForwardedHeader::Forwarded, "10.0.0.1", &[line]);
        assert_eq!(of("for=192.0.2.43"), "192.0.2.43");
        assert_eq!(of("For=\"[2001:db8:cafe::17]:4711\""), "2001:db8:cafe::17");
        assert_eq!(of("by=203.0.113.43;proto=http; for=192.0.2.60"), "192.0.2.60");
        assert_eq!(of("for=192.0.2.43, for=198.51.100.17"), "198.51.100.17");
        for hidden in ["for=unknown", "for=_hidden", "by=203.0.113.43", "192.0.2.43"] {
            assert_eq!(of(hidden), "10.0.0.1", "{hidden}");
        }
    }

    #[test]
    fn network_is_an_address_or_a_prefix() {
        for text in ["192.0.2.1", "192.0.2.0/24", "::1", "2001:db8::/32"] {
            assert!(text.parse::<Network>().is_ok(), "{text}");
        }
        for text in ["", "proxy.example", "192.0.2.1/33", "192.0.2.1:80"] {
            assert_eq!(text.parse::<Network>(), Err(NetworkError), "{text}");
        }
    }
}
