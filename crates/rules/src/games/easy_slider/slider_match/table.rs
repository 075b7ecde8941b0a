//! The table of the match.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::shown::{Seen, Sighting, Whole};
use super::{EasySliderMatch, Options, Pace};
use crate::game::{Game as _, Seat, SeatSet};
use crate::games::easy_slider::board::{ColumnValues, Goal, Grid, RowSuits};
use crate::grid;
use crate::piecepack::Value;
use crate::wire::{self, BoundedVec, Count, ToSchema};

/// Maximum number of slides of a seat in a round.
pub(super) const MAX_SLIDES: u64 = 1000;
/// Maximum number of play-offs.
pub(super) const MAX_PLAYOFFS: usize = 3;

/// The current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = EasySliderMatchPhase)]
pub enum Phase {
    /// Seats solve their boards.
    Solve,
    /// The game has ended.
    Over,
}

/// What a seat chose in this tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Chosen<S: Sighting> {
    /// The seat.
    pub seat: Seat,
    /// What it does.
    pub choice: S::Choice,
}

wire::named_schema!(
    impl[S: Sighting] Chosen<S>,
    format!("{}Chosen{}", EasySliderMatch::NAME, S::SUFFIX),
    wire::object("What a seat chose in this tick.", [
        wire::required("seat", wire::reference_to::<Seat>()),
        wire::required("choice", wire::reference_to::<S::Choice>()),
    ]),
    gather [Seat, S::Choice]
);

/// Seats in ascending order.
pub(super) type SeatList = BoundedVec<Seat, 0, 8>;
/// The points of each seat in a round.
pub(super) type RoundPoints = BoundedVec<Count, 2, 8>;

/// The table of the match. With boards and choices that may be hidden, it is a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Table<S: Sighting> {
    /// The current phase.
    pub phase: Phase,
    /// The round, from 1.
    #[serde(deserialize_with = "wire::count")]
    pub round: u64,
    /// The suits of rows 1 to 4.
    #[serde(deserialize_with = "wire::exactly")]
    pub row_suits: RowSuits,
    /// The values of columns a to e.
    #[serde(deserialize_with = "column_values")]
    pub column_values: ColumnValues,
    /// The board of each seat; empty for a seat that is not in this round.
    pub grids: BoundedVec<grid::Grid<S::Tile, 5, 5>, 2, 8>,
    /// The number of slides of each seat in this round.
    pub slides: BoundedVec<Count, 2, 8>,
    /// The seats that finished, in this order. Those of one list finished together.
    pub finished: BoundedVec<SeatList, 0, 8>,
    /// The seats that fumbled.
    pub fumbled: SeatList,
    /// With `slide`, the choices of this tick, by seat.
    #[serde(default, deserialize_with = "wire::present", skip_serializing_if = "Option::is_none")]
    pub chosen: Option<BoundedVec<Chosen<S>, 0, 8>>,
    /// The points of each round that is over.
    pub scores: BoundedVec<RoundPoints, 0, 8>,
}

/// Reads the values of the columns, none of which is the null.
fn column_values<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ColumnValues, D::Error> {
    let values: ColumnValues = wire::exactly(deserializer)?;
    let null = values.iter().position(|value| *value == Value::NULL);
    null.map_or(Ok(values), |i| Err(D::Error::custom(format_args!("must be values from 1 to 5 (item {i} is 0)"))))
}

#[cfg(feature = "schemas")]
fn seats(description: &str) -> wire::AnySchema {
    wire::list_at_most(description, wire::reference_to::<Seat>(), 8)
}

#[cfg(feature = "schemas")]
fn by_seat(description: &str, item: wire::AnySchema) -> wire::AnySchema {
    wire::list_from(description, item, 2, 8)
}

wire::named_schema!(
    impl[S: Sighting] Table<S>,
    format!("{}{}", EasySliderMatch::NAME, S::SUFFIX),
    wire::object("The table of the Easy Slider match.", [
        wire::required("phase", wire::reference_to::<Phase>()),
        wire::required("round", wire::integer_schema("The round, from 1. Play-offs are rounds, too.", 1, 8)),
        wire::required(
            "row_suits",
            wire::list_of("The suits of rows 1 to 4, each once. Row 5 has none.", wire::reference_to::<crate::piecepack::Suit>(), 4),
        ),
        wire::required(
            "column_values",
            wire::list_of("The values of columns a to e, each once.", wire::integer_schema("A value.", 1, 5), 5),
        ),
        wire::required(
            "grids",
            by_seat(
                "The board of each seat. The hole has no key. A seat that is not in this round has an empty object.",
                wire::reference_to::<grid::Grid<S::Tile, 5, 5>>(),
            ),
        ),
        wire::required(
            "slides",
            by_seat("The number of slides of each seat in this round.", wire::integer_schema("Slides.", 0, MAX_SLIDES)),
        ),
        wire::required(
            "finished",
            wire::list_at_most(
                "The seats that finished in this round, in this order.",
                seats("Seats that finished together, in ascending order."),
                8,
            ),
        ),
        wire::required("fumbled", seats("The seats that fumbled in this round, in ascending order.")),
        wire::optional(
            "chosen",
            wire::list_at_most("With `slide`, the choices of this tick, by seat.", wire::reference_to::<Chosen<S>>(), 8),
        ),
        wire::required(
            "scores",
            wire::list_at_most(
                "The points of each round that is over.",
                by_seat("The points of each seat; 0 if it was not in the round.", wire::integer_schema("Points.", 0, 7)),
                8,
            ),
        ),
    ]),
    gather [Phase, crate::piecepack::Suit, S::Tile, grid::Grid<S::Tile, 5, 5>, Seat, Chosen<S>]
);

impl<S: Sighting> Table<S> {
    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + Clone + use<S> {
        (1..=self.grids.len() as u8).filter_map(Seat::new)
    }

    pub(super) fn goal(&self) -> Goal {
        Goal { row_suits: self.row_suits, column_values: self.column_values }
    }

    /// Returns whether a seat is in this round: it has a board.
    pub(super) fn plays(&self, seat: Seat) -> bool {
        self.grids.get(seat.index()).is_some_and(|grid| grid.values().next().is_some())
    }

    /// Returns the seats of this round.
    pub(super) fn players(&self) -> SeatSet {
        self.seats().filter(|seat| self.plays(*seat)).collect()
    }

    /// Returns the seats that finished, with the position of their group.
    pub(super) fn finished_in(&self, seat: Seat) -> Option<usize> {
        self.finished.iter().position(|group| group.contains(&seat))
    }

    /// Returns the seats that have not handed in their boards.
    pub(super) fn solving(&self) -> SeatSet {
        let is_solving = |seat: &Seat| self.finished_in(*seat).is_none() && !self.fumbled.contains(seat);
        self.players().iter().filter(is_solving).collect()
    }

    pub(super) fn has_chosen(&self, seat: Seat) -> bool {
        self.chosen.iter().flat_map(|chosen| chosen.iter()).any(|chosen| chosen.seat == seat)
    }

    /// Returns the seats that may act.
    pub(super) fn to_act(&self) -> SeatSet {
        match self.phase {
            Phase::Solve => self.solving().iter().filter(|seat| !self.has_chosen(*seat)).collect(),
            Phase::Over => SeatSet::NONE,
        }
    }

    /// Returns the points of each seat: the sums over the rounds that are over.
    pub(super) fn points(&self) -> Vec<u64> {
        sums(&self.scores, self.grids.len())
    }

    /// Returns the points of each seat in this round as it lies.
    pub(super) fn points_of_round(&self) -> RoundPoints {
        let fumbled = self.fumbled.len() as u64;
        let solving = self.solving();
        let of_seat = |seat: Seat| match self.finished_in(seat) {
            Some(group) => self.beaten_by(group),
            None if solving.contains(seat) => fumbled,
            None => 0,
        };
        self.seats().map(|seat| Count(of_seat(seat))).collect()
    }

    /// Returns how many seats those of a group that finished together have beaten: all that did not finish before or with them.
    pub(super) fn beaten_by(&self, group: usize) -> u64 {
        let before: usize = self.finished.iter().take(group + 1).map(|group| group.len()).sum();
        (self.players().len() as u64).saturating_sub(before as u64)
    }
}

/// Returns the sum of the points of each of `seats` seats.
pub(super) fn sums(scores: &[RoundPoints], seats: usize) -> Vec<u64> {
    let of_seat = |i: usize| scores.iter().filter_map(|points| points.get(i)).map(|points| points.0).sum();
    (0..seats).map(of_seat).collect()
}

/// Returns the seats with the greatest sum.
pub(super) fn leaders(sums: &[u64]) -> SeatSet {
    let most = sums.iter().max();
    let seats = sums.iter().zip(1..).filter(|(sum, _)| Some(*sum) == most);
    seats.filter_map(|(_, number)| Seat::new(number)).collect()
}

impl Options {
    /// Returns the number of agreed rounds.
    pub(super) const fn agreed(self) -> usize {
        self.rounds as usize
    }

    /// Returns the seats of the round after these, of `seats` seats: all in an agreed one, the leaders in a play-off.
    pub(super) fn players_after(self, scores: &[RoundPoints], seats: usize) -> SeatSet {
        if scores.len() < self.agreed() {
            return (1..=seats as u8).filter_map(Seat::new).collect();
        }
        leaders(&sums(scores, seats))
    }

    /// Returns whether no round follows these.
    pub(super) fn ends_with(self, scores: &[RoundPoints], seats: usize) -> bool {
        let playoffs = scores.len().checked_sub(self.agreed());
        playoffs.is_some_and(|made| made >= MAX_PLAYOFFS || leaders(&sums(scores, seats)).len() == 1)
    }

    pub(super) fn is_race(self) -> bool {
        self.mode == Pace::Race
    }
}

/// The table of a state.
pub type WholeTable = Table<Whole>;
/// The table of a view.
pub type SeenTable = Table<Seen>;

impl WholeTable {
    /// Returns the board of a seat.
    pub(super) fn grid(&self, seat: Seat) -> &Grid {
        &self.grids[seat.index()]
    }

    pub(super) fn is_solved(&self, seat: Seat) -> bool {
        self.goal().is_reached(self.grid(seat))
    }
}
