//! What both kinds of databases share: opening, copying, backups, failures and time limits.

pub mod backup;
pub(crate) mod copying;
pub(crate) mod failure;
pub(crate) mod opening;
pub(crate) mod silence;
