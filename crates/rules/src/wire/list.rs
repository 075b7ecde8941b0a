//! Lists with length limits, and lists without duplicates.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::read::integer_in_range;

/// A list of `MIN` to `MAX` items. The limits are checked during deserialization only.
///
/// A field of a [`record!`](super::record!) gets a schema with the same limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct BoundedVec<T, const MIN: usize, const MAX: usize>(Vec<T>);

impl<T, const MIN: usize, const MAX: usize> BoundedVec<T, MIN, MAX> {
    /// Returns the items as a `Vec`.
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        self.0
    }
}

impl<T, const MIN: usize, const MAX: usize> Default for BoundedVec<T, MIN, MAX> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T, const MIN: usize, const MAX: usize> From<Vec<T>> for BoundedVec<T, MIN, MAX> {
    fn from(items: Vec<T>) -> Self {
        Self(items)
    }
}

impl<T, const MIN: usize, const MAX: usize> FromIterator<T> for BoundedVec<T, MIN, MAX> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self(items.into_iter().collect())
    }
}

impl<T, const MIN: usize, const MAX: usize> Deref for BoundedVec<T, MIN, MAX> {
    type Target = Vec<T>;
    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T, const MIN: usize, const MAX: usize> DerefMut for BoundedVec<T, MIN, MAX> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

impl<T, const MIN: usize, const MAX: usize> IntoIterator for BoundedVec<T, MIN, MAX> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, T, const MIN: usize, const MAX: usize> IntoIterator for &'a BoundedVec<T, MIN, MAX> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'de, T: Deserialize<'de>, const MIN: usize, const MAX: usize> Deserialize<'de> for BoundedVec<T, MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        list_in_range(deserializer, MIN, MAX, format_args!("")).map(Self)
    }
}

/// A list without duplicates.
pub struct UniqueList<T>(pub Vec<T>);

impl<'de, T: Deserialize<'de> + PartialEq> Deserialize<'de> for UniqueList<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list = Vec::<T>::deserialize(deserializer)?;
        let repeated = (1..list.len()).find(|i| list[..*i].contains(&list[*i]));
        match repeated {
            Some(i) => {
                Err(de::Error::custom(format_args!("must not repeat an item (item {i} repeats an earlier one)")))
            }
            None => Ok(Self(list)),
        }
    }
}

/// Deserializes a list of at most `MAX` items.
///
/// # Errors
/// If the value is not a list, the list is too long or an item is invalid.
pub fn at_most<'de, T, D, const MAX: usize>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    list_in_range(deserializer, 0, MAX, format_args!(""))
}

/// Deserializes a list of `min` to `max` items. `of` follows the range in errors, and may explain the limits.
///
/// # Errors
/// If the value is not a list, the list has another length or an item is invalid.
pub fn list_in_range<'de, T, D>(
    deserializer: D,
    min: usize,
    max: usize,
    of: fmt::Arguments<'_>,
) -> Result<Vec<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    struct Items<'a, T>(ListRange<'a>, PhantomData<T>);
    impl<'de, T: Deserialize<'de>> Visitor<'de> for Items<'_, T> {
        type Value = Vec<T>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            de::Expected::fmt(&self.0, f)
        }
        fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<T>, A::Error> {
            let Self(range, _) = self;
            let mut items = Vec::with_capacity(seq.size_hint().unwrap_or(0).min(range.max));
            while let Some(item) = seq.next_element()? {
                if items.len() == range.max {
                    return Err(range.wrong_length(range.max + 1));
                }
                items.push(item);
            }
            if items.len() < range.min { Err(range.wrong_length(items.len())) } else { Ok(items) }
        }
    }
    deserializer.deserialize_seq(Items(ListRange { min, max, of }, PhantomData))
}

/// A list of `min` to `max` items. `of` follows the range in errors, and may explain the limits.
pub(super) struct ListRange<'a> {
    pub(super) min: usize,
    pub(super) max: usize,
    pub(super) of: fmt::Arguments<'a>,
}

impl de::Expected for ListRange<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { min, max, of } = self;
        let items = if *max == 1 { "item" } else { "items" };
        match min {
            min if min == max => write!(f, "a list of {max} {items}{of}"),
            0 => write!(f, "a list of at most {max} {items}{of}"),
            min => write!(f, "a list of {min} to {max} {items}{of}"),
        }
    }
}

impl ListRange<'_> {
    /// Returns the error for a list of another length.
    #[cold]
    pub(super) fn wrong_length<E: de::Error>(&self, length: usize) -> E {
        let expected: &dyn de::Expected = self;
        if length > self.max {
            E::custom(format_args!("must be {expected} (got more)"))
        } else {
            E::custom(format_args!("must be {expected} (got {length})"))
        }
    }
}

/// Deserializes a list of exactly `COUNT` items.
///
/// # Errors
/// If the value is not a list, the list has another length or an item is invalid.
pub fn exactly<'de, T, D, const COUNT: usize>(deserializer: D) -> Result<[T; COUNT], D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    let items = list_in_range(deserializer, COUNT, COUNT, format_args!(""))?;
    items.try_into().map_err(|_| de::Error::custom("must have another number of items"))
}

/// Deserializes a list of `MIN_LEN` to `MAX_LEN` integers, each from `MIN` to `MAX`.
///
/// # Errors
/// If the value is not a list of integers within these limits.
pub fn integers<'de, T, D, const MIN_LEN: usize, const MAX_LEN: usize, const MIN: i64, const MAX: i64>(
    deserializer: D,
) -> Result<Vec<T>, D::Error>
where
    T: TryFrom<i64>,
    D: Deserializer<'de>,
{
    struct Item<T, const MIN: i64, const MAX: i64>(T);
    impl<'de, T: TryFrom<i64>, const MIN: i64, const MAX: i64> Deserialize<'de> for Item<T, MIN, MAX> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let number = integer_in_range(deserializer, MIN, MAX, format_args!(""))?;
            T::try_from(number)
                .map(Self)
                .map_err(|_| de::Error::custom(format_args!("must be in range (got {number})")))
        }
    }
    let items = BoundedVec::<Item<T, MIN, MAX>, MIN_LEN, MAX_LEN>::deserialize(deserializer)?;
    Ok(items.into_iter().map(|Item(number)| number).collect())
}
