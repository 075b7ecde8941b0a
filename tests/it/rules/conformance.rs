//! Whole runs of every game by an independent model of the rules pages.

use funhouse::rules::game::{Log, ScoreCard, Solitaire, State};
use funhouse::rules::registry::{self, Task};
use funhouse::rules::replay::Run;
use serde::Deserialize;
use serde_json::{Map, Value as Json};

const RUNS: &str = include_str!("../../conformance/runs.jsonl");

/// What a line has besides the run.
#[derive(Deserialize)]
struct Expected {
    scores: Vec<u64>,
    legal: Vec<Option<usize>>,
    rooms: Option<Vec<u64>>,
    illegal: Vec<(usize, Json)>,
}

/// Plays one line and compares.
struct Check {
    line: usize,
    run: Json,
    expected: Expected,
}

impl Task for Check {
    type Output = ();

    fn run<G: Solitaire>(self) {
        let Self { line, run, expected } = self;
        let run: Run<G> = serde_json::from_value(run).unwrap_or_else(|e| panic!("line {line}: {e}"));
        let mut state = State::<G>::deal(run.seed.clone(), run.options);
        let mut refused = 0;
        for created in 0..=run.moves.len() {
            let place = format!("line {line} ({}, seed {}) after {created} moves", G::ID, run.seed);
            assert_eq!(state.score().total(), expected.scores[created], "score, {place}");
            let legal = state.legal_moves();
            let count = legal.bounds.is_none().then_some(legal.moves.len());
            assert_eq!(count, expected.legal[created], "count of legal moves, {place}");
            for (_, mv) in expected.illegal.iter().filter(|(after, _)| *after == created) {
                let mv: G::Move = serde_json::from_value(mv.clone()).unwrap_or_else(|e| panic!("{place}: {e}"));
                let before = state.clone();
                assert!(state.play(&mv, &mut Log::discard()).is_err(), "{mv:?} is legal, {place}");
                assert_eq!(state, before, "a refused move changes nothing, {place}");
                assert!(!legal.moves.contains(&mv), "{mv:?} is listed, {place}");
                refused += 1;
            }
            if let Some(mv) = run.moves.get(created) {
                state.play(mv, &mut Log::keep()).unwrap_or_else(|e| panic!("{mv:?} is refused, {place}: {e}"));
            }
        }
        assert_eq!(refused, expected.illegal.len(), "line {line}");
        assert!(state.finished(), "line {line} ends its game");
        let score = serde_json::to_value(state.score()).expect("a score card is JSON");
        let rooms = expected.rooms.map(|rooms| serde_json::to_value(rooms).expect("it is JSON"));
        assert_eq!(score.get("rooms"), rooms.as_ref(), "room scores of line {line}");
    }
}

#[test]
fn program_agrees_with_all_conformance_runs() {
    let mut lines = 0;
    for (line, text) in RUNS.lines().enumerate() {
        let mut run: Map<String, Json> = serde_json::from_str(text).expect("a line is an object");
        let mut taken = Map::new();
        for field in ["scores", "legal", "rooms", "illegal"] {
            if let Some(value) = run.remove(field) {
                taken.insert(field.to_owned(), value);
            }
        }
        let expected = serde_json::from_value(Json::Object(taken)).expect("a line has its fields");
        let game = run["game"].as_str().expect("a line names its game").to_owned();
        let check = Check { line: line + 1, run: Json::Object(run), expected };
        assert!(registry::with_game(&game, 1, check).is_some(), "{game} is registered");
        lines += 1;
    }
    assert_eq!(lines, 120, "all lines were played");
}
