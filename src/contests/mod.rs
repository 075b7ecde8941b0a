//! Contests: the rounds that open and close by the clock, and the standings.
//!
//! The clock commits one row to open or close a round, whatever the number of entrants. What takes longer follows in small steps, which any
//! instance goes on with after a restart: the open games of a closed round are ended, the round is settled, and entrants are notified. Standings
//! are never stored: they are a pure function of the stored runs and the moderation log.

mod clock;
mod standings;

pub use self::clock::run as run_clock;
pub use self::standings::{ContestTable, Contests, EntryResult, Failure, result_of};
