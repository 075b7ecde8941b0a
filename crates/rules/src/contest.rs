//! Standings of contests: a pure function of the results of each round.
//!
//! In each round, an entrant has finished the game with a score, or has begun it and not finished. By total, the scores of the rounds are added
//! up. By points, an entrant who finished scores one point for each other one of the round who has a worse score or did not finish, as in a
//! match of Easy Slider. Equal scores beat each other in neither way, and equal sums share a place.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::game::ScoreOrder;
use crate::wire::ToSchema;

/// How the rounds of a contest are added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContestScoring {
    /// The sum of the scores.
    Total,
    /// The sum of the points: in each round, one for each entrant who was beaten.
    Points,
}

/// What an entrant has in a round: the score, or none if the game was begun and not finished.
pub type RoundResults<P> = BTreeMap<P, Option<u64>>;

/// What the standings depend on, next to the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContestRules {
    /// How the rounds are added up.
    pub scoring: ContestScoring,
    /// Whether low or high scores are better.
    pub wins: ScoreOrder,
    /// The score of an abandoned game.
    pub abandoned: u64,
}

/// The place of an entrant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContestStanding<P> {
    /// 1 plus the number of entrants with a better sum.
    pub place: u32,
    /// The number of places gained in the last round; negative if places were lost. None if the entrant began no earlier round.
    pub gained: Option<i32>,
    /// The entrant.
    pub player: P,
    /// The sum of the rounds.
    pub sum: u64,
    /// What each round adds to the sum, in the order of the rounds.
    pub rounds: Vec<u64>,
}

/// Returns the standings after some rounds, the best first, and equals in the order of their players. Who began none of the rounds is not listed.
///
/// By total, a round that an entrant did not finish, or never began, adds the score of an abandoned game, or the worst finished score of the
/// round if that is worse: so no one gains by giving up. By points, it adds nothing.
#[must_use]
pub fn standings<P: Copy + Ord>(rules: ContestRules, rounds: &[RoundResults<P>]) -> Vec<ContestStanding<P>> {
    let Some((_, earlier)) = rounds.split_last() else { return Vec::new() };
    let mut standings = places(rules, rounds);
    let before = places(rules, earlier).into_iter().map(|standing| (standing.player, standing.place));
    let before: BTreeMap<P, u32> = before.collect();
    for standing in &mut standings {
        let before = before.get(&standing.player);
        standing.gained = before.map(|before| before.cast_signed() - standing.place.cast_signed());
    }
    standings
}

/// Returns the standings without the places gained.
fn places<P: Copy + Ord>(rules: ContestRules, rounds: &[RoundResults<P>]) -> Vec<ContestStanding<P>> {
    let of_rounds: Vec<(BTreeMap<P, u64>, u64)> = rounds.iter().map(|round| counted(rules, round)).collect();
    let players: BTreeSet<P> = rounds.iter().flat_map(|round| round.keys().copied()).collect();
    let mut standings: Vec<ContestStanding<P>> = players
        .into_iter()
        .map(|player| {
            let added = |(added, missing): &(BTreeMap<P, u64>, u64)| added.get(&player).copied().unwrap_or(*missing);
            let rounds: Vec<u64> = of_rounds.iter().map(added).collect();
            let sum = rounds.iter().fold(0, |sum: u64, added| sum.saturating_add(*added));
            ContestStanding { place: 0, gained: None, player, sum, rounds }
        })
        .collect();
    let higher_wins = rules.scoring == ContestScoring::Points || rules.wins == ScoreOrder::HigherIsBetter;
    // The sort is stable: equals stay in the order of their players.
    if higher_wins {
        standings.sort_by_key(|standing| std::cmp::Reverse(standing.sum));
    } else {
        standings.sort_by_key(|standing| standing.sum);
    }
    let (mut place, mut last) = (0, None);
    for (standing, number) in standings.iter_mut().zip(1..) {
        if last != Some(standing.sum) {
            (place, last) = (number, Some(standing.sum));
        }
        standing.place = place;
    }
    standings
}

/// Returns what a round adds for each of its entrants, and for all others.
fn counted<P: Copy + Ord>(rules: ContestRules, round: &RoundResults<P>) -> (BTreeMap<P, u64>, u64) {
    let finished = || round.values().copied().flatten();
    match rules.scoring {
        ContestScoring::Total => {
            let unfinished = match rules.wins {
                ScoreOrder::LowerIsBetter => finished().fold(rules.abandoned, u64::max),
                ScoreOrder::HigherIsBetter => finished().fold(rules.abandoned, u64::min),
            };
            (round.iter().map(|(player, score)| (*player, score.unwrap_or(unfinished))).collect(), unfinished)
        }
        ContestScoring::Points => {
            let mut scores: Vec<u64> = finished().collect();
            scores.sort_unstable();
            let unfinished = round.len() - scores.len();
            let beaten = |score: u64| {
                let worse = match rules.wins {
                    ScoreOrder::LowerIsBetter => scores.len() - scores.partition_point(|other| *other <= score),
                    ScoreOrder::HigherIsBetter => scores.partition_point(|other| *other < score),
                };
                (worse + unfinished) as u64
            };
            (round.iter().map(|(player, score)| (*player, score.map_or(0, beaten))).collect(), 0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;

    fn round(results: &[(u8, Option<u64>)]) -> RoundResults<u8> {
        results.iter().copied().collect()
    }

    /// Place, player and sum of each entrant.
    fn listed(scoring: ContestScoring, wins: ScoreOrder, rounds: &[RoundResults<u8>]) -> Vec<(u32, u8, u64)> {
        let standings = standings(ContestRules { scoring, wins, abandoned: 50 }, rounds);
        standings.into_iter().map(|standing| (standing.place, standing.player, standing.sum)).collect()
    }

    use ContestScoring::{Points, Total};
    use ScoreOrder::{HigherIsBetter, LowerIsBetter};

    #[test]
    fn totals_are_added_and_ties_share_a_place() {
        let rounds =
            [round(&[(1, Some(10)), (2, Some(12)), (3, Some(30))]), round(&[(1, Some(9)), (2, Some(7)), (3, Some(1))])];
        assert_eq!(listed(Total, LowerIsBetter, &rounds), [(1, 1, 19), (1, 2, 19), (3, 3, 31)]);
        assert_eq!(listed(Total, HigherIsBetter, &rounds), [(1, 3, 31), (2, 1, 19), (2, 2, 19)]);
    }

    #[test]
    fn giving_up_is_no_better_than_the_worst_score() {
        let rounds = [round(&[(1, Some(10)), (2, None), (3, Some(70))]), round(&[(1, Some(1)), (3, Some(2))])];
        // The second round adds 50 for player 2, who never began it.
        assert_eq!(listed(Total, LowerIsBetter, &rounds), [(1, 1, 11), (2, 3, 72), (3, 2, 120)]);
        assert_eq!(listed(Total, HigherIsBetter, &rounds[..1]), [(1, 3, 70), (2, 1, 10), (2, 2, 10)]);
    }

    #[test]
    fn points_count_those_who_were_beaten() {
        // As five seats of Easy Slider: two fumble, and two of the others are level.
        let five = round(&[(1, Some(5)), (2, None), (3, Some(7)), (4, Some(7)), (5, None)]);
        let expected = [(1, 1, 4), (2, 3, 2), (2, 4, 2), (4, 2, 0), (4, 5, 0)];
        assert_eq!(listed(Points, LowerIsBetter, std::slice::from_ref(&five)), expected);
        let expected = [(1, 3, 3), (1, 4, 3), (3, 1, 2), (4, 2, 0), (4, 5, 0)];
        assert_eq!(listed(Points, HigherIsBetter, &[five]), expected);
    }

    #[test]
    fn points_are_those_of_comparing_each_pair() {
        let seed = "contest".parse().expect("a seed");
        let mut draws = Chance::new(&seed).event("results");
        for _ in 0..200 {
            let players = 1 + draws.below(9) as u8;
            let results: RoundResults<u8> =
                (0..players).map(|player| (player, (draws.below(4) > 0).then(|| draws.below(5)))).collect();
            for standing in standings(
                ContestRules { scoring: Points, wins: LowerIsBetter, abandoned: 9 },
                std::slice::from_ref(&results),
            ) {
                let own = results[&standing.player];
                let beats = |other: &&Option<u64>| own.is_some_and(|own| other.is_none_or(|other| own < other));
                assert_eq!(standing.sum, results.values().filter(beats).count() as u64);
            }
        }
    }

    #[test]
    fn places_are_gained_and_lost_in_the_last_round() {
        let rounds = [round(&[(1, Some(10)), (2, Some(12))]), round(&[(1, Some(9)), (2, Some(1)), (3, Some(1))])];
        let rules = ContestRules { scoring: Total, wins: LowerIsBetter, abandoned: 50 };
        let gained = |rounds: &[RoundResults<u8>]| {
            let standings = standings(rules, rounds);
            standings.into_iter().map(|standing| (standing.player, standing.gained)).collect::<Vec<_>>()
        };
        assert_eq!(gained(&rounds), [(2, Some(1)), (1, Some(-1)), (3, None)]);
        assert_eq!(gained(&rounds[..1]), [(1, None), (2, None)]);
    }

    #[test]
    fn no_rounds_have_no_standings() {
        assert_eq!(listed(Total, LowerIsBetter, &[]), []);
    }
}
