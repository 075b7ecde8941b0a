//! The service as a process with its own database, and a client for it.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value as Json, json};
use tempfile::TempDir;
use ureq::Agent;

/// A server process, ended when dropped.
pub(crate) struct Server {
    process: Child,
    /// Where it listens: address and port.
    pub(crate) address: String,
    folder: TempDir,
    flags: Vec<String>,
}

impl Server {
    pub(crate) fn start() -> Self {
        Self::start_flagged(&["--no-limits"])
    }

    pub(crate) fn start_flagged(flags: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let flags: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
        let (process, address) = serve(&folder, &flags);
        Self { process, address, folder, flags }
    }

    /// Stops the server, and starts it on the same database after a while.
    pub(crate) fn restart_after(&mut self, pause: Duration) {
        self.stop();
        std::thread::sleep(pause);
        (self.process, self.address) = serve(&self.folder, &self.flags);
    }

    /// The address of its database.
    pub(crate) fn database(&self) -> String {
        address_of(&self.folder)
    }

    fn stop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    /// Sends a request, and returns its response, which must be a success.
    pub(crate) fn send(&self, agent: &Agent, path: &str, token: Option<&str>, body: &Json) -> Json {
        let request = agent.post(format!("http://{}{path}", self.address)).content_type("application/json");
        let request = match token {
            Some(token) => request.header("authorization", format!("Bearer {token}")),
            None => request,
        };
        let text = request.send(body.to_string()).expect("it is done").body_mut().read_to_string().expect("an answer");
        serde_json::from_str(&text).expect("JSON")
    }

    /// Fetches JSON as a player.
    pub(crate) fn get(&self, agent: &Agent, path: &str, token: &str) -> Json {
        let request = agent.get(format!("http://{}{path}", self.address));
        let request = request.header("authorization", format!("Bearer {token}"));
        let text = request.call().expect("an answer").body_mut().read_to_string().expect("an answer");
        serde_json::from_str(&text).expect("JSON")
    }

    /// The token of a new player.
    pub(crate) fn new_player(&self, agent: &Agent, name: &str) -> String {
        let played = self.send(agent, "/v1/players", None, &json!({ "name": name }));
        played["token"].as_str().expect("a token").to_owned()
    }

    /// The CPU time that the threads of the process have used so far.
    pub(crate) fn cpu(&self) -> Duration {
        let threads = std::fs::read_dir(format!("/proc/{}/task", self.process.id())).expect("its threads");
        let used = |thread: std::io::Result<std::fs::DirEntry>| {
            // A thread may have ended since it was listed.
            let stat = std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
            stat.split(' ').next()?.parse().ok().map(Duration::from_nanos)
        };
        threads.filter_map(used).sum()
    }

    /// The resident memory of the process, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).expect("its status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
        line.trim().trim_end_matches(" kB").trim().parse::<u64>().expect("a number") * 1024
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

fn address_of(folder: &TempDir) -> String {
    format!("sqlite://{}", folder.path().join("bench.db").display())
}

/// Starts a process that serves the database in this folder. Returns it and its address.
fn serve(folder: &TempDir, flags: &[String]) -> (Child, String) {
    let database = address_of(folder);
    let mut command = Command::new(env!("CARGO_BIN_EXE_funhouse"));
    command.args(["serve", "--listen", "127.0.0.1:0", "--log", "warn", "--database", &database]).args(flags);
    let mut process = command.stdout(Stdio::piped()).spawn().expect("the server starts");
    let mut line = String::new();
    BufReader::new(process.stdout.take().expect("its output")).read_line(&mut line).expect("it says where it listens");
    let address = line.trim().rsplit("http://").next().expect("an address").to_owned();
    (process, address)
}

/// A table of Easy Slider, at which a tile is slid to and fro.
pub(crate) struct Sliding {
    path: String,
    slides: [Json; 2],
    played: usize,
}

impl Sliding {
    pub(crate) fn begin(server: &Server, agent: &Agent, token: &str) -> Self {
        let table = server.send(agent, "/v1/tables", Some(token), &json!({ "game": "easy-slider" }));
        let path = format!("/v1/tables/{}", table["id"].as_str().expect("a number"));
        let mut sliding = Self { path, slides: [Json::Null, Json::Null], played: 0 };
        sliding.slides[0] = sliding.slide(server, agent, token);
        sliding.go_on(server, agent, token);
        sliding.slides[1] = sliding.slide(server, agent, token);
        sliding
    }

    /// The path of the table.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    fn slide(&self, server: &Server, agent: &Agent, token: &str) -> Json {
        let shown = server.get(agent, &format!("{}?with_legal_moves=true", self.path), token);
        let legal = shown["position"]["legal_moves"]["moves"].as_array().expect("moves");
        legal.iter().find(|mv| mv["type"] == "slide").expect("a slide").clone()
    }

    /// Makes the next move, and waits until it is kept.
    pub(crate) fn go_on(&mut self, server: &Server, agent: &Agent, token: &str) {
        let body = json!({ "game": "easy-slider", "after": self.played, "moves": [self.slides[self.played % 2]] });
        server.send(agent, &format!("{}/moves", self.path), Some(token), &body);
        self.played += 1;
    }
}
