//! The move and the events of Headless in Seattle.

use serde::Serialize;

use super::fighter::Face;
use crate::cards::Card;
use crate::game::Seat;
use crate::wire::{self, ToSchema};

wire::tagged! {
    read seated
    /// A move in Headless in Seattle.
    pub enum Move = "HeadlessInSeattleMove" by "type" {
        /// Plays the top card of the seat's deck onto a fighter.
        #[derive(Copy)]
        "play" => Play as HeadlessInSeattlePlay {
            /// The seat that plays.
            pub seat: Seat,
            /// The owner of the fighter: the seat itself to defend, another seat to attack.
            pub owner: Seat,
            /// The fighter.
            pub fighter: Face,
        },
    }
}

/// The purpose of a card that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = HeadlessInSeattlePurpose)]
pub enum Purpose {
    /// It attacks the fighter of another seat.
    Attack,
    /// It defends an own fighter.
    Defense,
}

wire::tagged! {
    event
    /// An event of Headless in Seattle.
    pub enum Event = "HeadlessInSeattleEvent" by "type" {
        /// A seat played a card onto a fighter.
        "played" => Played as HeadlessInSeattlePlayed {
            /// The seat that played it.
            pub seat: Seat,
            /// The card.
            pub card: Card,
            /// The owner of the fighter.
            pub owner: Seat,
            /// The fighter.
            pub fighter: Face,
            /// Its purpose.
            pub purpose: Purpose,
        },
        /// Other seats than before would score a fighter if the game ended now.
        "killers_changed" => KillersChanged as HeadlessInSeattleKillersChanged {
            /// The owner of the fighter.
            pub owner: Seat,
            /// The fighter.
            pub fighter: Face,
            /// The seats that share its worth. Empty if it lives.
            pub seats: Vec<Seat>,
        },
        /// A seat played its last card, which ends the game.
        "ended" => Ended as HeadlessInSeattleEnded {
            /// The seat.
            pub seat: Seat,
        },
        /// A fighter lives at the end.
        "lived" => Lived as HeadlessInSeattleLived {
            /// The owner of the fighter.
            pub owner: Seat,
            /// The fighter.
            pub fighter: Face,
        },
        /// A fighter was killed.
        "killed" => Killed as HeadlessInSeattleKilled {
            /// The owner of the fighter.
            pub owner: Seat,
            /// The fighter.
            pub fighter: Face,
            /// The seats that killed it.
            pub seats: Vec<Seat>,
            /// The points of each of them.
            pub points: i64,
        },
    }
}
