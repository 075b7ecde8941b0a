//! A real server on a port of its own with a database of its own, and a client to it.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Parser as _;
use funhouse::api::shared::Shared;
use funhouse::api::{
    endpoint::{self, Path},
    routes,
};
use funhouse::clock::Clock;
use funhouse::pool::Pool;
use serde_json::{Value as Json, json};
use tempfile::TempDir;
use ureq::Agent;
use ureq::http::Response;

use crate::support::databases::{Kind, address_of, kind};
use crate::support::eventually::PATIENCE;

/// The server that tests share which store nothing, so that they cannot disturb one another.
static SHARED: LazyLock<Server> = LazyLock::new(|| Server::start_flagged(&["--no-limits"]));

#[derive(clap::Parser)]
struct Flags {
    #[command(flatten)]
    config: funhouse::config::ServeConfig,
}

/// How many instances of the service share a database on PostgreSQL.
const INSTANCES: usize = 3;

/// A server of its own, with a database of its own; on PostgreSQL it may be several that share the database, which answer requests in turn.
pub(crate) struct Server {
    instances: Vec<Instance>,
    next: AtomicUsize,
    /// What its handlers share: the clock to be moved, the seeds to be foretold.
    pub(crate) shared: Shared,
    /// The folder of its database, unless it shares another's; gone with the server.
    pub(crate) folder: TempDir,
}

impl Server {
    /// Starts a server on a port that is free: as many as share a database.
    pub(crate) fn start() -> Self {
        Self::start_all(&["--no-limits"])
    }

    /// Starts a server with these flags on a port that is free: as many as share a database.
    pub(crate) fn start_all(flags: &[&str]) -> Self {
        let mut server = Self::start_flagged(flags);
        let database = server.database();
        for _ in 1..if kind() == Kind::Postgres { INSTANCES } else { 1 } {
            let clock = server.shared.clock.clone();
            let (instance, _) = Instance::start(&database, flags, clock, Vec::new(), |shared| shared);
            server.instances.push(instance);
        }
        server
    }

    /// Starts another server on the database of this one, with a clock of its own.
    pub(crate) fn start_another(other: &Self) -> Self {
        let (instance, shared) =
            Instance::start(&other.database(), &["--no-limits"], clock(), Vec::new(), |shared| shared);
        let folder = tempfile::tempdir().expect("a folder");
        Self { instances: vec![instance], next: AtomicUsize::new(0), shared, folder }
    }

    /// Starts a server that shares its database with none.
    pub(crate) fn start_alone() -> Self {
        Self::start_with(Vec::new(), None)
    }

    /// Starts a server with more paths than the service has, and with a pool of the test's own.
    pub(crate) fn start_with(more: Vec<Path>, pool: Option<Pool>) -> Self {
        Self::start_as(&["--no-limits"], more, |shared| Shared { pool: pool.unwrap_or(shared.pool), ..shared })
    }

    /// Starts a server with these flags: with limits, unless they say otherwise.
    pub(crate) fn start_flagged(flags: &[&str]) -> Self {
        Self::start_as(flags, Vec::new(), |shared| shared)
    }

    /// Starts a server on the database that a server in this folder left, with the clock ahead by so many milliseconds.
    pub(crate) fn start_ahead(folder: TempDir, millis: i64) -> Self {
        let clock = clock();
        clock.set_ahead(millis);
        Self::start_in(folder, &["--no-limits"], clock, Vec::new(), |shared| shared)
    }

    /// Starts a server with something else in what its handlers share.
    pub(crate) fn start_changed(change: impl FnOnce(Shared) -> Shared + Send + 'static) -> Self {
        Self::start_as(&["--no-limits"], Vec::new(), change)
    }

    /// Stops the server, and gives the folder of its database.
    pub(crate) fn stop(self) -> TempDir {
        self.folder
    }

    /// Starts a server with these flags and more paths than the service has, and with something else in what its handlers share.
    pub(crate) fn start_as(
        flags: &[&str],
        more: Vec<Path>,
        change: impl FnOnce(Shared) -> Shared + Send + 'static,
    ) -> Self {
        Self::start_in(tempfile::tempdir().expect("a folder"), flags, clock(), more, change)
    }

    fn start_in(
        folder: TempDir,
        flags: &[&str],
        clock: Clock,
        more: Vec<Path>,
        change: impl FnOnce(Shared) -> Shared + Send + 'static,
    ) -> Self {
        let database = address_of(&folder.path().join("test.db"));
        let (instance, shared) = Instance::start(&database, flags, clock, more, change);
        Self { instances: vec![instance], next: AtomicUsize::new(0), shared, folder }
    }

    /// The address of its database.
    pub(crate) fn database(&self) -> String {
        address_of(&self.folder.path().join("test.db"))
    }

    /// Makes a request, with JSON if there is a body.
    pub(crate) fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&Json>) -> Answer {
        send(self.base(), method, path, headers, body)
    }

    /// The base of the address of the metrics, where they have one of their own.
    pub(crate) fn metrics_base(&self) -> Option<String> {
        self.instances[0].metrics.map(|address| format!("http://{address}"))
    }

    /// The bases of all addresses, of each instance.
    pub(crate) fn bases(&self) -> Vec<&str> {
        self.instances.iter().map(|instance| instance.base.as_str()).collect()
    }

    /// The base of all addresses: of the instance whose turn it is.
    pub(crate) fn base(&self) -> &str {
        let turn = self.next.fetch_add(1, Ordering::Relaxed);
        &self.instances[turn % self.instances.len()].base
    }
}

/// A clock whose day lasts until the test is done: right before midnight it shows the next day.
fn clock() -> Clock {
    const LONGEST_TEST: i64 = 20 * 60_000;
    let now = Clock::default().now();
    let left = now.day().end().millis() - now.millis();
    Clock::with_offset(if left < LONGEST_TEST { left } else { 0 })
}

/// The flags that let a service wait for its database on a machine that is busy with other work, unless these flags set another time.
pub(crate) fn patient_unless(flags: &[&str]) -> Vec<&'static str> {
    const FLAG: &str = "--database-timeout";
    if flags.contains(&FLAG) { Vec::new() } else { vec![FLAG, "120"] }
}

/// An instance of the service, on a thread of its own, which ends when this is dropped.
struct Instance {
    base: String,
    metrics: Option<std::net::SocketAddr>,
    handle: actix_web::dev::ServerHandle,
}

impl Instance {
    /// Starts an instance, and gives what its handlers share.
    fn start(
        database: &str,
        flags: &[&str],
        clock: Clock,
        more: Vec<Path>,
        change: impl FnOnce(Shared) -> Shared + Send + 'static,
    ) -> (Self, Shared) {
        let arguments = ["test", "--listen", "127.0.0.1:0", "--log", "off", "--database", database];
        let patient = patient_unless(flags);
        let flags = Flags::parse_from(arguments.iter().chain(&patient).chain(flags));
        let (send, receive) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let opened = funhouse::server::open_at(&flags.config, clock).await;
                let shared = change(opened.expect("a new database"));
                let paths = endpoint::paths(routes::endpoints()).into_iter().chain(more).collect();
                let service = funhouse::server::bind_paths(&flags.config, shared.clone(), paths).expect("a free port");
                let (base, handle) = (format!("http://{}", service.address), service.server.handle());
                send.send((Self { base, metrics: service.metrics, handle }, shared)).expect("the test waits");
                service.server.await.expect("the server runs");
            });
        });
        receive.recv().expect("the server starts")
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        // It is told to stop by this very call; nobody waits until it has.
        drop(self.handle.stop(false));
    }
}

/// Makes a request of a server, with JSON if there is a body.
pub(crate) fn send(base: &str, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&Json>) -> Answer {
    try_send(base, method, path, headers, body).expect("the server answers")
}

/// Makes a request of a server that may be gone.
pub(crate) fn try_send(
    base: &str,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<&Json>,
) -> Result<Answer, ureq::Error> {
    let request = ureq::http::Request::builder().method(method).uri(format!("{base}{path}"));
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    let answer = match body {
        Some(body) => {
            let request = request.header("content-type", "application/json").body(body.to_string());
            agent().run(request.expect("it is a request"))
        }
        None => agent().run(request.body(()).expect("it is a request")),
    };
    Answer::of(answer?)
}

/// An answer: status, headers and body.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: ureq::http::HeaderMap,
    pub(crate) body: String,
}

impl Answer {
    fn of(response: Response<ureq::Body>) -> Result<Self, ureq::Error> {
        let (head, mut body) = response.into_parts();
        let body = body.with_config().limit(50_000_000).read_to_string()?;
        Ok(Self { status: head.status.as_u16(), headers: head.headers, body })
    }

    pub(crate) fn json(&self) -> Json {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("not JSON ({e}): {}", self.body))
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("a header is text"))
    }

    /// The answer's JSON, which must come with 200.
    pub(crate) fn ok(&self) -> Json {
        self.expect(200)
    }

    /// The answer's JSON, which must come with this status.
    pub(crate) fn expect(&self, status: u16) -> Json {
        assert_eq!(self.status, status, "{}", self.body);
        self.json()
    }

    /// The problem of this status and code; also checks what all problems have in common.
    pub(crate) fn problem(&self, status: u16, code: &str) -> Json {
        assert_eq!(self.status, status, "{}", self.body);
        assert_eq!(self.header("content-type"), "application/problem+json");
        assert!(!self.header("x-request-id").is_empty(), "every answer has a request id");
        let problem = self.json();
        assert_eq!(problem["code"], code, "{problem}");
        assert_eq!(problem["status"], status, "{problem}");
        assert_eq!(problem["type"], format!("/v1/problems#{code}"));
        assert!(problem["title"].is_string() && problem["detail"].is_string(), "{problem}");
        problem
    }
}

fn agent() -> Agent {
    let config = Agent::config_builder().http_status_as_error(false).max_redirects(0).timeout_global(Some(PATIENCE));
    config.build().new_agent()
}

pub(crate) fn url(path: &str) -> String {
    format!("{}{path}", SHARED.base())
}

/// Where the server listens: address and port.
pub(crate) fn address() -> &'static str {
    SHARED.base().trim_start_matches("http://")
}

pub(crate) fn get(path: &str) -> Answer {
    get_with(path, &[])
}

pub(crate) fn get_with(path: &str, headers: &[(&str, &str)]) -> Answer {
    let request = headers.iter().fold(agent().get(url(path)), |request, (name, value)| request.header(*name, *value));
    Answer::of(request.call().expect("the server answers")).expect("an answer")
}

pub(crate) fn post(path: &str, body: &Json) -> Answer {
    post_bytes(path, body.to_string().as_bytes(), &[("content-type", "application/json")])
}

pub(crate) fn post_bytes(path: &str, body: &[u8], headers: &[(&str, &str)]) -> Answer {
    let request = headers.iter().fold(agent().post(url(path)), |request, (name, value)| request.header(*name, *value));
    Answer::of(request.send(body).expect("the server answers")).expect("an answer")
}

/// A request of any method without a body.
pub(crate) fn request(method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
    let request = ureq::http::Request::builder().method(method).uri(url(path));
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    let request = request.body(()).expect("it is a request");
    let config = agent().configure_request(request).allow_non_standard_methods(true).build();
    Answer::of(agent().run(config).expect("the server answers")).expect("an answer")
}

/// Deals a game.
pub(crate) fn deal(game: &str, seed: &str, options: &Json) -> Json {
    post(&format!("/v1/games/{game}/deal"), &json!({ "seed": seed, "options": options })).ok()
}
