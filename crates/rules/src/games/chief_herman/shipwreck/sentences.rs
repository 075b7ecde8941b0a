//! The sentences of the events.

use super::events::{
    Answered, Attacked, Boarded, Dealt, Discarded, Drew, Ended, Event, KeyLaid, Revealed, Sunk, Surrendered, Taken,
};
use crate::text::{Sentence, by_seat, card, counted, few_cards, list, points, points_of};

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::Dealt(Dealt { round, dealer }) => format!("Seat {dealer} deals round {round} and begins."),
            Self::Drew(Drew { seat, count }) => format!("Seat {seat} draws {}.", counted(*count, "card")),
            Self::Discarded(Discarded { seat, card: discarded }) => {
                let suit = discarded.suit().name();
                format!("Seat {seat} puts {} into the lifeboat of {suit}.", card(*discarded))
            }
            Self::Attacked(Attacked { seat, target, card: played }) => {
                format!("Seat {seat} attacks seat {target} with {}.", card(*played))
            }
            Self::Answered(Answered { seat, card: played }) => format!("Seat {seat} answers with {}.", card(*played)),
            Self::Surrendered(Surrendered { seat }) => format!("Seat {seat} surrenders."),
            Self::Taken(Taken { winner, loser, card: taken }) => {
                format!("Seat {winner} wins {} from the hand of seat {loser}.", card(*taken))
            }
            Self::Sunk(Sunk { seat }) => format!("Seat {seat} has drawn the last card, and the ship sinks."),
            Self::KeyLaid(KeyLaid { seat }) => format!("Seat {seat} lays a key face down."),
            Self::Revealed(Revealed { keys, hands }) => {
                let keys = list(keys.iter().map(|key| format!("seat {} with {}", key.seat, card(key.card))));
                let rest = (1..).zip(hands).filter(|(_, hand)| !hand.is_empty());
                let rest: Vec<String> =
                    rest.map(|(number, hand)| format!("seat {number} has {}", few_cards(hand))).collect();
                let rest = if rest.is_empty() { String::new() } else { format!("; {}", list(rest)) };
                format!("The keys and hands are turned up, and those who run are {keys}{rest}.")
            }
            Self::Boarded(Boarded { suit, seat, points: scored }) => {
                let (suit, scored) = (suit.suit().name(), points(*scored));
                match seat {
                    Some(seat) => format!("Seat {seat} boards the lifeboat of {suit} for {scored}."),
                    None => format!("The lifeboat of {suit} leaves without anyone, and {scored} are lost."),
                }
            }
            Self::Ended(Ended { points }) => format!("The game ends with {}.", points_of(by_seat(points))),
        }
    }
}
