//! Runs that are as long as runs may be.

use funhouse::rules::game::{Log, ScoreCard as _, Solitaire, State};
use funhouse::rules::replay::MAX_MOVES;
use funhouse::rules::robot::Robot;
use serde_json::{Value as Json, json};

/// How often two moves must be legal in turn to be taken for two that always are.
const ALWAYS: usize = 50;

/// A whole run with about the maximum number of moves, if the game has two moves that can alternate forever.
pub(crate) fn long_run<G: Solitaire>(seed: &str) -> Json {
    let mut state = State::<G>::deal(seed.parse().expect("a seed"), G::Options::default());
    let mut moves = Vec::new();
    let mut again = repeatable(&state);
    // The random robot goes through all rooms of a game that has rooms.
    Robot::Random.play_out(&mut state.clone(), MAX_MOVES, |mv, after| {
        if again.is_none() {
            moves.push(mv.clone());
            again = repeatable(after);
        }
    });
    play(&mut state, &moves);
    let mut end = Vec::new();
    Robot::Greedy.play_out(&mut state.clone(), MAX_MOVES, |mv, _| end.push(mv.clone()));
    if let Some(pair) = again {
        let pairs = (MAX_MOVES - moves.len() - end.len() - 100) / 2;
        let repeated: Vec<G::Move> = pair.iter().cycle().take(2 * pairs).cloned().collect();
        play(&mut state, &repeated);
        moves.extend(repeated);
    }
    Robot::Greedy.play_out(&mut state, MAX_MOVES, |mv, _| moves.push(mv.clone()));
    assert!(state.finished() && moves.len() <= MAX_MOVES, "a whole run");
    json!({
        "game": G::ID, "rules": G::RULES, "seed": seed, "options": state.options(), "moves": moves,
        "score": state.score().total(),
    })
}

fn play<G: Solitaire>(state: &mut State<G>, moves: &[G::Move]) {
    for mv in moves {
        state.play(mv, &mut Log::discard()).expect("the move is legal");
    }
}

/// Two moves that can alternate forever from this state.
fn repeatable<G: Solitaire>(state: &State<G>) -> Option<[G::Move; 2]> {
    state.legal_moves().moves.into_iter().find_map(|first| {
        let mut after = state.clone();
        after.play(&first, &mut Log::discard()).ok()?;
        let second = after.legal_moves().moves.into_iter().find(|second| always(state, [&first, second]))?;
        Some([first, second])
    })
}

fn always<G: Solitaire>(state: &State<G>, pair: [&G::Move; 2]) -> bool {
    let mut state = state.clone();
    (0..ALWAYS).all(|_| pair.iter().all(|mv| state.play(mv, &mut Log::discard()).is_ok()))
}
