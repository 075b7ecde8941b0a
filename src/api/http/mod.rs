//! What happens to a request before its handler, and to its response after it.

pub(super) mod admission;
pub mod body;
pub(super) mod closing;
pub(super) mod cors;
pub(super) mod declared;
pub(super) mod encode;
pub(super) mod location;
pub mod slices;
