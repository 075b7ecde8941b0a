//! The events of King of the Beach.

use serde::Serialize;
use utoipa::ToSchema;

use super::table::Action;
use crate::cards::Card;
use crate::game::Seat;
use crate::wire;

/// The deck was empty, and the discards became the deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = KingOfTheBeachShuffled)]
pub struct Shuffled {
    /// The number of cards.
    pub cards: u64,
}

/// A round began, and cards are on offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = KingOfTheBeachOffered)]
pub struct Offered {
    /// The round, from 1.
    pub round: u64,
    /// The cards. Can be empty.
    pub cards: Vec<Card>,
}

/// A seat took a card on offer into its hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = KingOfTheBeachTook)]
pub struct Took {
    /// The seat.
    pub seat: Seat,
    /// The card.
    pub card: Card,
}

/// A seat or a robot played a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = KingOfTheBeachPlayed)]
pub struct Played {
    /// The space.
    pub space: u64,
    /// The seat; absent for a robot.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub seat: Option<Seat>,
    /// The card.
    pub card: Card,
    /// Whether the stone makes it stronger.
    pub stone: bool,
}

/// Two neighbors attacked the space above.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = KingOfTheBeachFought)]
pub struct Fought {
    /// The space of the left attacker.
    pub left: u64,
    /// The space of the right attacker.
    pub right: u64,
    /// The space that was attacked.
    pub above: u64,
    /// The strengths of the left attacker, the right one, and the one above.
    pub strengths: [u64; 3],
    /// The space of the attacker that moved up; absent if the attack failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rose: Option<u64>,
    /// The seat that moved up; absent if a robot did, or no one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub seat: Option<Seat>,
}

/// A seat that moved up added its card to its goodies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = KingOfTheBeachGoodieAdded)]
pub struct GoodieAdded {
    /// The seat.
    pub seat: Seat,
    /// The card.
    pub card: Card,
}

/// The other cards played were discarded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = KingOfTheBeachDiscarded)]
pub struct Discarded {
    /// The cards.
    pub cards: Vec<Card>,
}

/// A seat changed places with a robot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = KingOfTheBeachSwitched)]
pub struct Switched {
    /// The seat.
    pub seat: Seat,
    /// The space that it left.
    pub from: u64,
    /// The space where the robot was.
    pub to: u64,
}

/// Two seats traded goodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = KingOfTheBeachTraded)]
pub struct Traded {
    /// The seat that chose.
    pub seat: Seat,
    /// The goodie that it gave.
    pub give: Card,
    /// The goodie that it took.
    pub take: Card,
    /// The other seat.
    pub other: Seat,
}

/// A seat drew a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = KingOfTheBeachDrew)]
pub struct Drew {
    /// The seat.
    pub seat: Seat,
}

/// A seat laid the stone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = KingOfTheBeachStoneLaid)]
pub struct StoneLaid {
    /// The seat.
    pub seat: Seat,
    /// The space.
    pub space: u64,
}

/// A seat did not act for a suit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = KingOfTheBeachDeclined)]
pub struct Declined {
    /// The seat.
    pub seat: Seat,
    /// The suit.
    pub suit: Action,
}

/// A round ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = KingOfTheBeachRoundEnded)]
pub struct RoundEnded {
    /// The round.
    pub round: u64,
}

/// The game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = KingOfTheBeachEnded)]
pub struct Ended {
    /// The seat on space 1, which has won; absent if a robot is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub seat: Option<Seat>,
}

wire::tagged! {
    event
    /// An event of King of the Beach.
    pub enum Event = "KingOfTheBeachEvent" by "type" {
        "shuffled" => Shuffled(Shuffled),
        "offered" => Offered(Offered),
        "took" => Took(Took),
        "played" => Played(Played),
        "fought" => Fought(Fought),
        "goodie_added" => GoodieAdded(GoodieAdded),
        "discarded" => Discarded(Discarded),
        "switched" => Switched(Switched),
        "traded" => Traded(Traded),
        "drew" => Drew(Drew),
        "stone_laid" => StoneLaid(StoneLaid),
        "declined" => Declined(Declined),
        "round_ended" => RoundEnded(RoundEnded),
        "ended" => Ended(Ended),
    }
}
