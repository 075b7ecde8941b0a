//! The table, who may act, and the legal moves.

use serde::{Deserialize, Deserializer, Serialize};

use super::Shipwreck;
use super::boats::Boats;
use super::moves::{Answer, Discard, Fight, Key, Move, Surrender};
use crate::cards::{Card, CardFace, Cards, PlayedCard, Rank};
use crate::game::{Game as _, Seat, SeatSet};
use crate::wire::{self, BoundedVec, ToSchema};

/// The number of cards that a seat is dealt, and up to which it draws.
pub(super) const HAND: usize = 5;
/// Minimum number of seats.
pub(super) const MIN_SEATS: usize = 2;
/// Maximum number of seats.
pub(super) const MAX_SEATS: usize = 8;
/// The last round.
pub(super) const LAST_ROUND: u64 = 30;
/// The number of points that ends the game.
pub(super) const GOAL: i64 = 200;
/// The points of all cards of a suit of one deck.
pub(super) const SUIT_POINTS: i64 = 91;
/// Maximum number of turns of a round, and so of cards drawn by winners: eight, and one for each card of the deck.
pub(super) const MAX_TURNS: u64 = 72;
/// Maximum number of cards of a deck: two packs without eight hands.
pub(super) const MAX_DECK: usize = 64;
/// Maximum number of cards in the middle: they rise from the ace to the queen.
const MAX_MIDDLE: usize = 12;
/// Maximum points: one point less than the goal, and a whole suit of two decks.
const MAX_POINTS: i64 = GOAL - 1 + 2 * SUIT_POINTS;
/// Maximum round on the wire. The inspection checks the actual limit.
const MAX_READ: u64 = 255;
/// Maximum number of cards drawn out of hands.
const MAX_TAKES: u64 = LAST_ROUND * MAX_TURNS;

/// The current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ShipwreckPhase)]
pub enum Phase {
    /// A seat discards or attacks.
    Turn,
    /// Two seats answer each other.
    Fight,
    /// The ship has sunk, and seats lay their keys.
    Showdown,
    /// The game has ended.
    Over,
}

wire::record! {
    /// A fight of the seat whose turn it is.
    #[schema(as = ShipwreckCombat)]
    pub struct Combat {
        /// The seat that was attacked.
        pub target: Seat,
        /// The cards in the middle, in the order played: the attacker's, the target's, the attacker's, ...
        pub cards: BoundedVec<Card, 1, 12>,
    }
}

const _: () = assert!(MAX_MIDDLE == 12, "the limit of the list above is a literal");

impl Combat {
    /// Returns the rank that an answer must beat.
    pub(super) fn rank(&self) -> Rank {
        self.cards.last().map_or(Rank::ACE, |card| card.rank())
    }
}

/// The table of Shipwreck!. With cards that may be hidden, it is a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Table<C: CardFace<Card = Card>> {
    /// The current phase.
    pub phase: Phase,
    /// The round, from 1.
    #[serde(deserialize_with = "wire::integer::<_, 0, MAX_READ>")]
    pub round: u64,
    /// The seat whose turn it is, or that sank the ship.
    pub active: Seat,
    /// The deck, the top first.
    #[serde(deserialize_with = "read_deck")]
    pub deck: Cards<C>,
    /// The cards that are not in this round.
    pub removed: Cards<C>,
    /// The hand of each seat.
    pub hands: BoundedVec<Cards<C>, MIN_SEATS, MAX_SEATS>,
    /// The board of each seat.
    pub boards: BoundedVec<Cards<Card>, MIN_SEATS, MAX_SEATS>,
    /// The lifeboats.
    pub boats: Boats,
    /// The fight.
    #[serde(default, deserialize_with = "wire::present", skip_serializing_if = "Option::is_none")]
    pub fight: Option<Combat>,
    /// The keys, by seat.
    pub keys: BoundedVec<PlayedCard<C>, 0, MAX_SEATS>,
    /// The number of cards that winners have drawn during the run.
    #[serde(deserialize_with = "wire::integer::<_, 0, MAX_TAKES>")]
    pub takes: u64,
    /// The points of each seat.
    #[serde(deserialize_with = "wire::integers::<_, _, MIN_SEATS, MAX_SEATS, 0, MAX_POINTS>")]
    pub points: Vec<i64>,
}

/// Reads a deck, which may have more cards than other lists: it is of two packs.
fn read_deck<'de, C: CardFace, D: Deserializer<'de>>(deserializer: D) -> Result<Cards<C>, D::Error> {
    wire::at_most::<C, D, MAX_DECK>(deserializer).map(Cards::from)
}

wire::named_schema!(
    impl[C: CardFace<Card = Card>] Table<C>,
    format!("{}{}", Shipwreck::NAME, C::SCHEMA_SUFFIX),
    wire::object("The table of Shipwreck!.", [
        wire::required("phase", wire::reference_to::<Phase>()),
        wire::required("round", wire::integer_schema("The round, from 1.", 0, MAX_READ)),
        wire::required(
            "active",
            wire::described("The seat whose turn it is, or that sank the ship.", wire::reference_to::<Seat>()),
        ),
        wire::required("deck", wire::list_at_most("The deck, the top first.", wire::reference_to::<C>(), MAX_DECK)),
        wire::required("removed", Cards::<C>::shape("The cards that are not in this round.")),
        wire::required(
            "hands",
            wire::list_from("The hand of each seat.", Cards::<C>::shape("Cards."), MIN_SEATS, MAX_SEATS),
        ),
        wire::required(
            "boards",
            wire::list_from(
                "The board of each seat: cards that it has won in fights.",
                Cards::<Card>::shape("Cards."),
                MIN_SEATS,
                MAX_SEATS,
            ),
        ),
        wire::required("boats", wire::reference_to::<Boats>()),
        wire::optional("fight", wire::reference_to::<Combat>()),
        wire::required(
            "keys",
            wire::list_at_most("The keys, by seat.", wire::reference_to::<PlayedCard<C>>(), MAX_SEATS),
        ),
        wire::required(
            "takes",
            wire::integer_schema("The number of cards that winners have drawn during the run.", 0, MAX_TAKES),
        ),
        wire::required(
            "points",
            wire::list_from(
                "The points of each seat.",
                wire::signed_schema("Points.", 0, MAX_POINTS),
                MIN_SEATS,
                MAX_SEATS,
            ),
        ),
    ]),
    gather [Phase, Seat, C, Card, Boats, Combat, PlayedCard<C>]
);

/// Returns the number of decks for a number of seats.
pub(super) const fn packs(seats: usize) -> usize {
    if seats > 5 { 2 } else { 1 }
}

/// Returns the number of cards that are removed from a round.
pub(super) const fn removed_cards(seats: usize) -> usize {
    match seats {
        2 => HAND,
        6 => 2 * HAND,
        7 => HAND,
        _ => 0,
    }
}

/// Returns all cards for a number of seats: those of each deck in turn.
pub(super) fn all_cards(seats: usize) -> Vec<Card> {
    Card::DECK.repeat(packs(seats))
}

impl<C: CardFace<Card = Card>> Table<C> {
    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + Clone + use<C> {
        (1..=self.hands.len() as u8).filter_map(Seat::new)
    }

    pub(super) fn hand(&self, seat: Seat) -> &[C] {
        self.hands.get(seat.index()).map_or(&[], |hand| &**hand)
    }

    pub(super) fn has_key(&self, seat: Seat) -> bool {
        self.keys.iter().any(|key| key.seat == seat)
    }

    pub(super) fn to_act(&self) -> SeatSet {
        match self.phase {
            Phase::Turn => SeatSet::only(self.active),
            Phase::Fight => self.fight.as_ref().map(|fight| self.answering(fight)).into_iter().collect(),
            Phase::Showdown => {
                self.seats().filter(|seat| !self.hand(*seat).is_empty() && !self.has_key(*seat)).collect()
            }
            Phase::Over => SeatSet::NONE,
        }
    }

    /// Returns the seat that answers in a fight.
    pub(super) fn answering(&self, fight: &Combat) -> Seat {
        if fight.cards.len() % 2 == 1 { fight.target } else { self.active }
    }

    /// Returns the other seat of a fight.
    pub(super) fn opponent(&self, fight: &Combat) -> Seat {
        if fight.cards.len() % 2 == 1 { self.active } else { fight.target }
    }

    /// Returns whether a card may be played in a fight as far as the number of cards in the hand decides.
    pub(super) fn may_spare(&self, seat: Seat, card: Card) -> bool {
        self.hand(seat).len() > 1 || card.rank() == Rank::KING
    }

    /// Returns the seats that a seat may attack.
    pub(super) fn targets(&self, seat: Seat) -> impl Iterator<Item = Seat> {
        self.seats().filter(move |other| *other != seat && !self.hand(*other).is_empty())
    }

    /// Returns the different cards of a seat's hand that are not hidden.
    pub(super) fn own(&self, seat: Seat) -> impl Iterator<Item = Card> {
        let mut last = None;
        let known = self.hand(seat).iter().filter_map(|face| face.known());
        known.filter(move |card| last.replace(*card) != Some(*card))
    }

    /// Returns the moves of a seat that may act: by type in the order of the rules page, then by card, then by target.
    pub(super) fn plays(&self, seat: Seat) -> Vec<Move> {
        match (self.phase, &self.fight) {
            (Phase::Turn, _) => {
                let discards = self.own(seat).map(|card| Move::Discard(Discard { seat, card }));
                let fights = self
                    .own(seat)
                    .flat_map(|card| self.targets(seat).map(move |target| Move::Fight(Fight { seat, card, target })));
                discards.chain(fights).collect()
            }
            (Phase::Fight, Some(fight)) => {
                let higher = |card: &Card| card.rank() > fight.rank() && self.may_spare(seat, *card);
                let answers = self.own(seat).filter(higher).map(|card| Move::Answer(Answer { seat, card }));
                answers.chain([Move::Surrender(Surrender { seat })]).collect()
            }
            (Phase::Showdown, _) => self.own(seat).map(|card| Move::Key(Key { seat, card })).collect(),
            (Phase::Fight | Phase::Over, _) => Vec::new(),
        }
    }
}
