//! The sentences of the events.

use super::monster::Attack;
use super::moves::{Built, Event, Fought, Left, Researched, RoundsOver, Stolen, Won};
use crate::text::{Sentence, list};

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::Researched(Researched { seat, faces }) => {
                format!("Seat {seat} rolls the research dice: {}.", list(faces))
            }
            Self::Built(Built { seat, face, part, before: 0 }) => {
                format!("Seat {seat} builds a {face} into their {part}.")
            }
            Self::Built(Built { seat, face, part, before }) => {
                format!("Seat {seat} builds a {face} into their {part}, in place of a {before}.")
            }
            Self::Fought(Fought { attacker, defender, attack, attacker_total, defender_total, winner, .. }) => {
                let attack = name(*attack);
                format!(
                    "Seat {attacker} attacks seat {defender} with a {attack}, {attacker_total} against \
                     {defender_total}: seat {winner} wins."
                )
            }
            Self::Stolen(Stolen { seat, from, part, value, to: Some(to), .. }) => {
                format!("Seat {seat} steals the {part} of seat {from}, a {value}, and builds it into their {to}.")
            }
            Self::Stolen(Stolen { seat, from, part, value, to: None, .. }) => {
                format!("Seat {seat} steals the {part} of seat {from}, a {value}, and throws it away.")
            }
            Self::Left(Left { seat }) => format!("Seat {seat} leaves everything as it is."),
            Self::Won(Won { seat }) => format!("Seat {seat} has a monster of five 6s and wins."),
            Self::RoundsOver(RoundsOver {}) => "The last round is over, and no seat has won.".to_owned(),
        }
    }
}

const fn name(attack: Attack) -> &'static str {
    match attack {
        Attack::HeadSmash => "head smash",
        Attack::Punch => "punch",
        Attack::Trip => "trip",
    }
}
