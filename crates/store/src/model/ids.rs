//! Numbers of players, apps, tokens, runs, moderation actions, tables, contests, their rounds, and requests for opponents.

use std::fmt;

use serde::Serialize;

/// The number of a player: from 1, in order of creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub i64);

/// The number of a run: from 1, in order of arrival. No run has 0, which means before the first run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunId(pub i64);

/// The number of a token: from 1, in order of creation. Numbers are never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TokenId(pub i64);

/// The number of an action of a moderator: from 1, in order of the log. Numbers are never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ActionId(pub i64);

/// The number of an app: from 1, in order of creation. Numbers are never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AppId(pub i64);

/// The number of a season of an app: from 1, in order of creation. Numbers are never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SeasonId(pub i64);

/// The number of a table: random, from 1 to `i64::MAX`, so that no one can guess it. The text is 16 lowercase hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId(pub i64);

/// The number of a request for opponents: random, as that of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairingId(pub i64);

/// The number of a contest: random, from 1 to `i64::MAX`, so that no one can guess it. The text is 16 lowercase hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContestId(pub i64);

/// The number of a round of a contest in the store: random, from 1 to `i64::MAX`, so that a database that went back never reuses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoundId(pub i64);

macro_rules! decimal_id {
    ($Id:ident) => {
        impl fmt::Display for $Id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.0)
            }
        }

        impl std::str::FromStr for $Id {
            type Err = ();

            /// Parses the text of `Display`: decimal, without sign or leading zeros.
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
decimal_id!(PlayerId);
decimal_id!(RunId);
decimal_id!(TokenId);
decimal_id!(ActionId);
decimal_id!(AppId);
decimal_id!(SeasonId);

macro_rules! random_id {
    ($Id:ident) => {
        impl fmt::Display for $Id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:016x}", self.0)
            }
        }

        impl std::str::FromStr for $Id {
            type Err = ();

            /// Parses the text of `Display`.
            fn from_str(text: &str) -> Result<Self, ()> {
                let id = Self(i64::from_str_radix(text, 16).map_err(|_| ())?);
                if id.0 > 0 && id.to_string() == text { Ok(id) } else { Err(()) }
            }
        }

        impl Serialize for $Id {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    };
}
random_id!(TableId);
random_id!(PairingId);
random_id!(ContestId);

#[cfg(test)]
mod tests {
    use super::TableId;

    #[test]
    fn table_id_parses_only_its_own_text() {
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
