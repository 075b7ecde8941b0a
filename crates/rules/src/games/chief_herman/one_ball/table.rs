//! The table of One Ball, and what follows from a report.

use serde::{Deserialize, Serialize};

use super::moves::{Break, Broke, Ended, Event, Foul, Fouled, Missed, Shot, Spotted, Sunk};
use super::result::GameResult;
use super::{AS_CALLED, BREAKING, ON_TABLE};
use crate::fault::Illegal;
use crate::game::Log;
use crate::games::chief_herman::pool::{self, RACK};
use crate::text::counted;
use crate::wire::{self, ToSchema};

/// The number of shots with which the game ends.
pub(super) const MAX_SHOTS: u64 = 199;
/// The number of misses in a row with which the game is lost.
pub(super) const MAX_MISSES: u64 = 4;

/// The phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = OneBallPhase)]
pub enum Phase {
    /// The break comes next.
    Break,
    /// The balls are shot one after another.
    Shoot,
    /// The game has ended.
    Over,
}

wire::record! {
    /// The table of One Ball. Everything is open.
    #[schema(as = OneBallTable)]
    pub struct Table {
        /// The phase.
        pub phase: Phase,
        /// The number of shots that were taken, fouls included. At most 199.
        pub shots: Count,
        /// The number of object balls on the table. At most 15.
        pub on_table: Count,
        /// The number of misses in a row, up to the last shot.
        pub misses: Count,
        /// How the game ended. Absent until it is over.
        pub result: Option<GameResult>,
    }
}

impl Table {
    /// Returns the table before the break.
    pub(super) fn racked() -> Self {
        Self { phase: Phase::Break, shots: 0, on_table: RACK, misses: 0, result: None }
    }

    /// The number of shots, or 200 if the game is lost.
    pub(super) fn points(&self) -> u64 {
        match self.result {
            None | Some(GameResult::Won) => self.shots,
            Some(_) => MAX_SHOTS + 1,
        }
    }

    pub(super) fn report_break(&mut self, mv: Break, log: &mut Log<Event>) -> Result<(), Illegal> {
        BREAKING.require(self.phase == Phase::Break, || "the break has been shot".to_owned())?;
        let left = self.left_after(mv.sunk)?;
        log.write(|| Broke { sunk: mv.sunk });
        self.phase = Phase::Shoot;
        self.shots += 1;
        self.on_table = left;
        self.end_if_decided(log);
        Ok(())
    }

    pub(super) fn report_shot(&mut self, mv: Shot, log: &mut Log<Event>) -> Result<(), Illegal> {
        BREAKING.require(self.phase == Phase::Shoot, || "the first shot is the break".to_owned())?;
        let left = self.left_after(mv.sunk)?;
        AS_CALLED.require(!mv.as_called || mv.sunk > 0, || "a shot that was made sank a ball".to_owned())?;
        self.shots += 1;
        self.on_table = left;
        if mv.as_called {
            self.misses = 0;
            log.write(|| Sunk { sunk: mv.sunk });
        } else {
            self.misses += 1;
            log.write(|| Missed { sunk: mv.sunk, misses: self.misses });
            if self.misses == MAX_MISSES {
                self.end(GameResult::FourMisses, log);
                return Ok(());
            }
            if self.on_table == RACK {
                self.end(GameResult::NothingToSpot, log);
                return Ok(());
            }
            self.on_table += 1;
            log.write(|| Spotted {});
        }
        self.end_if_decided(log);
        Ok(())
    }

    pub(super) fn report_foul(&mut self, mv: Foul, log: &mut Log<Event>) {
        self.shots += 1;
        log.write(|| Fouled { kind: mv.kind });
        self.end(GameResult::Foul, log);
    }

    /// Returns the number of object balls that are left if this many are sunk.
    fn left_after(&self, sunk: u64) -> Result<u64, Illegal> {
        let left = self.on_table.checked_sub(sunk);
        left.ok_or_else(|| {
            ON_TABLE.violation(format_args!("{} cannot be sunk of {}", pool::balls(sunk), self.on_table))
        })
    }

    /// Ends the game if the table is clear, or after the last shot.
    fn end_if_decided(&mut self, log: &mut Log<Event>) {
        if self.on_table == 0 {
            self.end(GameResult::Won, log);
        } else if self.shots == MAX_SHOTS {
            self.end(GameResult::TooManyShots, log);
        }
    }

    fn end(&mut self, result: GameResult, log: &mut Log<Event>) {
        self.phase = Phase::Over;
        self.result = Some(result);
        log.write(|| Ended { result, shots: self.shots });
    }

    pub(super) fn caption(&self) -> String {
        match (self.phase, self.result) {
            (Phase::Break, _) => "before the break".to_owned(),
            (Phase::Shoot, _) if self.misses > 0 => {
                format!("{}, {} in a row", counted(self.shots, "shot"), misses(self.misses))
            }
            (Phase::Shoot, _) => counted(self.shots, "shot"),
            (Phase::Over, Some(result)) => result.text(self.shots),
            (Phase::Over, None) => "over".to_owned(),
        }
    }
}

/// Formats a number of misses.
pub(super) fn misses(count: u64) -> String {
    if count == 1 { "1 miss".to_owned() } else { format!("{count} misses") }
}
