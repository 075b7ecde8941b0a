//! The question and the answer.

use funhouse_rules::game::{Log, ScoreCard as _, ScoreOrder, Solitaire, State};
use serde::Serialize;

use crate::budget::{Budget, Canceled, Effort};
use crate::expected::Expected;
use crate::moves::{self, MoveValue};
use crate::solution::{Analyzed, Bounds, Method, Solution};

/// A question about a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// How thoroughly to search.
    pub effort: Effort,
    /// Whether to value each legal move.
    pub with_moves: bool,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(bound = "")]
pub struct Analysis<G: Solitaire> {
    /// Bounds of the best total that can still be reached.
    pub bounds: Bounds,
    /// Where chance is to come or pieces are hidden, the mean total of a strong player that begins with the hint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<Expected>,
    /// A line to the end of the game whose total is `at_most`; empty if the game has ended, or if chance is to come or pieces are hidden.
    pub line: Vec<G::Move>,
    /// The best move, which is the first of the line if there is one, and why; none if the game has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<Hint<G>>,
    /// How many positions were visited.
    pub nodes: u64,
    /// How the line was found.
    pub method: Method,
    /// The value of each legal move, in the game's order, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveValue<G>>>,
}

/// A move and why to make it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(bound = "")]
pub struct Hint<G: Solitaire> {
    /// The move.
    #[serde(rename = "move")]
    pub mv: G::Move,
    /// The reason, as one sentence.
    pub text: String,
}

/// Analyzes a state. From time to time calls `go_on` with the number of visited nodes, and ends early if that returns false.
///
/// # Errors
/// If the caller no longer wants the answer.
pub fn analyze<G: Analyzed>(
    state: &State<G>,
    question: Question,
    go_on: &dyn Fn(u64) -> bool,
) -> Result<Analysis<G>, Canceled> {
    const { assert!(matches!(G::SCORE_ORDER, ScoreOrder::LowerIsBetter)) };
    let nodes = G::NODES.of(question.effort);
    let mut budget = Budget::new(nodes, go_on);
    if state.finished() {
        return Ok(Analysis::ended(state, question));
    }
    // The values of the moves share half of the nodes.
    let own = if question.with_moves { nodes / 2 } else { nodes };
    let mut solution = budget.part(own, |budget| G::solve(state, true, budget))?;
    let moves = if question.with_moves { Some(moves::valued(state, &mut solution, &mut budget)?) } else { None };
    Ok(Analysis::solved(state, solution, budget.spent(), moves))
}

impl<G: Solitaire> Analysis<G> {
    /// Returns the analysis of a game that has ended.
    pub(crate) fn ended(state: &State<G>, question: Question) -> Self {
        let bounds = Bounds::exactly(state.score().total());
        let moves = question.with_moves.then(Vec::new);
        Self { bounds, expected: None, line: Vec::new(), hint: None, nodes: 0, method: Method::Ended, moves }
    }

    /// Returns the analysis of a game that was solved.
    pub(crate) fn solved(
        state: &State<G>,
        solution: Solution<G>,
        nodes: u64,
        moves: Option<Vec<MoveValue<G>>>,
    ) -> Self {
        let Solution { bounds, line, method } = replayed(state, solution);
        let hint = line.first().map(|mv| Hint { mv: mv.clone(), text: reason(bounds, G::SCORE_ORDER) });
        Self { bounds, expected: None, line, hint, nodes, method, moves }
    }
}

/// Returns the solution with the total that its line reaches by the game's own rules. A line that they refuse is a mistake of the solver:
/// then no answer is better than a wrong one.
fn replayed<G: Solitaire>(state: &State<G>, solution: Solution<G>) -> Solution<G> {
    let Solution { bounds, line, method } = solution;
    let mut after = state.clone();
    let legal = line.iter().all(|mv| after.play(mv, &mut Log::discard()).is_ok());
    let total = after.score().total();
    assert!(legal && after.finished() && after.eligible(), "{line:?} is a line to the end of {state:?}");
    let possible = match G::SCORE_ORDER {
        ScoreOrder::LowerIsBetter => bounds.at_least <= total,
        ScoreOrder::HigherIsBetter => total <= bounds.at_most,
    };
    assert!(possible, "{line:?} scores {total}, but the bounds are {bounds:?}");
    Solution { bounds: bounds.reached::<G>(total), line, method }
}

fn reason(bounds: Bounds, order: ScoreOrder) -> String {
    let Bounds { at_least, at_most } = bounds;
    match order {
        _ if bounds.proven() => format!("Leads to a total of {at_most}, the best that can still be reached."),
        ScoreOrder::LowerIsBetter => {
            format!("Leads to a total of {at_most}, the best found; no line can go below {at_least}.")
        }
        ScoreOrder::HigherIsBetter => {
            format!("Leads to a total of {at_least}, the best found; no line can go above {at_most}.")
        }
    }
}
