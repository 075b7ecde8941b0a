//! Steps: the changes of a table, computed from its current version, without I/O or a clock.

use rpds::VectorSync;

use super::table::{MoveNote, Table};
use crate::days::Time;
use crate::engine::answer::BadMove;
use crate::engine::table_game::TableGame;
use crate::engine::table_move::TableMove;
use crate::rules::erased::MoveError;
use crate::rules::game::{Level, Seat};
use crate::store::calendar::Timestamp;
use crate::store::{
    Ending, GameCounts, MovedBy, Occupant, Outcome, PlayerId, RankedSeed, StoredMove, TableSeat, TableState,
    TableStatus, TableTerms, Window,
};

/// Maximum number of consecutive deadlines that a player may miss. At this number the built-in player takes over the seat.
pub const MAX_MISSED: u8 = 3;
/// Seconds for a move at a ranked solitaire. The daily game has no such limit: it ends with its day.
pub const RANKED_PACE: i64 = 86_400;
/// Milliseconds between a deadline and the clock's action. Even under load, a move that arrived before the deadline is stored by then.
pub const GRACE: i64 = 300;

/// Maximum milliseconds by which the clocks of instances differ.
const MAX_SKEW: i64 = 60_000;

/// Milliseconds from the opening of a window until the service declines it for a seat with auto-decline. The same for every hand, and long
/// enough to answer first.
pub const DECLINE_DELAY: i64 = 3_000;

/// The next version of a table.
#[derive(Debug)]
pub struct Step {
    /// The next state.
    pub state: TableState,
    /// The new moves.
    pub moves: Vec<StoredMove>,
    /// The notes of all moves, including the new ones.
    pub notes: VectorSync<MoveNote>,
    /// The game after the new moves.
    pub game: TableGame,
    /// The window of a game with a shared secret seed, which must not be closed. None for other tables, and to end a table whose window is
    /// closed.
    pub window: Option<Window>,
    /// What a ranked game with its own seed counts in the average from now on; none if that does not change.
    pub counts: Option<GameCounts>,
    /// The outcome to store, if the step ends the table.
    pub outcome: Option<Outcome>,
}

/// The response of a table to a request, before anything is stored.
#[derive(Debug)]
pub struct Decision {
    /// The step to store; none if an earlier request had the same effect.
    pub step: Option<Step>,
    /// The first posted move that was rejected, if any.
    pub bad_move: Option<BadMove>,
}

impl From<Option<Step>> for Decision {
    fn from(step: Option<Step>) -> Self {
        Self { step, bad_move: None }
    }
}

/// Why a step is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepError {
    /// The table still waits for players.
    NotBegun,
    /// The table has begun.
    Begun,
    /// The table is over.
    Over,
    /// The day of the table is closed.
    DayClosed,
    /// The round of the table is closed.
    RoundClosed,
    /// The player has no seat at the table.
    NotSeated,
    /// The player resigned or missed too many deadlines. The built-in player plays the seat.
    Left,
    /// The deadline of the move has passed.
    DeadlinePassed,
    /// The table has no seat of this number.
    UnknownSeat,
    /// The seat to leave is not the player's.
    SeatOfAnother,
    /// The seat is occupied.
    SeatTaken,
    /// The player has another seat at the table.
    SeatedElsewhere,
    /// Only the maker of the table may do this, if they approve who takes a seat.
    NotMaker,
    /// The maker of the table refused the player.
    SeatRefused,
    /// An app acts for the player, and the table was not created through that app.
    TableOfAnotherApp,
    /// An app acts for the player, and the table is rated.
    RatedTable,
    /// The player does not ask for a seat.
    NoRequest,
    /// Too many players ask for a seat.
    TooManyRequests,
    /// The game has no windows that the service could decline.
    NoWindows,
    /// The game has only one seat, so there is no one to talk to.
    NoPhrases,
    /// The table has moves that the client does not know. Contains the number of moves.
    Stale(usize),
    /// The table has fewer moves than the client claims to know. Contains the number of moves.
    TooFewMoves(usize),
    /// A posted move is another seat's. Contains its index in the request, and its seat.
    WrongSeat(usize, Seat),
    /// The first posted move is rejected.
    Refused(MoveError),
    /// The game has the maximum number of moves.
    ///
    /// Contains that number.
    TooManyMoves(usize),
    /// The stored table cannot be read, for this reason.
    Unreadable(String),
}

/// Whether the built-in player plays a seat.
fn is_robot_played(seat: &TableSeat) -> bool {
    seat.left.is_some() || matches!(seat.occupant, Occupant::Robot(_))
}

/// Returns the level at which the built-in player plays a seat. For a player it plays at level 1.
fn robot_level(seat: &TableSeat) -> Level {
    match seat.occupant {
        Occupant::Robot(level) => level,
        Occupant::Player(_) | Occupant::Vacant => Level::DEFAULT,
    }
}

/// Whether a player plays a seat.
pub(super) fn is_player_played(seat: &TableSeat) -> bool {
    matches!(seat.occupant, Occupant::Player(_)) && seat.left.is_none()
}

/// Whether too few players remain to continue.
///
/// With robots, or at a solitaire, one player is enough. Elsewhere two are needed.
pub(super) fn has_too_few_players(seats: &[TableSeat]) -> bool {
    let robots = seats.iter().any(|seat| matches!(seat.occupant, Occupant::Robot(_)));
    let min_players = if robots || seats.len() < 2 { 1 } else { 2 };
    seats.iter().filter(|seat| is_player_played(seat)).count() < min_players
}

/// Sets the deadlines of the seats to act. A seat keeps its deadline unless `restarts` returns true for it.
pub(super) fn set_deadlines(
    state: &mut TableState,
    terms: &TableTerms,
    game: &TableGame,
    now: Timestamp,
    restarts: impl Fn(Seat) -> bool,
) {
    let until = match terms.ranked {
        Some(RankedSeed::Daily(day)) => day.end(),
        Some(RankedSeed::Contest(round)) => round.closes_at,
        Some(RankedSeed::Own) | None => now.plus_seconds(pace(terms)),
    };
    let (to_act, in_step) = (game.to_act(), game.in_step());
    let mut robots_move = false;
    for (seat, number) in state.seats.iter_mut().zip(1..) {
        let number = Seat::new(number);
        let acts = number.is_some_and(|number| to_act.contains(number));
        let robot_pace = if is_robot_played(seat) { game.robot_pace(robot_level(seat)) } else { None };
        let moves_at_once = is_robot_played(seat) && robot_pace.is_none();
        robots_move |= number.is_some_and(|number| in_step.contains(number)) && moves_at_once;
        seat.due = match seat.due {
            _ if !acts || moves_at_once => None,
            Some(due) if !number.is_some_and(&restarts) => Some(due),
            _ => Some(robot_pace.map_or(until, |pace| now.plus_millis(pace.into()))),
        };
    }
    let acts_at = |(seat, number): (&TableSeat, u8)| {
        let decline = Seat::new(number).and_then(|number| auto_decline(seat, number, terms, game));
        // A robot that keeps the pace of people has no time of grace.
        let acts_at = |due| if is_robot_played(seat) { due } else { clock_acts_at(due) };
        decline.map(|(time, _)| time).or_else(|| seat.due.map(acts_at))
    };
    state.due = match terms.ranked {
        _ if robots_move => Some(now),
        // A game with a shared seed ends when its window is closed, whatever the time.
        Some(RankedSeed::Daily(_) | RankedSeed::Contest(_)) => None,
        Some(RankedSeed::Own) | None => state.seats.iter().zip(1..).filter_map(acts_at).min(),
    };
}

/// Returns the seconds for a move.
fn pace(terms: &TableTerms) -> i64 {
    if terms.ranked.is_some() { RANKED_PACE } else { terms.pace.into() }
}

/// Returns the time at which the clock acts on a deadline.
fn clock_acts_at(deadline: Timestamp) -> Timestamp {
    deadline.plus_millis(GRACE)
}

/// Returns when the service declines the open window for a seat, and the move; none without a window or auto-decline.
///
/// The time follows from the deadline, which is set when the window opens.
fn auto_decline(
    seat: &TableSeat,
    number: Seat,
    terms: &TableTerms,
    game: &TableGame,
) -> Option<(Timestamp, TableMove)> {
    let opened = seat.due.filter(|_| seat.auto_decline)?.plus_seconds(-i64::from(terms.pace));
    Some((opened.plus_millis(DECLINE_DELAY), game.decline(number)?))
}

impl Table {
    pub(super) fn step(&self) -> Step {
        Step {
            state: self.stored.state.clone(),
            moves: Vec::new(),
            notes: self.notes.clone(),
            game: self.game.clone(),
            window: self.window(),
            counts: None,
            outcome: None,
        }
    }

    /// Returns a step with the game and notes after the first `count` moves, and with the current state.
    pub(super) fn step_after(&self, count: usize) -> Step {
        let mut notes = self.notes.clone();
        while notes.len() > count {
            notes.drop_last_mut();
        }
        Step { notes, game: self.game.after(count), ..self.step() }
    }

    pub(super) fn seat(&self, player: PlayerId) -> Result<(Seat, &TableSeat), StepError> {
        let seat = self.seat_of(player).ok_or(StepError::NotSeated)?;
        let state = self.stored.state.seats.get(seat.index()).ok_or(StepError::NotSeated)?;
        Ok((seat, state))
    }

    /// Returns the seat of a player who may move, at a table that is being played.
    pub(super) fn playing_seat(&self, player: PlayerId) -> Result<Seat, StepError> {
        let (seat, state) = self.seat(player)?;
        match self.stored.state.status {
            TableStatus::Waiting => Err(StepError::NotBegun),
            TableStatus::Over(_) => Err(StepError::Over),
            TableStatus::Playing if state.left.is_some() => Err(StepError::Left),
            TableStatus::Playing => Ok(seat),
        }
    }

    /// Resigns for a player. Returns none if the player has left before.
    ///
    /// A solitaire ends. At other tables the built-in player takes over the seat, unless too few players remain: then the game ends.
    ///
    /// # Errors
    /// See [`StepError`].
    pub fn resign(&self, player: PlayerId, now: Timestamp) -> Result<Option<Step>, StepError> {
        if self.seat(player)?.1.left.is_some() {
            return Ok(None);
        }
        let seat = self.playing_seat(player)?;
        let mut step = self.step();
        if let Some(seat) = step.state.seats.get_mut(seat.index()) {
            seat.left = Some(self.departure(step.notes.len()));
        }
        if has_too_few_players(&step.state.seats) {
            step.state.status = TableStatus::Over(Ending::Resigned);
        }
        self.settle(step, now).map(Some)
    }

    /// Switches auto-decline on or off for a player's seat. Returns none if that changes nothing.
    ///
    /// # Errors
    /// See [`StepError`].
    pub fn set_auto_decline(&self, player: PlayerId, on: bool, now: Timestamp) -> Result<Option<Step>, StepError> {
        let seat = self.playing_seat(player)?;
        if !self.ruleset.facts().has_windows {
            return Err(StepError::NoWindows);
        }
        let mut step = self.step();
        let seat = step.state.seats.get_mut(seat.index()).ok_or(StepError::UnknownSeat)?;
        if seat.auto_decline == on {
            return Ok(None);
        }
        seat.auto_decline = on;
        set_deadlines(&mut step.state, &self.stored.terms, &step.game, now, |_| false);
        Ok(Some(step))
    }

    /// Whether a deadline is not the one that a player with the full time has: it is older than the time at which all deadlines began again, or
    /// was set by a clock that was ahead. The deadline of a game with a shared seed is the end of its window, which never moves.
    fn is_outdated(&self, deadline: Timestamp, time: Time) -> bool {
        let after = |begun: Timestamp| begun.plus_seconds(pace(&self.stored.terms));
        let is_ahead = || deadline > after(time.now).plus_millis(MAX_SKEW);
        self.window().is_none() && (deadline < after(time.resumed_at) || is_ahead())
    }

    /// Whether a request that arrives now is too late for a deadline. A game with a shared seed is late when its window is
    /// closed. The store checks that.
    pub(super) fn is_late(&self, deadline: Timestamp, time: Time) -> bool {
        let may_be_late = self.window().is_none() && !time.deadlines_wait;
        may_be_late && deadline <= time.now && !self.is_outdated(deadline, time)
    }

    /// Returns the step that gives outdated deadlines their full time again; none if there is no such deadline.
    fn restarted(&self, time: Time) -> Option<Step> {
        let deadline = |seat: &TableSeat| seat.due.filter(|_| !is_robot_played(seat));
        let deadlines: Vec<Option<Timestamp>> = self.stored.state.seats.iter().map(deadline).collect();
        let is_outdated = |deadline: Option<Timestamp>| deadline.is_some_and(|due| self.is_outdated(due, time));
        if time.deadlines_wait || !deadlines.iter().copied().any(is_outdated) {
            return None;
        }
        let mut step = self.step();
        let restarts = |seat: Seat| is_outdated(deadlines.get(seat.index()).copied().flatten());
        set_deadlines(&mut step.state, &self.stored.terms, &step.game, time.now, restarts);
        Some(step)
    }

    /// Returns the step by which a table goes on to wait for players, because all deadlines began again; none if its wait is over.
    pub(super) fn wait_again(&self, time: Time, wait_seconds: i64) -> Option<Step> {
        let until = self.stored.terms.made_at.max(time.resumed_at).plus_seconds(wait_seconds);
        let waits = self.stored.state.status == TableStatus::Waiting && time.now < until;
        waits.then(|| {
            let step = self.step();
            Step { state: TableState { due: Some(until), ..step.state }, ..step }
        })
    }

    /// Returns the highest level of the robots that may move; none if none may.
    pub(super) fn robot_to_move(&self) -> Option<Level> {
        let in_step = self.game.in_step();
        let moves = |number| Seat::new(number).is_some_and(|number| in_step.contains(number));
        let seats = self.stored.state.seats.iter().zip(1..).filter(|(_, number)| moves(*number));
        seats.filter(|(seat, _)| is_robot_played(seat)).map(|(seat, _)| robot_level(seat)).max()
    }

    /// Returns the step that is due, if any: the built-in player moves for its own seats, and for a seat whose deadline has passed. A window
    /// is declined for a seat with auto-decline. While deadlines wait, the built-in player only moves for its own seats.
    ///
    /// # Errors
    /// See [`StepError`].
    pub fn due(&self, time: impl Into<Time>) -> Result<Option<Step>, StepError> {
        let time = time.into();
        let (state, now) = (&self.stored.state, time.now);
        let is_due = |due: Timestamp| due <= now || time.deadlines_wait;
        if state.status != TableStatus::Playing || !state.due.is_some_and(is_due) {
            return Ok(None);
        }
        if let Some(step) = self.restarted(time) {
            return Ok(Some(step));
        }
        let mut step = self.step();
        if self.game.to_act().is_empty() {
            // A game may end with its deal.
            return self.settle(step, now).map(Some);
        }
        let (to_act, in_step) = (self.game.to_act(), self.game.in_step());
        let mut mover = None;
        for (seat, number) in state.seats.iter().zip(1..) {
            let Some(number) = Seat::new(number).filter(|number| to_act.contains(*number)) else { continue };
            if is_robot_played(seat) {
                let level = robot_level(seat);
                let moves = match self.game.robot_pace(level) {
                    Some(_) => seat.due.is_some_and(|due| due <= now),
                    None => in_step.contains(number),
                };
                if !moves {
                    continue;
                }
                mover = Some((number, level, MovedBy::Robot));
                break;
            }
            if time.deadlines_wait {
                continue;
            }
            let decline = auto_decline(seat, number, &self.stored.terms, &self.game);
            if let Some((_, decline)) = decline.filter(|(time, _)| *time <= now) {
                // The player chose this move in advance.
                step.play(&decline, MovedBy::Player, now)?;
                return self.settle(step, now).map(Some);
            }
            if self.window().is_none() && seat.due.is_some_and(|due| clock_acts_at(due) <= now) {
                mover = Some((number, Level::DEFAULT, MovedBy::Clock));
                break;
            }
        }
        if mover.is_none() && time.deadlines_wait {
            return Ok(None);
        }
        let Some((number, level, by)) = mover else {
            // No deadline has passed, so the stored time is wrong: compute it again.
            set_deadlines(&mut step.state, &self.stored.terms, &step.game, now, |_| false);
            return Ok(Some(step));
        };
        if by == MovedBy::Clock {
            if self.ruleset.ranked().is_some() {
                step.state.status = TableStatus::Over(Ending::Abandoned);
                return self.settle(step, now).map(Some);
            }
            let seat = step.state.seats.get_mut(number.index()).ok_or(StepError::UnknownSeat)?;
            seat.missed = seat.missed.saturating_add(1);
            seat.left = (seat.missed >= MAX_MISSED).then(|| self.departure(self.move_count()));
            if has_too_few_players(&step.state.seats) {
                step.state.status = TableStatus::Over(Ending::Abandoned);
                return self.settle(step, now).map(Some);
            }
        }
        let late = self.game.late_move(number).filter(|_| by == MovedBy::Clock);
        let plan = late.map_or_else(|| self.game.plan(number, level), |late| vec![late]);
        if plan.is_empty() {
            return Err(StepError::Unreadable(format!("the built-in player has no move for seat {number}")));
        }
        for mv in &plan {
            // A plan may continue past the point where other seats may act.
            if !step.game.to_act().contains(number) {
                break;
            }
            step.play(mv, by, now)?;
        }
        self.settle(step, now).map(Some)
    }

    /// Returns the step that ends a game with a shared seed with its window; none if the game is over, and at other tables.
    ///
    /// The step plays no move, so it may be stored although the window is closed.
    ///
    /// # Errors
    /// See [`StepError`].
    pub fn end_of_window(&self, now: Timestamp) -> Result<Option<Step>, StepError> {
        if self.window().is_none() || self.over() {
            return Ok(None);
        }
        let mut step = Step { window: None, ..self.step() };
        step.state.status = TableStatus::Over(Ending::Abandoned);
        self.settle(step, now).map(Some)
    }

    /// Completes a step: ends the table if its game has ended, or sets the deadlines, and computes the outcome and counts.
    pub(super) fn settle(&self, mut step: Step, now: Timestamp) -> Result<Step, StepError> {
        if step.game.to_act().is_empty() {
            step.state.status = TableStatus::Over(Ending::Finished);
        }
        if let TableStatus::Over(ending) = step.state.status {
            step.state.ended_at = Some(now);
            step.state.due = None;
            step.state.seats.iter_mut().for_each(|seat| seat.due = None);
            step.outcome = self.outcome(&step, ending, now)?;
        } else {
            let movers: Vec<u8> = step.moves.iter().map(|mv| mv.seat).collect();
            let terms = &self.stored.terms;
            set_deadlines(&mut step.state, terms, &step.game, now, |seat| movers.contains(&seat.number()));
        }
        step.counts = self.counts(&step);
        Ok(step)
    }
}

impl Step {
    /// Plays a move.
    ///
    /// # Errors
    /// When the move is rejected, or the game has the maximum number of moves.
    pub(super) fn play(&mut self, mv: &TableMove, by: MovedBy, at: Timestamp) -> Result<(), StepError> {
        let max_moves = self.game.max_moves();
        if self.notes.len() >= max_moves {
            return Err(StepError::TooManyMoves(max_moves));
        }
        self.game.play(mv).map_err(StepError::Refused)?;
        self.notes.push_back_mut(MoveNote { seat: mv.seat(), by, at });
        self.moves.push(StoredMove { seat: mv.seat().number(), by, at, json: mv.json().to_owned() });
        Ok(())
    }
}
