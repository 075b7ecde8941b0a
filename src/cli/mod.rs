//! The command line: one function for each command. Those of games, of a whole database, and of operators have files of their own.

mod app;
mod database;
mod game;
mod operator;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::builder::{BoolishValueParser, Resettable};
use clap::{ArgAction, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use self::app::AppArgs;
use self::database::{ConfirmDayArgs, CopyArgs, RebuildArgs};
use self::game::{DealArgs, PlayArgs, ReplayArgs, SolveArgs, VerifyArgs};
use self::operator::{PlayerArgs, TableArgs};
use crate::api::{openapi, routes};
use crate::config::ServeConfig;
use crate::{backups, health, listener, reverify, server, store, telemetry};

/// The rules of board games as a service, for one player or several.
#[derive(Debug, Parser)]
#[command(name = "funhouse", version, about, subcommand_negates_reqs = true, args_conflicts_with_subcommands = true)]
#[command(
    after_help = "Environment variables that are empty count as not set. Those of options without a value take 1, 0, true, false, yes or no."
)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: ServeConfig,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the HTTP API. This is the default command.
    Serve(Box<ServeConfig>),
    /// Print the OpenAPI document.
    Openapi(openapi::Which),
    /// List the games.
    Games,
    /// Deal a game and show its board.
    Deal(DealArgs),
    /// Verify a run. Exits with 0 if it is legal, complete and scores what it claims, with 1 if not, and with 2 if the
    /// file is not JSON or its game, rules, options or seed cannot be used.
    Replay(ReplayArgs),
    /// Verify an exported file without the service. Exits with 0 if it holds, with 1 if not, and with 2 if it cannot be verified at all.
    Verify(VerifyArgs),
    /// Let a built-in player play a whole game.
    Play(PlayArgs),
    /// Find the par of a deal, and a line of moves that reaches it. The par is the best total or, in a game with chance or hidden pieces,
    /// the total of a strong player. With `--check`, replay a line that `--json` printed: exits with 0 if it is legal, complete and
    /// reaches its total.
    Solve(SolveArgs),
    /// Replay all stored runs, and all tables whose moves are stored. Exits with 0 if all are valid, with 1 if at least one is not, with 2 if the database cannot be used, and
    /// with 3 if none is known to be invalid but some could not be verified, such as those by rules that this program does not have.
    Reverify(reverify::ReverifyArgs),
    /// Rebuild all leaderboards from the stored runs. Meanwhile, a running service serves reads and refuses writes.
    Rebuild(RebuildArgs),
    /// Copy all data from one database to another, which must be empty or not exist yet: players, tokens, runs, leaderboards, tables and the
    /// secret. Each row is read back and compared; if one differs, nothing is stored. A service that runs on either database refuses writes
    /// meanwhile.
    Copy(CopyArgs),
    /// Back up an SQLite database to a new file, which only its owner can read. A service may use the database meanwhile. The backup has
    /// everything that was acknowledged before, and is checked. On PostgreSQL, use pg_dump.
    Backup(backups::BackupArgs),
    /// Replace an SQLite database by a backup, which is checked before anything is replaced. Stop the service first: a database in
    /// use is not replaced. The previous database is renamed, and its new name is printed. On PostgreSQL, use pg_restore.
    Restore(backups::RestoreArgs),
    /// Confirm that the clock of this machine is right although it is more than a day ahead of the newest day whose seeds were served,
    /// such as after a week in which the service was off. The service may be running.
    ConfirmDay(ConfirmDayArgs),
    /// Print the stored data of a player as JSON, as the player can export it, also if the player is banned. The service may be running.
    ExportPlayer(PlayerArgs),
    /// Delete a player, as players can do themselves: name, tokens, recovery code and ratings. Runs and seats at tables stay without a
    /// name. Asks for no confirmation. The service may be running.
    ErasePlayer(PlayerArgs),
    /// Create, list, approve, suspend or delete apps, which are front ends of others, and rotate their keys. The service may be running.
    App(AppArgs),
    /// End a table that is stuck, without result or rating, even if its moves cannot be replayed. A table that waits for players is
    /// deleted. The service may be running.
    CloseTable(TableArgs),
    /// Check the health of a running service. Exits with 0 if it is healthy, and with 1 if not.
    Health(health::HealthArgs),
}

/// Why a command failed. [`run`] maps each to an exit code.
#[derive(Debug)]
enum Failure {
    /// An argument or a file cannot be used, for this reason: exit code 2.
    Unusable(String),
    /// A run is not valid, and the output says why: exit code 1.
    Invalid,
    /// A service is not healthy, for this reason: exit code 1.
    Unhealthy(String),
    /// Some runs could not be verified, and the output says which: exit code 3.
    NotVerified,
    /// Reading or writing failed: exit code 2.
    Io(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

fn unusable(why: impl ToString) -> Failure {
    Failure::Unusable(why.to_string())
}

/// Runs the command that the arguments name, and returns the exit code.
#[must_use]
pub fn run() -> ExitCode {
    let cli =
        Cli::from_arg_matches(&with_environment(Cli::command()).get_matches()).unwrap_or_else(|error| error.exit());
    let result = match cli.command.unwrap_or_else(|| Command::Serve(Box::new(cli.serve))) {
        Command::Serve(config) => serve(&config),
        Command::Openapi(which) => print(&which.text(routes::documents())),
        Command::Games => game::games(),
        Command::Deal(args) => game::deal(&args),
        Command::Replay(args) => game::replay(&args),
        Command::Verify(args) => game::verify(&args),
        Command::Play(args) => game::play(&args),
        Command::Solve(args) => game::solve(&args),
        Command::Reverify(args) => database::reverified(&args),
        Command::Rebuild(args) => database::rebuild(&args),
        Command::Copy(args) => database::copy(&args),
        Command::Backup(args) => backups::backup(&args).map_err(unusable).and_then(|report| print(&report)),
        Command::Restore(args) => backups::restore(&args).map_err(unusable).and_then(|report| print(&report)),
        Command::ConfirmDay(args) => database::confirm_day(&args),
        Command::ExportPlayer(args) => operator::export_player(&args),
        Command::ErasePlayer(args) => operator::erase_player(&args),
        Command::App(args) => app::run(&args),
        Command::CloseTable(args) => operator::close_table(&args),
        Command::Health(args) => health::ask(&args).map_err(Failure::Unhealthy),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output may stop early, as `head` does: not an error.
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Invalid) => ExitCode::from(1),
        Err(Failure::NotVerified) => ExitCode::from(3),
        Err(Failure::Unhealthy(why)) => {
            eprintln!("funhouse: {why}");
            ExitCode::from(1)
        }
        Err(Failure::Unusable(why)) => {
            eprintln!("funhouse: {why}");
            ExitCode::from(2)
        }
        Err(Failure::Io(error)) => {
            eprintln!("funhouse: {error}");
            ExitCode::from(2)
        }
    }
}

/// Makes empty environment variables count as not set, as files that set all of them have them, and refuses other words than "yes" and "no" for
/// options without a value.
fn with_environment(command: clap::Command) -> clap::Command {
    let is_empty = |arg: &clap::Arg| arg.get_env().and_then(std::env::var_os).is_some_and(|value| value.is_empty());
    command
        .mut_args(|arg| if is_empty(&arg) { arg.env(Resettable::Reset) } else { arg })
        .mut_args(|arg| {
            if matches!(arg.get_action(), ArgAction::SetTrue) {
                arg.value_parser(BoolishValueParser::new())
            } else {
                arg
            }
        })
        .mut_subcommands(with_environment)
}

fn print(text: &str) -> Result<(), Failure> {
    Ok(io::stdout().lock().write_all(text.as_bytes())?)
}

fn serve(config: &ServeConfig) -> Result<(), Failure> {
    let _logs = telemetry::start(config).map_err(unusable)?;
    listener::raise_limit_of_connections();
    actix_web::rt::System::new().block_on(async {
        let shared = server::open(config).await.map_err(|why| unusable(format_args!("{}: {why}", store::database::redacted(&config.database))))?;
        let service = server::bind(config, shared)
            .map_err(|error| unusable(format_args!("cannot listen on {}: {error}", config.listen)))?;
        let (address, metrics) = (service.address, service.metrics);
        // A process that reads the address may send a signal immediately.
        let stopped = service.until_stopped()?;
        print(&format!(
            "funhouse listens on http://{address}\nplay at http://{address}/play; the API is explained at http://{address}/docs\n"
        ))?;
        metrics.map_or(Ok(()), |metrics| print(&format!("metrics are at http://{metrics}/metrics\n")))?;
        tracing::info!(%address, "listening");
        Ok(stopped.await?)
    })
}

/// The runtime of a command that uses a database.
fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Failure::Io)
}
