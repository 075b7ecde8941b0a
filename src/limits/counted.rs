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
