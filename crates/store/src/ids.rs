//! The numbers of players, tokens and runs.

use std::fmt;

use serde::Serialize;

/// A player's number: from 1, in the order in which names were taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub i64);

/// A run's number: from 1, in the order in which runs were taken in. 0 is no run's, and stands before the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunId(pub i64);

/// A token's number: from 1, in the order in which tokens were made. None is given twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TokenId(pub i64);

macro_rules! written_as_a_number {
    ($Id:ident) => {
        impl fmt::Display for $Id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.0)
            }
        }

        impl std::str::FromStr for $Id {
            type Err = ();

            /// Reads it as it is written: decimal, without a sign or leading zeros.
            fn from_str(text: &str) -> Result<Self, ()> {
                let id: i64 = text.parse().map_err(|_| ())?;
                if id > 0 && id.to_string() == text { Ok(Self(id)) } else { Err(()) }
            }
        }

        impl Serialize for $Id {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    };
}
written_as_a_number!(PlayerId);
written_as_a_number!(RunId);
written_as_a_number!(TokenId);
