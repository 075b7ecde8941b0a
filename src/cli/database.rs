//! Commands for a whole database: `reverify`, `rebuild`, `copy` and `confirm-day`.

use clap::Args;

use super::{Failure, print, runtime, unusable};
use crate::config::DATABASE;
use crate::store;
use crate::store::database::Copied;
use crate::{progress, reverify, server};

#[derive(Debug, Args)]
pub(super) struct RebuildArgs {
    /// The database: FILE, sqlite://FILE or postgres://USER@HOST/DATABASE.
    #[arg(long, value_name = "URL", env = "FUNHOUSE_DATABASE", hide_env_values = true, default_value = DATABASE)]
    database: String,
}

#[derive(Debug, Args)]
pub(super) struct CopyArgs {
    /// The database to copy: FILE, sqlite://FILE or postgres://USER@HOST/DATABASE.
    #[arg(long, value_name = "URL")]
    from: String,
    /// The database for the copy.
    #[arg(long, value_name = "URL")]
    to: String,
}

#[derive(Debug, Args)]
pub(super) struct ConfirmDayArgs {
    /// The database: FILE, sqlite://FILE or postgres://USER@HOST/DATABASE.
    #[arg(long, value_name = "URL", env = "FUNHOUSE_DATABASE", hide_env_values = true, default_value = DATABASE)]
    database: String,
}

pub(super) fn confirm_day(args: &ConfirmDayArgs) -> Result<(), Failure> {
    let runtime = runtime()?;
    let (before, today) = runtime.block_on(server::confirm_day(&args.database)).map_err(unusable)?;
    match before {
        Some(newest) if newest > today => Err(unusable(format!(
            "the clock says {today}, but {newest} was served already: there is nothing to confirm"
        ))),
        _ => print(&format!("{today} is confirmed: its seeds are served\n")),
    }
}

pub(super) fn reverified(args: &reverify::ReverifyArgs) -> Result<(), Failure> {
    let report = reverify::run(args).map_err(unusable)?;
    print(&report.to_string())?;
    match report.outcome() {
        reverify::Outcome::AllHold => Ok(()),
        reverify::Outcome::SomeFail => Err(Failure::Invalid),
        reverify::Outcome::SomeUnverified => Err(Failure::NotVerified),
    }
}

pub(super) fn rebuild(RebuildArgs { database }: &RebuildArgs) -> Result<(), Failure> {
    let runtime = runtime()?;
    let bar = progress::bar("runs", 0);
    let show = |rebuilt, runs| {
        bar.set_length(runs);
        bar.set_position(rebuilt);
    };
    let rebuilt = runtime.block_on(store::database::rebuild(database, &show));
    bar.finish_and_clear();
    let runs = rebuilt.map_err(|why| unusable(format_args!("{}: {why}", store::database::redacted(database))))?;
    print(&format!("rebuilt all leaderboards from {runs} runs\n"))
}

pub(super) fn copy(CopyArgs { from, to }: &CopyArgs) -> Result<(), Failure> {
    let runtime = runtime()?;
    let bar = progress::bar("rows", 0);
    let show = |copied, rows| {
        bar.set_length(rows);
        bar.set_position(copied);
    };
    let copied = runtime.block_on(store::database::copy(from, to, &show));
    bar.finish_and_clear();
    let shown = store::database::redacted;
    let Copied { tables, rows } =
        copied.map_err(|why| unusable(format_args!("{} to {}: {why}", shown(from), shown(to))))?;
    print(&format!("copied {rows} rows of {tables} tables, and compared each\n"))
}
