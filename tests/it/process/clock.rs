//! A wrong clock neither reopens a day nor reveals seeds and keys of later days.

use serde_json::{Value as Json, json};

use crate::support::account::{Account, slide_jam};
use crate::support::databases::{address_of, bytes, meddle};
use crate::support::eventually::until;
use crate::support::harness::{Server, send};
use crate::support::process::Process;
use crate::support::store::wait;

const DAY: i64 = 24 * 3_600_000;

fn today(server: &Server) -> Json {
    server.send("GET", "/v1/daily", &[], None).ok()
}

fn seed_of(day: &Json) -> &str {
    day["games"]["slide-jam"]["seed"].as_str().expect("a seed")
}

#[test]
fn clock_going_back_does_not_reopen_a_day() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let first = today(&server);
    assert_eq!(ada.submit(&server, &slide_jam(seed_of(&first))).expect(201)["run"]["class"], "daily");
    server.shared.clock.set_ahead(DAY);
    let second = today(&server);
    assert_eq!(ada.submit(&server, &slide_jam(seed_of(&second))).expect(201)["run"]["class"], "daily", "the day after");

    server.shared.clock.set_ahead(0);
    assert_eq!(today(&server)["games"], first["games"], "its page is still served");
    until("each instance to know that the day is closed", || today(&server)["key"].is_string());
    let ben = Account::new(&server, "Ben");
    assert_eq!(
        ben.submit(&server, &slide_jam(seed_of(&first))).expect(201)["run"]["class"],
        "chosen",
        "the day is over"
    );
    let dora = Account::new(&server, "Dora");
    let as_daily = server.send("POST", "/v1/runs?class=daily", &[dora.header()], Some(&slide_jam(seed_of(&first))));
    as_daily.problem(422, "class_differs");

    server.shared.clock.set_ahead(DAY);
    let other = Account::new(&server, "Cleo");
    assert_eq!(other.submit(&server, &slide_jam(seed_of(&second))).expect(201)["run"]["class"], "daily", "it goes on");
}

#[test]
fn clock_leaping_ahead_needs_confirmation_for_seeds() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let first = today(&server);
    let receipt = ada.submit(&server, &slide_jam(seed_of(&first))).expect(201);
    let path = format!("/v1/runs/{}", receipt["run"]["id"].as_str().expect("a number"));
    let date = server.shared.clock.now().day();
    let page = |days: i64| server.send("GET", &format!("/v1/daily/{}", date.plus(days)), &[], None);

    server.shared.clock.set_ahead(9 * DAY);
    let refused = server.send("GET", "/v1/daily", &[], None);
    let problem = refused.problem(503, "clock_unconfirmed");
    assert!(problem["detail"].as_str().expect("a text").contains(&date.to_string()), "{problem}");
    assert!(!refused.header("retry-after").is_empty());
    for days in 1..=9 {
        page(days).problem(503, "clock_unconfirmed");
    }
    assert_eq!(page(0).ok(), first, "the newest day is as it was: it has shown its seeds, and not its key");
    assert!(page(-1).ok()["key"].is_string(), "the day before it had ended");
    assert!(server.send("GET", &path, &[], None).ok().get("run").is_none(), "the day's moves are not shown either");
    let seeds = server.shared.seeds;
    let ahead = seeds.day_key(date.plus(9)).seed("slide-jam");
    ada.submit(&server, &slide_jam(ahead.as_str())).problem(503, "clock_unconfirmed");
    assert_eq!(ada.submit(&server, &slide_jam("any-seed")).expect(201)["run"]["class"], "chosen", "others are taken");
    assert_eq!(server.send("GET", "/readyz", &[], None).ok()["status"], "ok");

    wait(server.shared.store.reach_day(date.plus(9))).expect("the operator confirms it");
    assert_eq!(seed_of(&today(&server)), ahead.as_str());
    assert!(page(0).ok()["key"].is_string());
    assert_eq!(ada.submit(&server, &slide_jam(ahead.as_str())).expect(201)["run"]["class"], "daily");
}

#[test]
fn service_off_for_a_week_needs_confirmation() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("off.db");
    let daily = |server: &Process| send(&server.base, "GET", "/v1/daily", &[], None);
    assert_eq!(daily(&Process::start(&file)).status, 200, "a first start needs nothing to be confirmed");
    // 2020-02-29.
    let newest = format!("UPDATE meta SET value = {} WHERE name = 'newest day'", bytes("323032302d30322d3239"));
    assert_eq!(wait(meddle(&address_of(&file), &newest)), 1);
    let server = Process::start(&file);
    daily(&server).problem(503, "clock_unconfirmed");
    assert_eq!(send(&server.base, "GET", "/readyz", &[], None).ok(), json!({ "status": "ok" }));
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_funhouse"));
    let unconfirmed = |server: &Process, value: u8| {
        let metrics = send(&server.base, "GET", "/metrics", &[], None).body;
        metrics.contains(&format!("\nfunhouse_clock_unconfirmed {value}\n"))
    };
    assert!(unconfirmed(&server, 1));
    let confirmed = program.args(["confirm-day", "--database", &address_of(&file)]).output().expect("it runs");
    assert!(confirmed.status.success(), "{}", String::from_utf8_lossy(&confirmed.stderr));
    let answer = daily(&server).ok();
    let said = String::from_utf8_lossy(&confirmed.stdout).into_owned();
    assert!(said.contains(answer["date"].as_str().expect("a date")), "{said}");
    assert!(unconfirmed(&server, 0));
}
