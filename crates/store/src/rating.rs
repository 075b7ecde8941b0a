//! Ratings of players by their places in games for several seats: Glicko-2, with the parameters of Glickman's example.
//!
//! Ratings are computed with floating-point numbers and stored as integers. No rule and no replay depends on them.

use std::cmp::Ordering;

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

/// A rating of a player in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The rating, in thousandths.
    pub rating: i64,
    /// The standard deviation of the rating, in thousandths.
    pub deviation: i64,
    /// How much the player's results vary, in millionths.
    pub volatility: i64,
}

impl Rating {
    /// The rating of a player without rated games.
    pub const NEW: Self = Self { rating: 1_500_000, deviation: 350_000, volatility: 60_000 };
    /// Bounds of a rating, so that no sequence of results leads out of the range of the formulas.
    const RATINGS: (i64, i64) = (0, 4_000_000);
    const VOLATILITIES: (i64, i64) = (1_000, 200_000);

    /// Returns the rating minus two deviations, by which players are ranked: with 95% certainty, the player is at least this strong.
    #[must_use]
    pub fn at_least(self) -> i64 {
        self.rating - 2 * self.deviation
    }

    /// Returns the rating after one rating period. `results` has the opponents' ratings before it, each with the order of the two places: less
    /// if the player has the better one. Without results, the rating stays the same.
    pub(crate) fn after(self, results: &[(Self, Ordering)]) -> Self {
        if results.is_empty() {
            return self;
        }
        let outcome = |places| match places {
            Ordering::Less => Outcomes::WIN,
            Ordering::Equal => Outcomes::DRAW,
            Ordering::Greater => Outcomes::LOSS,
        };
        let results: Vec<_> = results.iter().map(|(other, places)| (other.to_glicko(), outcome(*places))).collect();
        Self::of_glicko(glicko2_rating_period(&self.to_glicko(), &results, &Glicko2Config::new())).unwrap_or(self)
    }

    /// Returns the rating after the losses of a forfeit. The deviation stays the same, since a game that was not played shows nothing of
    /// the player's strength, and a lower one could raise the [rank](Self::at_least).
    pub(crate) fn after_forfeit(self, results: &[(Self, Ordering)]) -> Self {
        Self { rating: self.after(results).rating.min(self.rating), ..self }
    }

    /// All values are small enough to be exact.
    fn to_glicko(self) -> Glicko2Rating {
        Glicko2Rating {
            rating: self.rating as f64 / 1e3,
            deviation: self.deviation as f64 / 1e3,
            volatility: self.volatility as f64 / 1e6,
        }
    }

    fn of_glicko(Glicko2Rating { rating, deviation, volatility }: Glicko2Rating) -> Option<Self> {
        let are_finite = [rating, deviation, volatility].iter().all(|number| number.is_finite());
        let rounded = |number: f64, (min, max): (i64, i64)| (number.round() as i64).clamp(min, max);
        are_finite.then(|| Self {
            rating: rounded(rating * 1e3, Self::RATINGS),
            deviation: rounded(deviation * 1e3, (1_000, Self::NEW.deviation)),
            volatility: rounded(volatility * 1e6, Self::VOLATILITIES),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEW: Rating = Rating::NEW;
    const ORDERS: [Ordering; 3] = [Ordering::Less, Ordering::Equal, Ordering::Greater];

    fn rating(rating: i64, deviation: i64) -> Rating {
        Rating { rating: rating * 1000, deviation: deviation * 1000, volatility: NEW.volatility }
    }

    #[test]
    fn example_of_the_paper_is_reproduced() {
        // Mark Glickman, "Example of the Glicko-2 system" (2022): 1464.06, 151.52 and 0.05999. Its intermediate values are rounded.
        let results = [
            (rating(1400, 30), Ordering::Less),
            (rating(1550, 100), Ordering::Greater),
            (rating(1700, 300), Ordering::Greater),
        ];
        let after = rating(1500, 200).after(&results);
        assert!((after.rating - 1_464_060).abs() <= 10, "{after:?}");
        assert!((after.deviation - 151_520).abs() <= 10, "{after:?}");
        assert!((after.volatility - 59_990).abs() <= 10, "{after:?}");
    }

    #[test]
    fn winner_gains_what_loser_loses_and_deviation_falls() {
        let [won, level, lost] = ORDERS.map(|places| NEW.after(&[(NEW, places)]));
        assert!(won.rating > NEW.rating && won.rating - NEW.rating == NEW.rating - lost.rating);
        assert_eq!(level.rating, NEW.rating);
        assert!([won, level, lost].iter().all(|rating| rating.deviation < NEW.deviation));
        assert_eq!(NEW.after(&[]), NEW);
    }

    #[test]
    fn upsets_move_ratings_further_than_expected_results() {
        let (strong, weak) = (rating(1900, 80), rating(1300, 80));
        let [expected, draw, upset] = ORDERS.map(|places| strong.after(&[(weak, places)]).rating);
        assert!(expected > strong.rating && draw < strong.rating && upset < draw);
        assert!(expected - strong.rating < strong.rating - upset);
    }

    #[test]
    fn second_accounts_gain_what_the_docs_state() {
        let gained = |accounts: usize, days: u32| {
            let (mut own, mut others) = (NEW, vec![NEW; accounts]);
            for other in (0..days).flat_map(|_| 0..accounts) {
                (own, others[other]) =
                    (own.after(&[(others[other], Ordering::Less)]), others[other].after(&[(own, Ordering::Greater)]));
            }
            [own.rating, own.at_least()].map(|thousandths| (thousandths + 500).div_euclid(1000))
        };
        assert_eq!(gained(1, 30)[0], 1917);
        assert_eq!(gained(10, 1), [1993, 1643]);
        assert_eq!(gained(10, 30), [2442, 2137]);
    }

    #[test]
    fn forfeit_lowers_rating_and_rank_of_everyone() {
        for own in [500, 1500, 2400].into_iter().flat_map(|at| [30, 100, 350].map(|deviation| rating(at, deviation))) {
            for other in [500, 1500, 3900].into_iter().flat_map(|at| [30, 350].map(|deviation| rating(at, deviation))) {
                let (lost, forfeited) =
                    (own.after(&[(other, Ordering::Greater)]), own.after_forfeit(&[(other, Ordering::Greater)]));
                assert_eq!((forfeited.rating, forfeited.deviation), (lost.rating, own.deviation), "the normal loss");
                assert!(forfeited.at_least() <= own.at_least(), "{own:?} against {other:?}");
            }
        }
        // A normal loss of an unknown player to a strong one raises the rank.
        let strong = rating(2400, 30);
        assert!(NEW.after(&[(strong, Ordering::Greater)]).at_least() > NEW.at_least());
    }

    #[test]
    fn ratings_stay_in_bounds() {
        let extremes = [0, 1_500, 4_000].iter().flat_map(|at| [1, 30, 350].map(|deviation| rating(*at, deviation)));
        let extremes: Vec<Rating> = extremes.collect();
        for places in ORDERS {
            for other in &extremes {
                for mut own in extremes.clone() {
                    for _ in 0..60 {
                        own = own.after(&[(*other, places), (*other, Ordering::Less)]);
                        assert!((0..=4_000_000).contains(&own.rating), "{own:?}");
                        assert!((1_000..=NEW.deviation).contains(&own.deviation), "{own:?}");
                        assert!((1_000..=200_000).contains(&own.volatility), "{own:?}");
                    }
                }
            }
        }
    }
}
