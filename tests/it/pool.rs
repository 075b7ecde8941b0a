//! Dear work and panics on a real server: what a caller is told, and that all others are served as before.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex};

use actix_web::{HttpRequest, HttpResponse, web};
use funhouse::api::endpoint::Path;
use funhouse::api::problem::Problem;
use funhouse::api::shared::Shared;
use funhouse::pool::{Bounds, PerLane, Pool};
use serde_json::json;

use crate::eventually::until;
use crate::harness::Server;
use crate::stored::{Account, slide_jam};

async fn panics() -> HttpResponse {
    panic!("coin {} is nowhere", 7)
}

async fn panics_in_the_pool(request: HttpRequest, shared: web::Data<Shared>) -> Result<HttpResponse, Problem> {
    shared.run_in_pool::<()>(&request, || panic!("die {} is nowhere", 8)).await?;
    Ok(HttpResponse::Ok().finish())
}

pub(crate) fn metric(server: &Server, name: &str) -> Option<u64> {
    let text = server.send("GET", "/metrics", &[], None).body;
    text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok())
}

#[test]
fn a_handler_that_panics_is_answered_for_with_a_problem_and_its_worker_lives() {
    let server = Server::start_with(vec![Path::get("/panics", || web::to(panics))], None);
    let headers = [("x-request-id", "which-one"), ("origin", "https://front.example")];
    // More often than there are workers.
    for _ in 0..20 {
        let answer = server.send("GET", "/panics", &headers, None);
        let problem = answer.problem(500, "internal_error");
        assert!(!problem.to_string().contains("nowhere"), "what a panic says is for the log: {problem}");
        assert_eq!(answer.header("x-request-id"), "which-one");
        assert_eq!(answer.header("access-control-allow-origin"), "*");
    }
    assert_eq!(server.send("GET", "/healthz", &[], None).status, 200);
    assert_eq!(metric(&server, "funhouse_http_handler_panics_total"), Some(20));
    let counted = r#"funhouse_http_request_duration_seconds_count{method="GET",route="/panics",status="5xx"}"#;
    assert_eq!(metric(&server, counted), Some(20));
}

#[test]
fn dear_work_that_panics_is_a_problem_and_its_thread_lives() {
    let server = Server::start_with(vec![Path::get("/panics", || web::to(panics_in_the_pool))], None);
    for _ in 0..20 {
        server.send("GET", "/panics", &[], None).problem(500, "internal_error");
    }
    Account::new(&server, "Ada").submit(&server, &slide_jam("after-panics")).expect(201);
    assert_eq!(metric(&server, "funhouse_pool_died_total"), Some(20));
    assert_eq!(metric(&server, "funhouse_http_handler_panics_total"), Some(0), "no handler did");
}

/// A gate before which work waits.
pub(crate) struct Gate {
    arrived: AtomicBool,
    open: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    pub(crate) const fn new() -> Self {
        Self { arrived: AtomicBool::new(false), open: Mutex::new(false), opened: Condvar::new() }
    }

    pub(crate) fn pass(&self) -> Result<(), Problem> {
        self.arrived.store(true, Ordering::Relaxed);
        let open = self.open.lock().expect("no work panics");
        drop(self.opened.wait_while(open, |open| !*open).expect("no work panics"));
        Ok(())
    }

    pub(crate) fn until_arrived(&self) {
        until("work at the gate", || self.arrived.load(Ordering::Relaxed));
    }

    pub(crate) fn open(&self) {
        *self.open.lock().expect("no work panics") = true;
        self.opened.notify_all();
    }
}

/// A pool of one thread for each lane.
pub(crate) fn pool_of(rest: Bounds) -> Pool {
    let bounds = PerLane { submissions: Bounds { all: 9, each: 9 }, rest };
    Pool::new(PerLane { submissions: 1, rest: 1 }, bounds).expect("threads")
}

/// Waits until so much work waits in the pool's lane of the rest.
fn until_waiting(server: &Server, count: u64) {
    let waits = || metric(server, "funhouse_pool_waiting{lane=\"rest\"}") == Some(count);
    until(format!("{count} jobs in the queue"), waits);
}

/// A request that is sent and not waited for.
fn sent(server: &Server, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.base().trim_start_matches("http://")).expect("the server listens");
    stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n").as_bytes()).expect("the request is sent");
    stream
}

fn status(mut stream: TcpStream) -> String {
    let mut head = [0; 12];
    stream.read_exact(&mut head).expect("the server answers");
    String::from_utf8_lossy(&head[9..]).into_owned()
}

#[test]
fn one_who_fills_a_share_is_refused_while_others_and_cheap_calls_are_served() {
    static GATE: Gate = Gate::new();
    async fn waits(request: HttpRequest, shared: web::Data<Shared>) -> Result<HttpResponse, Problem> {
        shared.run_in_pool(&request, || GATE.pass()).await?;
        Ok(HttpResponse::Ok().finish())
    }
    let pool = pool_of(Bounds { all: 9, each: 2 });
    let server = Server::start_with(vec![Path::get("/waits", || web::to(waits))], Some(pool));
    let begun = sent(&server, "/waits");
    GATE.until_arrived();
    let waiting = [sent(&server, "/waits"), sent(&server, "/waits")];
    until_waiting(&server, 2);
    let refused = server.send("GET", "/waits", &[], None);
    refused.problem(503, "busy");
    assert_eq!(refused.header("retry-after"), "1");
    assert_eq!(metric(&server, "funhouse_pool_refused_total{lane=\"rest\",bound=\"caller\"}"), Some(1));

    // Cheap calls of the same caller do not wait, and a player has a share besides that of the address.
    let ada = Account::new(&server, "Ada");
    server.send("POST", "/v1/games/slide-jam/deal", &[], Some(&json!({}))).ok();
    let adas = std::thread::scope(|scope| {
        let adas = scope.spawn(|| server.send("GET", "/waits", &[ada.header()], None));
        until_waiting(&server, 3);
        GATE.open();
        adas.join().expect("it is answered")
    });
    assert_eq!(adas.status, 200);
    for stream in [begun].into_iter().chain(waiting) {
        assert_eq!(status(stream), "200");
    }
    until_waiting(&server, 0);
}

#[test]
fn submissions_are_taken_and_done_while_other_work_fills_its_lane() {
    static GATE: Gate = Gate::new();
    async fn waits(request: HttpRequest, shared: web::Data<Shared>) -> Result<HttpResponse, Problem> {
        shared.run_in_pool(&request, || GATE.pass()).await?;
        Ok(HttpResponse::Ok().finish())
    }
    let pool = pool_of(Bounds { all: 2, each: 2 });
    let server = Server::start_with(vec![Path::get("/waits", || web::to(waits))], Some(pool));
    let ada = Account::new(&server, "Ada");
    let run = slide_jam("first");
    ada.submit(&server, &run).expect(201);
    let begun = sent(&server, "/waits");
    GATE.until_arrived();
    let waiting = [sent(&server, "/waits"), sent(&server, "/waits")];
    until_waiting(&server, 2);

    // Whatever replays a run for its reader, however small the request, waits in that lane.
    for path in ["/v1/runs/1/positions/1", "/v1/runs/1/positions/1/picture"] {
        server.send("GET", path, &[ada.header()], None).problem(503, "busy");
    }
    server.send("POST", "/v1/runs/1/verification", &[], None).problem(503, "busy");
    server.send("POST", "/v1/games/slide-jam/replay?trace=true", &[], Some(&run)).problem(503, "busy");
    // So does a built-in player that thinks.
    let dealt = server
        .send("POST", "/v1/games/queensland/deal", &[], Some(&json!({ "seed": "thinks", "seats": 2 })))
        .expect(200);
    server
        .send("POST", "/v1/games/queensland/plan", &[], Some(&json!({ "state": dealt["state"] })))
        .problem(503, "busy");
    let refused = "funhouse_pool_refused_total{lane=\"rest\",bound=\"all\"}";
    assert_eq!(metric(&server, refused), Some(5));

    for n in 0..18 {
        ada.submit(&server, &slide_jam(&format!("run-{n}"))).expect(201);
    }
    GATE.open();
    for stream in [begun].into_iter().chain(waiting) {
        assert_eq!(status(stream), "200");
    }
}

#[test]
fn work_of_a_client_that_hangs_up_is_not_begun() {
    static GATE: Gate = Gate::new();
    static BEGUN: AtomicBool = AtomicBool::new(false);
    async fn waits(request: HttpRequest, shared: web::Data<Shared>) -> Result<HttpResponse, Problem> {
        shared.run_in_pool(&request, || GATE.pass()).await?;
        Ok(HttpResponse::Ok().finish())
    }
    async fn begins(request: HttpRequest, shared: web::Data<Shared>) -> Result<HttpResponse, Problem> {
        shared
            .run_in_pool(&request, || {
                BEGUN.store(true, Ordering::Relaxed);
                Ok(())
            })
            .await?;
        Ok(HttpResponse::Ok().finish())
    }
    let more = vec![Path::get("/waits", || web::to(waits)), Path::get("/begins", || web::to(begins))];
    let server = Server::start_with(more, Some(pool_of(Bounds { all: 9, each: 9 })));
    let waits = sent(&server, "/waits");
    GATE.until_arrived();
    let gone = sent(&server, "/begins");
    until_waiting(&server, 1);
    drop(gone);
    until_waiting(&server, 0);
    GATE.open();
    assert_eq!(status(waits), "200");
    Account::new(&server, "Ada").submit(&server, &slide_jam("gone")).expect(201);
    assert!(!BEGUN.load(Ordering::Relaxed), "the work was begun for nobody");
}
