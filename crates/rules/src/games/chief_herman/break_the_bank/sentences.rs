//! The sentences of the events.

use super::moves::{BrokeTheBank, Bust, Event, KittyGrew, Rolled, Split, Took, TurnLost};
use crate::text::{Sentence, counted, list};

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::Rolled(Rolled { seat, paid, faces }) => {
                format!("Seat {seat} pays {} to the Bank and rolls {}.", counted(*paid, "chip"), list(faces))
            }
            Self::Bust(Bust { seat, returned }) => {
                format!("Seat {seat} goes bust, and the Kitty returns {} to the Bank.", counted(*returned, "chip"))
            }
            Self::KittyGrew(KittyGrew { seat, by }) => {
                format!("Seat {seat} moves {} from the Bank to the Kitty.", counted(*by, "chip"))
            }
            Self::Took(Took { seat, chips }) => format!("Seat {seat} takes the Kitty: {}.", counted(*chips, "chip")),
            Self::TurnLost(TurnLost { seat }) => format!("Seat {seat} cannot pay for a roll, and their turn is over."),
            Self::BrokeTheBank(BrokeTheBank { seat, chips }) => {
                format!("Seat {seat} breaks the Bank and takes {}.", counted(*chips, "chip"))
            }
            Self::Split(Split { each, left }) => {
                let (each, left) = (counted(*each, "chip"), counted(*left, "chip"));
                format!("The Bank is split: every seat gets {each}, and the Bank keeps {left}.")
            }
        }
    }
}
