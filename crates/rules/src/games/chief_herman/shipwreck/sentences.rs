//! The sentences of the events.

use super::boats::Boat;
use super::events::{
    Answered, Attacked, Boarded, Dealt, Discarded, Drew, Ended, Event, KeyLaid, Revealed, Sunk, Surrendered, Taken,
};
use crate::cards::PlayedCard;
use crate::game::Seat;
use crate::text::{Sentence, by_seat, card, counted, points, points_of, seats};

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
            Self::Revealed(Revealed { keys, .. }) => {
                let runs: Vec<String> = Boat::ALL.into_iter().filter_map(|boat| runs(keys, boat)).collect();
                if runs.is_empty() {
                    "All hands are turned up, and no seat has a key.".to_owned()
                } else {
                    format!("All hands and keys are turned up: {}.", runs.join(", "))
                }
            }
            Self::Boarded(Boarded { suit, seat, points: scored }) => {
                let (suit, scored) = (suit.suit().name(), points(*scored));
                match seat {
                    Some(seat) => format!("Seat {seat} boards the lifeboat of {suit} for {scored}."),
                    None => format!("The lifeboat of {suit}, worth {scored}, leaves without anyone."),
                }
            }
            Self::Ended(Ended { points }) => format!("The game ends with {}.", points_of(by_seat(points))),
        }
    }
}

/// Writes which seats run to a lifeboat: `seat 1 and seat 3 run to hearts`; none if no seat does.
fn runs(keys: &[PlayedCard], boat: Boat) -> Option<String> {
    let keys = keys.iter().filter(|key| Boat::of(key.card.suit()) == boat);
    let runners: Vec<Seat> = keys.map(|key| key.seat).collect();
    let verb = if runners.len() > 1 { "run" } else { "runs" };
    (!runners.is_empty()).then(|| format!("{} {verb} to {}", seats(&runners), boat.suit().name()))
}
