//! Findings about runs, and the report on all of them.

use std::fmt;
use std::time::Duration;

use crate::store::{RunId, StoredRun};

/// The finding about a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It passes.
    Holds,
    /// It fails, for this reason.
    Fails(String),
    /// It cannot be verified, for this reason.
    Unverified(String),
}

/// The result of all findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All runs pass.
    AllHold,
    /// No run fails, but some could not be verified.
    SomeUnverified,
    /// Some runs fail.
    SomeFail,
}

/// The report on all runs.
#[derive(Clone, Debug, Default)]
pub struct Report {
    runs: u64,
    moves: u64,
    /// A line for each run that fails.
    failed: Vec<String>,
    /// A line for each run that could not be verified.
    unverified: Vec<String>,
    pub(super) took: Duration,
    pub(super) hidden: usize,
    pub(super) shown: usize,
}

impl Report {
    /// Adds a finding. Returns its line, unless the run passes.
    pub(super) fn add(&mut self, run: &StoredRun, finding: &Finding) -> Option<&str> {
        self.runs += 1;
        self.moves += u64::from(run.summary.scores.whole.moves);
        let RunId(id) = run.summary.id;
        let (lines, line) = match finding {
            Finding::Holds => return None,
            Finding::Fails(why) => (&mut self.failed, format!("run {id} does not hold: {why}")),
            Finding::Unverified(why) => (&mut self.unverified, format!("run {id} could not be verified: {why}")),
        };
        lines.push(line);
        lines.last().map(String::as_str)
    }

    /// Returns the result of all findings.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match (self.failed.is_empty(), self.unverified.is_empty()) {
            (false, _) => Outcome::SomeFail,
            (true, false) => Outcome::SomeUnverified,
            (true, true) => Outcome::AllHold,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.failed.iter().chain(&self.unverified).try_for_each(|line| writeln!(f, "{line}"))?;
        let millis = self.took.as_millis().max(1);
        let a_second = |count: u64| u128::from(count) * 1000 / millis;
        let (runs, moves) = (self.runs, self.moves);
        let (runs_a_second, moves_a_second) = (a_second(runs), a_second(moves));
        writeln!(
            f,
            "{runs} runs with {moves} moves in {millis} ms: {runs_a_second} runs and {moves_a_second} moves a second"
        )?;
        let (failed, unverified) = (self.failed.len() as u64, self.unverified.len() as u64);
        writeln!(f, "{} hold, {failed} do not", runs - failed - unverified)?;
        if unverified > 0 {
            writeln!(f, "{unverified} could not be verified, and stay as they are")?;
        }
        if self.hidden + self.shown > 0 {
            writeln!(f, "{} taken off the boards, {} put back", self.hidden, self.shown)?;
        }
        Ok(())
    }
}
