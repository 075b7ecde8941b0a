//! Runs: submitted, replayed, stored, shown, and verified again.

#[cfg(feature = "schemas")]
mod document;
mod info;
mod lookup;
mod par;
mod position;
mod position_picture;
mod ranks;
mod show;
mod submit;
pub mod verifications;
mod verify;

use actix_web::http::Method;
use actix_web::web;

pub(super) use self::info::{AnyStoredRun, RunInfo, StoredMoves};
pub(super) use self::lookup::{embargoed_until, named, unknown};
pub(super) use self::submit::{AnyRun, Receipt, no_game, receipt};
use super::endpoint::{Endpoint, docs};
use super::http::body::MAX_BYTES_OF_RUN;

/// The endpoints of runs.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new(Method::POST, "/v1/runs", submit::handle, docs!(submit::doc))
            .needs_token()
            .max_bytes(MAX_BYTES_OF_RUN),
        Endpoint::new(Method::GET, "/v1/runs/{id}", show::handle, docs!(show::doc)),
        Endpoint::new(Method::GET, "/v1/runs/{id}/par", par::handle, docs!(par::doc)),
        Endpoint::new(Method::POST, "/v1/runs/{id}/verification", verify::handle, docs!(verify::doc)),
        Endpoint::new(Method::POST, "/v1/verifications", verifications::handle, docs!(verifications::doc))
            .max_bytes(MAX_BYTES_OF_RUN)
            .takes(verifications::NDJSON),
        Endpoint::untyped(
            Method::GET,
            "/v1/runs/{id}/positions/{n}",
            || web::to(position::handle),
            docs!(|| position::doc().build()),
        ),
        Endpoint::new(
            Method::GET,
            "/v1/runs/{id}/positions/{n}/picture",
            position_picture::handle,
            docs!(position_picture::doc),
        ),
    ]
}
