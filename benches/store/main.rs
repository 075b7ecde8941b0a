//! The store: how many runs it stores in a second, how fast it is read, what a run takes on disk, how fast all runs are
//! replayed again.
//!
//! `cargo bench --bench store` does it all; `cargo bench --bench store -- reads size` only those parts; `--quick` does
//! each in a small size, to see that it works. The parts:
//!
//! - [`submissions`]: the store against bare inserts of the same runs, without HTTP;
//! - [`growth`]: the same while the database grows to two million runs, with the slowest submission (an hour);
//! - [`apps`]: the same to a hundred thousand runs, through apps with seasons next to runs without apps;
//! - [`postgres`]: submissions on a PostgreSQL server that is thrown away, next to SQLite; and two and three instances next to one;
//! - [`http`]: runs submitted to a real server, replays included;
//! - [`reads`]: every read at ten thousand and at a million runs;
//! - [`size`]: bytes on disk for each run;
//! - [`rebuild`]: all boards computed again;
//! - [`reverify`]: all runs replayed on one thread and on two.
//!
//! What is compared is measured in turns in one run, so ratios can be trusted on a busy machine where single figures cannot.
//! Databases that take long to make are kept under `target/bench-store`, and made again when the schema changes.

#![allow(clippy::expect_used, reason = "a benchmark that cannot go on says why")]
#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a benchmark measures time and reads its flags"
)]

mod apps;
mod bare;
mod check;
mod cpu;
mod fill;
mod growth;
mod http;
mod postgres;
mod reads;
mod rebuild;
mod reverify;
mod runs;
mod size;
mod submissions;

use std::path::{Path, PathBuf};
use std::time::Duration;

/// How much is measured.
#[derive(Clone, Copy)]
struct Scale {
    /// How many runs a small database has, and a large one.
    runs: [u64; 2],
    /// By how much the other parts are shortened.
    divisor: u64,
}

/// Measures one thing.
type Part = fn(Scale);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let quick = arguments.iter().any(|argument| argument == "--quick");
    let scale = if quick {
        Scale { runs: [1_000, 10_000], divisor: 10 }
    } else {
        Scale { runs: [10_000, 1_000_000], divisor: 1 }
    };
    let parts: [(&str, Part); 9] = [
        ("submissions", submissions::measure),
        ("growth", growth::measure),
        ("apps", apps::measure),
        ("postgres", postgres::measure),
        ("http", http::measure),
        ("reads", reads::measure),
        ("size", size::measure),
        ("rebuild", rebuild::measure),
        ("reverify", reverify::measure),
    ];
    let asked = |name: &str| arguments.iter().any(|argument| argument == name);
    let all = !parts.iter().any(|(name, _)| asked(name));
    for (name, measure) in parts {
        if all || asked(name) {
            println!("\n{name}");
            measure(scale);
        }
    }
}

/// Where databases are kept from one run of the benchmark to the next.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/bench-store");
    std::fs::create_dir_all(&folder).expect("a folder under target");
    folder
}

/// The address of a file, as the store takes it.
fn address(file: &Path) -> String {
    format!("sqlite://{}", file.display())
}

/// Deletes a database, so that it is created again.
fn forget(file: &Path) {
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", file.display()));
    }
}

/// The runtime that calls the store; the store itself has threads of its own.
fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// A percentile of times that are sorted, in microseconds.
fn percentile(sorted: &[Duration], hundredths: usize) -> f64 {
    sorted[(sorted.len() - 1) * hundredths / 100].as_secs_f64() * 1e6
}
