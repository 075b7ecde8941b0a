//! The move and the events of Headless in Seattle.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fighter::Face;
use crate::cards::Card;
use crate::game::Seat;
use crate::seat::seat_moves;
use crate::wire;

/// Plays the top card of the seat's deck onto a fighter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = HeadlessInSeattlePlay)]
pub struct Play {
    /// The seat that plays.
    pub seat: Seat,
    /// The owner of the fighter: the seat itself to defend, another seat to attack.
    pub owner: Seat,
    /// The fighter.
    pub fighter: Face,
}

wire::tagged! {
    read
    /// A move in Headless in Seattle.
    pub enum Move = "HeadlessInSeattleMove" by "type" {
        "play" => Play(Play),
    }
}

seat_moves!(Move: Play);

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

/// A seat played a card onto a fighter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = HeadlessInSeattlePlayed)]
pub struct Played {
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
}

/// Other seats than before would score a fighter if the game ended now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = HeadlessInSeattleKillersChanged)]
pub struct KillersChanged {
    /// The owner of the fighter.
    pub owner: Seat,
    /// The fighter.
    pub fighter: Face,
    /// The seats that share its worth. Empty if it lives.
    pub seats: Vec<Seat>,
}

/// A seat played its last card, which ends the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = HeadlessInSeattleEnded)]
pub struct Ended {
    /// The seat.
    pub seat: Seat,
}

/// A fighter lives at the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = HeadlessInSeattleLived)]
pub struct Lived {
    /// The owner of the fighter.
    pub owner: Seat,
    /// The fighter.
    pub fighter: Face,
}

/// A fighter was killed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = HeadlessInSeattleKilled)]
pub struct Killed {
    /// The owner of the fighter.
    pub owner: Seat,
    /// The fighter.
    pub fighter: Face,
    /// The seats that killed it.
    pub seats: Vec<Seat>,
    /// The points of each of them.
    pub points: i64,
}

wire::tagged! {
    event
    /// An event of Headless in Seattle.
    pub enum Event = "HeadlessInSeattleEvent" by "type" {
        "played" => Played(Played),
        "killers_changed" => KillersChanged(KillersChanged),
        "ended" => Ended(Ended),
        "lived" => Lived(Lived),
        "killed" => Killed(Killed),
    }
}
