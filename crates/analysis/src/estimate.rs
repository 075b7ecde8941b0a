//! The mean total of a strong player over sampled futures.
//!
//! The futures are drawn from what the player sees: a seed for the chance to come, and the hidden pieces dealt again. All moves are
//! compared in the same futures, so that luck hardly affects the comparison.

use funhouse_rules::chance::Chance;
use funhouse_rules::game::{Log, ScoreCard as _, ScoreOrder, Seat, Solitaire, State, ViewForm, Viewer};
use funhouse_rules::search::Sampler;

use crate::analysis::{Analysis, Hint, Question};
use crate::budget::{Budget, Canceled};
use crate::estimated::{Estimated, Player, SightOf};
use crate::expected::{Expected, clearly_greater};
use crate::moves::MoveValue;
use crate::solution::{Bounds, Method, Solution};

/// The player sees what the only seat sees.
const VIEWER: Viewer = Viewer::Seat(Seat::FIRST);
/// The minimum number of futures: fewer have no standard error.
const MIN_FUTURES: usize = 2;
/// Maximum number of futures. More hardly make the standard error smaller.
const MAX_FUTURES: usize = 4_000;
/// Maximum number of moves in a future. No good play is that long.
const MAX_MOVES: usize = 5_000;

/// A move, and the totals of the futures that begin with it.
struct Arm<M> {
    mv: M,
    totals: Vec<u64>,
}

/// Estimates the mean total of a state. From time to time calls `go_on` with the number of nodes, and ends early if that returns false.
///
/// The answer depends only on what the player sees: not on the seed, and not on hidden pieces.
///
/// # Errors
/// If the caller no longer wants the answer.
pub fn estimate<G: Estimated>(
    state: &State<G>,
    question: Question,
    go_on: &dyn Fn(u64) -> bool,
) -> Result<Analysis<G>, Canceled> {
    let nodes = G::NODES.of(question.effort);
    let mut budget = Budget::new(nodes, go_on);
    budget.spend(0)?;
    if state.finished() {
        return Ok(Analysis::ended(state, question));
    }
    let own = if question.with_moves { nodes / 2 } else { nodes };
    if let Some(solution) = budget.part(own, |budget| G::solve(state, budget))? {
        let moves = if question.with_moves { Some(solved_moves(state, &mut budget)?) } else { None };
        return Ok(Analysis::solved(state, solution, budget.spent(), moves));
    }
    sampled(state, question, &mut budget)
}

/// Plays a game to its end with the strong player, which sees only what the player of the game sees, and returns the moves as the line.
/// Chance and hidden pieces are those of this state, so another deal has another total. Of the question only the effort counts.
///
/// # Errors
/// If the caller no longer wants the answer.
pub fn play_to_end<G: Estimated>(
    state: &State<G>,
    question: Question,
    go_on: &dyn Fn(u64) -> bool,
) -> Result<Analysis<G>, Canceled> {
    if state.finished() {
        return Ok(Analysis::ended(state, question));
    }
    let nodes = G::NODES.of(question.effort);
    let mut budget = Budget::new(nodes, go_on);
    let line = play_out(&mut state.clone(), &mut G::Player::new(nodes), &mut budget)?;
    let solution = Solution { bounds: G::bounds(state), line, method: Method::Simulation };
    Ok(Analysis::solved(state, solution, budget.spent(), None))
}

/// Returns the value of each legal move of a game without chance.
fn solved_moves<G: Estimated>(state: &State<G>, budget: &mut Budget<'_>) -> Result<Vec<MoveValue<G>>, Canceled> {
    let moves = state.legal_moves().moves;
    let count = moves.len() as u64;
    let valued = moves.into_iter().zip(0..).map(|(mv, index)| {
        let mut after = state.clone();
        let legal = after.play(&mv, &mut Log::discard()).is_ok();
        let bounds = if legal && after.finished() {
            Some(Bounds::exactly(after.score().total()))
        } else {
            let share = budget.left() / (count - index);
            budget.part(share, |budget| G::solve(&after, budget))?.map(|solution| solution.bounds)
        };
        Ok(MoveValue { mv, bounds, expected: None })
    });
    valued.collect()
}

/// Returns the analysis of a game with chance to come or hidden pieces.
fn sampled<G: Estimated>(
    state: &State<G>,
    question: Question,
    budget: &mut Budget<'_>,
) -> Result<Analysis<G>, Canceled> {
    let view = ViewForm::of(state, VIEWER);
    let mut player = G::Player::new(G::NODES.of(question.effort));
    // Bounds and legal moves depend only on what the player sees, so those of any future are those of the state.
    let some = futures(&view).next().unwrap_or_else(|| state.clone());
    let legal = some.legal_moves().moves;
    let mut moves = player.plan(sight(&view), budget)?;
    moves.truncate(1);
    let others = moves.first().map(|planned| G::alternatives(&some, planned)).unwrap_or_default();
    let all = legal.iter().filter(|_| question.with_moves).cloned();
    for mv in others.into_iter().chain(all) {
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    let arms = compare(moves, futures(&view), &mut player, budget)?;
    let best = best::<G>(&arms);
    Ok(Analysis {
        bounds: G::bounds(&some),
        expected: best.and_then(|best| Expected::of(&best.totals)),
        line: Vec::new(),
        hint: best.map(|best| Hint { mv: best.mv.clone(), text: reason(&arms, best) }),
        nodes: budget.spent(),
        method: Method::Simulation,
        moves: question.with_moves.then(|| valued(&arms, legal)),
    })
}

/// Plays futures after each move until the budget is spent. Moves that it does not suffice for are left out.
fn compare<G: Estimated>(
    moves: Vec<G::Move>,
    futures: impl Iterator<Item = State<G>>,
    player: &mut G::Player,
    budget: &mut Budget<'_>,
) -> Result<Vec<Arm<G::Move>>, Canceled> {
    let mut futures = futures.take(MAX_FUTURES);
    let first: Vec<State<G>> = futures.by_ref().take(MIN_FUTURES).collect();
    let mut arms: Vec<Arm<G::Move>> = Vec::with_capacity(moves.len());
    let begun = budget.spent();
    for mv in moves {
        if budget.left() == 0 && !arms.is_empty() {
            break;
        }
        let totals: Result<_, _> = first.iter().map(|future| total::<G>(future, &mv, player, budget)).collect();
        arms.push(Arm { mv, totals: totals? });
    }
    // Another round has to fit into what is left.
    let mut round = (budget.spent() - begun) / MIN_FUTURES as u64;
    while budget.left() >= round {
        let Some(future) = futures.next() else { break };
        let begun = budget.spent();
        for arm in &mut arms {
            arm.totals.push(total::<G>(&future, &arm.mv, player, budget)?);
        }
        round = budget.spent() - begun;
    }
    Ok(arms)
}

/// Returns the total of a future that begins with a move.
fn total<G: Estimated>(
    future: &State<G>,
    mv: &G::Move,
    player: &mut G::Player,
    budget: &mut Budget<'_>,
) -> Result<u64, Canceled> {
    let mut state = future.clone();
    budget.spend(1)?;
    if state.play(mv, &mut Log::discard()).is_ok() {
        play_out(&mut state, player, budget)?;
    }
    Ok(state.score().total())
}

/// Plays a game to its end with the strong player. Returns the moves.
///
/// # Errors
/// If the caller no longer wants the answer.
pub fn play_out<G: Estimated>(
    state: &mut State<G>,
    player: &mut G::Player,
    budget: &mut Budget<'_>,
) -> Result<Vec<G::Move>, Canceled> {
    let mut line = Vec::new();
    while !state.finished() && line.len() < MAX_MOVES {
        let view = ViewForm::of(state, VIEWER);
        let before = line.len();
        for mv in player.plan(sight(&view), budget)? {
            if state.play(&mv, &mut Log::discard()).is_err() {
                break;
            }
            line.push(mv);
        }
        if line.len() == before {
            break;
        }
        budget.spend((line.len() - before) as u64)?;
    }
    Ok(line)
}

fn sight<G: Solitaire>(view: &ViewForm<G>) -> SightOf<'_, G> {
    SightOf::<G> { seats: view.seats, viewer: VIEWER, options: view.options, table: &view.table }
}

/// Returns the futures of a view. They are the same whatever its state, and whatever is asked about it.
fn futures<G: Solitaire>(view: &ViewForm<G>) -> impl Iterator<Item = State<G>> {
    // A view can always be written.
    let name = serde_json::to_string(view).unwrap_or_default();
    let mut draws = Chance::unknown().event(&format!("analysis/futures/{name}"));
    let sampler = Sampler::new(view, VIEWER);
    std::iter::from_fn(move || sampler.draw(&mut draws))
}

/// Returns the arm with the best mean. Another move than that of the player has to be clearly better.
fn best<G: Solitaire>(arms: &[Arm<G::Move>]) -> Option<&Arm<G::Move>> {
    let planned = arms.first()?;
    let better = |arm: &&Arm<G::Move>| match G::SCORE_ORDER {
        ScoreOrder::LowerIsBetter => clearly_greater(&planned.totals, &arm.totals),
        ScoreOrder::HigherIsBetter => clearly_greater(&arm.totals, &planned.totals),
    };
    let sum = |arm: &&Arm<G::Move>| arm.totals.iter().map(|total| u128::from(*total)).sum::<u128>();
    let better = arms.iter().filter(better);
    let best = match G::SCORE_ORDER {
        ScoreOrder::LowerIsBetter => better.min_by_key(sum),
        ScoreOrder::HigherIsBetter => better.rev().max_by_key(sum),
    };
    Some(best.unwrap_or(planned))
}

/// Returns the values of the legal moves; where none are listed, of the moves that were compared.
fn valued<G: Solitaire>(arms: &[Arm<G::Move>], legal: Vec<G::Move>) -> Vec<MoveValue<G>> {
    let expected = |mv: &G::Move| arms.iter().find(|arm| arm.mv == *mv).and_then(|arm| Expected::of(&arm.totals));
    let moves = if legal.is_empty() { arms.iter().map(|arm| arm.mv.clone()).collect() } else { legal };
    moves.into_iter().map(|mv| MoveValue { expected: expected(&mv), bounds: None, mv }).collect()
}

/// Returns why to make a move, as one sentence.
fn reason<M>(arms: &[Arm<M>], best: &Arm<M>) -> String {
    let mean = |arm: &Arm<M>| Expected::of(&arm.totals).map(|found| decimal(found.mean));
    let (Some(planned), Some(after)) = (arms.first().and_then(mean), mean(best)) else {
        return "Is what a strong player would do.".to_owned();
    };
    let leads = format!("Leads to a mean total of {after} in {} futures", best.totals.len());
    match arms {
        [first, ..] if !std::ptr::eq(first, best) => format!("{leads}, instead of {planned} with the obvious move."),
        [_] => format!("{leads}."),
        _ => format!("{leads}; no other move that was tried is clearly better."),
    }
}

/// Returns thousandths as a number with one decimal.
fn decimal(thousandths: u64) -> String {
    let tenths = (thousandths + 50) / 100;
    format!("{}.{}", tenths / 10, tenths % 10)
}
