//! The robots: built-in players that can play any game to its end, for demonstrations and for tests.

use super::chance::Chance;
use super::game::{Bounds, Game, Log, Solitaire, State};
use super::kind::{Alone, Kind};

/// A built-in player of any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Robot {
    /// Plays any of the listed moves, all equally likely; where none is listed but there are bounds, a move within them.
    Random,
    /// Plays what the game's own [`plan`](crate::game::Game::plan) says, with random choices from the seed of the state.
    Greedy,
}

impl Robot {
    /// The moves that the robot makes next in a solitaire: none once the game has ended. `turn` numbers the robot's decisions, from
    /// 1; a random one is the event `player/random/N` of the state's seed, where N is that number.
    #[must_use]
    pub fn next_moves<G: Solitaire>(self, state: &State<G>, turn: u64) -> Vec<G::Move> {
        self.moves_of::<G, Alone>(state, turn)
    }

    /// The moves that the robot makes next in a game of either kind, on the first of the seats that may act.
    #[must_use]
    pub fn moves_of<G: Game, K: Kind<G>>(self, state: &State<G>, turn: u64) -> Vec<G::Move> {
        match (self, K::to_act(state).iter().next()) {
            (_, None) => Vec::new(),
            (Self::Greedy, Some(seat)) => state.plan_for(seat),
            (Self::Random, Some(_)) => random_move(state, turn).into_iter().collect(),
        }
    }

    /// Plays a solitaire to its end, or until `most` moves have been made. Calls `show` with each move and the state after it.
    pub fn play_out<G: Solitaire>(self, state: &mut State<G>, most: usize, show: impl FnMut(&G::Move, &State<G>)) {
        self.play_all::<G, Alone>(state, most, show);
    }

    /// Plays a game of either kind to its end, all seats of it, or until `most` moves have been made.
    pub fn play_all<G: Game, K: Kind<G>>(
        self,
        state: &mut State<G>,
        most: usize,
        mut show: impl FnMut(&G::Move, &State<G>),
    ) {
        let mut made = 0;
        for turn in 1.. {
            let moves = self.moves_of::<G, K>(state, turn);
            if moves.is_empty() {
                return;
            }
            for mv in moves {
                if made == most || state.play(&mv, &mut Log::discard()).is_err() {
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
