//! `/metrics`: counts, the bounded number of series, and the separate address.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::process::Command;

use serde_json::json;

use crate::support::account::Account;
use crate::support::databases::Of;
use crate::support::eventually::until;
use crate::support::harness::{Server, send};
use crate::support::metrics::metric;
use crate::support::metrics::{Sample, samples, text};
use crate::support::process::Process;

#[test]
fn tables_listeners_and_the_clock_are_counted() {
    let server = Server::start_alone();
    let (ada, ben) = (Account::new(&server, "Ada"), Account::new(&server, "Ben"));
    let create = |account: &Account, table: serde_json::Value| {
        let created = server.send("POST", "/v1/tables", &[account.header()], Some(&table)).expect(201);
        created["id"].as_str().expect("a number").to_owned()
    };
    let id = create(&ada, json!({ "game": "easy-slider" }));
    create(&ben, json!({ "game": "easy-slider" }));
    create(&ben, json!({ "game": "queensland", "seats": ["you", "open"] }));
    until("the tables to be counted", || {
        metric(&server, "funhouse_open_tables{status=\"playing\"}") == Some(2)
            && metric(&server, "funhouse_open_tables{status=\"waiting\"}") == Some(1)
    });
    // A robot moves when it is due, which the clock sees to.
    create(&ada, json!({ "game": "queensland", "seats": ["you", "robot"] }));
    let listener = |path: String| {
        let mut stream = TcpStream::connect(server.base().trim_start_matches("http://")).expect("it listens");
        let (name, value) = ada.header();
        write!(stream, "GET {path} HTTP/1.1\r\nhost: x\r\n{name}: {value}\r\n\r\n").expect("it is sent");
        stream
    };
    let mut streams = [listener(format!("/v1/tables/{id}/events")), listener(format!("/v1/tables/{id}/events"))];
    let wait = listener(format!("/v1/tables/{id}?wait=30&after=0"));
    let listeners = |kind: &str| metric(&server, &format!("funhouse_table_listeners{{kind=\"{kind}\"}}"));
    until("listeners to be counted", || (listeners("stream"), listeners("wait")) == (Some(2), Some(1)));
    streams[0].read_exact(&mut [0; 12]).expect("it is answered");
    drop((streams, wait));
    until("listeners to leave", || (listeners("stream"), listeners("wait")) == (Some(0), Some(0)));
    let text = text(&server);
    let value = |name: &str| -> f64 {
        let found = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        found.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("no {name} in {text}"))
    };
    assert!(value("funhouse_table_clock_idle_seconds") < 60.0);
    assert!(value("funhouse_table_clock_max_lag_seconds") >= 0.0);
    assert!(value("funhouse_store_commit_seconds_count") >= 5.0);
    assert!(value("funhouse_store_commit_seconds_sum") > 0.0);
    assert!(value("funhouse_store_commit_writes_sum") >= value("funhouse_store_commit_writes_count"));
    assert_eq!(value("funhouse_store_queue_capacity") as u64, 1024);
}

#[test]
fn clock_lag_is_measured_from_due_time() {
    let server = Server::start_alone();
    let ada = Account::new(&server, "Ada");
    let table = json!({ "game": "queensland", "seats": ["you", "robot"], "pace": 10 });
    server.send("POST", "/v1/tables", &[ada.header()], Some(&table)).expect(201);
    // The deadline passed half an hour ago as the clock has it now.
    server.shared.clock.set_ahead(31 * 60_000);
    until("the deadline to be acted on, later than that", || {
        let within = metric(&server, "funhouse_table_clock_lag_seconds_bucket{le=\"300.0\"}").expect("a bucket");
        metric(&server, "funhouse_table_clock_lag_seconds_count").expect("a count") > within
    });
}

#[test]
fn series_are_bounded_and_name_no_one() {
    let server = Server::start_flagged(&["--no-limits"]);
    let ada = Account::new(&server, "Adalovelace");
    let routes = |text: &str| -> BTreeSet<Sample> {
        samples(text).into_iter().filter(|(name, _)| name == "funhouse_http_request_duration_seconds_count").collect()
    };
    let ask = |n: usize| {
        for path in [format!("/nowhere/{n}"), format!("/v1/players/{n}"), format!("/v1/runs/{n}?x={n}")] {
            for method in ["GET", "HEAD", "PUT", "PATCH"] {
                server.send(method, &path, &[ada.header()], None);
            }
        }
        let mut stream = TcpStream::connect(server.base().trim_start_matches("http://")).expect("it listens");
        write!(stream, "METHOD{n} /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").expect("it is sent");
        stream.read_to_end(&mut Vec::new()).expect("it is answered");
    };
    ask(1000);
    text(&server);
    let before = routes(&text(&server));
    (1001..1060).for_each(ask);
    let after = text(&server);
    assert_eq!(routes(&after), before);
    assert!(!after.contains("Adalovelace") && !after.contains("127.0.0.1"));
    let classes = ["1xx", "2xx", "3xx", "4xx", "5xx"];
    assert!(before.iter().all(|(_, labels)| classes.contains(&labels["status"].as_str())));
    let of_routes = before.iter().filter(|(_, labels)| labels["route"] != "other");
    let methods: BTreeSet<&str> = of_routes.map(|(_, labels)| labels["method"].as_str()).collect();
    assert_eq!(methods, BTreeSet::from(["GET", "PATCH", "POST", "other"]));
    // The values of each label: callers choose none of them.
    let mut values: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (_, labels) in samples(&after) {
        for (name, value) in labels {
            values.entry(name).or_default().insert(value);
        }
    }
    let labels: Vec<&str> = values.keys().map(String::as_str).collect();
    assert_eq!(labels, ["bound", "kind", "lane", "le", "method", "operation", "result", "route", "status", "version"]);
    assert!(values["route"].iter().all(|route| route == "other" || route.starts_with('/')));
}

#[test]
fn metrics_address_serves_only_metrics() {
    let server = Server::start_flagged(&["--metrics-listen", "127.0.0.1:0", "--no-limits"]);
    let own = server.metrics_base().expect("an address");
    let get = |base: &str, path: &str| send(base, "GET", path, &[], None);
    let metrics = get(&own, "/metrics");
    assert_eq!(metrics.status, 200);
    assert!(metrics.header("content-type").starts_with("application/openmetrics-text"));
    assert!(metrics.body.contains("funhouse_build_info{") && metrics.body.ends_with("# EOF\n"));
    assert_eq!(send(&own, "HEAD", "/metrics", &[], None).status, 200);
    get(&own, "/healthz").ok();
    for path in ["/", "/readyz", "/v1/games", "/docs", "/metrics/"] {
        assert_eq!(get(&own, path).status, 404, "{path}");
    }
    assert_eq!(send(&own, "POST", "/metrics", &[], Some(&json!({}))).status, 405);
    get(server.base(), "/metrics").problem(404, "not_found");
    assert_eq!(get(server.base(), "/healthz").status, 200);
}

#[test]
fn occupied_metrics_address_is_reported() {
    let _files = Of::files();
    let folder = tempfile::tempdir().expect("a folder");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = taken.local_addr().expect("an address").to_string();
    let output = Command::new(env!("CARGO_BIN_EXE_funhouse"))
        .args(["serve", "--listen", "127.0.0.1:0", "--metrics-listen", &address, "--database"])
        .arg(folder.path().join("taken.db"))
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("the address of the metrics") && message.contains(&address), "{message}");
}

#[test]
fn health_command_exits_0_only_when_healthy() {
    let _files = Of::files();
    let folder = tempfile::tempdir().expect("a folder");
    let server = Process::start(&folder.path().join("health.db"));
    let health = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_funhouse")).arg("health").args(arguments).output();
        let output = output.expect("the program runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let base = server.base.clone();
    let listen = base.trim_start_matches("http://").to_owned();
    assert_eq!(health(&[&base]), (Some(0), String::new()));
    assert_eq!(health(&[&base, "--ready"]).0, Some(0));
    assert_eq!(health(&["--listen", &listen]).0, Some(0));
    let (code, message) = health(&[&format!("{base}/v1/games")]);
    assert_eq!(code, Some(1));
    assert!(message.contains("404"), "{message}");
    server.stop();
    let (code, message) = health(&[&base]);
    assert_eq!(code, Some(1));
    assert!(message.contains(&format!("{base}/healthz")), "{message}");
}
