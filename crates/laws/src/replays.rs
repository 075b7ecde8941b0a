//! Replay reproduces each standing and digest of a game.

use std::collections::BTreeMap;

use funhouse_rules::chance::Draws;
use funhouse_rules::game::{Game, State};
use funhouse_rules::mode::Mode;
use funhouse_rules::replay::{TraceEntry, digest, replay_run};
use serde_json::json;

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
            let entry = |state: &State<G>| TraceEntry { standing: M::standing(state), digest: digest(state) };
            let mut player = Player::random();
            let (mut state, mut moves, mut trace) = (dealt.clone(), Vec::new(), vec![entry(&dealt)]);
            while let Some((mv, after)) = player.play::<M>(&state, moves.len() as u64, draws) {
                state = after;
                moves.push(mv);
                trace.push(entry(&state));
            }
            let run = json!(M::run(&dealt, moves, Some(&M::standing(&state))));
            let run: M::Run = read(&reversed(&run)).expect("a run");
            let replayed = replay_run::<G, M>(&run, Some(0..usize::MAX));
            assert!(replayed.legal() && replayed.complete(), "{}: {:?}", G::ID, replayed.illegal_move);
            assert!(replayed.gives(&M::claim(&run).expect("a claim")), "{} on {}", G::ID, state.seed());
            assert_eq!(replayed.state, state, "{}", G::ID);
            assert_eq!(replayed.trace.as_ref(), Some(&trace), "{} on {}", G::ID, state.seed());
            let part = trace.len() / 3..trace.len() / 2;
            let replayed = replay_run::<G, M>(&run, Some(part.clone()));
            assert_eq!(replayed.trace.as_deref(), Some(&trace[part]), "{} on {}", G::ID, state.seed());
            *self.0.entry((G::ID, state.seats().count())).or_default() += 1;
        }
    }
    let Replayed(runs) = check_all(Replayed::default());
    assert!(runs.values().all(|count| *count > 0), "{runs:?}");
}
