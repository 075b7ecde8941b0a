//! The sentences of the events.

use super::moves::{Cause, Chose, Dealt, Ended, Event, Finished, Fumbled, Playoff, RoundOver, Slid, Tick};
use crate::text::{Sentence, by_seat, capitalized, counted, points_of, seats, tile};

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::Dealt(Dealt { round, playoff: false, .. }) => {
                format!("Round {round} begins: all have the same board.")
            }
            Self::Dealt(Dealt { round, seats: players, .. }) => {
                format!("Round {round} begins: {} have the same board.", seats(players))
            }
            Self::Chose(Chose { seat }) => format!("Seat {seat} has chosen."),
            Self::Slid(Slid { seat, tile: slid, from, to, .. }) => {
                format!("Seat {seat} slides {} from {from} to {to}.", tile(*slid))
            }
            Self::Tick(Tick { slides }) => {
                format!("All who are still solving have slid: {} each.", counted(*slides, "slide"))
            }
            Self::Finished(Finished { seats: finished, beaten }) => {
                let verb = if finished.len() == 1 { "finishes and beats" } else { "finish together and beat" };
                format!("{} {verb} {}.", capitalized(&seats(finished)), counted(*beaten, "other"))
            }
            Self::Fumbled(Fumbled { seat, cause }) => match cause {
                Cause::Done => format!("Seat {seat} calls done, but the board is not solved: a fumble."),
                Cause::GiveUp => format!("Seat {seat} gives up: a fumble."),
                Cause::Slides => format!("Seat {seat} has no slides left, and the board is not solved: a fumble."),
            },
            Self::RoundOver(RoundOver { round, seats: players, points, .. }) => {
                let points = players.iter().zip(points).map(|(seat, points)| (*seat, *points as i64));
                format!("Round {round} is over: {}.", points_of(points))
            }
            Self::Playoff(Playoff { seats: tied, .. }) => {
                format!("{} are level and play off.", capitalized(&seats(tied)))
            }
            Self::Ended(Ended { points, .. }) => {
                let points = by_seat(points).map(|(seat, points)| (seat, points as i64));
                format!("The game is over: {}.", points_of(points))
            }
        }
    }
}
