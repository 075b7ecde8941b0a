//! The sentences of the events.

use super::moves::{Event, Fought, Recruited, Rolled, RoundsOver, Took, Won};
use crate::text::{Sentence, list};

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::Recruited(Recruited { seat, from, face }) => {
                format!("Seat {seat} recruits a {face} from seat {from}.")
            }
            Self::Rolled(Rolled { seat, faces, .. }) => match faces.len() {
                0 => format!("Seat {seat} rolls no dice."),
                _ => format!("Seat {seat} rolls {} for the fight.", list(faces)),
            },
            Self::Fought(Fought { attacker, defender, winner }) => match winner {
                None => format!("Seat {attacker} attacks seat {defender}, and the fight is a draw."),
                Some(winner) if winner == attacker => format!("Seat {attacker} attacks seat {defender} and wins."),
                Some(_) => format!("Seat {attacker} attacks seat {defender} and loses."),
            },
            Self::Took(Took { seat, from, face }) => format!("Seat {seat} takes a {face} from seat {from}."),
            Self::Won(Won { seat, dice: 0 }) => format!("Seat {seat} has no dice left and wins."),
            Self::Won(Won { seat, dice }) => format!("Seat {seat} has {dice} dice and wins."),
            Self::RoundsOver(RoundsOver {}) => "The last round is over, and no seat has won.".to_owned(),
        }
    }
}
