//! The sentences of the events.

use super::fighter::{Face, value};
use super::moves::{Ended, Event, Killed, KillersChanged, Lived, Played, Purpose};
use crate::game::Seat;
use crate::text::{Sentence, capitalized, card, points, seats};

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::Played(Played { seat, card: played, owner, fighter, purpose }) => match purpose {
                Purpose::Attack => {
                    format!("Seat {seat} attacks {} with {}.", of(*owner, *fighter), card(*played))
                }
                Purpose::Defense => {
                    let (name, defense) = (fighter.name(), value(*played));
                    format!(
                        "Seat {seat} defends their {name} with {}: up to {defense} does not harm it.",
                        card(*played)
                    )
                }
            },
            Self::KillersChanged(KillersChanged { owner, fighter, seats: killers }) => match killers.as_slice() {
                [] => format!("{} is safe for now.", capitalized(&of(*owner, *fighter))),
                [killer] => format!("{} falls to seat {killer} for now.", capitalized(&of(*owner, *fighter))),
                killers => format!("{} falls to {} for now.", capitalized(&of(*owner, *fighter)), seats(killers)),
            },
            Self::Ended(Ended { seat }) => format!("Seat {seat} has played their last card, and the game ends."),
            Self::Lived(Lived { owner, fighter }) => format!("{} lives.", capitalized(&of(*owner, *fighter))),
            Self::Killed(Killed { owner, fighter, seats: killers, points: scored }) => {
                let each = if killers.len() > 1 { " each" } else { "" };
                let (who, scored) = (capitalized(&seats(killers)), points(*scored));
                let verb = if killers.len() > 1 { "kill" } else { "kills" };
                format!("{who} {verb} {} for {scored}{each}.", of(*owner, *fighter))
            }
        }
    }
}

/// Writes a fighter: `the king of seat 2`.
fn of(owner: Seat, fighter: Face) -> String {
    format!("the {} of seat {owner}", fighter.name())
}
