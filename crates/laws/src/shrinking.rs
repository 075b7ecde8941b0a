//! Games of any seed, options and choices: a failure shrinks to the fewest moves and the smallest numbers.

use funhouse_rules::chance::{Chance, Seed};
use funhouse_rules::erased::TypedState;
use funhouse_rules::game::{Game, Log, Seated, Seats, Solitaire, State};
use funhouse_rules::mode::{Mode, SeatedMode, SolitaireMode};
use funhouse_rules::registry::{self, SeatedVisitor, Visitor};
use funhouse_rules::replay::replay;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::moves::assert_playable;
use crate::states::assert_admitted;
use crate::walks::{all_options, number, visit_seated};

/// Plays the game that these numbers describe, and replays it.
fn play<G: Game, M: Mode<G>>(seed: &str, seats: u8, options: usize, choices: &[u32]) {
    let seed: Seed = seed.parse().expect("a seed");
    let counts: Vec<Seats> = G::SEATS.filter_map(Seats::new).collect();
    let combinations = all_options::<G>();
    let seats = counts[usize::from(seats) % counts.len()];
    let dealt = State::<G>::deal_for(seats, seed.clone(), combinations[options % combinations.len()]);
    let (mut state, mut moves) = (dealt.clone(), Vec::new());
    for choice in choices {
        assert_admitted(&state);
        let legal = state.legal_moves();
        let mv = match &legal.moves[..] {
            [] => legal.draw_unlisted(&mut Chance::new(&seed).numbered("choice", (*choice).into())),
            moves => Some(moves[usize::try_from(*choice).expect("an index") % moves.len()].clone()),
        };
        let Some(mv) = mv else { break };
        assert_playable(&state, &mv);
        state.play(&mv, &mut Log::discard()).expect("a legal move");
        moves.push(TypedState::<G, M>::shared(mv));
    }
    let replayed = replay(TypedState::<G, M>::boxed(dealt), &moves, 0, None).expect("its own moves");
    assert_eq!(TypedState::<G, M>::of(&*replayed.state), Some(&state), "{}", G::ID);
}

fn shrink<G: Game, M: Mode<G>>(cases: u32) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let choices = proptest::collection::vec(proptest::num::u32::ANY, 0..40);
    let games = ("[A-Za-z0-9._-]{1,64}", proptest::num::u8::ANY, proptest::num::usize::ANY, choices);
    let result = runner.run(&games, |(seed, seats, options, choices)| {
        play::<G, M>(&seed, seats, options, &choices);
        Ok(())
    });
    result.unwrap_or_else(|e| panic!("{}: {e}", G::ID));
}

#[test]
fn any_seed_options_and_choices_give_a_lawful_game() {
    struct Shrinking(u32);
    impl Visitor for Shrinking {
        fn visit<G: Solitaire>(&mut self) {
            shrink::<G, SolitaireMode>(self.0);
        }
    }
    impl SeatedVisitor for Shrinking {
        fn visit<G: Seated>(&mut self) {
            shrink::<G, SeatedMode>(self.0 / 4);
        }
    }
    let cases = number("FUNHOUSE_LAWS").map_or(60, |games| u32::try_from(games).expect("a number of games"));
    registry::visit_all(&mut Shrinking(cases));
    visit_seated(&mut Shrinking(cases));
}
