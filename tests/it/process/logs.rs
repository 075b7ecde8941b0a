//! The log of a server as a separate process.

#![allow(clippy::disallowed_types, reason = "a terminal is a file")]

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use serde_json::Value as Json;
use tempfile::TempDir;

use crate::support::databases::{Of, address_of, meddle};
use crate::support::eventually::PATIENCE;
use crate::support::store::wait;

/// A server whose log goes to a place that the test sets.
struct Logging {
    child: Child,
    base: String,
    client: ureq::Agent,
    folder: TempDir,
}

impl Logging {
    fn start(stderr: Stdio) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut child = Command::new(env!("CARGO_BIN_EXE_funhouse"))
            .args([
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--no-limits",
                "--database-timeout",
                "120",
                "--database",
                &address_of(&folder.path().join("test.db")),
            ])
            .stdout(Stdio::piped())
            .stderr(stderr)
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("its output"));
        output.read_line(&mut line).expect("it says where it listens");
        let base = line.trim().rsplit(' ').next().expect("an address").to_owned();
        let patience = Some(PATIENCE);
        let client = ureq::Agent::config_builder().http_status_as_error(false).timeout_global(patience).build();
        Self { child, base, client: client.new_agent(), folder }
    }

    /// The response of a path to a request with this id.
    fn get(&self, path: &str, id: &str) -> String {
        let answer = self.client.get(format!("{}{path}", self.base)).header("x-request-id", id).call();
        answer.expect("it answers").body_mut().read_to_string().expect("an answer of text")
    }

    /// Stops the server as a service manager does.
    fn stop(&mut self) {
        kill_process(Pid::from_child(&self.child), Signal::TERM).expect("it runs");
        assert!(self.child.wait().expect("it ends").success());
    }
}

/// A test that fails leaves no server behind.
impl Drop for Logging {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn parsed(line: &str) -> Json {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("not JSON ({error}): {line}"))
}

#[test]
fn log_has_one_json_line_per_request() {
    let mut server = Logging::start(Stdio::piped());
    for n in 0..200 {
        server.get("/v1/games/slide-jam?rules=1", &format!("request-{n}"));
    }
    let mut log = String::new();
    server.stop();
    server.child.stderr.take().expect("its log").read_to_string(&mut log).expect("it is text");
    let lines: Vec<Json> = log.lines().map(parsed).collect();
    for n in 0..200 {
        let id = format!("request-{n}");
        let line = lines.iter().find(|line| line["id"] == id.as_str()).unwrap_or_else(|| panic!("no line of {id}"));
        assert_eq!((&line["level"], &line["target"]), (&"INFO".into(), &"funhouse::request".into()));
        let logged = (&line["method"], &line["path"], &line["status"]);
        assert_eq!(logged, (&"GET".into(), &"/v1/games/slide-jam".into(), &200.into()), "without the query");
        assert!(line["micros"].is_u64() && line["timestamp"].is_string(), "{line}");
    }
}

#[test]
fn log_has_no_user_ids_of_apps() {
    let mut server = Logging::start(Stdio::piped());
    for rest in ["", "/export", "/unknown", "/%2e%2e"] {
        server.get(&format!("/v1/apps/1/users/person-4711{rest}"), "request-of-app");
    }
    let mut log = String::new();
    server.stop();
    server.child.stderr.take().expect("its log").read_to_string(&mut log).expect("it is text");
    assert_eq!(log.matches("request-of-app").count(), 4, "{log}");
    assert!(!log.contains("person-4711"), "{log}");
}

#[test]
fn outage_is_logged_once_with_id_of_its_request() {
    let _files = Of::files();
    let mut server = Logging::start(Stdio::piped());
    let database = address_of(&server.folder.path().join("test.db"));
    let rename = |from: &str, to: &str| wait(meddle(&database, &format!("ALTER TABLE {from} RENAME TO {to}")));
    rename("runs", "elsewhere");
    for n in 0..50 {
        assert!(server.get("/v1/runs/1", &format!("failed-{n}")).contains("store_unavailable"));
    }
    rename("elsewhere", "runs");
    let log = BufReader::new(server.child.stderr.take().expect("its log")).lines();
    let log = log.map(|line| parsed(&line.expect("it is text")));
    let of_store = log.filter(|line| line["target"] == "funhouse::store");
    let lines: Vec<Json> = of_store.take(2).collect();
    let shown = |line: &Json| {
        [&line["level"], &line["operation"], &line["message"]].map(|text| text.as_str().map(str::to_owned))
    };
    let due = |texts: [&str; 3]| texts.map(|text| Some(text.to_owned()));
    assert_eq!(shown(&lines[0]), due(["ERROR", "read", "the database fails"]));
    assert_eq!(lines[0]["span"]["id"], "failed-0");
    assert!(lines[0]["why"].as_str().expect("a reason").contains("runs"), "{}", lines[0]);
    assert_eq!(shown(&lines[1]), due(["WARN", "read", "the database works again"]));
    assert_eq!(lines[1]["failures"], 50);
}

#[test]
fn malformed_http_writes_nothing_to_log() {
    let mut server = Logging::start(Stdio::piped());
    let address = server.base.trim_start_matches("http://").to_owned();
    for _ in 0..20 {
        let mut socket = TcpStream::connect(&address).expect("it listens");
        socket.write_all(b"this is no request\r\n\r\n").expect("it takes bytes");
        // The connection is closed once the bytes were refused.
        let mut answer = Vec::new();
        let _ = socket.read_to_end(&mut answer);
        assert!(answer.starts_with(b"HTTP/1.1 400"), "{}", String::from_utf8_lossy(&answer));
    }
    server.get("/healthz", "after");
    server.stop();
    let mut log = String::new();
    server.child.stderr.take().expect("its log").read_to_string(&mut log).expect("it is text");
    assert!(log.contains("\"after\"") && !log.contains("actix_http"), "{log}");
}

#[test]
fn stalled_log_reader_blocks_nothing_and_sees_losses() {
    const REQUESTS: usize = 1200;
    let mut server = Logging::start(Stdio::piped());
    let path = format!("/{}", "x".repeat(2000));
    for _ in 0..REQUESTS {
        assert!(server.get(&path, "stalled").contains("not_found"));
    }
    let metrics = server.get("/metrics", "stalled");
    let counted = metrics.lines().find_map(|line| line.strip_prefix("funhouse_log_lines_lost_total "));
    let counted: usize = counted.expect("lost lines are counted").parse().expect("a number");
    assert!(counted > 0, "no line was lost: the bound of the buffer was not reached");

    let log = BufReader::new(server.child.stderr.take().expect("its log"));
    let mut read = 0;
    for line in log.lines().map(|line| parsed(&line.expect("it is text"))) {
        if line["target"] == "funhouse::logs" {
            // The request for the metrics was logged too.
            assert_eq!(read + line["lines"].as_u64().expect("a number") as usize, REQUESTS + 1);
            return;
        }
        read += usize::from(line["id"] == "stalled");
    }
    panic!("the log has no count of lost lines");
}

#[test]
fn terminal_log_is_text_without_requests() {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&terminal).expect("it is ours");
    unlockpt(&terminal).expect("it is ours");
    let path = ptsname(&terminal, Vec::new()).expect("it has a path");
    let slave = File::options().write(true).open(path.to_str().expect("text")).expect("its other side");
    let mut server = Logging::start(Stdio::from(slave));
    server.get("/healthz", "on-a-terminal");
    server.stop();
    // Reading from a terminal whose other side is closed ends with an error.
    let mut log = Vec::new();
    let _ = File::from(terminal).read_to_end(&mut log);
    let log = String::from_utf8(log).expect("text");
    let said = log.lines().any(|line| line.contains("INFO") && line.contains("listening"));
    assert!(said && !log.contains('{') && !log.contains("on-a-terminal"), "{log}");
}
