//! The laws: what holds for every registered game, on hundreds of seeds, under all options.
//!
//! No game is named here. A game that is added to the registry is put under the laws by being there.

use std::collections::{BTreeMap, BTreeSet};

use funhouse::rules::chance::{Draws, Seed};
use funhouse::rules::fault::Illegal;
use funhouse::rules::game::{Bounds, LegalMoves, Log, Options, ScoreCard, Solitaire, State, StateForm};
use funhouse::rules::registry::{self, Visitor};
use funhouse::rules::replay::{Run, digest, replay, replay_tracing};
use funhouse::rules::robot::Robot;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Map, Value as Json, json};

use crate::support::walks::{MAX_MOVES, all_options, any_move, draws, seed, wander};

fn to_json<T: serde::Serialize>(value: &T) -> Json {
    serde_json::to_value(value).expect("it is JSON")
}

/// The state read back from its JSON, as a client would post it.
fn posted<G: Solitaire>(json: Json) -> Result<State<G>, String> {
    let form: StateForm<G> = serde_json::from_value(json).map_err(|e| e.to_string())?;
    form.admit().map_err(|refused| format!("{refused:?}"))
}

/// The JSON with the keys of every object in reverse order, as text.
fn reversed(json: &Json) -> String {
    match json {
        Json::Object(fields) => {
            let fields =
                fields.iter().rev().map(|(key, value)| format!("{}:{}", Json::from(key.as_str()), reversed(value)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
        }
        Json::Array(items) => format!("[{}]", items.iter().map(reversed).collect::<Vec<_>>().join(",")),
        other => other.to_string(),
    }
}

/// An object's text with one key last.
fn with_last(json: &Json, last: &str) -> String {
    let mut fields = json.as_object().expect("an object").clone();
    let value = fields.remove(last).expect("the key is there");
    let mut parts: Vec<String> =
        fields.iter().map(|(key, value)| format!("{}:{value}", Json::from(key.as_str()))).collect();
    parts.push(format!("{}:{value}", Json::from(last)));
    format!("{{{}}}", parts.join(","))
}

/// What holds for every game, on so many seeds, on which the combinations of its options take turns.
pub(crate) trait Law {
    const SEEDS: u64;
    fn holds<G: Solitaire>(&mut self, seed: Seed, options: G::Options);
}

/// How many times as many seeds as usual: `FUNHOUSE_LAWS=25 cargo test --test it laws` searches on.
#[allow(clippy::disallowed_methods, reason = "a test may ask how thorough to be")]
fn times() -> u32 {
    std::env::var("FUNHOUSE_LAWS").map_or(1, |times| times.parse().expect("FUNHOUSE_LAWS is a number"))
}

struct EachGame<L>(L);

impl<L: Law> Visitor for EachGame<L> {
    fn visit<G: Solitaire>(&mut self) {
        for (n, options) in (0..L::SEEDS * u64::from(times())).zip(all_options::<G>().into_iter().cycle()) {
            self.0.holds::<G>(seed("law", n), options);
        }
    }
}

pub(crate) fn uphold<L: Law>(law: L) -> L {
    let mut each = EachGame(law);
    registry::visit_all(&mut each);
    each.0
}

// ---- Players ----

#[test]
fn the_random_player_ends_every_game_and_every_score_on_the_way_is_within_the_bounds() {
    struct Ends;
    impl Law for Ends {
        const SEEDS: u64 = 300;
        fn holds<G: Solitaire>(&mut self, seed: Seed, options: G::Options) {
            let mut state = State::<G>::deal(seed, options);
            in_bounds(&state);
            Robot::Random.play_out(&mut state, MAX_MOVES, |_, state| in_bounds(state));
            assert!(state.finished(), "{} on {}", G::ID, state.seed());
        }
    }
    uphold(Ends);
}

#[test]
fn the_greedy_player_plays_only_legal_moves_and_ends_every_game() {
    struct Ends;
    impl Law for Ends {
        const SEEDS: u64 = 2;
        fn holds<G: Solitaire>(&mut self, seed: Seed, options: G::Options) {
            let mut state = State::<G>::deal(seed, options);
            while !state.finished() {
                let plan = state.plan();
                assert!(!plan.is_empty(), "{} has a plan on {}", G::ID, state.seed());
                for mv in plan {
                    let made = state.play(&mv, &mut Log::discard());
                    made.unwrap_or_else(|e| panic!("{} on {}: {mv:?}: {e}", G::ID, state.seed()));
                    in_bounds(&state);
                }
            }
        }
    }
    uphold(Ends);
}

fn in_bounds<G: Solitaire>(state: &State<G>) {
    let total = state.score().total();
    assert!(total >= G::MIN_SCORE, "{total} in {} on {}", G::ID, state.seed());
    assert!(G::MAX_SCORE.is_none_or(|most| total <= most), "{total} in {} on {}", G::ID, state.seed());
}

// ---- States ----

#[test]
fn every_state_that_play_reaches_is_admitted_and_is_the_same_to_the_byte() {
    struct Admitted;
    impl Law for Admitted {
        const SEEDS: u64 = 120;
        fn holds<G: Solitaire>(&mut self, seed: Seed, options: G::Options) {
            let mut draws = draws("admitted", 0);
            wander(State::<G>::deal(seed, options), &mut draws, |state, _| is_admitted(state));
        }
    }
    uphold(Admitted);
}

fn is_admitted<G: Solitaire>(state: &State<G>) {
    let text = serde_json::to_string(state).expect("it is JSON");
    let place = || format!("{} on {}: {text}", G::ID, state.seed());
    let form: StateForm<G> = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {}", place()));
    let again = form.admit().unwrap_or_else(|e| panic!("{e:?}: {}", place()));
    assert_eq!(again, *state, "{}", place());
    assert_eq!(serde_json::to_string(&again).ok().as_ref(), Some(&text));
    let backward: StateForm<G> = serde_json::from_str(&reversed(&to_json(state))).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(backward.admit().as_ref(), Ok(state), "the order of keys is nothing: {}", place());
}

#[test]
fn a_game_has_ended_when_and_only_when_no_move_is_left() {
    struct Ended;
    impl Law for Ended {
        const SEEDS: u64 = 200;
        fn holds<G: Solitaire>(&mut self, seed: Seed, options: G::Options) {
            let mut draws = draws("ended", 0);
            wander(State::<G>::deal(seed, options), &mut draws, |state, _| {
                let legal = state.legal_moves();
                let none = legal.moves.is_empty() && legal.bounds.is_none();
                assert_eq!(state.finished(), none, "{} on {}", G::ID, state.seed());
            });
        }
    }
    uphold(Ended);
}

#[test]
fn the_scene_of_every_state_has_a_caption_and_areas() {
    struct Seen;
    impl Law for Seen {
        const SEEDS: u64 = 40;
        fn holds<G: Solitaire>(&mut self, seed: Seed, options: G::Options) {
            let mut draws = draws("seen", 0);
            wander(State::<G>::deal(seed, options), &mut draws, |state, _| {
                let scene = state.scene();
                assert!(!scene.caption.is_empty() && !scene.areas.is_empty(), "{} on {}", G::ID, state.seed());
                assert!(scene.to_string().lines().count() > scene.areas.len(), "{scene}");
            });
        }
    }
    uphold(Seen);
}

// ---- Moves ----

#[test]
fn every_listed_move_is_playable_tells_what_happened_and_is_read_as_it_is_written() {
    struct Playable;
    impl Law for Playable {
        const SEEDS: u64 = 40;
        fn holds<G: Solitaire>(&mut self, seed: Seed, options: G::Options) {
            let mut draws = draws("playable", 0);
            let mut own = draws.clone();
            wander(State::<G>::deal(seed, options), &mut draws, |state, _| {
                let legal = state.legal_moves();
                assert_eq!(legal, state.legal_moves(), "the list is the same each time");
                let texts: BTreeSet<String> = legal.moves.iter().map(|mv| to_json(mv).to_string()).collect();
                assert_eq!(texts.len(), legal.moves.len(), "no move is listed twice");
                for _ in 0..legal.moves.len().min(12) + 2 * usize::from(legal.bounds.is_some()) {
                    if let Some(mv) = any_move(&legal, &mut own) {
                        is_playable(state, &mv);
                    }
                }
            });
        }
    }
    uphold(Playable);
}

fn is_playable<G: Solitaire>(state: &State<G>, mv: &G::Move) {
    let (mut told, mut silent) = (state.clone(), state.clone());
    let mut log = Log::keep();
    told.play(mv, &mut log).unwrap_or_else(|e| panic!("{}: {mv:?} is listed, but {e}", G::ID));
    assert_eq!(silent.play(mv, &mut Log::discard()), Ok(()));
    assert_eq!(told, silent, "a log changes nothing");
    let events = log.events();
    assert!(!events.is_empty(), "{}: {mv:?} tells nothing", G::ID);
    for event in events {
        assert!(to_json(&event)["type"].is_string(), "{event:?}");
    }
    let json = to_json(mv);
    for text in [json.to_string(), reversed(&json), with_last(&json, "type")] {
        let read: G::Move = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(read, *mv, "{text}");
    }
}

/// What the run of a law has seen of a game's moves: a stock from which other moves are made up.
#[derive(Default)]
struct Stock {
    moves: Vec<Json>,
    seen: BTreeSet<String>,
    /// For each field, the values that it had.
    values: BTreeMap<String, Vec<Json>>,
}

impl Stock {
    fn see(&mut self, mv: &Json) {
        if self.moves.len() < 5000 && self.seen.insert(mv.to_string()) {
            self.moves.push(mv.clone());
            for (field, value) in mv.as_object().into_iter().flatten() {
                let items = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
                let known = self.values.entry(field.clone()).or_default();
                for item in items {
                    if known.len() < 100 && !known.contains(&item) {
                        known.push(item);
                    }
                }
            }
        }
    }

    /// A move that was legal somewhere, as it is or with something changed.
    fn made_up(&self, near: Option<&Json>, draws: &mut Draws) -> Json {
        let mut mv = match near {
            Some(mv) if draws.below(2) == 0 => mv.clone(),
            _ => any(&self.moves, draws),
        };
        for _ in 0..draws.below(3) {
            self.change(&mut mv, draws);
        }
        mv
    }

    fn change(&self, mv: &mut Json, draws: &mut Draws) {
        let fields = mv.as_object_mut().expect("a move is an object");
        let names: Vec<String> = fields.keys().filter(|name| *name != "type").cloned().collect();
        if names.is_empty() {
            return;
        }
        let name = any(&names, draws);
        let other = self.values.get(&name).map_or(Json::Null, |known| any(known, draws));
        match fields.get_mut(&name).expect("the field is there") {
            Json::Array(items) => {
                let (i, j) = (draws.below(items.len() as u64) as usize, draws.below(items.len() as u64) as usize);
                if draws.below(2) == 0 { items.swap(i, j) } else { items[i] = other }
            }
            Json::Number(number) if draws.below(2) == 0 => {
                let by = [-1, 1, -100, 100, -7000, 7000][draws.below(6) as usize];
                *number = (number.as_i64().expect("an integer") + by).into();
            }
            Json::String(text) if draws.below(3) == 0 => {
                // The next or the previous letter or digit: another cell, piece or stack, if there is one.
                let last = text.pop().map_or(0, u32::from) + 2 * draws.below(2) as u32;
                text.extend(char::from_u32(last - 1));
            }
            value => *value = other,
        }
    }
}

/// The move with each of its lists emptied in turn.
fn emptied(mv: &Json) -> Vec<Json> {
    let lists = mv.as_object().into_iter().flatten().filter(|(_, value)| value.is_array());
    let without = lists.map(|(name, _)| {
        let mut mv = mv.clone();
        mv[name] = json!([]);
        mv
    });
    without.collect()
}

fn any<T: Clone>(list: &[T], draws: &mut Draws) -> T {
    list[draws.below(list.len() as u64) as usize].clone()
}

/// Tries moves that are not listed, and collects the rules that refuse them.
#[derive(Default)]
struct Unlisted {
    provoked: BTreeSet<(&'static str, &'static str)>,
    refused: u64,
}

impl Visitor for Unlisted {
    fn visit<G: Solitaire>(&mut self) {
        let mut stock = Stock::default();
        let mut draws = draws("unlisted", 0);
        let mut own = draws.clone();
        for (n, options) in (0..100).zip(all_options::<G>().into_iter().cycle()) {
            wander(State::<G>::deal(seed("unlisted", n), options), &mut draws, |state, mv| {
                let legal = state.legal_moves();
                let listed = legal.moves.iter().step_by(1 + legal.moves.len() / 8);
                listed.chain(mv).for_each(|mv| stock.see(&to_json(mv)));
                let near = any_move(&legal, &mut own).map(|mv| to_json(&mv));
                for _ in 0..8 {
                    self.attempt(state, &legal, stock.made_up(near.as_ref(), &mut own));
                }
                near.iter().flat_map(emptied).for_each(|mv| self.attempt(state, &legal, mv));
            });
        }
    }
}

impl Unlisted {
    /// Tries a move: it must be playable if and only if it is listed, or is of the kind that has bounds.
    fn attempt<G: Solitaire>(&mut self, state: &State<G>, legal: &LegalMoves<G>, json: Json) {
        let Ok(mv) = serde_json::from_value::<G::Move>(json.clone()) else { return };
        let listed = legal.moves.contains(&mv);
        let bounded = legal.bounds.as_ref().map(|bounds| to_json(&bounds.any(&mut draws("kind", 0)))["type"].clone());
        let bounded = bounded.is_some_and(|kind| kind == json["type"]);
        let mut after = state.clone();
        match after.play(&mv, &mut Log::keep()) {
            Ok(()) => assert!(listed || bounded, "{} on {}: {json} is not listed, but played", G::ID, state.seed()),
            Err(illegal) => {
                assert!(!listed, "{} on {}: {json} is listed, but {illegal}", G::ID, state.seed());
                assert_eq!(after, *state, "{json} is refused and changes nothing");
                self.refused += 1;
                self.names_its_rule::<G>(&illegal);
            }
        }
    }

    fn names_its_rule<G: Solitaire>(&mut self, illegal: &Illegal) {
        let rule = illegal.rule.0;
        assert!(G::PAGE.rules().iter().any(|entry| entry.id == rule), "{rule} is in the catalogue of {}", G::ID);
        assert!(!illegal.why.is_empty(), "{rule} says why");
        self.provoked.insert((G::ID, rule));
    }
}

#[test]
fn a_move_that_is_not_listed_is_refused_by_a_rule_of_the_catalogue_and_every_rule_refuses_some_move() {
    let mut unlisted = Unlisted::default();
    registry::visit_all(&mut unlisted);
    assert!(unlisted.refused > 10_000, "enough was tried: {}", unlisted.refused);

    struct EachRule(BTreeSet<(&'static str, &'static str)>);
    impl Visitor for EachRule {
        fn visit<G: Solitaire>(&mut self) {
            for rule in G::PAGE.rules() {
                let (game, _) = rule.id.split_once('.').expect("a rule's id begins with a game's");
                assert!(registry::ids().contains(&game), "{} belongs to a registered game", rule.id);
                if game == G::ID {
                    assert!(self.0.contains(&(G::ID, rule.id)), "{} refused nothing", rule.id);
                }
            }
        }
    }
    registry::visit_all(&mut EachRule(unlisted.provoked));
}

#[test]
fn an_unknown_field_or_kind_of_move_is_refused_and_a_missing_field_is_never_made_up() {
    struct Strict;
    impl Law for Strict {
        const SEEDS: u64 = 16;
        fn holds<G: Solitaire>(&mut self, seed: Seed, options: G::Options) {
            let mut draws = draws("strict", 0);
            wander(State::<G>::deal(seed, options), &mut draws, |_, mv| {
                let Some(Json::Object(mv)) = mv.map(to_json) else { return };
                let with = |key: &str, value: Json| {
                    let mut mv = mv.clone();
                    mv.insert(key.to_owned(), value);
                    Json::Object(mv)
                };
                is_no_move::<G>(with("unknown", Json::from(1)));
                is_no_move::<G>(with("type", Json::from("unknown")));
                for field in mv.keys() {
                    let mut without = mv.clone();
                    without.remove(field);
                    is_another_move_or_none::<G>(Json::Object(without));
                    is_no_move::<G>(with(field, Json::Null));
                }
            });
        }
    }
    uphold(Strict);
}

/// A move without a field that it may have is another move, which stays without it: nothing is made up.
fn is_another_move_or_none<G: Solitaire>(json: Json) {
    if let Ok(mv) = serde_json::from_value::<G::Move>(json.clone()) {
        assert_eq!(to_json(&mv), json, "{}", G::ID);
    }
}

fn is_no_move<G: Solitaire>(json: Json) {
    assert!(serde_json::from_value::<G::Move>(json.clone()).is_err(), "{}: {json}", G::ID);
}

// ---- Options ----

#[test]
fn every_option_takes_its_listed_values_defaults_to_the_first_and_takes_nothing_else() {
    struct Listed;
    impl Visitor for Listed {
        fn visit<G: Solitaire>(&mut self) {
            let read = |json: Json| serde_json::from_value::<G::Options>(json);
            let defaults = to_json(&read(json!({})).expect("options left out have their defaults"));
            let written = defaults.as_object().expect("options are an object");
            assert_eq!(written.len(), G::Options::LIST.len(), "{} lists its options", G::ID);
            assert_eq!(read(json!({})).ok(), Some(G::Options::default()));
            for option in G::Options::LIST {
                assert_eq!(written[option.name], option.values[0], "the first is the default");
                assert!(option.values.len() > 1 && !option.summary.is_empty(), "{}", option.name);
                for value in option.values {
                    let chosen = to_json(&read(json!({ option.name: value })).expect("a listed value is taken"));
                    assert_eq!(chosen[option.name], *value);
                }
                for other in [json!("unknown"), json!(null), json!(0), json!("")] {
                    assert!(read(json!({ option.name: other })).is_err(), "{}: {other}", option.name);
                }
            }
            assert!(read(json!({ "unknown": "simulated" })).is_err(), "{} refuses an unknown option", G::ID);
            assert_eq!(all_options::<G>()[0], G::Options::default());
        }
    }
    registry::visit_all(&mut Listed);
}

// ---- Replay ----

#[test]
fn replay_reproduces_every_score_and_digest_of_a_walk() {
    struct Replayed;
    impl Law for Replayed {
        const SEEDS: u64 = 60;
        fn holds<G: Solitaire>(&mut self, seed: Seed, options: G::Options) {
            let mut draws = draws("replayed", 0);
            let (mut moves, mut steps) = (Vec::new(), Vec::new());
            let mut last = State::<G>::deal(seed.clone(), options);
            wander(last.clone(), &mut draws, |state, mv| {
                steps.push((state.score(), digest(state)));
                moves.extend(mv.cloned());
                last = state.clone();
            });
            let run = json!({
                "game": G::ID, "rules": G::RULES, "seed": seed, "options": options, "moves": moves,
                "score": last.score().total(),
            });
            let run: Run<G> = serde_json::from_str(&reversed(&run)).expect("it is a run");
            let replayed = replay(&run, true);
            assert!(replayed.legal() && replayed.complete() && replayed.gives(&last.score().total()));
            let trace =
                replayed.trace.expect("a trace was wanted").into_iter().map(|step| (step.standing, step.digest));
            assert_eq!(trace.collect::<Vec<_>>(), steps, "{} on {seed}", G::ID);
            let (from, to) = (steps.len() / 3, steps.len() / 2);
            let part = replay_tracing(&run, Some(from..to));
            let part = part.trace.expect("a trace was wanted").into_iter().map(|step| (step.standing, step.digest));
            assert_eq!(part.collect::<Vec<_>>(), steps[from..to], "a part of the trace of {} on {seed}", G::ID);
            assert_eq!(replayed.state, last);
        }
    }
    uphold(Replayed);
}

// ---- Shrinking ----

/// A game told by numbers, so that a failure shrinks to the fewest and smallest.
fn game_by_numbers<G: Solitaire>(text: &str, options: usize, choices: &[u32]) {
    let combinations = all_options::<G>();
    let options = combinations[options % combinations.len()];
    let mut state = State::<G>::deal(text.parse().expect("a seed"), options);
    let mut moves = Vec::new();
    for choice in choices {
        let legal = state.legal_moves();
        assert_eq!(state.finished(), legal.moves.is_empty() && legal.bounds.is_none());
        is_admitted(&state);
        in_bounds(&state);
        let mv = match (&legal.moves[..], &legal.bounds) {
            ([], None) => break,
            ([], Some(bounds)) => bounds.any(&mut draws("choice", (*choice).into())),
            (moves, _) => moves[*choice as usize % moves.len()].clone(),
        };
        is_playable(&state, &mv);
        let played = state.play(&mv, &mut Log::discard());
        assert_eq!(played, Ok(()));
        moves.push(mv);
    }
    let run = json!({ "game": G::ID, "rules": G::RULES, "seed": text, "options": options, "moves": moves });
    let replayed = replay::<G>(&serde_json::from_value(run).expect("a run"), false);
    assert_eq!(digest(&replayed.state), digest(&state));
}

#[test]
fn any_seed_options_and_choices_make_a_lawful_game() {
    struct Shrinking;
    impl Visitor for Shrinking {
        fn visit<G: Solitaire>(&mut self) {
            let config = Config { cases: 60 * times(), failure_persistence: None, ..Config::default() };
            let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
            let choices = proptest::collection::vec(proptest::num::u32::ANY, 0..40);
            let games = ("[A-Za-z0-9._-]{1,64}", proptest::num::usize::ANY, choices);
            let lawful = games.prop_map(|(seed, options, choices)| (seed, options, choices));
            let result = runner.run(&lawful, |(seed, options, choices)| {
                game_by_numbers::<G>(&seed, options, &choices);
                Ok(())
            });
            result.unwrap_or_else(|e| panic!("{}: {e}", G::ID));
        }
    }
    registry::visit_all(&mut Shrinking);
}

// ---- Corrupted states ----

/// The pointers of all values inside a value, its own (the empty one) first.
fn pointers(json: &Json, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match json {
        Json::Object(fields) => fields.iter().for_each(|(key, value)| pointers(value, &format!("{at}/{key}"), found)),
        Json::Array(items) => {
            items.iter().enumerate().for_each(|(i, value)| pointers(value, &format!("{at}/{i}"), found));
        }
        _ => {}
    }
}

/// Corrupts one thing somewhere in a state.
pub(crate) fn corrupt(state: &mut Json, draws: &mut Draws) {
    let mut all = Vec::new();
    pointers(state, "", &mut all);
    let at = any(&all[1..], draws);
    let other = state.pointer(&any(&all[1..], draws)).cloned().expect("it is there");
    let (parent, key) = at.rsplit_once('/').expect("a pointer has a slash");
    let choice = draws.below(12);
    match (choice, state.pointer_mut(&at).expect("it is there")) {
        (0, value) => *value = other,
        (1, value) => {
            *value = any(&[json!(null), json!(true), json!("x"), json!([]), json!({}), json!(-1), json!(0.5)], draws)
        }
        (2..=5, Json::Number(number)) => {
            let was = number.as_i64().unwrap_or_default();
            let numbers =
                [was - 1, was + 1, 0, 1, 4, 5, 6, 24, 25, 500, -500, 1_000_000_000_000_000, i64::MAX, i64::MIN];
            *number = any(&numbers, draws).into();
        }
        (2..=5, Json::String(text)) => {
            let known: Vec<&str> = "S0 M5 A3 C1 a1 d6 c4 left kid adult you S M twins north none".split(' ').collect();
            *text = any(&known, draws).to_owned();
        }
        (2..=5, Json::Bool(flag)) => *flag = !*flag,
        (2..=3, Json::Array(items)) if !items.is_empty() => {
            let i = draws.below(items.len() as u64) as usize;
            items.insert(draws.below(items.len() as u64 + 1) as usize, items[i].clone());
        }
        (4, Json::Array(items)) => items.reverse(),
        (5, Json::Array(items)) => items.clear(),
        (2..=5, Json::Object(fields)) => {
            let key = any(&["unknown", "a1", "c3", "1", "7", "walked", "you", "die", "under_way"], draws);
            fields.insert(key.to_owned(), other);
        }
        _ => match state.pointer_mut(parent).expect("a parent is there") {
            // Something goes, or moves elsewhere.
            Json::Object(fields) => {
                let moved = fields.remove(key).expect("it is there");
                let keys: Vec<String> = fields.keys().cloned().collect();
                match choice {
                    6..=8 => {}
                    _ if keys.is_empty() => {}
                    _ => {
                        drop(fields.insert(any(&keys, draws), moved.clone()).map(|o| fields.insert(key.to_owned(), o)))
                    }
                }
            }
            Json::Array(items) => {
                let moved = items.remove(key.parse().expect("an index"));
                if choice > 8 {
                    items.insert(draws.below(items.len() as u64 + 1) as usize, moved);
                }
            }
            _ => unreachable!("a parent has children"),
        },
    }
}

#[derive(Default)]
struct Corrupted {
    unread: u64,
    faulty: u64,
    admitted: u64,
}

impl Law for Corrupted {
    const SEEDS: u64 = 24;
    fn holds<G: Solitaire>(&mut self, seed: Seed, options: G::Options) {
        let mut draws = draws("corrupted", 0);
        let mut own = draws.clone();
        wander(State::<G>::deal(seed, options), &mut draws, |state, _| {
            for _ in 0..6 {
                let mut json = to_json(state);
                corrupt(&mut json, &mut own);
                if own.below(4) == 0 {
                    corrupt(&mut json, &mut own);
                }
                self.judge::<G>(&json, &mut own);
            }
        });
    }
}

impl Corrupted {
    fn judge<G: Solitaire>(&mut self, json: &Json, draws: &mut Draws) {
        let Ok(form) = serde_json::from_value::<StateForm<G>>(json.clone()) else {
            self.unread += 1;
            return;
        };
        match form.admit() {
            Err(faults) => {
                self.faulty += 1;
                assert!(!faults.is_empty());
                for fault in faults.iter() {
                    points_somewhere::<G>(json, &fault.pointer);
                    assert!(G::PAGE.faults().iter().any(|entry| entry.id == fault.code), "{} is listed", fault.code);
                    assert!(!fault.detail.is_empty());
                }
            }
            Ok(state) => {
                self.admitted += 1;
                can_be_played_on(&state, draws);
            }
        }
    }
}

fn points_somewhere<G: Solitaire>(json: &Json, pointer: &str) {
    assert!(pointer.starts_with("/table"), "{pointer}");
    let (parent, _) = pointer.rsplit_once('/').expect("a pointer has a slash");
    let there = json.pointer(pointer).or_else(|| json.pointer(parent).filter(|parent| parent.is_object()));
    assert!(there.is_some(), "{}: {pointer} is nowhere in {json}", G::ID);
}

/// What is admitted is as good as what play reached: everything works, and so it does after a move.
fn can_be_played_on<G: Solitaire>(state: &State<G>, draws: &mut Draws) {
    is_admitted(state);
    in_bounds(state);
    assert!(!state.scene().to_string().is_empty());
    assert_eq!(digest(state).len(), 64);
    let legal = state.legal_moves();
    assert_eq!(state.finished(), legal.moves.is_empty() && legal.bounds.is_none(), "{}", to_json(state));
    for _ in 0..6 {
        if let Some(mv) = any_move(&legal, draws) {
            is_playable(state, &mv);
            let mut after = state.clone();
            assert_eq!(after.play(&mv, &mut Log::discard()), Ok(()));
            is_admitted(&after);
        }
    }
}

#[test]
fn a_corrupted_state_is_refused_with_pointers_to_its_faults_or_can_be_played_on() {
    let Corrupted { unread, faulty, admitted } = uphold(Corrupted::default());
    let seen = format!("{unread} not read, {faulty} with faults, {admitted} admitted");
    assert!(unread > 1000 && faulty > 1000 && admitted > 1000, "{seen}");
}

/// Sets each number of a state to the greatest that is admitted, if that is greater than what it was, one after the other.
fn raised<G: Solitaire>(state: &State<G>) -> State<G> {
    // Powers of ten are the limits of counts. One less than each is tried for counts that must be odd or even.
    let limits = [15, 12, 9, 6, 3, 1].map(|power| 10_u64.pow(power));
    let candidates: Vec<u64> = limits.into_iter().flat_map(|limit| [limit, limit - 1]).collect();
    let mut json = to_json(state);
    let mut all = Vec::new();
    pointers(&json["table"], "/table", &mut all);
    for at in all {
        let Some(was) = json.pointer(&at).and_then(Json::as_u64) else { continue };
        for more in candidates.iter().filter(|more| **more > was) {
            let mut tried = json.clone();
            *tried.pointer_mut(&at).expect("it is there") = json!(more);
            if posted::<G>(tried.clone()).is_ok() {
                json = tried;
                break;
            }
        }
    }
    posted(json).expect("it is admitted")
}

#[test]
fn a_state_whose_counts_are_the_greatest_there_are_is_played_to_states_that_can_be_posted() {
    #[derive(Default)]
    struct AtMost {
        /// The games with a count that a posted state can set to the limit of all counts.
        unbounded: BTreeSet<&'static str>,
    }
    impl Law for AtMost {
        const SEEDS: u64 = 2;
        fn holds<G: Solitaire>(&mut self, seed: Seed, options: G::Options) {
            let mut draws = draws("at-most", 0);
            let mut own = draws.clone();
            let mut seen = 0;
            wander(State::<G>::deal(seed, options), &mut draws, |state, _| {
                seen += 1;
                if seen % 5 != 0 {
                    return;
                }
                let mut raised = raised(state);
                if to_json(&raised).to_string().contains("00000000") {
                    self.unbounded.insert(G::ID);
                }
                for _ in 0..4 {
                    is_admitted(&raised);
                    let legal = raised.legal_moves();
                    for mv in &legal.moves {
                        let mut after = raised.clone();
                        assert_eq!(after.play(mv, &mut Log::discard()), Ok(()));
                        is_admitted(&after);
                    }
                    let Some(mv) = any_move(&legal, &mut own) else { break };
                    raised.play(&mv, &mut Log::discard()).expect("a legal move is playable");
                }
            });
        }
    }
    let AtMost { unbounded } = uphold(AtMost::default());
    assert!(["easy-slider", "whack-a-dummy", "catwalk"].iter().all(|game| unbounded.contains(game)), "{unbounded:?}");
}

#[test]
fn a_state_of_another_game_or_of_unknown_rules_is_refused() {
    struct Foreign;
    impl Law for Foreign {
        const SEEDS: u64 = 8;
        fn holds<G: Solitaire>(&mut self, seed: Seed, options: G::Options) {
            let Json::Object(state) = to_json(&State::<G>::deal(seed, options)) else { panic!("a state is an object") };
            let with = |key: &str, value: Json| {
                let mut state: Map<String, Json> = state.clone();
                state.insert(key.to_owned(), value);
                posted::<G>(Json::Object(state))
            };
            assert!(with("game", json!("no-such-game")).is_err());
            assert!(with("rules", json!(G::RULES + 1)).is_err());
            assert!(with("rules", json!(0)).is_err());
            assert!(with("seed", json!("")).is_err());
            assert!(with("unknown", json!(1)).is_err());
            assert!(with("game", json!(G::ID)).is_ok());
        }
    }
    uphold(Foreign);
}
