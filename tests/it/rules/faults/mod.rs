//! Impossible states: all faults of a state are found, with their pointers.

mod games;
mod rooms;

use std::collections::BTreeSet;

use funhouse::rules::game::{Solitaire, StateForm};
use funhouse::rules::registry::{self, Task, Visitor};
use serde_json::{Value as Json, json};

use self::games::{easy_slider, epic_funhouse, magic_bag};
use self::rooms::{catwalk, magic_mirror, roll_out_the_barrels, slide_jam, trampo_land, whack_a_dummy};

/// A table that cannot be.
struct Impossible {
    says: &'static str,
    game: &'static str,
    options: Json,
    table: Json,
    /// All that is found: pointers into the table, and codes.
    faults: Vec<(&'static str, &'static str)>,
    /// Whether the same is found where the table is that of a room of a Funhouse.
    in_funhouse: bool,
}

/// Posts a table, and returns its faults, with pointers into the state.
struct Posted<'a> {
    options: &'a Json,
    table: &'a Json,
}

impl Task for Posted<'_> {
    type Output = Vec<(String, String)>;

    fn run<G: Solitaire>(self) -> Self::Output {
        let Self { options, table } = self;
        let json = json!({ "game": G::ID, "rules": G::RULES, "seed": "a", "options": options, "table": table });
        let form = StateForm::<G>::from_value(json).unwrap_or_else(|e| panic!("{table}: {e}"));
        match form.admit() {
            Err(faults) => faults.iter().map(|fault| (fault.pointer.clone(), fault.code.to_owned())).collect(),
            other => panic!("{table} is taken: {other:?}"),
        }
    }
}

fn found(game: &str, options: &Json, table: &Json) -> Vec<(String, String)> {
    registry::with_game(game, 1, Posted { options, table }).unwrap_or_else(|| panic!("{game} is no game"))
}

fn expected(faults: &[(&str, &str)], prefix: &str) -> Vec<(String, String)> {
    faults.iter().map(|(at, code)| (format!("{prefix}{at}"), (*code).to_owned())).collect()
}

const ALL: &str = "S0 S1 S2 S3 S4 S5 M0 M1 M2 M3 M4 M5 C0 C1 C2 C3 C4 C5 A0 A1 A2 A3 A4 A5";

/// All pieces but these, in canonical order.
fn but(without: &str) -> String {
    let without: Vec<&str> = without.split(' ').collect();
    ALL.split(' ').filter(|piece| !without.contains(piece)).collect::<Vec<_>>().join(" ")
}

/// The same table with a value set at a pointer.
fn with(table: &Json, at: &str, value: Json) -> Json {
    let mut table = table.clone();
    let (parent, key) = at.rsplit_once('/').expect("a pointer has a slash");
    match table.pointer_mut(parent).expect("the parent is there") {
        Json::Object(fields) => drop(fields.insert(key.to_owned(), value)),
        Json::Array(items) => items[key.parse::<usize>().expect("an index")] = value,
        _ => panic!("{parent} has no fields"),
    }
    table
}

fn cases() -> Vec<Impossible> {
    let funhouse = [slide_jam(), magic_mirror(), catwalk(), roll_out_the_barrels(), whack_a_dummy(), trampo_land()];
    funhouse.into_iter().chain([epic_funhouse(), easy_slider(), magic_bag()]).flatten().collect()
}

#[test]
fn impossible_table_has_exactly_the_expected_faults() {
    for Impossible { says, game, options, table, faults, .. } in cases() {
        assert_eq!(found(game, &options, &table), expected(&faults, "/table"), "{game}: {says}");
    }
}

#[test]
fn funhouse_room_has_faults_of_room_alone() {
    let rooms = ["slide-jam", "magic-mirror", "catwalk", "roll-out-the-barrels", "whack-a-dummy", "trampo-land"];
    for Impossible { says, game, options, table, faults, .. } in cases().into_iter().filter(|case| case.in_funhouse) {
        let before = rooms.iter().position(|room| *room == game).expect("it is a room");
        let table = json!({ "ended": vec![0; before], "open": { "room": game, "table": table } });
        let found = found("epic-funhouse", &options, &table);
        assert_eq!(found, expected(&faults, "/table/open/table"), "{game} in the Funhouse: {says}");
    }
}

#[test]
fn every_fault_of_catalogue_occurs_in_some_table() {
    struct EachFault {
        known: BTreeSet<(&'static str, &'static str)>,
        any: BTreeSet<&'static str>,
    }
    impl Visitor for EachFault {
        fn visit<G: Solitaire>(&mut self) {
            for fault in G::PAGE.faults() {
                // The suite's page is that of all its rooms: it is enough if a room has the fault.
                let known = self.known.contains(&(G::ID, fault.id));
                let of_a_room = G::PAGE.faults().len() > 20 && self.any.contains(fault.id);
                assert!(known || of_a_room, "no table of {} has {}", G::ID, fault.id);
            }
        }
    }
    let cases = cases();
    let found = |case: &Impossible| case.faults.iter().map(|(_, code)| (case.game, *code)).collect::<Vec<_>>();
    let known: BTreeSet<_> = cases.iter().flat_map(found).collect();
    let any = known.iter().map(|(_, code)| *code).collect();
    registry::visit_all(&mut EachFault { known, any });
}
