//! Requests for seats at a table whose maker approves who sits down.

use super::ids::PlayerId;

/// Maximum number of refused players that a table remembers. Beyond that, it forgets the first.
const MAX_REFUSED: usize = 100;

/// The players who asked the maker of a table for a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatRequests {
    /// Those who wait for an answer, in the order of their requests.
    pub pending: Vec<PlayerId>,
    /// Those whom the maker refused or removed, in this order.
    pub refused: Vec<PlayerId>,
}

impl SeatRequests {
    /// Remembers a refused player.
    pub fn refuse(&mut self, player: PlayerId) {
        self.refused.retain(|refused| *refused != player);
        if self.refused.len() >= MAX_REFUSED {
            self.refused.remove(0);
        }
        self.refused.push(player);
    }
}
