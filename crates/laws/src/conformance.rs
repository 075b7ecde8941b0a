//! Games agree with conformance runs, which independent models of the rules pages made.

use std::path::PathBuf;
use std::process::Command;

use funhouse_rules::chance::Seed;
use funhouse_rules::game::{Game, Log, Seat, Seated, Seats, Solitaire, State, Viewer};
use funhouse_rules::games::template_game::TemplateGame;
use funhouse_rules::mode::{Mode, SeatedMode, SolitaireMode};
use funhouse_rules::registry::{self, SeatedVisitor, Visitor};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::bounds::count_within;
use crate::installed::are_installed;
use crate::walks::{read, visit_seated};

/// A line of a file of conformance runs: `docs/adding-a-game.md` describes its fields.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConformanceRun {
    game: String,
    rules: u32,
    seed: Seed,
    seats: Option<Seats>,
    options: Json,
    moves: Vec<Json>,
    legal: Vec<Json>,
    illegal: Vec<Refused>,
    #[serde(default)]
    views: Vec<(usize, u8, Json)>,
    /// Of a solitaire, like `rooms`.
    #[serde(default)]
    scores: Vec<Json>,
    rooms: Option<Json>,
    /// Of a game for several seats, like `to_act` and `places`.
    #[serde(default)]
    points: Vec<Json>,
    #[serde(default)]
    to_act: Vec<Json>,
    places: Option<Json>,
}

/// A move that is refused after this many moves.
#[derive(Deserialize)]
#[serde(untagged)]
enum Refused {
    /// By this rule.
    By(usize, Json, String),
    /// By any rule.
    Somehow(usize, Json),
}

impl ConformanceRun {
    /// Checks the standing of a state after `count` moves.
    fn check_standing<G: Game, M: Mode<G>>(&self, state: &State<G>, count: usize, place: &str) {
        let standing = M::standing(state);
        let (total, mut standing) = (M::erased(&standing).total(), json!(standing));
        let (points, to_act) = (standing["points"].take(), standing["to_act"].take());
        let series = [
            ("scores", &self.scores, json!(total)),
            ("points", &self.points, points),
            ("to_act", &self.to_act, to_act),
        ];
        for (field, expected, found) in series.into_iter().filter(|(.., found)| !found.is_null()) {
            assert_eq!(
                expected.len(),
                self.moves.len() + 1,
                "{place}: {field} has an entry for the deal and each move"
            );
            assert_eq!(found, expected[count], "{place}: {field}");
        }
        if count == self.moves.len() {
            assert!(state.finished(), "{place}: the run ends its game");
            assert_eq!(standing.get("rooms"), self.rooms.as_ref(), "{place}: rooms");
            assert_eq!(standing.get("places"), self.places.as_ref(), "{place}: places");
        }
    }
}

/// Returns the file with the runs of a game, from the root of the repository.
fn file_of(id: &str) -> String {
    format!("tests/conformance/{id}.jsonl")
}

fn path_of(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(file)
}

/// Plays all conformance runs of a game.
fn agree<G: Game, M: Mode<G>>() {
    let file = file_of(G::ID);
    let lines = std::fs::read_to_string(path_of(&file)).unwrap_or_else(|e| panic!("{file} has no runs: {e}"));
    let mut found = false;
    for (line, number) in lines.lines().zip(1..) {
        let place = format!("{file}:{number}");
        let run: ConformanceRun = serde_json::from_str(line).unwrap_or_else(|e| panic!("{place}: {e}"));
        assert_eq!(run.game, G::ID, "{place}: the file has runs of one game");
        if run.rules == G::RULES {
            found = true;
            replay::<G, M>(&run, &place);
        }
    }
    assert!(found, "{file} has no run of rules version {}", G::RULES);
}

fn replay<G: Game, M: Mode<G>>(run: &ConformanceRun, place: &str) {
    let options: G::Options = read(&run.options.to_string()).unwrap_or_else(|e| panic!("{place}: {e}"));
    let seats = run.seats.unwrap_or(Seats::ONE);
    assert!(G::SEATS.contains(&seats.count()), "{place}: {} seats", seats.count());
    let all = run.moves.len();
    assert_eq!(run.legal.len(), all + 1, "{place}: legal has an entry for the deal and each move");
    let mut state = State::<G>::deal_for(seats, run.seed.clone(), options);
    for count in 0..=all {
        let place = format!("{place} after {count} moves");
        run.check_standing::<G, M>(&state, count, &place);
        let legal = state.legal_moves();
        let listed = legal.bounds.is_empty().then_some(legal.moves.len());
        assert_eq!(json!(listed), run.legal[count], "{place}: count of legal moves");
        for (_, seat, table) in run.views.iter().filter(|(after, ..)| *after == count) {
            let viewer = Seat::new(*seat).map_or(Viewer::Onlooker, Viewer::Seat);
            assert_eq!(json!(state.view(viewer)), *table, "{place}: the view of {viewer:?}");
        }
        for refused in &run.illegal {
            let (after, mv, rule) = match refused {
                Refused::By(after, mv, rule) => (*after, mv, Some(rule)),
                Refused::Somehow(after, mv) => (*after, mv, None),
            };
            assert!(after <= all, "{place}: a move is refused after {after} of {all} moves");
            if after != count {
                continue;
            }
            let mv = parse::<G>(mv, &place);
            let mut played = state.clone();
            let refusal = played.play(&mv, &mut Log::discard());
            let refusal = refusal.err().unwrap_or_else(|| panic!("{place}: {mv:?} is legal"));
            assert!(rule.is_none_or(|rule| rule == refusal.rule.0), "{place}: {mv:?} is refused by {refusal}");
            assert_eq!(played, state, "{place}: a refused move changes nothing");
            assert!(!legal.moves.contains(&mv), "{place}: {mv:?} is listed");
        }
        if let Some(mv) = run.moves.get(count) {
            let mv = parse::<G>(mv, &place);
            let is_listed = legal.moves.contains(&mv) || count_within(&legal.bounds, &mv) == 1;
            assert!(is_listed, "{place}: {mv:?} is not listed");
            state.play(&mv, &mut Log::keep()).unwrap_or_else(|e| panic!("{place}: {mv:?} is refused: {e}"));
        }
    }
}

fn parse<G: Game>(mv: &Json, place: &str) -> G::Move {
    read(&mv.to_string()).unwrap_or_else(|e| panic!("{place}: {mv}: {e}"))
}

struct Agree;

impl Visitor for Agree {
    fn visit<G: Solitaire>(&mut self) {
        agree::<G, SolitaireMode>();
    }
}

impl SeatedVisitor for Agree {
    fn visit<G: Seated>(&mut self) {
        assert!(G::ENDED.0.starts_with(G::ID) && G::TURN.0.starts_with(G::ID), "{}", G::ID);
        agree::<G, SeatedMode>();
    }
}

#[test]
fn solitaires_agree_with_conformance_runs() {
    registry::visit_all(&mut Agree);
}

#[test]
fn seated_games_agree_with_conformance_runs() {
    visit_seated(&mut Agree);
}

#[test]
fn each_file_of_conformance_runs_belongs_to_a_game() {
    let ids = [registry::ids(), registry::seated_ids(), vec![TemplateGame::ID]].concat();
    let known: Vec<String> = ids.into_iter().map(file_of).collect();
    for entry in std::fs::read_dir(path_of("tests/conformance")).expect("the folder") {
        let file = format!("tests/conformance/{}", entry.expect("a file").file_name().to_string_lossy());
        assert!(!file.ends_with(".jsonl") || known.contains(&file), "{file} has the id of no game");
    }
}

#[test]
fn model_of_the_template_writes_its_runs() {
    if !are_installed(&["python3"]) {
        return;
    }
    let model = Command::new("python3")
        .args(["-B", "tests/conformance/template_game.py", "--print"])
        .current_dir(path_of(""))
        .output()
        .expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let runs = std::fs::read_to_string(path_of(&file_of(TemplateGame::ID))).expect("its runs");
    assert!(text(&model.stdout) == runs, "the model writes other runs: {}", text(&model.stderr));
}
