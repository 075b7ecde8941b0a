//! Ratings of players in games for several seats.

use super::ids::PlayerId;
use super::players::Player;
use crate::rating::Rating;

/// Minimum number of different opponents for a listed rating.
pub const MIN_RATED_OPPONENTS: u32 = 10;

/// The rating of a player in a game, with the games behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRating {
    /// The game's id.
    pub game: String,
    /// The rating.
    pub rating: Rating,
    /// Number of rated games.
    pub games: u32,
    /// Number of different opponents in them.
    pub opponents: u32,
}

impl PlayerRating {
    /// Whether it is not listed, because the player has had too few opponents.
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        self.opponents < MIN_RATED_OPPONENTS
    }
}

/// The place of a rating in the list of its game: ordered by the key, of which less is better, then by the player's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RatingPlace {
    /// [`Rating::at_least`], negated.
    pub key: i64,
    /// The player.
    pub player: PlayerId,
}

/// A listed rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedRating {
    /// 1 plus the number of ratings that are strictly better.
    pub rank: u64,
    /// The player.
    pub player: Player,
    /// The rating.
    pub rating: PlayerRating,
}

impl ListedRating {
    /// Returns its place.
    #[must_use]
    pub fn place(&self) -> RatingPlace {
        RatingPlace { key: -self.rating.rating.at_least(), player: self.player.id }
    }
}

/// A page of ratings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RatingPage {
    /// Its ratings, the best first.
    pub lines: Vec<ListedRating>,
    /// Number of listed ratings.
    pub count: u64,
    /// Whether there are ratings after these.
    pub more: bool,
}
