//! The score of a show: the tricks, mistakes and rehearsals of a practice pile.

use crate::cards::{Card, Rank, Suit};
use crate::game::Seat;

/// The effect of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It stops another card and is never played itself.
    Ace,
    /// It goes into the practice pile: a trick, a mistake or a rehearsal.
    Practice,
    /// The seats swap hands.
    Nap,
    /// The practice pile is performed.
    Showtime,
    /// One trick may be performed for half its value.
    Buffet,
}

pub(super) fn role(card: Card) -> Role {
    match card.rank().face_value() {
        1 => Role::Ace,
        5 => Role::Nap,
        7 | 9 => Role::Showtime,
        8 => Role::Buffet,
        _ => Role::Practice,
    }
}

/// Returns the owner by the card's color: seat 1 for red suits, seat 2 for black ones.
pub(super) fn owner(card: Card) -> Seat {
    match card.suit() {
        Suit::Diamonds | Suit::Hearts => Seat::FIRST,
        Suit::Clubs | Suit::Spades => Seat::SECOND,
    }
}

/// Returns the value of a trick and its length in minutes; none for other cards.
pub(super) fn trick(card: Card) -> Option<(i64, u64)> {
    match card.rank() {
        Rank::KING => Some((6, 5)),
        Rank::QUEEN => Some((4, 5)),
        Rank::JACK => Some((2, 5)),
        rank if rank.face_value() == 10 => Some((10, 10)),
        _ => None,
    }
}

/// Returns the penalty of a card as a mistake.
pub(super) fn mistake(card: Card) -> Option<i64> {
    Some(card.rank().face_value()).filter(|face| (2..=4).contains(face)).map(i64::from)
}

/// Returns whether a card doubles a show.
pub(super) fn doubles(card: Card) -> bool {
    card.rank().face_value() == 6
}

/// Returns the length of a pile's show, in minutes.
pub(super) fn minutes(pile: impl IntoIterator<Item = Card>) -> u64 {
    pile.into_iter().filter_map(trick).map(|(_, minutes)| minutes).sum()
}

/// Returns the score of a pile's show.
pub(super) fn points(pile: impl IntoIterator<Item = Card> + Clone) -> i64 {
    let worths = || pile.clone().into_iter().filter_map(trick).map(|(worth, _)| worth);
    let all: i64 = worths().sum();
    // rules: Shows. All values are even, so halves are integers.
    let tricks = match minutes(pile.clone()) {
        15 => all,
        10 | 20 => all - worths().max().unwrap_or(0) / 2,
        5 | 25 => all / 2,
        _ => return 0,
    };
    let mistakes: i64 = pile.clone().into_iter().filter_map(mistake).sum();
    let rehearsals = pile.into_iter().filter(|card| doubles(*card)).count();
    (tricks - mistakes) << rehearsals
}

/// Returns the score of a trick at the buffet.
pub(super) fn half(card: Card) -> Option<i64> {
    trick(card).map(|(worth, _)| worth / 2)
}
