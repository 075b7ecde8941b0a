//! Queues that are served in turn, one item each.

use std::collections::{BTreeMap, VecDeque};

/// A queue, or several that are served in turn.
pub(super) trait Queue: Default {
    /// What waits.
    type Item;

    /// Returns the number of waiting items.
    fn len(&self) -> usize;

    /// Removes and returns the item whose turn it is.
    fn pop(&mut self) -> Option<Self::Item>;

    /// Removes and returns the newest item of the longest queue.
    fn pop_from_longest(&mut self) -> Option<Self::Item>;
}

impl<T> Queue for VecDeque<T> {
    type Item = T;

    fn len(&self) -> usize {
        self.len()
    }

    fn pop(&mut self) -> Option<T> {
        self.pop_front()
    }

    fn pop_from_longest(&mut self) -> Option<T> {
        self.pop_back()
    }
}

/// A queue for each key. The keys are served in turn, so one with many items delays only itself.
#[derive(Debug)]
pub(super) struct Turns<K, Q> {
    /// The queues that are not empty.
    queues: BTreeMap<K, Q>,
    /// Their keys; the turn of the first is next, unless it was the last that was served.
    order: VecDeque<K>,
    /// The key that was served last. It goes behind those that arrive before the next is served.
    served: Option<K>,
    len: usize,
}

impl<K, Q> Default for Turns<K, Q> {
    fn default() -> Self {
        Self { queues: BTreeMap::new(), order: VecDeque::new(), served: None, len: 0 }
    }
}

impl<K: Copy + Ord, Q: Queue> Turns<K, Q> {
    /// Returns the queue of a key, if it is not empty.
    pub(super) fn get(&self, key: K) -> Option<&Q> {
        self.queues.get(&key)
    }

    /// Returns the length of the longest queue.
    pub(super) fn longest(&self) -> usize {
        self.queues.values().map(Queue::len).max().unwrap_or(0)
    }

    /// Changes the queue of a key. A key whose queue was empty waits for its turn behind all others.
    pub(super) fn change<R>(&mut self, key: K, change: impl FnOnce(&mut Q) -> R) -> R {
        let queue = self.queues.entry(key).or_default();
        let before = queue.len();
        let result = change(queue);
        let after = queue.len();
        self.len = self.len + after - before;
        if before == 0 && after > 0 {
            self.order.push_back(key);
        } else if before > 0 && after == 0 {
            self.order.retain(|waiting| *waiting != key);
        }
        if after == 0 {
            self.queues.remove(&key);
            self.served = self.served.filter(|served| *served != key);
        }
        result
    }
}

impl<K: Copy + Ord, Q: Queue> Queue for Turns<K, Q> {
    type Item = Q::Item;

    fn len(&self) -> usize {
        self.len
    }

    fn pop(&mut self) -> Option<Q::Item> {
        if let Some(served) = self.served.take()
            && self.order.front() == Some(&served)
        {
            self.order.rotate_left(1);
        }
        let key = *self.order.front()?;
        self.served = Some(key);
        self.change(key, Q::pop)
    }

    fn pop_from_longest(&mut self) -> Option<Q::Item> {
        let (key, _) = self.queues.iter().max_by_key(|(_, queue)| queue.len())?;
        self.change(*key, Q::pop_from_longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Nested = Turns<char, Turns<u8, VecDeque<u8>>>;

    fn nested(items: &[(char, u8, u8)]) -> Nested {
        let mut all = Nested::default();
        for (outer, inner, item) in items {
            push(&mut all, *outer, *inner, *item);
        }
        all
    }

    fn push(all: &mut Nested, outer: char, inner: u8, item: u8) {
        all.change(outer, |turns| turns.change(inner, |queue| queue.push_back(item)));
    }

    fn drained(all: &mut Nested) -> Vec<u8> {
        std::iter::from_fn(|| all.pop()).collect()
    }

    #[test]
    fn keys_are_served_in_turn_at_each_level() {
        let mut all = nested(&[('a', 1, 1), ('a', 1, 2), ('a', 2, 3), ('a', 3, 4), ('b', 9, 5), ('b', 9, 6)]);
        assert_eq!((all.len(), all.longest()), (6, 4));
        assert_eq!(drained(&mut all), [1, 5, 3, 6, 4, 2]);
        assert!(all.len() == 0 && all.queues.is_empty() && all.order.is_empty(), "empty keys are removed");
    }

    #[test]
    fn returning_key_waits_for_its_turn() {
        let mut all = nested(&[('a', 1, 1), ('b', 1, 2)]);
        assert_eq!(all.pop(), Some(1));
        push(&mut all, 'a', 1, 3);
        assert_eq!(drained(&mut all), [2, 3]);
    }

    #[test]
    fn new_key_is_served_before_the_last_is_again() {
        let mut all = nested(&[('a', 1, 1), ('a', 1, 2), ('a', 2, 3)]);
        assert_eq!(all.pop(), Some(1));
        push(&mut all, 'b', 1, 4);
        assert_eq!(all.pop(), Some(4));
        push(&mut all, 'c', 1, 5);
        push(&mut all, 'b', 1, 6);
        assert_eq!(drained(&mut all), [3, 5, 6, 2]);
    }

    #[test]
    fn newest_item_of_longest_queue_is_removed() {
        let mut all = nested(&[('a', 1, 1), ('a', 1, 2), ('a', 2, 3), ('b', 1, 4), ('b', 1, 5)]);
        assert_eq!(all.pop_from_longest(), Some(2));
        assert_eq!(all.len(), 4);
        assert_eq!(drained(&mut all), [1, 4, 3, 5]);
    }

    #[test]
    fn key_that_is_emptied_by_a_change_loses_its_turn() {
        let mut all = nested(&[('a', 1, 1), ('b', 1, 2), ('c', 1, 3)]);
        all.change('b', |turns| turns.change(1, VecDeque::clear));
        assert_eq!((all.len(), drained(&mut all)), (2, vec![1, 3]));
    }
}
