//! What a show is worth: the tricks, mistakes and rehearsals of a practice pile.

use crate::cards::{Card, Rank, Suit};
use crate::game::Seat;

/// What a card does when it takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It stops another card, and is never played itself.
    Ace,
    /// It goes into the practice pile: a trick, a mistake or a rehearsal.
    Practice,
    /// The seats swap hands.
    Nap,
    /// The practice pile is performed.
    Showtime,
    /// One trick may be performed for half its worth.
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

/// The seat that owns the card's colour: seat 1 the red suits, seat 2 the black ones.
pub(super) fn owner(card: Card) -> Seat {
    match card.suit() {
        Suit::Diamonds | Suit::Hearts => Seat::FIRST,
        Suit::Clubs | Suit::Spades => SECOND,
    }
}

/// The seat that plays black.
pub(super) const SECOND: Seat = match Seat::new(2) {
    Some(seat) => seat,
    None => Seat::FIRST,
};

/// The worth of a trick and its length in minutes; none for other cards.
pub(super) fn trick(card: Card) -> Option<(i64, u64)> {
    match card.rank() {
        Rank::KING => Some((6, 5)),
        Rank::QUEEN => Some((4, 5)),
        Rank::JACK => Some((2, 5)),
        rank if rank.face_value() == 10 => Some((10, 10)),
        _ => None,
    }
}

/// What a card takes off a show as a mistake.
pub(super) fn mistake(card: Card) -> Option<i64> {
    Some(card.rank().face_value()).filter(|face| (2..=4).contains(face)).map(i64::from)
}

/// Whether a card doubles a show.
pub(super) fn doubles(card: Card) -> bool {
    card.rank().face_value() == 6
}

/// How long the show of a pile is, in minutes.
pub(super) fn minutes(pile: impl IntoIterator<Item = Card>) -> u64 {
    pile.into_iter().filter_map(trick).map(|(_, minutes)| minutes).sum()
}

/// What the show of a pile scores.
pub(super) fn points(pile: impl IntoIterator<Item = Card> + Clone) -> i64 {
    let worths = || pile.clone().into_iter().filter_map(trick).map(|(worth, _)| worth);
    let all: i64 = worths().sum();
    // rules: Shows. All worths are even, so that halves are whole.
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

/// What a trick scores at the buffet.
pub(super) fn half(card: Card) -> Option<i64> {
    trick(card).map(|(worth, _)| worth / 2)
}
