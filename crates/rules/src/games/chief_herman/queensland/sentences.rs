//! The sentences of the events.

use super::{Event, Moved, Placed, Scored};
use crate::text::{Sentence, by_seat, points_of};

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::Moved(Moved { seat, from, to }) => format!("Seat {seat} moves a stone from {from} to {to}."),
            Self::Placed(Placed { seat, cell }) => format!("Seat {seat} places a stone on {cell}."),
            Self::Scored(Scored { game, points, .. }) => {
                format!("Game {game} is over and brings {}.", points_of(by_seat(points)))
            }
        }
    }
}
