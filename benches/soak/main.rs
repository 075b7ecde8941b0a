//! Ten times what the service can do, for a minute: 3,000 connections, most of them hostile, and what is promised then.
//!
//! The service and the load are separate processes. The load has a low priority, since both share the cores of this
//! machine: the load is as if it came from another. (Where others share them too, `--nice 0` gives it its part.) Cheap calls are made of the service and of an idle one, in turn, so that
//! what the machine costs is in both. At the end every run that was acknowledged is looked up, and every one that was refused.
//! A promise that is broken makes the program exit with 1; the slowdown of cheap calls is printed next to its target.
//!
//! Then 2,000 connections of one address that ask for the largest document and read nothing, with some others, and 990 with hundreds of
//! requests at once: see [`unread`]. At last, one address with many accounts that fills the lanes of the pool: see [`lanes`].
//!
//! `cargo bench --bench soak -- --seconds 60 --nice 10`, with `--only mixed`, `--only unread` or `--only lanes` for one of them. It needs some 7,000 open files (`ulimit -n`), of which it takes what it may,
//! and uses nothing but loopback, with addresses of 127.0.0.0/8.

#![allow(clippy::expect_used, reason = "a benchmark that cannot go on says why")]
#![allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "a benchmark measures time and reads /proc")]

mod after;
mod client;
mod gzip;
mod lanes;
mod load;
mod probe;
mod roles;
#[allow(dead_code, reason = "it is shared with another benchmark, which uses more of it")]
#[path = "../http/runs.rs"]
mod runs;
#[allow(dead_code, reason = "it is shared with another benchmark, which uses more of it")]
#[path = "../http/server.rs"]
mod server;
mod tally;
mod unread;

use std::io::{BufRead as _, BufReader, Lines};
use std::net::SocketAddr;
use std::process::{Child, ChildStdout, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use self::probe::{Probed, percentile, probe_in_turn, resident};
use self::server::Server;
use self::tally::Tally;

/// Duration of the load, unless `--seconds` is set.
const SECONDS: u64 = 60;
/// The niceness of the load, unless `--nice` is set.
const NICENESS: &str = "10";
/// How long the load has to come up before anything is measured under it.
const RISE: Duration = Duration::from_secs(3);
/// How many files are open at once in each process, more or less.
const FILES: u64 = 7_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let after =
        |name: &str, n: usize| Some(arguments.get(arguments.iter().position(|given| given == name)? + n)?.as_str());
    if let (Some(server), Some(seconds)) = (after(load::LOAD, 1), after(load::LOAD, 2)) {
        let (server, seconds) = (server.parse().expect("an address"), seconds.parse().expect("a number"));
        match after(load::LOAD, 3) {
            Some(unread::LOAD) => load::run_unread(server, seconds),
            Some(unread::PIPELINED) => load::run_pipelined(server, seconds),
            _ => load::run(server, seconds),
        }
        return ExitCode::SUCCESS;
    }
    let seconds = after("--seconds", 1).map_or(SECONDS, |seconds| seconds.parse().expect("a number of seconds"));
    raise_limit_of_files();
    let nice = after("--nice", 1).unwrap_or(NICENESS);
    let only = after("--only", 1);
    let is_wanted = |part: &str| only.is_none_or(|only| only == part);
    let mixed = !is_wanted("mixed") || soak(seconds, nice);
    let unread = !is_wanted("unread") || unread::soak(seconds, nice);
    let lanes = !is_wanted("lanes") || lanes::soak();
    if mixed && unread && lanes { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Raises the limit of open files to the maximum. Child processes inherit it.
fn raise_limit_of_files() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
        if maximum.is_some_and(|maximum| maximum < FILES) {
            println!("only {maximum:?} files may be open, fewer than the {FILES} that this needs: see `ulimit -Hn`");
        }
    }
}

/// Makes the load and judges what comes of it.
fn soak(seconds: u64, nice: &str) -> bool {
    let (service, idle) = (Server::limited(&[]), Server::limited(&[]));
    let address = |server: &Server| -> SocketAddr { server.address.parse().expect("an address") };
    let at_rest = resident(service.process());
    let mut load = Load::start(&service.address, seconds, nice, "mixed");
    println!(
        "{} for {seconds} s, on {} cores",
        load.line(),
        std::thread::available_parallelism().map_or(1, Into::into)
    );
    std::thread::sleep(RISE);
    let until = Instant::now() + Duration::from_secs(seconds).saturating_sub(RISE);
    let (service_at, process) = (address(&service), service.process());
    let memory = std::thread::spawn(move || sample(process, until));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let mut probed = [Probed::new(service_at), Probed::new(address(&idle))];
    runtime.block_on(probe_in_turn(&mut probed, until));
    let tally = load.end();
    std::thread::sleep(Duration::from_secs(1));
    let recovery = runtime.block_on(after::recovery(service_at, &tally));
    let memory = memory.join().expect("the samples");
    let lost = runtime.block_on(after::look_up(service_at, &tally));
    println!("\nmemory in MiB: {at_rest} at rest, {memory:?} each second, {} afterwards", resident(process));
    outcomes(&tally);
    cheap(&probed);
    judge(&tally, &probed, &memory, &recovery, &lost)
}

/// The process that makes the load.
struct Load {
    process: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Load {
    fn start(server: &str, seconds: u64, nice: &str, kind: &str) -> Self {
        let program = std::env::current_exe().expect("this program");
        let mut command = Command::new("nice");
        command.args(["-n", nice]).arg(program).args([load::LOAD, server, &seconds.to_string(), kind]);
        let mut process = command.stdout(Stdio::piped()).spawn().expect("the load starts");
        let lines = BufReader::new(process.stdout.take().expect("its output")).lines();
        Self { process, lines }
    }

    fn line(&mut self) -> String {
        self.lines.next().expect("it goes on").expect("text")
    }

    /// Waits for its end, at which all its connections are closed.
    fn end(mut self) -> Tally {
        let tally = serde_json::from_str(&self.line()).expect("a tally");
        assert!(self.process.wait().expect("it ends").success(), "the load broke off");
        tally
    }
}

/// The memory of a process each second until a time, in MiB.
fn sample(process: u32, until: Instant) -> Vec<u64> {
    let mut samples = Vec::new();
    while Instant::now() < until {
        samples.push(resident(process));
        std::thread::sleep(Duration::from_secs(1));
    }
    samples
}

fn outcomes(tally: &Tally) {
    println!("\nanswers by role:");
    for (role, outcomes) in &tally.outcomes {
        let outcomes: Vec<String> = outcomes.iter().map(|(outcome, count)| format!("{count} x {outcome}")).collect();
        println!("  {role:<26} {}", outcomes.join(", "));
    }
}

/// Prints what clients wait for cheap calls of the service under load and of the idle one.
fn cheap([service, idle]: &[Probed; 2]) {
    println!("\ncheap calls: idle -> under load, in ms");
    for (which, probe) in probe::probes().iter().enumerate() {
        let (idle, loaded) = (&idle.took[which], &service.took[which]);
        let [p50, p99, most] = [50, 99, 100].map(|part| (percentile(idle, part), percentile(loaded, part)));
        let ratio = p99.1 / p99.0;
        let aim =
            if ratio <= 3.0 && most.1 < 1000.0 { "as aimed at" } else { "past the aim: p99 3 times, never a second" };
        println!(
            "  {:<17} {:>5} times: p50 {:>7.2} -> {:>7.2}, p99 {:>7.2} -> {:>7.2}, most {:>7.2} -> {:>7.2}; p99 {ratio:.1} times, {aim}",
            probe.name,
            loaded.len(),
            p50.0,
            p50.1,
            p99.0,
            p99.1,
            most.0,
            most.1,
        );
    }
}

/// Prints for each promise whether it was kept, and returns whether all were.
fn judge(tally: &Tally, probed: &[Probed; 2], memory: &[u64], recovery: &[String], lost: &[String]) -> bool {
    let (first, second) = memory.split_at(memory.len() / 2);
    let [first, second] = [first, second].map(|half| half.iter().copied().max().unwrap_or(0));
    let wrong: Vec<String> = probed.iter().flat_map(|service| service.wrong.clone()).collect();
    let growth =
        if second > first + first / 4 + 16 { vec![format!("{first} MiB, then {second} MiB")] } else { Vec::new() };
    let promises = [
        ("5xx only 503, 503 and 429 with Retry-After, honest calls never refused", tally.examples.as_slice()),
        ("cheap calls answered", &wrong),
        ("memory flat", &growth),
        ("all well within a second after", recovery),
        ("every acknowledged run kept, no refused one kept", lost),
    ];
    println!("\npromises:");
    for (promise, breaches) in promises {
        println!("  {} {promise}", if breaches.is_empty() { "kept  " } else { "BROKEN" });
        breaches.iter().take(10).for_each(|breach| println!("         {breach}"));
    }
    promises.iter().all(|(_, breaches)| breaches.is_empty())
}
