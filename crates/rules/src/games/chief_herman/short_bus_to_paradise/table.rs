//! The table.

use serde::{Deserialize, Serialize};

use super::ShortBusToParadise;
use super::cab::{Cab, Face, ScoredCab, WaitingCab};
use super::stone::{COLORS, Color, Group, MAX_STONES, count_of, sum_of};
use crate::cards::Cards;
use crate::game::{Game as _, Seat, SeatSet};
use crate::wire::{self, BoundedVec, ToSchema};

/// Minimum and maximum number of seats.
const MIN_SEATS: usize = 3;
const MAX_SEATS: usize = 6;
/// The last turn.
pub(super) const TURNS: u64 = 200;
/// The number of cards dealt to a seat.
pub(super) const HAND: usize = 3;

/// A list with an entry for each seat.
type BySeat<T> = BoundedVec<T, MIN_SEATS, MAX_SEATS>;
/// A list of cabs.
type CabList<T> = BoundedVec<T, 0, 36>;
/// Stones by color.
type Groups = BoundedVec<Group, 0, COLORS>;

/// The current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ShortBusToParadisePhase)]
pub enum Phase {
    /// Seats take turns.
    Turns,
    /// The game has ended.
    Over,
}

/// The table of Short Bus to Paradise. With cabs and stones that may be hidden, it is a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Table<C: Face> {
    /// The current phase.
    pub phase: Phase,
    /// The number of the turn, from 1.
    #[serde(deserialize_with = "wire::count")]
    pub turn: u64,
    /// Whether a cab was played in this turn.
    pub played: bool,
    /// Whether stones were taken from the pot in this turn.
    pub loaded: bool,
    /// How many turns come after the present one, only since the last turns have begun.
    #[serde(default, deserialize_with = "some_count", skip_serializing_if = "Option::is_none")]
    pub last_turns: Option<u64>,
    /// The number of rolls.
    #[serde(deserialize_with = "wire::count")]
    pub rolls: u64,
    /// The stones in the bag, the next to be drawn first.
    pub bag: BoundedVec<C::Stone, 0, MAX_STONES>,
    /// The stones in the pot, in the order of colors.
    pub pot: Groups,
    /// The stones of the cruise line, in the order of colors.
    pub gone: Groups,
    /// The deck, the top first.
    pub deck: Cards<C>,
    /// The hand of each seat.
    pub hands: BySeat<Cards<C>>,
    /// The waiting cabs of each seat, in canonical order.
    pub cabs: BySeat<CabList<WaitingCab>>,
    /// The cabs of each seat that have left, in canonical order.
    pub scored: BySeat<CabList<ScoredCab>>,
}

fn some_count<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    wire::count(deserializer).map(Some)
}

/// Returns the schema of a list with an entry for each seat, each of which is a list of cabs.
#[cfg(feature = "schemas")]
fn cabs_by_seat<T: ToSchema>(description: &str) -> wire::AnySchema {
    let cabs = wire::list_at_most("Cabs, in canonical order.", wire::reference_to::<T>(), 36);
    wire::list_from(description, cabs, MIN_SEATS, MAX_SEATS)
}

wire::named_schema!(
    impl[C: Face] Table<C>,
    format!("{}{}", ShortBusToParadise::NAME, C::SCHEMA_SUFFIX),
    wire::object("The table of Short Bus to Paradise.", [
        wire::required("phase", wire::reference_to::<Phase>()),
        wire::required("turn", wire::integer_schema("The number of the turn, from 1.", 0, wire::MAX_COUNT)),
        wire::required("played", wire::boolean_schema("Whether a cab was played in this turn.")),
        wire::required("loaded", wire::boolean_schema("Whether stones were taken from the pot in this turn.")),
        wire::optional("last_turns", wire::integer_schema(
            "How many turns come after the present one. Only since the last turns have begun.",
            0,
            wire::MAX_COUNT,
        )),
        wire::required("rolls", wire::integer_schema("The number of rolls.", 0, wire::MAX_COUNT)),
        wire::required("bag", wire::list_at_most(
            "The stones in the bag, the next to be drawn first.",
            wire::reference_to::<C::Stone>(),
            MAX_STONES,
        )),
        wire::required("pot", wire::list_at_most(
            "The stones in the pot, in the order of colors.",
            wire::reference_to::<Group>(),
            COLORS,
        )),
        wire::required("gone", wire::list_at_most(
            "The stones of the cruise line, in the order of colors.",
            wire::reference_to::<Group>(),
            COLORS,
        )),
        wire::required("deck", Cards::<C>::shape("The deck, the top first.")),
        wire::required(
            "hands",
            wire::list_from("The hand of each seat.", Cards::<C>::shape("A hand."), MIN_SEATS, MAX_SEATS),
        ),
        wire::required("cabs", cabs_by_seat::<WaitingCab>("The waiting cabs of each seat.")),
        wire::required("scored", cabs_by_seat::<ScoredCab>("The cabs of each seat that have left.")),
    ]),
    gather [Phase, C::Stone, Group, C, WaitingCab, ScoredCab]
);

impl<C: Face> Table<C> {
    /// Returns the number of seats.
    pub(super) fn seats(&self) -> usize {
        self.hands.len()
    }

    /// Returns the seat of the present turn.
    pub(super) fn active(&self) -> Seat {
        Seat::in_turn(self.turn.saturating_sub(1), self.seats())
    }

    pub(super) fn to_act(&self) -> SeatSet {
        if self.phase == Phase::Over { SeatSet::NONE } else { SeatSet::only(self.active()) }
    }

    /// Returns the waiting cabs of all seats, with their seats.
    pub(super) fn waiting(&self) -> impl Iterator<Item = (usize, &WaitingCab)> {
        self.cabs.iter().enumerate().flat_map(|(seat, cabs)| cabs.iter().map(move |cab| (seat, cab)))
    }

    /// Returns the waiting cabs of a seat.
    pub(super) fn waiting_of(&self, seat: Seat) -> &[WaitingCab] {
        self.cabs.get(seat.index()).map_or(&[], |cabs| cabs)
    }

    /// Returns how many stones of each color were scored by all seats.
    pub(super) fn totals(&self) -> [u64; COLORS] {
        let mut totals = [0; COLORS];
        for ScoredCab { cab, color } in self.scored.iter().flatten() {
            totals[*color as usize] += cab.room();
        }
        totals
    }

    /// Returns what a stone of each color is worth: 1, and 1 more for each color of which more stones were scored.
    pub(super) fn worths(&self) -> [u64; COLORS] {
        let totals = self.totals();
        totals.map(|own| 1 + totals.iter().filter(|other| **other > own).count() as u64)
    }

    /// Returns the current points of each seat.
    pub(super) fn points(&self) -> Vec<i64> {
        let worths = self.worths();
        let worth = |ScoredCab { cab, color }: &ScoredCab| (cab.room() * worths[*color as usize]) as i64;
        self.scored.iter().map(|cabs| cabs.iter().map(worth).sum()).collect()
    }

    /// Returns the number of stones in the pot of a color.
    pub(super) fn in_pot(&self, color: Color) -> u64 {
        count_of(&self.pot, color)
    }

    /// Returns the number of stones outside the bag: those that were drawn.
    pub(super) fn drawn_stones(&self) -> u64 {
        let waiting: u64 = self.waiting().map(|(_, cab)| cab.count()).sum();
        let scored: u64 = self.scored.iter().flatten().map(|scored| scored.cab.room()).sum();
        sum_of(&self.pot) + sum_of(&self.gone) + waiting + scored
    }

    /// Returns whether nothing was played, loaded or stolen in this turn.
    pub(super) fn is_idle(&self) -> bool {
        !self.played && !self.loaded
    }

    /// Returns whether a card can be drawn.
    pub(super) fn can_draw(&self) -> bool {
        self.is_idle() && !self.deck.is_empty()
    }

    /// Returns the loads that the seat can make: by cab, then by color.
    pub(super) fn loads(&self, seat: Seat) -> impl Iterator<Item = (Cab, Color)> + use<'_, C> {
        self.waiting_of(seat).iter().flat_map(move |into| {
            let fits = move |group: &&Group| into.accepts(group.color) && into.has_room_for(group.count);
            self.pot.iter().filter(fits).map(move |group| (into.cab, group.color))
        })
    }

    /// Returns the steals that the seat can make: by cab, then by the cab that is robbed, by seat.
    pub(super) fn steals(&self, seat: Seat) -> impl Iterator<Item = (Cab, Cab)> + use<'_, C> {
        self.waiting_of(seat).iter().flat_map(move |into| {
            let robbed = self.waiting().filter(move |(_, from)| from.cab != into.cab);
            robbed.filter_map(move |(_, from)| {
                let group = from.passengers?;
                let more = self.in_pot(group.color);
                let fits = more > 0 && into.accepts(group.color) && into.has_room_for(more + group.count);
                fits.then_some((into.cab, from.cab))
            })
        })
    }

    /// Returns whether a seat can do something other than end its turn. It depends on nothing hidden.
    pub(super) fn has_choice(&self, seat: Seat) -> bool {
        let hand = self.hands.get(seat.index()).map_or(0, |hand| hand.len());
        let can_play = self.is_idle() && hand > 0;
        can_play || self.can_draw() || self.loads(seat).next().is_some() || self.steals(seat).next().is_some()
    }

    /// Returns the known cabs of all lists.
    pub(super) fn known(&self) -> impl Iterator<Item = Cab> + use<'_, C> {
        let hands = self.hands.iter().flat_map(Cards::known);
        let waiting = self.cabs.iter().flatten().map(|waiting| waiting.cab);
        let scored = self.scored.iter().flatten().map(|scored| scored.cab);
        self.deck.known().chain(hands).chain(waiting).chain(scored)
    }
}
