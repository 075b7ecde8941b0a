//! The sentences of the events.

use super::moves::{Event, GoalReached, Laid, Restocked, Rolled, RoundOver, Stole, Stuck, TurnsOver, Walked};
use crate::text::{Sentence, counted, list, points, with_article};

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::Rolled(Rolled { seat, color }) => format!("Seat {seat} rolls {color}."),
            Self::Laid(Laid { seat, cell, color }) => {
                format!("Seat {seat} lays {} chip on {cell}.", with_article(color))
            }
            Self::Walked(Walked { seat, from, to }) => format!("Seat {seat} walks from {from} to {to}."),
            Self::Restocked(Restocked { seat, cell, chips }) => {
                let count = counted(chips.len() as u64, "chip");
                format!("Seat {seat} takes {count} from the pile on {cell}: {}.", list(chips))
            }
            Self::Stole(Stole { seat, color, cell, victim }) => {
                let from = match (cell, victim) {
                    (Some(cell), _) => format!(" from the pile on {cell}"),
                    (None, Some(victim)) => format!(" from seat {victim}"),
                    (None, None) => String::new(),
                };
                format!("Seat {seat} steals {} chip{from}.", with_article(color))
            }
            Self::Stuck(Stuck { seat }) => format!("Seat {seat} has no legal move and passes."),
            Self::RoundOver(RoundOver { seat, points: scored }) => {
                let scored = points(*scored as i64);
                format!("Seat {seat} walks onto their target and scores {scored}, and the round is over.")
            }
            Self::GoalReached(GoalReached { seat }) => {
                format!("Seat {seat} has at least 11 points, and the game ends.")
            }
            Self::TurnsOver(TurnsOver {}) => "The last turn is over, and no seat has 11 points.".to_owned(),
        }
    }
}
