//! The sentences of the events.

use super::moves::{Captured, Created, Enclosed, Event, Locked, Moved, Passed};
use crate::text::Sentence;

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::Created(Created { seat, piece, cell }) => format!("Seat {seat} creates a {piece} on {cell}."),
            Self::Moved(Moved { seat, piece, from, to }) => {
                format!("Seat {seat} moves their {piece} from {from} to {to}.")
            }
            Self::Captured(Captured { seat, piece, cell }) => {
                format!("The {piece} of seat {seat} on {cell} is captured.")
            }
            Self::Passed(Passed { seat }) => format!("Seat {seat} has no legal move and passes."),
            Self::Enclosed(Enclosed { seat, cells, .. }) => {
                format!("Seat {seat} has {} cells, more than half of the board, and wins.", cells.len())
            }
            Self::Locked(Locked {}) => "The game ends, and no seat has more than half of the board.".to_owned(),
        }
    }
}
