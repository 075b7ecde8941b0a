//! The queue of a lane: bounded in total and for each caller, and fair among addresses and among the callers of an address.
//!
//! When it is full, the address with the most waiting items makes room for others. So an address always has as many places
//! as any other that wants more, and all places while no other wants one.

use std::collections::VecDeque;

use super::share::{Share, Source};
use super::turns::{Queue as _, Turns};
use crate::caller::Caller;

/// Maximum numbers of waiting items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Of all requests together, and of the service itself.
    pub all: usize,
    /// Of each caller.
    pub each: usize,
}

/// The reason why an item is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Full {
    /// The queue is full, and no other address has many more items.
    All,
    /// The queue of this caller is full.
    Caller,
}

/// The number of an item, with which it can be removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ticket(u64);

/// An item that was added.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Pushed<T> {
    pub(super) ticket: Ticket,
    /// The item of another address that was removed to make room.
    pub(super) evicted: Option<T>,
}

type OfCaller<T> = VecDeque<(Ticket, T)>;
type OfAddress<T> = Turns<Caller, OfCaller<T>>;
type OfSource<T> = Turns<Caller, OfAddress<T>>;

/// The queue.
#[derive(Debug)]
pub(super) struct FairQueue<T> {
    bounds: Bounds,
    sources: Turns<Source, OfSource<T>>,
    next: u64,
}

impl<T> FairQueue<T> {
    pub(super) fn new(bounds: Bounds) -> Self {
        Self { bounds, sources: Turns::default(), next: 0 }
    }

    /// Returns the number of waiting items.
    pub(super) fn len(&self) -> usize {
        self.sources.len()
    }

    /// Appends an item to the queue of its share.
    pub(super) fn push(&mut self, share: Share, item: T) -> Result<Pushed<T>, Full> {
        let evicted = self.make_room(share)?;
        let ticket = Ticket(self.next);
        self.next += 1;
        self.change(share, |items| items.push_back((ticket, item)));
        Ok(Pushed { ticket, evicted })
    }

    /// If there is no room, removes an item of the address with the most, unless this one would then have more.
    fn make_room(&mut self, Share { source, address, caller }: Share) -> Result<Option<T>, Full> {
        let addresses = self.sources.get(source);
        let callers = addresses.and_then(|addresses| addresses.get(address));
        let own = callers.and_then(|callers| callers.get(caller)).map_or(0, VecDeque::len);
        let (of_address, longest) = (callers.map_or(0, |of| of.len()), addresses.map_or(0, Turns::longest));
        let is_full = addresses.map_or(0, |of| of.len()) >= self.bounds.all;
        if is_full && longest < of_address + 2 {
            return Err(Full::All);
        }
        if own >= self.bounds.each {
            return Err(Full::Caller);
        }
        let evict = |addresses: &mut OfSource<T>| addresses.pop_from_longest().map(|(_, item)| item);
        Ok(if is_full { self.sources.change(source, evict) } else { None })
    }

    /// Removes and returns the item whose turn it is.
    pub(super) fn pop(&mut self) -> Option<T> {
        self.sources.pop().map(|(_, item)| item)
    }

    /// Removes and returns an item, if it still waits.
    pub(super) fn remove(&mut self, share: Share, ticket: Ticket) -> Option<T> {
        let item = |items: &mut OfCaller<T>| {
            let at = items.iter().position(|(of_item, _)| *of_item == ticket)?;
            items.remove(at)
        };
        self.change(share, item).map(|(_, item)| item)
    }

    /// Changes the items of a share.
    fn change<R>(&mut self, share: Share, change: impl FnOnce(&mut OfCaller<T>) -> R) -> R {
        let Share { source, address, caller } = share;
        self.sources.change(source, |addresses| addresses.change(address, |callers| callers.change(caller, change)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::PlayerId;

    /// The share of a player at one of the addresses of 192.0.2.0/24.
    fn at(address: u8, player: i64) -> Share {
        let address = Caller::address(Some([192, 0, 2, address].into()));
        Share::of_request(address, Caller::player(PlayerId(player)))
    }

    /// The share of a due step of a maker, at one of the addresses of 192.0.2.0/24.
    fn due(address: u8, maker: i64) -> Share {
        Share::of_service(at(address, maker).address, Caller::player(PlayerId(maker)))
    }

    fn queue(all: usize, each: usize, items: &[(Share, u8)]) -> FairQueue<u8> {
        let mut queue = FairQueue::new(Bounds { all, each });
        for (share, item) in items {
            queue.push(*share, *item).expect("there is room");
        }
        queue
    }

    fn drained(queue: &mut FairQueue<u8>) -> Vec<u8> {
        std::iter::from_fn(|| queue.pop()).collect()
    }

    #[test]
    fn addresses_are_served_in_turn_then_callers() {
        let mut queue =
            queue(9, 9, &[(at(1, 1), 1), (at(1, 1), 2), (at(1, 2), 3), (at(1, 3), 4), (at(2, 4), 5), (at(2, 4), 6)]);
        assert_eq!(drained(&mut queue), [1, 5, 3, 6, 4, 2]);
    }

    #[test]
    fn service_takes_turns_with_all_requests() {
        let mut queue = queue(9, 9, &[(at(1, 1), 1), (at(2, 2), 2), (at(3, 3), 3), (due(1, 1), 4), (due(2, 2), 5)]);
        assert_eq!(drained(&mut queue), [1, 4, 2, 5, 3]);
    }

    #[test]
    fn address_with_many_callers_makes_room_for_others() {
        let mut queue = FairQueue::new(Bounds { all: 8, each: 2 });
        for player in 0..4 {
            let share = at(1, player.into());
            assert!((0..2).all(|n| queue.push(share, 10 * player + n).is_ok_and(|pushed| pushed.evicted.is_none())));
        }
        assert_eq!(queue.push(at(1, 9), 99), Err(Full::All), "its own address has the most");
        let evicted = [(2, 5), (2, 6), (3, 7)].map(|(address, player)| {
            let pushed = queue.push(at(address, player), 100 + player as u8).expect("another address yields");
            pushed.evicted.expect("there was no room") / 10
        });
        assert_eq!(evicted, [3, 2, 1], "callers with the most lose an item");
        assert_eq!(queue.len(), 8);
        assert_eq!(drained(&mut queue), [0, 105, 107, 10, 106, 20, 30, 1]);
    }

    #[test]
    fn addresses_with_as_many_items_do_not_evict_each_other() {
        let mut queue = queue(4, 9, &[(at(1, 1), 1), (at(1, 1), 2), (at(2, 2), 3), (at(2, 2), 4)]);
        assert_eq!(queue.push(at(2, 2), 5), Err(Full::All));
        let pushed = queue.push(at(3, 3), 6).expect("a new address has a place");
        assert!(pushed.evicted.is_some_and(|item| [2, 4].contains(&item)));
        assert_eq!(queue.push(at(3, 3), 7), Err(Full::All), "none has more than one more");
    }

    #[test]
    fn requests_and_service_have_places_of_their_own() {
        let mut queue = queue(2, 2, &[(at(1, 1), 1), (at(2, 2), 2)]);
        assert_eq!(queue.push(at(3, 3), 3), Err(Full::All));
        for item in [4, 5] {
            assert_eq!(queue.push(due(1, 1), item).expect("it has places of its own").evicted, None);
        }
        assert_eq!(queue.push(due(1, 1), 6), Err(Full::All));
        assert_eq!(queue.push(due(2, 2), 7).expect("the other yields").evicted, Some(5));
        assert_eq!(queue.len(), 4);
    }

    #[test]
    fn address_with_many_makers_makes_room_for_due_steps_of_others() {
        let makers: Vec<(Share, u8)> = (1..=8).map(|maker| (due(1, maker.into()), maker)).collect();
        let mut queue = queue(8, 2, &makers);
        assert_eq!(queue.push(due(1, 9), 9), Err(Full::All), "its own address has the most");
        let pushed = queue.push(due(2, 10), 10).expect("the address with many makers yields");
        assert!(pushed.evicted.is_some());
        assert_eq!((queue.pop(), queue.pop()), (Some(1), Some(10)), "addresses are served in turn");
    }

    #[test]
    fn caller_is_bounded_while_there_is_room() {
        let mut queue = queue(9, 2, &[(at(1, 1), 1), (at(1, 1), 2)]);
        assert_eq!(queue.push(at(1, 1), 3), Err(Full::Caller));
        queue.push(at(1, 2), 4).expect("another caller has a share");
        queue.push(at(2, 1), 5).expect("a share is of a caller at an address");
        assert_eq!(FairQueue::new(Bounds { all: 0, each: 0 }).push(at(1, 1), 1), Err(Full::All));
    }

    #[test]
    fn removed_items_are_not_served() {
        let mut queue = FairQueue::new(Bounds { all: 2, each: 2 });
        let first = queue.push(at(1, 1), 1).expect("there is room").ticket;
        let second = queue.push(at(2, 2), 2).expect("there is room").ticket;
        assert_eq!(queue.remove(at(1, 1), first), Some(1));
        assert_eq!(queue.remove(at(1, 1), first), None, "once only");
        queue.push(at(1, 1), 3).expect("there is room again");
        assert_eq!(queue.push(at(3, 3), 4), Err(Full::All));
        assert_eq!(queue.pop(), Some(2));
        assert_eq!(queue.remove(at(2, 2), second), None, "it was served");
        assert_eq!(drained(&mut queue), [3]);
    }
}
