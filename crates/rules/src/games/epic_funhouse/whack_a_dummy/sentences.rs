//! The sentences of the events.

use super::moves::{CoinFlipped, CornerActivated, Entered, Event, GivenUp, Penalty, Went};
use crate::text::{Sentence, capitalized, coin, counted, points};

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::Entered(Entered { cell }) => format!("The player enters the room on {cell}."),
            Self::Went(Went { direction, distance, from, to }) => {
                format!("The player goes {} {direction}, from {from} to {to}.", counted(*distance, "cell"))
            }
            Self::CoinFlipped(CoinFlipped { cell, coin: flipped, face_up }) => {
                let side = if *face_up { "up" } else { "down" };
                format!("{} on {cell} is flipped face {side}.", capitalized(&coin(*flipped)))
            }
            Self::CornerActivated(CornerActivated { cell, corners }) => {
                format!("The corner {cell} is activated: {} in sequence.", counted(*corners, "corner"))
            }
            Self::Penalty(Penalty { cell, points: cost }) => {
                format!("The corner {cell} is flipped the wrong way, which costs {}.", points(*cost as i64))
            }
            Self::GivenUp(GivenUp { points: cost }) => {
                format!("The player gives up, which costs {}.", points(*cost as i64))
            }
        }
    }
}
