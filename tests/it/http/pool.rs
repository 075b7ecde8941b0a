//! Expensive work and panics on a real server: the responses to a caller, and to all others.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};

use actix_web::{HttpRequest, HttpResponse, web};
use funhouse::api::endpoint::Path;
use funhouse::api::problem::Problem;
use funhouse::api::shared::Shared;
use funhouse::pool::Bounds;
use serde_json::json;

use crate::support::account::{Account, slide_jam};
use crate::support::eventually::until;
use crate::support::gate::{Gate, pool_of};
use crate::support::harness::Server;
use crate::support::metrics::metric;

async fn panics() -> HttpResponse {
    panic!("coin {} is nowhere", 7)
}

async fn panics_in_the_pool(request: HttpRequest, shared: web::Data<Shared>) -> Result<HttpResponse, Problem> {
    shared.run_in_pool::<()>(&request, || panic!("die {} is nowhere", 8)).await?;
    Ok(HttpResponse::Ok().finish())
}

#[test]
fn panicking_handler_returns_500_and_worker_survives() {
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
fn panicking_pool_job_returns_500_and_thread_survives() {
    let server = Server::start_with(vec![Path::get("/panics", || web::to(panics_in_the_pool))], None);
    for _ in 0..20 {
        server.send("GET", "/panics", &[], None).problem(500, "internal_error");
    }
    Account::new(&server, "Ada").submit(&server, &slide_jam("after-panics")).expect(201);
    assert_eq!(metric(&server, "funhouse_pool_died_total"), Some(20));
    assert_eq!(metric(&server, "funhouse_http_handler_panics_total"), Some(0), "no handler did");
}

/// Waits until so much work waits in the pool's lane of the rest.
fn until_waiting(server: &Server, count: u64) {
    let waits = || metric(server, "funhouse_pool_waiting{lane=\"rest\"}") == Some(count);
    until(format!("{count} jobs in the queue"), waits);
}

/// A request that is sent and not waited for.
fn sent(server: &Server, path: &str) -> TcpStream {
    sent_with(server, path, &[])
}

/// A request with these headers that is sent and not waited for.
fn sent_with(server: &Server, path: &str, headers: &[(&str, &str)]) -> TcpStream {
    let mut stream = TcpStream::connect(server.base().trim_start_matches("http://")).expect("the server listens");
    let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\n{headers}\r\n");
    stream.write_all(request.as_bytes()).expect("the request is sent");
    stream
}

fn status(mut stream: TcpStream) -> String {
    let mut head = [0; 12];
    stream.read_exact(&mut head).expect("the server answers");
    String::from_utf8_lossy(&head[9..]).into_owned()
}

#[test]
fn caller_with_full_share_is_refused_others_served() {
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

/// A pool whose lane of the rest is filled by the accounts of one address leaves places to others, and serves them in turn.
#[test]
fn address_with_many_accounts_makes_room_for_another() {
    static GATE: Gate = Gate::new();
    async fn waits(request: HttpRequest, shared: web::Data<Shared>) -> Result<HttpResponse, Problem> {
        shared.run_in_pool(&request, || GATE.pass()).await?;
        Ok(HttpResponse::Ok().finish())
    }
    let pool = pool_of(Bounds { all: 8, each: 2 });
    let flags = ["--no-limits", "--trusted-proxy", "127.0.0.1"];
    let waits = vec![Path::get("/waits", || web::to(waits))];
    let server = Server::start_as(&flags, waits, |shared| Shared { pool, ..shared });
    // Addresses of one IPv6 network count as one.
    let accounts: Vec<Account> = (0..5).map(|n| Account::new(&server, &format!("Greedy {n}"))).collect();
    let wait_as = |n: usize| {
        let address = format!("2001:db8:1:1::{n}");
        sent_with(&server, "/waits", &[accounts[n].header(), ("x-forwarded-for", &address)])
    };
    let begun = wait_as(0);
    GATE.until_arrived();
    let mut waiting = vec![begun];
    for n in 0..8 {
        waiting.push(wait_as(n / 2));
        until_waiting(&server, n as u64 + 1);
    }
    assert_eq!(status(wait_as(4)), "503", "the address has all places, and no share remains for its next account");
    let others: Vec<TcpStream> =
        (1..=3).map(|n| sent_with(&server, "/waits", &[("x-forwarded-for", &format!("2001:db8:1:2{n}::1"))])).collect();
    let refused = "funhouse_pool_refused_total{lane=\"rest\",bound=\"all\"}";
    until("work of the largest address to be refused", || metric(&server, refused) == Some(4));
    GATE.open();
    assert_eq!(others.into_iter().map(status).collect::<Vec<_>>(), ["200"; 3]);
    let of_one: Vec<String> = waiting.into_iter().map(status).collect();
    assert_eq!(of_one.iter().filter(|status| *status == "503").count(), 3, "{of_one:?}");
}

#[test]
fn submissions_proceed_while_other_lane_is_full() {
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
fn work_of_disconnected_client_is_not_started() {
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
    assert!(!BEGUN.load(Ordering::Relaxed), "the work began without a client");
}
