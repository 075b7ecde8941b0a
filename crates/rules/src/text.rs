//! Event text: each event as one English sentence, for screen readers, chat bots and the front end.
//!
//! A sentence is made from the event alone, as a viewer may see it, so it reveals nothing that the event hides. It is in
//! the present tense, begins with a capital and ends with a full stop. A seat is always written `Seat 2` or `seat 2`,
//! each with its own number, so that a front end can replace it by the name of a player.

use std::fmt::Display;

use crate::cards::poker::{Category, HandValue};
use crate::cards::{CardFace, PlayingCard as _, Rank};
use crate::piecepack::{Coin, Tile, Value};
pub(crate) use crate::scene::counted;
use crate::seat::{MAX_SEATS, Seat};

/// An event that can be written as a sentence.
pub trait Sentence {
    /// Returns one English sentence that says what happened.
    fn sentence(&self) -> String;
}

/// Joins the items of a list: `a`, `a and b`, `a, b and c`; `nothing` for an empty list.
pub(crate) fn list(items: impl IntoIterator<Item = impl Display>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
    }
}

/// Lists seats, each with its own number: `seat 1 and seat 3`.
pub(crate) fn seats(seats: &[Seat]) -> String {
    list(seats.iter().map(|seat| format!("seat {seat}")))
}

/// Writes the first letter as a capital.
pub(crate) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

/// Puts `a` or `an` before a word or a number up to 17.
pub(crate) fn with_article(word: impl Display) -> String {
    let word = word.to_string();
    let is_vowel = word.starts_with(['a', 'e', 'i', 'o', '8']) || word == "11";
    format!("{} {word}", if is_vowel { "an" } else { "a" })
}

/// Writes points: `1 point`, `-3 points`.
pub(crate) fn points(points: i64) -> String {
    if points == 1 { "1 point".to_owned() } else { format!("{points} points") }
}

/// Lists the points of seats: `12 points for seat 1, 9 for seat 2 and 0 for seat 3`.
pub(crate) fn points_of(seats: impl IntoIterator<Item = (Seat, i64)>) -> String {
    list(seats.into_iter().enumerate().map(|(i, (seat, scored))| {
        let scored = if i == 0 { points(scored) } else { scored.to_string() };
        format!("{scored} for seat {seat}")
    }))
}

/// Pairs the entries of a list that has one for each seat with their seats.
pub(crate) fn by_seat<T: Copy>(entries: &[T]) -> impl Iterator<Item = (Seat, T)> {
    (1..=MAX_SEATS).filter_map(Seat::new).zip(entries.iter().copied())
}

/// Writes a card: `the king of hearts`, `a joker`; `a card` if it is hidden.
pub(crate) fn card<C: CardFace>(card: C) -> String {
    match card.known() {
        None => "a card".to_owned(),
        Some(card) => match card.spoken_name() {
            name if name.starts_with("joker") => "a joker".to_owned(),
            name => format!("the {name}"),
        },
    }
}

/// Lists cards.
pub(crate) fn cards<C: CardFace>(cards: &[C]) -> String {
    list(cards.iter().map(|each| card(*each)))
}

/// The number of cards that a sentence lists at most.
const FEW: usize = 5;

/// Lists cards if they are few, and otherwise counts them: `7 cards`.
pub(crate) fn few_cards<C: CardFace>(cards: &[C]) -> String {
    match cards.len() {
        0 => "no cards".to_owned(),
        1..=FEW => self::cards(cards),
        many => counted(many as u64, "card"),
    }
}

/// Writes a tile: `the null of Suns`, `the 3 of Moons`.
pub(crate) fn tile(tile: Tile) -> String {
    format!("the {} of {}", value(tile.value()), tile.suit())
}

/// Lists tiles.
pub(crate) fn tiles(tiles: &[Tile]) -> String {
    list(tiles.iter().map(|each| tile(*each)))
}

/// Writes a coin: `the ace coin of Suns`.
pub(crate) fn coin(coin: Coin) -> String {
    format!("the {} coin of {}", value(coin.value()), coin.suit())
}

/// Lists coins.
pub(crate) fn coins(coins: &[Coin]) -> String {
    list(coins.iter().map(|each| coin(*each)))
}

/// Returns the name of a value: null, ace, 2 to 5.
#[must_use]
pub fn value(value: Value) -> String {
    match value.number() {
        0 => "null".to_owned(),
        1 => "ace".to_owned(),
        number => number.to_string(),
    }
}

/// Writes a poker hand: `a pair of kings`, `two pair (kings and 4s)`, `a straight to the ace`.
pub(crate) fn hand(hand: HandValue) -> String {
    let mut ranks = hand.ranks().map(rank);
    let (first, second) = (ranks.next().unwrap_or_default(), ranks.next().unwrap_or_default());
    match hand.category() {
        Category::HighCard => format!("{first} high"),
        Category::Pair => format!("a pair of {first}s"),
        Category::TwoPair => format!("two pair ({first}s and {second}s)"),
        Category::ThreeOfAKind => format!("three {first}s"),
        Category::Straight => format!("a straight to the {first}"),
        Category::Flush => with_article(format_args!("{first}-high flush")),
        Category::FullHouse => format!("a full house ({first}s over {second}s)"),
        Category::FourOfAKind => format!("four {first}s"),
        Category::StraightFlush => format!("a straight flush to the {first}"),
        Category::FiveOfAKind => format!("five {first}s"),
    }
}

/// Compares a poker hand with a lower one: `three kings beat two pair (aces and 4s)`.
pub(crate) fn beats(winner: HandValue, loser: HandValue) -> String {
    let (better, worse) = (hand(winner), hand(loser));
    if better == worse {
        return format!("both have {better}, and the other cards decide");
    }
    let is_plural = matches!(winner.category(), Category::ThreeOfAKind | Category::FourOfAKind | Category::FiveOfAKind);
    format!("{better} {} {worse}", if is_plural { "beat" } else { "beats" })
}

fn rank(rank: Rank) -> String {
    match rank.face_value() {
        1 => "ace".to_owned(),
        11 => "jack".to_owned(),
        12 => "queen".to_owned(),
        13 => "king".to_owned(),
        number => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Card, CardOrJoker, Viewed};

    fn named(names: &str) -> Vec<CardOrJoker> {
        names.split_whitespace().map(|name| name.parse().expect("a card")).collect()
    }

    fn valued(names: &str) -> HandValue {
        HandValue::of(named(names)).expect("cards")
    }

    #[test]
    fn lists_and_counts_read_as_english() {
        assert_eq!(list(Vec::<u8>::new()), "nothing");
        assert_eq!([list([1]), list([1, 2]), list([1, 2, 3])], ["1", "1 and 2", "1, 2 and 3"]);
        assert_eq!(seats(&Seat::BOTH), "seat 1 and seat 2");
        assert_eq!(points_of(by_seat(&[1, -3, 0])), "1 point for seat 1, -3 for seat 2 and 0 for seat 3");
        assert_eq!(["ace", "king", "8", "11", "6"].map(with_article), ["an ace", "a king", "an 8", "an 11", "a 6"]);
        assert_eq!(capitalized("seat 1"), "Seat 1");
    }

    #[test]
    fn cards_have_names_unless_hidden() {
        let king: Card = "Kh".parse().expect("a card");
        assert_eq!([card(Viewed::Card(king)), card(Viewed::<Card>::Hidden)], ["the king of hearts", "a card"]);
        assert_eq!(cards(&named("Ac Td X1")), "the ace of clubs, the 10 of diamonds and a joker");
        assert_eq!(few_cards(&named("2c 3c 4c 5c 6c 7c")), "6 cards");
        assert_eq!(few_cards::<Card>(&[]), "no cards");
    }

    #[test]
    fn hands_have_the_names_of_poker() {
        for (cards, text) in [
            ("Kh 9c", "king high"),
            ("Kh Kc 9c", "a pair of kings"),
            ("Kh Kc 4c 4d Ah", "two pair (kings and 4s)"),
            ("Th Tc Td", "three 10s"),
            ("Ah 2c 3d 4h 5s", "a straight to the 5"),
            ("Ah 2h 9h 4h 5h", "an ace-high flush"),
            ("8h 2h 3h 4h 6h", "an 8-high flush"),
            ("Kh Kc 4c 4d Kd", "a full house (kings over 4s)"),
            ("Kh Kc Ks Kd 2d", "four kings"),
            ("Ah Kh Qh Jh Th", "a straight flush to the ace"),
            ("Kh Kc Ks Kd X1", "five kings"),
        ] {
            assert_eq!(hand(valued(cards)), text, "{cards}");
        }
    }

    #[test]
    fn comparison_names_both_hands_or_the_other_cards() {
        assert_eq!(beats(valued("Kh Kc 4c 4d"), valued("Ah Ac")), "two pair (kings and 4s) beats a pair of aces");
        assert_eq!(beats(valued("2h 2c 2d"), valued("Ah Ac")), "three 2s beat a pair of aces");
        let equal = "both have a pair of kings, and the other cards decide";
        assert_eq!(beats(valued("Kh Kc 4c"), valued("Kd Ks 3c")), equal);
    }
}
