//! Retired words do not come back: "How we write" in CONTRIBUTING.md says what to write instead.
//!
//! `words.allowed` has the number of times that each file still has each word. A file may not have more. If it has fewer, lower the numbers:
//!
//!     UPDATE_EXPECT=1 cargo it words::
//!
//! Comments, identifiers, messages and prose count alike. Words of identifiers are separated by case and underscores.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use expect_test::expect_file;

/// Retired words and phrases, separated by commas, and what to write instead.
const RETIRED: &[(&str, &str)] = &[
    ("told, tell, tells, telling", "return, include, report, show, list, notify"),
    ("nobody", "no one"),
    ("whoever, who asks", "any caller, the caller, whichever player"),
    ("anew", "again; rebuild, recompute"),
    ("beside", "next to, alongside, compared with"),
    ("alike, likeness", "equivalent, equivalence; the same"),
    ("dear", "expensive, costly"),
    ("so many", "n, a number of; max_…, min_…"),
    ("at the most, at the least", "at most, at least"),
    ("hand in, hands in, handed in, handing in", "submit"),
    ("taken in", "accepted, stored"),
    ("put away, puts away", "close, expire, evict"),
    ("put off, puts off", "postpone, retry after"),
    ("to be had", "available"),
    ("a look", "name it: view, check, read"),
    ("let go, lets go", "release"),
    ("gives way, give way", "yield"),
    ("for ever", "forever, permanently"),
    ("stands, as it stands", "is listed, ranks, is at; means; current"),
    ("taken back, takes back", "undone, undoes"),
    ("fate", "outcome"),
    ("suppose", "name what is assumed"),
    ("not done", "name the error"),
];

/// Words that are retired as identifiers only: elsewhere they are ordinary English.
const RETIRED_NAMES: &[(&str, &str)] = &[
    ("kept", "stored, remaining, saved"),
    ("held", "loaded, stored, cached, locked"),
    ("made", "created, built"),
    ("done", "finished, result, applied"),
];

/// Retired beginnings of constants.
const RETIRED_PREFIXES: &[(&str, &str)] = &[("MOST_", "MAX_"), ("LEAST_", "MIN_")];

/// Names with a retired word that other programs, saved data or databases know, in each form that they take.
const FIXED_NAMES: &[&str] = &[
    "taken_back",
    "takenBack",
    "TakenBack",
    "made_at",
    "made_by",
    "handed_in",
    "HandedIn",
    "BidMade",
    "HeldTable",
    "impossible_kept",
    "easy-slider.beside",
    "graveyard-shift.beside",
    "trampo-land.beside",
];

/// What is searched, from the root of the repository.
const ROOTS: &[&str] = &[
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    "benches",
    "clients",
    "crates",
    "docs",
    "fuzz",
    "src",
    "tests",
    "web",
];

/// Paths that are not searched: generated files, foreign files and this file.
const SKIPPED: &[&str] = &[
    "clients/javascript/src/bytes.js",
    "clients/python/src/funhouse/aio/typed.py",
    "clients/python/src/funhouse/schemas.py",
    "clients/python/src/funhouse/typed.py",
    "crates/rules/docs",
    "fuzz/corpus",
    "node_modules",
    "target",
    "tests/conformance",
    "tests/it/words.rs",
];

/// How often a retired word occurs in a file: by path, by word.
type Counts = BTreeMap<String, BTreeMap<&'static str, usize>>;

#[derive(Clone, Copy)]
struct Found {
    line: usize,
    word: &'static str,
    instead: &'static str,
}

/// Returns the words of a text, in lower case: `NotDone` and `not_done` are two each.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in text.chars() {
        if !c.is_alphanumeric() || c.is_uppercase() && before.is_lowercase() {
            words.push(String::new());
        }
        if c.is_alphanumeric() {
            words.last_mut().expect("a word").extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns the part of a line that is neither comment nor string.
fn code(line: &str) -> String {
    line.split("//").next().unwrap_or_default().split('"').step_by(2).collect::<Vec<_>>().join(" ")
}

/// Retired phrases, each as its words and with what to write instead, by first word.
type Phrases = BTreeMap<&'static str, Vec<(&'static str, &'static str)>>;

fn by_first_word(retired: &'static [(&'static str, &'static str)]) -> Phrases {
    let mut phrases = Phrases::new();
    for (list, instead) in retired {
        for phrase in list.split(", ") {
            phrases.entry(phrase.split(' ').next().unwrap_or(phrase)).or_default().push((phrase, *instead));
        }
    }
    phrases
}

/// Returns the retired words of a text, line by line.
fn retired(text: &str, is_code: bool) -> Vec<Found> {
    static ANYWHERE: LazyLock<Phrases> = LazyLock::new(|| by_first_word(RETIRED));
    static NAMES: LazyLock<Phrases> = LazyLock::new(|| by_first_word(RETIRED_NAMES));
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let line = &FIXED_NAMES.iter().fold(line.to_owned(), |line, name| line.replace(name, " "));
        let mut note = |line: &str, phrases: &Phrases| {
            let words = words(line);
            for (n, first) in words.iter().enumerate() {
                for (word, instead) in phrases.get(first.as_str()).into_iter().flatten() {
                    let mut rest = words[n..].iter();
                    if word.split(' ').all(|word| rest.next().is_some_and(|next| next == word)) {
                        found.push(Found { line: at + 1, word, instead });
                    }
                }
            }
        };
        note(line, &ANYWHERE);
        if is_code {
            note(&code(line), &NAMES);
        }
        for (prefix, instead) in RETIRED_PREFIXES.iter().filter(|(prefix, _)| line.contains(prefix)) {
            let names = line.split(|c: char| !c.is_alphanumeric() && c != '_');
            let one = Found { line: at + 1, word: prefix, instead };
            found.extend(names.filter(|name| name.starts_with(prefix)).map(|_| one));
        }
    }
    found
}

/// Reads the files below a path that have retired words.
#[allow(clippy::disallowed_methods, reason = "the test reads the sources")]
fn search(path: &Path, found: &mut BTreeMap<String, (String, Vec<Found>)>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let name = path.strip_prefix(root).expect("a path of the repository").display().to_string();
    if SKIPPED.iter().any(|skipped| name == *skipped || name.ends_with(&format!("/{skipped}"))) {
        return;
    }
    if path.is_dir() {
        for entry in fs::read_dir(path).expect("a folder") {
            search(&entry.expect("an entry").path(), found);
        }
    } else if path.extension().is_some_and(|kind| ["rs", "js", "py", "md"].iter().any(|known| kind == *known)) {
        let text = fs::read_to_string(path).expect("a text");
        let words = retired(&text, !name.ends_with(".md"));
        found.insert(name, (text, words));
    }
}

fn count(found: &[Found]) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    found.iter().for_each(|found| *counts.entry(found.word).or_insert(0) += 1);
    counts
}

/// Writes counts as `words.allowed` has them: `PATH: WORD COUNT, WORD COUNT`.
fn written(counts: &Counts) -> String {
    let mut text = String::new();
    for (path, counts) in counts.iter().filter(|(_, counts)| !counts.is_empty()) {
        let counts: Vec<String> = counts.iter().map(|(word, count)| format!("{word} {count}")).collect();
        writeln!(text, "{path}: {}", counts.join(", ")).expect("a string takes everything");
    }
    text
}

/// The number of times that a file may have a word.
fn allowed(text: &str, path: &str, word: &str) -> usize {
    let line = text.lines().find_map(|line| line.strip_prefix(path)?.strip_prefix(": "));
    let count = line.and_then(|line| line.split(", ").find_map(|entry| entry.strip_prefix(word)?.trim().parse().ok()));
    count.unwrap_or(0)
}

#[test]
#[allow(clippy::disallowed_methods, reason = "the caller asks for new numbers")]
fn retired_words_do_not_come_back() {
    let mut found = BTreeMap::new();
    ROOTS.iter().for_each(|root| search(&Path::new(env!("CARGO_MANIFEST_DIR")).join(root), &mut found));
    let golden = expect_file!["words.allowed"];
    let numbers = written(&found.iter().map(|(path, (_, found))| (path.clone(), count(found))).collect());
    if std::env::var("UPDATE_EXPECT").is_ok() {
        golden.assert_eq(&numbers);
        return;
    }
    let before = golden.data();
    let mut report = String::new();
    for (path, (text, found)) in &found {
        for (word, count) in count(found).into_iter().filter(|(word, count)| *count > allowed(&before, path, word)) {
            writeln!(report, "{path} has `{word}` {count} times ({} allowed):", allowed(&before, path, word))
                .expect("text");
            for found in found.iter().filter(|found| found.word == word) {
                let line = text.lines().nth(found.line - 1).unwrap_or_default().trim();
                writeln!(report, "    {path}:{}: {line}\n        instead: {}", found.line, found.instead)
                    .expect("text");
            }
        }
    }
    assert!(report.is_empty(), "retired words:\n{report}");
    assert!(
        before == numbers,
        "there are fewer retired words: lower the numbers with UPDATE_EXPECT=1 cargo it words::"
    );
}

#[test]
fn finds_words_in_comments_names_and_phrases() {
    let found = |text: &str, is_code| retired(text, is_code).into_iter().map(|found| found.word).collect::<Vec<_>>();
    assert_eq!(found("// Nobody is told.\nfn told_once() {}", true), ["nobody", "told", "told"]);
    assert!(found("let taken_back = row.made_at;", true).is_empty());
    assert_eq!(found("enum NotDone { MOST_USED, ALMOST_ }", true), ["not done", "done", "MOST_"]);
    assert_eq!(
        found("At the most\nhanded-in runs, seen so many times", false),
        ["at the most", "handed in", "so many"]
    );
    assert_eq!(found("let kept = \"it is held\"; // It is made.", true), ["kept"]);
    assert_eq!(found("A deer is made and kept; foretold", false), [""; 0]);
    assert_eq!(retired("\nwhoever", false)[0].line, 2);
}

#[test]
fn reads_and_writes_allowed_numbers() {
    let counts = Counts::from([
        ("a.rs".to_owned(), BTreeMap::from([("told", 2), ("so many", 11)])),
        ("b.md".to_owned(), BTreeMap::new()),
    ]);
    let text = written(&counts);
    assert_eq!(text, "a.rs: so many 11, told 2\n");
    assert_eq!([allowed(&text, "a.rs", "told"), allowed(&text, "a.rs", "so many")], [2, 11]);
    assert_eq!([allowed(&text, "a.rs", "tell"), allowed(&text, "b.md", "told")], [0, 0]);
}
