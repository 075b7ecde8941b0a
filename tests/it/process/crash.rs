//! Killed at any moment, the service has every run and every move at a table that it has acknowledged, once, and its boards and
//! counts are right.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use funhouse::rules::robot::Robot;
use serde_json::{Value as Json, json};

use crate::support::account::run_of;
use crate::support::eventually::until;
use crate::support::harness::{send, try_send};
use crate::support::process::Process;
use crate::support::walks;

/// A game that is soon over.
pub(crate) const GAME: &str = "whack-a-dummy";

const CLIENTS: u64 = 4;

/// Number of kills, unless `FUNHOUSE_CRASH_ROUNDS` is set.
const ROUNDS: u64 = 20;

/// What the service has acknowledged to the clients.
#[derive(Default)]
pub(crate) struct Promised {
    /// The number of each acknowledged run, by player and seed.
    pub(crate) runs: Mutex<BTreeMap<(u64, String), String>>,
    pub(crate) next: AtomicU64,
}

impl Promised {
    /// Number of acknowledged runs.
    pub(crate) fn len(&self) -> usize {
        self.runs.lock().expect("no client panics").len()
    }
}

/// Submits runs until the server is gone.
fn client(base: &str, n: u64, token: &str, promised: &Promised) {
    loop {
        let seed = format!("crash-{}", promised.next.fetch_add(1, Ordering::Relaxed));
        let bearer = format!("Bearer {token}");
        let run = run_of(GAME, &seed, Robot::Random, json!({}));
        let Ok(answer) = try_send(base, "POST", "/v1/runs", &[("authorization", &bearer)], Some(&run)) else { return };
        let id = answer.expect(201)["run"]["id"].as_str().expect("a number").to_owned();
        promised.runs.lock().expect("no client panics").insert((n, seed), id);
    }
}

/// All entries of a board of every run.
fn entries(base: &str) -> Vec<Json> {
    let mut entries = Vec::new();
    let mut cursor = String::new();
    loop {
        let path = format!("/v1/leaderboards/{GAME}?class=chosen&show=runs&limit=100{cursor}");
        let page = send(base, "GET", &path, &[], None).ok();
        entries.extend(page["entries"].as_array().expect("entries").clone());
        match page["next"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => {
                assert_eq!(page["count"], entries.len(), "the count is that of the entries");
                return entries;
            }
        }
    }
}

/// Compares what is there with what was promised.
pub(crate) fn check(base: &str, names: &[String], promised: &Promised) {
    let entries = entries(base);
    let mut found: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    let (mut rank, mut mark) = (1, None);
    for (at, entry) in entries.iter().enumerate() {
        let marked = (entry["score"].as_u64(), entry["moves"].as_u64());
        if let Some(before) = mark.replace(marked).filter(|before| *before != marked) {
            assert!(before < marked, "the best stand first");
            rank = at + 1;
        }
        assert_eq!(entry["rank"], rank, "ranks are right");
        let text = |value: &Json| value.as_str().expect("a text").to_owned();
        found.entry((text(&entry["player"]["name"]), text(&entry["seed"]))).or_default().push(text(&entry["run"]));
    }
    assert!(found.values().all(|runs| runs.len() == 1), "no run is there twice");
    for ((n, seed), id) in promised.runs.lock().expect("no client panics").iter() {
        let due = vec![id.clone()];
        assert_eq!(found.get(&(names[*n as usize].clone(), seed.clone())), Some(&due), "{seed} was acknowledged");
    }
}

#[test]
#[allow(clippy::disallowed_methods, reason = "more rounds are run by hand")]
fn acknowledged_runs_survive_kills() {
    let rounds = std::env::var("FUNHOUSE_CRASH_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(ROUNDS);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("crash.db");
    let promised = Promised::default();
    let names: Vec<String> = (0..CLIENTS).map(|n| format!("Player {n}")).collect();
    let mut server = Process::start(&file);
    let take =
        |name: &String| send(&server.base, "POST", "/v1/players", &[], Some(&json!({ "name": name }))).expect(201);
    let tokens: Vec<String> =
        names.iter().map(|name| take(name)["token"].as_str().expect("a token").to_owned()).collect();
    let mut draws = walks::draws("crash", 1);
    for _ in 0..rounds {
        let base = server.base.clone();
        thread::scope(|scope| {
            for (n, token) in (0..).zip(&tokens) {
                let (base, promised) = (&base, &promised);
                scope.spawn(move || client(base, n, token, promised));
            }
            // Each kill comes after a random number of runs, so that it lands anywhere in a commit.
            let due = promised.len() + 1 + draws.below(30) as usize;
            until("clients to submit runs", || promised.len() >= due);
            server.kill();
        });
        server = Process::start(&file);
        check(&server.base, &names, &promised);
    }
    println!("{} runs were acknowledged in {rounds} rounds", promised.len());
}

#[cfg(target_os = "linux")]
#[test]
#[allow(clippy::disallowed_methods, reason = "the test reads what the system says of the server")]
fn server_raises_its_limit_of_open_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Process::start_with_few_files(&folder.path().join("test.db"), 256);
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", server.child.id())).expect("the limits");
    let files = limits.lines().find_map(|line| line.strip_prefix("Max open files")).expect("a limit of files");
    let [current, most] = [0, 1].map(|n| files.split_whitespace().nth(n));
    assert_eq!(current, most);
    assert_ne!(current, Some("256"));
}

/// Number of tables with moves while the service is killed, unless `FUNHOUSE_CRASH_TABLES` is set.
const TABLES: usize = 24;

/// A table at which a tile is slid to and fro, and how many slides were acknowledged.
struct Sliding {
    path: String,
    /// The slides, which are made in turn: each leaves the hole where the other goes from.
    slides: [Json; 2],
    acknowledged: usize,
    /// The `Authorization` header of its player, who has one such table.
    bearer: String,
}

impl Sliding {
    fn begin(base: &str, name: &str) -> Self {
        let player = send(base, "POST", "/v1/players", &[], Some(&json!({ "name": name }))).expect(201);
        let bearer = format!("Bearer {}", player["token"].as_str().expect("a token"));
        let headers = [("authorization", bearer.as_str())];
        let table = send(base, "POST", "/v1/tables", &headers, Some(&json!({ "game": "easy-slider" }))).expect(201);
        let path = format!("/v1/tables/{}", table["id"].as_str().expect("a number"));
        let slide = || {
            let shown = send(base, "GET", &format!("{path}?with_legal_moves=true"), &headers, None).ok();
            let legal = shown["position"]["legal_moves"]["moves"].as_array().expect("moves").clone();
            legal.into_iter().find(|mv| mv["type"] == "slide").expect("a slide")
        };
        let first = slide();
        let (path, bearer) = (path.clone(), bearer.clone());
        let mut table = Self { path, slides: [first, Json::Null], acknowledged: 0, bearer };
        table.go_on(base).expect("the server is there");
        table.slides[1] = slide();
        table
    }

    /// Makes the next move; none once the server is gone. A move whose answer was lost is sent again as it was.
    fn go_on(&mut self, base: &str) -> Option<()> {
        let body =
            json!({ "game": "easy-slider", "after": self.acknowledged, "moves": [self.slides[self.acknowledged % 2]] });
        let path = format!("{}/moves", self.path);
        let answer = try_send(base, "POST", &path, &[("authorization", &self.bearer)], Some(&body)).ok()?;
        let shown = answer.ok();
        self.acknowledged += 1;
        assert_eq!(shown["moves"], self.acknowledged, "{}", self.path);
        Some(())
    }
}

#[test]
#[allow(clippy::disallowed_methods, reason = "more tables and rounds are run by hand")]
fn acknowledged_table_moves_survive_kills_in_order() {
    let shown = |name: &str| std::env::var(name).ok().and_then(|number| number.parse().ok());
    let rounds = shown("FUNHOUSE_CRASH_ROUNDS").unwrap_or(ROUNDS / 2);
    let count = shown("FUNHOUSE_CRASH_TABLES").map_or(TABLES, |tables| tables as usize);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tables.db");
    let mut server = Process::start(&file);
    let mut tables: Vec<Sliding> = (0..count).map(|n| Sliding::begin(&server.base, &format!("Player {n}"))).collect();
    let mut draws = walks::draws("crash-tables", 1);
    let acknowledged = AtomicU64::new(0);
    for _ in 0..rounds {
        let base = server.base.clone();
        thread::scope(|scope| {
            for own in tables.chunks_mut(count.div_ceil(8)) {
                let (base, acknowledged) = (&base, &acknowledged);
                scope.spawn(move || {
                    for table in (0..own.len()).cycle() {
                        let Some(()) = own[table].go_on(base) else { return };
                        acknowledged.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
            // Each kill comes after a random number of moves, so that it lands anywhere in a commit.
            let due = acknowledged.load(Ordering::Relaxed) + 1 + draws.below(count as u64 * 4);
            until("players to move", || acknowledged.load(Ordering::Relaxed) >= due);
            server.kill();
        });
        server = Process::start(&file);
    }
    let mut all = 0;
    for table in &mut tables {
        // What was on its way when the service was killed last is there or not: sent once more, it is there once.
        table.go_on(&server.base).expect("the server is there");
        let headers = [("authorization", table.bearer.as_str())];
        send(&server.base, "POST", &format!("{}/resignation", table.path), &headers, None).ok();
        let run = send(&server.base, "GET", &format!("{}/run", table.path), &[], None).ok();
        let due: Json = table.slides.iter().cycle().take(table.acknowledged).cloned().collect();
        assert_eq!(run["run"]["moves"], due, "{}", table.path);
        let replay = send(&server.base, "POST", "/v1/games/easy-slider/replay", &[], Some(&run["run"])).ok();
        assert_eq!(replay["legal"], true);
        all += table.acknowledged;
    }
    assert!(all > count * 2, "{all} moves were acknowledged");
    println!("{all} moves at {count} tables were acknowledged in {rounds} rounds");
}
