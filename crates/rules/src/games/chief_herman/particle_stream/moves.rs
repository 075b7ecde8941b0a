//! The move and the events of Particle Stream.

use super::track::{Space, Start};
use crate::cards::Card;
use crate::game::Seat;
use crate::wire;

wire::tagged! {
    read seated
    /// A move in Particle Stream.
    pub enum Move = "ParticleStreamMove" by "type" {
        /// Plays a card onto the seat's own space, then stays or changes places.
        #[derive(Copy)]
        "play" => Play as ParticleStreamPlay {
            /// The seat.
            pub seat: Seat,
            /// A card of its hand, concealed or open.
            pub card: Card,
            /// The space of the seat's pawn afterwards: its own, or a target space of the card.
            pub to: Space,
        },
    }
}

wire::tagged! {
    event
    /// An event of Particle Stream.
    pub enum Event = "ParticleStreamEvent" by "type" {
        /// A race began.
        "race_began" => RaceBegan as ParticleStreamRaceBegan {
            /// The race, from 1.
            pub race: u64,
            /// The spaces of the track, from the front.
            pub track: Vec<Start>,
        },
        /// A seat was dealt its hand.
        "dealt" => Dealt as ParticleStreamDealt {
            /// The seat.
            pub seat: Seat,
            /// The cards that are open. Two more are concealed.
            pub shown: Vec<Card>,
        },
        /// A round began.
        "round_began" => RoundBegan as ParticleStreamRoundBegan {
            /// The round, from 1.
            pub round: u64,
            /// The seats in the order in which they play.
            pub order: Vec<Seat>,
        },
        /// A seat played a card.
        "played" => Played as ParticleStreamPlayed {
            /// The seat.
            pub seat: Seat,
            /// The space on whose pile the card is.
            pub space: Space,
            /// The card.
            pub card: Card,
        },
        /// Two pawns changed places.
        "swapped" => Swapped as ParticleStreamSwapped {
            /// The seat that played.
            pub seat: Seat,
            /// The space of its pawn before.
            pub from: Space,
            /// The space of its pawn now.
            pub to: Space,
            /// The seat whose pawn took the other way.
            pub other: Seat,
        },
        /// The pawn of the seat that played stayed.
        "stayed" => Stayed as ParticleStreamStayed {
            /// The seat.
            pub seat: Seat,
        },
        /// A race ended and was scored.
        "scored" => Scored as ParticleStreamScored {
            /// The race, from 1.
            pub race: u64,
            /// What each seat scored in it.
            pub points: Vec<i64>,
        },
        /// The game ended.
        "ended" => Ended as ParticleStreamEnded {
            /// The points of each seat.
            pub points: Vec<i64>,
        },
    }
}
