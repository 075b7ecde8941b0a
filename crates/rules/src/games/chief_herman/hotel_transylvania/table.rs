//! The table, and what can be read from it.

use serde::{Deserialize, Serialize};

use super::HotelTransylvania;
use super::answer::{Given, TableCard};
use super::guest::{Guest, GuestNumber};
use super::house::{ROOMS, Space};
use super::stack::{MAX_SEATS, Stack};
use crate::cards::{Card, Cards};
use crate::game::{Game as _, Seat, SeatSet, places};
use crate::seat;
use crate::wire::{self, BoundedVec, ToSchema};

/// The number of cards of a hand from which a seat plays, while there is a deck.
pub(super) const HAND: usize = 5;
/// Minimum score. A game has at most 58 turns, and none costs more than 6 points.
pub(super) const MIN_SCORE: i64 = -1000;
/// Maximum score.
pub(super) const MAX_SCORE: i64 = 1000;

/// The current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = HotelTransylvaniaPhase)]
pub enum Phase {
    /// A seat plays a card.
    Play,
    /// A seat moves a guest.
    Guest,
    /// Seats that hold cards say whether they surprise the guest.
    Surprise,
    /// The game has ended.
    Over,
}

/// The table of Hotel Transylvania. With cards that may be hidden, it is a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Table<C: TableCard> {
    /// The current phase.
    pub phase: Phase,
    /// The seat whose turn it is; at the end the seat of the last turn.
    pub turn: Seat,
    /// The number of events that rolled dice.
    #[serde(deserialize_with = "wire::count")]
    pub rolls: u64,
    /// The deck, the top first.
    pub deck: Cards<C>,
    /// The hand of each seat.
    pub hands: BoundedVec<Cards<C>, 3, MAX_SEATS>,
    /// The haunted rooms, clockwise from door 1.
    pub stacks: BoundedVec<Stack, 0, ROOMS>,
    /// The guests, from guest 1.
    pub guests: BoundedVec<Guest, 0, MAX_SEATS>,
    /// The guest who has just landed, in the phase `surprise`.
    #[serde(default, deserialize_with = "wire::present", skip_serializing_if = "Option::is_none")]
    pub moved: Option<GuestNumber>,
    /// The answers given in the phase `surprise`, by seat.
    pub answers: BoundedVec<Given<C>, 0, MAX_SEATS>,
    /// The score of each seat.
    #[serde(deserialize_with = "wire::integers::<_, _, 3, MAX_SEATS, MIN_SCORE, MAX_SCORE>")]
    pub scores: Vec<i64>,
}

wire::named_schema!(
    impl[C: TableCard] Table<C>,
    format!("{}{}", HotelTransylvania::NAME, C::SCHEMA_SUFFIX),
    wire::object("The table of Hotel Transylvania.", [
        wire::required("phase", wire::reference_to::<Phase>()),
        wire::required(
            "turn",
            wire::described("The seat whose turn it is; at the end the seat of the last turn.", wire::reference_to::<Seat>()),
        ),
        wire::required("rolls", wire::integer_schema("The number of events that rolled dice.", 0, wire::MAX_COUNT)),
        wire::required("deck", Cards::<C>::shape("The deck, the top first.")),
        wire::required("hands", wire::list_from("The hand of each seat.", Cards::<C>::shape("A hand."), 3, MAX_SEATS)),
        wire::required(
            "stacks",
            wire::list_at_most("The haunted rooms, clockwise from door 1.", wire::reference_to::<Stack>(), ROOMS),
        ),
        wire::required(
            "guests",
            wire::list_at_most("The six guests, from guest 1.", wire::reference_to::<Guest>(), MAX_SEATS),
        ),
        wire::optional(
            "moved",
            wire::described("The guest who has just landed, in the phase `surprise`.", wire::reference_to::<GuestNumber>()),
        ),
        wire::required(
            "answers",
            wire::list_at_most(
                "The answers given in the phase `surprise`, by seat.",
                wire::reference_to::<Given<C>>(),
                MAX_SEATS,
            ),
        ),
        wire::required(
            "scores",
            wire::list_from("The score of each seat.", wire::signed_schema("A score.", MIN_SCORE, MAX_SCORE), 3, MAX_SEATS),
        ),
    ]),
    gather [Phase, Seat, C, Card, Stack, Guest, GuestNumber, Given<C>]
);

impl<C: TableCard> Table<C> {
    /// Returns the seats.
    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + use<C> {
        (1..=seat::MAX_SEATS).filter_map(Seat::new).take(self.hands.len())
    }

    /// Returns the seats that may act.
    pub(super) fn to_act(&self) -> SeatSet {
        match self.phase {
            Phase::Play | Phase::Guest => SeatSet::only(self.turn),
            Phase::Surprise => self.asked().filter(|seat| !self.has_answered(*seat)).collect(),
            Phase::Over => SeatSet::NONE,
        }
    }

    /// Returns the seats that hold cards. They are asked for a surprise.
    pub(super) fn asked(&self) -> impl Iterator<Item = Seat> + use<'_, C> {
        self.seats().zip(&self.hands).filter(|(_, hand)| !hand.is_empty()).map(|(seat, _)| seat)
    }

    fn has_answered(&self, seat: Seat) -> bool {
        self.answers.iter().any(|given| given.seat == seat)
    }

    pub(super) fn hand(&self, seat: Seat) -> &[C] {
        self.hands.get(seat.index()).map_or(&[], |hand| hand)
    }

    /// Returns the stack of a room; none if it is not haunted.
    pub(super) fn stack(&self, room: Card) -> Option<&Stack> {
        self.stacks.binary_search_by_key(&room, |stack| stack.room).ok().map(|at| &self.stacks[at])
    }

    /// Returns the guest who has just landed, and the room.
    pub(super) fn landed(&self) -> Option<(GuestNumber, Card)> {
        let number = self.moved?;
        Some((number, self.guests.get(number.index())?.at.card()?))
    }

    /// Returns whether all rooms are haunted.
    pub(super) fn is_full(&self) -> bool {
        self.stacks.len() == ROOMS
    }

    /// Returns the guests at a space.
    pub(super) fn guests_at(&self, space: Space) -> impl Iterator<Item = (GuestNumber, &Guest)> {
        GuestNumber::ALL.into_iter().zip(&self.guests).filter(move |(_, guest)| guest.at == space)
    }

    /// Returns the place of each seat: by score, then by the highest room in which its ghost is on top.
    pub(super) fn places(&self) -> Vec<u8> {
        let highest = |seat: Seat| {
            let rooms = self.stacks.iter().filter(|stack| stack.top() == Some(seat)).map(|stack| stack.room.ace_low());
            rooms.max()
        };
        let keys: Vec<_> = self.seats().zip(&self.scores).map(|(seat, score)| (*score, highest(seat))).collect();
        places(&keys)
    }
}
