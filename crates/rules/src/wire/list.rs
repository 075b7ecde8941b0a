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
        let items = at_most::<T, D, MAX>(deserializer)?;
        if items.len() < MIN {
            return Err(de::Error::custom(format_args!(
                "must be a list of {MIN} to {MAX} items (got {})",
                items.len()
            )));
        }
        Ok(Self(items))
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
    struct Items<T, const MAX: usize>(PhantomData<T>);
    impl<'de, T: Deserialize<'de>, const MAX: usize> Visitor<'de> for Items<T, MAX> {
        type Value = Vec<T>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a list of at most {MAX} items")
        }
        fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<T>, A::Error> {
            let mut items = Vec::with_capacity(seq.size_hint().unwrap_or(0).min(MAX));
            while let Some(item) = seq.next_element()? {
                if items.len() == MAX {
                    return Err(de::Error::custom(format_args!("must be a list of at most {MAX} items (got more)")));
                }
                items.push(item);
            }
            Ok(items)
        }
    }
    deserializer.deserialize_seq(Items::<T, MAX>(PhantomData))
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
    let items = at_most::<T, D, COUNT>(deserializer)?;
    items.try_into().map_err(|items: Vec<T>| {
        de::Error::custom(format_args!("must be a list of {COUNT} items (got {})", items.len()))
    })
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
