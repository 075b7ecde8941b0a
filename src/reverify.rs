//! `funhouse reverify`: all stored runs are replayed, on as many threads as wanted.
//!
//! Runs are read in the order of their numbers, a chunk at a time, and shared out among threads. After each chunk the number
//! that was reached is kept in the database, so that a walk that was broken off can be taken up again.

use std::fmt;
use std::io::IsTerminal as _;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::config::DATABASE;
use crate::store::sqlite::Sqlite;
use crate::store::{RunId, Store, StoredRun};
use crate::verification::{Unreadable, Verification, verify};

/// How many runs are read at once.
const CHUNK: u32 = 1000;
/// Under what name the number that was reached is kept.
const WALK: &str = "reverify";

/// What `funhouse reverify` takes.
#[derive(Clone, Debug, Args)]
pub struct ReverifyArgs {
    /// The database.
    #[arg(long, value_name = "sqlite://FILE", env = "FUNHOUSE_DATABASE", default_value = DATABASE)]
    pub database: String,
    /// Threads that replay; as many as there are cores unless told.
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Go on where the last walk was broken off.
    #[arg(long)]
    pub resume: bool,
    /// Take runs that do not hold off the boards, and put back those that were hidden and hold.
    #[arg(long)]
    pub hide: bool,
}

/// What a walk through all runs has found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    runs: u64,
    moves: u64,
    took: Duration,
    bad: Vec<(RunId, String)>,
    hidden: usize,
    shown: usize,
}

impl Found {
    /// Whether all runs hold.
    #[must_use]
    pub fn all_hold(&self) -> bool {
        self.bad.is_empty()
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (run, why) in &self.bad {
            writeln!(f, "run {run} does not hold: {why}")?;
        }
        let millis = self.took.as_millis().max(1);
        let a_second = |count: u64| u128::from(count) * 1000 / millis;
        let (runs, moves, bad) = (self.runs, self.moves, self.bad.len());
        writeln!(
            f,
            "{runs} runs with {moves} moves in {millis} ms: {} runs and {} moves a second",
            a_second(runs),
            a_second(moves)
        )?;
        writeln!(f, "{} hold, {bad} do not", runs - bad as u64)?;
        if self.hidden + self.shown > 0 {
            writeln!(f, "{} taken off the boards, {} put back", self.hidden, self.shown)?;
        }
        Ok(())
    }
}

/// Replays all stored runs.
///
/// # Errors
/// When the database cannot be used.
pub fn run(args: &ReverifyArgs) -> Result<Found, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().map_err(|why| why.to_string())?;
    runtime.block_on(walk(args)).map_err(|why| format!("{}: {why}", args.database))
}

#[allow(clippy::disallowed_types, reason = "the walk is timed; no rule is")]
async fn walk(args: &ReverifyArgs) -> Result<Found, Box<dyn std::error::Error>> {
    let store = Sqlite::open(&args.database).await?;
    let threads = args.threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let mut reached = if args.resume { store.milestone(WALK).await? } else { RunId(0) };
    let progress = progress(store.count_after(reached).await?);
    let started = std::time::Instant::now();
    let mut found = Found::default();
    loop {
        let runs = store.runs_after(reached, CHUNK).await?;
        let Some(last) = runs.last() else { break };
        reached = last.summary.id;
        let verified = verified(&runs, threads);
        let (mut hide, mut show) = (Vec::new(), Vec::new());
        for (run, verified) in runs.iter().zip(verified) {
            let id = run.summary.id;
            found.runs += 1;
            found.moves += run.summary.marks.first().map_or(0, |mark| mark.moves.into());
            match fault(verified) {
                Some(why) => {
                    progress.suspend(|| eprintln!("run {id} does not hold: {why}"));
                    found.bad.push((id, why));
                    hide.extend((!run.summary.hidden).then_some(id));
                }
                None => show.extend(run.summary.hidden.then_some(id)),
            }
        }
        if args.hide {
            (found.hidden, found.shown) = (found.hidden + hide.len(), found.shown + show.len());
            store.hide(hide, true).await?;
            store.hide(show, false).await?;
        }
        store.set_milestone(WALK, reached).await?;
        progress.inc(runs.len() as u64);
    }
    found.took = started.elapsed();
    progress.finish_and_clear();
    store.set_milestone(WALK, RunId(0)).await?;
    store.close().await?;
    Ok(found)
}

/// A bar on standard error, if that is a terminal.
fn progress(runs: u64) -> ProgressBar {
    let target =
        if std::io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let progress = ProgressBar::with_draw_target(Some(runs), target);
    // Without the template the bar has its usual looks.
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} runs, {per_sec}, {eta} left") {
        progress.set_style(style);
    }
    progress
}

type Verified = Result<Verification, Unreadable>;

/// Verifies runs on several threads, which take them one by one.
fn verified(runs: &[StoredRun], threads: usize) -> Vec<Verified> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(run) = runs.get(at) else { return done };
            done.push((at, verify(run)));
        }
    };
    let mut all: Vec<Verified> = runs.iter().map(|_| Err(Unreadable("the replay broke off".to_owned()))).collect();
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for (at, verified) in workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()) {
            all[at] = verified;
        }
    });
    all
}

/// Why a run does not hold, if it does not.
fn fault(verified: Verified) -> Option<String> {
    let verification = match verified {
        Ok(verification) if verification.holds => return None,
        Ok(verification) => verification,
        Err(Unreadable(why)) => return Some(why),
    };
    Some(match verification.bad_move {
        Some(bad) => format!("move {} is illegal: {}", bad.index, bad.detail),
        None if !verification.complete => "the game has not ended".to_owned(),
        None if !verification.score_holds => {
            format!("it scores {}, or its rooms took other numbers of moves", verification.score)
        }
        None => format!("its final state has the digest {}", verification.digest),
    })
}
