//! What players report of their runs, which the service cannot verify: it is shown, and affects no rank.

use serde_json::{Value as Json, json};

use crate::support::account::{Account, board, slide_jam};
use crate::support::harness::Server;
use crate::support::schema::assert_fits;

/// Submits three runs with reports, and checks that they are shown wherever runs are, that the first report of a run stays, and that runs
/// which differ in nothing else share their rank.
///
/// `claims` are three queries, each with the value that is shown, the first of them not null. `other` is a value for later requests, and
/// `wrong` are values that are refused.
fn check(field: &str, claims: [(&str, Json); 3], other: &str, wrong: &[&str]) {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let submit = |seed: &str, query: &str| {
        server.send("POST", &format!("/v1/runs{query}"), &[ada.header()], Some(&slide_jam(seed)))
    };
    for (n, (query, shown)) in claims.iter().enumerate() {
        let receipt = submit(&format!("report-{n}"), query).expect(201);
        assert_fits("RunReceipt", &receipt);
        assert_eq!(&receipt["run"][field], shown, "{query}");
        assert_eq!(receipt["run"].get(field).is_some(), !shown.is_null(), "{query}");
        assert!(receipt["run"]["run"].get(field).is_none(), "the run itself can be posted again");
        let id = receipt["run"]["id"].as_str().expect("a number");
        assert_eq!(server.send("GET", &format!("/v1/runs/{id}"), &[], None).ok(), receipt["run"]);
    }
    let of_runs = |runs: &Json, id: &str| {
        let runs = runs.as_array().expect("runs");
        let run = |n: usize| runs.iter().find(|run| run[id] == json!((n + 1).to_string())).expect("it is listed");
        [0, 1, 2].map(|n| run(n)[field].clone())
    };
    let expected = claims.clone().map(|(_, shown)| shown);
    for query in ["class=chosen&show=runs", "class=chosen&since=2020-01-01"] {
        assert_eq!(of_runs(&board(&server, "slide-jam", query)["entries"], "run"), expected, "{query}");
    }
    let own = |path: &str| server.send("GET", &format!("/v1/players/me{path}"), &[ada.header()], None).ok();
    assert_eq!(of_runs(&own("/runs")["runs"], "id"), expected);
    assert_eq!(of_runs(&own("/export")["runs"], "id"), expected);

    for query in [String::new(), format!("?{field}={other}")] {
        for (n, shown) in expected.iter().enumerate() {
            let again = submit(&format!("report-{n}"), &query).expect(200);
            assert_eq!(&again["run"][field], shown, "the first report stays: {query}");
        }
    }
    for value in wrong {
        submit("report-3", &format!("?{field}={value}")).problem(400, "invalid_query");
    }
    let ben = Account::new(&server, "Ben");
    ben.submit(&server, &slide_jam("report-0")).expect(201);
    let lines = board(&server, "slide-jam", "seed=report-0");
    let ranks: Vec<&Json> = lines["entries"].as_array().expect("entries").iter().map(|line| &line["rank"]).collect();
    assert_eq!(ranks, [1, 1], "a report affects no rank");
}

#[test]
fn undo_count_is_shown_without_affecting_rank() {
    let claims = [("?taken_back=2", json!(2)), ("", Json::Null), ("?taken_back=0&class=chosen", json!(0))];
    check("taken_back", claims, "7", &["-1", "2.5", "4294967296", "many", ""]);
}

#[test]
fn use_of_hints_is_shown_without_affecting_rank() {
    let claims = [("?assisted=true", json!(true)), ("", Json::Null), ("?class=chosen&assisted=false", json!(false))];
    check("assisted", claims, "false", &["1", "yes", ""]);
}
