//! Replay reproduces each standing and digest of a game.

use std::collections::BTreeMap;

use funhouse_rules::chance::Draws;
use funhouse_rules::erased::{Move, TypedState};
use funhouse_rules::game::{Game, State};
use funhouse_rules::mode::Mode;
use funhouse_rules::replay::{TraceEntry, digest, replay};
use serde_json::{Value as Json, json};

use crate::walks::{Law, Player, check_all, read, reversed};

#[test]
fn replay_reproduces_standings_and_digests() {
    /// How many runs of each game were replayed.
    #[derive(Default)]
    struct Replayed(BTreeMap<(&'static str, u8), u32>);
    impl Law for Replayed {
        const SOLITAIRES: u64 = 20;

        fn check<G: Game, M: Mode<G>>(&mut self, state: &State<G>, draws: &mut Draws) {
            // A run starts with a deal, and the walk that shows this state is one of many.
            let dealt = State::<G>::deal_for(state.seats(), state.seed().clone(), state.options());
            if dealt != *state {
                return;
            }
            let boxed = |state: &State<G>| TypedState::<G, M>::boxed(state.clone());
            let entry = |state: &State<G>| (json!(M::standing(state)), digest(&*boxed(state)));
            let mut player = Player::random();
            let (mut state, mut moves, mut trace) = (dealt.clone(), Vec::new(), vec![entry(&dealt)]);
            while let Some((mv, after)) = player.play::<M>(&state, moves.len() as u64, draws) {
                state = after;
                moves.push(mv);
                trace.push(entry(&state));
            }
            let moves: Vec<_> = moves.iter().map(|mv| reread::<G, M>(mv)).collect();
            let replayed = replay(boxed(&dealt), &moves, M::ROOMS.len(), Some(0..usize::MAX)).expect("its own moves");
            assert!(replayed.legal() && replayed.state.finished(), "{}: {:?}", G::ID, replayed.illegal_move);
            assert_eq!(TypedState::<G, M>::of(&*replayed.state), Some(&state), "{}", G::ID);
            let entries = |trace: Option<Vec<TraceEntry>>| -> Vec<(Json, String)> {
                trace.into_iter().flatten().map(|entry| (json!(entry.standing), entry.digest)).collect()
            };
            assert_eq!(entries(replayed.trace), trace, "{} on {}", G::ID, state.seed());
            let part = trace.len() / 3..trace.len() / 2;
            let replayed = replay(boxed(&dealt), &moves, M::ROOMS.len(), Some(part.clone())).expect("its own moves");
            assert_eq!(entries(replayed.trace), trace[part], "{} on {}", G::ID, state.seed());
            *self.0.entry((G::ID, state.seats().count())).or_default() += 1;
        }
    }
    let Replayed(runs) = check_all(Replayed::default());
    assert!(runs.values().all(|count| *count > 0), "{runs:?}");
}

/// Returns a move as it is read from JSON, with its keys in another order.
fn reread<G: Game, M: Mode<G>>(mv: &G::Move) -> Move {
    TypedState::<G, M>::shared(read(&reversed(&json!(mv))).expect("a move"))
}
