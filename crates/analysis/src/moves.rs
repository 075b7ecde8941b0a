//! The value of each legal move.

use funhouse_rules::game::{Log, ScoreCard as _, Solitaire, State};
use serde::Serialize;

use crate::budget::{Budget, Canceled};
use crate::expected::Expected;
use crate::solution::{Analyzed, Bounds, Method, Solution};

/// A legal move and its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(bound = "")]
pub struct MoveValue<G: Solitaire> {
    /// The move.
    #[serde(rename = "move")]
    pub mv: G::Move,
    /// Bounds of the best total that can be reached after it; none if it ends the game without a rank, or if chance is to come.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Bounds>,
    /// Where chance is to come or pieces are hidden, the mean total after it; none if the budget did not suffice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<Expected>,
}

/// The moves that lead to equivalent states.
struct Group<G: Analyzed> {
    after: State<G>,
    moves: Vec<usize>,
    /// None if the game has ended without a rank.
    solution: Option<Solution<G>>,
}

/// Returns the value of each legal move. Improves the solution of the state by what the search finds.
pub(crate) fn valued<G: Analyzed>(
    state: &State<G>,
    solution: &mut Solution<G>,
    budget: &mut Budget<'_>,
) -> Result<Vec<MoveValue<G>>, Canceled> {
    let moves = state.legal_moves().moves;
    let mut groups = groups(state, &moves);
    let first = solution.line.first().and_then(|mv| moves.iter().position(|other| other == mv));
    let count = groups.len() as u64;
    for (group, index) in groups.iter_mut().zip(0..) {
        let share = budget.left() / (count - index);
        group.solution = budget.part(share, |budget| solved(&group.after, solution.bounds.at_most, budget))?;
        let Some(found) = &mut group.solution else { continue };
        if first.is_some_and(|first| group.moves.contains(&first)) {
            found.bounds.at_most = found.bounds.at_most.min(solution.bounds.at_most);
        }
    }
    improve(solution, &groups, &moves);
    let mut values: Vec<MoveValue<G>> =
        moves.into_iter().map(|mv| MoveValue { mv, bounds: None, expected: None }).collect();
    for Group { moves, solution: found, .. } in groups {
        // No move reaches a better total than the best one. Where a move can be undone, the best one can still be made after it.
        let with_best = |Bounds { at_least, at_most }| Bounds {
            at_least: solution.bounds.at_least.max(at_least),
            at_most: G::UNDO_COST.map_or(at_most, |cost| at_most.min(solution.bounds.at_most + cost)),
        };
        let bounds = found.map(|found| with_best(found.bounds));
        moves.into_iter().for_each(|index| values[index].bounds = bounds);
    }
    Ok(values)
}

fn groups<G: Analyzed>(state: &State<G>, moves: &[G::Move]) -> Vec<Group<G>> {
    let mut groups: Vec<Group<G>> = Vec::new();
    for (index, mv) in moves.iter().enumerate() {
        let mut after = state.clone();
        if after.play(mv, &mut Log::discard()).is_err() {
            continue;
        }
        match groups.iter_mut().find(|group| G::equivalent(&group.after, &after)) {
            Some(group) => group.moves.push(index),
            None => groups.push(Group { after, moves: vec![index], solution: None }),
        }
    }
    groups
}

/// Solves the state after a move. If it is better than the best known total, the solution has its line.
fn solved<G: Analyzed>(after: &State<G>, best: u64, budget: &mut Budget<'_>) -> Result<Option<Solution<G>>, Canceled> {
    if after.finished() {
        let bounds = Bounds::exactly(after.score().total());
        return Ok(after.eligible().then(|| Solution { bounds, line: Vec::new(), method: Method::Ended }));
    }
    let found = G::solve(after, false, budget)?;
    if found.bounds.at_most < best && found.line.is_empty() {
        return G::solve(after, true, budget).map(Some);
    }
    Ok(Some(found))
}

/// Takes the line of a better move, and a lower bound that all moves prove.
fn improve<G: Analyzed>(solution: &mut Solution<G>, groups: &[Group<G>], moves: &[G::Move]) {
    for Group { moves: indices, solution: found, .. } in groups {
        if let Some(found) = found
            && found.bounds.at_most < solution.bounds.at_most
            && let Some(mv) = indices.first().and_then(|index| moves.get(*index))
        {
            solution.bounds.at_most = found.bounds.at_most;
            solution.line = std::iter::once(mv).chain(&found.line).cloned().collect();
            solution.method = found.method;
        }
    }
    let least = groups.iter().filter_map(|group| group.solution.as_ref()).map(|found| found.bounds.at_least).min();
    let least = least.map_or(0, |least| least.min(solution.bounds.at_most));
    solution.bounds.at_least = solution.bounds.at_least.max(least);
}
