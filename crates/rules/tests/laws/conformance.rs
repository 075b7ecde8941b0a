//! Games for several seats agree with conformance runs, which independent models of the rules pages made.

use funhouse_rules::chance::Seed;
use funhouse_rules::game::{Log, Seat, Seated, Seats, State, Viewer};
use funhouse_rules::registry::{self, SeatedVisitor};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::walks::read;

const RUNS: &str = include_str!("../../../../tests/conformance/seated.jsonl");

/// A line of the conformance runs.
#[derive(Deserialize)]
struct ConformanceRun {
    game: String,
    rules: u32,
    seed: Seed,
    seats: Seats,
    options: Json,
    moves: Vec<Json>,
    points: Vec<Vec<i64>>,
    to_act: Vec<Json>,
    legal: Vec<Option<usize>>,
    places: Vec<u8>,
    views: Vec<(usize, u8, Json)>,
    illegal: Vec<(usize, Json, String)>,
}

/// Plays all conformance runs of each game.
struct Agree<'a> {
    lines: &'a [ConformanceRun],
    agreed: usize,
}

impl SeatedVisitor for Agree<'_> {
    fn visit<G: Seated>(&mut self) {
        let lines = self.lines.iter().filter(|line| line.game == G::ID && line.rules == G::RULES);
        for line in lines {
            agree::<G>(line);
            self.agreed += 1;
        }
    }
}

fn agree<G: Seated>(line: &ConformanceRun) {
    let options: G::Options = read(&line.options.to_string()).expect("options");
    assert!(G::SEATS.contains(&line.seats.count()), "{} takes {} seats", G::ID, line.seats.count());
    let mut state = State::<G>::deal_for(line.seats, line.seed.clone(), options);
    for count in 0..=line.moves.len() {
        let place = format!("{}, seed {}, after {count} moves", G::ID, line.seed);
        assert_eq!(state.points(), line.points[count], "points, {place}");
        assert_eq!(json!(state.to_act()), line.to_act[count], "to act, {place}");
        let legal = state.legal_moves();
        if let Some(expected) = line.legal[count].filter(|_| legal.bounds.is_none()) {
            assert_eq!(legal.moves.len(), expected, "count of legal moves, {place}");
        }
        for (_, seat, table) in line.views.iter().filter(|(after, ..)| *after == count) {
            let viewer = Seat::new(*seat).map_or(Viewer::Onlooker, Viewer::Seat);
            let mut view = json!(state.view(viewer));
            // The model that wrote the views omitted keys that a state has too, such as `game`, which is also in the
            // table of a series.
            if table.get("game").is_none() {
                view.as_object_mut().expect("a table is an object").remove("game");
            }
            assert_eq!(view, *table, "the view of {viewer:?}, {place}");
        }
        for (_, mv, rule) in line.illegal.iter().filter(|(after, ..)| *after == count) {
            let mv: G::Move = read(&mv.to_string()).unwrap_or_else(|e| panic!("{place}: {mv}: {e}"));
            let before = state.clone();
            let refused = state.play(&mv, &mut Log::discard()).expect_err(&place);
            assert_eq!(refused.rule.0, rule, "{mv:?}, {place}");
            assert_eq!(state, before, "a refused move changes nothing, {place}");
            assert!(!legal.moves.contains(&mv), "{mv:?} is listed, {place}");
        }
        if let Some(mv) = line.moves.get(count) {
            let mv: G::Move = read(&mv.to_string()).unwrap_or_else(|e| panic!("{place}: {mv}: {e}"));
            assert!(legal.bounds.is_some() || legal.moves.contains(&mv), "{mv:?} is not listed, {place}");
            state.play(&mv, &mut Log::keep()).unwrap_or_else(|e| panic!("{mv:?} is refused, {place}: {e}"));
        }
    }
    assert_eq!(state.places(), Some(line.places.clone()), "places, {}, seed {}", G::ID, line.seed);
}

#[test]
fn conformance_runs_are_reproduced() {
    let lines: Vec<ConformanceRun> =
        RUNS.lines().map(|line| serde_json::from_str(line).expect("a line is a run")).collect();
    let mut check = Agree { lines: &lines, agreed: 0 };
    registry::visit_seated(&mut check);
    let registered = lines.iter().filter(|line| registry::seated_ids().contains(&line.game.as_str())).count();
    assert_eq!(check.agreed, registered);
}

#[test]
fn every_game_has_conformance_runs() {
    struct Facts;
    impl SeatedVisitor for Facts {
        fn visit<G: Seated>(&mut self) {
            assert!(
                RUNS.contains(&format!("\"game\":\"{}\"", G::ID)) || RUNS.contains(&format!("\"game\": \"{}\"", G::ID)),
                "{}",
                G::ID
            );
            assert!(*G::SEATS.start() >= 2, "{}", G::ID);
            assert!(G::ENDED.0.starts_with(G::ID) && G::TURN.0.starts_with(G::ID));
        }
    }
    registry::visit_seated(&mut Facts);
}
