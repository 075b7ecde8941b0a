//! The table.

use serde::{Deserialize, Serialize};

use super::KingOfTheBeach;
use super::pyramid::{Pyramid, SPACES, Space};
use crate::cards::{Card, CardFace, Cards, Suit};
use crate::game::{Game as _, Seat, SeatSet};
use crate::wire::{self, BoundedVec, ToSchema, count};

/// The number of rounds.
pub(super) const ROUNDS: u64 = 6;
/// The number of cards dealt to a seat.
pub(super) const HAND: usize = 3;

/// The current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = KingOfTheBeachPhase)]
pub enum Phase {
    /// Seats take cards on offer.
    Auction,
    /// Seats play cards, from the top of the pyramid.
    Aggression,
    /// The seat with the highest goodie of a suit acts.
    Action,
    /// The game has ended.
    Over,
}

/// The suit of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[schema(as = KingOfTheBeachAction)]
pub enum Action {
    /// Spades: changing places with a robot.
    #[serde(rename = "s")]
    Switch,
    /// Hearts: trading goodies.
    #[serde(rename = "h")]
    Trade,
    /// Diamonds: drawing a card.
    #[serde(rename = "d")]
    Draw,
    /// Clubs: laying the stone.
    #[serde(rename = "c")]
    LayStone,
}

impl Action {
    /// All actions, in the order of a round.
    pub(super) const ALL: [Self; 4] = [Self::Switch, Self::Trade, Self::Draw, Self::LayStone];

    /// Returns the suit.
    pub(super) const fn suit(self) -> Suit {
        match self {
            Self::Switch => Suit::Spades,
            Self::Trade => Suit::Hearts,
            Self::Draw => Suit::Diamonds,
            Self::LayStone => Suit::Clubs,
        }
    }

    /// Returns whether the action is of use in a round: in the last one, neither cards nor the stone are.
    pub(super) fn is_in_round(self, round: u64) -> bool {
        round < ROUNDS || matches!(self, Self::Switch | Self::Trade)
    }
}

/// The table of King of the Beach. With cards that may be hidden, it is a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Table<C: CardFace<Card = Card>> {
    /// The current phase.
    pub phase: Phase,
    /// The round, from 1.
    #[serde(deserialize_with = "count")]
    pub round: u64,
    /// The spaces of the pyramid, from space 1.
    #[serde(deserialize_with = "wire::exactly")]
    pub pyramid: Pyramid,
    /// The cards on offer.
    pub auction: Cards<Card>,
    /// The seats that have still to choose in this phase, the next first.
    pub waiting: BoundedVec<Seat, 0, 6>,
    /// The suit of the current action, only in the phase `action`.
    #[serde(default, deserialize_with = "wire::present", skip_serializing_if = "Option::is_none")]
    pub action: Option<Action>,
    /// The seats that have acted in this round, only in the phase `action`.
    #[serde(default, deserialize_with = "wire::present", skip_serializing_if = "Option::is_none")]
    pub acted: Option<BoundedVec<Seat, 0, 6>>,
    /// The hand of each seat.
    pub hands: BoundedVec<Cards<C>, 3, 6>,
    /// The goodies of each seat.
    pub goodies: BoundedVec<Cards<Card>, 3, 6>,
    /// The deck, the top first.
    pub deck: Cards<C>,
    /// The discards.
    pub discards: Cards<Card>,
    /// The number of shuffles, that of the deal included.
    #[serde(deserialize_with = "wire::integer::<_, 1, { wire::MAX_COUNT }>")]
    pub shuffles: u64,
}

wire::named_schema!(
    impl[C: CardFace<Card = Card>] Table<C>,
    format!("{}{}", KingOfTheBeach::NAME, C::SCHEMA_SUFFIX),
    wire::object("The table of King of the Beach.", [
        wire::required("phase", wire::reference_to::<Phase>()),
        wire::required("round", wire::integer_schema("The round, from 1.", 0, wire::MAX_COUNT)),
        wire::required(
            "pyramid",
            wire::list_of("The spaces of the pyramid, from space 1.", wire::reference_to::<Space>(), SPACES),
        ),
        wire::required("auction", Cards::<Card>::shape("The cards on offer.")),
        wire::required(
            "waiting",
            wire::list_at_most(
                "The seats that have still to choose in this phase, the next first.",
                wire::reference_to::<Seat>(),
                6,
            ),
        ),
        wire::optional("action", wire::reference_to::<Action>()),
        wire::optional(
            "acted",
            wire::list_at_most(
                "The seats that have acted in this round, ascending. Only in the phase `action`.",
                wire::reference_to::<Seat>(),
                6,
            ),
        ),
        wire::required("hands", wire::list_from("The hand of each seat.", Cards::<C>::shape("A hand."), 3, 6)),
        wire::required("goodies", wire::list_from("The goodies of each seat.", Cards::<Card>::shape("Goodies."), 3, 6)),
        wire::required("deck", Cards::<C>::shape("The deck, the top first.")),
        wire::required("discards", Cards::<Card>::shape("The discards.")),
        wire::required(
            "shuffles",
            wire::integer_schema("The number of shuffles, that of the deal included.", 1, wire::MAX_COUNT),
        ),
    ]),
    gather [Phase, Space, Action, Seat, C, Card]
);

impl<C: CardFace<Card = Card>> Table<C> {
    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + Clone + use<C> {
        (1..=self.hands.len() as u8).filter_map(Seat::new)
    }

    /// Returns the seat that may act; none after the end.
    pub(super) fn active(&self) -> Option<Seat> {
        self.waiting.first().copied().filter(|_| self.phase != Phase::Over)
    }

    pub(super) fn to_act(&self) -> SeatSet {
        self.active().into_iter().collect()
    }

    /// Returns the seats by space, from space 1.
    pub(super) fn by_space(&self) -> impl DoubleEndedIterator<Item = Seat> + use<'_, C> {
        self.pyramid.iter().filter_map(|space| space.seat)
    }

    /// Returns the space of a seat, from 0.
    pub(super) fn space_of(&self, seat: Seat) -> Option<usize> {
        self.pyramid.iter().position(|space| space.seat == Some(seat))
    }

    /// Returns whether a robot is on a space, numbered from 0.
    pub(super) fn is_robot(&self, space: usize) -> bool {
        self.pyramid.get(space).is_some_and(|space| space.seat.is_none())
    }

    /// Returns the seat with the highest goodie of a suit.
    pub(super) fn holder(&self, suit: Suit) -> Option<Seat> {
        let of_suit = |goodies: &Cards<Card>| goodies.iter().filter(|card| card.suit() == suit).max().copied();
        let highest = self.seats().zip(&self.goodies).filter_map(|(seat, goodies)| Some((of_suit(goodies)?, seat)));
        highest.max().map(|(_, seat)| seat)
    }

    /// Returns the goodies of all other seats, in canonical order for each seat.
    pub(super) fn goodies_of_others(&self, seat: Seat) -> impl Iterator<Item = (Seat, Card)> + use<'_, C> {
        let others = self.seats().zip(&self.goodies).filter(move |(other, _)| *other != seat);
        others.flat_map(|(other, goodies)| goodies.iter().map(move |card| (other, *card)))
    }

    /// Returns the goodies of a seat.
    pub(super) fn goodies_of(&self, seat: Seat) -> &[Card] {
        self.goodies.get(seat.index()).map_or(&[], |goodies| goodies)
    }

    /// Returns whether a card can be drawn.
    pub(super) fn can_draw(&self) -> bool {
        !self.deck.is_empty() || !self.discards.is_empty()
    }

    /// Returns the seat that may perform an action: the holder of the highest goodie of its suit, unless it has acted
    /// or the action is not possible.
    pub(super) fn actor(&self, action: Action) -> Option<Seat> {
        let seat = self.holder(action.suit())?;
        let possible = match action {
            Action::Switch | Action::LayStone => true,
            Action::Trade => self.goodies_of_others(seat).next().is_some(),
            Action::Draw => self.can_draw(),
        };
        let acted = self.acted.as_ref().is_some_and(|acted| acted.contains(&seat));
        (possible && !acted && action.is_in_round(self.round)).then_some(seat)
    }

    /// Returns the current points of each seat: only the seat on space 1 has some.
    pub(super) fn points(&self) -> Vec<i64> {
        let worth = |goodies: &Cards<Card>| goodies.iter().map(|card| i64::from(card.rank().face_value())).sum();
        let top = self.pyramid[0].seat;
        let by_seat = self.seats().zip(&self.goodies);
        by_seat.map(|(seat, goodies)| if top == Some(seat) { worth(goodies) } else { 0 }).collect()
    }

    /// Returns the places: the seat on space 1 has won, and all others have place 2. If a robot is there, it has won, and
    /// no seat has place 1.
    pub(super) fn places(&self) -> Vec<u8> {
        let top = self.pyramid[0].seat;
        self.seats().map(|seat| if top == Some(seat) { 1 } else { 2 }).collect()
    }
}
