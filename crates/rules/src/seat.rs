//! Seats: who plays, and who looks. Rules: seats.md, sections 1 and 4.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::wire;

/// The most seats that any game has.
pub const MAX_SEATS: u8 = 16;

/// A seat: its number, from 1, in the order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Seat(u8);

impl Seat {
    /// The seat that begins, which is the only one of a solitaire.
    pub const FIRST: Self = Self(1);

    /// The seat of a number, if it is 1 to [`MAX_SEATS`].
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= MAX_SEATS { Some(Self(number)) } else { None }
    }

    /// Its number, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its place in a list that has an entry for each seat, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::integer::<_, 1, { MAX_SEATS as u64 }>(deserializer).map(|number| Self(number as u8))
    }
}

wire::named_schema!(
    impl[] Seat,
    "Seat",
    wire::integer_schema("A seat: its number, from 1, in the order of play.", 1, MAX_SEATS.into()),
    gather []
);

/// How many seats a game is dealt for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Seats(u8);

impl Seats {
    /// The one seat of a solitaire.
    pub const ONE: Self = Self(1);

    /// So many seats, if they are 1 to [`MAX_SEATS`].
    #[must_use]
    pub const fn new(count: u8) -> Option<Self> {
        if count >= 1 && count <= MAX_SEATS { Some(Self(count)) } else { None }
    }

    /// How many there are.
    #[must_use]
    pub const fn count(self) -> u8 {
        self.0
    }

    /// Each seat, in the order of play.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (1..=self.0).map(Seat)
    }

    /// Whether there is such a seat.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        seat.0 <= self.0
    }

    /// The seat that plays after this one: after the last comes the first.
    #[must_use]
    pub const fn after(self, seat: Seat) -> Seat {
        if seat.0 >= self.0 { Seat::FIRST } else { Seat(seat.0 + 1) }
    }

    /// All seats as a set.
    #[must_use]
    pub fn all(self) -> SeatSet {
        self.iter().collect()
    }
}

impl<'de> Deserialize<'de> for Seats {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::integer::<_, 1, { MAX_SEATS as u64 }>(deserializer).map(|count| Self(count as u8))
    }
}

/// Some of the seats of a game, written as a list of them in ascending order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u16);

impl SeatSet {
    /// No seat.
    pub const NONE: Self = Self(0);

    /// This seat alone.
    #[must_use]
    pub const fn only(seat: Seat) -> Self {
        Self(1 << (seat.0 - 1))
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether this seat is one of them.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & Self::only(seat).0 != 0
    }

    /// Puts a seat among them.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= Self::only(seat).0;
    }

    /// Takes a seat from among them.
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !Self::only(seat).0;
    }

    /// What they do: they `are`, and one `is`.
    #[must_use]
    pub const fn are(self) -> &'static str {
        if self.len() > 1 { "are" } else { "is" }
    }

    /// Each of them, in ascending order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (1..=MAX_SEATS).map(Seat).filter(move |seat| self.contains(*seat))
    }
}

/// The seats in words: `seat 1`, `seats 1, 2 and 3`.
impl fmt::Display for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.iter().map(|seat| seat.to_string()).collect();
        match numbers.split_last() {
            Some((last, [])) => write!(f, "seat {last}"),
            Some((last, first)) => write!(f, "seats {} and {last}", first.join(", ")),
            None => f.write_str("no seat"),
        }
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::NONE;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

impl Serialize for SeatSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

wire::named_schema!(
    impl[] SeatSet,
    "ToAct",
    wire::list_at_most("Seats, in ascending order.", wire::reference_to::<Seat>(), MAX_SEATS.into()),
    gather [Seat]
);

/// A move, or the bounds of moves, that says whose it is.
pub trait SeatMove {
    /// The seat that makes it.
    fn seat(&self) -> Seat;
}

/// Who looks at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Whoever runs the table, who sees everything.
    Host,
    /// Who plays this seat.
    Seat(Seat),
    /// Who plays no seat.
    Onlooker,
}

impl Viewer {
    /// Whether what belongs to a seat and is hidden from the others is shown.
    #[must_use]
    pub fn sees(self, seat: Seat) -> bool {
        match self {
            Self::Host => true,
            Self::Seat(own) => own == seat,
            Self::Onlooker => false,
        }
    }

    /// Whether what is hidden from every seat is shown.
    #[must_use]
    pub fn sees_all(self) -> bool {
        self == Self::Host
    }
}
