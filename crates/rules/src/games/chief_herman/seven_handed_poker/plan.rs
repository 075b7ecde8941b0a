//! How the built-in player plays: good hands of few cards; and the other's cards lie where they lose, or where there is least to lose.

use std::collections::BTreeMap;

use super::table::{MOST, Spot, Table};
use crate::cards::poker::{Category, HandValue};
use crate::cards::{CardOrJoker, Viewed};
use crate::chance::Draws;
use crate::choice;
use crate::game::Seat;

/// What each card that is played costs, in the measure of [`strength`].
const COST: i64 = 8;
/// Cards that are so much weaker than the best are never played, in the same measure.
const MARGIN: i64 = 8;
/// More than any two spots of a kind differ in appeal.
const LEAGUE: i64 = 1_000;
/// A spot that is so much worse than the best is never chosen.
const SPOT_MARGIN: i64 = 6;

/// Visits every set of one to five cards of a hand: by the number of cards, then in the hand's order.
pub(super) fn over_plays(hand: &[CardOrJoker], mut visit: impl FnMut(&[CardOrJoker])) {
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
    for count in 1..=MOST.min(hand.len()) {
        choose(hand, count, &mut Vec::with_capacity(count), &mut visit);
    }
}

/// How strong a hand is: of a hundred hands that are played, about so many are worse.
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

/// What a hand of so many cards, of which nothing else is known, is likely to have.
const fn expected(count: usize) -> i64 {
    match count {
        0 | 1 => 24,
        2 => 48,
        3 => 70,
        4 => 66,
        _ => 84,
    }
}

/// The cards that a seat plays: those that are strong for their number. They are played in secret, so the choice is mixed.
pub(super) fn cards(table: &Table<Viewed<CardOrJoker>>, seat: Seat, draws: &mut Draws) -> Option<Vec<CardOrJoker>> {
    let hand: Vec<CardOrJoker> = table.hands.get(seat.index())?.known().collect();
    let mut plays: BTreeMap<i64, Vec<Vec<CardOrJoker>>> = BTreeMap::new();
    over_plays(&hand, |cards| {
        let Some(value) = HandValue::of(cards.iter().copied()) else { return };
        let worth = strength(value) - COST * cards.len() as i64;
        // A long hand has thousands of plays, and few of them are near the best so far.
        if plays.last_key_value().is_none_or(|(best, _)| worth + MARGIN > *best) {
            plays.entry(worth).or_default().push(cards.to_vec());
        }
    });
    // Worth decides first, however many plays have it: there are more ways to play badly than to play well.
    let worth = choice::mixed(plays.keys().map(|worth| (*worth, *worth)).collect(), MARGIN, draws)?;
    choice::any(plays.remove(&worth)?, draws)
}

/// The spot on which a seat places the cards of the other. Where its own cards lie is secret, and so is how strong they are: a choice
/// that is not mixed would show it.
pub(super) fn spot(table: &Table<Viewed<CardOrJoker>>, seat: Seat, draws: &mut Draws) -> Option<u64> {
    let waits = expected(table.played.len());
    let own = |spot: &Spot<Viewed<CardOrJoker>>| {
        HandValue::of(spot.side(seat).iter().filter_map(|card| crate::cards::CardFace::known(*card))).map(strength)
    };
    let appeal = |number: u64| {
        let spot = table.spots.get(number as usize - 1)?;
        // What wins by little is best; then a spot where nothing lies yet, far from the middle; then what is lost anyway.
        let appeal = match own(spot) {
            Some(strength) if strength >= waits => 2 * LEAGUE - strength,
            None => LEAGUE + (number as i64 - 4).abs(),
            Some(strength) => -strength,
        };
        Some((appeal, number))
    };
    choice::mixed(table.free().filter_map(appeal).collect(), SPOT_MARGIN, draws)
}
