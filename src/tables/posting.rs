//! Posted moves: plays the legal ones, each once.

use super::step::{Decision, Step, StepError};
use super::table::Table;
use crate::days::Time;
use crate::engine::answer::BadMove;
use crate::engine::table_move::TableMove;
use crate::rules::erased::MoveError;
use crate::rules::game::Seat;
use crate::store::calendar::Timestamp;
use crate::store::{MovedBy, PlayerId};

impl Table {
    /// Plays moves of a player after the `after` moves that the player knows: all before the first illegal one.
    ///
    /// A repeated request plays no move again, and has the same result. `time` is when the request arrived. The player need not know moves
    /// of other seats that are choices in the same simultaneous step.
    ///
    /// # Errors
    /// See [`StepError`]. Then no move is played. Moves of other seats are rejected before any check that depends on the game.
    pub fn post(
        &self,
        player: PlayerId,
        after: usize,
        moves: &[TableMove],
        time: impl Into<Time>,
    ) -> Result<Decision, StepError> {
        let time = time.into();
        let (seat, state) = self.seat(player)?;
        if let Some((at, mv)) = moves.iter().enumerate().find(|(_, mv)| mv.seat() != seat) {
            return Err(StepError::WrongSeat(at, mv.seat()));
        }
        let count = self.move_count();
        if let Some(earlier) = self.earlier_post(seat, after, moves) {
            return earlier;
        }
        self.playing_seat(player)?;
        if state.due.is_some_and(|deadline| self.is_late(deadline, time)) {
            return Err(StepError::DeadlinePassed);
        }
        if after > count {
            return Err(StepError::TooFewMoves(count));
        }
        if !self.is_same_step(seat, after) {
            return Err(StepError::Stale(count));
        }
        let mut step = self.step();
        let bad_move = step.play_legal(moves, time.now)?;
        if let Some(seat) = step.state.seats.get_mut(seat.index()) {
            seat.missed = 0;
        }
        Ok(Decision { step: Some(self.settle(step, time.now)?), bad_move })
    }

    /// Whether an earlier request of a player had these moves, so that posting them stores nothing.
    pub fn has_post(&self, player: PlayerId, after: usize, moves: &[TableMove]) -> bool {
        self.seat(player).is_ok_and(|(seat, _)| self.earlier_post(seat, after, moves).is_some())
    }

    /// Returns the result of an earlier request with these moves; none if at least the first move was not stored after `after` moves.
    fn earlier_post(&self, seat: Seat, after: usize, moves: &[TableMove]) -> Option<Result<Decision, StepError>> {
        let is_own =
            |at: &usize| self.notes.get(*at).is_some_and(|note| note.seat == seat && note.by == MovedBy::Player);
        // The moves of one request are stored together.
        let first = (after..self.move_count()).find(is_own)?;
        let is_stored = |(at, mv): &(usize, &TableMove)| is_own(at) && self.game.move_at(*at).as_ref() == Some(*mv);
        let stored = (first..).zip(moves).take_while(is_stored).count();
        if stored == 0 {
            return None;
        }
        let Some(next) = moves.get(stored) else { return Some(Ok(Decision { step: None, bad_move: None })) };
        // Either the earlier request was rejected from the next move on, or this is another request.
        let mut step = self.step_after(first + stored);
        Some(match step.play(next, MovedBy::Player, Timestamp::FIRST) {
            Ok(()) => Err(StepError::Stale(self.move_count())),
            Err(why) => bad_move(stored, why).map(|bad_move| Decision { step: None, bad_move: Some(bad_move) }),
        })
    }

    /// Whether all moves after the first `after` are choices of other seats in a simultaneous step in which this seat has yet to choose, or moves
    /// of other seats in the same race.
    ///
    /// Each such choice removes only its own seat from those to act, and does not change the legal moves of this seat.
    fn is_same_step(&self, seat: Seat, after: usize) -> bool {
        if after == self.move_count() {
            return true;
        }
        if let Some(goes_on) = self.game.goes_on_since(after) {
            let is_own = |at: usize| self.notes.get(at).is_none_or(|note| note.seat == seat);
            return goes_on && self.game.to_act().contains(seat) && !(after..self.move_count()).any(is_own);
        }
        let mut game = self.game.after(after);
        let choices = game.legal_moves(seat);
        for at in after..self.move_count() {
            let mut others = game.to_act();
            let Some(mv) = self.game.move_at(at) else { return false };
            others.remove(mv.seat());
            if mv.seat() == seat || game.play(&mv).is_err() || game.to_act() != others {
                return false;
            }
        }
        game.to_act().contains(seat) && game.legal_moves(seat) == choices
    }
}

impl Step {
    /// Plays the moves before the first illegal one, which it returns. An illegal first move is an error.
    fn play_legal(&mut self, moves: &[TableMove], at: Timestamp) -> Result<Option<BadMove>, StepError> {
        for (index, mv) in moves.iter().enumerate() {
            match self.play(mv, MovedBy::Player, at) {
                Err(why) if index > 0 => return bad_move(index, why).map(Some),
                result => result?,
            }
        }
        Ok(None)
    }
}

/// Returns the rejected move at an index after the first.
fn bad_move(index: usize, why: StepError) -> Result<BadMove, StepError> {
    match why {
        StepError::Refused(MoveError::Illegal(illegal)) => Ok(BadMove::new(index, &illegal)),
        StepError::TooManyMoves(max_moves) => {
            Ok(BadMove { index, rule: None, detail: format!("a game has at most {max_moves} moves") })
        }
        other => Err(other),
    }
}
