//! Known answers of Slide Jam.

use funhouse::rules::game::State;
use funhouse::rules::games::epic_funhouse::magic_mirror;
use funhouse::rules::games::epic_funhouse::slide_jam::{self, SlideJam};
use serde_json::json;

use super::{SUNS_AND_MOONS, after, legal, options, pop, refusal, slide, table, total};
use crate::support::grids::{grid, list};

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
