//! How many stand on a board with each score, packed: one row holds the scores of a [`Stretch`].
//!
//! A rank is the sum of the rows before a score's own, and of what that row holds before it: however many stand there, a board
//! takes no more rows than there are stretches of scores in its game.

use super::BoardKey;
use super::places::{next, push};
use crate::{RankKey, ScopeScore};

/// So many bits of a rank key are the same within a stretch but for these: 16 keys, with any number of moves.
const BITS: u32 = 4;

/// Scores of a board that are near each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Stretch {
    pub(crate) board: BoardKey,
    pub(crate) number: i64,
}

impl Stretch {
    pub(crate) fn of(board: BoardKey, score: ScopeScore) -> Self {
        Self { board, number: Self::number_of(score) }
    }

    /// The number of the stretch that a score is in. Better scores are in no later stretch.
    pub(crate) fn number_of(score: ScopeScore) -> i64 {
        score.key.number() >> BITS
    }
}

/// How many more stand there with a score; fewer where the numbers are negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Added {
    pub(crate) score: ScopeScore,
    pub(crate) lines: i32,
    pub(crate) bests: i32,
}

/// How many stand there with a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counted {
    pub(crate) score: ScopeScore,
    pub(crate) lines: u32,
    pub(crate) bests: u32,
}

impl Counted {
    /// How many on the board of bests, else on that of every run.
    pub(crate) fn on(&self, bests: bool) -> u64 {
        u64::from(if bests { self.bests } else { self.lines })
    }
}

/// How many stand there with each score of a stretch, the best score first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts(Vec<Counted>);

impl Counts {
    pub(crate) fn scores(&self) -> &[Counted] {
        &self.0
    }

    /// How many stand there with any score, on the board of bests or on that of every run.
    pub(crate) fn total(&self, bests: bool) -> u64 {
        self.0.iter().map(|counted| counted.on(bests)).sum()
    }

    /// Adds what is to be added; none if fewer stand there than are taken away.
    pub(super) fn plus(mut self, added: &[Added]) -> Option<Self> {
        for Added { score, lines, bests } in added {
            let at = self.0.binary_search_by_key(score, |counted| counted.score).unwrap_or_else(|at| {
                self.0.insert(at, Counted { score: *score, lines: 0, bests: 0 });
                at
            });
            let counted = &mut self.0[at];
            counted.lines = counted.lines.checked_add_signed(*lines)?;
            counted.bests = counted.bests.checked_add_signed(*bests)?;
        }
        self.0.retain(|counted| counted.lines > 0);
        Some(self)
    }

    /// Packs them, score by score: by how much the rank key differs from the one before, moves, and both numbers.
    pub(crate) fn pack(&self) -> Vec<u8> {
        let mut packed = Vec::new();
        let mut before = 0;
        for Counted { score, lines, bests } in &self.0 {
            push(&mut packed, score.key.number().wrapping_sub(before));
            [score.moves, *lines, *bests].into_iter().for_each(|number| push(&mut packed, number.into()));
            before = score.key.number();
        }
        packed
    }

    /// The counts that were packed; none if they are damaged.
    pub(crate) fn unpack(packed: &[u8]) -> Option<Self> {
        let (mut left, mut before) = (packed, 0_i64);
        let mut counts = Vec::new();
        while !left.is_empty() {
            before = before.wrapping_add(next(&mut left)?);
            let mut number = || u32::try_from(next(&mut left)?).ok();
            let (moves, lines, bests) = (number()?, number()?, number()?);
            counts.push(Counted { score: ScopeScore { key: RankKey::of_number(before), moves }, lines, bests });
        }
        Some(Self(counts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn added(key: i64, moves: u32, by: i32) -> Added {
        Added { score: ScopeScore { key: RankKey::of_number(key), moves }, lines: by, bests: by }
    }

    #[test]
    fn what_is_added_is_counted_by_score_and_unpacked_as_it_was_packed() {
        let more = [added(-3, 2, 1), added(-16, 9, 2), added(-3, 1, 1), added(-3, 2, 1)];
        let counts = Counts::default().plus(&more).expect("nothing is taken away");
        let told: Vec<_> =
            counts.scores().iter().map(|one| (one.score.key.number(), one.score.moves, one.lines)).collect();
        assert_eq!(told, [(-16, 9, 2), (-3, 1, 1), (-3, 2, 2)]);
        assert_eq!((counts.total(true), counts.total(false)), (5, 5));
        assert_eq!(Counts::unpack(&counts.pack()), Some(counts.clone()));
        let fewer = counts.plus(&[added(-3, 2, -2)]).expect("so many stand there");
        assert_eq!(fewer.scores().len(), 2);
        assert_eq!(fewer.plus(&[added(-3, 2, -1)]), None, "none is left to take away");
    }

    #[test]
    fn a_better_score_is_in_no_later_stretch() {
        let number = |key| Stretch::number_of(ScopeScore { key: RankKey::of_number(key), moves: 0 });
        assert!((-100..100).map(number).is_sorted());
        assert!(number(-1) < number(0) && number(0) == number(15) && number(15) < number(16));
    }
}
