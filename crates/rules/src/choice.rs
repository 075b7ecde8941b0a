//! How built-in players choose among moves with known values.
//!
//! In an open game the best move stays the best even if the opponents expect it, so only ties are broken at random.
//! That also makes it unlikely that one winning line works against the robot twice. Where a choice is secret, an
//! opponent who can predict it has an advantage. There the robot mixes the best move with those that are nearly as
//! good.

use std::cmp::Ordering;

use super::chance::Draws;

/// Picks one of the items uniformly; none if there are none.
pub(crate) fn any<T>(items: impl IntoIterator<Item = T>, draws: &mut Draws) -> Option<T> {
    best(items.into_iter().map(|item| ((), item)), draws)
}

/// Picks the first item of maximum value; none if there are none.
pub(crate) fn first<T, W: Ord>(items: impl IntoIterator<Item = (W, T)>) -> Option<T> {
    items.into_iter().reduce(|best, other| if other.0 > best.0 { other } else { best }).map(|(_, item)| item)
}

/// Picks one of the items of maximum value uniformly; none if there are none.
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

/// Picks one of the items whose value is within `margin` of the maximum; none if there are none.
///
/// The weight of an item is `margin` minus its distance from the maximum, so better items are more likely.
pub(crate) fn mixed<T>(items: Vec<(i64, T)>, margin: i64, draws: &mut Draws) -> Option<T> {
    let greatest = items.iter().map(|(worth, _)| *worth).max()?;
    let weight = |worth: i64| u64::try_from(margin - (greatest - worth)).unwrap_or(0);
    weighted(items.into_iter().map(|(worth, item)| (weight(worth), item)).collect(), draws)
}

/// Picks one of the items with a probability proportional to its weight; none if all weights are 0.
pub(crate) fn weighted<T>(items: Vec<(u64, T)>, draws: &mut Draws) -> Option<T> {
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

    /// Counts how often each of four letters is picked in 10,000 events.
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
    fn best_picks_only_and_uniformly_from_maxima() {
        let [a, b, c, d] = counts(|draws| best([(3, 'a'), (1, 'b'), (3, 'c'), (2, 'd')], draws));
        assert_eq!((b, d), (0, 0));
        assert!(a.abs_diff(c) < 400, "{a} and {c}");
        assert_eq!(best::<(), i64>([], &mut Chance::unknown().event("none")), None);
    }

    #[test]
    fn mixed_picks_in_proportion_to_weight_above_margin() {
        let [a, b, c, d] = counts(|draws| mixed(vec![(10, 'a'), (8, 'b'), (7, 'c'), (6, 'd')], 4, draws));
        // Weights 4, 2, 1 and 0 of 7.
        assert!(a.abs_diff(5714) < 200 && b.abs_diff(2857) < 200 && c.abs_diff(1429) < 200, "{a}, {b}, {c}");
        assert_eq!(d, 0);
        assert_eq!(mixed::<()>(Vec::new(), 4, &mut Chance::unknown().event("none")), None);
    }
}
