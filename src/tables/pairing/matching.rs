//! Which requests for opponents make a table, computed without I/O or a clock, so that all instances find the same.

use std::collections::{BTreeMap, BTreeSet};

use crate::store::calendar::Timestamp;
use crate::store::{AppId, Pairing, PlayerId, WaitingPairings};

/// How far the ratings of two players may differ at first, and how much further after each second, in thousandths.
const FIRST_GAP: i64 = 200_000;
const GAP_PER_SECOND: i64 = 10_000;
/// Seconds after which the rating does not matter.
const ANY_RATING_AFTER: i64 = 120;

/// Requests that make a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Match<'a> {
    /// The requests, the oldest first.
    pub(super) of: Vec<&'a Pairing>,
    /// Number of seats for robots.
    pub(super) robots: usize,
}

/// What the requests for a table have in common: game, rules version, options, seats, pace, whether it is rated, and the app.
type Wish<'a> = (&'a str, u32, &'a str, u8, u32, bool, Option<AppId>);

fn wish(pairing: &Pairing) -> Wish<'_> {
    let terms = &pairing.terms;
    (&terms.game, terms.rules, &terms.options, terms.seats, terms.pace, terms.rated, pairing.app)
}

/// Returns the tables that can begin now.
///
/// The oldest request comes first, and gets the opponents with the nearest ratings. Without enough of them, robots take the other seats as soon as
/// everyone at the table has waited as long as they wish.
pub(super) fn matches(waiting: &WaitingPairings, now: Timestamp) -> Vec<Match<'_>> {
    let blocks: BTreeSet<(PlayerId, PlayerId)> = waiting.blocks.iter().copied().collect();
    let mut groups: BTreeMap<Wish<'_>, Vec<&Pairing>> = BTreeMap::new();
    for pairing in &waiting.pairings {
        groups.entry(wish(pairing)).or_default().push(pairing);
    }
    let mut found = Vec::new();
    for (_, mut group) in groups {
        group.sort_unstable_by_key(|pairing| (pairing.since, pairing.player));
        let mut paired = BTreeSet::new();
        for first in group.iter().copied() {
            if paired.contains(&first.player) {
                continue;
            }
            let is_free = |other: &&Pairing| other.player != first.player && !paired.contains(&other.player);
            let others = group.iter().copied().filter(is_free).collect();
            if let Some(found_now) = match_of(first, others, &blocks, now) {
                paired.extend(found_now.of.iter().map(|pairing| pairing.player));
                found.push(found_now);
            }
        }
    }
    found
}

/// Returns the table of a request with some of the others.
fn match_of<'a>(
    first: &'a Pairing,
    mut others: Vec<&'a Pairing>,
    blocks: &BTreeSet<(PlayerId, PlayerId)>,
    now: Timestamp,
) -> Option<Match<'a>> {
    let seats = usize::from(first.terms.seats);
    others.sort_by_key(|other| (first.rating - other.rating).abs());
    let with_robots =
        wants_robots(first, now).then(|| together(first, &others, |other| wants_robots(other, now), blocks, now));
    let of = together(first, &others, |_| true, blocks, now);
    if of.len() == seats {
        return Some(Match { of, robots: 0 });
    }
    with_robots.map(|of| Match { robots: seats.saturating_sub(of.len()), of })
}

/// Returns a request with the first of the others who can all play with each other, at most one for each seat.
fn together<'a>(
    first: &'a Pairing,
    others: &[&'a Pairing],
    may_join: impl Fn(&Pairing) -> bool,
    blocks: &BTreeSet<(PlayerId, PlayerId)>,
    now: Timestamp,
) -> Vec<&'a Pairing> {
    let mut of = vec![first];
    for other in others {
        let fits = of.iter().all(|one| can_play(one, other, blocks, now));
        if of.len() < usize::from(first.terms.seats) && may_join(other) && fits {
            of.push(other);
        }
    }
    of.sort_unstable_by_key(|pairing| (pairing.since, pairing.player));
    of
}

/// Whether two players can play with each other.
fn can_play(one: &Pairing, other: &Pairing, blocks: &BTreeSet<(PlayerId, PlayerId)>, now: Timestamp) -> bool {
    let blocked = blocks.contains(&(one.player, other.player)) || blocks.contains(&(other.player, one.player));
    let accept_bots = (!one.bot || other.terms.bots) && (!other.bot || one.terms.bots);
    // An address with many accounts is one party.
    let may_be_rated = !one.terms.rated || one.address != other.address;
    let gap = (one.rating - other.rating).abs();
    let is_near = [one, other].iter().all(|pairing| max_gap(pairing, now).is_none_or(|max| gap <= max));
    !blocked && accept_bots && may_be_rated && is_near
}

/// Returns the seconds for which a request has waited.
fn waited(pairing: &Pairing, now: Timestamp) -> i64 {
    // Clocks of other instances may be ahead.
    (now.millis() - pairing.since.millis()).max(0) / 1000
}

/// Returns how far the ratings of opponents may differ from that of a player; none if they do not matter any more.
fn max_gap(pairing: &Pairing, now: Timestamp) -> Option<i64> {
    let waited = waited(pairing, now);
    (waited < ANY_RATING_AFTER).then(|| FIRST_GAP + GAP_PER_SECOND * waited)
}

/// Whether a player has waited so long that robots may take seats.
fn wants_robots(pairing: &Pairing, now: Timestamp) -> bool {
    pairing.terms.robots_after.is_some_and(|after| waited(pairing, now) >= i64::from(after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{PairingId, PairingTerms};

    fn at(second: i64) -> Timestamp {
        Timestamp::from_millis(1_700_000_000_000).plus_seconds(second)
    }

    /// The request of a player for a rated table of two, from the second of the player's number on.
    fn asked(player: i64) -> Pairing {
        let terms = PairingTerms {
            game: "queensland".to_owned(),
            rules: 1,
            options: "{}".to_owned(),
            seats: 2,
            pace: 60,
            rated: true,
            bots: false,
            robots_after: None,
        };
        Pairing {
            id: PairingId(player),
            player: PlayerId(player),
            bot: false,
            rating: 1_500_000,
            app: None,
            terms,
            address: [player as u8; 16],
            since: at(player),
            seen_at: at(player),
            table: None,
        }
    }

    fn with(pairing: Pairing, change: impl FnOnce(&mut Pairing)) -> Pairing {
        let mut pairing = pairing;
        change(&mut pairing);
        pairing
    }

    /// The players of each table, and its robots.
    fn tables(pairings: &[Pairing], blocks: &[(i64, i64)], second: i64) -> Vec<(Vec<i64>, usize)> {
        let blocks = blocks.iter().map(|(one, other)| (PlayerId(*one), PlayerId(*other))).collect();
        let waiting = WaitingPairings { pairings: pairings.to_vec(), next: None, blocks };
        let players = |of: &[&Pairing]| of.iter().map(|pairing| pairing.player.0).collect();
        matches(&waiting, at(second)).iter().map(|one| (players(&one.of), one.robots)).collect()
    }

    #[test]
    fn oldest_requests_are_paired_first_in_any_order_of_rows() {
        let mut all: Vec<Pairing> = (1..=5).map(asked).collect();
        let expected = [(vec![1, 2], 0), (vec![3, 4], 0)];
        assert_eq!(tables(&all, &[], 9), expected);
        all.reverse();
        assert_eq!(tables(&all, &[], 9), expected);
    }

    #[test]
    fn only_equal_wishes_are_paired() {
        let changes: [fn(&mut Pairing); 7] = [
            |other| other.terms.game = "pontifuse".to_owned(),
            |other| other.terms.rules = 2,
            |other| other.terms.options = "{\"games\":\"one\"}".to_owned(),
            |other| other.terms.seats = 3,
            |other| other.terms.pace = 61,
            |other| other.terms.rated = false,
            |other| other.app = Some(AppId(1)),
        ];
        for change in changes {
            assert_eq!(tables(&[asked(1), with(asked(2), change)], &[], 500), []);
        }
    }

    #[test]
    fn nearest_rating_comes_first_and_distant_ones_with_time() {
        let rated = |player, rating| with(asked(player), |pairing| pairing.rating = rating);
        let near = [rated(1, 1_500_000), rated(2, 1_300_000), rated(3, 1_550_000)];
        assert_eq!(tables(&near, &[], 3), [(vec![1, 3], 0)]);
        let distant = [rated(1, 1_500_000), rated(2, 1_800_000)];
        assert_eq!(tables(&distant, &[], 11), [], "the second one has waited for 9 seconds");
        assert_eq!(tables(&distant, &[], 12), [(vec![1, 2], 0)]);
        let far = [rated(1, 0), rated(2, 4_000_000)];
        assert_eq!((tables(&far, &[], 121), tables(&far, &[], 122)), (vec![], vec![(vec![1, 2], 0)]));
    }

    #[test]
    fn players_of_one_address_are_paired_in_casual_games_only() {
        let home = |player| with(asked(player), |pairing| pairing.address = [7; 16]);
        assert_eq!(tables(&[home(1), home(2)], &[], 500), []);
        assert_eq!(tables(&[home(1), home(2), asked(3)], &[], 500), [(vec![1, 3], 0)]);
        let casual = |player| with(home(player), |pairing| pairing.terms.rated = false);
        assert_eq!(tables(&[casual(1), casual(2)], &[], 5), [(vec![1, 2], 0)]);
        let three = |pairing| with(pairing, |pairing| pairing.terms.seats = 3);
        assert_eq!(tables(&[three(asked(1)), three(home(2)), three(home(3))], &[], 500), [], "nor next to a third one");
    }

    #[test]
    fn blocked_players_and_unwanted_bots_are_not_paired() {
        assert_eq!(tables(&[asked(1), asked(2), asked(3)], &[(2, 1)], 5), [(vec![1, 3], 0)]);
        assert_eq!(tables(&[asked(1), asked(2)], &[(1, 2)], 500), []);
        let bot = with(asked(1), |pairing| (pairing.bot, pairing.terms.bots) = (true, true));
        assert_eq!(tables(&[bot.clone(), asked(2)], &[], 500), []);
        let accepting = with(asked(2), |pairing| pairing.terms.bots = true);
        assert_eq!(tables(&[bot, accepting], &[], 5), [(vec![1, 2], 0)]);
    }

    #[test]
    fn robots_take_the_seats_that_are_left_when_all_have_waited() {
        let patient = |player, after| {
            with(asked(player), |pairing| (pairing.terms.seats, pairing.terms.robots_after) = (3, after))
        };
        assert_eq!(tables(&[patient(1, Some(10))], &[], 10), []);
        assert_eq!(tables(&[patient(1, Some(10))], &[], 11), [(vec![1], 2)]);
        let both = [patient(1, Some(10)), patient(2, Some(10))];
        assert_eq!(tables(&both, &[], 12), [(vec![1, 2], 1)]);
        assert_eq!(tables(&[patient(1, Some(10)), patient(2, None)], &[], 60), [(vec![1], 2)], "the other waits on");
        assert_eq!(tables(&[both[0].clone(), both[1].clone(), patient(3, None)], &[], 12), [(vec![1, 2, 3], 0)]);
    }
}
