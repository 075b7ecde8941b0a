//! What a request stores, counted before it is stored.

use std::num::NonZeroU32;
use std::sync::Arc;

use super::{Limit, LimitState, Limits};
use crate::caller::Caller;

/// What a request is going to store permanently, in moves, counted toward the limits of its caller and of its address. Unless it is
/// [kept](Self::keep), it is uncounted when the request ends: what is refused takes nothing.
#[derive(Debug)]
#[must_use]
pub struct Counted {
    limits: Option<(Arc<Limits>, Caller, Caller)>,
    moves: usize,
}

impl Counted {
    /// Nothing, in a service without limits.
    pub const NOTHING: Self = Self { limits: None, moves: 0 };

    /// Counts moves of a caller at an address, and returns what remains of both limits.
    ///
    /// # Errors
    /// What remains of them if one refuses: then neither has counted anything.
    pub fn of(
        limits: Arc<Limits>,
        caller: Caller,
        address: Caller,
        moves: usize,
    ) -> Result<(Self, Vec<LimitState>), Vec<LimitState>> {
        let Some(amount) = amount(moves) else { return Ok((Self::NOTHING, Vec::new())) };
        let states = limits.count_both([Limit::Moves, Limit::AddressMoves], caller, address, amount);
        if states.iter().any(|state| state.refused) {
            return Err(states);
        }
        Ok((Self { limits: Some((limits, caller, address)), moves }, states))
    }

    /// Keeps what was stored in the end. If it is more than was counted, the next request waits past a limit.
    pub fn keep(mut self, moves: usize) {
        self.settle(moves);
    }

    fn settle(&mut self, moves: usize) {
        let Some((limits, caller, address)) = self.limits.take() else { return };
        let each = [(Limit::Moves, caller), (Limit::AddressMoves, address)];
        if let Some(more) = amount(moves.saturating_sub(self.moves)) {
            each.iter().for_each(|(limit, caller)| limits.count_more(*limit, *caller, more));
        }
        if let Some(less) = amount(self.moves.saturating_sub(moves)) {
            each.iter().for_each(|(limit, caller)| limits.uncount(*limit, *caller, less));
        }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.settle(0);
    }
}

fn amount(moves: usize) -> Option<NonZeroU32> {
    NonZeroU32::new(u32::try_from(moves).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::super::{AppQuotas, Quotas};
    use super::*;
    use crate::store::PlayerId;

    fn limits(moves: &str, address_moves: &str) -> Arc<Limits> {
        let quota = |text: &str| text.parse().expect("a quota");
        let [requests, work, address_work, players] = ["9/1h"; 4].map(quota);
        let (moves, address_moves) = (quota(moves), quota(address_moves));
        let app = AppQuotas::DEFAULT.parse().expect("quotas");
        Arc::new(Limits::new(Quotas { requests, work, address_work, players, moves, address_moves, app }))
    }

    #[test]
    fn only_what_is_stored_remains_counted() {
        let limits = limits("100/1h", "100/1h");
        let (ada, address) = (Caller::player(PlayerId(1)), Caller::address(None));
        let count = |moves| Counted::of(limits.clone(), ada, address, moves).map(|(counted, _)| counted);
        drop(count(90).expect("within the limits"));
        count(90).expect("nothing was stored").keep(10);
        assert!(count(91).is_err(), "10 are stored");
        count(90).expect("no more are").keep(90);
        assert!(count(1).is_err());
        assert!(count(0).is_ok(), "nothing needs no room");
    }

    #[test]
    fn more_than_was_counted_delays_the_next() {
        let limits = limits("100/1h", "200/1h");
        let (ada, address) = (Caller::player(PlayerId(1)), Caller::address(None));
        let count = |moves| Counted::of(limits.clone(), ada, address, moves).map(|(counted, _)| counted);
        count(1).expect("within the limits").keep(99);
        assert!(count(2).is_err() && count(1).is_ok());
    }

    #[test]
    fn refusal_of_one_limit_counts_nothing_of_the_other() {
        let limits = limits("100/1h", "50/1h");
        let [home, elsewhere] = [1, 2].map(|last| Caller::address(Some([192, 0, 2, last].into())));
        let ada = Caller::player(PlayerId(1));
        for _ in 0..3 {
            assert!(Counted::of(limits.clone(), ada, home, 60).is_err());
        }
        for address in [home, elsewhere] {
            let (counted, _) = Counted::of(limits.clone(), ada, address, 50).expect("both have room");
            counted.keep(50);
        }
    }
}
