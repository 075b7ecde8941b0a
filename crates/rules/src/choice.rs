//! How built-in players choose among moves whose worth they know.
//!
//! In an open game the best move is the best even if the opponents expect it, so only ties are broken at random: a line of moves that
//! beat the robot once seldom does so again. Where a choice is secret, an opponent who can predict it gains by it. There the robot
//! mixes the best move with those that are nearly as good.

use std::cmp::Ordering;

use super::chance::Draws;

/// Picks one of the items, all equally likely; none if there is no item.
pub(crate) fn any<T>(items: impl IntoIterator<Item = T>, draws: &mut Draws) -> Option<T> {
    best(items.into_iter().map(|item| ((), item)), draws)
}

/// Picks the first of the items with the greatest worth; none if there is no item.
pub(crate) fn first<T, W: Ord>(items: impl IntoIterator<Item = (W, T)>) -> Option<T> {
    items.into_iter().reduce(|best, other| if other.0 > best.0 { other } else { best }).map(|(_, item)| item)
}

/// Picks one of the items with the greatest worth, all equally likely; none if there is no item.
pub(crate) fn best<T, W: Ord>(items: impl IntoIterator<Item = (W, T)>, draws: &mut Draws) -> Option<T> {
    let mut greatest = None;
    let mut tied = Vec::new();
    for (worth, item) in items {
        let compared = greatest.as_ref().map_or(Ordering::Greater, |greatest| worth.cmp(greatest));
        if compared == Ordering::Greater {
            greatest = Some(worth);
            tied.clear();
        }
        if compared != Ordering::Less {
            tied.push((1, item));
        }
    }
    weighted(tied, draws)
}

/// Picks one of the items that are worth less than `margin` below the greatest worth; none if there is no item.
///
/// The more an item is worth, the likelier it is: weights fall from `margin`, for the greatest worth, in proportion to what is missing.
pub(crate) fn mixed<T>(items: Vec<(i64, T)>, margin: i64, draws: &mut Draws) -> Option<T> {
    let greatest = items.iter().map(|(worth, _)| *worth).max()?;
    let weight = |worth: i64| u64::try_from(margin - (greatest - worth)).unwrap_or(0);
    weighted(items.into_iter().map(|(worth, item)| (weight(worth), item)).collect(), draws)
}

/// Picks one of the items, each with a chance in proportion to its weight; none if all weights are 0.
fn weighted<T>(items: Vec<(u64, T)>, draws: &mut Draws) -> Option<T> {
    let sum: u64 = items.iter().map(|(weight, _)| weight).sum();
    let mut left = if sum > 0 { draws.below(sum) } else { return None };
    for (weight, item) in items {
        match left.checked_sub(weight) {
            Some(rest) => left = rest,
            None => return Some(item),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;

    /// How often each of the four letters is picked in 10,000 events.
    fn counts(mut pick: impl FnMut(&mut Draws) -> Option<char>) -> [u64; 4] {
        let seed = "choice".parse().expect("a seed");
        let mut counts = [0; 4];
        for n in 0..10_000 {
            let letter = pick(&mut Chance::new(&seed).numbered("test", n)).expect("a letter");
            counts["abcd".find(letter).expect("one of four")] += 1;
        }
        counts
    }

    #[test]
    fn best_items_are_equally_likely_and_others_are_never_picked() {
        let [a, b, c, d] = counts(|draws| best([(3, 'a'), (1, 'b'), (3, 'c'), (2, 'd')], draws));
        assert_eq!((b, d), (0, 0));
        assert!(a.abs_diff(c) < 400, "{a} and {c}");
        assert_eq!(best::<(), i64>([], &mut Chance::unknown().event("none")), None);
    }

    #[test]
    fn mixed_items_are_picked_in_proportion_to_their_worth_above_the_margin() {
        let [a, b, c, d] = counts(|draws| mixed(vec![(10, 'a'), (8, 'b'), (7, 'c'), (6, 'd')], 4, draws));
        // Weights 4, 2, 1 and 0 of 7.
        assert!(a.abs_diff(5714) < 200 && b.abs_diff(2857) < 200 && c.abs_diff(1429) < 200, "{a}, {b}, {c}");
        assert_eq!(d, 0);
        assert_eq!(mixed::<()>(Vec::new(), 4, &mut Chance::unknown().event("none")), None);
    }
}
