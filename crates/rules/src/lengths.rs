//! Measures the lengths of games, which [`Seated::median_moves`] declares.

use serde_json::json;

use crate::game::{Log, Options as _, Seated, Seats, State};
use crate::games::template_game::TemplateGame;
use crate::registry::{self, SeatedVisitor};
use crate::wire::MAX_MOVES;

/// Number of games for each number of seats and all options. With as many, the median of the most varied game is within the tolerance.
const GAMES: usize = 21;

/// Whether the game is so long that one game with the fewest seats is enough: its length is a sum of very many moves.
const fn is_long<G: Seated>() -> bool {
    G::MAX_MOVES > MAX_MOVES
}

/// Returns all combinations of the values of the options.
fn all_options<G: Seated>() -> Vec<G::Options> {
    let mut combinations = vec![json!({})];
    for option in G::Options::LIST {
        let with = |chosen: &serde_json::Value| {
            let chosen = chosen.clone();
            option.values.iter().map(move |value| {
                let mut chosen = chosen.clone();
                chosen[option.name] = json!(value);
                chosen
            })
        };
        combinations = combinations.iter().flat_map(with).collect();
    }
    combinations.into_iter().map(|chosen| crate::wire::from_value(chosen).expect("listed values")).collect()
}

/// Returns the number of moves of a game between built-in players.
fn length<G: Seated>(seats: Seats, options: G::Options, n: usize) -> u16 {
    let seed = format!("length-{n}").parse().expect("a seed");
    let mut state = State::<G>::deal_for(seats, seed, options);
    let mut count = 0;
    while let Some(seat) = state.in_step().iter().next() {
        // A plan may continue past the point where other seats may act.
        for mv in state.plan_for(seat) {
            if state.to_act().contains(seat) {
                state.play(&mv, &mut Log::discard()).expect("a legal move");
                count += 1;
            }
        }
    }
    count
}

#[test]
fn games_are_as_long_as_declared() {
    struct Lengths;
    impl SeatedVisitor for Lengths {
        fn visit<G: Seated>(&mut self) {
            assert_eq!(G::MEDIAN_MOVES.len(), G::SEATS.count(), "{}", G::ID);
            for (options, seats) in all_options::<G>()
                .into_iter()
                .flat_map(|options| G::SEATS.filter_map(Seats::new).map(move |seats| (options, seats)))
            {
                if is_long::<G>() && seats.count() > *G::SEATS.start() {
                    continue;
                }
                let games = if is_long::<G>() { 1 } else { GAMES };
                let mut lengths: Vec<u16> = (0..games).map(|n| length::<G>(seats, options, n)).collect();
                lengths.sort_unstable();
                let (measured, declared) = (lengths[games / 2], G::median_moves(options, seats));
                let difference = measured.abs_diff(declared);
                // A few more for the shortest games, which vary most.
                assert!(
                    difference <= measured / 4 + 3,
                    "{}, {options:?}, {} seats: {measured} moves, not {declared}",
                    G::ID,
                    seats.count()
                );
            }
        }
    }
    registry::visit_seated(&mut Lengths);
    Lengths.visit::<TemplateGame>();
}
