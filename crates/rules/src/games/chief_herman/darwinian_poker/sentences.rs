//! The sentences of the events.

use super::moves::{Captured, Dealt, Discarded, Ended, Event, Extinct, Planted, Revealed, Showdown};
use crate::text::{Sentence, by_seat, card, cards, few_cards, hand, list};

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::Dealt(Dealt { round, ooze }) => format!("Round {round} begins, and the ooze is {}.", cards(ooze)),
            Self::Planted(Planted { seat }) => format!("Seat {seat} plants a seed face down."),
            Self::Revealed(Revealed { seeds }) => {
                let seeds = seeds.iter().map(|seed| format!("{} of seat {}", card(seed.card), seed.seat));
                format!("The seeds are turned up: {}.", list(seeds))
            }
            Self::Captured(Captured { seat, seed, cards }) => {
                let cards = if cards.is_empty() { "nothing".to_owned() } else { few_cards(cards) };
                format!("Seat {seat} plays {} and captures {cards}.", card(*seed))
            }
            Self::Discarded(Discarded { cards }) => {
                format!("The rest of the ooze is discarded: {}.", few_cards(cards))
            }
            Self::Extinct(Extinct { seat }) => format!("Seat {seat} is extinct."),
            Self::Showdown(Showdown { hands }) => {
                let hands = hands.iter().map(|shown| format!("seat {} has {}", shown.seat, hand(shown.value)));
                format!("The hands are shown: {}.", list(hands))
            }
            Self::Ended(Ended { places }) => {
                let mut placed: Vec<_> = by_seat(places).collect();
                placed.sort_by_key(|(_, place)| *place);
                let placed = placed.iter().map(|(seat, place)| format!("seat {seat} in place {place}"));
                format!("The game ends with {}.", list(placed))
            }
        }
    }
}
