//! Commands for games: `games`, `deal`, `play`, `solve`, `replay` and `verify`. They need no database.

use std::fmt::Write as _;
use std::io::{self, Read as _};

use clap::{Args, Subcommand, ValueEnum};
use serde_json::{Map, Value as Json, json};

use super::{Failure, print, unusable};
use crate::engine::contest::{self, ContestVerdict};
use crate::engine::problem::Problem;
use crate::engine::robot::{PlayedGame, Progress};
use crate::engine::run_file::FileVerdict;
use crate::engine::{self, GameVersions, Ruleset, catalogue};
use crate::picture;
use crate::rules::chance::Seed;
use crate::rules::game::ScoreOrder;
use crate::rules::robot::Robot;
use crate::solve::{self, EffortName};

#[derive(Debug, Args)]
pub(super) struct DealArgs {
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
pub(super) struct ReplayArgs {
    /// The run file, or `-` for standard input.
    file: String,
    /// Print the verdict as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct VerifyArgs {
    #[command(subcommand)]
    what: Verifiable,
}

#[derive(Debug, Subcommand)]
enum Verifiable {
    /// Verify a contest: its seeds against their commitments, its runs by replay, and its standings by recomputing them.
    Contest {
        /// The file from `GET /v1/contests/{id}/export`, or `-` for standard input.
        file: String,
    },
}

#[derive(Debug, Args)]
pub(super) struct PlayArgs {
    #[command(flatten)]
    deal: DealArgs,
    /// The built-in player.
    #[arg(long, value_enum, default_value = "greedy")]
    player: RobotName,
}

#[derive(Debug, Args)]
pub(super) struct SolveArgs {
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

pub(super) fn games() -> Result<(), Failure> {
    let mut text = String::new();
    for game in catalogue::list(engine::games()).games {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{:<22} {}", game.id, game.summary);
    }
    print(&text)
}

/// The ruleset of a game's id and, if one is named, a rules version.
fn ruleset(id: &str, rules: Option<u32>) -> Result<Ruleset, Failure> {
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
fn dealt(args: &DealArgs, ruleset: Ruleset) -> Result<Vec<u8>, Failure> {
    let mut request = json!({ "seed": args.seed, "options": options(&args.options) });
    let min_seats = ruleset.ranked().is_none().then_some(ruleset.facts().seats.0);
    if let Some(seats) = args.seats.or(min_seats) {
        request["seats"] = seats.into();
    }
    ruleset
        .deal(request.to_string().as_bytes(), &|| None, picture::draw)
        .map_err(|refusal| unusable(Problem::from(refusal).detail))
}

pub(super) fn deal(args: &DealArgs) -> Result<(), Failure> {
    let ruleset = ruleset(&args.game, args.rules)?;
    let position = dealt(args, ruleset)?;
    if args.json {
        print(&(String::from_utf8_lossy(&position) + "\n"))
    } else {
        let scene = ruleset.scene(&position).map_err(|refusal| unusable(Problem::from(refusal).detail))?;
        print(&scene.to_string())
    }
}

pub(super) fn play(args: &PlayArgs) -> Result<(), Failure> {
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

pub(super) fn solve(SolveArgs { deal, effort, check }: &SolveArgs) -> Result<(), Failure> {
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

pub(super) fn replay(args: &ReplayArgs) -> Result<(), Failure> {
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
fn ruleset_of(file: &str, fields: &Map<String, Json>) -> Result<Ruleset, Failure> {
    let Some(Json::String(id)) = fields.get("game") else {
        return Err(unusable(format_args!("{file} has no `game`")));
    };
    let rules = fields.get("rules").ok_or_else(|| unusable("the run has no `rules`"))?;
    let rules = serde_json::from_value(rules.clone());
    let rules = rules.map_err(|error| unusable(format_args!("the `rules` of the run cannot be used: {error}")))?;
    ruleset(id, Some(rules))
}

/// Verifies an exported file.
pub(super) fn verify(VerifyArgs { what: Verifiable::Contest { file } }: &VerifyArgs) -> Result<(), Failure> {
    let verdict =
        contest::verify(&bytes(file)?, engine::games()).map_err(|why| unusable(format_args!("{file}: {why}")))?;
    let ContestVerdict { holds, rounds, runs, places, faults } = &verdict;
    if *holds {
        let counted = |count: &usize, what: &str| format!("{count} {what}{}", if *count == 1 { "" } else { "s" });
        let [seeds, runs, places] = [counted(rounds, "seed"), counted(runs, "run"), counted(places, "place")];
        return print(&format!("the contest holds: {seeds}, {runs} and {places}\n"));
    }
    print(&(faults.join("\n") + "\nthe contest does not hold\n"))?;
    Err(Failure::Invalid)
}

/// The content of a file, or of standard input.
#[allow(clippy::disallowed_methods, reason = "the command line reads the file that an argument names")]
fn bytes(file: &str) -> Result<Vec<u8>, Failure> {
    if file != "-" {
        return std::fs::read(file).map_err(|error| unusable(format_args!("{file}: {error}")));
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn read(file: &str) -> Result<Map<String, Json>, Failure> {
    let json =
        serde_json::from_slice(&bytes(file)?).map_err(|error| unusable(format_args!("{file} is not JSON: {error}")))?;
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
