//! Cursors: where a page ends, as an opaque text that belongs to one list.
//!
//! A cursor says of which list it is, by a hash of all that chooses the list, so that one of another list is refused
//! rather than misunderstood. It is not signed: whoever changes it only looks elsewhere in the same list.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use utoipa::openapi::{RefOr, Schema};

use super::problem::{Code, Problem};
use crate::rules::wire;
use crate::store::calendar::Timestamp;
use crate::store::{Mark, Merit, Place, RunId, StretchEnd};

/// The version of the way in which cursors are written.
const VERSION: u8 = 1;

/// Which list a cursor is of.
pub(super) type List = [u8; 8];

/// The list that is chosen by this.
pub(super) fn list(what: &impl std::fmt::Debug) -> List {
    let digest = Sha256::digest(format!("{what:?}"));
    let mut list = List::default();
    list.iter_mut().zip(digest).for_each(|(byte, of_digest)| *byte = of_digest);
    list
}

/// Where a page ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cursor {
    /// The page that follows a place on a board.
    After(Place),
    /// The page that leads to a place on a board.
    Before(Place),
    /// What was received before a run.
    Received(StretchEnd),
    /// What was taken in before a run.
    Run(RunId),
}

/// A cursor as it is written: version, list, kind, and three numbers.
#[derive(Serialize, Deserialize)]
struct Written(u8, List, u8, i64, u32, i64);

impl Cursor {
    pub(super) fn write(self, list: List) -> String {
        let (kind, first, moves, run) = match self {
            Self::After(Place { mark, run }) => (0, mark.merit.number(), mark.moves, run),
            Self::Before(Place { mark, run }) => (1, mark.merit.number(), mark.moves, run),
            Self::Received(StretchEnd { received_at, run }) => (2, received_at.millis(), 0, run),
            Self::Run(run) => (3, 0, 0, run),
        };
        let written = serde_json::to_vec(&Written(VERSION, list, kind, first, moves, run.0)).unwrap_or_default();
        BASE64_URL_SAFE_NO_PAD.encode(written)
    }

    /// Reads a cursor of a list.
    ///
    /// # Errors
    /// 400 when it is none, or is of another list.
    pub(super) fn read(text: &str, of: List) -> Result<Self, Problem> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).map_err(|_| invalid())?;
        let Written(version, list, kind, first, moves, run) = serde_json::from_slice(&bytes).map_err(|_| invalid())?;
        if version != VERSION || list != of {
            return Err(invalid());
        }
        let place = Place { mark: Mark { merit: Merit::of_number(first), moves }, run: RunId(run) };
        match kind {
            0 => Ok(Self::After(place)),
            1 => Ok(Self::Before(place)),
            2 => Ok(Self::Received(StretchEnd { received_at: Timestamp::from_millis(first), run: RunId(run) })),
            3 => Ok(Self::Run(RunId(run))),
            _ => Err(invalid()),
        }
    }

    /// The run of a cursor of a list of runs.
    pub(super) fn run(self) -> Result<RunId, Problem> {
        if let Self::Run(run) = self { Ok(run) } else { Err(invalid()) }
    }
}

pub(super) fn invalid() -> Problem {
    Problem::new(Code::InvalidCursor, "the cursor is none that this list gave; begin again without one")
}

pub(super) fn schema() -> RefOr<Schema> {
    wire::text(
        "^[A-Za-z0-9_-]{1,256}$",
        "An opaque text: send it back as it is.",
        "WzEsWzEsMiwzLDQsNSw2LDcsOF0sMyw0LDUsNl0",
    )
}
