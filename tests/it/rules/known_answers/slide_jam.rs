//! Known answers of Slide Jam.

use funhouse::rules::game::State;
use funhouse::rules::games::epic_funhouse::magic_mirror;
use funhouse::rules::games::epic_funhouse::slide_jam::{self, SlideJam};
use serde_json::json;

use super::{SUNS_AND_MOONS, after, legal, options, pop, refusal, slide, table, total};
use crate::support::grids::{grid, list};

#[test]
fn direction_of_traced_family_shows_on_stack() {
    let deal = State::<SlideJam>::deal("funhouse-1".parse().expect("a seed"), options(json!({})));
    assert_eq!(table(&after(&deal, pop("d3 d4 c4", "right", "up")))["right"], list("C0 A1 A2"));
    assert_eq!(table(&after(&deal, pop("c4 d4 d3", "right", "up")))["right"], list("A2 A1 C0"));
}

#[test]
fn sequence_wraps_around_without_touching_ends() {
    let row = slide("C4 C5 C0 A1 A2 A3 A4 A5 A0 C1 C2 C3", SUNS_AND_MOONS, "");
    assert_eq!(table(&after(&row, pop("a1 b1 c1", "right", "up")))["right"], list("C4 C5 C0"));
    assert_eq!(table(&after(&row, pop("c1 b1 a1", "right", "up")))["right"], list("C0 C5 C4"));
    assert_eq!(refusal(&row, pop("b1 a1 c1", "right", "up")), "slide-jam.family");
    assert_eq!(refusal(&row, pop("a1 b1 d1", "right", "up")), "slide-jam.family");
}

#[test]
fn stack_accepts_at_most_four_families() {
    let full = slide("C0 C1 C2 C3 C4 C5 A0 A1 A2 A3 A4 A5", SUNS_AND_MOONS, "");
    assert_eq!(refusal(&full, pop("a1 b1 c1", "left", "up")), "slide-jam.stack");
    assert!(legal(&full).iter().all(|mv| mv["stack"] == "right"));
    assert!(!full.finished());
}

#[test]
fn slide_is_required_even_when_nothing_moves() {
    let last = slide("A3 A4 A5", SUNS_AND_MOONS, "C0 C1 C2 C3 C4 C5 A0 A1 A2");
    for slide in ["up", "down", "left", "right"] {
        let empty = after(&last, pop("a1 b1 c1", "right", slide));
        assert!(empty.finished() && total(&empty) == 0);
    }
    let mut unnamed = pop("a1 b1 c1", "right", "up");
    unnamed.as_object_mut().map(|mv| mv.remove("slide"));
    assert!(funhouse::rules::wire::from_value::<slide_jam::Move>(unnamed).is_err());
    let flush = slide("A0 A1 A2 A3 A4 A5 C0 C1 C2 C3 C4 C5", SUNS_AND_MOONS, "");
    let unmoved = after(&flush, pop("b3 c3 d3", "right", "left"));
    assert_eq!(table(&unmoved)["grid"], grid("A0 A1 A2 A3 A4 A5 C0 C1 C2"));
}

#[test]
fn slide_jam_and_magic_mirror_cannot_stop_early() {
    for kind in ["stop", "give_up"] {
        assert!(funhouse::rules::wire::from_value::<slide_jam::Move>(json!({ "type": kind })).is_err());
        assert!(funhouse::rules::wire::from_value::<magic_mirror::Move>(json!({ "type": kind })).is_err());
    }
}

#[test]
fn tiles_left_on_slide_count_their_value() {
    let pairs = "A5 A2 . . . . . . A0 A3 . . . . . . A1 A4";
    let left = slide(pairs, SUNS_AND_MOONS, "C0 C1 C2 C3 C4 C5");
    assert_eq!((left.finished(), total(&left)), (true, 15));
    assert_eq!(refusal(&left, pop("a1 b1 a3", "right", "up")), "slide-jam.ended");
}

fn even_stacks(pieces: &str, left: &str, right: &str) -> [String; 2] {
    let json = json!({ "grid": grid(pieces), "left": list(left), "right": list(right) });
    let table: slide_jam::Table = funhouse::rules::wire::from_value(json).expect("a table");
    table.into_even_stacks().map(|stack| stack.iter().map(|tile| tile.name()).collect::<Vec<_>>().join(" "))
}

#[test]
fn left_of_equal_stacks_takes_the_rest() {
    let pieces = "C0 C2 C4 A0 A2 A4 C1 C3 C5 A1 A3 A5 S3 S4 S5 M3 M4 M5";
    let [left, right] = even_stacks(pieces, "S0 S1 S2", "M0 M1 M2");
    assert_eq!(left, "S0 S1 S2 C0 C2 C4 A0 A2 A4 C1 C3 C5");
    assert_eq!(right, "M0 M1 M2 A1 A3 A5 S3 S4 S5 M3 M4 M5");
}

#[test]
fn shorter_stack_takes_rest_in_reading_order_once() {
    let pieces = ". . C5 . C3 . C1 . A5 A3 A1 . . . C0 C2 C4 A0 A2 A4 M5 M4 M3";
    let [left, right] = even_stacks(pieces, "S0 S1 S2 S3 S4 S5", "M0 M1 M2");
    assert_eq!(right, "M0 M1 M2 C5 C3 C1 A5 A3 A1 C0 C2 C4");
    assert_eq!(left, "S0 S1 S2 S3 S4 S5 A0 A2 A4 M5 M4 M3");
}
