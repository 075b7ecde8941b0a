//! Impossible states: every fault there is, found where it is, and all of a state's faults together.

use std::collections::BTreeSet;

use funhouse::rules::game::{Solitaire, StateForm};
use funhouse::rules::registry::{self, Task, Visitor};
use serde_json::{Value as Json, json};

use crate::support::grids::{grid, list, straight};

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

/// Posts a table; gives the faults found, pointers into the state.
struct Posted<'a> {
    options: &'a Json,
    table: &'a Json,
}

impl Task for Posted<'_> {
    type Output = Vec<(String, String)>;

    fn run<G: Solitaire>(self) -> Self::Output {
        let Self { options, table } = self;
        let json = json!({ "game": G::ID, "rules": G::RULES, "seed": "a", "options": options, "table": table });
        let form: StateForm<G> = serde_json::from_value(json).unwrap_or_else(|e| panic!("{table}: {e}"));
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

fn slide_jam() -> Vec<Impossible> {
    let case = |says, pieces: &str, left: &str, faults: &[(&'static str, &'static str)]| Impossible {
        says,
        game: "slide-jam",
        options: json!({}),
        table: json!({ "grid": grid(pieces), "left": list(left), "right": [] }),
        faults: faults.to_vec(),
        in_funhouse: true,
    };
    let twice = ALL.replacen("S1", "S0", 1);
    let five = "S0 S1 S2 S3 S4 S5 M0 M1 M2 M3 M4 M5 C0 C1 C2";
    vec![
        case("a tile twice and one missing", &twice, "", &[("/grid/b1", "tile_twice"), ("", "tile_missing")]),
        case("five families on a stack", &but(five), five, &[("/left", "stack_too_high")]),
        case("two tiles on a stack", &but("S0 S1"), "S0 S1", &[("/left", "broken_family")]),
        case("three that are no family", &but("S0 S1 S3"), "S0 S1 S3", &[("/left/0", "broken_family")]),
        case(
            "a hole that no slide leaves",
            "S3 S4 S5 M0 M1 . M2 M3 M4 M5 . C0 C1 . C2 C3 C4 C5 A0 A1 A2 A3 A4 A5",
            "S0 S1 S2",
            &[("/grid", "not_slid")],
        ),
        case(
            "a tile twice, one missing, no family and a hole, all at once",
            "S3 S4 S5 M0 M1 . M2 M3 M4 M5 . C0 C1 . C2 C3 C4 C5 A0 A1 A2 A3 A4 A4",
            "S0 S2 S1",
            &[("/grid/d6", "tile_twice"), ("/left/0", "broken_family"), ("", "tile_missing"), ("/grid", "not_slid")],
        ),
    ]
}

fn magic_mirror() -> Vec<Impossible> {
    let case = |says, table: Json, faults: &[(&'static str, &'static str)]| Impossible {
        says,
        game: "magic-mirror",
        options: json!({}),
        table,
        faults: faults.to_vec(),
        in_funhouse: true,
    };
    let matching = |pieces: &str, twins: &str, cousins: &str| {
        let (twins, cousins) = (list(twins), list(cousins));
        json!({ "phase": "matching", "grid": grid(pieces), "twins": twins, "cousins": cousins, "distant": [] })
    };
    let lower = "C5 A4 A3 M2 M3 M4 M5 C1 C4 A0 A2 A5";
    let whole = format!("S0 S5 S1 S2 S3 S4 M0 M1 C0 A1 C2 C3 {lower}");
    let without = |tiles: &str| tiles.split(' ').fold(whole.clone(), |whole, tile| whole.replacen(tile, ".", 1));
    vec![
        case(
            "13 tiles on a stack to be laid out",
            json!({ "phase": "laying_out", "left": list(&ALL[..38]), "right": list(&ALL[39..]) }),
            &[("/left", "stack_too_high")],
        ),
        case(
            "a tile on both stacks",
            json!({ "phase": "laying_out", "left": list(&ALL[..35]), "right": list(&ALL[33..68].replace("A5", "S0")) }),
            &[("/right/0", "tile_twice"), ("", "tile_missing")],
        ),
        case(
            "a column with a gap at the mirror",
            matching(&without("C0 A5"), "", "C0 A5"),
            &[("/grid/a2", "gap_in_column"), ("/grid/a1", "gap_in_column")],
        ),
        case("two tiles of one side gone", matching(&without("S0 S5"), "S0 S5", ""), &[("/grid", "uneven_sides")]),
        case(
            "a pair that does not add up to 5, of one side",
            matching(&without("S0 S1"), "S0 S1", ""),
            &[("/twins/0", "broken_pair"), ("/grid", "uneven_sides")],
        ),
        case(
            "half a pair",
            matching(&without("S0"), "S0", ""),
            &[("/twins", "broken_pair"), ("/grid", "uneven_sides")],
        ),
        case("twins among the cousins", matching(&without("S0 A5"), "S0 A5", ""), &[("/twins/0", "wrong_stack")]),
    ]
}

fn catwalk() -> Vec<Impossible> {
    let case = |says, options: Json, table: Json, faults: &[(&'static str, &'static str)]| Impossible {
        says,
        game: "catwalk",
        options,
        table,
        faults: faults.to_vec(),
        in_funhouse: true,
    };
    let alone = |case: Impossible| Impossible { in_funhouse: false, ..case };
    let none = || json!({});
    let stacks = |heights: [usize; 4], from: usize| {
        let mut tiles = ALL.split(' ').skip(from);
        let [twins, cousins, distant, strangers] = heights.map(|n| tiles.by_ref().take(n).collect::<Json>());
        json!({ "twins": twins, "cousins": cousins, "distant": distant, "strangers": strangers })
    };
    let laying = |heights: [usize; 4], track: Json| {
        let from = track.as_array().map_or(0, Vec::len);
        json!({ "phase": "laying", "stacks": stacks(heights, from), "track": track })
    };
    let along = |spots: &[(i8, i8)]| -> Json {
        let tiles = spots.iter().zip(ALL.split(' '));
        tiles.map(|((x, y), tile)| json!({ "tile": tile, "x": x, "y": y })).collect()
    };
    let row: Vec<(i8, i8)> = (0..6).map(|x| (x, 0)).collect();
    let walled_in = [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (4, 1), (5, 1), (6, 1), (6, 0), (6, -1), (5, -1), (5, 0)];
    let choosing = json!({ "phase": "choosing", "track": straight() });
    let adrift = |by: i8| along(&(0..24).map(|x| (x, by)).collect::<Vec<_>>());
    let flicking = json!({
        "phase": "flicking", "track": straight(), "suit": "A", "outcomes": [], "flicks": 0, "scoreboard": [],
        "pool": list(&ALL[..53]),
    });
    let set = |changes: &[(&str, Json)]| {
        changes.iter().fold(flicking.clone(), |table, (at, value)| with(&table, at, value.clone()))
    };
    let reported = || json!({ "dexterity": "reported" });
    let fell = json!([{ "type": "fell", "coin": 0, "tile": 1 }]);
    let crossed = json!({ "type": "crossed", "coin": 0 });
    let under_way = json!({ "coin": 0, "tile": 2, "ox": 0, "oy": 0 });
    let pool = |pieces: &str| ("/pool", list(pieces));
    vec![
        alone(case(
            "stacks of 5 and 7",
            none(),
            laying([5, 7, 6, 6], json!([])),
            &[("/stacks/twins", "wrong_height"), ("/stacks/cousins", "wrong_height")],
        )),
        alone(case(
            "a track with no room for the rest",
            none(),
            laying([0, 0, 6, 6], along(&walled_in)),
            &[("/track", "track_walled_in")],
        )),
        alone(case(
            "a track with no room, and stacks of the wrong height",
            none(),
            laying([0, 0, 7, 5], along(&walled_in)),
            &[
                ("/stacks/distant", "wrong_height"),
                ("/stacks/strangers", "wrong_height"),
                ("/track", "track_walled_in"),
            ],
        )),
        alone(case(
            "a track that does not begin at (0, 0), and a tile that is on it and on a stack",
            none(),
            with(
                &laying([0, 6, 6, 6], along(&row.iter().map(|(x, _)| (*x, 1)).collect::<Vec<_>>())),
                "/stacks/cousins/0",
                json!("S0"),
            ),
            &[("/track/0/tile", "tile_twice"), ("", "tile_missing"), ("/track/0", "track_adrift")],
        )),
        case("nothing left to lay", none(), laying([0; 4], straight()), &[("/stacks", "wrong_phase")]),
        case("a last tile apart", none(), with(&choosing, "/track/23/y", json!(5)), &[("/track/23", "track_broken")]),
        case(
            "a tile on another's cell",
            none(),
            with(&choosing, "/track/23/x", json!(22)),
            &[("/track/23", "track_broken"), ("/track/23", "track_overlaps")],
        ),
        case(
            "a track whose ends are both elsewhere",
            none(),
            json!({ "phase": "choosing", "track": adrift(1) }),
            &[("/track", "track_adrift")],
        ),
        case(
            "a tile twice in the track",
            none(),
            with(&choosing, "/track/1/tile", json!("S0")),
            &[("/track/1/tile", "tile_twice"), ("/track", "tile_missing")],
        ),
        case(
            "a coin that ended twice",
            reported(),
            set(&[("/outcomes", json!([crossed, crossed])), pool(&format!("{} A0", &ALL[..53]))]),
            &[("/outcomes/1/coin", "coin_twice")],
        ),
        case(
            "a coin twice in a pool out of order",
            none(),
            set(&[pool(&ALL[..53].replace("S1", "C5"))]),
            &[("/pool/17", "coin_twice"), ("/pool", "coin_missing")],
        ),
        case("a coin missing", none(), set(&[pool(&ALL[3..53])]), &[("/pool", "coin_missing")]),
        case(
            "a coin in the pool that is still to be flicked",
            none(),
            set(&[pool(&format!("{} A3", &ALL[..53]))]),
            &[("/suit", "coin_twice")],
        ),
        case(
            "a coin both on the scoreboard and in the pool",
            reported(),
            set(&[("/outcomes", fell.clone()), ("/scoreboard", json!([["A0"], ["S0"]]))]),
            &[("/pool/0", "coin_twice")],
        ),
        case(
            "a fall recorded by another null",
            reported(),
            set(&[
                ("/outcomes", fell.clone()),
                ("/scoreboard", json!([["A0"], ["M0"]])),
                pool(&but("M0 A0 A1 A2 A3 A4 A5")),
            ]),
            &[("/scoreboard/1", "wrong_scoreboard"), ("/pool", "wrong_pool")],
        ),
        case(
            "a fall half recorded on a track in pieces",
            reported(),
            set(&[("/outcomes", fell.clone()), ("/scoreboard", json!([["A0"]])), ("/track/23/y", json!(-3))]),
            &[("/scoreboard", "wrong_scoreboard"), ("/pool", "wrong_pool"), ("/track/23", "track_broken")],
        ),
        case(
            "flicks where real coins are reported",
            reported(),
            set(&[("/flicks", json!(3))]),
            &[("/flicks", "impossible_count")],
        ),
        case("flicks of no coin", none(), set(&[("/flicks", json!(3))]), &[("/flicks", "impossible_count")]),
        case(
            "a coin that crossed without a flick",
            none(),
            set(&[("/outcomes", json!([crossed])), pool(&format!("{} A0", &ALL[..53]))]),
            &[("/flicks", "impossible_count")],
        ),
        case(
            "a real coin under way",
            reported(),
            set(&[("/under_way", under_way.clone())]),
            &[("/under_way", "impossible_coin")],
        ),
        case(
            "a coin under way that has ended",
            none(),
            set(&[
                ("/outcomes", json!([crossed])),
                ("/under_way", under_way),
                ("/flicks", json!(2)),
                pool(&format!("{} A0", &ALL[..53])),
            ]),
            &[("/under_way/coin", "coin_twice")],
        ),
    ]
}

fn roll_out_the_barrels() -> Vec<Impossible> {
    let case = |says, table: Json, faults: &[(&'static str, &'static str)]| Impossible {
        says,
        game: "roll-out-the-barrels",
        options: json!({}),
        table,
        faults: faults.to_vec(),
        in_funhouse: true,
    };
    let table = json!({ "grid": grid(ALL), "given_up": false });
    let die = |cell: &str, top: u8, north: u8| json!({ "cell": cell, "top": top, "north": north });
    let twice = with(&table, "/grid/b1", json!("S0"));
    vec![
        case("a coin twice", twice.clone(), &[("/grid/b1", "coin_twice"), ("/grid", "coin_missing")]),
        case(
            "a die that shows opposite faces beside each other",
            with(&table, "/die", die("b1", 0, 5)),
            &[("/die", "impossible_die")],
        ),
        case(
            "giving up before the die is placed",
            with(&table, "/given_up", json!(true)),
            &[("/given_up", "impossible_end")],
        ),
        case(
            "giving up at the exit, with a coin twice and a die that cannot lie so",
            with(&with(&twice, "/die", die("d6", 3, 3)), "/given_up", json!(true)),
            &[
                ("/grid/b1", "coin_twice"),
                ("/grid", "coin_missing"),
                ("/die", "impossible_die"),
                ("/given_up", "impossible_end"),
            ],
        ),
    ]
}

fn whack_a_dummy() -> Vec<Impossible> {
    let case = |says, changes: &[(&str, Json)], faults: &[(&'static str, &'static str)]| {
        let table = json!({ "grid": grid(ALL), "face_up": [], "corners": 0, "mistakes": 0, "given_up": false });
        Impossible {
            says,
            game: "whack-a-dummy",
            options: json!({}),
            table: changes.iter().fold(table, |table, (at, value)| with(&table, at, value.clone())),
            faults: faults.to_vec(),
            in_funhouse: true,
        }
    };
    vec![
        case("a coin twice", &[("/grid/d6", json!("S0"))], &[("/grid/d6", "coin_twice"), ("/grid", "coin_missing")]),
        case(
            "much that happened before the room was entered",
            &[("/face_up", list("b2")), ("/corners", json!(1)), ("/mistakes", json!(1)), ("/given_up", json!(true))],
            &[
                ("/face_up", "impossible_count"),
                ("/corners", "impossible_count"),
                ("/mistakes", "impossible_count"),
                ("/given_up", "impossible_end"),
            ],
        ),
        case(
            "a wrong corner without a mistake",
            &[("/you", json!("b3")), ("/face_up", list("d1"))],
            &[("/face_up", "impossible_corners")],
        ),
        case(
            "four corners activated while one is wrong",
            &[("/you", json!("a6")), ("/face_up", list("a1 d1 d6")), ("/corners", json!(4)), ("/mistakes", json!(1))],
            &[("/corners", "impossible_corners")],
        ),
        case(
            "four corners activated from afar, and given up",
            &[
                ("/you", json!("b3")),
                ("/face_up", list("a1 d1 d6 a6")),
                ("/corners", json!(4)),
                ("/given_up", json!(true)),
            ],
            &[("/you", "impossible_end"), ("/given_up", "impossible_end")],
        ),
    ]
}

fn trampo_land() -> Vec<Impossible> {
    let case = |says, people: &str, changes: &[(&str, Json)], faults: &[(&'static str, &'static str)]| {
        let people = people.split_whitespace().map(|person| person.split_once('=').expect("trampoline=person"));
        let people: serde_json::Map<String, Json> = people.map(|(at, who)| (at.to_owned(), Json::from(who))).collect();
        let table = json!({ "trampolines": people, "stopped": false });
        Impossible {
            says,
            game: "trampo-land",
            options: json!({}),
            table: changes.iter().fold(table, |table, (at, value)| with(&table, at, value.clone())),
            faults: faults.to_vec(),
            in_funhouse: true,
        }
    };
    let crowd = "1=you 2=you 3=adult 4=adult 5=adult 6=adult 7=adult";
    vec![
        case("nobody is you", "1=kid", &[], &[("/trampolines", "impossible_count")]),
        case("two of you and five adults", crowd, &[], &[("/trampolines", "impossible_count"); 2]),
        case(
            "ten kids",
            "1=you 2=kid 3=kid 4=kid 5=kid 6=kid 7=kid 8=kid 9=kid 10=kid 11=kid",
            &[],
            &[("/trampolines", "impossible_count")],
        ),
        case("a kid that walked", "1=you 2=kid", &[("/walked", json!(2))], &[("/walked", "impossible_walk")]),
        case("nobody that walked", "1=you 2=kid", &[("/walked", json!(3))], &[("/walked", "impossible_walk")]),
        case(
            "a walk from where somebody stands",
            "1=you 2=kid 3=kid",
            &[("/walked", json!(1))],
            &[("/walked", "impossible_walk")],
        ),
        case("stopping when alone", "1=you", &[("/stopped", json!(true))], &[("/stopped", "impossible_end")]),
    ]
}

fn easy_slider() -> Vec<Impossible> {
    let cells = (0..24).map(|i| format!("{}{}", ["a", "b", "c", "d", "e"][i % 5], i / 5 + 1));
    let tiles: serde_json::Map<String, Json> = cells.zip(ALL.split(' ').map(Json::from)).collect();
    let table = json!({
        "grid": tiles, "row_suits": ["S", "M", "C", "A"], "column_values": [1, 2, 3, 4, 5], "slides": 0, "given_up": false,
    });
    let case = |says, changes: &[(&str, Json)], faults: &[(&'static str, &'static str)]| Impossible {
        says,
        game: "easy-slider",
        options: json!({}),
        table: changes.iter().fold(table.clone(), |table, (at, value)| with(&table, at, value.clone())),
        faults: faults.to_vec(),
        in_funhouse: false,
    };
    let solved = json!({
        "a1": "S1", "b1": "S2", "c1": "S3", "d1": "S4", "e1": "S5", "a2": "M1", "b2": "M2", "c2": "M3", "d2": "M4", "e2": "M5",
        "a3": "C1", "b3": "C2", "c3": "C3", "d3": "C4", "e3": "C5", "a4": "A1", "b4": "A2", "c4": "A3", "d4": "A4", "e4": "A5",
        "a5": "S0", "b5": "M0", "c5": "C0", "d5": "A0",
    });
    vec![
        case(
            "a tile twice and another nowhere",
            &[("/grid/b1", json!("S0"))],
            &[("/grid/b1", "tile_twice"), ("/grid", "tile_missing")],
        ),
        case("two rows of a suit", &[("/row_suits/3", json!("S"))], &[("/row_suits/3", "suit_twice")]),
        case("two columns of a value", &[("/column_values/1", json!(1))], &[("/column_values/1", "value_twice")]),
        case("a column of the null", &[("/column_values/1", json!(0))], &[("/column_values/1", "null_column")]),
        case("an odd number of slides round to e5", &[("/slides", json!(7))], &[("/slides", "impossible_slides")]),
        case(
            "given up when solved",
            &[("/grid", solved), ("/given_up", json!(true))],
            &[("/given_up", "impossible_end")],
        ),
    ]
}

fn magic_bag() -> Vec<Impossible> {
    // Rows 1 to 8 were claimed for eight coins, of which none was paid.
    let table = json!({
        "rows": { "9": ["S1", "M2", "C3", "A4"] }, "rolls_this_turn": 0, "turns": 8, "rolls": 8, "draws": 8,
        "treasure": list("S0 S1 S2 S3 S4 S5 M0 M1 C0 C1 C2"), "bag": list("M2 M3 M4 M5 C3 C4 C5 A0 A1 A2 A3 A4 A5"),
        "paid": [], "stopped": false,
    });
    let case = |says, changes: &[(&str, Json)], faults: &[(&'static str, &'static str)]| Impossible {
        says,
        game: "magic-bag",
        options: json!({}),
        table: changes.iter().fold(table.clone(), |table, (at, value)| with(&table, at, value.clone())),
        faults: faults.to_vec(),
        in_funhouse: false,
    };
    vec![
        case("a tile twice", &[("/rows/9/1", json!("S1"))], &[("/rows/9/1", "tile_twice")]),
        case(
            "a row longer than it was dealt",
            &[("/rows/1", list("S2 S3")), ("/turns", json!(7))],
            &[("/rows/1", "row_too_long")],
        ),
        case(
            "a coin twice and another nowhere",
            &[("/treasure/0", json!("S1"))],
            &[("/treasure/1", "coin_twice"), ("", "coin_missing")],
        ),
        case(
            "a coin in the bag that never was there",
            &[("/treasure/8", json!("M2")), ("/bag/0", json!("C0"))],
            &[("/bag/0", "never_in_bag")],
        ),
        case(
            "a roll without dice",
            &[("/rolls_this_turn", json!(1)), ("/rolls", json!(9))],
            &[("/dice", "impossible_dice")],
        ),
        case("more than three rolls a turn", &[("/rolls", json!(25))], &[("/rolls", "impossible_rolls")]),
        case("stopping before a roll", &[("/stopped", json!(true))], &[("/stopped", "impossible_end")]),
        case("a draw too many", &[("/draws", json!(9))], &[("/draws", "impossible_draws")]),
        case("a turn too many", &[("/turns", json!(9)), ("/rolls", json!(9))], &[("/turns", "impossible_turns")]),
        case("a tile removed for nothing", &[("/rows/9", list("S1 M2 C3"))], &[("/paid", "impossible_payments")]),
        case(
            "claims without a coin",
            &[
                ("/treasure", list("C0 C1 C2")),
                ("/bag", list("S0 S1 S2 S3 S4 S5 M0 M1 M2 M3 M4 M5 C3 C4 C5 A0 A1 A2 A3 A4 A5")),
                ("/draws", json!(0)),
            ],
            &[("/bag", "impossible_bag")],
        ),
    ]
}

fn epic_funhouse() -> Vec<Impossible> {
    let case = |says, ended: Json, room: &str, table: Json, faults: &[(&'static str, &'static str)]| Impossible {
        says,
        game: "epic-funhouse",
        options: json!({}),
        table: json!({ "ended": ended, "open": { "room": room, "table": table } }),
        faults: faults.to_vec(),
        in_funhouse: false,
    };
    let slide = json!({ "grid": grid(ALL), "left": [], "right": [] });
    let over = json!({
        "grid": grid("A5 A2 . . . . . . A0 A3 . . . . . . A1 A4"),
        "left": list("S0 S1 S2 S3 S4 S5 M0 M1 M2 M3 M4 M5"), "right": list("C0 C1 C2 C3 C4 C5"),
    });
    let mirror = json!({ "phase": "laying_out", "left": list(&ALL[..35]), "right": list(&ALL[36..]) });
    let stacks = |twins: &str, strangers: &str| {
        let stacks = json!({ "twins": list(twins), "cousins": [], "distant": [], "strangers": list(strangers) });
        json!({ "phase": "laying", "stacks": stacks, "track": [] })
    };
    let people = json!({ "trampolines": { "1": "you", "2": "kid" }, "stopped": false });
    vec![
        case("a score too many", json!([0]), "slide-jam", slide, &[("/ended", "wrong_room")]),
        case(
            "a score that slide jam cannot give",
            json!([61]),
            "magic-mirror",
            mirror.clone(),
            &[("/ended/0", "impossible_score")],
        ),
        case(
            "scores that no room can give",
            json!([61, 37, 91, 41, 5]),
            "trampo-land",
            people,
            &[
                ("/ended/0", "impossible_score"),
                ("/ended/1", "impossible_score"),
                ("/ended/2", "impossible_score"),
                ("/ended/3", "impossible_score"),
                ("/ended/4", "impossible_score"),
            ],
        ),
        case("a room that has ended but is open", json!([]), "slide-jam", over.clone(), &[("/open", "room_over")]),
        case(
            "a room that has ended but is open, after too many others",
            json!([3, 40]),
            "slide-jam",
            over,
            &[("/ended", "wrong_room"), ("/ended/1", "impossible_score"), ("/open", "room_over")],
        ),
        case(
            "a faulty room after an impossible score",
            json!([61]),
            "magic-mirror",
            with(&mirror, "/left/0", json!("A5")),
            &[
                ("/ended/0", "impossible_score"),
                ("/open/table/right/11", "tile_twice"),
                ("/open/table", "tile_missing"),
            ],
        ),
        case(
            "twins that are no pair",
            json!([0, 0]),
            "catwalk",
            stacks("S0 S1", &but("S0 S1")),
            &[("/open/table/stacks/twins/0", "broken_pair")],
        ),
        case(
            "twins and strangers that are not whole pairs",
            json!([0, 0]),
            "catwalk",
            stacks("S0", &but("S0")),
            &[("/open/table/stacks/twins", "broken_pair"), ("/open/table/stacks/strangers", "broken_pair")],
        ),
    ]
}

fn cases() -> Vec<Impossible> {
    let funhouse = [slide_jam(), magic_mirror(), catwalk(), roll_out_the_barrels(), whack_a_dummy(), trampo_land()];
    funhouse.into_iter().chain([epic_funhouse(), easy_slider(), magic_bag()]).flatten().collect()
}

#[test]
fn every_fault_of_an_impossible_table_is_found_where_it_is_and_nothing_else() {
    for Impossible { says, game, options, table, faults, .. } in cases() {
        assert_eq!(found(game, &options, &table), expected(&faults, "/table"), "{game}: {says}");
    }
}

#[test]
fn a_room_of_a_funhouse_has_the_same_faults_as_the_room_alone() {
    let rooms = ["slide-jam", "magic-mirror", "catwalk", "roll-out-the-barrels", "whack-a-dummy", "trampo-land"];
    for Impossible { says, game, options, table, faults, .. } in cases().into_iter().filter(|case| case.in_funhouse) {
        let before = rooms.iter().position(|room| *room == game).expect("it is a room");
        let table = json!({ "ended": vec![0; before], "open": { "room": game, "table": table } });
        let found = found("epic-funhouse", &options, &table);
        assert_eq!(found, expected(&faults, "/table/open/table"), "{game} in the Funhouse: {says}");
    }
}

#[test]
fn every_fault_in_the_catalogue_of_a_game_is_found_in_some_table() {
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
