//! Simulations: down the tree, on from there, and back with the result.

use std::io;

use super::outcome::values;
use super::sample::is_open;
use super::tree::{MoveIndex, NodeIndex, ROOT, Tree};
use crate::chance::Draws;
use crate::game::{Game, Log, Search, Seat, Seated, Sight, State, ViewForm, Viewer};

/// The number of moves to draw where they are too many to list.
const DRAWN_MOVES: usize = 12;

/// The simulations from the view of a seat.
pub(super) struct Simulations<G: Game> {
    seat: Seat,
    /// The first move of the built-in player.
    built_in: G::Move,
    tree: Tree,
    /// The moves of each node of the tree, by their indices.
    moves: Vec<Vec<G::Move>>,
}

impl<G: Seated> Simulations<G> {
    /// Creates a tree without simulations.
    pub(super) fn new(search: Search, seat: Seat, built_in: G::Move) -> Self {
        Self { seat, built_in, tree: Tree::new(search), moves: vec![Vec::new()] }
    }

    /// Runs a simulation from a state in which the seat may act, and adds its result to the tree. Returns the number of its moves.
    pub(super) fn run(&mut self, mut state: State<G>, draws: &mut Draws) -> u64 {
        let is_open = is_open::<G>(state.options());
        let search = self.tree.search;
        let (mut node, mut mover, mut is_new) = (ROOT, Some(self.seat), false);
        let mut path = Vec::new();
        while let Some(acting) = mover.filter(|_| !is_new && path.len() < search.method.depth()) {
            let Some(chosen) = self.select(node, &state, acting, draws) else { break };
            if state.play(&self.moves[node][chosen], &mut Log::discard()).is_err() {
                break;
            }
            path.push((node, chosen, acting));
            let is_last = path.len() == search.method.depth();
            let signature = if is_open || is_last { 0 } else { signature(&state, self.seat) };
            (node, is_new) = self.tree.after(node, chosen, signature);
            if is_new {
                self.moves.push(Vec::new());
            }
            mover = state.in_step().iter().next();
        }
        let moves = path.len() as u64 + play_on(&mut state, search, draws);
        let (options, table) = (state.options(), state.table());
        let values = values(&G::places(options, table), &G::prospects(options, table), state.finished(), search.lead);
        for (node, chosen, acting) in path {
            self.tree.add(node, chosen, values.get(acting.index()).copied().unwrap_or(0));
        }
        moves
    }

    /// Selects the move of a seat in a position.
    ///
    /// What another seat may do can depend on what is hidden from the seat that searches, so its moves are listed in each simulation.
    fn select(&mut self, node: NodeIndex, state: &State<G>, acting: Seat, draws: &mut Draws) -> Option<MoveIndex> {
        let known = &mut self.moves[node];
        let is_first = known.is_empty();
        let offered = if is_first || G::HIDES && acting != self.seat {
            indices(known, candidates(state, acting, draws))
        } else {
            (0..known.len()).collect()
        };
        if is_first && node == ROOT {
            self.tree.built_in = known.iter().position(|mv| *mv == self.built_in);
        }
        self.tree.offer(node, &offered);
        self.tree.select(node, &offered, draws)
    }

    /// Returns whether the seat has no choice.
    pub(super) fn has_one_move(&self) -> bool {
        self.moves[ROOT].len() == 1
    }

    /// Returns the best move that was found; see [`Tree::best_move`].
    pub(super) fn best_move(mut self) -> Option<G::Move> {
        let best = self.tree.best_move()?;
        Some(self.moves[ROOT].swap_remove(best))
    }
}

/// Returns the indices of moves among the known ones, to which new ones are added.
fn indices<M: PartialEq>(known: &mut Vec<M>, moves: Vec<M>) -> Vec<MoveIndex> {
    if known.is_empty() {
        *known = moves;
        return (0..known.len()).collect();
    }
    let mut index_of = |mv| {
        known.iter().position(|other| *other == mv).unwrap_or_else(|| {
            known.push(mv);
            known.len() - 1
        })
    };
    moves.into_iter().map(&mut index_of).collect()
}

/// Returns the moves to consider for a seat: those that are listed, or some of those that are too many to list.
fn candidates<G: Seated>(state: &State<G>, seat: Seat, draws: &mut Draws) -> Vec<G::Move> {
    let legal = state.legal_moves().of(seat);
    let mut moves = legal.moves.clone();
    if !legal.bounds.is_empty() {
        let planned = planned(state, seat, draws).into_iter().take(1);
        let drawn = (0..DRAWN_MOVES).filter_map(|_| legal.draw_unlisted(draws));
        for mv in planned.chain(drawn.collect::<Vec<_>>()) {
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
    }
    moves
}

/// Returns the plan of the built-in player for a seat, from what that seat sees.
fn planned<G: Seated>(state: &State<G>, seat: Seat, draws: &mut Draws) -> Vec<G::Move> {
    let viewer = Viewer::Seat(seat);
    let view = state.view(viewer);
    G::plan(Sight { seats: state.seats(), viewer, options: state.options(), table: &view }, draws)
}

/// Plays a game on until it ends or the horizon is reached. Returns the number of moves.
fn play_on<G: Seated>(state: &mut State<G>, search: Search, draws: &mut Draws) -> u64 {
    let mut played = 0;
    while played < u64::from(search.horizon) {
        let Some(seat) = state.in_step().iter().next() else { break };
        let moves =
            if draws.below(16) < search.planned { planned(state, seat, draws) } else { random(state, seat, draws) };
        let before = played;
        for mv in moves {
            if !state.to_act().contains(seat) || state.play(&mv, &mut Log::discard()).is_err() {
                break;
            }
            played += 1;
        }
        if played == before {
            break;
        }
    }
    played
}

/// Returns a random move of a seat.
fn random<G: Seated>(state: &State<G>, seat: Seat, draws: &mut Draws) -> Vec<G::Move> {
    let mut legal = state.legal_moves().of(seat);
    if legal.moves.is_empty() {
        return legal.draw_unlisted(draws).into_iter().collect();
    }
    let index = draws.below(legal.moves.len() as u64) as usize;
    vec![legal.moves.swap_remove(index)]
}

/// Returns a hash of what a seat sees (FNV-1a of its view as JSON).
fn signature<G: Seated>(state: &State<G>, seat: Seat) -> u64 {
    struct Hash(u64);
    impl io::Write for Hash {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            for byte in bytes {
                self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    // Views can always be written, and so can these bytes.
    let _ = serde_json::to_writer(&mut hash, &ViewForm::of(state, Viewer::Seat(seat)));
    hash.0
}
