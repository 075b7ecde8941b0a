//! Averages of sealed games.

use super::calendar::Month;
use super::ids::PlayerId;
use super::players::Player;
use super::runs::{Category, RankKey};

/// From how many games in a month on an average is listed.
pub const MIN_AVERAGED_GAMES: u32 = 20;

/// What a sealed game with a seed of its own counts in the average of the month in which it was started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameCounts {
    /// The key of what it counts.
    pub key: RankKey,
    /// Whether it was played to an end that may be ranked.
    pub finished: bool,
}

/// The averages that are compared: of a category, in a month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AverageList {
    /// The category, whose class is [`SeedClass::Sealed`](crate::SeedClass::Sealed).
    pub category: Category,
    /// The month (UTC) in which the games were started.
    pub month: Month,
}

/// The place of an average in its list: by the mean of the rank keys, of which less is better, and among equals by the player's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AveragePlace {
    /// The mean, rounded down.
    pub mean: i64,
    /// What is left of the mean, in units of 2^-62, rounded down. Means of up to 2^31 games that differ, differ here by one at least.
    pub rest: i64,
    /// The player.
    pub player: PlayerId,
}

impl AveragePlace {
    /// The place of a player whose games come to this sum.
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
    /// 1 and the number of those that are strictly better.
    pub rank: u64,
    /// Where it stands.
    pub place: AveragePlace,
    /// The player; none if they are deleted.
    pub player: Option<Player>,
    /// How many games it is of.
    pub games: u32,
    /// How many of these were finished.
    pub finished: u32,
    /// The sum of what they count.
    pub sum: u64,
}

/// A page of averages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AveragePage {
    /// Its lines, the best first.
    pub lines: Vec<Average>,
    /// How many averages are listed.
    pub count: u64,
    /// Whether others follow.
    pub more: bool,
}

/// A player's average of a month, which is listed from [`MIN_AVERAGED_GAMES`] on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayersAverage {
    /// What it is of.
    pub category: Category,
    /// The month (UTC) in which the games were started.
    pub month: Month,
    /// How many games it is of.
    pub games: u32,
    /// How many of these were finished.
    pub finished: u32,
    /// The sum of what they count.
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
