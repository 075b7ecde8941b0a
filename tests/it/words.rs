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
use std::iter::repeat_n;
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
    ("MOST_, LEAST_", "MAX_, MIN_"),
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

/// What is searched, from the root of the repository.
const ROOTS: &[&str] = &[
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    "benches",
    "crates",
    "docs",
    "fuzz",
    "src",
    "tests",
    "web",
];

/// Paths that are not searched: generated files, foreign files, this file, and rules pages, which are rewritten later.
const SKIPPED: &[&str] =
    &["docs/rules", "fuzz/corpus", "node_modules", "target", "tests/conformance", "tests/it/words.rs"];

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

/// A retired phrase.
struct Phrase {
    text: &'static str,
    words: Vec<&'static str>,
    instead: &'static str,
}

impl Phrase {
    fn list(retired: &'static [(&'static str, &'static str)]) -> Vec<Self> {
        let of_entry = |(phrases, instead): &(&'static str, &'static str)| {
            let instead = *instead;
            phrases.split(", ").map(move |text| Self { text, words: text.split(' ').collect(), instead })
        };
        retired.iter().flat_map(of_entry).collect()
    }

    /// Returns how often a line has the phrase.
    fn count(&self, line: &str, words: &[String]) -> usize {
        if self.text.ends_with('_') {
            let names = line.split(|c: char| !c.is_alphanumeric() && c != '_');
            names.filter(|name| name.starts_with(self.text)).count()
        } else {
            words.windows(self.words.len()).filter(|window| *window == self.words).count()
        }
    }
}

/// Returns the retired words of a text, line by line.
fn retired(text: &str, is_code: bool) -> Vec<Found> {
    static ANYWHERE: LazyLock<Vec<Phrase>> = LazyLock::new(|| Phrase::list(RETIRED));
    static NAMES: LazyLock<Vec<Phrase>> = LazyLock::new(|| Phrase::list(RETIRED_NAMES));
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let mut note = |line: &str, phrases: &[Phrase]| {
            let words = words(line);
            for phrase in phrases {
                let one = Found { line: at + 1, word: phrase.text, instead: phrase.instead };
                found.extend(repeat_n(one, phrase.count(line, &words)));
            }
        };
        note(line, &ANYWHERE);
        if is_code {
            note(&code(line), &NAMES);
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
    } else if path.extension().is_some_and(|kind| kind == "rs" || kind == "js" || kind == "md") {
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
    assert_eq!(found("// Nobody is told.\nfn told_once() {}", true), ["told", "nobody", "told"]);
    assert_eq!(found("enum NotDone { MOST_USED, ALMOST_ }", true), ["MOST_", "not done", "done"]);
    assert_eq!(
        found("At the most\nhanded-in runs, seen so many times", false),
        ["at the most", "so many", "handed in"]
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
