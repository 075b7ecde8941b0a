//! The numbers of players, tokens, runs and tables.

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

/// The number of an action of a moderator: from 1, in the order in which actions are logged. No number is given twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ActionId(pub i64);

/// A table's number: drawn at random, from 1 to `i64::MAX`, so that nobody finds a table without having been told of it. It is written as
/// 16 lowercase hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId(pub i64);

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
written_as_a_number!(ActionId);

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl std::str::FromStr for TableId {
    type Err = ();

    /// Reads it as it is written.
    fn from_str(text: &str) -> Result<Self, ()> {
        let id = Self(i64::from_str_radix(text, 16).map_err(|_| ())?);
        if id.0 > 0 && id.to_string() == text { Ok(id) } else { Err(()) }
    }
}

impl Serialize for TableId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::TableId;

    #[test]
    fn the_number_of_a_table_is_read_only_as_it_is_written() {
        for (id, text) in [(1, "0000000000000001"), (0xbeef, "000000000000beef"), (i64::MAX, "7fffffffffffffff")] {
            assert_eq!((TableId(id).to_string().as_str(), text.parse()), (text, Ok(TableId(id))));
        }
        for text in [
            "",
            "1",
            "beef",
            "000000000000BEEF",
            "+00000000000beef",
            "-00000000000beef",
            "0000000000000000",
            "8000000000000000",
            "00000000000000001",
            "000000000000000g",
            " 00000000000000001",
            "0x00000000000001",
        ] {
            assert_eq!(text.parse::<TableId>(), Err(()), "{text:?}");
        }
    }
}
