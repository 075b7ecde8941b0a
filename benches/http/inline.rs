//! The dearest bodies that are answered in place, by the thread that serves requests: what each call of each game makes of at
//! most 16 KiB, without HTTP.

use std::time::{Duration, Instant};

use funhouse::engine::{Ruleset, game};
use funhouse::picture::draw;
use funhouse::rules::game::{Solitaire, State};
use funhouse::rules::registry::{Visitor, visit_all};
use funhouse::rules::robot::Robot;
use serde_json::{Value as Json, json};

use super::runs::long_run;

/// The most bytes of a body that is answered in place.
const MOST: usize = 16 * 1024;
/// Number of games that are played to find expensive states.
const SEEDS: usize = 20;
/// How often each body is answered; the shortest time counts, since the machine may do something else meanwhile.
const TIMES: usize = 5;

pub(crate) fn measure() {
    println!("\nthe dearest of at most {MOST} bytes for each call, in ms:");
    println!("  {:<22}{:>8}{:>8}{:>8}{:>8}{:>8}", "", "moves", "score", "picture", "play", "replay");
    visit_all(&mut Dearest);
}

struct Dearest;

impl Visitor for Dearest {
    fn visit<G: Solitaire>(&mut self) {
        let ruleset = game(G::ID).and_then(|game| game.version(G::RULES)).expect("a game");
        let mut slowest = [Duration::ZERO; 5];
        let mut most = |call: usize, took: Duration| slowest[call] = slowest[call].max(took);
        for seed in 0..SEEDS {
            for robot in [Robot::Greedy, Robot::Random] {
                let mut state =
                    State::<G>::deal(format!("inline-{seed}").parse().expect("a seed"), G::Options::default());
                let mut states = vec![state.clone()];
                robot.play_out(&mut state, 2_000, |_, after| states.push(after.clone()));
                for state in states {
                    let body = json!({ "state": state }).to_string();
                    most(0, shortest(|| ruleset.moves(body.as_bytes()).is_ok()));
                    most(1, shortest(|| ruleset.score(body.as_bytes()).is_ok()));
                    most(2, shortest(|| ruleset.scene(body.as_bytes()).map(|scene| draw(&scene)).is_ok()));
                }
            }
        }
        most(3, played::<G>(ruleset));
        let run = long_run::<G>("inline");
        let moves = run["moves"].as_array().expect("a list");
        let body = filled(moves, |moves| {
            let mut run = run.clone();
            run["moves"] = json!(moves);
            run
        });
        most(4, shortest(|| ruleset.replay(body.as_bytes(), None).is_ok()));
        let shown: String = slowest.iter().map(|took| format!("{:>8.2}", took.as_secs_f64() * 1e3)).collect();
        println!("  {:<22}{shown}", G::ID);
    }
}

/// The longest plays that are answered without the pool: from the deal, and from where two moves can alternate forever.
fn played<G: Solitaire>(ruleset: Ruleset) -> Duration {
    let run = long_run::<G>("inline");
    let moves: Vec<G::Move> = funhouse::rules::wire::from_value(run["moves"].clone()).expect("moves");
    let mut state = State::<G>::deal("inline".parse().expect("a seed"), G::Options::default());
    let mut longest = Duration::ZERO;
    for (n, mv) in moves.iter().enumerate().take(400) {
        if n % 20 == 0 {
            let rest: Vec<Json> = moves[n..].iter().take(1_000).map(|mv| json!(mv)).collect();
            let of = |moves: &[Json]| json!({ "state": state, "moves": moves, "with_legal_moves": true, "with_picture": true });
            let body = filled(&rest, of);
            longest = longest.max(shortest(|| ruleset.play(body.as_bytes(), draw).is_ok()));
        }
        state.play(mv, &mut funhouse::rules::game::Log::discard()).expect("the move is legal");
    }
    longest
}

/// The largest body that is answered in place, of as many moves as it holds.
fn filled(moves: &[Json], body: impl Fn(&[Json]) -> Json) -> String {
    let sizes = moves.iter().scan(body(&[]).to_string().len(), |size, mv| {
        *size += mv.to_string().len() + 1;
        Some(*size)
    });
    body(&moves[..sizes.take_while(|size| *size <= MOST).count()]).to_string()
}

fn shortest(answered: impl Fn() -> bool) -> Duration {
    let once = || {
        let begun = Instant::now();
        assert!(answered(), "it is answered");
        begun.elapsed()
    };
    (0..TIMES).map(|_| once()).min().unwrap_or_default()
}
