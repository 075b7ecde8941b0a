//! The queue of the pool: bounded in total and for each key, and fair among the keys.
//!
//! Each key has its own queue. The keys are served in turn, one item each, so a key with many items delays only itself.

use std::collections::{BTreeMap, VecDeque};

/// Maximum numbers of waiting items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Of all keys together.
    pub all: usize,
    /// Of each key.
    pub each: usize,
}

/// The reason why an item is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Full {
    /// The queue is full.
    All,
    /// The queue of this key is full.
    Key,
}

/// The number of an item, with which it can be removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ticket(u64);

/// The queue. A key is in `turns` once while its own queue is not empty.
#[derive(Debug)]
pub(super) struct FairQueue<K, T> {
    bounds: Bounds,
    queues: BTreeMap<K, VecDeque<(Ticket, T)>>,
    turns: VecDeque<K>,
    len: usize,
    next: u64,
}

impl<K: Copy + Ord, T> FairQueue<K, T> {
    pub(super) fn new(bounds: Bounds) -> Self {
        Self { bounds, queues: BTreeMap::new(), turns: VecDeque::new(), len: 0, next: 0 }
    }

    /// Returns the number of waiting items.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Appends an item to the queue of its key.
    pub(super) fn push(&mut self, key: K, item: T) -> Result<Ticket, Full> {
        if self.len >= self.bounds.all {
            return Err(Full::All);
        }
        if self.queues.get(&key).map_or(0, VecDeque::len) >= self.bounds.each {
            return Err(Full::Key);
        }
        let ticket = Ticket(self.next);
        self.next += 1;
        self.len += 1;
        let queue = self.queues.entry(key).or_default();
        if queue.is_empty() {
            self.turns.push_back(key);
        }
        queue.push_back((ticket, item));
        Ok(ticket)
    }

    /// Removes and returns the first item of the key whose turn it is.
    pub(super) fn pop(&mut self) -> Option<T> {
        let key = self.turns.pop_front()?;
        let queue = self.queues.get_mut(&key)?;
        let (_, item) = queue.pop_front()?;
        self.len -= 1;
        if queue.is_empty() {
            self.queues.remove(&key);
        } else {
            self.turns.push_back(key);
        }
        Some(item)
    }

    /// Removes and returns an item, if it still waits.
    pub(super) fn remove(&mut self, key: K, ticket: Ticket) -> Option<T> {
        let queue = self.queues.get_mut(&key)?;
        let at = queue.iter().position(|(of_item, _)| *of_item == ticket)?;
        let (_, item) = queue.remove(at)?;
        self.len -= 1;
        if queue.is_empty() {
            self.queues.remove(&key);
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
    fn keys_are_served_in_turn() {
        let mut queue = queue(9, 9);
        for (key, item) in [('a', 1), ('a', 2), ('a', 3), ('b', 4), ('c', 5), ('b', 6)] {
            queue.push(key, item).expect("there is room");
        }
        assert_eq!(drained(&mut queue), [1, 4, 5, 2, 6, 3]);
        assert_eq!(queue.len(), 0);
        assert!(queue.queues.is_empty() && queue.turns.is_empty(), "empty keys are removed");
    }

    #[test]
    fn returning_key_waits_for_its_turn() {
        let mut queue = queue(9, 9);
        queue.push('a', 1).expect("there is room");
        queue.push('b', 2).expect("there is room");
        assert_eq!(queue.pop(), Some(1));
        queue.push('a', 3).expect("there is room");
        assert_eq!(drained(&mut queue), [2, 3]);
    }

    #[test]
    fn bounds_apply_to_each_key_and_in_total() {
        let mut queue = queue(3, 2);
        queue.push('a', 1).expect("there is room");
        queue.push('a', 2).expect("there is room");
        assert_eq!(queue.push('a', 3), Err(Full::Key));
        queue.push('b', 4).expect("there is room");
        assert_eq!(queue.push('c', 5), Err(Full::All));
        assert_eq!(drained(&mut queue), [1, 4, 2]);
    }

    #[test]
    fn removed_items_are_not_served() {
        let mut queue = queue(2, 2);
        let first = queue.push('a', 1).expect("there is room");
        let second = queue.push('b', 2).expect("there is room");
        assert_eq!(queue.remove('a', first), Some(1));
        assert_eq!(queue.remove('a', first), None, "once only");
        queue.push('a', 3).expect("there is room again");
        assert_eq!(queue.push('c', 4), Err(Full::All));
        assert_eq!(queue.pop(), Some(2));
        assert_eq!(queue.remove('b', second), None, "it was served");
        assert_eq!(drained(&mut queue), [3]);
    }
}
