//! Clients that read nothing of what they ask for: the memory that they take, and what cheap calls of others cost meanwhile.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use super::probe::{Probed, percentile, probe_in_turn, resident};
use super::server::Server;
use super::{Load, RISE, sample};

/// The kinds of load, as an argument: large responses, and many requests at once.
pub(crate) const LOAD: &str = "unread";
pub(crate) const PIPELINED: &str = "pipelined";
/// Maximum memory of the service, in MiB. The search for the pars of the day takes up to 160 of it, for a few seconds.
const MAX_MEMORY: u64 = 400;
/// How many times longer health checks may take than those of an idle service of the same run, at the 99th percentile.
const MAX_RATIO: f64 = 3.0;

/// Makes the load of large responses on a service as it is by default, and on one that lets an address have all these connections. Then
/// makes that of many requests at once.
pub(crate) fn soak(seconds: u64, nice: &str) -> bool {
    let cases: [(&str, &str, &[&str]); 3] = [
        (LOAD, "with default limits", &[]),
        (LOAD, "with any number of connections", &["--limit-connections", "100000"]),
        (PIPELINED, "hundreds of requests at once", &[]),
    ];
    let fulfilled = cases.map(|(kind, name, flags)| fulfils_promises(kind, name, flags, seconds, nice));
    fulfilled.iter().all(|fulfilled| *fulfilled)
}

fn fulfils_promises(kind: &str, name: &str, flags: &[&str], seconds: u64, nice: &str) -> bool {
    let (service, idle) = (Server::limited(flags), Server::limited(&[]));
    let address = |server: &Server| -> SocketAddr { server.address.parse().expect("an address") };
    let process = service.process();
    let at_rest = resident(process);
    let mut load = Load::start(&service.address, seconds, nice, kind);
    println!("\nclients that read nothing, {name}: {} for {seconds} s", load.line());
    let until = Instant::now() + Duration::from_secs(seconds);
    let memory = std::thread::spawn(move || sample(process, until));
    std::thread::sleep(RISE);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let mut probed = [Probed::new(address(&service)), Probed::new(address(&idle))];
    runtime.block_on(probe_in_turn(&mut probed, until));
    let memory = memory.join().expect("the samples");
    super::outcomes(&load.end());
    super::cheap(&probed);
    let most = memory.iter().copied().max().unwrap_or(0);
    let [loaded, control] = [&probed[0], &probed[1]].map(|service| percentile(&service.took[0], 99));
    println!("\nmemory in MiB: {at_rest} at rest, {memory:?} each second");
    let promises = [
        (format!("memory at most {MAX_MEMORY} MiB: {most}"), most <= MAX_MEMORY),
        (
            format!("p99 of health checks at most {MAX_RATIO} times: {:.1}", loaded / control),
            loaded <= MAX_RATIO * control,
        ),
        (format!("health checks answered: {:?}", probed[0].wrong), probed[0].wrong.is_empty()),
    ];
    for (promise, fulfilled) in &promises {
        println!("  {} {promise}", if *fulfilled { "kept  " } else { "BROKEN" });
    }
    promises.iter().all(|(_, fulfilled)| *fulfilled)
}
