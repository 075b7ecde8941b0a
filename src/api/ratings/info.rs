//! A rating as JSON.

use serde::Serialize;

use crate::api::schemas;
use crate::rules::wire::ToSchema;
use crate::store::PlayerRating;

/// A player's rating in a game for several seats.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = PlayersRating)]
pub struct RatingInfo {
    /// The game.
    #[schema(value_type = schemas::GameId)]
    pub game: String,
    /// The rating (Glicko-2), rounded. It begins at 1500.
    #[schema(minimum = 0, maximum = 4000)]
    pub rating: i64,
    /// The standard deviation of the rating, rounded. It begins at 350.
    #[schema(minimum = 1, maximum = 350)]
    pub deviation: i64,
    /// The number of rated games.
    #[schema(minimum = 1)]
    pub games: u32,
    /// The number of different opponents in rated games.
    #[schema(minimum = 1)]
    pub opponents: u32,
    /// Whether the rating is not listed yet, because the player has had fewer than ten different opponents.
    pub provisional: bool,
}

impl RatingInfo {
    /// A rating as the store has it.
    #[must_use]
    pub fn of(rating: PlayerRating) -> Self {
        Self {
            provisional: rating.is_provisional(),
            rating: rounded(rating.rating.rating),
            deviation: rounded(rating.rating.deviation),
            games: rating.games,
            opponents: rating.opponents,
            game: rating.game,
        }
    }
}

/// The whole number nearest to a number of thousandths.
pub(in crate::api) fn rounded(thousandths: i64) -> i64 {
    (thousandths + 500).div_euclid(1000)
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn thousandths_are_rounded_to_the_nearest() {
        assert_eq!([1_499_500, 1_499_499, 0, -500, -501].map(rounded), [1500, 1499, 0, 0, -1]);
    }
}
