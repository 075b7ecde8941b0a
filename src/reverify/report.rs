//! Findings about runs and tables, and the report on all of them.

use std::fmt;
use std::time::Duration;

use crate::store::{StoredRun, TableId};

/// The finding about a run or a table.
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
    /// All pass.
    AllHold,
    /// None fails, but some could not be verified.
    SomeUnverified,
    /// Some fail.
    SomeFail,
}

/// Numbers of runs or tables.
#[derive(Clone, Debug, Default)]
struct Tally {
    all: u64,
    moves: u64,
    failed: u64,
    unverified: u64,
}

impl Tally {
    fn passed(&self) -> u64 {
        self.all - self.failed - self.unverified
    }
}

/// The report on all runs and tables.
#[derive(Clone, Debug, Default)]
pub struct Report {
    runs: Tally,
    tables: Tally,
    tables_without_moves: u64,
    /// A line for each run or table that fails.
    failed: Vec<String>,
    /// A line for each run or table that could not be verified.
    unverified: Vec<String>,
    /// How long the runs took.
    pub(super) took: Duration,
    pub(super) hidden: usize,
    pub(super) shown: usize,
}

impl Report {
    /// Adds a finding about a run. Returns its line, unless the run passes.
    pub(super) fn add(&mut self, run: &StoredRun, finding: &Finding) -> Option<&str> {
        let Self { runs, failed, unverified, .. } = self;
        let what = format!("run {}", run.summary.id);
        add([failed, unverified], runs, &what, u64::from(run.summary.scores.whole.moves), finding)
    }

    /// Adds a finding about a table, as [`add`](Self::add) does.
    pub(super) fn add_table(&mut self, id: TableId, moves: usize, finding: &Finding) -> Option<&str> {
        let Self { tables, failed, unverified, .. } = self;
        add([failed, unverified], tables, &format!("table {id}"), moves as u64, finding)
    }

    /// Counts a table that has no moves to verify.
    pub(super) fn skip_table(&mut self) {
        self.tables_without_moves += 1;
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

/// Counts a finding, and adds its line to those of failures or to the others.
fn add<'a>(
    [failed, unverified]: [&'a mut Vec<String>; 2],
    tally: &mut Tally,
    what: &str,
    moves: u64,
    finding: &Finding,
) -> Option<&'a str> {
    tally.all += 1;
    tally.moves += moves;
    let (lines, line) = match finding {
        Finding::Holds => return None,
        Finding::Fails(why) => {
            tally.failed += 1;
            (failed, format!("{what} does not hold: {why}"))
        }
        Finding::Unverified(why) => {
            tally.unverified += 1;
            (unverified, format!("{what} could not be verified: {why}"))
        }
    };
    lines.push(line);
    lines.last().map(String::as_str)
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.failed.iter().chain(&self.unverified).try_for_each(|line| writeln!(f, "{line}"))?;
        let Self { runs, tables, tables_without_moves, .. } = self;
        let millis = self.took.as_millis().max(1);
        let a_second = |count: u64| u128::from(count) * 1000 / millis;
        let (runs_a_second, moves_a_second) = (a_second(runs.all), a_second(runs.moves));
        writeln!(
            f,
            "{} runs with {} moves in {millis} ms: {runs_a_second} runs and {moves_a_second} moves a second",
            runs.all, runs.moves
        )?;
        writeln!(f, "{} hold, {} do not", runs.passed(), runs.failed)?;
        if runs.unverified > 0 {
            writeln!(f, "{} could not be verified, and stay as they are", runs.unverified)?;
        }
        if self.hidden + self.shown > 0 {
            writeln!(f, "{} taken off the boards, {} put back", self.hidden, self.shown)?;
        }
        writeln!(f, "{} tables with {} moves", tables.all, tables.moves)?;
        writeln!(f, "{} tables hold, {} do not", tables.passed(), tables.failed)?;
        if tables.unverified > 0 {
            writeln!(f, "{} tables could not be verified", tables.unverified)?;
        }
        if *tables_without_moves > 0 {
            writeln!(
                f,
                "{tables_without_moves} tables were skipped: their moves were removed or are known to be unreadable"
            )?;
        }
        Ok(())
    }
}
