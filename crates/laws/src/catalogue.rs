//! What the catalogue says of games: tags, types of moves, and which of them quit.

use std::collections::{BTreeMap, BTreeSet};

use funhouse_rules::chance::Draws;
use funhouse_rules::game::{Game, Kind, Log, MoveType, Seated, Solitaire, State, move_types};
use funhouse_rules::mode::Mode;
use funhouse_rules::registry::{self, SeatedVisitor, Visitor};
use serde_json::json;

use crate::walks::{Law, all_games, check_all, visit_seated};

/// The types of each game's moves, by id.
#[derive(Default)]
struct Types(BTreeMap<&'static str, Vec<MoveType>>);

impl Types {
    fn add<G: Game>(&mut self) {
        assert!(!G::TAGS.is_empty() && G::TAGS.is_sorted_by(|a, b| a < b), "{}: {:?}", G::ID, G::TAGS);
        let names: Vec<String> = G::TAGS.iter().map(|tag| json!(tag).to_string()).collect();
        assert!(names.is_sorted(), "{}: {names:?}", G::ID);
        let types = move_types::<G::Move>();
        let names: BTreeSet<&String> = types.iter().map(|of| &of.name).collect();
        assert!(!types.is_empty() && names.len() == types.len(), "{}: {types:?}", G::ID);
        for MoveType { name, description, .. } in &types {
            let is_one_line = description.ends_with('.') && !description.contains('\n');
            assert!(is_one_line, "{}: {name}: {description:?}", G::ID);
        }
        self.0.insert(G::ID, types);
    }
}

impl Visitor for Types {
    fn visit<G: Solitaire>(&mut self) {
        assert_eq!(G::KIND, Kind::Solitaire, "{}", G::ID);
        self.add::<G>();
        if !G::ROOMS.is_empty() {
            let own = &self.0[G::ID];
            struct Rooms<'a>(&'a [&'static str], Vec<MoveType>);
            impl Visitor for Rooms<'_> {
                fn visit<R: Solitaire>(&mut self) {
                    if self.0.contains(&R::ID) {
                        self.1.extend(move_types::<R::Move>());
                    }
                }
            }
            let mut rooms = Rooms(G::ROOMS, Vec::new());
            registry::visit_all(&mut rooms);
            assert!(
                own.iter().all(|of| rooms.1.contains(of)) && rooms.1.iter().all(|of| own.contains(of)),
                "{}",
                G::ID
            );
        }
    }
}

impl SeatedVisitor for Types {
    fn visit<G: Seated>(&mut self) {
        assert_ne!(G::KIND, Kind::Solitaire, "{}", G::ID);
        self.add::<G>();
    }
}

#[test]
fn catalogue_has_tags_and_described_types_of_moves() {
    let mut types = Types::default();
    registry::visit_all(&mut types);
    visit_seated(&mut types);
    let quitting =
        |id: &str| -> Vec<&str> { types.0[id].iter().filter(|of| of.quits).map(|of| of.name.as_str()).collect() };
    assert_eq!(quitting("epic-funhouse"), ["give_up", "stop"]);
    assert_eq!(quitting("caribbean-star"), [""; 0], "its `stop` stops a card");
}

/// Whether moves of a type were seen to end the game or the room, and to do neither.
#[derive(Default)]
struct Seen {
    ending: bool,
    going_on: bool,
}

/// By game and type of move.
#[derive(Default)]
struct Quitting {
    types: BTreeMap<&'static str, Vec<MoveType>>,
    seen: BTreeMap<(&'static str, String), Seen>,
}

impl Law for Quitting {
    const SOLITAIRES: u64 = 24;
    const CHECKS_OFTEN: bool = true;

    fn check<G: Game, M: Mode<G>>(&mut self, state: &State<G>, draws: &mut Draws) {
        let types = self.types.entry(G::ID).or_insert_with(move_types::<G::Move>);
        let legal = state.legal_moves();
        let unlisted = legal.draw_unlisted(draws);
        let mut played = BTreeSet::new();
        for mv in legal.moves.iter().chain(&unlisted) {
            let name = json!(mv)["type"].as_str().expect("a move has a type").to_owned();
            let of = types.iter().find(|of| of.name == name);
            let quits = of.unwrap_or_else(|| panic!("{}: {name} is not in the catalogue", G::ID)).quits;
            if !played.insert(name.clone()) {
                continue;
            }
            let mut after = state.clone();
            after.play(mv, &mut Log::discard()).expect("a legal move");
            let ends = after.finished() || M::room(&after) != M::room(state);
            assert!(ends || !quits, "{}: {mv:?} quits, but the game goes on", G::ID);
            let seen = self.seen.entry((G::ID, name)).or_default();
            if ends { seen.ending = true } else { seen.going_on = true }
        }
    }
}

#[test]
fn exactly_quitting_moves_always_end_game_or_room() {
    let Quitting { types, seen } = check_all(Quitting::default());
    for (game, types) in &types {
        for MoveType { name, quits, .. } in types {
            let seen = seen.get(&(*game, name.clone()));
            let is_known = seen.is_some_and(|seen| seen.going_on != *quits);
            assert!(
                is_known || !all_games(),
                "{game}: {name} was not seen to {}",
                if *quits { "quit" } else { "go on" }
            );
        }
    }
}
