//! Stacks of ghosts, and the points that they share.

use super::house::ROOMS;
use crate::cards::Card;
use crate::game::Seat;
use crate::wire;

/// The maximum number of seats.
pub(super) const MAX_SEATS: usize = 6;

wire::record! {
    /// A haunted room.
    #[schema(as = HotelTransylvaniaStack)]
    pub struct Stack {
        /// The card of the room.
        pub room: Card,
        /// The seats that have ghosts there, the top first.
        pub ghosts: BoundedVec<Seat, 0, 52>,
    }
}

impl Stack {
    /// Returns a stack of one ghost.
    pub(super) fn of(room: Card, seat: Seat) -> Self {
        Self { room, ghosts: vec![seat].into() }
    }

    /// Returns the seat with the ghost on top.
    pub(super) fn top(&self) -> Option<Seat> {
        self.ghosts.first().copied()
    }

    /// Puts a ghost of a seat on top, unless its own is there. Returns whether it did.
    ///
    /// No stack of a game is higher than the number of rooms. A higher one could not be posted again.
    pub(super) fn top_with(&mut self, seat: Seat) -> bool {
        let adds = self.top() != Some(seat) && self.ghosts.len() < ROOMS;
        if adds {
            self.ghosts.insert(0, seat);
        }
        adds
    }
}

/// Shares points out among ghosts, one at a time: the first to the top ghost, the others to each from the top down, and
/// from the top down again. Returns the points of each seat.
pub(super) fn shares(ghosts: &[Seat], points: u8) -> [i64; MAX_SEATS] {
    let mut shares = [0; MAX_SEATS];
    for seat in ghosts.first().into_iter().chain(ghosts.iter().cycle()).take(points.into()) {
        if let Some(share) = shares.get_mut(seat.index()) {
            *share += 1;
        }
    }
    shares
}
