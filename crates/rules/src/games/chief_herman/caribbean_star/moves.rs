//! The moves and events of Caribbean Star.

use crate::cards::Card;
use crate::game::Seat;
use crate::wire;

wire::tagged! {
    read seated
    /// A move in Caribbean Star.
    pub enum Move = "CaribbeanStarMove" by "type" {
        /// Plays a card, face down.
        "play" => Play as CaribbeanStarPlay {
            /// The seat.
            pub seat: Seat,
            /// A card of its hand, but no ace.
            pub card: Card,
        },
        /// Stops the card that is to take effect.
        "stop" => Stop as CaribbeanStarStop {
            /// The seat.
            pub seat: Seat,
            /// An ace of its hand.
            pub card: Card,
        },
        /// Lets the card take effect.
        "let" => Let as CaribbeanStarLet {
            /// The seat.
            pub seat: Seat,
        },
        /// Performs one trick at the buffet.
        "perform" => Perform as CaribbeanStarPerform {
            /// The seat.
            pub seat: Seat,
            /// A trick of its practice pile.
            pub card: Card,
        },
        /// Performs nothing at the buffet.
        "decline" => Decline as CaribbeanStarDecline {
            /// The seat.
            pub seat: Seat,
        },
    }
}

wire::tagged! {
    event
    /// An event of Caribbean Star.
    pub enum Event = "CaribbeanStarEvent" by "type" {
        /// A seat played a card, face down.
        "played" => Played as CaribbeanStarPlayed {
            /// The seat.
            pub seat: Seat,
        },
        /// The cards played were turned up.
        "revealed" => Revealed as CaribbeanStarRevealed {
            /// The cards, in the order in which they take effect.
            pub cards: Vec<Card>,
        },
        /// Both seats are asked whether they stop a card.
        "asked" => Asked as CaribbeanStarAsked {
            /// The card that is to take effect.
            pub card: Card,
        },
        /// A seat stopped the card and takes it into its hand.
        "stopped" => Stopped as CaribbeanStarStopped {
            /// The seat.
            pub seat: Seat,
            /// The ace, which is discarded.
            pub ace: Card,
            /// The card that is stopped.
            pub card: Card,
        },
        /// A seat keeps its ace, for the other had stopped the card already.
        "stop_not_needed" => StopNotNeeded as CaribbeanStarStopNotNeeded {
            /// The seat.
            pub seat: Seat,
            /// The ace.
            pub ace: Card,
        },
        /// A card went into the practice pile of its owner.
        "practised" => Practised as CaribbeanStarPractised {
            /// The owner.
            pub seat: Seat,
            /// The card.
            pub card: Card,
        },
        /// A seat performed its practice pile.
        "performed" => Performed as CaribbeanStarPerformed {
            /// The seat.
            pub seat: Seat,
            /// The cards of the pile.
            pub cards: Vec<Card>,
            /// The length of the show.
            pub minutes: u64,
            /// The points that it scored.
            pub points: i64,
        },
        /// A seat was at the buffet.
        "buffet" => Buffet as CaribbeanStarBuffet {
            /// The seat.
            pub seat: Seat,
            /// The trick that it performed. Absent if it declined or had none.
            #[serde(skip_serializing_if = "Option::is_none")]
            #[schema(nullable = false)]
            pub card: Option<Card>,
            /// The points that it scored.
            pub points: i64,
        },
        /// The seats swapped their hands.
        "swapped" => Swapped as CaribbeanStarSwapped {},
        /// A seat drew a card.
        "drew" => Drew as CaribbeanStarDrew {
            /// The seat.
            pub seat: Seat,
            /// The card, for the seat itself; hidden from the other.
            pub card: crate::cards::ViewedCard,
        },
        /// A seat performed the rest of its practice pile at the end of the game.
        "farewell" => Farewell as CaribbeanStarFarewell {
            /// The seat.
            pub seat: Seat,
            /// The cards of the pile.
            pub cards: Vec<Card>,
            /// The length of the show.
            pub minutes: u64,
            /// The points that it scored.
            pub points: i64,
        },
        /// The game ended.
        "ended" => Ended as CaribbeanStarEnded {
            /// The score of each seat.
            pub scores: Vec<i64>,
        },
    }
}
