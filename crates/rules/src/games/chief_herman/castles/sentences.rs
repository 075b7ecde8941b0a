//! The sentences of the events.

use super::castle::Castle;
use super::moves::{Event, GameOver, Placed, Settled};
use crate::text::{Sentence, by_seat, points, points_of, with_article};

impl<C: Castle> Sentence for Event<C> {
    fn sentence(&self) -> String {
        match self {
            Self::Placed(Placed { seat, color, space, points: scored, .. }) => {
                let stone = with_article(color);
                format!("Seat {seat} places {stone} stone on {space} and scores {}.", points(*scored))
            }
            Self::Settled(Settled { seat, corner }) => format!("Seat {seat} has their house in the {corner} corner."),
            Self::GameOver(GameOver { game, scores }) => {
                format!("The castle of game {game} is full, and the totals are {}.", points_of(by_seat(scores)))
            }
        }
    }
}
