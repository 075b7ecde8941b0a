//! Seats and viewers of a game. Rules: seats.md, sections 1 and 4.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::wire;

/// Maximum number of seats of any game.
pub const MAX_SEATS: u8 = 16;

/// A seat: its number, from 1, in the order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Seat(u8);

impl Seat {
    /// The first seat in the order of play, and the only one of a solitaire.
    pub const FIRST: Self = Self(1);
    /// The second seat in the order of play.
    pub const SECOND: Self = Self(2);
    /// The seats of a game for two.
    pub const BOTH: [Self; 2] = [Self::FIRST, Self::SECOND];

    /// Returns the seat with this number, if it is 1 to [`MAX_SEATS`].
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= MAX_SEATS { Some(Self(number)) } else { None }
    }

    /// Returns the number of the seat, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the seat of the next turn after this many turns in order from seat 1, with `seats` seats.
    #[must_use]
    pub fn in_turn(turns: u64, seats: usize) -> Self {
        let index = turns % seats.max(1) as u64;
        u8::try_from(index).ok().and_then(|index| Self::new(index + 1)).unwrap_or(Self::FIRST)
    }

    /// Returns the index of the seat in a list with an entry for each seat, from 0.
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

/// The number of seats of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Seats(u8);

impl Seats {
    /// The one seat of a solitaire.
    pub const ONE: Self = Self(1);
    /// The seats of a game for two.
    pub const TWO: Self = Self(2);

    /// Creates a number of seats, if it is 1 to [`MAX_SEATS`].
    #[must_use]
    pub const fn new(count: u8) -> Option<Self> {
        if count >= 1 && count <= MAX_SEATS { Some(Self(count)) } else { None }
    }

    /// Returns the number.
    #[must_use]
    pub const fn count(self) -> u8 {
        self.0
    }

    /// Returns each seat, in the order of play.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (1..=self.0).map(Seat)
    }

    /// Returns whether the game has this seat.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        seat.0 <= self.0
    }

    /// Returns the next seat in the order of play; the first follows the last.
    #[must_use]
    pub const fn after(self, seat: Seat) -> Seat {
        if seat.0 >= self.0 { Seat::FIRST } else { Seat(seat.0 + 1) }
    }

    /// Returns the set of all seats.
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

/// A set of seats, serialized as a list in ascending order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u16);

impl SeatSet {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Creates a set of one seat.
    #[must_use]
    pub const fn only(seat: Seat) -> Self {
        Self(1 << (seat.0 - 1))
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of seats in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether a seat is in the set.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & Self::only(seat).0 != 0
    }

    /// Adds a seat.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= Self::only(seat).0;
    }

    /// Removes a seat.
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !Self::only(seat).0;
    }

    /// Returns the verb for a message about the set: `is` for at most one seat, else `are`.
    #[must_use]
    pub const fn verb(self) -> &'static str {
        if self.len() > 1 { "are" } else { "is" }
    }

    /// Returns the seats in ascending order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (1..=MAX_SEATS).map(Seat).filter(move |seat| self.contains(*seat))
    }
}

/// Formats the seats for a message: `seat 1`, `seats 1, 2 and 3`.
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

/// A move of a seat.
pub trait SeatMove {
    /// Returns the seat that makes the move.
    fn seat(&self) -> Seat;
}

/// A viewer of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// The operator of the table, who sees everything.
    Host,
    /// The player of this seat.
    Seat(Seat),
    /// A spectator without a seat.
    Onlooker,
}

impl Viewer {
    /// Returns whether the viewer sees pieces that are hidden from all seats but this one.
    #[must_use]
    pub fn sees(self, seat: Seat) -> bool {
        match self {
            Self::Host => true,
            Self::Seat(own) => own == seat,
            Self::Onlooker => false,
        }
    }

    /// Returns whether the viewer sees pieces that are hidden from every seat.
    #[must_use]
    pub fn sees_all(self) -> bool {
        self == Self::Host
    }
}
