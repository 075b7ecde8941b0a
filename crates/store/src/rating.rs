//! Ratings of players by the places in which games for several seats end: Weng-Lin's (Bradley-Terry, all pairs), with its usual
//! parameters.
//!
//! A rating is worked out with floating-point numbers and kept in thousandths. No rule and no replay depends on it.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// What is held of a player's strength, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rating {
    pub(crate) rating: i64,
    /// How far it may well be off.
    pub(crate) uncertainty: i64,
}

impl Rating {
    /// That of who was not rated yet.
    pub(crate) const UNKNOWN: Self = Self { rating: 25_000, uncertainty: 8_333 };
    /// The furthest that a rating is from 0, in thousandths.
    const FURTHEST: i64 = 1_000_000;

    fn told(self) -> WengLinRating {
        // Both are small enough to be exact.
        WengLinRating { rating: self.rating as f64 / 1000.0, uncertainty: self.uncertainty as f64 / 1000.0 }
    }

    fn kept(told: WengLinRating) -> Option<Self> {
        if !told.rating.is_finite() || !told.uncertainty.is_finite() {
            return None;
        }
        let thousandths = |number: f64| (number * 1000.0).round() as i64;
        Some(Self {
            rating: thousandths(told.rating).clamp(-Self::FURTHEST, Self::FURTHEST),
            uncertainty: thousandths(told.uncertainty).clamp(1, Self::UNKNOWN.uncertainty),
        })
    }
}

/// The ratings of players after a game that they ended in these places, the best being least, of which equal ones are shared. One player alone keeps theirs.
pub(crate) fn rated(players: &[(Rating, u8)]) -> Vec<Rating> {
    let before: Vec<_> = players.iter().map(|(rating, place)| ([rating.told()], *place)).collect();
    let teams: Vec<_> =
        before.iter().map(|(team, place)| (team.as_slice(), MultiTeamOutcome::new(usize::from(*place)))).collect();
    let after = weng_lin_multi_team(&teams, &WengLinConfig::new());
    let rated = |((before, _), after): (&(Rating, u8), &Vec<WengLinRating>)| {
        after.first().and_then(|told| Rating::kept(*told)).unwrap_or(*before)
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
    fn who_wins_gains_what_who_loses_gives_and_both_are_known_better() {
        let after = rated(&[(NEW, 1), (NEW, 2)]);
        assert!(after[0].rating > NEW.rating && after[0].rating - NEW.rating == NEW.rating - after[1].rating);
        assert!(after.iter().all(|rating| rating.uncertainty < NEW.uncertainty));
    }

    #[test]
    fn places_rank_whatever_seats_lie_between_them_and_equal_ones_are_level() {
        assert_eq!(rated(&[(NEW, 1), (NEW, 4)]), rated(&[(NEW, 2), (NEW, 3)]));
        let [first, second, third] = rated(&[(NEW, 2), (NEW, 1), (NEW, 2)])[..] else { panic!("three players") };
        assert!(second.rating > NEW.rating && first == third && first.rating < NEW.rating);
        let level = rated(&[(NEW, 1), (NEW, 1)]);
        assert_eq!((level[0].rating, level[1].rating), (NEW.rating, NEW.rating));
    }

    #[test]
    fn an_upset_moves_ratings_further_than_what_was_expected() {
        let (strong, weak) = (Rating { rating: 35_000, ..NEW }, Rating { rating: 15_000, ..NEW });
        let (expected, upset) = (rated(&[(strong, 1), (weak, 2)]), rated(&[(strong, 2), (weak, 1)]));
        assert!(strong.rating - upset[0].rating > expected[0].rating - strong.rating);
    }

    #[test]
    fn one_player_alone_keeps_theirs_and_no_rating_leaves_its_bounds() {
        let odd = Rating { rating: -17, uncertainty: 5_000 };
        assert_eq!(rated(&[(odd, 1)]), [odd]);
        assert_eq!(rated(&[]), []);
        let mut players = [(NEW, 1), (NEW, 2)];
        for _ in 0..5_000 {
            let after = rated(&players);
            players = [(after[0], 1), (after[1], 2)];
            for rating in after {
                assert!((1..=NEW.uncertainty).contains(&rating.uncertainty), "{rating:?}");
                assert!(rating.rating.abs() <= Rating::FURTHEST, "{rating:?}");
            }
        }
    }
}
