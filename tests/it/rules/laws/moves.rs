//! Laws of moves.

use std::collections::{BTreeMap, BTreeSet};

use funhouse::rules::chance::{Draws, Seed};
use funhouse::rules::fault::Illegal;
use funhouse::rules::game::{Bounds as _, LegalMoves, Log, Solitaire, State};
use funhouse::rules::registry::{self, Visitor};
use serde_json::{Value as Json, json};

use super::{Law, any, is_playable, to_json, uphold};
use crate::support::walks::{all_options, any_move, draws, seed, wander};

#[test]
fn listed_moves_are_playable_and_round_trip() {
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

/// The moves and their parts that a law has seen, from which it makes other moves.
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
    fn random_move(&self, near: Option<&Json>, draws: &mut Draws) -> Json {
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
                    self.attempt(state, &legal, stock.random_move(near.as_ref(), &mut own));
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
fn unlisted_move_is_refused_by_rule_of_catalogue() {
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
fn rejects_unknown_and_missing_fields_of_moves() {
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
