//! `funhouse solve`: searches for the best total of a deal, or estimates the mean one, and checks a line that was found.

use clap::ValueEnum;
use serde_json::{Map, Value as Json, json};

use crate::engine::Ruleset;
use crate::engine::analysis::{Effort, PendingAnalysis, analyst};
use crate::progress;

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

/// The bounds of the best total, and a run that reaches `at_most`; with chance to come, the mean total and a hint instead.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The bounds, `at_least` and `at_most`.
    pub bounds: Json,
    /// With chance to come, the `mean` total in thousandths, its `standard_error` and the number of `futures`.
    pub expected: Option<Json>,
    /// With chance to come, the best `move`, and why.
    pub hint: Option<Json>,
    /// The run, with its claimed score. With chance to come, it has neither moves nor a score.
    pub run: Map<String, Json>,
    /// The number of positions that were visited.
    pub nodes: u64,
}

impl Solved {
    /// Returns the run with what was found, as a file for `--check`.
    #[must_use]
    pub fn json(&self) -> Json {
        let mut run = self.run.clone();
        run.insert("bounds".to_owned(), self.bounds.clone());
        for (name, found) in [("expected", &self.expected), ("hint", &self.hint)] {
            run.extend(found.clone().map(|found| (name.to_owned(), found)));
        }
        Json::Object(run)
    }

    /// Returns the total, and what is proven about it, on one line.
    #[must_use]
    pub fn summary(&self) -> String {
        let (at_least, at_most) = (&self.bounds["at_least"], &self.bounds["at_most"]);
        if let Some(expected) = &self.expected {
            let [mean, error] = ["mean", "standard_error"].map(|name| decimal(&expected[name]));
            format!("mean total {mean} (standard error {error}) in {} futures", expected["futures"])
        } else if at_least == at_most {
            format!("score {at_most}, which is the best")
        } else {
            format!("score {at_most}; the best is at least {at_least}")
        }
    }
}

/// Returns thousandths as a decimal number.
fn decimal(thousandths: &Json) -> String {
    let thousandths = thousandths.as_u64().unwrap_or_default();
    format!("{}.{:03}", thousandths / 1000, thousandths % 1000)
}

/// Searches from a deal, whose position is JSON. Shows a progress bar.
///
/// # Errors
/// If the game has no analysis, or the position cannot be read.
pub fn solve(ruleset: &dyn Ruleset, position: &[u8], effort: Effort) -> Result<Solved, String> {
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

/// Searches from a deal, whose position is JSON. From time to time calls `proceed` with the number of visited positions; returns none once
/// that returns false.
///
/// # Errors
/// If the game has no analysis, or the position cannot be read.
pub fn search(
    ruleset: &dyn Ruleset,
    position: &[u8],
    effort: Effort,
    proceed: &dyn Fn(u64) -> bool,
) -> Result<Option<Solved>, String> {
    let (pending, state) = pending(ruleset, position, effort)?;
    let Some(answer) = pending.run(proceed) else { return Ok(None) };
    let answer: Json = serde_json::from_slice(&answer).map_err(|error| error.to_string())?;
    let bounds = answer["bounds"].clone();
    let expected = answer.get("expected").cloned();
    let mut run: Map<String, Json> =
        ["game", "rules", "seed", "options"].map(|name| (name.to_owned(), state[name].clone())).into_iter().collect();
    if expected.is_none() {
        run.insert("moves".to_owned(), answer["line"].clone());
        run.insert("score".to_owned(), bounds["at_most"].clone());
    }
    let hint = expected.as_ref().and_then(|_| answer.get("hint").cloned());
    Ok(Some(Solved { bounds, expected, hint, run, nodes: answer["nodes"].as_u64().unwrap_or_default() }))
}

/// The search from a position, and its state.
fn pending(ruleset: &dyn Ruleset, position: &[u8], effort: Effort) -> Result<(PendingAnalysis, Json), String> {
    let facts = ruleset.facts();
    let unknown = || format!("{} has no analysis", facts.id);
    let analyst = analyst(facts.id, facts.rules).ok_or_else(unknown)?;
    let position: Json = serde_json::from_slice(position).map_err(|error| error.to_string())?;
    let state = &position["state"];
    let request = json!({ "state": state, "effort": effort });
    let pending = analyst.read(request.to_string().as_bytes()).map_err(|refusal| format!("{refusal:?}"))?;
    Ok((pending, state.clone()))
}
