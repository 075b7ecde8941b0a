//! Known answers and rulings of the rules pages, as far as they show from outside; the others are tested beside the
//! code that they are about. The golden words of chance were computed by another program, in another language.

use funhouse::rules::chance::Chance;
use funhouse::rules::game::{Game, Log, Score, Solitaire, State, StateForm};
use funhouse::rules::games::epic_funhouse::EpicFunhouse;
use funhouse::rules::games::epic_funhouse::catwalk::{self, Catwalk};
use funhouse::rules::games::epic_funhouse::magic_mirror::{self, MagicMirror};
use funhouse::rules::games::epic_funhouse::roll_out_the_barrels::{self, RollOutTheBarrels};
use funhouse::rules::games::epic_funhouse::slide_jam::{self, SlideJam};
use funhouse::rules::games::epic_funhouse::trampo_land::TrampoLand;
use funhouse::rules::games::epic_funhouse::whack_a_dummy::{self, WhackADummy};
use funhouse::rules::hex;
use funhouse::rules::piecepack::{PiecepackPiece, Tile};
use serde_json::{Map, Value as Json, json};

use crate::support::grids::{grid, list, straight};
use crate::support::walks::seed;

// ---- Chance ----

/// What one event brings.
struct Golden {
    seed: &'static str,
    event: &'static str,
    digest: &'static str,
    words: [u64; 3],
    below_6: [u64; 8],
    shuffled: [u8; 24],
}

const GOLDEN: [Golden; 12] = [
    Golden {
        seed: "funhouse-1",
        event: "slide-jam/tiles",
        digest: "fc5ca2a2849de2fadaa6837be66d686398830423ddc49b6d3e7a41192b1f8c4a",
        words: [0x3119_8cee_5f47_9462, 0x23f8_44f8_0fbf_42f3, 0xefa6_6275_7818_9dc0],
        below_6: [0, 1, 0, 3, 3, 0, 1, 3],
        shuffled: [6, 11, 5, 13, 10, 23, 2, 14, 15, 0, 16, 12, 7, 22, 20, 19, 4, 1, 17, 3, 9, 8, 21, 18],
    },
    Golden {
        seed: "Rolando_2004",
        event: "catwalk/flick/1",
        digest: "304f74ee5d34b74b3ae4ac655564ba2c69672d0878b0cfd393392101ccc57e6f",
        words: [0xd75f_e0dc_4b26_53f1, 0xcafa_898c_602f_a76b, 0x726a_27cd_bd3e_ca43],
        below_6: [3, 3, 3, 3, 2, 2, 1, 1],
        shuffled: [14, 12, 18, 5, 3, 23, 6, 10, 13, 0, 2, 7, 19, 22, 8, 17, 20, 21, 16, 4, 15, 1, 11, 9],
    },
    Golden {
        seed: "0.-_z",
        event: "barrels/coins",
        digest: "3bc7c50822ae04dbed7e3fa4a15c6a467e54acedee1411f36619017da68476b8",
        words: [0x0db7_91c4_f13c_7c31, 0x8978_c959_8d0e_facc, 0x1067_9119_cd3b_7374],
        below_6: [3, 4, 4, 3, 1, 2, 2, 5],
        shuffled: [3, 22, 6, 17, 12, 5, 18, 8, 16, 1, 14, 4, 19, 7, 0, 10, 11, 2, 13, 15, 23, 20, 21, 9],
    },
    Golden {
        seed: "funhouse-1",
        event: "magic-mirror/tiles",
        digest: "a83305644ecd71762b23728a6b13b13dd5b97fc1fc5c591e2714d6735573ea74",
        words: [0x7b71_a5ed_e5dd_8684, 0xbc2d_fcb2_a689_b231, 0x3d83_06f2_d621_a786],
        below_6: [4, 5, 4, 0, 5, 5, 1, 4],
        shuffled: [21, 15, 8, 17, 23, 19, 11, 12, 22, 14, 1, 3, 0, 9, 20, 5, 16, 13, 10, 7, 6, 2, 18, 4],
    },
    Golden {
        seed: "FUNHOUSE-1",
        event: "slide-jam/tiles",
        digest: "b192daae7581cf84c292daae5316204e65a06933301245b4d951013f52ebb64d",
        words: [0xa7b4_8b81_413e_7797, 0x6258_27d4_f044_5d81, 0x0e4c_c20b_bd92_f755],
        below_6: [1, 1, 5, 0, 0, 2, 3, 5],
        shuffled: [20, 0, 18, 14, 4, 19, 5, 10, 13, 17, 23, 22, 12, 8, 1, 21, 2, 15, 6, 16, 9, 3, 11, 7],
    },
    Golden {
        seed: "a",
        event: "catwalk/tiles",
        digest: "58922e79540389988886a8c410217a2a88276262c1cf3cb1a702244950fa1d1f",
        words: [0xb085_baa9_5d1d_085f, 0x667f_f9ff_d36f_4d1b, 0x5cf2_c27d_5c21_db77],
        below_6: [1, 1, 3, 5, 2, 1, 1, 0],
        shuffled: [11, 23, 3, 6, 17, 9, 12, 5, 13, 16, 21, 15, 14, 2, 20, 0, 10, 1, 4, 18, 22, 19, 8, 7],
    },
    Golden {
        seed: "ZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ",
        event: "catwalk/turn/24",
        digest: "fbf391b7280e56816434da08d78607400ef72ba67ea8630b60f5e991b25857c5",
        words: [0x40ad_b35a_9faa_0085, 0xf501_7dec_ea87_a65c, 0x7572_f632_6d29_2a57],
        below_6: [5, 4, 5, 3, 3, 5, 4, 4],
        shuffled: [21, 11, 17, 15, 10, 13, 18, 23, 14, 8, 1, 12, 20, 16, 2, 3, 0, 4, 7, 19, 6, 9, 22, 5],
    },
    Golden {
        seed: "2026-11-20",
        event: "catwalk/flick/137",
        digest: "3aab89d45cb7b1f5ecf3a5d81640a16bc35b1ec54f0b5c951d1ab6280715a92a",
        words: [0x704b_b398_b535_2ea6, 0x1da6_3246_e7c0_2e3a, 0x4634_0939_a9cf_a2de],
        below_6: [4, 2, 0, 5, 0, 0, 5, 5],
        shuffled: [9, 7, 2, 18, 0, 19, 15, 13, 20, 10, 1, 21, 4, 8, 3, 11, 23, 5, 12, 16, 17, 6, 14, 22],
    },
    Golden {
        seed: "7",
        event: "trampo-land/die",
        digest: "86ae35c8c866362df86b50ea3816bf518c60c6b367b2e45a5e011c0d125388ad",
        words: [0x88f5_3b1d_087c_588d, 0xbb24_9f6f_c22c_ef27, 0x6058_772e_e39f_f2e5],
        below_6: [5, 1, 3, 2, 5, 1, 1, 5],
        shuffled: [0, 9, 14, 17, 1, 12, 23, 2, 20, 18, 16, 6, 7, 11, 19, 10, 4, 22, 15, 3, 8, 13, 21, 5],
    },
    Golden {
        seed: "-",
        event: "trampo-land/cast/1",
        digest: "5536f6417d616a83e56580b5eec236ce97ae1e6e43608535d91537fa93d3431b",
        words: [0x0387_481e_ecea_c5d1, 0xf929_9e97_b2f7_3a3f, 0x4998_0708_72d6_26a4],
        below_6: [3, 5, 2, 3, 5, 1, 4, 0],
        shuffled: [22, 11, 2, 5, 16, 19, 8, 6, 18, 1, 12, 7, 23, 14, 17, 20, 3, 21, 15, 13, 0, 10, 4, 9],
    },
    Golden {
        seed: ".",
        event: "trampo-land/adults",
        digest: "19605defe5587aada3dc8bd64f901fc258e00c22c0a3dd6659edd93fc973d0eb",
        words: [0xb3bf_199e_04de_eaa0, 0x7c4b_37da_a0de_4e36, 0x84b9_0e33_e989_91ea],
        below_6: [0, 2, 0, 2, 0, 0, 0, 5],
        shuffled: [15, 9, 17, 8, 18, 19, 1, 22, 2, 7, 16, 6, 20, 11, 13, 3, 14, 21, 4, 10, 5, 12, 23, 0],
    },
    Golden {
        seed: "daily_0001",
        event: "trampo-land/cast/12",
        digest: "7d8f9a22766c96d130cc8eb5e3e4945005b40dc03a94a49ada970df6f6906efe",
        words: [0x4e05_116e_8a22_3952, 0x22dd_96f6_7a1e_900a, 0x26a1_1537_cc53_04d1],
        below_6: [2, 0, 1, 1, 0, 2, 5, 3],
        shuffled: [5, 16, 3, 1, 9, 10, 12, 23, 17, 6, 8, 20, 22, 15, 18, 13, 19, 11, 14, 4, 21, 7, 0, 2],
    },
];

#[test]
fn every_event_brings_what_another_program_computed_for_it() {
    for Golden { seed, event, digest, words, below_6, shuffled } in GOLDEN {
        let seed = seed.parse().expect("a seed");
        let chance = Chance::new(&seed);
        assert_eq!(hex::encode(&chance.digest(event)), digest, "{seed} {event}");
        let mut draws = chance.event(event);
        assert_eq!(words.map(|_| draws.word()), words, "{seed} {event}");
        let mut draws = chance.event(event);
        assert_eq!(below_6.map(|_| draws.below(6)), below_6, "{seed} {event}");
        let mut list: [u8; 24] = std::array::from_fn(|i| i as u8);
        chance.event(event).shuffle(&mut list);
        assert_eq!(list, shuffled, "{seed} {event}");
    }
}

#[test]
fn the_first_slide_of_funhouse_1_is_dealt_as_the_page_says() {
    let seed = "funhouse-1".parse().expect("a seed");
    let mut tiles = Tile::ALL;
    Chance::new(&seed).event("slide-jam/tiles").shuffle(&mut tiles);
    let deal = "M0 M5 S5 C1 M4 A5 S2 C2 C3 S0 C4 C0 M1 A4 A2 A1 S4 S1 C5 S3 M3 M2 A3 A0";
    assert_eq!(tiles.map(Tile::name).join(" "), deal);
    let dealt = table(&State::<SlideJam>::deal(seed, options(json!({}))))["grid"].clone();
    assert_eq!(dealt, grid(deal));
}

// ---- Telling states and moves ----

fn options<O: serde::de::DeserializeOwned>(json: Json) -> O {
    serde_json::from_value(json).expect("they are options")
}

fn state_with<G: Solitaire>(options: Json, table: Json) -> State<G> {
    let json = json!({ "game": G::ID, "rules": G::RULES, "seed": "a", "options": options, "table": table });
    let form: StateForm<G> = serde_json::from_value(json).expect("it is a state");
    form.admit().unwrap_or_else(|e| panic!("{e:?}"))
}

fn state<G: Solitaire>(table: Json) -> State<G> {
    state_with(json!({}), table)
}

fn table<G: Solitaire>(state: &State<G>) -> Json {
    serde_json::to_value(state.table()).expect("it is JSON")
}

fn mv<G: Solitaire>(json: Json) -> G::Move {
    serde_json::from_value(json).expect("it is a move")
}

/// The state after a move.
fn after<G: Solitaire>(state: &State<G>, json: Json) -> State<G> {
    let mut after = state.clone();
    after.play(&mv::<G>(json.clone()), &mut Log::discard()).unwrap_or_else(|e| panic!("{json}: {e}"));
    after
}

/// The rule that refuses a move.
fn refusal<G: Solitaire>(state: &State<G>, json: Json) -> &'static str {
    let refused = state.clone().play(&mv::<G>(json.clone()), &mut Log::discard());
    refused.err().unwrap_or_else(|| panic!("{json} is legal")).rule.0
}

fn total<G: Solitaire<Score = Score>>(state: &State<G>) -> u64 {
    state.score().total
}

fn legal<G: Solitaire>(state: &State<G>) -> Vec<Json> {
    state.legal_moves().moves.iter().map(|mv| serde_json::to_value(mv).expect("it is JSON")).collect()
}

// ---- Slide Jam ----

fn pop(cells: &str, stack: &str, slide: &str) -> Json {
    json!({ "type": "pop", "cells": list(cells), "stack": stack, "slide": slide })
}

fn slide(pieces: &str, left: &str, right: &str) -> State<SlideJam> {
    state(json!({ "grid": grid(pieces), "left": list(left), "right": list(right) }))
}

const SUNS_AND_MOONS: &str = "S0 S1 S2 S3 S4 S5 M0 M1 M2 M3 M4 M5";

#[test]
fn the_direction_in_which_a_family_is_traced_shows_on_the_stack() {
    let deal = State::<SlideJam>::deal("funhouse-1".parse().expect("a seed"), options(json!({})));
    assert_eq!(table(&after(&deal, pop("d3 d4 c4", "right", "up")))["right"], list("C0 A1 A2"));
    assert_eq!(table(&after(&deal, pop("c4 d4 d3", "right", "up")))["right"], list("A2 A1 C0"));
}

#[test]
fn a_sequence_goes_round_from_5_to_null_both_ways_and_its_ends_need_not_touch() {
    let row = slide("C4 C5 C0 A1 A2 A3 A4 A5 A0 C1 C2 C3", SUNS_AND_MOONS, "");
    assert_eq!(table(&after(&row, pop("a1 b1 c1", "right", "up")))["right"], list("C4 C5 C0"));
    assert_eq!(table(&after(&row, pop("c1 b1 a1", "right", "up")))["right"], list("C0 C5 C4"));
    assert_eq!(refusal(&row, pop("b1 a1 c1", "right", "up")), "slide-jam.family");
    assert_eq!(refusal(&row, pop("a1 b1 d1", "right", "up")), "slide-jam.family");
}

#[test]
fn a_stack_takes_no_fifth_family() {
    let full = slide("C0 C1 C2 C3 C4 C5 A0 A1 A2 A3 A4 A5", SUNS_AND_MOONS, "");
    assert_eq!(refusal(&full, pop("a1 b1 c1", "left", "up")), "slide-jam.stack");
    assert!(legal(&full).iter().all(|mv| mv["stack"] == "right"));
    assert!(!full.finished());
}

#[test]
fn a_slide_must_be_named_even_when_the_board_is_empty_and_one_that_moves_nothing_is_legal() {
    let last = slide("A3 A4 A5", SUNS_AND_MOONS, "C0 C1 C2 C3 C4 C5 A0 A1 A2");
    for slide in ["up", "down", "left", "right"] {
        let empty = after(&last, pop("a1 b1 c1", "right", slide));
        assert!(empty.finished() && total(&empty) == 0);
    }
    let mut unnamed = pop("a1 b1 c1", "right", "up");
    unnamed.as_object_mut().map(|mv| mv.remove("slide"));
    assert!(serde_json::from_value::<slide_jam::Move>(unnamed).is_err());
    let flush = slide("A0 A1 A2 A3 A4 A5 C0 C1 C2 C3 C4 C5", SUNS_AND_MOONS, "");
    let unmoved = after(&flush, pop("b3 c3 d3", "right", "left"));
    assert_eq!(table(&unmoved)["grid"], grid("A0 A1 A2 A3 A4 A5 C0 C1 C2"));
}

#[test]
fn neither_slide_jam_nor_magic_mirror_can_be_stopped_early() {
    for kind in ["stop", "give_up"] {
        assert!(serde_json::from_value::<slide_jam::Move>(json!({ "type": kind })).is_err());
        assert!(serde_json::from_value::<magic_mirror::Move>(json!({ "type": kind })).is_err());
    }
}

#[test]
fn every_tile_left_on_the_slide_counts_its_value() {
    let pairs = "A5 A2 . . . . . . A0 A3 . . . . . . A1 A4";
    let left = slide(pairs, SUNS_AND_MOONS, "C0 C1 C2 C3 C4 C5");
    assert_eq!((left.finished(), total(&left)), (true, 15));
    assert_eq!(refusal(&left, pop("a1 b1 a3", "right", "up")), "slide-jam.ended");
}

fn even_stacks(pieces: &str, left: &str, right: &str) -> [String; 2] {
    let json = json!({ "grid": grid(pieces), "left": list(left), "right": list(right) });
    let table: slide_jam::Table = serde_json::from_value(json).expect("a table");
    table.into_even_stacks().map(|stack| stack.iter().map(|tile| tile.name()).collect::<Vec<_>>().join(" "))
}

#[test]
fn of_equal_stacks_the_left_one_takes_what_is_left_and_its_surplus_moves_as_one_packet() {
    let pieces = "C0 C2 C4 A0 A2 A4 C1 C3 C5 A1 A3 A5 S3 S4 S5 M3 M4 M5";
    let [left, right] = even_stacks(pieces, "S0 S1 S2", "M0 M1 M2");
    assert_eq!(left, "S0 S1 S2 C0 C2 C4 A0 A2 A4 C1 C3 C5");
    assert_eq!(right, "M0 M1 M2 A1 A3 A5 S3 S4 S5 M3 M4 M5");
}

#[test]
fn the_shorter_stack_takes_what_is_left_in_reading_order_and_is_found_once() {
    let pieces = ". . C5 . C3 . C1 . A5 A3 A1 . . . C0 C2 C4 A0 A2 A4 M5 M4 M3";
    let [left, right] = even_stacks(pieces, "S0 S1 S2 S3 S4 S5", "M0 M1 M2");
    assert_eq!(right, "M0 M1 M2 C5 C3 C1 A5 A3 A1 C0 C2 C4");
    assert_eq!(left, "S0 S1 S2 S3 S4 S5 A0 A2 A4 M5 M4 M3");
}

// ---- Magic Mirror ----

const UPPER: &str = "S0 S1 S2 S3 S4 S5 M0 M1 C0 A1 C2 C3";
const LOWER: &str = "C5 A4 A3 M2 M3 M4 M5 C1 C4 A0 A2 A5";

fn mirror() -> State<MagicMirror> {
    let grid = grid(&format!("{UPPER} {LOWER}"));
    state(json!({ "phase": "matching", "grid": grid, "twins": [], "cousins": [], "distant": [] }))
}

fn pair(tiles: &str) -> Json {
    json!({ "type": "match", "tiles": list(tiles) })
}

#[test]
fn the_first_tile_of_a_pair_lies_below_the_second_and_both_orders_are_moves() {
    let mirror = mirror();
    for tiles in ["C0 C5", "C5 C0"] {
        assert!(legal(&mirror).contains(&pair(tiles)));
        assert_eq!(table(&after(&mirror, pair(tiles)))["twins"], list(tiles));
    }
}

#[test]
fn a_pair_goes_onto_the_stack_of_its_kind_and_costs_what_its_kind_does() {
    for (tiles, stack, points) in
        [("C0 C5", "twins", 0), ("A1 A4", "twins", 0), ("C2 A3", "cousins", 1), ("C3 M2", "distant", 2)]
    {
        let matched = after(&mirror(), pair(tiles));
        assert_eq!(table(&matched)[stack], list(tiles));
        assert_eq!(total(&matched), 33 + points, "eleven pairs of strangers and one of {stack}");
    }
}

#[test]
fn the_rest_of_a_column_moves_one_row_toward_the_mirror() {
    let matched = table(&after(&mirror(), pair("C0 C5")))["grid"].clone();
    assert_eq!(matched, grid(". S1 S2 S3 S0 S5 M0 M1 S4 A1 C2 C3 M3 A4 A3 M2 C4 M4 M5 C1 . A0 A2 A5"));
}

#[test]
fn only_front_tiles_of_opposite_sides_that_add_up_to_5_are_a_match() {
    let mirror = mirror();
    assert_eq!(refusal(&mirror, pair("S0 C5")), "magic-mirror.front");
    assert_eq!(refusal(&mirror, pair("C2 C3")), "magic-mirror.sides");
    assert_eq!(refusal(&mirror, pair("C0 A4")), "magic-mirror.sum");
    assert_eq!(refusal(&mirror, json!({ "type": "lay_out", "upper": "left" })), "magic-mirror.laid-out");
}

#[test]
fn each_stack_is_emptied_from_its_top_into_reading_order() {
    let stacks = json!({ "phase": "laying_out", "left": list(UPPER), "right": list(LOWER) });
    let backward = |stack: &str| stack.split(' ').rev().collect::<Vec<_>>().join(" ");
    let laid = |upper: &str| {
        table(&after(&state::<MagicMirror>(stacks.clone()), json!({ "type": "lay_out", "upper": upper })))
    };
    assert_eq!(laid("left")["grid"], grid(&format!("{} {}", backward(UPPER), backward(LOWER))));
    assert_eq!(laid("right")["grid"], grid(&format!("{} {}", backward(LOWER), backward(UPPER))));
}

#[test]
fn strangers_are_picked_up_in_reading_order_onto_a_fourth_stack() {
    let json = json!({
        "phase": "matching", "grid": grid(". S1 . . . S5 M0 . S4 A1 C2 . M3 A4 A3 . C4 . . C1"),
        "twins": list("C0 C5"), "cousins": [], "distant": list("C3 M2"),
    });
    let table: magic_mirror::Table = serde_json::from_value(json).expect("a table");
    let [twins, cousins, distant, strangers] = table.into_four_stacks();
    let names = |stack: Vec<Tile>| stack.into_iter().map(Tile::name).collect::<Vec<_>>().join(" ");
    assert_eq!(names(strangers), "S1 S5 M0 S4 A1 C2 M3 A4 A3 C4 C1");
    assert_eq!((names(twins), names(cousins), names(distant)), ("C0 C5".to_owned(), String::new(), "C3 M2".to_owned()));
}

// ---- Catwalk ----

fn choosing(options: Json) -> State<Catwalk> {
    state_with(options, json!({ "phase": "choosing", "track": straight() }))
}

fn chosen(options: Json, suit: &str, start: &str) -> State<Catwalk> {
    after(&choosing(options), json!({ "type": "choose", "suit": suit, "start": start }))
}

fn reported(falls: &[(u64, u64)], scoreboard: &str) -> State<Catwalk> {
    let start = chosen(json!({ "dexterity": "reported", "scoreboard": scoreboard }), "A", "first");
    falls.iter().fold(start, |state, (coin, tile)| after(&state, json!({ "type": "fell", "coin": coin, "tile": tile })))
}

/// The values on the scoreboard, place by place.
fn scoreboard(state: &State<Catwalk>) -> Vec<String> {
    let table = table(state);
    let value = |coin: &Json| coin.as_str().map_or("", |coin| &coin[1..]).to_owned();
    let place = |place: &Json| place.as_array().map(|coins| coins.iter().map(value).collect()).unwrap_or_default();
    table["scoreboard"].as_array().expect("a list").iter().map(place).collect()
}

#[test]
fn the_rulebooks_catwalk_scores_12_and_its_scoreboard_reads_5_0_4_0_0_3() {
    // S0 and M0 are track tiles 1 and 7, S3 is track tile 4.
    let state = reported(&[(5, 1), (4, 7), (0, 4)], "coins");
    assert_eq!(total(&state), 12);
    assert_eq!(scoreboard(&state), ["5", "0", "4", "0", "0", "3"]);
}

#[test]
fn the_scoreboard_is_the_top_of_the_next_grid_in_reading_order() {
    let state = reported(&[(5, 1), (4, 7), (0, 4)], "coins");
    let kept = state.table().clone().into_scoreboard();
    assert_eq!(kept.iter().map(|coin| coin.name()).collect::<Vec<_>>(), ["A5", "S0", "A4", "M0", "A0", "S3"]);
    let seed = seed("scoreboard", 1);
    let grid = roll_out_the_barrels::deal_grid(&kept, Chance::new(&seed));
    let first = grid.values().take(4).map(|coin| coin.name());
    assert_eq!(first.collect::<Vec<_>>(), ["A5", "S0", "A4", "M0"], "no coin of this row has its value beside it");
}

#[test]
fn a_value_that_the_pool_has_run_out_of_is_recorded_by_two_coins_the_greater_below() {
    // S5 is track tile 6; the pool has three fives.
    let state = reported(&[(5, 6), (4, 6), (3, 6), (2, 6)], "coins");
    assert_eq!(scoreboard(&state), ["5", "5", "4", "5", "3", "5", "2", "32"]);
    let kept: Vec<_> = state.table().clone().into_scoreboard().iter().map(|coin| coin.name()).collect();
    assert_eq!(kept, ["A5", "S5", "A4", "M5", "A3", "C5", "A2", "S3"], "the stacked coin goes back to the pool");
}

#[test]
fn null_and_ace_count_1_and_six_falls_cost_10_more() {
    let falls = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)];
    assert_eq!(total(&reported(&falls, "coins")), 1 + 1 + 4 + 9 + 16);
    let all = reported(&[falls.as_slice(), &[(5, 24)]].concat(), "coins");
    assert_eq!((total(&all), all.finished()), (31 + 25 + 10, true));
    let crossed = after(&reported(&falls, "coins"), json!({ "type": "crossed", "coin": 5 }));
    assert_eq!((total(&crossed), crossed.finished()), (31, true));
    assert!(table(&crossed)["pool"].as_array().is_some_and(|pool| pool.contains(&json!("A5"))));
}

#[test]
fn on_paper_the_score_is_the_same_and_every_coin_goes_to_the_pool_at_once() {
    let falls = [(5, 1), (4, 7), (0, 4)];
    let state = reported(&falls, "paper");
    assert_eq!(total(&state), 12);
    assert_eq!(scoreboard(&state), Vec::<String>::new());
    let pool = table(&state)["pool"].clone();
    assert_eq!(pool.as_array().map(Vec::len), Some(21), "18 and the three that fell");
    assert!(["A0", "A4", "A5"].iter().all(|coin| pool.as_array().is_some_and(|pool| pool.contains(&json!(coin)))));
    assert_eq!(state.table().clone().into_scoreboard(), []);
}

fn flick(coin: u64, dx: i64, dy: i64) -> Json {
    json!({ "type": "flick", "coin": coin, "dx": dx, "dy": dy })
}

#[test]
fn the_least_flick_is_one_tile_long_and_the_greatest_six() {
    let start = chosen(json!({}), "A", "first");
    for (dx, dy) in [(999, -999), (0, 0), (6001, 0), (1000, -6001)] {
        assert_eq!(refusal(&start, flick(0, dx, dy)), "catwalk.strength", "{dx}, {dy}");
    }
    for (dx, dy) in [(1000, 0), (-999, 1000), (6000, -6000)] {
        after(&start, flick(0, dx, dy));
    }
}

#[test]
fn the_next_coin_starts_in_the_middle_of_the_tile_that_the_one_before_fell_from() {
    let mut state = chosen(json!({}), "A", "first");
    let mut tiles = Vec::new();
    for coin in 0..5 {
        // Three tiles on, it rests or falls; then straight off the side.
        for (dx, dy) in [(3000, 0), (0, 6000), (0, 6000)] {
            let ended = table(&state)["outcomes"].as_array().map_or(0, Vec::len);
            if ended == coin as usize {
                state = after(&state, flick(coin, dx, dy));
            }
        }
        let fell = table(&state)["outcomes"][coin as usize].clone();
        assert_eq!(fell["type"], "fell");
        let bounds = state.legal_moves().bounds.expect("coins are left");
        assert_eq!((json!(bounds.tile), bounds.ox, bounds.oy), (fell["tile"].clone(), 0, 0));
        tiles.push(bounds.tile);
    }
    assert!(tiles.iter().any(|tile| *tile > 3), "{tiles:?}");
}

#[test]
fn a_coin_once_flicked_is_flicked_on_until_it_has_ended_and_its_bounds_say_so() {
    // One tile from the middle of a tile toward the middle of the next it cannot fall.
    let state = after(&chosen(json!({}), "C", "first"), flick(3, 1000, 0));
    assert_eq!(refusal(&state, flick(2, 1000, 0)), "catwalk.under-way");
    let bounds = state.legal_moves().bounds.expect("coins are left");
    assert_eq!(bounds.coins.iter().map(|coin| coin.number()).collect::<Vec<_>>(), [3]);
    assert_eq!((bounds.least_strength, bounds.greatest_strength), (1000, 6000));
}

#[test]
fn a_flick_of_one_tile_from_middle_to_middle_never_falls() {
    for n in 0..500 {
        let json = json!({
            "game": Catwalk::ID, "rules": 1, "seed": format!("steady-{n}"), "options": {},
            "table": { "phase": "choosing", "track": straight() },
        });
        let form: StateForm<Catwalk> = serde_json::from_value(json).expect("it is a state");
        let start = form.admit().unwrap_or_else(|e| panic!("{e:?}"));
        let state =
            after(&after(&start, json!({ "type": "choose", "suit": "S", "start": "last" })), flick(5, -1000, 0));
        assert_eq!(table(&state)["under_way"]["tile"], 2, "seed steady-{n}");
    }
}

#[test]
fn each_dexterity_refuses_the_moves_of_the_other() {
    let simulated = chosen(json!({}), "A", "first");
    assert_eq!(refusal(&simulated, json!({ "type": "fell", "coin": 0, "tile": 1 })), "catwalk.dexterity");
    assert_eq!(refusal(&simulated, json!({ "type": "crossed", "coin": 0 })), "catwalk.dexterity");
    let reported = chosen(json!({ "dexterity": "reported" }), "A", "first");
    assert_eq!(refusal(&reported, flick(0, 1000, 0)), "catwalk.dexterity");
    assert_eq!(legal(&reported).len(), 6 * 25, "each coin may have fallen from any of 24 tiles, or crossed");
}

#[test]
fn the_track_is_numbered_from_the_start_that_was_chosen() {
    let last = table(&chosen(json!({}), "A", "last"));
    assert_eq!((&last["track"][0]["tile"], &last["track"][23]["tile"]), (&json!("A5"), &json!("S0")));
    let first = table(&chosen(json!({}), "A", "first"));
    assert_eq!(first["track"][0]["tile"], "S0");
    assert_eq!(first["pool"].as_array().map(Vec::len), Some(18));
}

#[test]
fn a_stack_is_laid_from_its_top_and_only_once() {
    let deal = State::<Catwalk>::deal(seed("catwalk", 1), options(json!({})));
    let twins = table(&deal)["stacks"]["twins"].clone();
    let laid = after(&deal, json!({ "type": "lay_stack", "stack": "twins" }));
    let track = table(&laid)["track"].as_array().cloned().unwrap_or_default();
    let tiles: Vec<Json> = track.iter().rev().map(|tile| tile["tile"].clone()).collect();
    assert_eq!(Json::from(tiles), twins);
    assert_eq!(refusal(&laid, json!({ "type": "lay_stack", "stack": "twins" })), "catwalk.stack");
    assert!(matches!(laid.table(), catwalk::Table::Laying(_)));
}

// ---- Roll Out the Barrels ----

/// Every shortest path from a cell to d6, each as the sum of the coins after the first.
fn sums_of_shortest_paths(grid: &Map<String, Json>, column: u8, row: u8) -> Vec<u64> {
    if (column, row) == (b'd', b'6') {
        return vec![0];
    }
    let steps = [(column + 1, row), (column, row + 1)].into_iter().filter(|(c, r)| *c <= b'd' && *r <= b'6');
    let onward = steps.flat_map(|(c, r)| {
        let coin = grid[&format!("{}{}", char::from(c), char::from(r))].as_str().expect("a coin");
        let value = u64::from(coin.as_bytes()[1] - b'0');
        sums_of_shortest_paths(grid, c, r).into_iter().map(move |sum| sum + value)
    });
    onward.collect()
}

#[test]
fn giving_up_costs_the_least_of_all_shortest_paths_whatever_the_die_could_do() {
    for n in 0..40 {
        let deal = State::<RollOutTheBarrels>::deal(seed("barrels", n), options(json!({})));
        let mut dealt = table(&deal);
        let coins = dealt["grid"].as_object().cloned().expect("a grid");
        let least = |column, row| sums_of_shortest_paths(&coins, column, row).into_iter().min();
        assert_eq!(Some(total(&deal)), least(b'a', b'1'), "before the die is placed it counts as if on a1");
        for (column, row) in (b'a'..=b'd').flat_map(|column| (b'1'..=b'6').map(move |row| (column, row))) {
            let cell = format!("{}{}", char::from(column), char::from(row));
            dealt["die"] = json!({ "cell": cell, "top": 0, "north": 4 });
            assert_eq!(Some(total(&state::<RollOutTheBarrels>(dealt.clone()))), least(column, row), "{cell}");
        }
    }
}

#[test]
fn placing_the_die_again_is_free_at_any_time_and_there_are_24_ways() {
    let deal = State::<RollOutTheBarrels>::deal(seed("barrels", 0), options(json!({})));
    assert_eq!(legal(&deal).len(), 24);
    assert_eq!(refusal(&deal, json!({ "type": "give_up" })), "roll-out-the-barrels.placed");
    assert_eq!(refusal(&deal, json!({ "type": "tip", "direction": "east" })), "roll-out-the-barrels.placed");
    assert_eq!(refusal(&deal, json!({ "type": "place", "top": 0, "north": 0 })), "roll-out-the-barrels.die");
    assert_eq!(refusal(&deal, json!({ "type": "place", "top": 0, "north": 5 })), "roll-out-the-barrels.die");
    let placed = after(&deal, json!({ "type": "place", "top": 0, "north": 4 }));
    let tipped = after(&placed, json!({ "type": "tip", "direction": "south" }));
    let again = after(&tipped, json!({ "type": "place", "top": 0, "north": 4 }));
    assert_eq!((again.clone(), total(&again)), (placed, total(&deal)));
    assert_eq!(refusal(&again, json!({ "type": "tip", "direction": "north" })), "roll-out-the-barrels.edge");
}

#[test]
fn the_die_tips_if_its_top_is_null_or_the_coin_is_or_both_are_equal() {
    let coins = "S2 M5 S1 S3 S0 M0 S4 S5 M1 M2 M3 M4 C0 C1 C2 C3 C4 C5 A0 A1 A2 A3 A4 A5";
    let lying = |top: u8, north: u8| {
        let die = json!({ "cell": "a1", "top": top, "north": north });
        state::<RollOutTheBarrels>(json!({ "grid": grid(coins), "die": die, "given_up": false }))
    };
    let (east, south) = (json!({ "type": "tip", "direction": "east" }), json!({ "type": "tip", "direction": "south" }));
    after(&lying(0, 4), east.clone());
    after(&lying(5, 4), east.clone());
    assert_eq!(refusal(&lying(4, 0), east), "roll-out-the-barrels.match");
    after(&lying(4, 0), south);
}

#[test]
fn which_faces_can_be_north_depends_on_the_arrangement() {
    let place = json!({ "type": "place", "top": 0, "north": 3 });
    let deal = |die: &str| State::<RollOutTheBarrels>::deal(seed("die", 0), options(json!({ "die": die })));
    after(&deal("opposites_sum_to_5"), place.clone());
    assert_eq!(refusal(&deal("counter"), place), "roll-out-the-barrels.die");
}

// ---- Whack-a-Dummy ----

#[test]
fn no_column_without_equal_neighbours_sums_to_more_than_27() {
    let columns = (0..6_u32.pow(6)).map(|n| (0..6).map(|i| n / 6_u32.pow(i) % 6).collect::<Vec<_>>());
    let can_be = |column: &Vec<u32>| {
        column.windows(2).all(|two| two[0] != two[1])
            && (0..6).all(|value| column.iter().filter(|other| **other == value).count() <= 4)
    };
    assert_eq!(columns.filter(can_be).map(|column| column.iter().sum::<u32>()).max(), Some(27));
}

const CORNERS: [(&str, &str, &str); 4] =
    [("a1", "a2", "north"), ("d1", "d2", "north"), ("d6", "d5", "south"), ("a6", "a5", "south")];

/// The room with so many corners active and these wrong ones, where the player stands beside a corner.
fn beside(corner: usize, active: usize, wrong: &[usize], mistakes: u64) -> State<WhackADummy> {
    let coins = "S2 M5 S1 S3 S0 M0 S4 S5 M1 M2 M3 M4 C0 C1 C2 C3 C4 C5 A0 A1 A2 A3 A4 A5";
    let face_up = (0..4).filter(|i| (*i < active) != wrong.contains(i)).map(|i| CORNERS[i].0);
    state(json!({
        "grid": grid(coins), "face_up": face_up.collect::<Vec<_>>(), "you": CORNERS[corner].1,
        "corners": active, "mistakes": mistakes, "given_up": false,
    }))
}

/// What flipping the corner leads to: how many corners are active and how many mistakes were made.
fn flipped(corner: usize, state: &State<WhackADummy>) -> (u64, u64) {
    let table = table(&after(state, json!({ "type": "go", "direction": CORNERS[corner].2 })));
    (table["corners"].as_u64().unwrap_or(99), table["mistakes"].as_u64().unwrap_or(99))
}

#[test]
fn while_all_corners_are_right_only_the_next_in_sequence_is_flipped_without_penalty() {
    for active in 0..4 {
        for corner in 0..4 {
            let expected = if corner == active { (active as u64 + 1, 0) } else { (active as u64, 1) };
            assert_eq!(flipped(corner, &beside(corner, active, &[], 0)), expected, "{corner} after {active}");
        }
    }
}

#[test]
fn a_wrong_corner_is_put_right_for_free() {
    for active in 0..4 {
        for wrong in 0..4 {
            assert_eq!(flipped(wrong, &beside(wrong, active, &[wrong], 1)), (active as u64, 1));
        }
    }
}

#[test]
fn while_a_corner_is_wrong_no_other_counts_and_flipping_it_costs_10_even_the_next_in_sequence() {
    for active in 0..4 {
        for (wrong, corner) in (0..4).flat_map(|wrong| (0..4).map(move |corner| (wrong, corner))) {
            if wrong != corner {
                let state = beside(corner, active, &[wrong], 1);
                assert_eq!(flipped(corner, &state), (active as u64, 2), "{corner} while {wrong} is wrong");
            }
        }
    }
}

#[test]
fn the_fourth_corner_ends_the_room_and_only_mistakes_count_then() {
    let last = beside(3, 3, &[], 2);
    assert_eq!(total(&last), 35, "unfinished, it scores as if given up now");
    assert_eq!(total(&after(&last, json!({ "type": "give_up" }))), 35);
    let done = after(&last, json!({ "type": "go", "direction": "south" }));
    assert_eq!((done.finished(), total(&done)), (true, 20));
    assert_eq!(refusal(&done, json!({ "type": "give_up" })), "whack-a-dummy.ended");
}

#[test]
fn a_coin_face_up_sends_the_player_its_value_and_four_steps_round_come_back_to_the_same_coin() {
    let coins = "S2 M5 S1 S3 S0 M0 S4 S5 M1 M2 M3 M4 C0 C1 C2 C3 C4 C5 A0 A1 A2 A3 A4 A5";
    let gone = |you: &str, face_up: &str, direction: &str| {
        let state = state::<WhackADummy>(json!({
            "grid": grid(coins), "face_up": list(face_up), "you": you, "corners": 0, "mistakes": 0, "given_up": false,
        }));
        let table = table(&after(&state, json!({ "type": "go", "direction": direction })));
        (table["you"].as_str().unwrap_or_default().to_owned(), table["face_up"].clone())
    };
    assert_eq!(gone("c2", "c2", "east"), ("c2".to_owned(), json!([])), "S4 four steps east");
    assert_eq!(gone("c2", "c2", "north"), ("c4".to_owned(), list("c2 c4")), "S4 four steps north, round the top");
    assert_eq!(gone("b2", "b2", "west"), ("a2".to_owned(), list("a2 b2")), "a null counts 1");
    assert_eq!(gone("d2", "", "east"), ("a2".to_owned(), list("a2")), "face down it is one step, whatever its value");
}

#[test]
fn the_room_is_entered_once_on_one_of_four_cells() {
    let deal = State::<WhackADummy>::deal(seed("whack", 0), options(json!({})));
    let cells: Vec<Json> = legal(&deal).iter().map(|mv| mv["cell"].clone()).collect();
    assert_eq!(Json::from(cells), list("b3 c3 b4 c4"));
    assert_eq!(refusal(&deal, json!({ "type": "enter", "cell": "a1" })), "whack-a-dummy.central");
    assert_eq!(refusal(&deal, json!({ "type": "give_up" })), "whack-a-dummy.entered");
    let entered = after(&deal, json!({ "type": "enter", "cell": "b3" }));
    assert_eq!(refusal(&entered, json!({ "type": "enter", "cell": "c3" })), "whack-a-dummy.entered");
    assert_eq!(table(&entered)["face_up"], json!([]), "the coin entered on is not flipped");
    assert_eq!(table(&entered)["grid"].as_object().map(Map::len), Some(24), "the state shows every coin");
}

#[test]
fn the_next_room_gets_the_sums_of_the_face_up_coins_of_each_column() {
    let coins = "S2 M5 S1 S3 S0 M0 S4 S5 M1 M2 M3 M4 C0 C1 C2 C3 C4 C5 A0 A1 A2 A3 A4 A5";
    let table: whack_a_dummy::Table = serde_json::from_value(json!({
        "grid": grid(coins), "face_up": list("a1 a3 a4 b1 b5 d6"), "you": "b3", "corners": 1, "mistakes": 2, "given_up": true,
    }))
    .expect("a table");
    assert_eq!(table.into_sums(), [3, 10, 0, 5]);
}

// ---- Trampo-Land ----

fn trampolines(people: &[(u8, &str)], walked: Option<u8>) -> State<TrampoLand> {
    let people: Map<String, Json> = people.iter().map(|(at, who)| (at.to_string(), Json::from(*who))).collect();
    let mut table = json!({ "trampolines": people, "stopped": false });
    if let Some(walked) = walked {
        table["walked"] = json!(walked);
    }
    state(table)
}

fn walk(from: u8, to: u8) -> Json {
    json!({ "type": "walk", "from": from, "to": to })
}

fn bounce(from: u8, to: u8) -> Json {
    json!({ "type": "bounce", "from": from, "to": to })
}

#[test]
fn a_piece_does_not_walk_in_two_consecutive_moves_but_may_bounce_or_walk_after_another() {
    let start = trampolines(&[(1, "you"), (11, "adult"), (12, "kid"), (4, "kid")], None);
    let walked = after(&start, walk(1, 2));
    assert_eq!(refusal(&walked, walk(2, 1)), "trampo-land.twice");
    assert!(legal(&walked).contains(&bounce(2, 7)), "it may bounce");
    let other = after(&walked, walk(11, 7));
    after(&other, walk(2, 1));
    assert_eq!(refusal(&other, walk(7, 11)), "trampo-land.twice");
    let bounced = after(&walked, bounce(11, 13));
    after(&bounced, walk(2, 1));
}

#[test]
fn kids_bounce_over_kids_adults_over_kids_and_adults_and_nobody_over_you() {
    for (who, over, refused) in [
        ("kid", "kid", None),
        ("kid", "adult", Some("trampo-land.kid")),
        ("kid", "you", Some("trampo-land.kid")),
        ("adult", "kid", None),
        ("adult", "adult", None),
        ("adult", "you", Some("trampo-land.adult")),
        ("you", "kid", None),
        ("you", "adult", None),
    ] {
        let mut people = vec![(1, who), (2, over)];
        if who != "you" && over != "you" {
            people.push((15, "you"));
        }
        let state = trampolines(&people, None);
        match refused {
            Some(rule) => assert_eq!(refusal(&state, bounce(1, 4)), rule, "{who} over {over}"),
            None => assert!(legal(&after(&state, bounce(1, 4))).iter().all(|mv| mv["from"] != 2), "{over} is gone"),
        }
    }
}

#[test]
fn kids_do_not_walk_and_the_score_is_4_a_kid_and_1_an_adult() {
    let state = trampolines(&[(1, "kid"), (4, "kid"), (11, "adult"), (15, "you")], None);
    assert_eq!(refusal(&state, walk(1, 2)), "trampo-land.walker");
    assert_eq!(total(&state), 9);
    let stopped = after(&state, json!({ "type": "stop" }));
    assert_eq!((stopped.finished(), total(&stopped)), (true, 9));
}

#[test]
fn the_room_ends_when_your_own_walk_used_up_the_last_move() {
    let state = trampolines(&[(1, "you"), (15, "kid")], None);
    assert!(!state.finished());
    let walked = after(&state, walk(1, 2));
    assert_eq!((walked.finished(), total(&walked)), (true, 4));
    assert_eq!(refusal(&walked, walk(2, 1)), "trampo-land.ended");
}

#[test]
fn the_room_ends_when_only_you_are_left_although_you_could_walk() {
    let state = after(&trampolines(&[(1, "you"), (2, "kid")], None), bounce(1, 4));
    assert_eq!((state.finished(), total(&state), legal(&state)), (true, 0, vec![]));
}

// ---- The whole Funhouse ----

#[test]
fn the_next_room_stands_ready_as_soon_as_a_room_ends_and_the_scores_add_up() {
    let table_of = |open: Json, ended: Json| json!({ "ended": ended, "open": open });
    let slide = json!({
        "grid": grid("A3 A4 A5"), "left": list(SUNS_AND_MOONS), "right": list("C0 C1 C2 C3 C4 C5 A0 A1 A2"),
    });
    let start = state::<EpicFunhouse>(table_of(json!({ "room": "slide-jam", "table": slide }), json!([])));
    let next = after(&start, pop("a1 b1 c1", "right", "up"));
    assert_eq!(next.score().rooms, [0, 36]);
    assert_eq!(next.score().total, 36);
    let open = table(&next)["open"].clone();
    assert_eq!((&open["room"], &open["table"]["phase"]), (&json!("magic-mirror"), &json!("laying_out")));
    assert_eq!(open["table"]["right"], list("C0 C1 C2 C3 C4 C5 A0 A1 A2 A3 A4 A5"));
    assert_eq!(refusal(&next, pop("a1 b1 c1", "right", "up")), "epic-funhouse.room");
}

#[test]
fn the_barrels_and_the_dummies_of_a_funhouse_have_the_same_grid() {
    let deal = State::<RollOutTheBarrels>::deal(seed("a", 0), options(json!({})));
    let mut barrels = table(&deal);
    barrels["die"] = json!({ "cell": "b1", "top": 0, "north": 4 });
    let start = state::<EpicFunhouse>(
        json!({ "ended": [3, 8, 12], "open": { "room": "roll-out-the-barrels", "table": barrels } }),
    );
    let next = after(&start, json!({ "type": "give_up" }));
    let open = table(&next)["open"].clone();
    assert_eq!(open["room"], "whack-a-dummy");
    assert_eq!(open["table"]["grid"], barrels["grid"]);
    assert_eq!(next.score().rooms[4], 15);
    assert_eq!(next.score().rooms[3], total(&state::<RollOutTheBarrels>(barrels)));
}
