//! The caller of a request, to whom shares and limits apply.

use std::net::{IpAddr, Ipv6Addr};

use crate::store::{ActingApp, AppId, Player, PlayerId};

/// The caller of a request: a player whose token is known, else an address. Of requests through an approved app, it is the user of the app, or the
/// app itself.
///
/// An unknown token does not identify a caller, since anyone can invent one for each request. Only the first half of an IPv6 address
/// counts, since a whole network belongs to one party.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Caller(CallerKind);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum CallerKind {
    Player(PlayerId),
    Address(Option<IpAddr>),
    Service,
    App(AppId),
    UsersOf(AppId),
    User(AppId, PlayerId),
}

/// Returns the address of a player.
pub type AddressOf<'a> = &'a dyn Fn(PlayerId) -> Caller;

/// Whose quotas apply to a caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Those of players and addresses.
    Service,
    /// Those of the server of an app, or of all its users.
    App(AppId),
    /// Those of a user of an app.
    User(AppId),
}

/// A player who sends a request, and the address that it comes from.
#[derive(Clone, Debug)]
pub struct Requester {
    /// The player.
    pub player: Player,
    /// The address, or the approved app in its place.
    pub from: Caller,
    /// The app that acts with the player's token.
    pub app: Option<ActingApp>,
}

impl Requester {
    /// The app that acts with the player's token.
    #[must_use]
    pub fn app_id(&self) -> Option<AppId> {
        self.app.map(|app| app.id)
    }

    /// Those whose early leaves and seats count together: the players of an address. The server of an app may call for all its users, so they
    /// count for themselves alone.
    #[must_use]
    pub fn neighbors(&self) -> Caller {
        match self.from.scope() {
            Scope::Service => self.from,
            Scope::App(app) | Scope::User(app) => Caller::user(app, self.player.id),
        }
    }
}

impl Caller {
    /// The background jobs of the service.
    pub const SERVICE: Self = Self(CallerKind::Service);

    /// A player.
    #[must_use]
    pub const fn player(player: PlayerId) -> Self {
        Self(CallerKind::Player(player))
    }

    /// The server of an approved app: all requests with its keys.
    #[must_use]
    pub const fn app(app: AppId) -> Self {
        Self(CallerKind::App(app))
    }

    /// The users of an approved app together: all requests with its tokens. They cannot use up what its server needs.
    #[must_use]
    pub const fn users_of(app: AppId) -> Self {
        Self(CallerKind::UsersOf(app))
    }

    /// A user of an approved app.
    #[must_use]
    pub const fn user(app: AppId, player: PlayerId) -> Self {
        Self(CallerKind::User(app, player))
    }

    /// Whose quotas apply to the caller.
    #[must_use]
    pub const fn scope(self) -> Scope {
        match self.0 {
            CallerKind::Player(_) | CallerKind::Address(_) | CallerKind::Service => Scope::Service,
            CallerKind::App(app) | CallerKind::UsersOf(app) => Scope::App(app),
            CallerKind::User(app, _) => Scope::User(app),
        }
    }

    /// The callers at an address, or at an unknown one.
    #[must_use]
    pub fn address(address: Option<IpAddr>) -> Self {
        Self(CallerKind::Address(address.map(|address| match address.to_canonical() {
            IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
            address @ IpAddr::V4(_) => address,
        })))
    }

    /// Returns the address, or the network of an IPv6 address, as an IPv6 address in bytes; none of other callers, or if the address is unknown.
    #[must_use]
    pub fn octets(&self) -> Option<[u8; 16]> {
        match self.0 {
            CallerKind::Address(Some(IpAddr::V4(address))) => Some(address.to_ipv6_mapped().octets()),
            CallerKind::Address(Some(IpAddr::V6(address))) => Some(address.octets()),
            CallerKind::Address(None)
            | CallerKind::Player(_)
            | CallerKind::App(_)
            | CallerKind::UsersOf(_)
            | CallerKind::User(..)
            | CallerKind::Service => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(address: &str) -> Caller {
        Caller::address(address.parse().ok())
    }

    #[test]
    fn each_network_and_each_player_is_one_caller() {
        assert_eq!(at("2001:db8:1:2::1"), at("2001:db8:1:2:ffff:1:1:1"));
        assert_ne!(at("2001:db8:1:2::1"), at("2001:db8:1:3::1"));
        assert_eq!(at("::ffff:192.0.2.1"), at("192.0.2.1"), "the same address, written as IPv6");
        assert_ne!(at("192.0.2.1"), at("192.0.2.2"));
        assert_ne!(Caller::player(PlayerId(1)), Caller::player(PlayerId(2)));
        assert_ne!(at("nowhere"), at("192.0.2.1"));
    }
}
