//! The CPU time of each GET route, in one table: what one address can make the service do with requests that are not counted as long work.
//!
//! The routes are those of the OpenAPI document, each with the first game that it names, and those of the pages. Event streams do
//! not end, so they are not among them.

use std::collections::BTreeMap;
use std::time::Duration;

use funhouse::rules::game::{ScoreCard as _, State};
use funhouse::rules::games::epic_funhouse::slide_jam::SlideJam;
use funhouse::rules::replay::MAX_MOVES;
use funhouse::rules::robot::Robot;
use serde_json::{Value as Json, json};

use super::flood::{Connection, answer, request};
use super::server::Server;

/// How often each route is requested before and while it is measured.
const WARM_UP: usize = 5;
const REQUESTS: usize = 100;
/// Routes that take more than this are marked.
const MAX_CPU: Duration = Duration::from_millis(1);
/// The token of the moderator, as in the header.
const MODERATOR: &str = "Bearer moderator-of-the-benchmark-0123456789";
/// A route that does not end.
const STREAM: &str = "/v1/tables/{id}/events";
/// Routes that the document does not list.
const PAGES: [&str; 6] =
    ["/", "/play", "/docs/", "/docs/api", "/oembed?url=http://bench/play/runs/{run}", "/embed/runs/{run}"];

pub(crate) fn measure() {
    let server = Server::funhouse(&["--no-pars", "--moderator-token", &MODERATOR["Bearer ".len()..]]);
    let stored = Stored::new(&server.address);
    println!("\nCPU time of each GET route in ms, mean of {REQUESTS} requests; marked above {MAX_CPU:?}:");
    println!("  {:<42}{:>7}{:>10}{:>10}{:>10}", "", "status", "bytes", "identity", "br");
    for (route, path) in stored.routes(&server.address) {
        let headers = stored.headers(&route);
        let [identity, br] = ["identity", "br"].map(|encoding| {
            let headers = [&headers[..], &[("accept-encoding", encoding)]].concat();
            cpu_of(&server, &request("GET", &path, &headers, ""))
        });
        let mark = if identity.cpu.max(br.cpu) > MAX_CPU { "  <--" } else { "" };
        let [ms, ms_br] = [identity.cpu, br.cpu].map(|cpu| cpu.as_secs_f64() * 1e3);
        println!("  {route:<42}{:>7}{:>10}{ms:>10.3}{ms_br:>10.3}{mark}", identity.status, identity.bytes);
    }
}

/// What a request takes.
struct Taken {
    status: u16,
    bytes: usize,
    cpu: Duration,
}

fn cpu_of(server: &Server, request: &[u8]) -> Taken {
    let mut connection = Connection::open(&server.address);
    let mut get = || connection.send(request).map(|status| (status, connection.body.len())).expect("it is answered");
    for _ in 0..WARM_UP {
        get();
    }
    let before = cpu_of_process(server.process());
    for _ in 0..REQUESTS {
        get();
    }
    let cpu = (cpu_of_process(server.process()) - before) / REQUESTS as u32;
    let (status, bytes) = get();
    Taken { status, bytes, cpu }
}

/// The CPU time that the threads of a process have used so far.
fn cpu_of_process(id: u32) -> Duration {
    let threads = std::fs::read_dir(format!("/proc/{id}/task")).expect("its threads");
    let of_thread = |thread: std::io::Result<std::fs::DirEntry>| {
        let text = std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse::<u64>().ok()
    };
    Duration::from_nanos(threads.filter_map(of_thread).sum())
}

/// What is stored before the routes are measured.
struct Stored {
    bearer: String,
    player: String,
    run: String,
    table: String,
    date: String,
}

impl Stored {
    fn new(address: &str) -> Self {
        let post = |path, headers: &[(&str, &str)], body: Json| {
            answer(address, &request("POST", path, headers, &body.to_string()))
        };
        let created = post("/v1/players", &[], json!({ "name": "Bench" }));
        let bearer = format!("Bearer {}", text(&created["token"]));
        let token = [("authorization", bearer.as_str())];
        let receipt = post("/v1/runs", &token, run());
        let table = post("/v1/tables", &token, json!({ "game": "queensland", "seats": ["you", "robot"] }));
        let daily = answer(address, &request("GET", "/v1/daily", &[], ""));
        Self {
            player: text(&created["player"]["id"]),
            run: text(&receipt["run"]["id"]),
            table: text(&table["id"]),
            date: text(&daily["date"]),
            bearer,
        }
    }

    /// All routes, each with a path.
    fn routes(&self, address: &str) -> BTreeMap<String, String> {
        let get = |path| answer(address, &request("GET", path, &[], ""));
        let (document, catalogue) = (get("/openapi.json"), get("/v1/games"));
        let games = catalogue["games"].as_array().expect("games").iter();
        let games: Vec<String> = games.map(|game| text(&game["id"])).collect();
        let paths = document["paths"].as_object().expect("paths").iter();
        let listed = paths.filter(|(_, operations)| operations.get("get").is_some()).map(|(path, _)| path.as_str());
        let mut routes = BTreeMap::new();
        for path in listed.filter(|path| *path != STREAM).chain(PAGES) {
            routes.entry(route_of(path, &games)).or_insert_with(|| self.path_of(path));
        }
        routes
    }

    /// A path of a route, whose parameters name what is stored.
    fn path_of(&self, route: &str) -> String {
        let id = match route.split('/').nth(2) {
            Some("players") => &self.player,
            Some("runs") => &self.run,
            _ => &self.table,
        };
        let known = [
            ("{id}", id.as_str()),
            ("{run}", &self.run),
            ("{n}", "5"),
            ("{date}", &self.date),
            ("{game}", if route.contains("ratings") { "queensland" } else { "slide-jam" }),
            ("{part}", "slide-jam"),
        ];
        known.iter().fold(route.to_owned(), |path, (name, value)| path.replace(name, value))
    }

    /// The headers that a route needs.
    fn headers(&self, route: &str) -> Vec<(&str, &str)> {
        let is_personal = ["/v1/players", "/v1/tables", "/v1/runs"].iter().any(|start| route.starts_with(start));
        if is_personal {
            vec![("authorization", self.bearer.as_str())]
        } else if route.starts_with("/v1/moderation") {
            vec![("authorization", MODERATOR)]
        } else {
            Vec::new()
        }
    }
}

/// The route of a path: the paths of one game stand for those of all games.
fn route_of(path: &str, games: &[String]) -> String {
    let part = |part: &str| if games.iter().any(|game| game == part) { "{game}".to_owned() } else { part.to_owned() };
    path.split('/').map(part).collect::<Vec<_>>().join("/")
}

/// A run of the greedy robot.
fn run() -> Json {
    let mut state = State::<SlideJam>::deal("routes".parse().expect("a seed"), Default::default());
    let mut moves = Vec::new();
    Robot::Greedy.play_out(&mut state, MAX_MOVES, |mv, _| moves.push(mv.clone()));
    json!({
        "game": "slide-jam", "rules": 1, "seed": "routes", "options": state.options(), "moves": moves,
        "score": state.score().total(),
    })
}

fn text(of: &Json) -> String {
    of.as_str().unwrap_or_else(|| panic!("not a text: {of}")).to_owned()
}
