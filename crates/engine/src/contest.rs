//! The verification of an exported contest: seeds against their commitments, runs by replay, and the standings by recomputing them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use funhouse_rules::contest::{ContestRules, ContestScoring, ContestStanding, RoundResults, standings};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use sha2::{Digest as _, Sha256};

use crate::games::GameVersions;
use crate::ruleset::Ruleset;

/// The export of a contest, as far as it is verified.
#[derive(Debug, Deserialize)]
struct Export {
    contest: Contest,
    /// The entries of the closed rounds.
    entries: Vec<Entry>,
    standings: Vec<Standing>,
}

#[derive(Debug, Deserialize)]
struct Contest {
    game: String,
    rules: u32,
    options: Map<String, Json>,
    scoring: ContestScoring,
    rounds: Vec<Round>,
}

#[derive(Debug, Deserialize)]
struct Round {
    number: u8,
    commitment: String,
    status: String,
    #[serde(default)]
    void: bool,
    seed: Option<String>,
}

impl Round {
    /// Whether it counts in the standings.
    fn counts(&self) -> bool {
        self.status == "closed" && !self.void
    }
}

#[derive(Debug, Deserialize)]
struct Entry {
    round: u8,
    player: String,
    status: String,
    run: Option<Map<String, Json>>,
}

/// A place in the standings, without the name of the player, which does not follow from the entries.
#[derive(Debug, Deserialize, PartialEq, Eq)]
struct Standing {
    place: u32,
    gained: Option<i32>,
    player: String,
    sum: u64,
    rounds: Vec<Added>,
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, gained, player, sum, rounds } = self;
        write!(f, "player {player} at place {place} with {sum}")?;
        if let Some(gained) = gained {
            write!(f, ", places gained: {gained}")?;
        }
        for Added { round, adds, score } in rounds {
            write!(f, ", {adds} from round {round}")?;
            if let Some(score) = score {
                write!(f, " (score {score})")?;
            }
        }
        Ok(())
    }
}

/// What a round adds, and the score from which that follows.
#[derive(Debug, Deserialize, PartialEq, Eq)]
struct Added {
    round: u8,
    adds: u64,
    score: Option<u64>,
}

/// The verdict on the export of a contest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ContestVerdict {
    /// Whether everything in the export is verified.
    pub holds: bool,
    /// Number of rounds whose seeds were compared with their commitments.
    pub rounds: usize,
    /// Number of runs that were replayed.
    pub runs: usize,
    /// Number of places that were recomputed.
    pub places: usize,
    /// What does not hold, one sentence each; empty if the export holds.
    pub faults: Vec<String>,
}

/// Verifies the export of a contest of one of these games. Takes the games, because a module may have only one.
///
/// # Errors
/// The reason why it cannot be verified at all: it is not the export of a contest, or its game or rules are unknown.
pub fn verify(json: &[u8], games: &[GameVersions]) -> Result<ContestVerdict, String> {
    let Export { contest, entries, standings: claimed } =
        serde_json::from_slice(json).map_err(|error| format!("it is not the export of a contest: {error}"))?;
    let unknown = || format!("the game {:?} with rules {} is not known", contest.game, contest.rules);
    let game = games.iter().find(|game| game.id() == contest.game);
    let ruleset = game.and_then(|game| game.version(contest.rules)).ok_or_else(unknown)?;
    let scoring = ruleset.facts().scoring.as_ref().ok_or("the game is no solitaire")?;
    let options =
        ruleset.options(contest.options.clone()).map_err(|why| format!("its options cannot be used: {why}"))?;
    let mut verdict = ContestVerdict { holds: false, rounds: 0, runs: 0, places: claimed.len(), faults: Vec::new() };
    let mut seeds = BTreeMap::new();
    if !contest.rounds.iter().map(|round| usize::from(round.number)).eq(1..=contest.rounds.len()) {
        verdict.faults.push("the rounds are not numbered from 1, each once".to_owned());
    }
    for Round { number, commitment, seed, status, .. } in &contest.rounds {
        match seed {
            Some(seed) => {
                verdict.rounds += 1;
                if hex::encode(Sha256::digest(seed)) != *commitment {
                    verdict.faults.push(format!("the seed of round {number} does not match its commitment"));
                }
                seeds.insert(*number, seed.as_str());
            }
            None if status == "closed" => verdict.faults.push(format!("round {number} is closed and has no seed")),
            None => {}
        }
    }
    let expected = Expected { ruleset, options, seeds };
    let mut results: BTreeMap<u8, RoundResults<u64>> =
        contest.rounds.iter().filter(|round| round.counts()).map(|round| (round.number, BTreeMap::new())).collect();
    let mut entered = BTreeSet::new();
    for Entry { round, player, status, run } in entries {
        let of = format!("the run of player {player} in round {round}");
        let Ok(number) = player.parse::<u64>() else {
            verdict.faults.push(format!("{player:?} is no player"));
            continue;
        };
        let Some(results) = results.get_mut(&round) else {
            verdict.faults.push(format!("player {player} has an entry in round {round}, which does not count"));
            continue;
        };
        if !entered.insert((round, number)) {
            verdict.faults.push(format!("player {player} has two entries in round {round}"));
        }
        let score = match (status.as_str(), run) {
            ("finished", Some(run)) => {
                verdict.runs += 1;
                match expected.score(round, run) {
                    Ok(score) => Some(score),
                    Err(why) => {
                        verdict.faults.push(format!("{of} does not hold: {why}"));
                        continue;
                    }
                }
            }
            ("unfinished", None) => None,
            // The service does not count it: a moderator hid it, or it failed its verification.
            ("hidden", None) => continue,
            _ => {
                verdict.faults.push(format!("{of} is not of its status {status:?}"));
                continue;
            }
        };
        results.insert(number, score);
    }
    let rules = ContestRules { scoring: contest.scoring, wins: scoring.wins, abandoned: scoring.abandoned };
    let (numbers, rounds): (Vec<u8>, Vec<RoundResults<u64>>) = results.into_iter().unzip();
    let found: Vec<Standing> = standings(rules, &rounds)
        .into_iter()
        .map(|ContestStanding { place, gained, player, sum, rounds: added }| {
            let added = numbers.iter().zip(&rounds).zip(added).map(|((round, results), adds)| {
                let score = results.get(&player).copied().flatten();
                Added { round: *round, adds, score }
            });
            Standing { place, gained, player: player.to_string(), sum, rounds: added.collect() }
        })
        .collect();
    if found.len() != claimed.len() {
        verdict.faults.push(format!("the standings have {} entries, and should have {}", claimed.len(), found.len()));
    }
    for (found, claimed) in found.iter().zip(&claimed).filter(|(found, claimed)| found != claimed) {
        verdict.faults.push(format!("the standings have {claimed}, and should have {found}"));
    }
    verdict.holds = verdict.faults.is_empty();
    Ok(verdict)
}

/// What the runs of a contest must have.
struct Expected<'a> {
    ruleset: Ruleset,
    /// Canonical JSON.
    options: String,
    seeds: BTreeMap<u8, &'a str>,
}

impl Expected<'_> {
    /// Returns the score of a run, if it is of the round, legal and complete, and scores what it claims.
    fn score(&self, round: u8, run: Map<String, Json>) -> Result<u64, String> {
        let facts = self.ruleset.facts();
        let is_of = run.get("game").and_then(Json::as_str) == Some(facts.id)
            && run.get("rules").and_then(Json::as_u64) == Some(facts.rules.into());
        let seed = self.seeds.get(&round).copied().ok_or("its round has no seed")?;
        let options = run.get("options").and_then(Json::as_object).cloned().unwrap_or_default();
        if !is_of
            || run.get("seed").and_then(Json::as_str) != Some(seed)
            || self.ruleset.options(options)? != self.options
        {
            return Err("it has another game, seed or options".to_owned());
        }
        let score = run.get("score").and_then(Json::as_u64).ok_or("it has no score")?;
        let file = self.ruleset.judge_file(run)?;
        if file.holds { Ok(score) } else { Err("it is not legal, not complete, or scores something else".to_owned()) }
    }
}
