//! The levels of the built-in player above the first: information-set Monte Carlo tree search, for any game with
//! several seats.
//!
//! A search gets the view of a seat and nothing else. Each simulation draws a state with this view
//! (`sample`), descends the tree of earlier simulations, plays the game on from there, and adds its result to
//! the moves that it descended by. The tree distinguishes only positions whose views differ, so that no choice depends on
//! what the seat cannot see. With [`SearchMethod::Rollouts`](crate::game::SearchMethod) the tree has only the root.
//!
//! Budgets are numbers of moves, and all numbers are integers: the result is the same on every machine. Random choices are drawn from
//! the view and the level.

mod outcome;
mod results;
mod sample;
mod simulate;
mod tree;

pub use self::sample::Sampler;
use self::simulate::Simulations;
use crate::chance::Chance;
use crate::digest;
use crate::game::{Level, Search, Seat, Seated, Sight, ViewForm, Viewer};

/// Maximum number of moves between two calls of `go_on`.
const MOVES_BETWEEN_CALLS: u64 = 256;

/// Returns the next move of the built-in player at a level above the first, or several if it has no choice of the first.
///
/// From time to time calls `go_on`; returns none once that returns false.
pub fn plan<G: Seated>(
    view: &ViewForm<G>,
    seat: Seat,
    search: Search,
    level: Level,
    go_on: &dyn Fn(u64) -> bool,
) -> Option<Vec<G::Move>> {
    let event = format!("search/{level}/{seat}/{}", hex::encode(digest::of(view)));
    let mut draws = Chance::unknown().event(&event);
    let viewer = Viewer::Seat(seat);
    let sight = Sight { seats: view.seats, viewer, options: view.options, table: &view.table };
    let built_in = G::plan(sight, &mut draws);
    let Some(first) = built_in.first() else { return Some(built_in) };
    let sampler = Sampler::new(view, viewer);
    let mut simulations = Simulations::<G>::new(search, seat, first.clone());
    let (budget, mut nodes, mut called_at) = (u64::from(search.nodes_of(level)), 0, 0);
    while nodes < budget {
        // A simulation counts as one more than its moves, so that the search ends if no state has the view.
        nodes += 1;
        if let Some(state) = sampler.draw(&mut draws) {
            nodes += simulations.run(state, &mut draws);
        }
        if simulations.has_one_move() {
            return Some(built_in);
        }
        if nodes >= called_at + MOVES_BETWEEN_CALLS {
            called_at = nodes;
            if !go_on(nodes) {
                return None;
            }
        }
    }
    Some(simulations.best_move().map_or(built_in, |mv| vec![mv]))
}
