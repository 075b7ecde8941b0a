//! The built-in player of Ten-Die Poker: it computes its chance to reach the leaders with each set of pairs, and
//! challenges if the expected pot justifies the price.

use super::hand::{Hand, Worth};
use super::{Challenge, Fold, Move, PairNumber, Pairs, Table, TenDiePokerOptions, half, sets_of_pairs};
use crate::dice::{Face, Tally};
use crate::game::{Sight, Viewer};

/// The percentage of the pot that a leader wins on average: with one other seat in the pot, with two, with more.
const SHARE: [i64; 3] = [70, 60, 50];

/// Returns the next move.
pub(super) fn decide(sight: Sight<TenDiePokerOptions, Table>) -> Option<Move> {
    let table = sight.table;
    let Viewer::Seat(seat) = sight.viewer else { return None };
    if table.active != Some(seat) {
        return None;
    }
    let best = table.standing()?.best;
    let own = &table.dice[seat.index()];
    let chances = sets_of_pairs().map(|pairs| (chance(own, &pairs, best), pairs));
    let (chance, pairs) = chances.max_by_key(|(chance, _)| *chance)?;
    let others = table.playing.len().saturating_sub(2).min(SHARE.len() - 1);
    let (price, pot) = (half(table.pot) as i64, table.pot as i64);
    let promised = chance * SHARE[others] / 100 * (pot + price) / SCALE;
    Some(if promised > price {
        Move::Challenge(Challenge { seat, pairs: pairs.into() })
    } else {
        Move::Fold(Fold { seat })
    })
}

/// The scale of probabilities.
const SCALE: i64 = 1_000_000;

/// Returns the probability of a value of at least `best` after rolling these pairs.
pub(super) fn chance(own: &Pairs, rolled: &[PairNumber], best: Worth) -> i64 {
    let all = 6_i64.pow(rolled.len() as u32);
    let [red, black] = [0, 1].map(|colour| Outcomes::of(own.dice(colour), rolled, best));
    // Both hands are independent; all counts are of pairs of a red and a black outcome.
    let beaten = red.up_to_best * black.up_to_best;
    let level = red.best * black.between + black.best * red.between - red.best * black.best;
    ((all * all - beaten + level) * SCALE) / (all * all)
}

/// The numbers of outcomes for the dice of one color.
#[derive(Default)]
struct Outcomes {
    /// Outcomes with a hand at most as good as the better hand of the goal.
    up_to_best: i64,
    /// Outcomes with a hand equal to it.
    best: i64,
    /// Outcomes with a hand at most as good, and at least as good as the other hand of the goal.
    between: i64,
}

impl Outcomes {
    fn of(dice: [Face; 5], rolled: &[PairNumber], goal: Worth) -> Self {
        let mut ways = Self::default();
        let unrolled = dice.into_iter().zip(PairNumber::ALL).filter(|(_, pair)| !rolled.contains(pair));
        let mut faces: Vec<Face> = unrolled.map(|(face, _)| face).collect();
        let lots = (1..=rolled.len() as i64).product();
        ways.count(&mut faces, &Face::ALL, lots, goal);
        ways
    }

    /// Counts the outcomes in which the missing dice show faces of `from`. `lots` is the number of permutations of the
    /// rolled dice, divided by those of equal dice so far.
    fn count(&mut self, faces: &mut Vec<Face>, from: &[Face], lots: i64, goal: Worth) {
        let missing = 5_usize.saturating_sub(faces.len());
        let Some((face, rest)) = from.split_first() else {
            if missing == 0 {
                self.see(Hand::of(Tally::of(faces)), lots, goal);
            }
            return;
        };
        let length = faces.len();
        let mut equal = 1;
        for more in 0..=missing {
            equal *= more.max(1) as i64;
            faces.truncate(length);
            faces.extend((0..more).map(|_| *face));
            self.count(faces, rest, lots / equal, goal);
        }
        faces.truncate(length);
    }

    fn see(&mut self, hand: Hand, lots: i64, goal: Worth) {
        if hand <= goal.best {
            self.up_to_best += lots;
            self.best += if hand == goal.best { lots } else { 0 };
            self.between += if hand >= goal.other { lots } else { 0 };
        }
    }
}
