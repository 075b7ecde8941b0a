//! The sentences of the events.

use super::moves::{Dealt, Ended, Event, Played, RaceBegan, RoundBegan, Scored, Stayed, Swapped};
use super::track::Start;
use crate::text::{Sentence, by_seat, card, cards, list, points_of, seats};

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::RaceBegan(RaceBegan { race, track }) => {
                let starts = track.iter().map(|Start { seat, card: first }| format!("seat {seat} on {}", card(*first)));
                format!("Race {race} begins with {}, from the front.", list(starts))
            }
            Self::Dealt(Dealt { seat, shown }) => {
                format!("Seat {seat} gets two concealed cards, and {} open.", cards(shown))
            }
            Self::RoundBegan(RoundBegan { round, order }) => {
                format!("Round {round} begins, and the order of play is {}.", seats(order))
            }
            Self::Played(Played { seat, space, card: played }) => {
                format!("Seat {seat} plays {} on space {space}.", card(*played))
            }
            Self::Swapped(Swapped { seat, from, to, other }) => {
                format!("Seat {seat} changes places with seat {other} and goes from space {from} to space {to}.")
            }
            Self::Stayed(Stayed { seat }) => format!("Seat {seat} stays."),
            Self::Scored(Scored { race, points }) => {
                format!("Race {race} ends with {}.", points_of(by_seat(points)))
            }
            Self::Ended(Ended { points }) => format!("The game ends with {}.", points_of(by_seat(points))),
        }
    }
}
