//! The trampolines and the people on them.

use std::fmt;

use serde::de::{self, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::wire::{self, ToSchema};

/// A trampoline, 1 to 15: rows of 1 to 5, numbered in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Trampoline(pub(super) u8);

/// The number of trampolines.
pub(super) const COUNT: usize = 15;

/// The six directions along the triangle's lines, as steps of (row, index in the row).
pub(super) const DIRECTIONS: [(i8, i8); 6] = [(-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1)];

impl Trampoline {
    /// Returns all trampolines in reading order.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (1..=COUNT as u8).map(Self)
    }

    /// Returns the trampoline with this number, if it is 1 to 15.
    #[must_use]
    pub const fn new(number: u64) -> Option<Self> {
        if number >= 1 && number <= COUNT as u64 { Some(Self(number as u8)) } else { None }
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// Returns the row and the index in it, both from 0.
    pub(super) const fn spot(self) -> (i8, i8) {
        let mut row = 0;
        let mut place = self.0 as i8 - 1;
        while place > row {
            row += 1;
            place -= row;
        }
        (row, place)
    }

    /// Returns the trampoline at a number of steps in a direction, if there is one.
    pub(super) const fn step(self, (down, along): (i8, i8), steps: i8) -> Option<Self> {
        let (row, place) = self.spot();
        let (row, place) = (row + down * steps, place + along * steps);
        if row < 0 || row > 4 || place < 0 || place > row {
            return None;
        }
        Some(Self::at(row, place))
    }

    /// Returns the trampoline at a row and an index in it, both from 0.
    pub(super) const fn at(row: i8, place: i8) -> Self {
        Self((row * (row + 1) / 2 + place + 1) as u8)
    }

    /// Returns the adjacent trampolines, in reading order.
    pub fn neighbors(self) -> impl Iterator<Item = Self> {
        AT_STEPS[self.index()].into_iter().filter_map(|(near, _)| near)
    }

    /// Returns the pairs of an adjacent trampoline and the one straight beyond it, by the latter.
    pub fn beyond(self) -> impl Iterator<Item = (Self, Self)> {
        AT_STEPS[self.index()].into_iter().filter_map(|(over, to)| Some((over?, to?)))
    }
}

/// For each trampoline and direction, the trampolines at one step and at two.
static AT_STEPS: [[(Option<Trampoline>, Option<Trampoline>); 6]; COUNT] = {
    let mut all = [[(None, None); 6]; COUNT];
    let mut from = 0;
    while from < COUNT {
        let mut way = 0;
        while way < 6 {
            let at = Trampoline(from as u8 + 1);
            all[from][way] = (at.step(DIRECTIONS[way], 1), at.step(DIRECTIONS[way], 2));
            way += 1;
        }
        from += 1;
    }
    all
};

impl fmt::Display for Trampoline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de> Deserialize<'de> for Trampoline {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::integer::<D, 1, 15>(deserializer).map(|number| Self(number as u8))
    }
}

wire::named_schema!(
    impl[] Trampoline,
    "Trampoline",
    wire::integer_schema("A trampoline: rows of 1 to 5, numbered in reading order.", 1, 15),
    gather []
);

/// The piece on a trampoline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FunSeeker)]
pub enum Person {
    /// A kid.
    Kid,
    /// An adult.
    Adult,
    /// The player.
    You,
}

impl Person {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Kid => "a kid",
            Self::Adult => "an adult",
            Self::You => "you",
        }
    }
}

/// The people by trampoline: in JSON an object from a trampoline's number to the person there, without empty ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Trampolines(pub(super) [Option<Person>; COUNT]);

impl Trampolines {
    /// Returns the piece on a trampoline.
    #[must_use]
    pub fn get(&self, at: Trampoline) -> Option<Person> {
        self.0[at.index()]
    }

    pub(super) fn set(&mut self, at: Trampoline, person: Option<Person>) {
        self.0[at.index()] = person;
    }

    /// Returns the people in reading order of their trampolines.
    pub(super) fn people(&self) -> impl Iterator<Item = (Trampoline, Person)> {
        Trampoline::all().filter_map(|at| self.get(at).map(|person| (at, person)))
    }

    pub(super) fn count(&self, person: Person) -> u64 {
        self.people().filter(|(_, other)| *other == person).count() as u64
    }
}

impl Serialize for Trampolines {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.people().count()))?;
        for (at, person) in self.people() {
            map.serialize_entry(NUMBERS[at.index()], &person)?;
        }
        map.end()
    }
}

/// The numbers of the trampolines as JSON keys.
pub(super) const NUMBERS: [&str; COUNT] =
    ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"];

pub(super) struct Key(Trampoline);

impl std::str::FromStr for Key {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        Trampoline::all().find(|at| NUMBERS[at.index()] == text).map(Key).ok_or(())
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::from_text(deserializer, "the number of a trampoline, \"1\" to \"15\"")
    }
}

impl<'de> Deserialize<'de> for Trampolines {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct People;
        impl<'de> Visitor<'de> for People {
            type Value = Trampolines;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object whose keys are trampolines")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Trampolines, A::Error> {
                let mut people = Trampolines([None; COUNT]);
                while let Some(Key(at)) = map.next_key()? {
                    if people.get(at).is_some() {
                        return Err(de::Error::custom(format_args!(
                            "must not have a trampoline twice (got {at} twice)"
                        )));
                    }
                    people.set(at, Some(map.next_value()?));
                }
                Ok(people)
            }
        }
        deserializer.deserialize_map(People)
    }
}

wire::named_schema!(
    impl[] Trampolines,
    "Trampolines",
    wire::map(
        "The piece on each trampoline, by its number. An empty trampoline has no key.",
        "^([1-9]|1[0-5])$",
        wire::reference_to::<Person>(),
    ),
    gather [Person]
);
