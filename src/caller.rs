//! Who makes a request, as far as shares and limits go.

use std::net::{IpAddr, Ipv6Addr};

use crate::store::PlayerId;

/// Who makes a request: a player whose token is known, else an address.
///
/// A token that is not known says nothing, since anybody can make one up for each request. Of an IPv6 address the first half
/// counts, since networks are given out whole to one party.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Caller(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Kind {
    Player(PlayerId),
    Address(Option<IpAddr>),
}

impl Caller {
    /// A player.
    #[must_use]
    pub const fn player(player: PlayerId) -> Self {
        Self(Kind::Player(player))
    }

    /// Whoever asks from an address, or from one that is not known.
    #[must_use]
    pub fn address(address: Option<IpAddr>) -> Self {
        Self(Kind::Address(address.map(|address| match address.to_canonical() {
            IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
            address @ IpAddr::V4(_) => address,
        })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(address: &str) -> Caller {
        Caller::address(address.parse().ok())
    }

    #[test]
    fn addresses_of_one_network_are_one_caller_and_no_two_players_are() {
        assert_eq!(at("2001:db8:1:2::1"), at("2001:db8:1:2:ffff:1:1:1"));
        assert_ne!(at("2001:db8:1:2::1"), at("2001:db8:1:3::1"));
        assert_eq!(at("::ffff:192.0.2.1"), at("192.0.2.1"), "the same address, written as IPv6");
        assert_ne!(at("192.0.2.1"), at("192.0.2.2"));
        assert_ne!(Caller::player(PlayerId(1)), Caller::player(PlayerId(2)));
        assert_ne!(at("nowhere"), at("192.0.2.1"));
    }
}
