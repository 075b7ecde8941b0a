//! The sentences of the events.

use super::moves::{Compared, Drew, Ended, Event, Placed, Played, Shown, Winner};
use crate::game::Seat;
use crate::text::{Sentence, beats, capitalized, counted, hand, list, seats};

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::Played(Played { seat, count }) => {
                format!("Seat {seat} lays {} face down.", counted(*count, "card"))
            }
            Self::Placed(Placed { seat, spot, count }) => {
                format!("Spot {spot} gets {} of seat {seat}.", counted(*count, "card"))
            }
            Self::Compared(Compared { spot, hands, winners }) => compared(*spot, hands, winners),
            Self::Drew(Drew { seat, count }) => format!("Seat {seat} draws {}.", counted(*count, "card")),
            Self::Ended(Ended { winners }) => {
                let won = |Winner { seat, spots }: &Winner| format!("seat {seat} wins with spots {}", list(spots));
                format!("The game ends: {}.", list(winners.iter().map(won)))
            }
        }
    }
}

fn compared(spot: u64, hands: &[Shown], winners: &[Seat]) -> String {
    let (won, lost): (Vec<&Shown>, Vec<&Shown>) = hands.iter().partition(|shown| winners.contains(&shown.seat));
    match (won.as_slice(), lost.as_slice()) {
        ([winner], [loser]) => {
            format!("Seat {} wins spot {spot}: {}.", winner.seat, beats(winner.value, loser.value))
        }
        ([first, ..], _) => {
            format!(
                "{} tie on spot {spot} and both win it: both have {}.",
                capitalized(&seats(winners)),
                hand(first.value)
            )
        }
        ([], _) => format!("Spot {spot} is won by no seat."),
    }
}
