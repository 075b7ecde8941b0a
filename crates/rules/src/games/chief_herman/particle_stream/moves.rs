//! The move and the events of Particle Stream.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::track::{Space, Start};
use crate::cards::Card;
use crate::game::Seat;
use crate::seat::seat_moves;
use crate::wire;

/// Plays a card onto the seat's own space, then stays or changes places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ParticleStreamPlay)]
pub struct Play {
    /// The seat.
    pub seat: Seat,
    /// A card of its hand, concealed or open.
    pub card: Card,
    /// The space of the seat's pawn afterwards: its own, or a target space of the card.
    pub to: Space,
}

wire::tagged! {
    read
    /// A move in Particle Stream.
    pub enum Move = "ParticleStreamMove" by "type" {
        "play" => Play(Play),
    }
}

seat_moves!(Move: Play);

/// A race began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ParticleStreamRaceBegan)]
pub struct RaceBegan {
    /// The race, from 1.
    pub race: u64,
    /// The spaces of the track, from the front.
    pub track: Vec<Start>,
}

/// A seat was dealt its hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ParticleStreamDealt)]
pub struct Dealt {
    /// The seat.
    pub seat: Seat,
    /// The cards that are open. Two more are concealed.
    pub shown: Vec<Card>,
}

/// A round began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ParticleStreamRoundBegan)]
pub struct RoundBegan {
    /// The round, from 1.
    pub round: u64,
    /// The seats in the order in which they play.
    pub order: Vec<Seat>,
}

/// A seat played a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ParticleStreamPlayed)]
pub struct Played {
    /// The seat.
    pub seat: Seat,
    /// The space on whose pile the card is.
    pub space: Space,
    /// The card.
    pub card: Card,
}

/// Two pawns changed places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ParticleStreamSwapped)]
pub struct Swapped {
    /// The seat that played.
    pub seat: Seat,
    /// The space of its pawn before.
    pub from: Space,
    /// The space of its pawn now.
    pub to: Space,
    /// The seat whose pawn took the other way.
    pub other: Seat,
}

/// The pawn of the seat that played stayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ParticleStreamStayed)]
pub struct Stayed {
    /// The seat.
    pub seat: Seat,
}

/// A race ended and was scored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ParticleStreamScored)]
pub struct Scored {
    /// The race, from 1.
    pub race: u64,
    /// What each seat scored in it.
    pub points: Vec<i64>,
}

/// The game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ParticleStreamEnded)]
pub struct Ended {
    /// The points of each seat.
    pub points: Vec<i64>,
}

wire::tagged! {
    event
    /// An event of Particle Stream.
    pub enum Event = "ParticleStreamEvent" by "type" {
        "race_began" => RaceBegan(RaceBegan),
        "dealt" => Dealt(Dealt),
        "round_began" => RoundBegan(RoundBegan),
        "played" => Played(Played),
        "swapped" => Swapped(Swapped),
        "stayed" => Stayed(Stayed),
        "scored" => Scored(Scored),
        "ended" => Ended(Ended),
    }
}
