//! The functions of the fuzz targets on the initial corpus, and on corrupted copies of it.
#![allow(clippy::disallowed_methods, clippy::expect_used, reason = "a test may panic, and the inputs are files")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use funhouse_rules::chance::{Chance, Draws};
use serde_json::{Value as Json, json};

#[path = "../../crates/laws/src/corrupt.rs"]
mod corrupt;
#[path = "../../crates/laws/src/installed.rs"]
mod installed;

/// Number of corrupted copies of each input.
const COPIES: usize = 20;

/// Passes each input of a target to its function, and corrupted copies of it.
fn check(target: &str, function: impl Fn(&[u8])) {
    if !installed::are_installed(&["python3"]) {
        return;
    }
    let corpus = tempfile::tempdir().expect("a folder");
    let written = Command::new("python3").arg(seeds()).arg(corpus.path()).status().expect("it runs");
    assert!(written.success(), "{written}");
    let inputs = files(&corpus.path().join(target));
    assert!(inputs.len() > 100, "{} inputs", inputs.len());
    let mut draws = Chance::new(&"inputs".parse().expect("a seed")).event(target);
    for input in inputs {
        let bytes = fs::read(&input).expect("an input");
        function(&bytes);
        for copy in corrupted(&bytes, &mut draws) {
            function(&copy);
        }
    }
}

fn seeds() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds.py")
}

/// Returns the files of a folder, in the order of their names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

/// Returns copies of JSON with one change each: every other copy in the moves, if there are any, and the others anywhere.
fn corrupted(bytes: &[u8], draws: &mut Draws) -> Vec<Vec<u8>> {
    let json: Json = serde_json::from_slice(bytes).expect("an input is JSON");
    let moves = ["/move", "/moves"].into_iter().find(|at| json.pointer(at).is_some_and(|moves| *moves != json!([])));
    let parts = moves.into_iter().chain([""]).cycle();
    let copy = |part| {
        let mut copy = json.clone();
        corrupt::corrupt(copy.pointer_mut(part).expect("a part"), draws);
        serde_json::to_vec(&copy).expect("JSON")
    };
    parts.take(COPIES).map(copy).collect()
}

#[test]
fn play_accepts_any_input() {
    check("play", funhouse_fuzz::play);
}

#[test]
fn replay_accepts_any_input() {
    check("replay", funhouse_fuzz::replay);
}

#[test]
fn seats_accepts_any_input() {
    check("seats", funhouse_fuzz::seats);
}
