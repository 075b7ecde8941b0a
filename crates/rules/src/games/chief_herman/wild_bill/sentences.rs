//! The sentences of the events.

use super::moves::{Ended, Event, Fouled, InningEnded, Replaced, ShotTaken, Won};
use crate::games::chief_herman::pool::balls;
use crate::text::{Sentence, counted, points};

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::ShotTaken(ShotTaken { seat, sunk, contacts, worth }) => {
                let (sunk, touched) = (balls(*sunk), balls(*contacts));
                format!("Seat {seat} sinks {sunk} and touches {touched}, for {}.", points(*worth as i64))
            }
            Self::Replaced(Replaced { balls: 1 }) => "The ball is replaced.".to_owned(),
            Self::Replaced(Replaced { balls }) => format!("The {balls} balls are replaced."),
            Self::Fouled(Fouled { seat, kind, lost: 0 }) => format!("Seat {seat} fouls: {}.", kind.text()),
            Self::Fouled(Fouled { seat, kind, lost }) => {
                format!("Seat {seat} fouls and loses {}: {}.", points(*lost as i64), kind.text())
            }
            Self::InningEnded(InningEnded { seat, points: scored, score }) => {
                format!("The inning of seat {seat} ends with {}, for a score of {score}.", points(*scored as i64))
            }
            Self::Won(Won { seat }) => format!("Seat {seat} wins."),
            Self::Ended(Ended { shots }) => format!("The game is over after {}.", counted(*shots, "shot")),
        }
    }
}
