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
    whole(deserializer, MIN, MAX, format_args!(""))
}

/// Reads a whole number from `least` to `most`; `of` is said after these where a number is outside, and may say what they are.
///
/// # Errors
/// For anything but a whole number, and for one outside these bounds.
pub fn whole<'de, D, T>(deserializer: D, least: T, most: T, of: fmt::Arguments<'_>) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Copy + fmt::Display + PartialOrd + TryFrom<u64> + TryFrom<i64>,
{
    struct Whole<'a, T>(T, T, fmt::Arguments<'a>);
    impl<T: Copy + fmt::Display + PartialOrd> Whole<'_, T> {
        fn within<E: de::Error>(&self, number: Option<T>, given: impl fmt::Display) -> Result<T, E> {
            let Self(least, most, of) = self;
            let number = number.filter(|number| least <= number && number <= most);
            number.ok_or_else(|| E::custom(format_args!("{given} is not from {least} to {most}{of}")))
        }
    }
    impl<T: Copy + fmt::Display + PartialOrd + TryFrom<u64> + TryFrom<i64>> Visitor<'_> for Whole<'_, T> {
        type Value = T;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a whole number from {} to {}", self.0, self.1)
        }
        fn visit_u64<E: de::Error>(self, number: u64) -> Result<T, E> {
            self.within(T::try_from(number).ok(), number)
        }
        fn visit_i64<E: de::Error>(self, number: i64) -> Result<T, E> {
            self.within(T::try_from(number).ok(), number)
        }
    }
    deserializer.deserialize_i64(Whole(least, most, of))
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
    let most = MAX_COUNT as i64;
    whole(deserializer, -most, most, format_args!(""))
}

/// `count + 1`, but at most `most`: a state after a move must not hold a count that would be refused when it is posted.
#[must_use]
pub const fn one_more(count: u64, most: u64) -> u64 {
    if count < most { count + 1 } else { most }
}
