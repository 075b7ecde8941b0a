//! The sentences of the events.

use super::events::{Answered, Asked, Drew, Ended, Event, FreakedOut, Haunted, Moved, Played, Scared, Surprised};
use crate::dice::Face;
use crate::text::{Sentence, by_seat, card, cards, counted, list, points_of, seats};

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::Drew(Drew { seat, cards }) => format!("Seat {seat} draws {}.", counted(*cards, "card")),
            Self::Played(Played { seat, card: played }) => format!("Seat {seat} plays {}.", card(*played)),
            Self::Haunted(Haunted { seat, rooms }) => {
                if let [room] = rooms[..] {
                    return format!("A ghost of seat {seat} haunts the room of {}.", card(room));
                }
                format!("Ghosts of seat {seat} are on top in these rooms now: {}.", cards(rooms))
            }
            Self::Moved(Moved { guest, dice, from, to }) => {
                let (from, to) = (from.spoken_name(), to.spoken_name());
                let dice = list(dice.iter().copied().map(Face::number));
                format!("Guest {guest} rolls {dice} and goes from {from} to {to}.")
            }
            Self::Asked(Asked { guest, room, seats: asked }) => {
                let (room, asked) = (card(*room), seats(asked));
                format!("The room of {room} has no ghost, and guest {guest} can be surprised by {asked}.")
            }
            Self::Answered(Answered { seat }) => format!("Seat {seat} answers in secret."),
            Self::Surprised(Surprised { seat, room }) => {
                format!("Seat {seat} plays {} as a surprise, and their ghost alone haunts the room.", card(*room))
            }
            Self::Scared(Scared { guest, rank, shares }) => {
                let next = rank.number() + 1;
                match scored(shares) {
                    Some(scored) => format!("Guest {guest} is scared, with {scored}, and his rank rises to {next}."),
                    None => format!("Guest {guest} finds no ghost, and his rank rises to {next}."),
                }
            }
            Self::FreakedOut(FreakedOut { guest, rank, shares }) => match scored(shares) {
                Some(scored) => format!("Guest {guest} freaks out, with {scored}, and his new rank is {rank}."),
                None => format!("Guest {guest} freaks out where no ghost is, and his new rank is {rank}."),
            },
            Self::Ended(Ended { scores }) => format!("The game ends with {}.", points_of(by_seat(scores))),
        }
    }
}

/// Lists the points of the seats that have a share; none if no seat has.
fn scored(shares: &[i64]) -> Option<String> {
    let shared = || by_seat(shares).filter(|(_, share)| *share != 0);
    shared().next().map(|_| points_of(shared()))
}
