//! `funhouse reverify`: replays all stored runs, and then all tables, on several threads.
//!
//! Runs are read in the order of their ids, a chunk at a time, up to the last one that was stored when the job started, and distributed
//! among threads. After each chunk, the last id is stored as a checkpoint, from which an interrupted job can continue. Tables have a
//! checkpoint of their own.
//!
//! Only a run that was replayed to its end and fails is hidden. One that cannot be verified, because this program does not know its
//! rules or panics, is reported and stays as it is.

mod report;
mod rules;
mod tables;

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use clap::Args;

pub use self::report::{Finding, Outcome, Report};
pub use self::rules::verify;
use crate::config::DATABASE;
use crate::pool::panic_message;
use crate::progress;
use crate::store::database;
use crate::store::{HiddenFor, RunId, Store, StoreError, StoredRun};

/// The number of runs to read at once.
const CHUNK: u32 = 1000;
/// The name of the checkpoint.
const JOB: &str = "reverify";

/// The arguments of `funhouse reverify`.
#[derive(Clone, Debug, Args)]
pub struct ReverifyArgs {
    /// The database: FILE, sqlite://FILE or postgres://USER@HOST/DATABASE.
    #[arg(long, value_name = "URL", env = "FUNHOUSE_DATABASE", hide_env_values = true, default_value = DATABASE)]
    pub database: String,
    /// Threads that replay; by default as many as there are cores.
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Continue an interrupted job.
    #[arg(long)]
    pub resume: bool,
    /// Hide runs that fail from the boards, and show hidden runs that pass.
    #[arg(long)]
    pub hide: bool,
}

/// Replays all stored runs and tables.
///
/// # Errors
/// If the database cannot be used.
pub fn run(args: &ReverifyArgs) -> Result<Report, String> {
    run_with(args, verify)
}

/// Verifies all stored runs with this function, and all tables.
///
/// # Errors
/// If the database cannot be used.
pub fn run_with(args: &ReverifyArgs, verify: impl Fn(&StoredRun) -> Finding + Sync) -> Result<Report, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|why| why.to_string())?;
    runtime.block_on(reverify(args, &verify)).map_err(|why| format!("{}: {why}", database::redacted(&args.database)))
}

#[allow(clippy::disallowed_types, reason = "measures how long the job takes; only the rules must not use a clock")]
async fn reverify<V>(args: &ReverifyArgs, verify: &V) -> Result<Report, Box<dyn std::error::Error>>
where
    V: Fn(&StoredRun) -> Finding + Sync,
{
    let store = database::open_existing(&args.database).await?;
    let threads = args.threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    // Instances can commit runs in another order than that of their ids: after this one, some may still be missing.
    let last = store.last_run().await?;
    let mut reached = if args.resume { store.checkpoint(JOB).await? } else { RunId(0) };
    let progress = progress::bar("runs", store.count_after(reached).await?);
    let started = std::time::Instant::now();
    let mut report = Report::default();
    loop {
        let mut runs = store.runs_after(reached, CHUNK).await?;
        runs.retain(|run| run.summary.id <= last);
        let Some(end) = runs.last() else { break };
        reached = end.summary.id;
        let findings = findings(&runs, threads, verify);
        for (run, finding) in runs.iter().zip(&findings) {
            if let Some(line) = report.add(run, finding) {
                progress.suspend(|| eprintln!("{line}"));
            }
        }
        if args.hide {
            hide_and_show(&*store, &runs, &findings, &mut report).await?;
        }
        store.set_checkpoint(JOB, reached).await?;
        progress.inc(runs.len() as u64);
    }
    progress.finish_and_clear();
    report.took = started.elapsed();
    tables::reverify(&*store, threads, args.resume, &mut report).await?;
    // The next job starts again, also if this one continued another.
    store.set_checkpoint(JOB, RunId(0)).await?;
    store.set_checkpoint(tables::JOB, RunId(0)).await?;
    store.close().await?;
    Ok(report)
}

/// Hides runs that fail, and shows those that were hidden for failing and pass.
async fn hide_and_show(
    store: &dyn Store,
    runs: &[StoredRun],
    findings: &[Finding],
    report: &mut Report,
) -> Result<(), StoreError> {
    // Runs that moderators hid stay hidden, whether or not they pass.
    let is_marked = |run: &StoredRun| run.summary.hidden.is_for(HiddenFor::FailedVerification);
    let (mut hide, mut show) = (Vec::new(), Vec::new());
    for (run, finding) in runs.iter().zip(findings) {
        match finding {
            Finding::Holds if is_marked(run) => show.push(run.summary.id),
            Finding::Fails(_) if !is_marked(run) => hide.push(run.summary.id),
            _ => {}
        }
    }
    report.hidden += hide.len();
    report.shown += show.len();
    store.hide(hide, true).await?;
    store.hide(show, false).await
}

/// Returns the finding of each run or table, from several threads that take them one by one.
fn findings<T: Sync>(all: &[T], threads: usize, verify: &(impl Fn(&T) -> Finding + Sync)) -> Vec<Finding> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut findings = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(next) = all.get(at) else { return findings };
            findings.push((at, finding(next, verify)));
        }
    };
    let mut found = vec![Finding::Unverified("its replay was not begun".to_owned()); all.len()];
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for (at, finding) in workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()) {
            found[at] = finding;
        }
    });
    found
}

/// Returns the finding of a run or table, even if verifying it panics.
fn finding<T>(of: &T, verify: &impl Fn(&T) -> Finding) -> Finding {
    // Verifying changes nothing, so a panic leaves nothing inconsistent.
    let found = catch_unwind(AssertUnwindSafe(|| verify(of)));
    found.unwrap_or_else(|panic| Finding::Unverified(format!("its replay died: {}", panic_message(&*panic))))
}
