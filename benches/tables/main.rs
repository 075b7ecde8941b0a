//! Tables: stored moves per second, the latency of a move, and the delay until listeners receive it.
//!
//! `cargo bench --bench tables` does it all; `cargo bench --bench tables -- moves` only that part. The parts:
//!
//! - [`moves`]: the store against bare inserts of the same moves, without HTTP, in turns in one run;
//! - [`events`](moves::measure_events): moves with an event of a player each against moves without, in turns in one run;
//! - [`http`]: moves at a real server, at 1, 8 and 64 tables;
//! - [`listeners`]: 2,000 clients that listen to one table: the memory of each, and when the last of them receives the news;
//! - [`streams`]: 10,000 streams of players' events: the memory of each, and when an event arrives;
//! - [`clocks`]: how late the clocks of others are when 10,000 tables of one player are due;
//! - [`contests`]: the end of a round with 10,000 entrants: when it is closed, when its standings are complete, and the moves of others meanwhile.

#![allow(clippy::expect_used, reason = "a benchmark that cannot go on says why")]
#![allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "a benchmark measures time and reads /proc")]

mod clocks;
mod contests;
mod http;
mod listeners;
mod moves;
mod server;
mod streams;

use std::time::Duration;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let asked = |name: &str| arguments.iter().any(|argument| argument == name);
    let parts: [(&str, fn()); 7] = [
        ("moves", moves::measure),
        ("events", moves::measure_events),
        ("http", http::measure),
        ("listeners", listeners::measure),
        ("streams", streams::measure),
        ("clocks", clocks::measure),
        ("contests", contests::measure),
    ];
    let all = !parts.iter().any(|(name, _)| asked(name));
    for (name, measure) in parts.iter().filter(|(name, _)| all || asked(name)) {
        println!("\n{name}");
        measure();
    }
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// A percentile of times, in milliseconds.
fn percentile(times: &mut [Duration], hundredths: usize) -> f64 {
    times.sort_unstable();
    times[(times.len() - 1) * hundredths / 100].as_secs_f64() * 1e3
}

/// The runtime that calls the store and listens; a store has threads of its own.
fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
}
