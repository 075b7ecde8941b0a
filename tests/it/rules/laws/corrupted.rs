//! Laws of corrupted states.

use std::collections::BTreeSet;

use funhouse::rules::chance::{Draws, Seed};
use funhouse::rules::game::{Log, Solitaire, State, StateForm};
use funhouse::rules::replay::digest;
use serde_json::{Map, Value as Json, json};

use super::{Law, any, in_bounds, is_admitted, is_playable, posted, to_json, uphold};
use crate::support::walks::{any_move, draws, wander};

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

/// Fails unless everything works with an admitted state, and after a move.
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
fn corrupted_state_is_refused_or_playable() {
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
fn state_with_largest_counts_stays_postable() {
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
fn rejects_state_of_other_game_or_unknown_rules() {
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
