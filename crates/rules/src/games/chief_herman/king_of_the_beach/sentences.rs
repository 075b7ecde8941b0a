//! The sentences of the events.

use super::events::{
    Declined, Discarded, Drew, Ended, Event, Fought, GoodieAdded, Offered, Played, RoundEnded, Shuffled, StoneLaid,
    Switched, Took, Traded,
};
use crate::game::Seat;
use crate::text::{Sentence, card, cards, counted};

/// Names who is on a space, at the beginning of a sentence.
fn who(seat: Option<Seat>) -> String {
    seat.map_or_else(|| "A robot".to_owned(), |seat| format!("Seat {seat}"))
}

/// Formats a strength as the rules for players count it: `12`, or `11½` with the stone. In events strengths are doubled.
fn in_card_values(strength: u64) -> String {
    let half = if strength.is_multiple_of(2) { "" } else { "½" };
    format!("{}{half}", strength / 2)
}

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::Shuffled(Shuffled { cards }) => {
                format!("The deck is empty and is made of {} again.", counted(*cards, "discard"))
            }
            Self::Offered(Offered { round, cards: offered }) if offered.is_empty() => {
                format!("Round {round} begins, and no card is left to offer.")
            }
            Self::Offered(Offered { round, cards: offered }) => {
                format!("Round {round} begins, and these cards are on offer: {}.", cards(offered))
            }
            Self::Took(Took { seat, card: taken }) => format!("Seat {seat} takes {}.", card(*taken)),
            Self::Played(Played { space, seat, card: played, stone }) => {
                let stone = if *stone { ", made stronger by the stone" } else { "" };
                format!("{} on space {space} plays {}{stone}.", who(*seat), card(*played))
            }
            Self::Fought(fought) => fought.sentence(),
            Self::GoodieAdded(GoodieAdded { seat, card: goodie }) => {
                format!("Seat {seat} keeps {} as a goodie.", card(*goodie))
            }
            Self::Discarded(Discarded { cards: discarded }) => {
                format!("The rest of what was played is discarded: {}.", counted(discarded.len() as u64, "card"))
            }
            Self::Switched(Switched { seat, from, to }) => {
                format!("Seat {seat} moves from space {from} to space {to}, and the robot there takes their place.")
            }
            Self::Traded(Traded { seat, give, take, other }) => {
                format!("Seat {seat} gives {} to seat {other} and takes {} for it.", card(*give), card(*take))
            }
            Self::Drew(Drew { seat }) => format!("Seat {seat} draws a card."),
            Self::StoneLaid(StoneLaid { seat, space }) => format!("Seat {seat} lays the stone onto space {space}."),
            Self::Declined(Declined { seat, suit }) => {
                format!("Seat {seat} does nothing with their {}.", suit.suit().name())
            }
            Self::RoundEnded(RoundEnded { round }) => format!("Round {round} ends."),
            Self::Ended(Ended { seat: Some(seat) }) => format!("The game ends, and seat {seat} has won on space 1."),
            Self::Ended(Ended { seat: None }) => "The game ends, and a robot has won on space 1.".to_owned(),
        }
    }
}

impl Fought {
    fn sentence(&self) -> String {
        let Self { left, right, above, strengths, rose, seat } = self;
        let [one, another, against] = strengths.map(in_card_values);
        let attack =
            format!("Spaces {left} and {right} attack space {above} with {one} and {another} against {against}");
        match (rose, seat) {
            (None, _) => format!("{attack}, and fail."),
            (Some(rose), Some(seat)) => format!("{attack}, and seat {seat} moves up from space {rose}."),
            (Some(rose), None) => format!("{attack}, and the robot moves up from space {rose}."),
        }
    }
}
