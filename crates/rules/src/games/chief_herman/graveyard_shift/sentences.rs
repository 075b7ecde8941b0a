//! The sentences of the events.

use super::moves::{Captured, Emerged, Event, Revealed, Sang, Shifted, Stepped, TargetReached, TurnsOver};
use crate::text::{Sentence, card, list};

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::Stepped(Stepped { seat, from, to }) => format!("Seat {seat} steps from {from} to {to}."),
            Self::Revealed(Revealed { space, card: spirit }) => {
                format!("The spirit on {space} is turned up: {}.", card(*spirit))
            }
            Self::Sang(Sang { seat, space }) => format!("Seat {seat} sings and lays a chip on the spirit on {space}."),
            Self::Captured(Captured { seat, space, card: spirit, .. }) => {
                format!("Seat {seat} captures {} on {space}.", card(*spirit))
            }
            Self::Emerged(Emerged { space }) => format!("A spirit comes up face down on {space}."),
            Self::Shifted(Shifted { spirits, pawns }) => {
                let spirits = spirits.iter().map(|spirit| format!("a spirit from {} to {}", spirit.from, spirit.to));
                let pawns = pawns.iter().map(|pawn| format!("the pawn of seat {} to {}", pawn.seat, pawn.to));
                format!("The line moves: {}.", list(spirits.chain(pawns)))
            }
            Self::TargetReached(TargetReached { seat }) => format!("Seat {seat} reaches the target and wins."),
            Self::TurnsOver(TurnsOver {}) => "The last turn is over, and no seat has reached the target.".to_owned(),
        }
    }
}
