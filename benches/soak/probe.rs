//! Cheap calls to the service under load and to an idle one, in turn, and the memory of the service.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::time::{sleep, timeout};

use super::client::{Connection, get};
use super::load::address;
use super::roles::play;

/// How long a probe waits until the next.
const PAUSE: Duration = Duration::from_millis(3);
/// A probe that takes longer than this counts as that long.
const PATIENCE: Duration = Duration::from_secs(10);
/// From how many addresses probes come, so that none of them meets the limits of a caller.
const ADDRESSES: usize = 200;

/// A cheap call.
pub(crate) struct Probe {
    pub(crate) name: &'static str,
    request: Vec<u8>,
    /// Whether each has its own connection.
    connects: bool,
}

pub(crate) fn probes() -> [Probe; 3] {
    [
        Probe { name: "healthz", request: get("/healthz"), connects: false },
        Probe { name: "play", request: play(), connects: false },
        Probe { name: "connect, healthz", request: get("/healthz"), connects: true },
    ]
}

/// How long the answers of one service took, by probe.
pub(crate) type Took = [Vec<Duration>; 3];

/// A service that is probed, with the connections to it that are kept.
pub(crate) struct Probed {
    server: SocketAddr,
    connections: Vec<Option<Connection>>,
    pub(crate) took: Took,
    /// Wrong responses to cheap calls.
    pub(crate) wrong: Vec<String>,
}

impl Probed {
    pub(crate) fn new(server: SocketAddr) -> Self {
        let connections = std::iter::repeat_with(|| None).take(ADDRESSES).collect();
        Self { server, connections, took: Took::default(), wrong: Vec::new() }
    }

    async fn probe(&mut self, n: usize, which: usize, probe: &Probe) {
        let from = address(2, n);
        let stored = self.connections[n].take().filter(|_| !probe.connects);
        let begun = Instant::now();
        let exchanged = timeout(PATIENCE, async {
            let mut connection = match stored {
                Some(connection) => connection,
                None => Connection::open(self.server, from).await?,
            };
            let opened = Instant::now();
            let answer = connection.exchange(&probe.request).await?;
            Ok::<_, std::io::Error>((connection, opened, answer))
        });
        let (begun, finished) = match exchanged.await {
            Err(_) => (begun, Err("no answer".to_owned())),
            Ok(Err(why)) => (begun, Err(why.to_string())),
            Ok(Ok((connection, opened, answer))) => {
                self.connections[n] = Some(connection);
                let wrong = format!("{}: {}", answer.status, answer.text());
                (if probe.connects { begun } else { opened }, if answer.status == 200 { Ok(()) } else { Err(wrong) })
            }
        };
        self.took[which].push(begun.elapsed());
        if let Err(wrong) = finished {
            self.wrong.push(format!("{}: {wrong}", probe.name));
        }
    }
}

/// Probes services in turn until a time.
pub(crate) async fn probe_in_turn(services: &mut [Probed], until: Instant) {
    let probes = probes();
    for n in (0..ADDRESSES).cycle() {
        for (which, probe) in probes.iter().enumerate() {
            for service in services.iter_mut() {
                if Instant::now() >= until {
                    return;
                }
                service.probe(n, which, probe).await;
                sleep(PAUSE).await;
            }
        }
    }
}

/// A percentile in milliseconds.
pub(crate) fn percentile(took: &[Duration], part: usize) -> f64 {
    let mut sorted = took.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len().saturating_sub(1) * part / 100).map_or(0.0, Duration::as_secs_f64) * 1e3
}

/// The resident memory of a process in MiB, where the system reports it.
pub(crate) fn resident(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
}
