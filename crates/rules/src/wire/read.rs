//! How single values are read from JSON: texts, integers, counts, and fields that may be absent.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer};

use super::MAX_COUNT;

/// Reads a text through its `FromStr`; `expecting` says in an error what was expected.
///
/// # Errors
/// For anything but a text, and for a text that `FromStr` refuses.
pub fn from_text<'de, T, D>(deserializer: D, expecting: &'static str) -> Result<T, D::Error>
where
    T: FromStr,
    D: Deserializer<'de>,
{
    struct Text<T>(&'static str, PhantomData<T>);
    impl<T: FromStr> Visitor<'_> for Text<T> {
        type Value = T;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
        fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
            text.parse().map_err(|_| E::invalid_value(de::Unexpected::Str(text), &self))
        }
    }
    deserializer.deserialize_str(Text(expecting, PhantomData))
}

/// Reads a field that may be left out but not be null. (serde's own `Option` reads null as none.)
///
/// # Errors
/// Those of `T`.
pub fn present<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    T::deserialize(deserializer).map(Some)
}

/// Reads an integer from `MIN` to `MAX`.
///
/// # Errors
/// For anything but an integer, and for one outside these bounds.
pub fn integer<'de, D, const MIN: u64, const MAX: u64>(deserializer: D) -> Result<u64, D::Error>
where
    D: Deserializer<'de>,
{
    let number = u64::deserialize(deserializer)?;
    if (MIN..=MAX).contains(&number) {
        Ok(number)
    } else {
        Err(de::Error::custom(format_args!("{number} is not from {MIN} to {MAX}")))
    }
}

/// Reads a count in a state: from 0 to [`MAX_COUNT`].
///
/// # Errors
/// Those of [`integer`].
pub fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    integer::<D, 0, MAX_COUNT>(deserializer)
}

/// Reads an integer that may be negative: of at most [`MAX_COUNT`] either way.
///
/// # Errors
/// For anything but an integer, and for one outside these bounds.
pub fn signed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    let number = i64::deserialize(deserializer)?;
    if number.unsigned_abs() <= MAX_COUNT {
        Ok(number)
    } else {
        Err(de::Error::custom(format_args!("{number} is not from -{MAX_COUNT} to {MAX_COUNT}")))
    }
}

/// `count + 1`, but at most `most`: a state after a move must not hold a count that would be refused when it is posted.
#[must_use]
pub const fn one_more(count: u64, most: u64) -> u64 {
    if count < most { count + 1 } else { most }
}
