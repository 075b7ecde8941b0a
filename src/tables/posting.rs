//! Moves that players post: the legal ones are made, each once.

use super::step::{Happened, NotDone, Step};
use super::table::Table;
use crate::engine::answer::BadMove;
use crate::engine::table_game::MoveError;
use crate::engine::table_request::PostedMove;
use crate::rules::game::Seat;
use crate::rules::replay::MAX_MOVES;
use crate::store::calendar::Timestamp;
use crate::store::{MovedBy, PlayerId};

impl Table {
    /// A player makes moves after those that they know of: all before the first that is illegal. If they were made before, none is
    /// made again, and the result is the same. `now` is when the request arrived.
    ///
    /// Moves of other seats that the player does not know of are let pass if they are choices in the same simultaneous step.
    ///
    /// # Errors
    /// See [`NotDone`]; then none of them is made. Whether a move is another seat's is found before anything that depends on the game.
    pub fn post(
        &self,
        player: PlayerId,
        after: usize,
        moves: &[PostedMove],
        now: Timestamp,
    ) -> Result<Happened, NotDone> {
        let (seat, state) = self.seat(player)?;
        if let Some((at, mv)) = moves.iter().enumerate().find(|(_, mv)| mv.seat != seat) {
            return Err(NotDone::OfAnotherSeat(at, mv.seat));
        }
        let count = self.move_count();
        if let Some(posted) = self.posted_before(seat, after, moves) {
            return posted;
        }
        self.playing(player)?;
        // A sealed daily is late when its day is closed, which its commit sees.
        if self.day().is_none() && state.due.is_some_and(|deadline| deadline <= now) {
            return Err(NotDone::Late);
        }
        if after > count {
            return Err(NotDone::Ahead(count));
        }
        if !self.is_same_step(seat, after) {
            return Err(NotDone::Stale(count));
        }
        let mut step = self.step();
        let bad_move = step.make_legal(seat, moves, now)?;
        if let Some(seat) = step.state.seats.get_mut(seat.index()) {
            seat.missed = 0;
        }
        Ok(Happened { step: Some(self.settle(step, now)?), bad_move })
    }

    /// The result of moves of which a seat's player made the first, at least, after these many moves; none if they did not.
    fn posted_before(&self, seat: Seat, after: usize, moves: &[PostedMove]) -> Option<Result<Happened, NotDone>> {
        let is_own =
            |at: &usize| self.notes.get(*at).is_some_and(|note| note.seat == seat && note.by == MovedBy::Player);
        // The moves of one request are stored together.
        let first = (after..self.move_count()).find(is_own)?;
        let is_stored = |(at, mv): &(usize, &PostedMove)| {
            is_own(at) && self.game.move_at(*at).is_some_and(|(_, made)| made == mv.json)
        };
        let made = (first..).zip(moves).take_while(is_stored).count();
        if made == 0 {
            return None;
        }
        let Some(next) = moves.get(made) else { return Some(Ok(Happened { step: None, bad_move: None })) };
        // The next one was refused then, or this is another request.
        let mut step = self.step_after(first + made);
        Some(match step.make(seat, &next.json, MovedBy::Player, Timestamp::FIRST) {
            Ok(()) => Err(NotDone::Stale(self.move_count())),
            Err(why) => bad_move(made, why).map(|bad_move| Happened { step: None, bad_move: Some(bad_move) }),
        })
    }

    /// Whether all moves after these many are choices of other seats in one simultaneous step, in which this seat has yet to choose:
    /// each took only its own seat from those that may act, and none changed what this seat may do.
    fn is_same_step(&self, seat: Seat, after: usize) -> bool {
        if after == self.move_count() {
            return true;
        }
        let mut game = self.step_after(after).game;
        let choices = game.legal_moves(seat);
        for at in after..self.move_count() {
            let mut others = game.to_act();
            let Some((mover, json)) = self.game.move_at(at) else { return false };
            others.remove(mover);
            if mover == seat || game.play(mover, &json).is_err() || game.to_act() != others {
                return false;
            }
        }
        game.to_act().contains(seat) && game.legal_moves(seat) == choices
    }
}

impl Step {
    /// Makes the moves before the first that is illegal, which it returns.
    fn make_legal(&mut self, seat: Seat, moves: &[PostedMove], at: Timestamp) -> Result<Option<BadMove>, NotDone> {
        for (index, mv) in moves.iter().enumerate() {
            match self.make(seat, &mv.json, MovedBy::Player, at) {
                Err(why) if index > 0 => return bad_move(index, why).map(Some),
                made => made?,
            }
        }
        Ok(None)
    }
}

/// A move after the first that was not made, for this reason.
fn bad_move(index: usize, why: NotDone) -> Result<BadMove, NotDone> {
    match why {
        NotDone::Refused(MoveError::Illegal(illegal)) => Ok(BadMove::new(index, &illegal)),
        NotDone::TooManyMoves => {
            Ok(BadMove { index, rule: None, detail: format!("a game has at most {MAX_MOVES} moves") })
        }
        other => Err(other),
    }
}
