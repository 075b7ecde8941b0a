//! Submissions a second over HTTP: `POST /v1/runs` on a real server process with a database of its own, replays included.
//!
//! Each run is a real one and no two are equal: greedy games of Slide Jam, which are short, and random games of the Funhouse, of
//! about 150 moves. They are played before the clock starts. Each client is a player. It waits for its receipt, with all ranks, before
//! it submits the next run. Server and clients share the machine, so compare the CPU time of the server rather than rates.
//!
//! Set `FUNHOUSE_BEFORE` to the path of another build of the program to measure that one too, in turns with this one.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use funhouse::rules::game::Solitaire;
use funhouse::rules::games::epic_funhouse::EpicFunhouse;
use funhouse::rules::games::epic_funhouse::slide_jam::SlideJam;
use funhouse::rules::robot::Robot;
use ureq::Agent;

use super::runs::played;
use super::{Scale, address, cpu, folder, forget, percentile};

pub(crate) fn measure(scale: Scale) {
    let before = std::env::var("FUNHOUSE_BEFORE").ok().map(|program| ("before", program));
    let programs = before.into_iter().chain([("now", env!("CARGO_BIN_EXE_funhouse").to_owned())]);
    let servers: Vec<(&str, Server)> = programs.map(|(name, program)| (name, Server::start(name, &program))).collect();
    for (clients, runs) in [(1, 300), (8, 1500), (64, 3000)] {
        for (name, server) in &servers {
            load::<SlideJam>(name, server, Robot::Greedy, clients, runs / scale.divisor);
        }
        for (name, server) in &servers {
            load::<EpicFunhouse>(name, server, Robot::Random, clients, runs / scale.divisor);
        }
    }
}

fn load<G: Solitaire>(program: &str, server: &Server, player: Robot, clients: usize, runs: u64) {
    let body = |number| {
        let run = played::<G>(player, &format!("http-{clients}-{number}"));
        String::from_utf8(run.json).expect("runs are text")
    };
    let bodies: Vec<String> = (0..runs).map(body).collect();
    let tokens: Vec<String> = (0..clients).map(|i| server.new_player(&format!("{} {clients} {i}", G::ID))).collect();
    let queue = Mutex::new(bodies.into_iter());
    let (started, cpu) = (Instant::now(), server.cpu());
    let client = |token: &str| {
        let (agent, mut took) = (agent(), Vec::new());
        loop {
            let Some(body) = queue.lock().expect("no client breaks off").next() else { return took };
            let sent = Instant::now();
            server.submit(&agent, token, &body);
            took.push(sent.elapsed());
        }
    };
    let mut took: Vec<Duration> = std::thread::scope(|scope| {
        let clients: Vec<_> = tokens.iter().map(|token| scope.spawn(|| client(token))).collect();
        clients.into_iter().flat_map(|client| client.join().expect("a client ends")).collect()
    });
    let rate = runs as f64 / started.elapsed().as_secs_f64();
    let cpu = (server.cpu() - cpu).as_secs_f64() * 1e3 / runs as f64;
    took.sort_unstable();
    let (p50, p99) = (percentile(&took, 50) / 1e3, percentile(&took, 99) / 1e3);
    println!(
        "  {clients:>2} clients, {:<13} {program:<6}: {cpu:.3} ms of CPU each, {rate:>6.0}/s, p50 {p50:>6.2} ms, p99 {p99:>6.2} ms",
        G::ID
    );
}

fn agent() -> Agent {
    Agent::new_with_defaults()
}

/// A server process, ended when dropped.
struct Server {
    process: Child,
    base: String,
}

impl Server {
    fn start(name: &str, program: &str) -> Self {
        let file = folder().join(format!("http-{name}.db"));
        forget(&file);
        let flags = ["serve", "--listen", "127.0.0.1:0", "--log", "warn", "--no-limits", "--database", &address(&file)];
        let mut command = Command::new(program);
        // Computing pars would count as CPU of the submissions.
        command.env("FUNHOUSE_NO_PARS", "true");
        let mut process = command.args(flags).stdout(Stdio::piped()).spawn().expect("the server starts");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("its output"))
            .read_line(&mut line)
            .expect("it says where it listens");
        let base = format!("http://{}", line.trim().rsplit("http://").next().expect("an address"));
        Self { process, base }
    }

    fn cpu(&self) -> Duration {
        cpu::of_process(self.process.id())
    }

    fn new_player(&self, name: &str) -> String {
        let body = serde_json::json!({ "name": name }).to_string();
        let request = agent().post(format!("{}/v1/players", self.base)).content_type("application/json");
        let text = request.send(&body).expect("a new name").body_mut().read_to_string().expect("an answer");
        let answer: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        answer["token"].as_str().expect("a token").to_owned()
    }

    fn submit(&self, agent: &Agent, token: &str, body: &str) {
        let request = agent.post(format!("{}/v1/runs", self.base)).content_type("application/json");
        let request = request.header("authorization", format!("Bearer {token}"));
        let mut answer = request.send(body).expect("the run is kept");
        assert_eq!(answer.status(), 201, "each run is another");
        answer.body_mut().read_to_vec().expect("an answer");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
