//! Ratings of players by their places in games for several seats: Weng-Lin (Bradley-Terry, all pairs) with the usual parameters.
//!
//! Ratings are computed with floating-point numbers and stored in thousandths. No rule and no replay depends on them.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// A rating of a player, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rating {
    pub(crate) rating: i64,
    /// The standard deviation.
    pub(crate) uncertainty: i64,
}

impl Rating {
    /// The rating of a player without rated games.
    pub(crate) const UNKNOWN: Self = Self { rating: 25_000, uncertainty: 8_333 };
    /// Maximum absolute value of a rating, in thousandths.
    const MAX_RATING: i64 = 1_000_000;

    fn to_weng_lin(self) -> WengLinRating {
        // Both are small enough to be exact.
        WengLinRating { rating: self.rating as f64 / 1000.0, uncertainty: self.uncertainty as f64 / 1000.0 }
    }

    fn of_weng_lin(exact: WengLinRating) -> Option<Self> {
        if !exact.rating.is_finite() || !exact.uncertainty.is_finite() {
            return None;
        }
        let thousandths = |number: f64| (number * 1000.0).round() as i64;
        Some(Self {
            rating: thousandths(exact.rating).clamp(-Self::MAX_RATING, Self::MAX_RATING),
            uncertainty: thousandths(exact.uncertainty).clamp(1, Self::UNKNOWN.uncertainty),
        })
    }
}

/// Returns the ratings of players after a game with these places, of which 1 is the best and equal ones are shared. A single player's rating
/// stays the same.
pub(crate) fn rated(players: &[(Rating, u8)]) -> Vec<Rating> {
    let before: Vec<_> = players.iter().map(|(rating, place)| ([rating.to_weng_lin()], *place)).collect();
    let teams: Vec<_> =
        before.iter().map(|(team, place)| (team.as_slice(), MultiTeamOutcome::new(usize::from(*place)))).collect();
    let after = weng_lin_multi_team(&teams, &WengLinConfig::new());
    let rated = |((before, _), after): (&(Rating, u8), &Vec<WengLinRating>)| {
        after.first().and_then(|exact| Rating::of_weng_lin(*exact)).unwrap_or(*before)
    };
    if players.len() < 2 {
        players.iter().map(|(rating, _)| *rating).collect()
    } else {
        players.iter().zip(&after).map(rated).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEW: Rating = Rating::UNKNOWN;

    #[test]
    fn winner_gains_what_loser_loses_and_uncertainty_falls() {
        let after = rated(&[(NEW, 1), (NEW, 2)]);
        assert!(after[0].rating > NEW.rating && after[0].rating - NEW.rating == NEW.rating - after[1].rating);
        assert!(after.iter().all(|rating| rating.uncertainty < NEW.uncertainty));
    }

    #[test]
    fn only_the_order_of_places_matters() {
        assert_eq!(rated(&[(NEW, 1), (NEW, 4)]), rated(&[(NEW, 2), (NEW, 3)]));
        let [first, second, third] = rated(&[(NEW, 2), (NEW, 1), (NEW, 2)])[..] else { panic!("three players") };
        assert!(second.rating > NEW.rating && first == third && first.rating < NEW.rating);
        let level = rated(&[(NEW, 1), (NEW, 1)]);
        assert_eq!((level[0].rating, level[1].rating), (NEW.rating, NEW.rating));
    }

    #[test]
    fn upsets_move_ratings_further_than_expected_results() {
        let (strong, weak) = (Rating { rating: 35_000, ..NEW }, Rating { rating: 15_000, ..NEW });
        let (expected, upset) = (rated(&[(strong, 1), (weak, 2)]), rated(&[(strong, 2), (weak, 1)]));
        assert!(strong.rating - upset[0].rating > expected[0].rating - strong.rating);
    }

    #[test]
    fn ratings_stay_in_bounds_and_need_two_players() {
        let odd = Rating { rating: -17, uncertainty: 5_000 };
        assert_eq!(rated(&[(odd, 1)]), [odd]);
        assert_eq!(rated(&[]), []);
        let mut players = [(NEW, 1), (NEW, 2)];
        for _ in 0..5_000 {
            let after = rated(&players);
            players = [(after[0], 1), (after[1], 2)];
            for rating in after {
                assert!((1..=NEW.uncertainty).contains(&rating.uncertainty), "{rating:?}");
                assert!(rating.rating.abs() <= Rating::MAX_RATING, "{rating:?}");
            }
        }
    }
}
