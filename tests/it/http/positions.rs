//! Positions of stored runs, computed from checkpoints.

use funhouse::engine::answer::{Extras, Position};
use funhouse::engine::game;
use funhouse::engine::verification::{NoPosition, RunRecord};
use funhouse::rules::erased::{AnyState, TypedState};
use funhouse::rules::game::{Solitaire, State, Viewer};
use funhouse::rules::mode::SolitaireMode;
use funhouse::rules::registry::{self, Visitor};
use funhouse::rules::robot::Robot;
use funhouse::rules::wire::from_value;
use serde_json::value::RawValue;
use serde_json::{Value as Json, json};

use crate::support::account::{Account, run_of};
use crate::support::databases::bytes;
use crate::support::harness::Server;
use crate::support::store::meddle;

#[path = "../../../benches/http/runs.rs"]
mod runs;

/// Compares positions of long runs with those by play, and counts the moves of the longest.
struct Compare {
    longest: usize,
}

impl Visitor for Compare {
    fn visit<G: Solitaire>(&mut self) {
        let run = runs::long_run::<G>("checkpoints");
        let dealt = State::<G>::deal("checkpoints".parse().expect("a seed"), G::Options::default());
        let moves: Vec<G::Move> = from_value(run["moves"].clone()).expect("moves");
        let moves: Vec<_> = moves.into_iter().map(TypedState::<G, SolitaireMode>::shared).collect();
        self.longest = self.longest.max(moves.len());
        let ruleset = game(G::ID).and_then(|game| game.version(G::RULES)?.ranked()).expect("a game");
        let (options, json) = (run["options"].to_string(), run["moves"].to_string());
        let record = RunRecord { seed: dealt.seed(), options: &options, moves: json.as_bytes() };
        let checkpoints = ruleset.checkpoints(record).expect("it can be read");
        let compare = |n: usize, state: &dyn AnyState, events: Option<Vec<Box<RawValue>>>| {
            if [0, 1, 2, 249, 250, 251, 252, 499, 500, 501, 750, moves.len() - 1, moves.len()].contains(&n) {
                let found = ruleset.position(&checkpoints, n, false).expect("a position");
                let found: Json = serde_json::from_slice(&found).expect("JSON");
                assert_eq!(
                    found,
                    json!(Position::of(G::ID, state, events, Extras::default(), None)),
                    "{} after {n} moves",
                    G::ID
                );
            }
        };

        let mut state = TypedState::<G, SolitaireMode>::boxed(dealt);
        compare(0, &*state, None);
        for (n, mv) in (1..).zip(&moves) {
            let events = state.play(&**mv).expect("the move is legal");
            compare(n, &*state, Some(vec![events.json(Viewer::Host, false)]));
        }
        let past = ruleset.position(&checkpoints, moves.len() + 1, false);
        assert_eq!(past, Err(NoPosition::TooFewMoves(moves.len())));
    }
}

#[test]
fn position_from_checkpoint_equals_position_by_play() {
    let mut compare = Compare { longest: 0 };
    registry::visit_all(&mut compare);
    assert!(compare.longest > 9_000, "a run has many legs");
}

#[test]
fn later_positions_need_no_full_replay() {
    // What is known of a run is known to the instance that was asked.
    let server = Server::start_alone();
    let run = run_of("slide-jam", "replayed-once", Robot::Greedy, json!({}));
    Account::new(&server, "Ada").submit(&server, &run).expect(201);
    let last = format!("/v1/runs/1/positions/{}", run["moves"].as_array().expect("a list").len());
    let shown = server.send("GET", &last, &[], None).ok();
    // Without its moves, the run can be replayed no more.
    meddle(&server, &format!("UPDATE runs SET moves = {}", bytes("")));
    server.send("POST", "/v1/runs/1/verification", &[], None).problem(500, "internal_error");
    assert_eq!(server.send("GET", &last, &[], None).ok(), shown);
    assert_eq!(server.send("GET", "/v1/runs/1/positions/0", &[], None).ok()["state"]["seed"], "replayed-once");
}
