//! The command line: `serve`, `openapi`, `games`, `deal`, `replay`, `play`, `solve`, `reverify`, `rebuild`, `copy`, `backup`, `restore`,
//! `confirm-day` and `health`.

use std::fmt::Write as _;
use std::io::{self, Read as _, Write as _};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};
use serde_json::{Map, Value as Json, json};

use crate::api::{openapi, routes};
use crate::config::{DATABASE, ServeConfig};
use crate::engine::problem::Problem;
use crate::engine::robot::{PlayedGame, Progress};
use crate::engine::run_file::FileVerdict;
use crate::engine::{self, GameVersions, Ruleset, catalogue};
use crate::picture;
use crate::rules::chance::Seed;
use crate::rules::game::ScoreOrder;
use crate::rules::robot::Robot;
use crate::solve::{self, EffortName};
use crate::store;
use crate::store::database::Copied;
use crate::{backups, health, listener, progress, reverify, server, telemetry};

/// The rules of board games as a service, for one player or several.
#[derive(Debug, Parser)]
#[command(name = "funhouse", version, about, subcommand_negates_reqs = true, args_conflicts_with_subcommands = true)]
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
    /// Let a built-in player play a whole game.
    Play(PlayArgs),
    /// Find the par of a deal, and a line of moves that reaches it. The par is the best total or, in a game with chance or hidden pieces,
    /// the total of a strong player. With `--check`, replay a line that `--json` printed: exits with 0 if it is legal, complete and
    /// reaches its total.
    Solve(SolveArgs),
    /// Replay all stored runs. Exits with 0 if all are valid, with 1 if at least one is not, with 2 if the database cannot be used, and
    /// with 3 if none is known to be invalid but some could not be verified, such as runs by rules that this program does not have.
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
    /// Check the health of a running service. Exits with 0 if it is healthy, and with 1 if not.
    Health(health::HealthArgs),
}

#[derive(Debug, Args)]
struct RebuildArgs {
    /// The database: FILE, sqlite://FILE or postgres://USER@HOST/DATABASE.
    #[arg(long, value_name = "URL", env = "FUNHOUSE_DATABASE", hide_env_values = true, default_value = DATABASE)]
    database: String,
}

#[derive(Debug, Args)]
struct CopyArgs {
    /// The database to copy: FILE, sqlite://FILE or postgres://USER@HOST/DATABASE.
    #[arg(long, value_name = "URL")]
    from: String,
    /// The database for the copy.
    #[arg(long, value_name = "URL")]
    to: String,
}

#[derive(Debug, Args)]
struct ConfirmDayArgs {
    /// The database: FILE, sqlite://FILE or postgres://USER@HOST/DATABASE.
    #[arg(long, value_name = "URL", env = "FUNHOUSE_DATABASE", hide_env_values = true, default_value = DATABASE)]
    database: String,
}

#[derive(Debug, Args)]
struct DealArgs {
    /// The game's id, as `funhouse games` lists it.
    game: String,
    /// The seed: 1 to 64 characters of A-Z a-z 0-9 . _ -
    #[arg(long, allow_hyphen_values = true)]
    seed: Seed,
    /// Number of seats, for a game for several seats. The default is the minimum of the game.
    #[arg(long, value_name = "N")]
    seats: Option<u8>,
    /// The rules version. The default is the newest.
    #[arg(long, value_name = "N")]
    rules: Option<u32>,
    /// An option of the game, such as `dexterity=reported`. Can be repeated.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = option_pair)]
    options: Vec<(String, String)>,
    /// Print JSON instead of text: `deal` prints the position, `play` the run, and `solve` the run with its bounds.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
struct ReplayArgs {
    /// The run file, or `-` for standard input.
    file: String,
    /// Print the verdict as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
struct PlayArgs {
    #[command(flatten)]
    deal: DealArgs,
    /// The built-in player.
    #[arg(long, value_enum, default_value = "greedy")]
    player: RobotName,
}

#[derive(Debug, Args)]
struct SolveArgs {
    #[command(flatten)]
    deal: Option<DealArgs>,
    /// How thoroughly to search.
    #[arg(long, value_enum, default_value = "deep")]
    effort: EffortName,
    /// A file with a line that `--json` printed, or `-` for standard input.
    #[arg(long, value_name = "FILE", exclusive = true)]
    check: Option<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum RobotName {
    /// Any legal move.
    Random,
    /// The move that looks best.
    Greedy,
}

impl From<RobotName> for Robot {
    fn from(name: RobotName) -> Self {
        match name {
            RobotName::Random => Self::Random,
            RobotName::Greedy => Self::Greedy,
        }
    }
}

fn option_pair(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=').ok_or("an option is NAME=VALUE")?;
    Ok((pair.0.to_owned(), pair.1.to_owned()))
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
    let cli = Cli::parse();
    let result = match cli.command.unwrap_or_else(|| Command::Serve(Box::new(cli.serve))) {
        Command::Serve(config) => serve(&config),
        Command::Openapi(which) => print(&which.text(routes::documents())),
        Command::Games => games(),
        Command::Deal(args) => deal(&args),
        Command::Replay(args) => replay(&args),
        Command::Play(args) => play(&args),
        Command::Solve(args) => solve(&args),
        Command::Reverify(args) => reverified(&args),
        Command::Rebuild(args) => rebuild(&args),
        Command::Copy(args) => copy(&args),
        Command::Backup(args) => backups::backup(&args).map_err(unusable).and_then(|report| print(&report)),
        Command::Restore(args) => backups::restore(&args).map_err(unusable).and_then(|report| print(&report)),
        Command::ConfirmDay(args) => confirm_day(&args),
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

fn confirm_day(args: &ConfirmDayArgs) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Failure::Io)?;
    let (before, today) = runtime.block_on(server::confirm_day(&args.database)).map_err(unusable)?;
    match before {
        Some(newest) if newest > today => Err(unusable(format!(
            "the clock says {today}, but {newest} was served already: there is nothing to confirm"
        ))),
        _ => print(&format!("{today} is confirmed: its seeds are served\n")),
    }
}

fn reverified(args: &reverify::ReverifyArgs) -> Result<(), Failure> {
    let report = reverify::run(args).map_err(unusable)?;
    print(&report.to_string())?;
    match report.outcome() {
        reverify::Outcome::AllHold => Ok(()),
        reverify::Outcome::SomeFail => Err(Failure::Invalid),
        reverify::Outcome::SomeUnverified => Err(Failure::NotVerified),
    }
}

fn rebuild(RebuildArgs { database }: &RebuildArgs) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Failure::Io)?;
    let bar = progress::bar("runs", 0);
    let show = |rebuilt, runs| {
        bar.set_length(runs);
        bar.set_position(rebuilt);
    };
    let rebuilt = runtime.block_on(store::database::rebuild(database, show));
    bar.finish_and_clear();
    let runs = rebuilt.map_err(|why| unusable(format_args!("{}: {why}", store::database::redacted(database))))?;
    print(&format!("rebuilt all leaderboards from {runs} runs\n"))
}

fn copy(CopyArgs { from, to }: &CopyArgs) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Failure::Io)?;
    let bar = progress::bar("rows", 0);
    let show = |copied, rows| {
        bar.set_length(rows);
        bar.set_position(copied);
    };
    let copied = runtime.block_on(store::database::copy(from, to, show));
    bar.finish_and_clear();
    let shown = store::database::redacted;
    let Copied { tables, rows } =
        copied.map_err(|why| unusable(format_args!("{} to {}: {why}", shown(from), shown(to))))?;
    print(&format!("copied {rows} rows of {tables} tables, and compared each\n"))
}

fn games() -> Result<(), Failure> {
    let mut text = String::new();
    for game in catalogue::list(engine::games()).games {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{:<22} {}", game.id, game.summary);
    }
    print(&text)
}

/// The ruleset of a game's id and, if one is named, a rules version.
fn ruleset(id: &str, rules: Option<u32>) -> Result<&'static dyn Ruleset, Failure> {
    let unknown_game = || {
        let ids: Vec<&str> = engine::games().iter().map(GameVersions::id).collect();
        unusable(format_args!("there is no game {id:?}; known are {}", ids.join(", ")))
    };
    let game = engine::game(id).ok_or_else(unknown_game)?;
    let Some(rules) = rules else { return Ok(game.newest()) };
    game.version(rules).ok_or_else(|| unusable(format_args!("the rules version {rules} is not known for {id}")))
}

/// The options given as pairs.
fn options(pairs: &[(String, String)]) -> Map<String, Json> {
    pairs.iter().map(|(name, value)| (name.clone(), Json::from(value.as_str()))).collect()
}

/// The position of a deal, as JSON.
fn dealt(args: &DealArgs, ruleset: &dyn Ruleset) -> Result<Vec<u8>, Failure> {
    let mut request = json!({ "seed": args.seed, "options": options(&args.options) });
    let min_seats = ruleset.ranked().is_none().then_some(ruleset.facts().seats.0);
    if let Some(seats) = args.seats.or(min_seats) {
        request["seats"] = seats.into();
    }
    ruleset
        .deal(request.to_string().as_bytes(), &|| None, picture::draw)
        .map_err(|refusal| unusable(Problem::from(refusal).detail))
}

fn deal(args: &DealArgs) -> Result<(), Failure> {
    let ruleset = ruleset(&args.game, args.rules)?;
    let position = dealt(args, ruleset)?;
    if args.json {
        print(&(String::from_utf8_lossy(&position) + "\n"))
    } else {
        let scene = ruleset.scene(&position).map_err(|refusal| unusable(Problem::from(refusal).detail))?;
        print(&scene.to_string())
    }
}

fn play(args: &PlayArgs) -> Result<(), Failure> {
    let PlayArgs { deal, player } = args;
    let ruleset = ruleset(&deal.game, deal.rules)?;
    let mut shown = format!("{}, seed {}\n", ruleset.facts().title, deal.seed);
    let mut moves = 0;
    let mut show = |step: Progress<'_>| {
        // Writing to a string cannot fail.
        let _ = match step {
            Progress::Dealt(scene) => write!(shown, "\n{scene}"),
            Progress::Played(mv, scene) => {
                moves += 1;
                write!(shown, "\n{moves}. {}\n{scene}", notation(mv))
            }
        };
    };
    let played = ruleset.play_out((*player).into(), deal.seed.clone(), deal.seats, options(&deal.options), &mut show);
    let PlayedGame { run, standing } = played.map_err(unusable)?;
    if deal.json {
        return print(&format!("{run}\n"));
    }
    print(&shown)?;
    print(&format!("\n{}\n", score_line(&standing)))
}

fn solve(SolveArgs { deal, effort, check }: &SolveArgs) -> Result<(), Failure> {
    if let Some(file) = check {
        return check_line(file);
    }
    let deal = deal.as_ref().ok_or_else(|| unusable("name a game and a seed, or a file to check"))?;
    let ruleset = ruleset(&deal.game, deal.rules)?;
    let solved = solve::solve(ruleset, &dealt(deal, ruleset)?, (*effort).into()).map_err(unusable)?;
    if deal.json {
        return print(&format!("{}\n", solved.json()));
    }
    let mut shown = format!("{}, seed {}\n", ruleset.facts().title, deal.seed);
    for (mv, number) in solved.run["moves"].as_array().into_iter().flatten().zip(1..) {
        // Writing to a string cannot fail.
        let _ = writeln!(shown, "{number}. {}", notation(mv));
    }
    print(&format!("{shown}{}\n", solved.summary()))
}

/// Replays a line that was found. That no line is better is not proven again.
fn check_line(file: &str) -> Result<(), Failure> {
    let mut fields = read(file)?;
    let bounds = fields.remove("bounds").ok_or_else(|| unusable(format_args!("{file} has no bounds")))?;
    let ruleset = ruleset_of(file, &fields)?;
    let reached = match ruleset.facts().scoring.map(|scoring| scoring.wins) {
        Some(ScoreOrder::HigherIsBetter) => "at_least",
        _ => "at_most",
    };
    let claims = fields.get("score") == bounds.get(reached);
    if claims && ruleset.judge_file(fields).map_err(unusable)?.holds {
        print(&format!("the line is legal and reaches {}\n", bounds[reached]))
    } else {
        print("the line is not valid\n")?;
        Err(Failure::Invalid)
    }
}

/// A move on one line: its type, then its fields.
fn notation(mv: &Json) -> String {
    let plain = |value: &Json| value.to_string().replace('"', "");
    let kind = mv.get("type").map(plain).unwrap_or_default();
    let others = mv.as_object().into_iter().flatten().filter(|(name, _)| *name != "type");
    others.fold(kind, |line, (name, value)| format!("{line} {name} {}", plain(value)))
}

/// The score card on one line: the total, then its other fields. Or points and places, one number per seat.
fn score_line(card: &Json) -> String {
    if let Some(points) = card.get("points") {
        let places = card.get("places").map(|places| format!(", places {places}")).unwrap_or_default();
        return format!("points {points}{places}");
    }
    let others = card.as_object().into_iter().flatten().filter(|(name, _)| *name != "total");
    others.fold(format!("score {}", card["total"]), |line, (name, value)| format!("{line}, {name} {value}"))
}

fn replay(args: &ReplayArgs) -> Result<(), Failure> {
    let fields = read(&args.file)?;
    let claim = fields.get("score").or_else(|| fields.get("points")).cloned();
    let verdict = ruleset_of(&args.file, &fields)?.judge_file(fields).map_err(unusable)?;
    if args.json {
        print(&format!("{}\n", verdict.verdict))?;
        verdict.malformed.iter().for_each(|why| eprintln!("funhouse: {why}"));
    } else {
        print(&verdict_text(&verdict, claim.as_ref()))?;
    }
    if verdict.holds { Ok(()) } else { Err(Failure::Invalid) }
}

/// The ruleset that the run of a file names.
fn ruleset_of(file: &str, fields: &Map<String, Json>) -> Result<&'static dyn Ruleset, Failure> {
    let Some(Json::String(id)) = fields.get("game") else {
        return Err(unusable(format_args!("{file} has no `game`")));
    };
    let rules = fields.get("rules").ok_or_else(|| unusable("the run has no `rules`"))?;
    let rules = serde_json::from_value(rules.clone());
    let rules = rules.map_err(|error| unusable(format_args!("the `rules` of the run cannot be used: {error}")))?;
    ruleset(id, Some(rules))
}

#[allow(clippy::disallowed_methods, reason = "the command line reads the file that an argument names")]
fn read(file: &str) -> Result<Map<String, Json>, Failure> {
    let mut bytes = Vec::new();
    if file == "-" {
        io::stdin().lock().read_to_end(&mut bytes)?;
    } else {
        bytes = std::fs::read(file).map_err(|error| unusable(format_args!("{file}: {error}")))?;
    }
    let json = serde_json::from_slice(&bytes).map_err(|error| unusable(format_args!("{file} is not JSON: {error}")))?;
    let Json::Object(fields) = json else { return Err(unusable(format_args!("{file} must be a JSON object"))) };
    Ok(fields)
}

/// The verdict as text.
fn verdict_text(FileVerdict { holds, verdict, malformed }: &FileVerdict, claim: Option<&Json>) -> String {
    let position = &verdict["position"];
    let mut lines = vec![score_line(position.get("score").unwrap_or(position))];
    if let Some(bad) = verdict.get("bad_move") {
        let rule = bad["rule"].as_str().map(|rule| format!(" ({rule})")).unwrap_or_default();
        let detail = bad["detail"].as_str().unwrap_or_default();
        lines.push(format!("not legal: move {}, counted from 0: {detail}{rule}", bad["index"]));
    } else if verdict["complete"] != true {
        lines.push("not complete: the game has not ended".to_owned());
    }
    if let (Some(claim), Some(Json::Bool(false))) = (claim, verdict.get("claim_holds")) {
        lines.push(format!("the claim of {claim} does not hold"));
    }
    lines.extend(malformed.iter().cloned());
    if *holds {
        lines.push(
            "the run holds: it is legal and complete".to_owned()
                + if claim.is_some() { ", and scores what it claims" } else { "" },
        );
    }
    lines.join("\n") + "\n"
}
