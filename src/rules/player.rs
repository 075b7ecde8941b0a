//! The built-in players: they go through whole games, for demonstrations and for the laws.

use super::chance::Chance;
use super::game::{Bounds, Game, Log, State};

/// A built-in player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Plays any legal move, all equally likely.
    Random,
    /// Plays what the game's own [`plan`](Game::plan) says.
    Greedy,
}

impl Player {
    /// The moves that the player makes next: none once the game has ended. `turn` numbers the player's decisions;
    /// a random one is drawn from the state's seed and that number.
    #[must_use]
    pub fn next_moves<G: Game>(self, state: &State<G>, turn: u64) -> Vec<G::Move> {
        match self {
            _ if state.finished() => Vec::new(),
            Self::Greedy => state.plan(),
            Self::Random => random_move(state, turn).into_iter().collect(),
        }
    }

    /// Plays a game to its end, or until `most` moves have been made; shows each move and what it led to.
    pub fn play_out<G: Game>(self, state: &mut State<G>, most: usize, mut show: impl FnMut(&G::Move, &State<G>)) {
        let mut made = 0;
        for turn in 1.. {
            let moves = self.next_moves(state, turn);
            if moves.is_empty() {
                return;
            }
            for mv in moves {
                if made == most || state.play(&mv, &mut Log::forgotten()).is_err() {
                    return;
                }
                made += 1;
                show(&mv, state);
            }
        }
    }
}

fn random_move<G: Game>(state: &State<G>, turn: u64) -> Option<G::Move> {
    let mut draws = Chance::new(state.seed()).numbered("player/random", turn);
    let legal = state.legal_moves();
    if let Some(bounds) = legal.bounds.filter(|_| legal.moves.is_empty()) {
        return Some(bounds.any(&mut draws));
    }
    let count = legal.moves.len() as u64;
    if count == 0 {
        return None;
    }
    legal.moves.into_iter().nth(usize::try_from(draws.below(count)).ok()?)
}
