//! Playing cards, lists of cards and their visibility. Rules: seats.md, section 2.
//!
//! The table of a game is generic over the card: a state contains a `Table<Card>`, a view a `Table<Viewed<Card>>` in
//! which hidden cards are `"??"`. [`poker`] compares poker hands for all games.

mod card;
mod list;
mod played;
pub mod poker;
mod unseen_cards;
mod viewed;

pub use self::card::{Card, CardOrJoker, PlayingCard, Rank, Suit};
pub use self::list::{Cards, MAX_CARDS, deal_again, dealt, shuffled};
pub use self::played::{PlayedCard, by_seat};
pub use self::unseen_cards::UnseenCards;
pub use self::viewed::{CardFace, Viewed, ViewedCard, ViewedCardOrJoker};
