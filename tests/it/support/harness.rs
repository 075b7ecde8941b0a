//! A real server with its own port and database, and a client for it.

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

use crate::support::databases::{Kind, Of, address_of, kind};
use crate::support::eventually::PATIENCE;

/// The server that is shared by tests that store nothing.
static SHARED: LazyLock<Server> = LazyLock::new(|| Server::start_flagged(&["--no-limits"]));

#[derive(clap::Parser)]
struct Flags {
    #[command(flatten)]
    config: funhouse::config::ServeConfig,
}

/// How many instances of the service share a database on PostgreSQL.
const INSTANCES: usize = 3;

/// A server with its own database. On PostgreSQL, it may consist of several instances, which answer requests in turn.
pub(crate) struct Server {
    instances: Vec<Instance>,
    next: AtomicUsize,
    /// What its handlers share, such as the clock, which tests set.
    pub(crate) shared: Shared,
    /// The folder of its database, unless it shares another's. Deleted with the server.
    pub(crate) folder: TempDir,
}

/// Starts three instances on one database; none where PostgreSQL is not installed.
pub(crate) fn three_instances() -> Option<(Server, Of)> {
    let chosen = Of::kind(Kind::Postgres);
    scratch_postgres::shared().ok()?;
    Some((Server::start(), chosen))
}

impl Server {
    /// Starts a server: on PostgreSQL, several instances.
    pub(crate) fn start() -> Self {
        Self::start_all(&["--no-limits"])
    }

    /// Starts a server with these flags: on PostgreSQL, several instances.
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

    /// Starts another server on the same database, with its own clock.
    pub(crate) fn start_another(other: &Self) -> Self {
        Self::start_another_flagged(other, &["--no-limits"])
    }

    /// Starts another server with these flags on the same database, with its own clock.
    pub(crate) fn start_another_flagged(other: &Self, flags: &[&str]) -> Self {
        let (instance, shared) = Instance::start(&other.database(), flags, clock(), Vec::new(), |shared| shared);
        let folder = tempfile::tempdir().expect("a folder");
        Self { instances: vec![instance], next: AtomicUsize::new(0), shared, folder }
    }

    /// Starts a server of one instance.
    pub(crate) fn start_alone() -> Self {
        Self::start_with(Vec::new(), None)
    }

    /// Starts a server with additional paths, and with the pool of the test.
    pub(crate) fn start_with(more: Vec<Path>, pool: Option<Pool>) -> Self {
        Self::start_as(&["--no-limits"], more, |shared| Shared { pool: pool.unwrap_or(shared.pool), ..shared })
    }

    /// Starts a server with these flags. Limits are on by default.
    pub(crate) fn start_flagged(flags: &[&str]) -> Self {
        Self::start_as(flags, Vec::new(), |shared| shared)
    }

    /// Starts a server on the database that a server in this folder left, with the clock ahead by this many milliseconds.
    pub(crate) fn start_ahead(folder: TempDir, millis: i64) -> Self {
        let clock = clock();
        clock.set_ahead(millis);
        Self::start_in(folder, &["--no-limits"], clock, Vec::new(), |shared| shared)
    }

    /// Starts a server after changing what its handlers share.
    pub(crate) fn start_changed(change: impl FnOnce(Shared) -> Shared + Send + 'static) -> Self {
        Self::start_as(&["--no-limits"], Vec::new(), change)
    }

    /// Stops the server, and returns the folder of its database.
    pub(crate) fn stop(self) -> TempDir {
        self.folder
    }

    /// Starts a server with these flags and additional paths, after changing what its handlers share.
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

    /// Sends a request, with JSON if there is a body.
    pub(crate) fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&Json>) -> Answer {
        send(self.base(), method, path, headers, body)
    }

    /// The base URL of the metrics, if they have a separate address.
    pub(crate) fn metrics_base(&self) -> Option<String> {
        self.instances[0].metrics.map(|address| format!("http://{address}"))
    }

    /// The base URL of each instance.
    pub(crate) fn bases(&self) -> Vec<&str> {
        self.instances.iter().map(|instance| instance.base.as_str()).collect()
    }

    /// The base URL of the instance whose turn it is.
    pub(crate) fn base(&self) -> &str {
        let turn = self.next.fetch_add(1, Ordering::Relaxed);
        &self.instances[turn % self.instances.len()].base
    }
}

/// A clock whose day outlasts the test: right before midnight it shows the next day.
fn clock() -> Clock {
    const LONGEST_TEST: i64 = 20 * 60_000;
    let now = Clock::default().now();
    let left = now.day().end().millis() - now.millis();
    Clock::with_offset(if left < LONGEST_TEST { left } else { 0 })
}

/// The flags with which a service waits for its database on a busy machine, unless these flags set another time.
pub(crate) fn patient_unless(flags: &[&str]) -> Vec<&'static str> {
    const FLAG: &str = "--database-timeout";
    if flags.contains(&FLAG) { Vec::new() } else { vec![FLAG, "120"] }
}

/// An instance of the service on its own thread. It ends when this is dropped.
struct Instance {
    base: String,
    metrics: Option<std::net::SocketAddr>,
    handle: actix_web::dev::ServerHandle,
}

impl Instance {
    /// Starts an instance, and returns what its handlers share.
    fn start(
        database: &str,
        flags: &[&str],
        clock: Clock,
        more: Vec<Path>,
        change: impl FnOnce(Shared) -> Shared + Send + 'static,
    ) -> (Self, Shared) {
        let arguments = ["test", "--listen", "127.0.0.1:0", "--log", "off", "--no-pars", "--database", database];
        let patient = patient_unless(flags);
        let flags = Flags::parse_from(arguments.iter().chain(&patient).chain(flags));
        let (send, receive) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let opened = funhouse::server::open_at(&flags.config, clock).await;
                let shared = change(opened.expect("a new database"));
                let paths = endpoint::paths(routes::endpoints()).into_iter().chain(more).collect();
                let service = funhouse::server::bind_paths(&flags.config, shared.clone(), paths).expect("a free port");
                let (base, handle) = (format!("http://{}", service.address), service.handle());
                send.send((Self { base, metrics: service.metrics, handle }, shared)).expect("the test waits");
                service.run().await.expect("the server runs");
            });
        });
        receive.recv().expect("the server starts")
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        // The call itself sends the order to stop; the future, which waits for the end, is not needed.
        drop(self.handle.stop(false));
    }
}

/// Sends a request to a server, with JSON if there is a body.
pub(crate) fn send(base: &str, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&Json>) -> Answer {
    try_send(base, method, path, headers, body).expect("the server answers")
}

/// Sends a request to a server that may be gone.
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

/// Sends a text of a media type to a server.
pub(crate) fn post_text(base: &str, path: &str, media_type: &str, headers: &[(&str, &str)], text: &str) -> Answer {
    let request = ureq::http::Request::builder().method("POST").uri(format!("{base}{path}"));
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    let request = request.header("content-type", media_type).body(text.to_owned());
    let answer = agent().run(request.expect("it is a request")).expect("the server answers");
    Answer::of(answer).expect("a whole response")
}

/// A response: status, headers and body.
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

    /// Returns the JSON of a response with status 200.
    pub(crate) fn ok(&self) -> Json {
        self.expect(200)
    }

    /// Returns the JSON of a response with this status.
    pub(crate) fn expect(&self, status: u16) -> Json {
        assert_eq!(self.status, status, "{}", self.body);
        self.json()
    }

    /// Returns the problem with this status and code, after checking what all problems have in common.
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

pub(crate) fn agent() -> Agent {
    let config = Agent::config_builder().http_status_as_error(false).max_redirects(0).timeout_global(Some(PATIENCE));
    config.build().new_agent()
}

pub(crate) fn url(path: &str) -> String {
    format!("{}{path}", SHARED.base())
}

/// The path that a link leads to, relative or not, on a page or in a module at a path.
pub(crate) fn resolved(path: &str, link: &str) -> String {
    if link.starts_with('/') {
        return link.to_owned();
    }
    let (folder, _) = path.rsplit_once('/').expect("a path");
    let mut steps: Vec<&str> = folder.split('/').collect();
    for step in link.split('/') {
        match step {
            "." => {}
            ".." => drop(steps.pop()),
            step => steps.push(step),
        }
    }
    steps.join("/")
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
