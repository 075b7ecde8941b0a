//! The table of Wild Bill, and what follows from a report.

use serde::{Deserialize, Serialize};

use super::moves::{Ended, Event, Foul, Fouled, InningEnded, Replaced, Shot, ShotTaken, Won};
use super::{BALLS_RULE, CONTACT, DUE};
use crate::fault::Illegal;
use crate::game::{Log, Seat, Seats, places};
use crate::games::chief_herman::pool::FoulKind;
use crate::text::counted;
use crate::wire::{self, ToSchema};

/// The number of object balls.
pub(super) const BALLS: u64 = 3;
/// The points of a seat that can win.
pub(super) const GOAL: u64 = 30;
/// The number of shots with which the game ends.
pub(super) const MAX_SHOTS: u64 = 400;
/// The worth of a shot with which the seat goes on, and can win.
const GOES_ON: u64 = 2;
/// Maximum worth of a shot: three balls sunk, and three touched.
pub(super) const MAX_WORTH: u64 = 8;

/// The phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = WildBillPhase)]
pub enum Phase {
    /// The first shot comes next.
    Break,
    /// A later shot comes next.
    Shoot,
    /// The game has ended.
    Over,
}

wire::record! {
    /// The table of Wild Bill. Everything is open.
    #[schema(as = WildBillTable)]
    pub struct Table {
        /// The phase.
        pub phase: Phase,
        /// The seat that shoots; at the end the seat that made the last shot.
        pub turn: Seat,
        /// The number of shots that were taken. At most 400.
        pub shots: Count,
        /// Whether the cue ball is in hand after a scratch; false before the break.
        pub in_hand: bool,
        /// The points of the ended innings of each seat, from seat 1.
        pub scores: BoundedVec<wire::Count, 2, 5>,
        /// The points of the current inning; 0 at the end.
        pub inning: Count,
        /// The seat that has won; absent if none has.
        pub winner: Option<Seat>,
    }
}

/// Returns the worth of a legal shot: its balls and its carom.
pub(super) const fn worth(sunk: u64, contacts: u64) -> u64 {
    sunk + match contacts {
        0 | 1 => 0,
        2 => 2,
        _ => 5,
    }
}

impl Table {
    /// Returns the table before the break.
    pub(super) fn begun(seats: Seats) -> Self {
        Self {
            phase: Phase::Break,
            turn: Seat::FIRST,
            shots: 0,
            in_hand: false,
            scores: seats.iter().map(|_| wire::Count(0)).collect(),
            inning: 0,
            winner: None,
        }
    }

    /// Returns whether the first contact can be wrong: on the break, and with the cue ball in hand.
    pub(super) fn is_contact_due(&self) -> bool {
        self.phase == Phase::Break || self.in_hand
    }

    /// Returns the score of a seat, without the current inning; 0 if the table has no such seat.
    pub(super) fn score(&self, seat: Seat) -> u64 {
        self.scores.get(seat.index()).map_or(0, |score| score.0)
    }

    /// Returns the points of each seat, the current inning included.
    pub(super) fn points(&self) -> Vec<i64> {
        let mut points: Vec<i64> = self.scores.iter().map(|score| score.0 as i64).collect();
        if let Some(points) = points.get_mut(self.turn.index()) {
            *points += self.inning as i64;
        }
        points
    }

    /// Returns the place of each seat: the winner is first, whatever the others have.
    pub(super) fn places(&self) -> Vec<u8> {
        let winner = self.winner.map(Seat::index);
        let keys = self.points().into_iter().enumerate().map(|(index, points)| (winner == Some(index), points));
        places(&keys.collect::<Vec<_>>())
    }

    pub(super) fn report_shot(&mut self, seats: Seats, mv: Shot, log: &mut Log<Event>) -> Result<(), Illegal> {
        let Shot { seat, sunk, contacts } = mv;
        BALLS_RULE.require(sunk <= BALLS && contacts <= BALLS, || {
            format!("there are only {BALLS} object balls ({sunk} sunk, {contacts} touched)")
        })?;
        CONTACT.require(contacts > 0, || "a legal shot touches an object ball".to_owned())?;
        let worth = worth(sunk, contacts);
        log.write(|| ShotTaken { seat, sunk, contacts, worth });
        if sunk > 0 {
            log.write(|| Replaced { balls: sunk });
        }
        self.count_shot(false);
        self.inning += worth;
        if worth < GOES_ON {
            self.end_inning(log);
            self.pass(seats, log);
        } else if self.score(seat) + self.inning >= GOAL {
            self.end_inning(log);
            self.winner = Some(seat);
            log.write(|| Won { seat });
            self.end(log);
        } else if self.shots == MAX_SHOTS {
            self.end_inning(log);
            self.end(log);
        }
        Ok(())
    }

    pub(super) fn report_foul(&mut self, seats: Seats, mv: Foul, log: &mut Log<Event>) -> Result<(), Illegal> {
        let Foul { seat, kind } = mv;
        let possible = kind != FoulKind::WrongContact || self.is_contact_due();
        DUE.require(possible, || "no first contact was due".to_owned())?;
        log.write(|| Fouled { seat, kind, lost: self.inning });
        self.count_shot(kind == FoulKind::Scratch);
        self.inning = 0;
        self.pass(seats, log);
        Ok(())
    }

    /// Counts a shot, and whether it was a scratch.
    fn count_shot(&mut self, scratch: bool) {
        self.phase = Phase::Shoot;
        self.shots += 1;
        self.in_hand = scratch;
    }

    /// Adds the points of the inning to the score.
    fn end_inning(&mut self, log: &mut Log<Event>) {
        let points = std::mem::take(&mut self.inning);
        if let Some(score) = self.scores.get_mut(self.turn.index()) {
            score.0 += points;
        }
        log.write(|| InningEnded { seat: self.turn, points, score: self.score(self.turn) });
    }

    /// Passes the turn on, or ends the game after the last shot.
    fn pass(&mut self, seats: Seats, log: &mut Log<Event>) {
        if self.shots == MAX_SHOTS {
            self.end(log);
        } else {
            self.turn = seats.after(self.turn);
        }
    }

    fn end(&mut self, log: &mut Log<Event>) {
        self.phase = Phase::Over;
        log.write(|| Ended { shots: self.shots });
    }

    pub(super) fn caption(&self) -> String {
        let shots = counted(self.shots, "shot");
        match self.phase {
            Phase::Break => "before the break".to_owned(),
            Phase::Shoot if self.in_hand => format!("{shots}, the cue ball is in hand"),
            Phase::Shoot => shots,
            Phase::Over => format!("over after {shots}"),
        }
    }
}
