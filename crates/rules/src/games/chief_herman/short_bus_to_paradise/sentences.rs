//! The sentences of the events.

use super::cab::Cab;
use super::events::{
    Arrived, Bussed, Drew, Ended, Event, LastTurnsBegan, Left, Loaded, Played, Rolled, Stolen, TurnEnded,
};
use super::stone::{Color, Group};
use crate::text::{Sentence, by_seat, card, counted, list, points_of};

/// Writes stones of a color: `3 red stones`.
fn stones(count: u64, color: Color) -> String {
    counted(count, &format!("{color} stone"))
}

fn cab(cab: Cab) -> String {
    card(cab)
}

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::Rolled(Rolled { dice }) => format!("The dice show {}.", list(dice)),
            Self::Arrived(Arrived { stones: arrived }) if arrived.is_empty() => {
                "The bag is empty, and no stones arrive.".to_owned()
            }
            Self::Arrived(Arrived { stones: arrived }) => {
                let groups = list(arrived.iter().map(|Group { color, count }| stones(*count, *color)));
                format!("New in the pot: {groups}.")
            }
            Self::Bussed(Bussed { color, count }) => {
                format!("The cruise line takes {} out of the game.", stones(*count, *color))
            }
            Self::Played(Played { seat, cab: played }) => format!("Seat {seat} plays {}.", cab(*played)),
            Self::Loaded(Loaded { seat, cab: into, color, count }) => {
                format!("Seat {seat} loads {} into {}.", stones(*count, *color), cab(*into))
            }
            Self::Stolen(Stolen { seat, cab: into, from, color, passengers, count }) => format!(
                "Seat {seat} steals {} from {} for {}, with {count} from the pot.",
                stones(*passengers, *color),
                cab(*from),
                cab(*into)
            ),
            Self::Left(Left { seat, cab: full, color }) => {
                format!("For seat {seat}, {} leaves full of {color} stones.", cab(*full))
            }
            Self::Drew(Drew { seat }) => format!("Seat {seat} draws a card."),
            Self::TurnEnded(TurnEnded { seat }) => format!("The turn of seat {seat} ends."),
            Self::LastTurnsBegan(LastTurnsBegan { turns }) => {
                format!("The last turns begin: {} after this one.", counted(*turns, "turn"))
            }
            Self::Ended(Ended { points }) => format!("The game ends with {}.", points_of(by_seat(points))),
        }
    }
}
