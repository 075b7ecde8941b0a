//! The service over HTTP, as processes on this machine: `play` against the limit, the start, answers that never change, the CPU
//! time of each GET route, cheap calls under a flood, and the dearest bodies that are answered in place.
//!
//! Each part can be run alone: `cargo bench --bench http -- flood`. Everything is bounded in count and time, and nothing but
//! loopback is used.

#![allow(clippy::expect_used, reason = "a benchmark that cannot go on says why")]
#![allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "a benchmark measures time and reads /proc")]

mod fixed;
mod flood;
mod inline;
mod play;
mod routes;
mod runs;
mod server;
mod start;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let has = |argument: &str| arguments.iter().any(|given| given == argument);
    if has(play::BARE) {
        return play::bare_server();
    }
    if has(flood::FLOOD) {
        return flood::flood(&arguments);
    }
    let parts: [(&str, fn()); 6] = [
        ("start", start::measure),
        ("fixed", fixed::measure),
        ("routes", routes::measure),
        ("inline", inline::measure),
        ("flood", flood::measure),
        ("play", play::measure),
    ];
    let all = !parts.iter().any(|(name, _)| has(name));
    for (_, measure) in parts.iter().filter(|(name, _)| all || has(name)) {
        measure();
    }
}

/// The value in the middle.
fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
