//! Deserialization of single values: strings, integers, counts and optional fields.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer};

use super::MAX_COUNT;

/// Deserializes a string through its `FromStr`. `expecting` describes a valid value in errors.
///
/// # Errors
/// If the value is not a string or `FromStr` fails.
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

/// Deserializes a field that may be absent but not null. (serde's `Option` accepts null.)
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

/// Deserializes an integer from `MIN` to `MAX`.
///
/// # Errors
/// If the value is not an integer in this range.
pub fn integer<'de, D, const MIN: u64, const MAX: u64>(deserializer: D) -> Result<u64, D::Error>
where
    D: Deserializer<'de>,
{
    integer_in_range(deserializer, MIN, MAX, format_args!(""))
}

/// Deserializes an integer from `min` to `max`. `of` follows the range in errors, and may explain the limits.
///
/// # Errors
/// If the value is not an integer in this range.
pub fn integer_in_range<'de, D, T>(deserializer: D, min: T, max: T, of: fmt::Arguments<'_>) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Copy + fmt::Display + PartialOrd + TryFrom<u64> + TryFrom<i64>,
{
    struct Integer<'a, T>(T, T, fmt::Arguments<'a>);
    impl<T: Copy + fmt::Display + PartialOrd> Integer<'_, T> {
        fn within<E: de::Error>(&self, number: Option<T>, given: de::Unexpected<'_>) -> Result<T, E>
        where
            Self: for<'de> Visitor<'de>,
        {
            let number = number.filter(|number| self.0 <= *number && *number <= self.1);
            number.ok_or_else(|| E::invalid_value(given, self))
        }
    }
    impl<T: Copy + fmt::Display + PartialOrd + TryFrom<u64> + TryFrom<i64>> Visitor<'_> for Integer<'_, T> {
        type Value = T;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match self {
                Self(min, max, of) if min == max => write!(f, "{max}{of}"),
                Self(min, max, of) => write!(f, "an integer from {min} to {max}{of}"),
            }
        }
        fn visit_u64<E: de::Error>(self, number: u64) -> Result<T, E> {
            self.within(T::try_from(number).ok(), de::Unexpected::Unsigned(number))
        }
        fn visit_i64<E: de::Error>(self, number: i64) -> Result<T, E> {
            self.within(T::try_from(number).ok(), de::Unexpected::Signed(number))
        }
    }
    deserializer.deserialize_i64(Integer(min, max, of))
}

/// Deserializes a count in a state, from 0 to [`MAX_COUNT`].
///
/// # Errors
/// Those of [`integer`].
pub fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    integer::<D, 0, MAX_COUNT>(deserializer)
}

/// Deserializes an integer from -[`MAX_COUNT`] to [`MAX_COUNT`].
///
/// # Errors
/// If the value is not an integer in this range.
pub fn signed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    let max = MAX_COUNT as i64;
    integer_in_range(deserializer, -max, max, format_args!(""))
}

/// Returns `count + 1`, but at max `max`, so that the state after a move can be posted again.
#[must_use]
pub const fn increment_capped(count: u64, max: u64) -> u64 {
    if count < max { count + 1 } else { max }
}
