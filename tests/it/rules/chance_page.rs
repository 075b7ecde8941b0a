//! `docs/chance.md`: its test vectors, and the names of random events.

#![allow(clippy::disallowed_methods, reason = "the test reads the sources")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use funhouse::rules::chance::{Chance, Seed};

const PAGE: &str = include_str!("../../../docs/chance.md");

/// The cells of the rows of a table, by its heading.
fn rows(heading: &str) -> Vec<Vec<&'static str>> {
    let (_, rest) = PAGE.split_once(&format!("{heading}\n")).expect("the table");
    let rows = rest.lines().skip(1).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

fn numbers(cell: &str) -> Vec<u64> {
    cell.split_whitespace().map(|number| number.parse().expect("a number")).collect()
}

#[test]
fn test_vectors_are_those_of_the_generator() {
    let vectors = rows(
        "| seed | event | digest | first three words | first eight `below(6)` | first two `below(2^63 + 1)` | `shuffle` of 0 to 9 |",
    );
    assert!(vectors.len() >= 4, "{vectors:?}");
    for row in vectors {
        let [seed, event, digest, words, sixes, large, shuffled] = row[..] else { panic!("seven cells: {row:?}") };
        let (seed, event): (Seed, _) = (seed.trim_matches('`').parse().expect("a seed"), event.trim_matches('`'));
        let chance = Chance::new(&seed);
        let draws = || chance.event(event);
        assert_eq!(format!("`{}`", hex::encode(chance.digest(event))), digest);
        let mut first = draws();
        let printed: Vec<String> = (0..3).map(|_| format!("`{:016x}`", first.word())).collect();
        assert_eq!(printed.join(" "), words, "{event}");
        let mut first = draws();
        assert_eq!((0..8).map(|_| first.below(6)).collect::<Vec<_>>(), numbers(sixes), "{event}");
        let mut first = draws();
        assert_eq!((0..2).map(|_| first.below((1 << 63) + 1)).collect::<Vec<_>>(), numbers(large), "{event}");
        let mut items: Vec<u64> = (0..10).collect();
        draws().shuffle(&mut items);
        assert_eq!(items, numbers(shuffled), "{event}");
    }
}

/// The source files of a folder without those of tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let found = entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] });
    found.filter(|path| !path.ends_with("tests.rs")).collect()
}

/// The kind of an event: its name without a number at the end.
fn kind(name: &str) -> String {
    let is_number = |part: &str| part == "N" || part.parse::<u64>().is_ok();
    name.rsplit_once('/').filter(|(_, last)| is_number(last)).map_or(name, |(kind, _)| kind).to_owned()
}

/// Whether a text is the name of an event: a game and a kind, and perhaps a number.
fn is_event(text: &str) -> bool {
    let is_word = |part: &str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    let kind = kind(text);
    kind.split_once('/').is_some_and(|(game, kind)| is_word(game) && is_word(kind))
}

#[test]
fn events_of_all_games_are_listed() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/rules/src/games");
    let mut drawn = BTreeSet::from(["tables/seats".to_owned()]);
    for file in sources(&games) {
        let text = fs::read_to_string(&file).expect("a source");
        let text = text.split("\nmod tests {").next().unwrap_or_default();
        drawn.extend(text.split('"').filter(|text| is_event(text)).map(kind));
        if text.contains("shuffled(") {
            let folder = file.parent().and_then(Path::file_name).and_then(|name| name.to_str()).expect("a folder");
            drawn.insert(format!("{}/deck", folder.replace('_', "-")));
        }
    }
    // It is never registered.
    drawn.remove("template-game/roll");
    assert!(drawn.len() > 25, "{drawn:?}");
    let listed: BTreeSet<String> = PAGE.split('`').skip(1).step_by(2).filter(|text| is_event(text)).map(kind).collect();
    assert_eq!(listed, drawn);
}
