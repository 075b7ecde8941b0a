//! The sentences of the events.

use super::moves::{Declared, Drawn, EarlyBird, Event, Flanked, MarkSign, Marked};
use crate::text::{Sentence, points};

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::Declared(Declared { seat, army }) => format!("Seat {seat} chooses the {} army.", army.nation()),
            Self::Marked(Marked { seat, territory, meaning, sign }) => {
                let sign = match sign {
                    MarkSign::Cross => "cross",
                    MarkSign::Hoop => "hoop",
                };
                format!("Seat {seat} marks the {territory} with a {sign}: {meaning}.")
            }
            Self::Flanked(Flanked { seat, territory, points: scored }) => {
                format!("Seat {seat} flanks the {territory} and scores {}.", points(*scored))
            }
            Self::EarlyBird(EarlyBird { seat }) => format!("Seat {seat} is the early bird and scores 100 points."),
            Self::Drawn(Drawn { board }) => format!("Board {board} is a draw."),
        }
    }
}
