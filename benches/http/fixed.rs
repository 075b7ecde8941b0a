//! Fixed responses in each encoding, compared with `/healthz`, on one connection.

use std::time::Instant;

use super::flood::{Connection, percentile, request};
use super::server::Server;

const ROUNDS: usize = 5;
/// How often each is got in a round.
const GETS: usize = 200;

pub(crate) fn measure() {
    let server = Server::funhouse(&[]);
    let paths = ["/healthz", "/v1/games", "/openapi.json", "/play"];
    println!("\nanswers that never change, {ROUNDS} rounds of {GETS}; the first answer, and those after it:");
    for path in paths {
        for encoding in ["identity", "br", "gzip"] {
            let request = request("GET", path, &[("accept-encoding", encoding)], "");
            let mut connection = Connection::open(&server.address);
            let mut get = || {
                let sent = Instant::now();
                assert_eq!(connection.send(&request), Some(200), "{path}");
                (sent.elapsed(), connection.body.len())
            };
            let (first, bytes) = get();
            let mut took: Vec<_> = (0..ROUNDS * GETS).map(|_| get().0).collect();
            took.sort_unstable();
            println!(
                "  {path:<14} {encoding:<8} {bytes:>8} bytes, first {:>9.3} ms, p50 {:>7.3} ms, p99 {:>7.3} ms",
                first.as_secs_f64() * 1e3,
                percentile(&took, 50),
                percentile(&took, 99),
            );
        }
    }
}
