//! Requests for seats, at tables whose makers approve who sits down.
//!
//! A request holds no seat, so that no one can block a table by asking. It stays until the maker answers, the player withdraws it, or the table
//! begins or is deleted. If too many ask, the address with the most requests makes room for others, so that no one can block the requests
//! with many accounts either. All of this exists only while the table waits: no one is approved or removed once the cards are dealt.

use std::collections::BTreeMap;

use super::seating::SeatOrder;
use super::step::{Step, StepError};
use super::table::Table;
use crate::caller::{AddressOf, Caller};
use crate::store::calendar::Timestamp;
use crate::store::{PlayerId, SeatRequests};

/// Maximum number of players who wait for an answer at a table.
const MAX_PENDING: usize = 20;

impl Table {
    /// Asks the maker for a seat. Returns none if the player has asked before.
    pub(super) fn ask(&self, player: PlayerId, address_of: AddressOf<'_>) -> Result<Option<Step>, StepError> {
        let SeatRequests { pending, refused } = &self.stored.state.requests;
        if refused.contains(&player) {
            return Err(StepError::SeatRefused);
        }
        if pending.contains(&player) {
            return Ok(None);
        }
        let mut step = self.step();
        if pending.len() >= MAX_PENDING {
            let yields = request_to_yield(pending, player, address_of).ok_or(StepError::TooManyRequests)?;
            step.state.requests.pending.retain(|pending| *pending != yields);
        }
        step.state.requests.pending.push(player);
        Ok(Some(step))
    }

    /// Gives a player who asked the first vacant seat. The last one begins the game. Returns none if the player has a seat already.
    ///
    /// # Errors
    /// See [`StepError`].
    pub(super) fn approve(
        &self,
        by: PlayerId,
        player: PlayerId,
        order: &SeatOrder,
        now: Timestamp,
    ) -> Result<Option<Step>, StepError> {
        self.require_maker(by)?;
        if self.seat_of(player).is_some() {
            return Ok(None);
        }
        self.require_waiting()?;
        if !self.stored.state.requests.pending.contains(&player) {
            return Err(StepError::NoRequest);
        }
        let mut step = self.seated(player, self.vacant_seat()?, order, now);
        step.state.requests.pending.retain(|pending| *pending != player);
        Ok(Some(step))
    }

    /// Refuses a player who asked, or withdraws the player's own request. Returns none if that was done before.
    ///
    /// # Errors
    /// See [`StepError`].
    pub(super) fn refuse(&self, by: PlayerId, player: PlayerId) -> Result<Option<Step>, StepError> {
        if by != player {
            self.require_maker(by)?;
        }
        self.require_waiting()?;
        let SeatRequests { pending, refused } = &self.stored.state.requests;
        let mut step = self.step();
        if !pending.contains(&player) {
            return if by == player || refused.contains(&player) { Ok(None) } else { Err(StepError::NoRequest) };
        }
        step.state.requests.pending.retain(|pending| *pending != player);
        if by != player {
            step.state.requests.refuse(player);
        }
        Ok(Some(step))
    }

    /// Fails unless a player made this table, and approves who sits down.
    pub(super) fn require_maker(&self, player: PlayerId) -> Result<(), StepError> {
        let is_maker = self.stored.terms.approval && self.stored.terms.maker == player;
        if is_maker { Ok(()) } else { Err(StepError::NotMaker) }
    }
}

/// Returns the oldest request of the address with the most; none if the address of this player would then have more.
fn request_to_yield(pending: &[PlayerId], player: PlayerId, address_of: AddressOf<'_>) -> Option<PlayerId> {
    let mut counts: BTreeMap<Caller, usize> = BTreeMap::new();
    pending.iter().for_each(|pending| *counts.entry(address_of(*pending)).or_default() += 1);
    let own = counts.get(&address_of(player)).copied().unwrap_or(0);
    let (address, _) = counts.into_iter().max_by_key(|(_, count)| *count).filter(|(_, count)| *count >= own + 2)?;
    pending.iter().copied().find(|pending| address_of(*pending) == address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_with_most_requests_yields() {
        let address_of = |player: PlayerId| Caller::address(Some([192, 0, 2, (player.0 / 100) as u8].into()));
        let pending = [101, 201, 202, 203, 301, 302].map(PlayerId);
        let yields = |player| request_to_yield(&pending, PlayerId(player), &address_of).map(|player| player.0);
        assert_eq!([yields(401), yields(102), yields(303), yields(204)], [Some(201), Some(201), None, None]);
    }
}
