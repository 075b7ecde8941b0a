//! What stands on boards, kept as what changed on them: sorted, in levels, cut into pieces.
//!
//! A board of every run has a *list* of places, and so has one of bests. A *change* of a list is a place that was taken or
//! given up. What changes is merged into the lowest *level* of its list, and a level that grows past its capacity into the next,
//! which has room for eight times as many changes; a place that was taken and given up again falls out where the two meet. So
//! the changes of a whole group of runs are written side by side, a few bytes each, and each is written anew a few dozen times at the
//! most, where a tree with a row for each line would have a page of its own rewritten for nearly every line.
//!
//! What stands on a list is the sum of its levels. A level is cut into pieces, which lie in the order of their first places, and each knows how
//! many lines those before it come to: so a rank is read from one piece of each level, however many stand there.

use std::cmp::Ordering;

use super::BoardKey;
use super::places::{next, push};
use crate::{BoardPlace, RankKey, RunId, ScopeScore};

/// How many levels a list has; the last one is never full.
pub(crate) const LEVELS: u8 = 6;
/// How many changes the lowest level has room for.
const LOWEST: usize = 128;
/// By how many bits each level has more room than the one below it.
const GROWTH: u8 = 3;
/// How many changes a piece has.
const PIECE: usize = 256;

/// The place before all others, at which the first piece of each level begins.
pub(crate) const LEAST: BoardPlace = start_of(ScopeScore { key: RankKey::of_number(i64::MIN), moves: 0 });

/// The place before all others with a score.
pub(crate) const fn start_of(score: ScopeScore) -> BoardPlace {
    BoardPlace { score, run: RunId(i64::MIN) }
}

/// The lines of a board of every run, or of one of bests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct List {
    pub(crate) board: BoardKey,
    pub(crate) best: bool,
}

/// A place that was taken, by 1, or given up, by -1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Change {
    pub(crate) place: BoardPlace,
    pub(crate) by: i8,
}

/// Changes of a level of a list that follow one another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) list: List,
    pub(crate) level: u8,
    /// Where it begins: with its first change, or, if it is the first of its level, with [`LEAST`].
    pub(crate) first: BoardPlace,
    /// How many lines the pieces before it come to.
    pub(crate) before: i64,
    /// How many lines its whole level comes to.
    pub(crate) total: i64,
    /// How many pieces come after it.
    pub(crate) after: u32,
    pub(crate) changes: Vec<Change>,
}

impl Piece {
    /// How many lines of its level come before a place that is in this piece, or would be.
    pub(crate) fn lines_before(&self, place: BoardPlace) -> i64 {
        let end = self.changes.partition_point(|change| change.place < place);
        self.before + lines(&self.changes[..end])
    }

    /// How many lines of its level are at a place that is in this piece, or would be.
    pub(crate) fn lines_at(&self, place: BoardPlace) -> i64 {
        let at = self.changes.binary_search_by_key(&place, |change| change.place);
        at.map_or(0, |at| i64::from(self.changes[at].by))
    }
}

fn lines(changes: &[Change]) -> i64 {
    changes.iter().map(|change| i64::from(change.by)).sum()
}

/// Whether so many changes have room in a level.
pub(super) fn fit(changes: usize, level: u8) -> bool {
    level + 1 >= LEVELS || changes <= LOWEST << (GROWTH * level)
}

/// The sum of changes, in the order of places. A place that is taken or given up twice, as no fold has it, is so once: a board that
/// was meddled with refuses no run.
pub(super) fn sum(mut changes: Vec<Change>) -> Vec<Change> {
    changes.sort_unstable();
    let same = changes.chunk_by(|one, other| one.place == other.place);
    let sum = |same: &[Change]| {
        let by = same.iter().map(|change| i32::from(change.by)).sum::<i32>().signum() as i8;
        (by != 0).then_some(Change { place: same[0].place, by })
    };
    same.filter_map(sum).collect()
}

/// The sum of two lists of changes that are [sums](sum) themselves.
pub(super) fn merge(mut some: &[Change], mut others: &[Change]) -> Vec<Change> {
    let mut merged = Vec::with_capacity(some.len() + others.len());
    while let ([one, some_left @ ..], [other, others_left @ ..]) = (some, others) {
        match one.place.cmp(&other.place) {
            Ordering::Less => {
                merged.push(*one);
                some = some_left;
            }
            Ordering::Greater => {
                merged.push(*other);
                others = others_left;
            }
            Ordering::Equal => {
                if one.by == other.by {
                    merged.push(*one);
                }
                (some, others) = (some_left, others_left);
            }
        }
    }
    merged.extend_from_slice(some);
    merged.extend_from_slice(others);
    merged
}

/// The pieces of a level that has these changes.
pub(super) fn cut(list: List, level: u8, changes: &[Change]) -> Vec<Piece> {
    let (total, mut before) = (lines(changes), 0);
    let pieces = changes.chunks(PIECE);
    let count = pieces.len();
    let piece = |(at, changes): (usize, &[Change])| {
        let first = if at == 0 { LEAST } else { changes[0].place };
        let after = (count - at - 1) as u32;
        let piece = Piece { list, level, first, before, total, after, changes: changes.to_vec() };
        before += lines(changes);
        piece
    };
    pieces.enumerate().map(piece).collect()
}

/// Packs changes, each as by how much rank key and run differ from those before it, and moves with what it is.
pub(crate) fn pack(changes: &[Change]) -> Vec<u8> {
    let mut packed = Vec::with_capacity(changes.len() * 6);
    let (mut key, mut run) = (0, 0);
    for Change { place, by } in changes {
        push(&mut packed, place.score.key.number().wrapping_sub(key));
        push(&mut packed, i64::from(place.score.moves) * 2 + i64::from(*by < 0));
        push(&mut packed, place.run.0.wrapping_sub(run));
        (key, run) = (place.score.key.number(), place.run.0);
    }
    packed
}

/// The changes that were packed; none if they are damaged.
pub(crate) fn unpack(packed: &[u8]) -> Option<Vec<Change>> {
    let mut left = packed;
    let (mut key, mut run) = (0_i64, 0_i64);
    let mut changes = Vec::with_capacity(packed.len() / 4);
    while !left.is_empty() {
        key = key.wrapping_add(next(&mut left)?);
        let moves = next(&mut left)?;
        run = run.wrapping_add(next(&mut left)?);
        let score = ScopeScore { key: RankKey::of_number(key), moves: u32::try_from(moves >> 1).ok()? };
        changes.push(Change { place: BoardPlace { score, run: RunId(run) }, by: if moves & 1 == 0 { 1 } else { -1 } });
    }
    Some(changes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: List = List { board: BoardKey { category: 1, scope: 0, period: 0 }, best: true };

    fn change(key: i64, moves: u32, run: i64, by: i8) -> Change {
        Change { place: BoardPlace { score: ScopeScore { key: RankKey::of_number(key), moves }, run: RunId(run) }, by }
    }

    #[test]
    fn changes_are_unpacked_as_they_were_packed_and_what_is_cut_off_is_damaged() {
        let changes = [
            change(i64::MIN, u32::MAX, i64::MAX, -1),
            change(-1, 0, 1, 1),
            change(i64::MAX, 7, i64::MIN, -1),
            change(0, 1, 300, 1),
        ];
        let packed = pack(&changes);
        assert_eq!(unpack(&packed).as_deref(), Some(&changes[..]));
        assert_eq!(unpack(&packed[..packed.len() - 1]), None);
        assert_eq!(unpack(&[]), Some(Vec::new()));
    }

    #[test]
    fn a_place_that_is_taken_and_given_up_falls_out_and_none_is_taken_twice() {
        let taken = [change(2, 1, 1, 1), change(1, 1, 2, 1), change(2, 1, 1, -1), change(0, 5, 9, -1)];
        assert_eq!(sum(taken.to_vec()), [change(0, 5, 9, -1), change(1, 1, 2, 1)]);
        assert_eq!(sum(vec![change(2, 1, 1, 1); 2]), [change(2, 1, 1, 1)]);
        assert_eq!(sum(vec![change(2, 1, 1, -1); 2]), [change(2, 1, 1, -1)]);
    }

    #[test]
    fn what_is_merged_is_the_sum_of_both() {
        let change = |n: u32, salt: u32| {
            let key = n.wrapping_mul(salt) % 97;
            change(i64::from(key / 3), key % 3, 1, if n.is_multiple_of(5) { -1 } else { 1 })
        };
        for (size, salt) in [(0, 1), (1, 3), (7, 5), (40, 11), (90, 31)] {
            let some = sum((0..size).map(|n| change(n, 7)).collect());
            let others = sum((0..50).map(|n| change(n, salt)).collect());
            let both = sum([some.clone(), others.clone()].concat());
            assert_eq!(merge(&some, &others), both);
            assert_eq!(merge(&others, &some), both);
        }
    }

    #[test]
    fn the_pieces_of_a_level_follow_one_another_and_know_how_many_lines_come_before() {
        let changes: Vec<Change> = (0..600).map(|n| change(n, 0, n, if n % 10 == 0 { -1 } else { 1 })).collect();
        let pieces = cut(LIST, 2, &changes);
        let told: Vec<_> = pieces
            .iter()
            .map(|piece| (piece.first, piece.before, piece.total, piece.after, piece.changes.len()))
            .collect();
        let at = |n: usize| changes[n].place;
        assert_eq!(told, [(LEAST, 0, 480, 2, 256), (at(256), 204, 480, 1, 256), (at(512), 408, 480, 0, 88)]);
        for piece in &pieces {
            for change in &piece.changes {
                let before = changes.iter().filter(|other| other.place < change.place).map(|other| i64::from(other.by));
                assert_eq!(piece.lines_before(change.place), before.sum::<i64>());
            }
        }
        assert_eq!(cut(LIST, 2, &[]), []);
    }

    #[test]
    fn each_level_has_room_for_eight_times_as_much_and_the_last_for_everything() {
        assert!(fit(128, 0) && !fit(129, 0) && fit(1024, 1) && !fit(1025, 1));
        assert!(fit(usize::MAX, LEVELS - 1) && !fit(usize::MAX, LEVELS - 2));
    }
}
