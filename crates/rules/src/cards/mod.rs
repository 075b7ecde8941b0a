//! Cards of a standard deck: what they are, the lists in which they lie, and who sees them. Rules: seats.md, section 2.
//!
//! A game writes its table generic over the card: `Table<Card>` is the state's, `Table<Seen<Card>>` a view of it, in which
//! what is hidden is `"??"`. Which of several poker hands is better stands in [`poker`], once for all games.

mod card;
mod census;
mod laid;
mod list;
pub mod poker;
mod seen;
mod unseen;

pub use self::card::{Card, CardOrJoker, PlayingCard, Rank, Suit};
pub use self::census::CardCensus;
pub use self::laid::{Laid, LaidCard, by_seat};
pub use self::list::{Cards, MAX_CARDS, deal_again, dealt, shuffled};
pub use self::seen::{Face, Seen, SeenCard, SeenCardOrJoker};
pub use self::unseen::Unseen;
