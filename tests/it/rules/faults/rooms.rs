//! Impossible states of the rooms of a Funhouse.

use serde_json::{Value as Json, json};

use super::{ALL, Impossible, but, with};
use crate::support::grids::{grid, list, straight};

pub(super) fn slide_jam() -> Vec<Impossible> {
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

pub(super) fn magic_mirror() -> Vec<Impossible> {
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

pub(super) fn catwalk() -> Vec<Impossible> {
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

pub(super) fn roll_out_the_barrels() -> Vec<Impossible> {
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
            "a die that shows opposite faces next to each other",
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

pub(super) fn whack_a_dummy() -> Vec<Impossible> {
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

pub(super) fn trampo_land() -> Vec<Impossible> {
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
        case("no one is you", "1=kid", &[], &[("/trampolines", "impossible_count")]),
        case("two of you and five adults", crowd, &[], &[("/trampolines", "impossible_count"); 2]),
        case(
            "ten kids",
            "1=you 2=kid 3=kid 4=kid 5=kid 6=kid 7=kid 8=kid 9=kid 10=kid 11=kid",
            &[],
            &[("/trampolines", "impossible_count")],
        ),
        case("a kid that walked", "1=you 2=kid", &[("/walked", json!(2))], &[("/walked", "impossible_walk")]),
        case("no one that walked", "1=you 2=kid", &[("/walked", json!(3))], &[("/walked", "impossible_walk")]),
        case(
            "a walk from a trampoline with a piece",
            "1=you 2=kid 3=kid",
            &[("/walked", json!(1))],
            &[("/walked", "impossible_walk")],
        ),
        case("stopping when alone", "1=you", &[("/stopped", json!(true))], &[("/stopped", "impossible_end")]),
    ]
}
