//! Six-sided dice: faces, rolls and counts of faces. Rules: seats.md, section 2.

use std::cmp::Reverse;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

use crate::chance::{Chance, Draws};
use crate::wire;

/// A face of a six-sided die: 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Face(u8);

impl Face {
    /// The faces, from 1 to 6.
    pub const ALL: [Self; 6] = [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6)];
    /// The lowest face.
    pub const ONE: Self = Self(1);
    /// The highest face.
    pub const SIX: Self = Self(6);

    /// Returns the face of a number, if it is 1 to 6.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 6 { Some(Self(number)) } else { None }
    }

    /// Returns the number of the face, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the index of the face in [`Self::ALL`], from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de> Deserialize<'de> for Face {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::integer::<_, 1, 6>(deserializer).map(|number| Self(number as u8))
    }
}

wire::named_schema!(
    impl[] Face,
    "DieFace",
    wire::integer_schema("A face of a six-sided die.", 1, 6),
    gather []
);

/// The dice of one event, in the order in which it draws them. There is no limit on their number.
#[derive(Clone, Debug)]
pub struct Roll(Draws);

impl Roll {
    /// Creates the `number`-th roll of a series: `numbered(chance, "break-the-bank/roll", 3)` is
    /// `break-the-bank/roll/3`.
    #[must_use]
    pub fn numbered(chance: Chance, kind: &str, number: u64) -> Self {
        Self(chance.numbered(kind, number))
    }

    /// Rolls the next die.
    pub fn die(&mut self) -> Face {
        self.0.pick(&Face::ALL)
    }

    /// Rolls the next `count` dice.
    pub fn dice<C: FromIterator<Face>>(&mut self, count: usize) -> C {
        (0..count).map(|_| self.die()).collect()
    }
}

/// Sorts faces in descending order, which is the canonical order of sets of dice.
pub fn highest_first(faces: &mut [Face]) {
    faces.sort_unstable_by_key(|face| Reverse(*face));
}

/// Formats faces as a list: `6, 6, 1`.
#[must_use]
pub fn join_faces(faces: &[Face]) -> String {
    faces.iter().map(Face::to_string).collect::<Vec<_>>().join(", ")
}

/// The number of dice that show each face.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally([u8; 6]);

impl Tally {
    /// Counts faces.
    #[must_use]
    pub fn of(faces: &[Face]) -> Self {
        let mut tally = Self::default();
        faces.iter().for_each(|face| tally.0[face.index()] = tally.0[face.index()].saturating_add(1));
        tally
    }

    /// Returns how many dice show a face.
    #[must_use]
    pub const fn count(self, face: Face) -> u8 {
        self.0[face.index()]
    }

    /// Returns whether this multiset of dice is contained in the other.
    #[must_use]
    pub fn is_within(self, other: Self) -> bool {
        Face::ALL.iter().all(|face| self.count(*face) <= other.count(*face))
    }

    /// Returns the faces that occur, in descending order.
    pub fn shown(self) -> impl Iterator<Item = Face> {
        Face::ALL.into_iter().rev().filter(move |face| self.count(*face) > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Seed;

    fn faces(numbers: &[u8]) -> Vec<Face> {
        numbers.iter().map(|number| Face::new(*number).expect("a face")).collect()
    }

    #[test]
    fn die_is_one_plus_below_six_for_each_draw() {
        let seed: Seed = "one".parse().expect("a seed");
        let chance = Chance::new(&seed);
        let mut draws = chance.event("fight-the-power/roll/1");
        let drawn: Vec<u8> = (0..100).map(|_| draws.below(6) as u8 + 1).collect();
        let mut roll = Roll::numbered(chance, "fight-the-power/roll", 1);
        assert_eq!(roll.dice::<Vec<_>>(60), faces(&drawn[..60]));
        assert_eq!(roll.dice::<Vec<_>>(40), faces(&drawn[60..]), "a second handful goes on where the first ended");
        assert!((1..=6).all(|face| drawn.contains(&face)));
    }

    #[test]
    fn face_is_an_integer_from_one_to_six() {
        for number in 0..=7_u8 {
            let read = serde_json::from_str::<Face>(&number.to_string()).ok();
            assert_eq!(read, Face::new(number));
            assert_eq!(read.is_some(), (1..=6).contains(&number));
        }
        assert!(serde_json::from_str::<Face>("\"1\"").is_err());
    }

    #[test]
    fn sets_are_listed_from_highest_face_down() {
        let mut dice = faces(&[1, 6, 2, 6]);
        highest_first(&mut dice);
        assert_eq!(join_faces(&dice), "6, 6, 2, 1");
        let tally = Tally::of(&dice);
        assert_eq!(Face::ALL.map(|face| tally.count(face)), [1, 1, 0, 0, 0, 2]);
        assert_eq!(tally.shown().collect::<Vec<_>>(), faces(&[6, 2, 1]));
    }

    #[test]
    fn set_is_within_set_with_equal_counts() {
        let of = |numbers: &[u8]| Tally::of(&faces(numbers));
        assert!(of(&[6, 6, 1]).is_within(of(&[6, 6, 2, 1])));
        assert!(of(&[]).is_within(of(&[])));
        assert!(!of(&[6, 6]).is_within(of(&[6, 5, 5])));
        assert!(!of(&[3]).is_within(of(&[6, 2, 1])));
    }
}
