//! Tests of the rules and the known answers of Trampo-Land.

use super::*;
use crate::chance::Seed;
use std::collections::BTreeMap;

fn at(number: u64) -> Trampoline {
    Trampoline::new(number).expect("a trampoline")
}

#[test]
fn board_has_36_bounces_and_30_adjacent_pairs() {
    let bounces: Vec<usize> = Trampoline::all().map(|at| at.beyond().count()).collect();
    assert_eq!(bounces.iter().sum::<usize>(), 36);
    for (number, bounces) in (1..).zip(bounces) {
        assert_eq!(bounces, if [4, 6, 13].contains(&number) { 4 } else { 2 }, "from {number}");
    }
    let pairs: usize = Trampoline::all().map(|at| at.neighbors().count()).sum();
    assert_eq!(pairs, 2 * 30);
    assert!(Trampoline::all().all(|a| a.neighbors().all(|b| b.neighbors().any(|back| back == a))));
}

#[test]
fn trampolines_are_numbered_in_reading_order() {
    let neighbors = |number: u64| at(number).neighbors().map(|at| at.0).collect::<Vec<_>>();
    assert_eq!(neighbors(1), [2, 3]);
    assert_eq!(neighbors(5), [2, 3, 4, 6, 8, 9]);
    assert_eq!(neighbors(15), [10, 14]);
    let beyond = |number: u64| at(number).beyond().map(|(over, to)| (over.0, to.0)).collect::<Vec<_>>();
    assert_eq!(beyond(1), [(2, 4), (3, 6)]);
    assert_eq!(beyond(13), [(8, 4), (9, 6), (12, 11), (14, 15)]);
}

/// Fourteen kids and no one else: the classic puzzle.
fn kids_but_on(empty: u64) -> Table {
    let mut trampolines = Trampolines([Some(Person::Kid); COUNT]);
    trampolines.set(at(empty), None);
    Table { trampolines, walked: None, stopped: false }
}

/// Counts the sequences of bounces from a table: those that end with one piece, and all.
fn sequences(table: &Table, known: &mut BTreeMap<Table, (u64, u64)>) -> (u64, u64) {
    if let Some(counts) = known.get(table) {
        return *counts;
    }
    let mut counts = (0, 0);
    for (from, to) in table.bounces() {
        let mut after = *table;
        after.play(&Move::Bounce(Bounce { from, to }), &mut Log::discard()).expect("legal");
        let (one, any) = sequences(&after, known);
        counts = (counts.0 + one, counts.1 + any);
    }
    if counts.1 == 0 {
        counts = (u64::from(table.trampolines.people().count() == 1), 1);
    }
    known.insert(*table, counts);
    counts
}

#[test]
fn classic_puzzle_has_known_counts() {
    for (empty, to_one, to_any, positions) in [
        (1, 29_760, 568_630, 3016),
        (2, 14_880, 294_543, 2377),
        (4, 85_258, 1_149_568, 4237),
        (5, 1_550, 137_846, 1651),
    ] {
        let mut known = BTreeMap::new();
        assert_eq!(sequences(&kids_but_on(empty), &mut known), (to_one, to_any), "from empty {empty}");
        assert_eq!(known.len(), positions, "from empty {empty}");
        assert!(kids_but_on(empty).walks().next().is_none(), "kids do not walk");
    }
}

#[test]
fn classic_puzzle_has_known_position_counts() {
    let mut known = BTreeMap::new();
    sequences(&kids_but_on(1), &mut known);
    let mut by_moves = [0; 14];
    for table in known.keys() {
        by_moves[14 - table.trampolines.people().count()] += 1;
    }
    assert_eq!(by_moves, [1, 2, 8, 35, 122, 293, 530, 679, 623, 414, 212, 75, 18, 4]);
}

#[test]
fn adult_takes_next_free_trampoline_cyclically() {
    assert_eq!(free_from(7, &[]), 7);
    assert_eq!(free_from(7, &[7, 8]), 9);
    assert_eq!(free_from(15, &[15, 1]), 2);
    assert_eq!(free_from(14, &[14, 15]), 1);
}

#[test]
fn sums_over_15_wrap_around() {
    assert_eq!([16, 27, 30].map(|sum| free_from(sum, &[])), [1, 12, 15]);
}

#[test]
fn sum_of_0_is_treated_as_taken() {
    assert_eq!(free_from(0, &[]), 1);
    assert_eq!(free_from(0, &[1, 2]), 3);
}

fn seeds() -> impl Iterator<Item = Seed> {
    (0..300).map(|n| format!("trampo-{n}").parse().expect("a seed"))
}

#[test]
fn setup_uses_die_cast_and_sums() {
    for seed in seeds() {
        let chance = Chance::new(&seed);
        let table = Table::of_sums([0, 27, 4, 15], chance);
        let face = chance.event("trampo-land/die").below(6);
        let empty = [1, 1, 2, 2, 4, 4][face as usize];
        let people = &table.trampolines;
        assert_eq!(people.get(at(empty)), None, "{seed}");
        assert_eq!(people.people().count(), 14, "only one is empty");
        assert_eq!([Person::You, Person::Adult, Person::Kid].map(|who| people.count(who)), [1, 4, 9]);
        let mut draws = chance.event("trampo-land/cast/1");
        let cast: u64 = (0..6).filter(|_| draws.below(2) == 1).sum();
        if cast != 0 {
            let you = if cast == empty { cast + 1 } else { cast };
            assert_eq!(people.get(at(you)), Some(Person::You), "{seed}");
        }
        if people.get(at(12)) != Some(Person::You) {
            assert_eq!(people.get(at(12)), Some(Person::Adult), "27 is 12, {seed}");
        }
    }
}

#[test]
fn cast_of_0_is_repeated() {
    let mut again = 0;
    for seed in seeds() {
        let chance = Chance::new(&seed);
        let sum = |n: u64| {
            let mut draws = chance.numbered("trampo-land/cast", n);
            (0..6).filter(|_| draws.below(2) == 1).sum::<u64>()
        };
        let first = (1..).map(sum).find(|sum| *sum > 0);
        assert_eq!(Some(cast(chance)), first);
        again += u32::from(sum(1) == 0);
    }
    assert!(again > 0, "some seed casts a 0");
}
