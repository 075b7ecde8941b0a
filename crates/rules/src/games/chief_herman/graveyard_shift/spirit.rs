//! The spaces of the graveyard, its spirits and their chips.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::cards::{Card, CardFace, Viewed};
use crate::game::Seat;
use crate::grid::{self, Cell};
use crate::wire::{self, ToSchema};

/// A space of the graveyard: columns a to f from the left, rows 1 to 3 from the bottom.
pub type Space = Cell<6, 3>;

/// The start spaces of pawns: of odd seats and of even ones.
pub(super) const STARTS: [Space; 2] = [Space::named("c2"), Space::named("d2")];
/// The open graves, in the order in which spirits come up.
pub(super) const GRAVES: [Space; 4] = [Space::named("a2"), Space::named("b2"), Space::named("e2"), Space::named("f2")];

/// A direction in the graveyard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = GraveyardShiftDirection)]
pub enum Direction {
    /// From row 1 to row 3.
    Up,
    /// From row 3 to row 1.
    Down,
    /// From column f to column a.
    Left,
    /// From column a to column f.
    Right,
}

impl Direction {
    /// All directions in order.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// Returns the offset of a step in this direction.
    pub(super) const fn forward(self) -> grid::Offset {
        match self {
            Self::Up => (0, 1),
            Self::Down => (0, -1),
            Self::Left => (-1, 0),
            Self::Right => (1, 0),
        }
    }

    /// Returns the offset of a step against this direction.
    pub(super) const fn backward(self) -> grid::Offset {
        let (x, y) = self.forward();
        (-x, -y)
    }
}

/// Maximum number of chips of one seat on the wire. A seat captures a spirit before it has more on it.
const MAX_CHIPS: u64 = 10;

/// The chips of each seat on a spirit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chips {
    counts: [u8; 6],
    seats: u8,
}

impl Chips {
    /// Creates an empty set of chips for a number of seats.
    pub(super) fn none(seats: usize) -> Self {
        Self { counts: [0; 6], seats: seats.min(6) as u8 }
    }

    /// Returns the count of each seat, from seat 1.
    #[must_use]
    pub fn counts(&self) -> &[u8] {
        &self.counts[..self.seats.into()]
    }

    /// Returns the count of a seat.
    #[must_use]
    pub fn of(&self, seat: Seat) -> u8 {
        self.counts().get(seat.index()).copied().unwrap_or(0)
    }

    /// Returns the number of all chips.
    #[must_use]
    pub fn all(&self) -> u8 {
        self.counts().iter().sum()
    }

    pub(super) fn lay(&mut self, seat: Seat) {
        if let Some(count) = self.counts.get_mut(seat.index()) {
            *count += 1;
        }
    }

    /// Returns whether a seat captures a spirit of this rank with these chips. Rules: graveyard-shift.md, step 3.
    pub(super) fn capture(&self, seat: Seat, rank: u8) -> bool {
        let own = self.of(seat);
        let most = self.counts().iter().all(|count| *count <= own);
        (self.all() >= rank && most) || 2 * own > rank
    }
}

impl Serialize for Chips {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.counts())
    }
}

impl<'de> Deserialize<'de> for Chips {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Count(#[serde(deserialize_with = "wire::integer::<_, 0, MAX_CHIPS>")] u64);
        let list = wire::at_most::<Count, D, 6>(deserializer)?;
        let mut chips = Self::none(list.len());
        for (place, Count(count)) in chips.counts.iter_mut().zip(list) {
            *place = count as u8;
        }
        Ok(chips)
    }
}

wire::named_schema!(
    impl[] Chips,
    "GraveyardShiftChips",
    wire::list_at_most("The chips of each seat, from seat 1.", wire::integer_schema("A count of chips.", 0, MAX_CHIPS), 6),
    gather []
);

/// A spirit: a card in the graveyard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Spirit<C: CardFace<Card = Card>> {
    /// The card.
    pub card: C,
    /// Whether it is face up.
    pub face_up: bool,
    /// The chips on it.
    pub chips: Chips,
}

wire::named_schema!(
    impl[C: CardFace<Card = Card>] Spirit<C>,
    format!("GraveyardShiftSpirit{}", C::SCHEMA_SUFFIX),
    wire::object("A spirit: a card in the graveyard.", [
        wire::required("card", wire::reference_to::<C>()),
        wire::required("face_up", wire::boolean_schema("Whether it is face up.")),
        wire::required("chips", wire::reference_to::<Chips>()),
    ]),
    gather [C, Chips]
);

impl Spirit<Card> {
    /// Creates a face-down spirit without chips.
    pub(super) fn buried(card: Card, seats: usize) -> Self {
        Self { card, face_up: false, chips: Chips::none(seats) }
    }

    pub(super) fn viewed(self, shown: bool) -> Spirit<Viewed<Card>> {
        let Self { card, face_up, chips } = self;
        Spirit { card: Viewed::shown(card, shown || face_up), face_up, chips }
    }
}

impl<C: CardFace<Card = Card>> Spirit<C> {
    /// Returns the rank, unless the card is hidden.
    pub(super) fn rank(&self) -> Option<u8> {
        self.card.known().map(|card| card.rank().face_value())
    }
}
