//! Fighters: their worth, the cards played onto them, and who kills them.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::cards::{Card, PlayedCard, Rank, Suit};
use crate::game::{MAX_SEATS, Seat, SeatSet};
use crate::wire::{self, ToSchema};

/// The number of points that are a point of the rulebook: up to seven seats can share the worth of a fighter.
const POINT: i64 = 420;

/// A fighter: the jack, the queen or the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = HeadlessInSeattleFace)]
pub enum Face {
    /// The jack, worth 840 points.
    J,
    /// The queen, worth 1260 points.
    Q,
    /// The king, worth 1680 points.
    K,
}

impl Face {
    /// All fighters of a seat, in order.
    pub const ALL: [Self; 3] = [Self::J, Self::Q, Self::K];

    /// Returns the rank of the fighter's card.
    #[must_use]
    pub const fn rank(self) -> Rank {
        match self {
            Self::J => Rank::JACK,
            Self::Q => Rank::QUEEN,
            Self::K => Rank::KING,
        }
    }

    /// Returns the name of the fighter.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::J => "jack",
            Self::Q => "queen",
            Self::K => "king",
        }
    }

    /// Returns the points that the fighter is worth.
    #[must_use]
    pub const fn worth(self) -> i64 {
        POINT
            * match self {
                Self::J => 2,
                Self::Q => 3,
                Self::K => 4,
            }
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.rank().letter())
    }
}

wire::record! {
    /// A fighter and the cards that were played onto it.
    #[schema(as = HeadlessInSeattleFighter)]
    pub struct Fighter {
        /// The fighter.
        pub fighter: Face,
        /// The attacks, by seat; those of a seat in canonical order.
        pub attacks: BoundedVec<PlayedCard, 0, 70>,
        /// The defense; absent if there is none.
        #[schema(schema_with = wire::reference_to::<Card>)]
        pub defense: Option<Card>,
    }
}

impl Fighter {
    /// Returns the fighter without attacks and defense.
    pub(super) fn new(fighter: Face) -> Self {
        Self { fighter, attacks: wire::BoundedVec::default(), defense: None }
    }

    /// Adds an attack, in the order of the list.
    pub(super) fn attack(&mut self, attack: PlayedCard) {
        let at = self.attacks.partition_point(|other| (other.seat, other.card) < (attack.seat, attack.card));
        self.attacks.insert(at, attack);
    }

    /// Returns the value of the defense; 0 if there is none.
    pub(super) fn defended(&self) -> u64 {
        self.defense.map_or(0, value)
    }

    /// Returns the sum of each seat's attacks, from seat 1.
    pub(super) fn attacked(&self) -> [u64; MAX_SEATS as usize] {
        let mut sums = [0; MAX_SEATS as usize];
        for attack in &self.attacks {
            sums[attack.seat.index()] += value(attack.card);
        }
        sums
    }

    /// Returns the card of the fighter in the deck of its owner.
    pub(super) fn card(&self, owner: Seat) -> Card {
        Card::new(self.fighter.rank(), suit(owner))
    }

    /// Returns the seats that kill the fighter; none if it lives.
    pub(super) fn killers(&self) -> SeatSet {
        let sums = self.attacked();
        let most = sums.iter().copied().max().unwrap_or(0);
        if sums.iter().sum::<u64>() <= self.defended() {
            return SeatSet::NONE;
        }
        (1..=MAX_SEATS).filter_map(Seat::new).filter(|seat| sums[seat.index()] == most).collect()
    }

    /// Returns the points that the fighter brings each of its killers.
    pub(super) fn share(&self, killers: SeatSet) -> i64 {
        self.fighter.worth() / (killers.len() as i64).max(1)
    }
}

/// Returns the value of a combat card: 1 for the ace to 10.
pub(super) fn value(card: Card) -> u64 {
    card.rank().face_value().into()
}

/// Returns the suit of a seat. Seats 5 to 8 have the suits of a second deck.
pub(super) fn suit(seat: Seat) -> Suit {
    Suit::ALL[seat.index() % Suit::ALL.len()]
}

/// The number of combat cards of a seat.
pub(super) const COMBAT_CARDS: u8 = 10;

/// Returns the combat cards of a seat, from the ace to the ten.
pub(super) fn combat_cards(seat: Seat) -> impl Iterator<Item = Card> {
    (1..=COMBAT_CARDS).filter_map(Rank::new).map(move |rank| Card::new(rank, suit(seat)))
}
