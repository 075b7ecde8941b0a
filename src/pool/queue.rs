//! The queue of the pool: bounded as a whole and for each key, and fair among the keys.
//!
//! Each key has a line of its own. The keys are served in turn, one item each, so that a key with a long line waits for
//! itself and not for the others.

use std::collections::{BTreeMap, VecDeque};

/// How many items may wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Of all keys together.
    pub all: usize,
    /// Of each key.
    pub each: usize,
}

/// Why an item is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Full {
    /// As many items wait as may.
    All,
    /// As many items of this key wait as may.
    Key,
}

/// The number of an item, by which it can be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ticket(u64);

/// The queue. A key is in `turns` once for as long as its line is not empty.
#[derive(Debug)]
pub(super) struct FairQueue<K, T> {
    bounds: Bounds,
    lines: BTreeMap<K, VecDeque<(Ticket, T)>>,
    turns: VecDeque<K>,
    len: usize,
    next: u64,
}

impl<K: Copy + Ord, T> FairQueue<K, T> {
    pub(super) fn new(bounds: Bounds) -> Self {
        Self { bounds, lines: BTreeMap::new(), turns: VecDeque::new(), len: 0, next: 0 }
    }

    /// How many items wait.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Puts an item at the end of its key's line.
    pub(super) fn push(&mut self, key: K, item: T) -> Result<Ticket, Full> {
        if self.len >= self.bounds.all {
            return Err(Full::All);
        }
        if self.lines.get(&key).map_or(0, VecDeque::len) >= self.bounds.each {
            return Err(Full::Key);
        }
        let ticket = Ticket(self.next);
        self.next += 1;
        self.len += 1;
        let line = self.lines.entry(key).or_default();
        if line.is_empty() {
            self.turns.push_back(key);
        }
        line.push_back((ticket, item));
        Ok(ticket)
    }

    /// The first item of the key whose turn it is.
    pub(super) fn pop(&mut self) -> Option<T> {
        let key = self.turns.pop_front()?;
        let line = self.lines.get_mut(&key)?;
        let (_, item) = line.pop_front()?;
        self.len -= 1;
        if line.is_empty() {
            self.lines.remove(&key);
        } else {
            self.turns.push_back(key);
        }
        Some(item)
    }

    /// Takes an item back, if it still waits.
    pub(super) fn take_back(&mut self, key: K, ticket: Ticket) -> Option<T> {
        let line = self.lines.get_mut(&key)?;
        let at = line.iter().position(|(of_item, _)| *of_item == ticket)?;
        let (_, item) = line.remove(at)?;
        self.len -= 1;
        if line.is_empty() {
            self.lines.remove(&key);
            self.turns.retain(|in_turn| *in_turn != key);
        }
        Some(item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(all: usize, each: usize) -> FairQueue<char, u8> {
        FairQueue::new(Bounds { all, each })
    }

    fn drained(queue: &mut FairQueue<char, u8>) -> Vec<u8> {
        std::iter::from_fn(|| queue.pop()).collect()
    }

    #[test]
    fn keys_are_served_in_turn_and_each_in_its_own_order() {
        let mut queue = queue(9, 9);
        for (key, item) in [('a', 1), ('a', 2), ('a', 3), ('b', 4), ('c', 5), ('b', 6)] {
            queue.push(key, item).expect("there is room");
        }
        assert_eq!(drained(&mut queue), [1, 4, 5, 2, 6, 3]);
        assert_eq!(queue.len(), 0);
        assert!(queue.lines.is_empty() && queue.turns.is_empty(), "keys that have nothing waiting are forgotten");
    }

    #[test]
    fn a_key_that_comes_again_waits_for_its_turn() {
        let mut queue = queue(9, 9);
        queue.push('a', 1).expect("there is room");
        queue.push('b', 2).expect("there is room");
        assert_eq!(queue.pop(), Some(1));
        queue.push('a', 3).expect("there is room");
        assert_eq!(drained(&mut queue), [2, 3]);
    }

    #[test]
    fn a_key_past_its_share_is_refused_while_others_are_taken_until_all_is_full() {
        let mut queue = queue(3, 2);
        queue.push('a', 1).expect("there is room");
        queue.push('a', 2).expect("there is room");
        assert_eq!(queue.push('a', 3), Err(Full::Key));
        queue.push('b', 4).expect("there is room");
        assert_eq!(queue.push('c', 5), Err(Full::All));
        assert_eq!(drained(&mut queue), [1, 4, 2]);
    }

    #[test]
    fn what_is_taken_back_frees_its_place_and_is_not_served() {
        let mut queue = queue(2, 2);
        let first = queue.push('a', 1).expect("there is room");
        let second = queue.push('b', 2).expect("there is room");
        assert_eq!(queue.take_back('a', first), Some(1));
        assert_eq!(queue.take_back('a', first), None, "once only");
        queue.push('a', 3).expect("there is room again");
        assert_eq!(queue.push('c', 4), Err(Full::All));
        assert_eq!(queue.pop(), Some(2));
        assert_eq!(queue.take_back('b', second), None, "it was served");
        assert_eq!(drained(&mut queue), [3]);
    }
}
