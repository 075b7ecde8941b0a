//! Averages of ranked games.

use super::calendar::Month;
use super::ids::PlayerId;
use super::players::Player;
use super::runs::{Category, RankKey};

/// Minimum number of games in a month for a listed average.
pub const MIN_AVERAGED_GAMES: u32 = 20;

/// What a ranked game with its own seed counts in the average of the month in which it started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameCounts {
    /// The rank key of the score.
    pub key: RankKey,
    /// Whether the game was finished.
    pub finished: bool,
}

/// A list of averages: of a category in a month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AverageList {
    /// The category, whose class is [`SeedClass::Ranked`](crate::SeedClass::Ranked).
    pub category: Category,
    /// The month (UTC) in which the games started.
    pub month: Month,
}

/// The place of an average in its list: ordered by the mean of the rank keys, of which less is better, then by the player's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AveragePlace {
    /// The mean, rounded down.
    pub mean: i64,
    /// The remainder of the mean, in units of 2^-62, rounded down. Different means of up to 2^31 games differ here by at least one.
    pub rest: i64,
    /// The player.
    pub player: PlayerId,
}

impl AveragePlace {
    /// Returns the place of a player whose games have this sum.
    #[must_use]
    pub fn of(sum: i64, games: i64, player: PlayerId) -> Self {
        let games = games.max(1);
        let (mean, left) = (sum.div_euclid(games), sum.rem_euclid(games));
        let rest = (i128::from(left) << 62) / i128::from(games);
        Self { mean, rest: i64::try_from(rest).unwrap_or(i64::MAX), player }
    }
}

/// A player's average in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Average {
    /// 1 plus the number of averages that are strictly better.
    pub rank: u64,
    /// Its place.
    pub place: AveragePlace,
    /// The player; none if deleted.
    pub player: Option<Player>,
    /// Number of games.
    pub games: u32,
    /// Number of finished games.
    pub finished: u32,
    /// Sum of the scores that count.
    pub sum: u64,
}

/// A page of averages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AveragePage {
    /// Its averages, the best first.
    pub lines: Vec<Average>,
    /// Number of listed averages.
    pub count: u64,
    /// Whether there are averages after these.
    pub more: bool,
}

/// A player's average of a month. It is listed with at least [`MIN_AVERAGED_GAMES`] games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerAverage {
    /// The category of the games.
    pub category: Category,
    /// The month (UTC) in which the games started.
    pub month: Month,
    /// Number of games.
    pub games: u32,
    /// Number of finished games.
    pub finished: u32,
    /// Sum of the scores that count.
    pub sum: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_in_the_order_of_exact_means() {
        let place = |(sum, games)| AveragePlace::of(sum, games, PlayerId(1));
        let large = i64::from(i32::MAX);
        let means = [
            (-large * 5, large),
            (-14, 3),
            (-9, 2),
            (-1, large),
            (0, 7),
            (1, large),
            (1, large - 1),
            (1, 3),
            (large / 2, large),
            (large - 1, large),
            (1, 1),
            (i64::MAX, 20),
        ];
        assert!(means.map(place).is_sorted_by(|one, other| one < other), "{:?}", means.map(place));
        for (one, other) in [((1, 3), (7, 21)), ((-2, 6), (-1, 3)), ((40, 20), (2, 1))] {
            assert_eq!(place(one), place(other));
        }
    }
}
