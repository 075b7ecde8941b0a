//! Robots: built-in players that can finish any game, for demonstrations and tests.

use super::chance::Chance;
use super::game::{Game, Log, Solitaire, State};
use super::mode::{Mode, SolitaireMode};

/// A built-in player for any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Robot {
    /// Plays a uniformly random listed move. If none is listed, plays a random move within the bounds.
    Random,
    /// Plays the game's own [`plan`](crate::game::Game::plan). Random choices use the seed of the state.
    Greedy,
}

impl Robot {
    /// Returns the robot's next moves in a solitaire; none after the end of the game.
    ///
    /// `turn` is the number of the robot's decision, from 1. A random decision is the event `player/random/N` of the
    /// state's seed, where N is that number.
    #[must_use]
    pub fn next_moves<G: Solitaire>(self, state: &State<G>, turn: u64) -> Vec<G::Move> {
        self.moves_of::<G, SolitaireMode>(state, turn)
    }

    /// Returns the robot's next moves in a game of either mode, for the first seat that may act and need not
    /// wait for others.
    #[must_use]
    pub fn moves_of<G: Game, M: Mode<G>>(self, state: &State<G>, turn: u64) -> Vec<G::Move> {
        match (self, M::in_step(state).iter().next()) {
            (_, None) => Vec::new(),
            (Self::Greedy, Some(seat)) => state.plan_for(seat),
            (Self::Random, Some(_)) => random_move(state, turn).into_iter().collect(),
        }
    }

    /// Plays a solitaire to its end or for at most `max_moves` moves. Calls `show` with each move and the state after
    /// it.
    pub fn play_out<G: Solitaire>(self, state: &mut State<G>, max_moves: usize, show: impl FnMut(&G::Move, &State<G>)) {
        self.play_all::<G, SolitaireMode>(state, max_moves, show);
    }

    /// Plays all seats of a game of either mode to its end or for at most `max_moves` moves.
    ///
    /// Calls `show` with each move and the state after it.
    pub fn play_all<G: Game, M: Mode<G>>(
        self,
        state: &mut State<G>,
        max_moves: usize,
        mut show: impl FnMut(&G::Move, &State<G>),
    ) {
        let mut played = 0;
        for turn in 1.. {
            let moves = self.moves_of::<G, M>(state, turn);
            if moves.is_empty() {
                return;
            }
            for mv in moves {
                if played == max_moves || state.play(&mv, &mut Log::discard()).is_err() {
                    return;
                }
                played += 1;
                show(&mv, state);
            }
        }
    }
}

/// Returns a uniformly random listed move, or a random move within the bounds if none is listed.
pub(crate) fn random_move<G: Game>(state: &State<G>, turn: u64) -> Option<G::Move> {
    let mut draws = Chance::new(state.seed()).numbered("player/random", turn);
    let legal = state.legal_moves();
    let count = legal.moves.len() as u64;
    if count == 0 {
        return legal.draw_unlisted(&mut draws);
    }
    legal.moves.into_iter().nth(usize::try_from(draws.below(count)).ok()?)
}
