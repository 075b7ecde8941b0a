//! `funhouse solve`: searches for the best total of a deal, or lets a strong player play it, and checks a line that was found.

use clap::ValueEnum;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::engine::Ruleset;
use crate::engine::analysis::{Effort, PendingAnalysis};
use crate::progress;
use crate::rules::game::ScoreOrder;
use crate::store::Par;

/// How thoroughly to search, as an argument.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum EffortName {
    /// A few milliseconds.
    Quick,
    /// A fraction of a second.
    Normal,
    /// Several seconds.
    Deep,
}

impl From<EffortName> for Effort {
    fn from(name: EffortName) -> Self {
        match name {
            EffortName::Quick => Self::Quick,
            EffortName::Normal => Self::Normal,
            EffortName::Deep => Self::Deep,
        }
    }
}

/// The par of a deal, and a run that reaches it.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The bounds of the best total.
    pub par: Par,
    /// Which totals are better.
    pub order: ScoreOrder,
    /// The run, with its claimed score.
    pub run: Map<String, Json>,
    /// The number of positions that were visited.
    pub nodes: u64,
}

impl Solved {
    /// Returns the run with the bounds, as a file for `--check`.
    #[must_use]
    pub fn json(&self) -> Json {
        let Par { at_least, at_most } = self.par;
        let mut run = self.run.clone();
        run.insert("bounds".to_owned(), json!({ "at_least": at_least, "at_most": at_most }));
        Json::Object(run)
    }

    /// Returns the total, and what is proven about it, on one line.
    #[must_use]
    pub fn summary(&self) -> String {
        let Par { at_least, at_most } = self.par;
        match self.order {
            _ if at_least == at_most => format!("score {at_most}, which is the best"),
            ScoreOrder::LowerIsBetter => format!("score {at_most}; the best is at least {at_least}"),
            ScoreOrder::HigherIsBetter => format!("score {at_least}; the best is at most {at_most}"),
        }
    }
}

/// Searches for the par of a deal, whose position is JSON. Shows a progress bar.
///
/// # Errors
/// If the game has no analysis, or the position cannot be read.
pub fn solve(ruleset: Ruleset, position: &[u8], effort: Effort) -> Result<Solved, String> {
    let nodes = pending(ruleset, position, effort)?.0.nodes;
    let bar = progress::bar("nodes", nodes);
    let proceed = |nodes: u64| {
        bar.set_position(nodes);
        true
    };
    let solved = search(ruleset, position, effort, &proceed);
    bar.finish_and_clear();
    solved?.ok_or_else(|| "the search was canceled".to_owned())
}

/// Searches for the par of a deal, whose position is JSON. From time to time calls `proceed` with the number of visited positions; returns none once
/// that returns false.
///
/// # Errors
/// If the game has no analysis, or the position cannot be read.
pub fn search(
    ruleset: Ruleset,
    position: &[u8],
    effort: Effort,
    proceed: &dyn Fn(u64) -> bool,
) -> Result<Option<Solved>, String> {
    let (pending, state) = pending(ruleset, position, effort)?;
    let order = ruleset.facts().scoring.map(|scoring| scoring.wins).ok_or("the game has no score")?;
    let Some(answer) = pending.run(proceed) else { return Ok(None) };
    let Answer { bounds: Bounds { at_least, at_most }, line, nodes } =
        serde_json::from_slice(&answer).map_err(|error| error.to_string())?;
    let par = Par { at_least, at_most };
    let mut run: Map<String, Json> =
        ["game", "rules", "seed", "options"].map(|name| (name.to_owned(), state[name].clone())).into_iter().collect();
    run.insert("moves".to_owned(), line);
    run.insert("score".to_owned(), par.total(order).into());
    Ok(Some(Solved { par, order, run, nodes }))
}

/// What is read of an analysis.
#[derive(Deserialize)]
struct Answer {
    bounds: Bounds,
    line: Json,
    nodes: u64,
}

#[derive(Deserialize)]
struct Bounds {
    at_least: u64,
    at_most: u64,
}

/// The search from a position, and its state.
fn pending(ruleset: Ruleset, position: &[u8], effort: Effort) -> Result<(PendingAnalysis, Json), String> {
    let facts = ruleset.facts();
    let unknown = || format!("{} has no analysis", facts.id);
    let analysis = ruleset.analysis().ok_or_else(unknown)?;
    let position: Json = serde_json::from_slice(position).map_err(|error| error.to_string())?;
    let state = &position["state"];
    let request = json!({ "state": state, "effort": effort });
    let pending = analysis.read_par(request.to_string().as_bytes()).map_err(|refusal| format!("{refusal:?}"))?;
    Ok((pending, state.clone()))
}
