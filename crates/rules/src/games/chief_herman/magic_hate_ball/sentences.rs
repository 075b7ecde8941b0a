//! The sentences of the events.

use super::moves::{DroppedOut, Ended, Event, Fouled, GameBegan, GameEnded, InningEnded, ReRacked, ShotTaken, Won};
use crate::games::chief_herman::pool::balls;
use crate::text::{Sentence, by_seat, list, points};

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::GameBegan(GameBegan { number, breaker, handicaps }) => {
                let handicaps = by_seat(handicaps).map(|(seat, handicap)| format!("{handicap} for seat {seat}"));
                format!("Game {number} begins, seat {breaker} breaks, and the handicaps are {}.", list(handicaps))
            }
            Self::ShotTaken(ShotTaken { seat, sunk, points: scored }) => {
                format!("Seat {seat} sinks {} and scores {}.", balls(*sunk), points(*scored))
            }
            Self::Fouled(Fouled { seat, kind, sunk: 0 }) => format!("Seat {seat} fouls: {}.", kind.text()),
            Self::Fouled(Fouled { seat, kind, sunk }) => {
                format!("Seat {seat} fouls and sinks {}: {}.", balls(*sunk), kind.text())
            }
            Self::ReRacked(ReRacked {}) => "The balls are racked again.".to_owned(),
            Self::InningEnded(InningEnded { seat, score }) => {
                format!("The inning of seat {seat} ends with a score of {score}.")
            }
            Self::DroppedOut(DroppedOut { seat, handicap }) => {
                format!("Seat {seat} drops out, and their handicap goes up to {handicap}.")
            }
            Self::Won(Won { seat, handicap }) => {
                format!("Seat {seat} wins the game, and their handicap goes down to {handicap}.")
            }
            Self::GameEnded(GameEnded { number, winner: None }) => format!("Game {number} ends without a winner."),
            Self::GameEnded(GameEnded { number, winner: Some(winner) }) => {
                format!("Game {number} ends: seat {winner} has won it.")
            }
            Self::Ended(Ended {}) => "The series is over.".to_owned(),
        }
    }
}
