//! The command line: `serve`, `openapi`, `games`, `deal`, `replay`, `play` and `reverify`.

use std::fmt::Write as _;
use std::io::{self, Read as _, Write as _};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};
use serde_json::{Map, Value as Json};

use crate::api::answer::{BadMove, Position, Verdict};
use crate::api::{catalogue, openapi};
use crate::config::ServeConfig;
use crate::rules::chance::Seed;
use crate::rules::game::{Game, Id, ScoreCard, State, known_rules};
use crate::rules::player::Player;
use crate::rules::registry::{self, Task};
use crate::rules::replay::{MOST_MOVES, Run, replay};
use crate::{reverify, server, telemetry};

/// The rules of solitaire board games as a service.
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
    /// Serve the HTTP API (also what happens without a command).
    Serve(ServeConfig),
    /// Print the OpenAPI document.
    Openapi,
    /// List the games.
    Games,
    /// Deal a game and show its board.
    Deal(DealArgs),
    /// Verify a run: exits with 0 if it is legal, complete and scores what it claims; with 1 if not; with 2 if the
    /// file is not JSON or its game, rules, options or seed are unusable.
    Replay(ReplayArgs),
    /// Let a built-in player go through a whole game.
    Play(PlayArgs),
    /// Replay all stored runs: exits with 0 if all of them hold, with 1 if not.
    Reverify(reverify::ReverifyArgs),
}

#[derive(Debug, Args)]
struct DealArgs {
    /// The game's id, as `funhouse games` lists it.
    game: String,
    /// The seed: 1 to 64 characters of A-Z a-z 0-9 . _ -
    #[arg(long)]
    seed: Seed,
    /// An option of the game, such as `dexterity=reported`.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = option_pair)]
    options: Vec<(String, String)>,
    /// Print the position as JSON.
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
    /// Who plays.
    #[arg(long, value_enum, default_value = "greedy")]
    player: PlayerName,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum PlayerName {
    /// Any legal move.
    Random,
    /// What looks best.
    Greedy,
}

impl From<PlayerName> for Player {
    fn from(name: PlayerName) -> Self {
        match name {
            PlayerName::Random => Self::Random,
            PlayerName::Greedy => Self::Greedy,
        }
    }
}

fn option_pair(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=').ok_or("an option is NAME=VALUE")?;
    Ok((pair.0.to_owned(), pair.1.to_owned()))
}

/// Why a command did not do what it was asked for.
#[derive(Debug)]
enum Failure {
    /// What was given cannot be used.
    Unusable(String),
    /// The run does not hold; all has been said.
    DoesNotHold,
    /// Reading or writing failed.
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

/// Runs the command that the arguments name, and gives the code to exit with.
#[must_use]
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let done = match cli.command.unwrap_or(Command::Serve(cli.serve)) {
        Command::Serve(config) => serve(&config),
        Command::Openapi => print(&openapi::document_text()),
        Command::Games => games(),
        Command::Deal(args) => with_game(&args.game.clone(), Deal(args)),
        Command::Replay(args) => verify(&args),
        Command::Play(args) => with_game(&args.deal.game.clone(), Play(args)),
        Command::Reverify(args) => reverified(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads our output may stop reading, as `head` does.
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::DoesNotHold) => ExitCode::from(1),
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
    telemetry::start(config).map_err(|error| unusable(format_args!("--log: {error}")))?;
    actix_web::rt::System::new().block_on(async {
        let shared = server::open(config).await.map_err(|why| unusable(format_args!("{}: {why}", config.database)))?;
        let service = server::bind(config, shared)
            .map_err(|error| unusable(format_args!("cannot listen on {}: {error}", config.listen)))?;
        let address = service.address;
        print(&format!(
            "funhouse listens on http://{address}\nplay at http://{address}/play; the API is explained at http://{address}/docs\n"
        ))?;
        tracing::info!(%address, "listening");
        Ok(service.server.await?)
    })
}

fn reverified(args: &reverify::ReverifyArgs) -> Result<(), Failure> {
    let found = reverify::run(args).map_err(unusable)?;
    print(&found.to_string())?;
    if found.all_hold() { Ok(()) } else { Err(Failure::DoesNotHold) }
}

fn games() -> Result<(), Failure> {
    let mut text = String::new();
    for game in catalogue::list().games {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{:<22} {}", game.id, game.summary);
    }
    print(&text)
}

/// Does something for the game of an id.
fn with_game<T: Task<Output = Result<(), Failure>>>(id: &str, task: T) -> Result<(), Failure> {
    registry::with_game(id, task).unwrap_or_else(|_| Err(unknown_game(id)))
}

fn unknown_game(id: &str) -> Failure {
    unusable(format_args!("there is no game {id:?}; known are {}", registry::ids().join(", ")))
}

/// The options given as pairs.
fn options<G: Game>(pairs: &[(String, String)]) -> Result<G::Options, Failure> {
    let given: Map<String, Json> =
        pairs.iter().map(|(name, value)| (name.clone(), Json::from(value.as_str()))).collect();
    serde_json::from_value(Json::Object(given)).map_err(|error| unusable(format_args!("--option: {error}")))
}

fn dealt<G: Game>(args: &DealArgs) -> Result<State<G>, Failure> {
    Ok(State::deal(args.seed.clone(), options::<G>(&args.options)?))
}

fn to_json(value: &impl serde::Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(unusable)
}

struct Deal(DealArgs);

impl Task for Deal {
    type Output = Result<(), Failure>;

    fn run<G: Game>(self) -> Self::Output {
        let state = dealt::<G>(&self.0)?;
        if self.0.json {
            print(&(to_json(&Position::of(state, None, false))? + "\n"))
        } else {
            print(&state.scene().to_string())
        }
    }
}

struct Play(PlayArgs);

impl Task for Play {
    type Output = Result<(), Failure>;

    fn run<G: Game>(self) -> Self::Output {
        let PlayArgs { deal, player } = self.0;
        let mut state = dealt::<G>(&deal)?;
        let mut shown = format!("{}, seed {}\n\n{}", G::TITLE, deal.seed, state.scene());
        let mut moves = Vec::new();
        Player::from(player).play_out(&mut state, MOST_MOVES, |mv, state| {
            moves.push(mv.clone());
            // Writing to a string cannot fail.
            let _ = write!(shown, "\n{}. {}\n{}", moves.len(), notation(mv), state.scene());
        });
        let score = state.score();
        if deal.json {
            let (rules, options) = (G::RULES, state.options());
            let run = Run::<G> { game: Id::new(), rules, seed: deal.seed, options, moves, score: Some(score.total()) };
            return print(&(to_json(&run)? + "\n"));
        }
        print(&shown)?;
        print(&format!("\n{}\n", score_line(&score)?))
    }
}

/// A move on one line: its type, then its fields.
fn notation(mv: &impl serde::Serialize) -> String {
    let Ok(Json::Object(fields)) = serde_json::to_value(mv) else { return String::new() };
    let plain = |value: &Json| value.to_string().replace('"', "");
    let kind = fields.get("type").map(plain).unwrap_or_default();
    let others = fields.iter().filter(|(name, _)| *name != "type");
    others.fold(kind, |line, (name, value)| format!("{line} {name} {}", plain(value)))
}

/// The score card on one line: the total, and whatever else stands on it.
fn score_line(score: &impl ScoreCard) -> Result<String, Failure> {
    let card = serde_json::to_value(score).map_err(unusable)?;
    let others = card.as_object().into_iter().flatten().filter(|(name, _)| *name != "total");
    Ok(others.fold(format!("score {}", score.total()), |line, (name, value)| format!("{line}, {name} {value}")))
}

/// What is looked for in a run file before its game is known.
struct RunFile {
    game: String,
    fields: Map<String, Json>,
}

fn verify(args: &ReplayArgs) -> Result<(), Failure> {
    let file = read(&args.file)?;
    let id = file.game.clone();
    with_game(&id, Verify { file, json: args.json })
}

#[allow(clippy::disallowed_methods, reason = "the command line reads the file that it is told to")]
fn read(file: &str) -> Result<RunFile, Failure> {
    let mut bytes = Vec::new();
    if file == "-" {
        io::stdin().lock().read_to_end(&mut bytes)?;
    } else {
        bytes = std::fs::read(file).map_err(|error| unusable(format_args!("{file}: {error}")))?;
    }
    let json = serde_json::from_slice(&bytes).map_err(|error| unusable(format_args!("{file} is not JSON: {error}")))?;
    let Json::Object(mut fields) = json else { return Err(unusable(format_args!("{file} is not a run: no object"))) };
    match fields.remove("game") {
        Some(Json::String(game)) => Ok(RunFile { game, fields }),
        _ => Err(unusable(format_args!("{file} names no game"))),
    }
}

struct Verify {
    file: RunFile,
    json: bool,
}

impl Task for Verify {
    type Output = Result<(), Failure>;

    fn run<G: Game>(self) -> Self::Output {
        let Verify { file: RunFile { mut fields, .. }, json } = self;
        let rules: u32 = field(&mut fields, "rules")?;
        known_rules::<G>(rules)
            .map_err(|_| unusable(format_args!("the rules version {rules} is not known for {}", G::ID)))?;
        let seed: Seed = field(&mut fields, "seed")?;
        let options: G::Options = field(&mut fields, "options")?;
        // From here on a file that is not well-formed is a run that does not hold.
        let (moves, malformed) = moves::<G>(fields.remove("moves"));
        let (score, mut amiss) = match fields.remove("score").map(serde_json::from_value::<u64>) {
            None => (None, Vec::new()),
            Some(Ok(score)) => (Some(score), Vec::new()),
            Some(Err(error)) => (None, vec![format!("the score is no total: {error}")]),
        };
        amiss.extend(fields.keys().map(|name| format!("a run has no field {name:?}")));
        let run = Run::<G> { game: Id::new(), rules, seed, options, moves, score };
        let replay = replay(&run, false).map_err(|_| unusable("the rules version is not known"))?;
        let mut verdict = Verdict::of(replay, score);
        if let Some(malformed) = malformed.filter(|_| verdict.legal) {
            verdict.legal = false;
            verdict.bad_move = Some(malformed);
        }
        let holds = verdict.holds() && amiss.is_empty();
        if json {
            print(&(to_json(&verdict)? + "\n"))?;
            amiss.iter().for_each(|why| eprintln!("funhouse: {why}"));
        } else {
            print(&told(&verdict, &amiss, score)?)?;
        }
        if holds { Ok(()) } else { Err(Failure::DoesNotHold) }
    }
}

/// A field without which a run cannot be played at all.
fn field<T: serde::de::DeserializeOwned>(fields: &mut Map<String, Json>, name: &str) -> Result<T, Failure> {
    let value = fields.remove(name).ok_or_else(|| unusable(format_args!("the run has no {name}")))?;
    serde_json::from_value(value).map_err(|error| unusable(format_args!("the run's {name} is unusable: {error}")))
}

/// The moves up to the first that is no move of the game, and that one.
fn moves<G: Game>(field: Option<Json>) -> (Vec<G::Move>, Option<BadMove>) {
    let bad = |index, detail: String| Some(BadMove { index, rule: None, detail });
    let Some(Json::Array(list)) = field else {
        return (Vec::new(), bad(0, "the run has no list of moves".to_owned()));
    };
    let mut moves = Vec::with_capacity(list.len().min(MOST_MOVES));
    for (index, mv) in list.into_iter().enumerate() {
        if index == MOST_MOVES {
            return (moves, bad(index, format!("a run has at most {MOST_MOVES} moves")));
        }
        match serde_json::from_value(mv) {
            Ok(mv) => moves.push(mv),
            Err(error) => return (moves, bad(index, format!("this is no move of {}: {error}", G::ID))),
        }
    }
    (moves, None)
}

/// The verdict in words.
fn told<G: Game>(verdict: &Verdict<G>, amiss: &[String], claim: Option<u64>) -> Result<String, Failure> {
    let mut lines = vec![score_line(&verdict.position.score)?];
    if let Some(BadMove { index, rule, detail }) = &verdict.bad_move {
        let rule = rule.map(|rule| format!(" ({rule})")).unwrap_or_default();
        lines.push(format!("not legal: move {index}, counted from 0: {detail}{rule}"));
    } else if !verdict.complete {
        lines.push("not complete: the game has not ended".to_owned());
    }
    if let (Some(claim), Some(false)) = (claim, verdict.claim_holds) {
        lines.push(format!("the claim of {claim} does not hold"));
    }
    lines.extend(amiss.iter().cloned());
    if verdict.holds() && amiss.is_empty() {
        lines.push(
            "the run holds: it is legal and complete".to_owned()
                + if claim.is_some() { ", and scores what it claims" } else { "" },
        );
    }
    Ok(lines.join("\n") + "\n")
}
