//! The built-in player of Seven-Handed Poker: it plays good hands of few cards, and places the opponent's cards where
//! they lose or where little is at stake.

use std::collections::BTreeMap;

use super::table::{MAX_PLAYED, Spot, Table};
use crate::cards::poker::{Category, HandValue};
use crate::cards::{CardOrJoker, Viewed};
use crate::chance::Draws;
use crate::choice;
use crate::game::Seat;

/// The cost of each played card, in units of [`strength`].
const COST: i64 = 8;
/// Cards this much weaker than the best are never played, in the same units.
const MARGIN: i64 = 8;
/// More than the maximum difference in appeal between spots of one class.
const LEAGUE: i64 = 1_000;
/// A spot this much worse than the best is never chosen.
const SPOT_MARGIN: i64 = 6;

/// Visits every set of one to five cards of a hand: by the number of cards, then in the hand's order.
pub(super) fn for_each_play(hand: &[CardOrJoker], mut visit: impl FnMut(&[CardOrJoker])) {
    fn choose(hand: &[CardOrJoker], count: usize, set: &mut Vec<CardOrJoker>, visit: &mut impl FnMut(&[CardOrJoker])) {
        if count == 0 {
            return visit(set);
        }
        for (i, card) in hand.iter().enumerate().take((hand.len() + 1).saturating_sub(count)) {
            set.push(*card);
            choose(&hand[i + 1..], count - 1, set, visit);
            set.pop();
        }
    }
    for count in 1..=MAX_PLAYED.min(hand.len()) {
        choose(hand, count, &mut Vec::with_capacity(count), &mut visit);
    }
}

/// Returns the strength of a hand: the percentage of played hands that are worse, approximately.
fn strength(value: HandValue) -> i64 {
    let highest = value.ranks().next().map_or(0, |rank| i64::from(rank.height()));
    match value.category() {
        Category::HighCard => 2 * highest,
        Category::Pair => 40 + highest,
        Category::TwoPair => 58 + highest,
        Category::ThreeOfAKind => 68 + highest,
        Category::Straight => 86,
        Category::Flush => 90,
        Category::FullHouse => 94,
        Category::FourOfAKind => 97,
        Category::StraightFlush | Category::FiveOfAKind => 99,
    }
}

/// Returns the expected strength of a hidden hand by its number of cards.
const fn expected(count: usize) -> i64 {
    match count {
        0 | 1 => 24,
        2 => 48,
        3 => 70,
        4 => 66,
        _ => 84,
    }
}

/// Returns the cards that a seat plays: those that are strong for their number. They are played in secret, so the
/// choice is mixed.
pub(super) fn cards(table: &Table<Viewed<CardOrJoker>>, seat: Seat, draws: &mut Draws) -> Option<Vec<CardOrJoker>> {
    let hand: Vec<CardOrJoker> = table.hands.get(seat.index())?.known().collect();
    let mut plays: BTreeMap<i64, Vec<Vec<CardOrJoker>>> = BTreeMap::new();
    for_each_play(&hand, |cards| {
        let Some(value) = HandValue::of(cards.iter().copied()) else { return };
        let worth = strength(value) - COST * cards.len() as i64;
        // A long hand has thousands of plays, but few of them are near the best so far.
        if plays.last_key_value().is_none_or(|(best, _)| worth + MARGIN > *best) {
            plays.entry(worth).or_default().push(cards.to_vec());
        }
    });
    // Pick the value first, whatever the number of plays that have it: there are more bad plays than good ones.
    let worth = choice::mixed(plays.keys().map(|worth| (*worth, *worth)).collect(), MARGIN, draws)?;
    choice::any(plays.remove(&worth)?, draws)
}

/// Returns the spot for the opponent's cards. The strength of the seat's own hidden cards is secret, and an unmixed
/// choice would reveal it.
pub(super) fn spot(table: &Table<Viewed<CardOrJoker>>, seat: Seat, draws: &mut Draws) -> Option<u64> {
    let waits = expected(table.played.len());
    let own = |spot: &Spot<Viewed<CardOrJoker>>| {
        HandValue::of(spot.side(seat).iter().filter_map(|card| crate::cards::CardFace::known(*card))).map(strength)
    };
    let appeal = |number: u64| {
        let spot = table.spots.get(number as usize - 1)?;
        // Best are spots that win narrowly; then empty spots far from the middle; then spots that are lost anyway.
        let appeal = match own(spot) {
            Some(strength) if strength >= waits => 2 * LEAGUE - strength,
            None => LEAGUE + (number as i64 - 4).abs(),
            Some(strength) => -strength,
        };
        Some((appeal, number))
    };
    choice::mixed(table.free().filter_map(appeal).collect(), SPOT_MARGIN, draws)
}
