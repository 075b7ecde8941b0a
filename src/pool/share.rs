//! The share of the pool that work takes.

use crate::caller::Caller;

/// The share of each lane that work takes: that of an address, and in it that of a caller. An address with many players is
/// one party, so that it delays the work of others no more than one player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    pub(super) source: Source,
    pub(super) address: Caller,
    pub(super) caller: Caller,
}

/// Where work comes from. Both take turns, and each has places of its own, so that requests cannot delay the moves of robots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    Request,
    Service,
}

impl Share {
    /// The share of the background jobs of the service.
    pub const SERVICE: Self = Self::of_service(Caller::SERVICE, Caller::SERVICE);

    /// The share of a request from an address, of a caller there.
    #[must_use]
    pub const fn of_request(address: Caller, caller: Caller) -> Self {
        Self { source: Source::Request, address, caller }
    }

    /// The share of what the service does without a request, such as a due move of a robot: for a caller, because of an earlier request from
    /// an address.
    #[must_use]
    pub const fn of_service(address: Caller, caller: Caller) -> Self {
        Self { source: Source::Service, address, caller }
    }
}
