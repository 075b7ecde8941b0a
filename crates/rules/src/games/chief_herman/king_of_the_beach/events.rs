//! The events of King of the Beach.

use super::table::Action;
use crate::cards::Card;
use crate::game::Seat;
use crate::wire;

wire::tagged! {
    event
    /// An event of King of the Beach.
    pub enum Event = "KingOfTheBeachEvent" by "type" {
        /// The deck was empty, and the discards became the deck.
        "shuffled" => Shuffled as KingOfTheBeachShuffled {
            /// The number of cards.
            pub cards: u64,
        },
        /// A round began, and cards are on offer.
        "offered" => Offered as KingOfTheBeachOffered {
            /// The round, from 1.
            pub round: u64,
            /// The cards. Can be empty.
            pub cards: Vec<Card>,
        },
        /// A seat took a card on offer into its hand.
        "took" => Took as KingOfTheBeachTook {
            /// The seat.
            pub seat: Seat,
            /// The card.
            pub card: Card,
        },
        /// A seat or a robot played a card.
        "played" => Played as KingOfTheBeachPlayed {
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
        },
        /// Two neighbors attacked the space above.
        "fought" => Fought as KingOfTheBeachFought {
            /// The space of the left attacker.
            pub left: u64,
            /// The space of the right attacker.
            pub right: u64,
            /// The space that was attacked.
            pub above: u64,
            /// The strengths of the left attacker, the right one, and the one above: twice the values of their cards, and 11 more
            /// with the stone.
            pub strengths: [u64; 3],
            /// The space of the attacker that moved up; absent if the attack failed.
            #[serde(skip_serializing_if = "Option::is_none")]
            #[schema(nullable = false)]
            pub rose: Option<u64>,
            /// The seat that moved up; absent if a robot did, or no one.
            #[serde(skip_serializing_if = "Option::is_none")]
            #[schema(nullable = false)]
            pub seat: Option<Seat>,
        },
        /// A seat that moved up added its card to its goodies.
        "goodie_added" => GoodieAdded as KingOfTheBeachGoodieAdded {
            /// The seat.
            pub seat: Seat,
            /// The card.
            pub card: Card,
        },
        /// The other cards played were discarded.
        "discarded" => Discarded as KingOfTheBeachDiscarded {
            /// The cards.
            pub cards: Vec<Card>,
        },
        /// A seat changed places with a robot.
        "switched" => Switched as KingOfTheBeachSwitched {
            /// The seat.
            pub seat: Seat,
            /// The space that it left.
            pub from: u64,
            /// The space where the robot was.
            pub to: u64,
        },
        /// Two seats traded goodies.
        "traded" => Traded as KingOfTheBeachTraded {
            /// The seat that chose.
            pub seat: Seat,
            /// The goodie that it gave.
            pub give: Card,
            /// The goodie that it took.
            pub take: Card,
            /// The other seat.
            pub other: Seat,
        },
        /// A seat drew a card.
        "drew" => Drew as KingOfTheBeachDrew {
            /// The seat.
            pub seat: Seat,
        },
        /// A seat laid the stone.
        "stone_laid" => StoneLaid as KingOfTheBeachStoneLaid {
            /// The seat.
            pub seat: Seat,
            /// The space.
            pub space: u64,
        },
        /// A seat did not act for a suit.
        "declined" => Declined as KingOfTheBeachDeclined {
            /// The seat.
            pub seat: Seat,
            /// The suit.
            pub suit: Action,
        },
        /// A round ended.
        "round_ended" => RoundEnded as KingOfTheBeachRoundEnded {
            /// The round.
            pub round: u64,
        },
        /// The game ended.
        "ended" => Ended as KingOfTheBeachEnded {
            /// The seat on space 1, which has won; absent if a robot is there.
            #[serde(skip_serializing_if = "Option::is_none")]
            #[schema(nullable = false)]
            pub seat: Option<Seat>,
        },
    }
}
