//! The sentences of the events.

use super::moves::{BidMade, Dealt, Discarded, Ended, Event, Offered, Revealed, Scored, Took, TookBack, WonPot};
use crate::text::{Sentence, by_seat, capitalized, card, cards, counted, few_cards, list, points_of, seats};

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::Dealt(Dealt { round }) => {
                format!("Round {round} begins, and every seat has 20 chips and three cards.")
            }
            Self::Offered(Offered { pool }) => format!("A trick begins, and the pool is {}.", cards(pool)),
            Self::BidMade(BidMade { seat }) => format!("Seat {seat} bids a card face down."),
            Self::Revealed(Revealed { bids }) => {
                let bids = bids.iter().map(|bid| format!("{} of seat {}", card(bid.card), bid.seat));
                format!("The bids are turned up: {}.", list(bids))
            }
            Self::Took(Took { seat, card: taken, paid }) => {
                format!("Seat {seat} takes {} and pays {}.", card(*taken), counted(*paid, "chip"))
            }
            Self::TookBack(TookBack { seat, card: bid }) => {
                format!("Seat {seat} takes their bid back: {}.", card(*bid))
            }
            Self::Discarded(Discarded { cards }) => {
                format!("The rest of the pool is discarded: {}.", few_cards(cards))
            }
            Self::Scored(Scored { seats }) => {
                let scored = points_of(seats.iter().map(|scored| (scored.seat, scored.points)));
                format!("The round is scored: {scored}.")
            }
            Self::WonPot(WonPot { seats: winners, chips }) => match winners.as_slice() {
                [winner] => format!("Seat {winner} wins the pot: {}.", counted(*chips, "chip")),
                several => {
                    format!("{} share the pot: {} each.", capitalized(&seats(several)), counted(*chips, "chip"))
                }
            },
            Self::Ended(Ended { points }) => format!("The game ends with {}.", points_of(by_seat(points))),
        }
    }
}
