//! The sentences of the events.

use super::moves::{
    Asked, Buffet, Drew, Ended, Event, Farewell, Performed, Played, Practised, Revealed, StopNotNeeded, Stopped,
    Swapped,
};
use crate::text::{Sentence, by_seat, capitalized, card, counted, few_cards, points, points_of};

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::Played(Played { seat }) => format!("Seat {seat} plays a card face down."),
            Self::Revealed(Revealed { cards }) => {
                let cards: Vec<String> = cards.iter().map(|each| card(*each)).collect();
                format!("The cards are turned up and take effect in this order: {}.", cards.join(", then "))
            }
            Self::Asked(Asked { card: asked }) => {
                format!("Both seats are asked whether they stop {} with an ace.", card(*asked))
            }
            Self::Stopped(Stopped { seat, ace, card: stopped }) => {
                let (ace, stopped) = (card(*ace), card(*stopped));
                format!("Seat {seat} discards {ace} to stop {stopped}, and takes that card into their hand.")
            }
            Self::StopNotNeeded(StopNotNeeded { seat, ace }) => {
                format!("Seat {seat} keeps {}, because the other seat has stopped the card.", card(*ace))
            }
            Self::Practised(Practised { seat, card: practised }) => {
                format!("{} goes into the practice pile of seat {seat}.", capitalized(&card(*practised)))
            }
            Self::Performed(Performed { seat, cards, minutes, points: scored }) => {
                let (show, minutes) = (few_cards(cards), counted(*minutes, "minute"));
                format!("Seat {seat} performs {show} in {minutes} and scores {}.", points(*scored))
            }
            Self::Buffet(Buffet { seat, card: Some(trick), points: scored }) => {
                format!("Seat {seat} performs {} at the buffet and scores {}.", card(*trick), points(*scored))
            }
            Self::Buffet(Buffet { seat, card: None, points: scored }) => {
                format!("Seat {seat} performs nothing at the buffet and scores {}.", points(*scored))
            }
            Self::Swapped(Swapped {}) => "The seats swap their hands.".to_owned(),
            Self::Drew(Drew { seat, card: drawn }) => format!("Seat {seat} draws {}.", card(*drawn)),
            Self::Farewell(Farewell { seat, cards, minutes, points: scored }) => {
                let (show, minutes) = (few_cards(cards), counted(*minutes, "minute"));
                format!("As a farewell, seat {seat} performs {show} in {minutes} and scores {}.", points(*scored))
            }
            Self::Ended(Ended { scores }) => format!("The game ends with {}.", points_of(by_seat(scores))),
        }
    }
}
