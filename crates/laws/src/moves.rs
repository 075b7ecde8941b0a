//! Moves: the listed ones can be played, and the rules page names the rules that refuse all others.

use std::collections::{BTreeMap, BTreeSet};

use funhouse_rules::chance::Draws;
use funhouse_rules::fault::Illegal;
use funhouse_rules::game::{Game, Kind, LegalMoves, Log, Seat, State};
use funhouse_rules::mode::Mode;
use serde_json::{Value as Json, json};

use crate::bounds::{count_within, size};
use crate::walks::{Law, all_games, check_all, one_of, random_move, read, reversed};

/// Games that list one order of the cards of a move and accept the others.
const UNORDERED: &[&str] = &["seven-handed-poker"];

/// Games with moves that have no event: a secret choice before it is revealed, and a pass.
const WITHOUT_EVENTS: &[&str] = &["caribbean-star", "graveyard-shift"];

/// Maximum number of listed moves that are checked in a position.
const MAX_LISTED: usize = 12;

#[test]
fn seats_to_act_have_moves_until_the_end() {
    struct ToAct;
    impl Law for ToAct {
        const SOLITAIRES: u64 = 60;
        const CHECKS_OFTEN: bool = true;

        fn check<G: Game, M: Mode<G>>(&mut self, state: &State<G>, draws: &mut Draws) {
            let to_act = M::to_act(state);
            assert_eq!(to_act.is_empty(), state.finished(), "{}", G::ID);
            assert_eq!(M::places(state).is_some(), G::SEATED && state.finished(), "{}", G::ID);
            let all = state.legal_moves();
            assert_eq!(all, state.legal_moves(), "{}: the list is the same each time", G::ID);
            assert_eq!(all.moves.is_empty() && all.bounds.is_empty(), state.finished(), "{}", G::ID);
            for seat in state.seats().iter() {
                let own = M::legal_moves(state, Some(seat));
                let bounded = own.draw_unlisted(draws);
                let mut moves = own.moves.iter().chain(&bounded);
                assert!(moves.all(|mv| M::acting_seat(mv) == seat), "{}: the moves of seat {seat}", G::ID);
                let may_act = bounded.is_some() || !own.moves.is_empty();
                assert_eq!(may_act, to_act.contains(seat), "{}: seat {seat}", G::ID);
            }
            assert!(all.moves.iter().all(|mv| to_act.contains(M::acting_seat(mv))), "{}", G::ID);
        }
    }
    check_all(ToAct);
}

#[test]
fn listed_moves_are_legal_and_unique_and_have_events() {
    struct Playable;
    impl Law for Playable {
        const SOLITAIRES: u64 = 40;
        const CHECKS_OFTEN: bool = true;

        fn check<G: Game, M: Mode<G>>(&mut self, state: &State<G>, draws: &mut Draws) {
            let legal = state.legal_moves();
            let moves = &legal.moves;
            let texts: BTreeSet<String> = moves.iter().map(|mv| json!(mv).to_string()).collect();
            assert_eq!(texts.len(), moves.len(), "{}: no move is listed twice", G::ID);
            for _ in 0..moves.len().min(MAX_LISTED) {
                assert_playable(state, one_of(moves, draws).expect("a move"));
            }
            let sizes: BTreeSet<u128> = legal.bounds.iter().map(size).collect();
            assert!(sizes.len() < 2, "{}: bounds have as many moves as each other: {sizes:?}", G::ID);
            for bounds in &legal.bounds {
                let mv = bounds.draw(draws).expect("a move within its bounds");
                assert_playable(state, &mv);
                assert_eq!(count_within(&legal.bounds, &mv), 1, "{}: {mv:?}", G::ID);
            }
        }
    }
    check_all(Playable);
}

/// Checks that a move can be played and has events, and that its JSON may have its keys in any order.
pub(crate) fn assert_playable<G: Game>(state: &State<G>, mv: &G::Move) {
    let (mut logged, mut unlogged) = (state.clone(), state.clone());
    let mut log = Log::keep();
    logged.play(mv, &mut log).unwrap_or_else(|e| panic!("{}: {mv:?} is listed, but {e}", G::ID));
    assert_eq!(unlogged.play(mv, &mut Log::discard()), Ok(()));
    assert_eq!(logged, unlogged, "{}: the log does not affect the game", G::ID);
    let events = log.events();
    assert!(WITHOUT_EVENTS.contains(&G::ID) || !events.is_empty(), "{}: {mv:?} has no events", G::ID);
    assert!(events.iter().all(|event| json!(event)["type"].is_string()), "{}: {events:?}", G::ID);
    let json = json!(mv);
    for text in [json.to_string(), reversed(&json)] {
        assert_eq!(read::<G::Move>(&text).as_ref(), Ok(mv), "{}: {text}", G::ID);
    }
}

#[test]
fn unknown_missing_and_null_fields_of_moves_are_refused() {
    struct Strict;
    impl Law for Strict {
        const SOLITAIRES: u64 = 16;
        const CHECKS_OFTEN: bool = true;

        fn check<G: Game, M: Mode<G>>(&mut self, state: &State<G>, draws: &mut Draws) {
            let Some(Json::Object(mv)) = random_move(state, draws).map(|mv| json!(mv)) else { return };
            let with = |key: &str, value: Json| {
                let mut mv = mv.clone();
                mv.insert(key.to_owned(), value);
                Json::Object(mv).to_string()
            };
            let refuses = |json: String| assert!(read::<G::Move>(&json).is_err(), "{}: {json}", G::ID);
            refuses(with("unknown", json!(1)));
            refuses(with("type", json!("unknown")));
            for field in mv.keys() {
                refuses(with(field, Json::Null));
                let mut without = mv.clone();
                without.remove(field);
                // Without an optional field it is another move: no value is made up for it.
                if let Ok(other) = read::<G::Move>(&json!(without).to_string()) {
                    assert_eq!(json!(other), json!(without), "{}", G::ID);
                }
            }
        }
    }
    check_all(Strict);
}

#[test]
fn simultaneous_choices_commute() {
    struct Commute;
    impl Law for Commute {
        const CHECKS_OFTEN: bool = true;

        fn check<G: Game, M: Mode<G>>(&mut self, state: &State<G>, draws: &mut Draws) {
            if G::KIND == Kind::Race && M::in_step(state) != M::to_act(state) {
                // The order in which seats move decides a race.
                return;
            }
            let moves = state.legal_moves().moves;
            let seats: Vec<Seat> = M::to_act(state).iter().collect();
            let choice = |seat: &Seat| {
                let own: Vec<_> = moves.iter().filter(|mv| M::acting_seat(mv) == *seat).collect();
                one_of(&own, draws).copied()
            };
            let chosen: Vec<&G::Move> = seats.iter().filter_map(choice).collect();
            let play = |moves: &mut dyn Iterator<Item = &&G::Move>| {
                let mut state = state.clone();
                let count = moves.filter(|mv| state.play(mv, &mut Log::discard()).is_ok()).count();
                (count, state)
            };
            let (forth, back) = (play(&mut chosen.iter()), play(&mut chosen.iter().rev()));
            if forth.0 == chosen.len() && back.0 == chosen.len() {
                assert_eq!(forth, back, "{}", G::ID);
            }
        }
    }
    check_all(Commute);
}

/// The moves that a law saw in a game: others are derived from them.
#[derive(Default)]
struct Stock {
    moves: Vec<Json>,
    known: BTreeSet<String>,
    /// The values of each field.
    values: BTreeMap<String, Vec<Json>>,
}

impl Stock {
    const MAX_MOVES: usize = 5000;
    const MAX_VALUES: usize = 100;

    fn add(&mut self, mv: Json) {
        if self.moves.len() == Self::MAX_MOVES || !self.known.insert(mv.to_string()) {
            return;
        }
        for (field, value) in mv.as_object().into_iter().flatten() {
            let values = self.values.entry(field.clone()).or_default();
            for item in value.as_array().unwrap_or(&vec![value.clone()]) {
                if values.len() < Self::MAX_VALUES && !values.contains(item) {
                    values.push(item.clone());
                }
            }
        }
        self.moves.push(mv);
    }

    /// Returns a move like one that is legal here, or was legal elsewhere, with up to two changes.
    fn derived(&self, legal: Option<&Json>, draws: &mut Draws) -> Option<Json> {
        let mut mv = match legal {
            Some(mv) if draws.below(2) == 0 => mv.clone(),
            _ => one_of(&self.moves, draws)?.clone(),
        };
        for _ in 0..draws.below(3) {
            self.change(&mut mv, draws);
        }
        Some(mv)
    }

    fn change(&self, mv: &mut Json, draws: &mut Draws) {
        let fields = mv.as_object_mut().expect("a move is an object");
        let names: Vec<String> = fields.keys().filter(|name| *name != "type").cloned().collect();
        let Some(name) = one_of(&names, draws) else { return };
        let other = self.values.get(name).and_then(|known| one_of(known, draws)).cloned().unwrap_or_default();
        match fields.get_mut(name).expect("the field exists") {
            Json::Array(items) if items.is_empty() => items.push(other),
            Json::Array(items) => {
                let mut index = || usize::try_from(draws.below(items.len() as u64)).expect("an index");
                let (i, j) = (index(), index());
                match draws.below(4) {
                    0 => items.swap(i, j),
                    1 => drop(items.remove(i)),
                    2 => items.push(other),
                    _ => items[i] = other,
                }
            }
            Json::Number(number) if draws.below(2) == 0 => {
                let by = [-1, 1, -100, 100, -7000, 7000];
                *number = (number.as_i64().expect("an integer") + one_of(&by, draws).expect("a step")).into();
            }
            Json::String(text) if draws.below(3) == 0 => {
                // The next or the previous letter or digit: another cell, piece or stack, if there is one.
                let last = text.pop().map_or(u32::from('b'), u32::from);
                text.extend(char::from_u32(if draws.below(2) == 0 { last - 1 } else { last + 1 }));
            }
            value => *value = other,
        }
    }
}

/// Returns the move with each of its lists emptied in turn.
fn emptied(mv: &Json) -> impl Iterator<Item = Json> {
    let lists = mv.as_object().into_iter().flatten().filter(|(_, value)| value.is_array());
    lists.map(|(name, _)| {
        let mut mv = mv.clone();
        mv[name] = json!([]);
        mv
    })
}

/// Plays moves that are not listed, and collects the rules that refuse them.
#[derive(Default)]
struct Unlisted {
    stocks: BTreeMap<&'static str, Stock>,
    /// By game: the rules that refused a move.
    refusing: BTreeMap<&'static str, BTreeSet<&'static str>>,
    /// By game: the rules of its page that start with its id.
    own_rules: BTreeMap<&'static str, BTreeSet<&'static str>>,
    refusals: u64,
}

impl Law for Unlisted {
    const GAMES: u64 = 6;
    const SOLITAIRES: u64 = 100;
    const CHECKS_OFTEN: bool = true;

    fn check<G: Game, M: Mode<G>>(&mut self, state: &State<G>, draws: &mut Draws) {
        self.own_rules.entry(G::ID).or_insert_with(|| own_rules::<G>());
        let legal = state.legal_moves();
        let near = random_move(state, draws).map(|mv| json!(mv));
        let stock = self.stocks.entry(G::ID).or_default();
        let sample = legal.moves.iter().step_by(1 + legal.moves.len() / 8);
        sample.map(|mv| json!(mv)).chain(near.clone()).for_each(|mv| stock.add(mv));
        let mut tried: Vec<Json> = (0..8).filter_map(|_| stock.derived(near.as_ref(), draws)).collect();
        tried.extend(near.iter().flat_map(emptied));
        for json in tried {
            if let Ok(mv) = read::<G::Move>(&json.to_string()) {
                self.attempt(state, &legal, &mv);
            }
        }
    }
}

/// Returns the rules of a game's page that start with its id.
fn own_rules<G: Game>() -> BTreeSet<&'static str> {
    let own = |id: &&str| id.split_once('.').expect("a rule id is `game.rule`").0 == G::ID;
    G::PAGE.rules().into_iter().map(|rule| rule.id).filter(own).collect()
}

impl Unlisted {
    /// Checks that a move is refused unless it is listed, within bounds, or another form of a listed one: the same cards
    /// in another order.
    fn attempt<G: Game>(&mut self, state: &State<G>, legal: &LegalMoves<G>, mv: &G::Move) {
        let within = count_within(&legal.bounds, mv);
        assert!(within < 2, "{}: {mv:?} is within {within} bounds", G::ID);
        let listed = legal.moves.contains(mv) || within == 1;
        let mut after = state.clone();
        match after.play(mv, &mut Log::keep()) {
            Ok(()) if listed => {}
            Ok(()) => {
                let leads_there = |listed: &G::Move| {
                    let mut other = state.clone();
                    other.play(listed, &mut Log::discard()).is_ok() && other == after
                };
                let is_other_form = UNORDERED.contains(&G::ID) && legal.moves.iter().any(leads_there);
                assert!(is_other_form, "{} on {}: {mv:?} is not listed, but played", G::ID, state.seed());
            }
            Err(illegal) => {
                assert!(!listed, "{} on {}: {mv:?} is listed, but {illegal}", G::ID, state.seed());
                assert_eq!(after, *state, "{}: a refused move changes nothing: {mv:?}", G::ID);
                self.refusals += 1;
                self.refuse::<G>(&illegal);
            }
        }
    }

    fn refuse<G: Game>(&mut self, illegal: &Illegal) {
        let rule = illegal.rule.0;
        assert!(G::PAGE.rules().iter().any(|entry| entry.id == rule), "{rule} is not in the rules page of {}", G::ID);
        assert!(!illegal.why.is_empty(), "{rule} has no reason");
        self.refusing.entry(G::ID).or_default().insert(rule);
    }
}

/// Rules that few games meet: a fight with the last card of a hand, and an empty deck in the last turns. Tests of the games
/// cover them.
const RARE: &[&str] = &["shipwreck.last-card", "short-bus-to-paradise.deck"];

#[test]
fn unlisted_moves_are_refused_by_rules_of_the_page() {
    let Unlisted { refusing, own_rules, refusals, .. } = check_all(Unlisted::default());
    let unused = own_rules.iter().flat_map(|(game, own)| own.difference(&refusing[game])).copied();
    let unused: Vec<&str> = unused.filter(|rule| !RARE.contains(rule)).collect();
    assert!(unused.is_empty() || !all_games(), "these rules of the pages refused no move: {unused:?}");
    assert!(refusals > 10_000 || !all_games(), "{refusals} refusals");
}
