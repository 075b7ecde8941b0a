//! The sentences of the events.

use super::moves::{Active, Challenged, Event, Folded, HandDealt, Outcome, PotWon};
use super::pairs::PairNumber;
use crate::text::{Sentence, capitalized, counted, list, seats};

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::HandDealt(HandDealt { hand, pot, .. }) => {
                let pot = counted(*pot, "chip");
                format!("Hand {hand} begins: every seat pays a chip and rolls, and the pot has {pot}.")
            }
            Self::Active(Active { seat, tied }) if tied.is_empty() => {
                format!("Seat {seat} has the worst dice and acts next.")
            }
            Self::Active(Active { seat, tied }) => {
                format!("Seat {seat} is drawn to act next, because the dice of {} are equally bad.", seats(tied))
            }
            Self::Folded(Folded { seat }) => format!("Seat {seat} folds."),
            Self::Challenged(Challenged { seat, paid, pairs, dice, result }) => {
                let pairs = match pairs.as_slice() {
                    [pair] => format!("pair {}", pair.number()),
                    several => format!("pairs {}", list(several.iter().map(|pair| PairNumber::number(*pair)))),
                };
                let hand = dice.worth().best.category().name().to_lowercase();
                let result = match result {
                    Outcome::Leads => "takes the lead",
                    Outcome::Joins => "joins the lead",
                    Outcome::DropsOut => "drops out",
                };
                let paid = counted(*paid, "chip");
                format!("Seat {seat} pays {paid}, rolls {pairs} again for {hand} and {result}.")
            }
            Self::PotWon(PotWon { seats: winners, each, left }) => {
                let each = counted(*each, "chip");
                let won = match winners.as_slice() {
                    [winner] => format!("Seat {winner} wins the pot of {each}"),
                    several => format!("{} share the pot for {each} each", capitalized(&seats(several))),
                };
                match left {
                    0 => format!("{won}."),
                    left => format!("{won}, and the pot keeps {}.", counted(*left, "chip")),
                }
            }
        }
    }
}
