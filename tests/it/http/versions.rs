//! Two rules versions of one game side by side: the first of Easy Slider, and a second one for these tests.
//!
//! It is registered with an environment variable: `FUNHOUSE_TEST_VERSIONS=1 cargo test --test it versions:: -- --ignored`.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use funhouse::api::openapi::{Documents, Part, Version};
use funhouse::rules::chance::Seed;
use funhouse::rules::game::{Game, State};
use funhouse::rules::games::easy_slider::EasySlider;
use funhouse::rules::games::easy_slider::second::EasySlider2;
use funhouse::rules::robot::Robot;
use serde_json::{Value as Json, json};

use crate::support::account::{Account, board, run_of_rules};
use crate::support::harness::{Server, get, post};
use crate::support::schema::{assert_fits, document, validator};

const GAME: &str = "/v1/games/easy-slider";

/// The first position under a rules version.
fn dealt(rules: u32) -> Json {
    post(&format!("{GAME}/deal"), &json!({ "seed": "versions", "rules": rules })).ok()
}

fn run(rules: u32, seed: &str) -> Json {
    run_of_rules("easy-slider", rules, seed, Robot::Greedy, json!({}))
}

fn funhouse(arguments: &[&str]) -> (Output, String) {
    funhouse_reading(arguments, "")
}

/// Runs the program with a text to read from its standard input.
fn funhouse_reading(arguments: &[&str], input: &str) -> (Output, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_funhouse"));
    let program = program.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = program.spawn().expect("the program runs");
    running.stdin.take().expect("it reads").write_all(input.as_bytes()).expect("it reads to the end");
    let output = running.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout.clone()).expect("it prints text");
    (output, text)
}

#[test]
#[ignore = "the second version is listed where FUNHOUSE_TEST_VERSIONS is set"]
fn catalogue_lists_and_describes_versions() {
    let info = get(GAME).ok();
    assert_eq!((&info["rules"], &info["known_rules"]), (&json!(2), &json!([1, 2])));
    let first = get(&format!("{GAME}?rules=1")).ok();
    assert_eq!((&first["rules"], &first["summary"]), (&json!(1), &json!(EasySlider::SUMMARY)));
    assert_eq!(get(&format!("{GAME}?rules=2")).ok()["summary"], EasySlider2::SUMMARY);
    get(&format!("{GAME}?rules=3")).problem(422, "unknown_rules");
}

#[test]
#[ignore = "the second version is listed where FUNHOUSE_TEST_VERSIONS is set"]
fn deal_uses_newest_version_by_default() {
    let newest = post(&format!("{GAME}/deal"), &json!({ "seed": "versions" })).ok();
    assert_eq!(newest, dealt(2));
    assert!(newest["state"]["table"]["board"]["grid"].is_object() && newest["state"]["table"]["turns"] == 0);
    let first = dealt(1);
    assert_eq!(first["state"]["table"], newest["state"]["table"]["board"], "both shuffle equally");
    post(&format!("{GAME}/deal"), &json!({ "rules": 3 })).problem(422, "unknown_rules");
}

#[test]
#[ignore = "the second version is listed where FUNHOUSE_TEST_VERSIONS is set"]
fn versions_have_separate_moves_scores_and_states() {
    let (first, second) = (dealt(1), dealt(2));
    let moves = |position: &Json| post(&format!("{GAME}/moves"), position).ok()["moves"][0].clone();
    let (by_cell, by_way) = (moves(&first), moves(&second));
    assert!(by_cell["cell"].is_string() && by_way["way"].is_string(), "{by_cell} and {by_way}");
    let play = |position: &Json, mv: &Json| {
        post(&format!("{GAME}/play"), &json!({ "state": position["state"], "moves": [mv, mv] }))
    };
    play(&first, &by_way).problem(400, "invalid_body");
    play(&second, &by_cell).problem(400, "invalid_body");
    let play = |position: &Json, mv: &Json| {
        let body = json!({ "state": position["state"], "move": mv, "with_legal_moves": true });
        post(&format!("{GAME}/play"), &body).ok()
    };
    let (after_first, after_second) = (play(&first, &by_cell), play(&second, &by_way));
    assert_eq!(after_first["state"]["rules"], 1);
    assert_eq!(after_first["score"], json!({ "total": 1 }));
    assert_eq!(after_second["score"], json!({ "total": 1, "slides": 1 }));
    for (position, name) in [(&after_first, "EasySliderPosition"), (&after_second, "EasySlider2Position")] {
        assert_fits(name, position);
        assert_eq!(post(&format!("{GAME}/score"), position).ok(), position["score"], "an answer can be sent back");
        let picture = post(&format!("{GAME}/picture"), position);
        assert!(picture.status == 200 && picture.body.starts_with("<svg"), "{}", picture.body);
    }
    let mut mixed = first["state"].clone();
    mixed["rules"] = json!(2);
    post(&format!("{GAME}/score"), &json!({ "state": mixed })).problem(400, "invalid_body");
}

#[test]
#[ignore = "the second version is listed where FUNHOUSE_TEST_VERSIONS is set"]
fn each_run_is_replayed_by_its_own_rules() {
    for rules in [1, 2] {
        let verdict = post(&format!("{GAME}/replay"), &run(rules, "replayed")).ok();
        assert_eq!((&verdict["complete"], &verdict["claim_holds"]), (&json!(true), &json!(true)), "{verdict}");
        assert_eq!(verdict["position"]["state"]["rules"], rules);
        let mut other = run(rules, "replayed");
        other["rules"] = json!(3 - rules);
        post(&format!("{GAME}/replay"), &other).problem(400, "invalid_body");
    }
}

#[test]
#[ignore = "the second version is listed where FUNHOUSE_TEST_VERSIONS is set"]
fn runs_of_both_versions_rank_side_by_side() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    for rules in [1, 2] {
        for seed in ["one", "two"] {
            let receipt = ada.submit(&server, &run(rules, seed)).expect(201);
            assert_fits("RunReceipt", &receipt);
            let ranks = receipt["ranks"].as_array().expect("ranks");
            let among_runs = ranks.iter().find(|rank| rank["show"] == "runs").expect("a rank");
            assert_eq!(among_runs["count"], if seed == "one" { 1 } else { 2 }, "each version has its boards");
        }
    }
    for (rules, query) in [(1, "class=chosen&show=runs&rules=1"), (2, "class=chosen&show=runs")] {
        let board = board(&server, "easy-slider", query);
        assert_eq!((&board["rules"], &board["count"]), (&json!(rules), &json!(2)), "{query}");
    }
    for id in 1..=4 {
        let rules = if id <= 2 { 1 } else { 2 };
        let stored = server.send("GET", &format!("/v1/runs/{id}"), &[], None).ok();
        assert_fits("StoredRun", &stored);
        assert_eq!(stored["rules"], rules);
        let verification = server.send("POST", &format!("/v1/runs/{id}/verification"), &[], None).ok();
        assert_eq!(verification["holds"], true, "{verification}");
        let position = server.send("GET", &format!("/v1/runs/{id}/positions/3"), &[], None).ok();
        assert_fits("Position", &position);
        assert_eq!(position["state"]["rules"], rules);
        let picture = server.send("GET", &format!("/v1/runs/{id}/positions/3/picture"), &[], None);
        assert!(picture.body.starts_with("<svg"), "{}", picture.body);
    }
    let database = server.database();
    let (output, shown) = funhouse(&["reverify", "--database", &database]);
    assert!(output.status.success() && shown.contains("\n4 hold, 0 do not\n"), "{shown}");
}

#[test]
#[ignore = "the second version is listed where FUNHOUSE_TEST_VERSIONS is set"]
fn document_has_both_versions_by_game_and_rules() {
    let document = document();
    let schemas = &document["components"]["schemas"];
    assert_eq!(schemas["EasySliderState"]["properties"]["rules"]["const"], 1);
    assert_eq!(schemas["EasySlider2State"]["properties"]["rules"]["const"], 2);
    let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let of_call = |call: &str| &document["paths"][format!("{GAME}/{call}")]["post"];
    let body = &of_call("play")["requestBody"]["content"]["application/json"]["schema"];
    assert_eq!(body["oneOf"], json!([reference("EasySlider2PlayRequest"), reference("EasySliderPlayRequest")]));
    let answer = &of_call("play")["responses"]["200"]["content"]["application/json"]["schema"];
    assert_eq!(answer["oneOf"], json!([reference("EasySlider2Position"), reference("EasySliderPosition")]));
    for union in ["Run", "StoredRun", "Position"] {
        let variants = schemas[union]["oneOf"].as_array().expect("a union").iter();
        let mut names = variants.filter_map(|variant| variant["$ref"].as_str()?.rsplit('/').next());
        let name = names.find(|name| name.starts_with("EasySlider")).expect("it is a variant");
        assert_eq!(schemas[name]["oneOf"].as_array().map(Vec::len), Some(2), "{name} is one of both");
    }
    let any_run = validator(&document, &reference("Run"));
    for rules in [1, 2] {
        assert!(any_run.is_valid(&run(rules, "schema")), "a run of rules {rules} fits");
        let mut mixed = run(rules, "schema");
        mixed["rules"] = json!(3 - rules);
        assert!(!any_run.is_valid(&mixed), "a run fits the rules that it names only");
    }
    let of_game = Documents::of(crate::support::schema::document).text(Some(Part::Game("easy-slider")), Version::Newer);
    assert!(of_game.contains("EasySlider2State") && of_game.contains("\"EasySliderState\""));
}

#[test]
#[ignore = "the second version is listed where FUNHOUSE_TEST_VERSIONS is set"]
fn command_line_deals_plays_and_replays_both() {
    for rules in ["1", "2"] {
        let flags = ["easy-slider", "--seed", "versions", "--rules", rules, "--json"];
        let (output, text) = funhouse(&[&["deal"], &flags[..]].concat());
        assert!(output.status.success());
        let position: Json = serde_json::from_str(&text).expect("JSON");
        assert_eq!(position["state"]["rules"].to_string(), rules);
        let (_, run) = funhouse(&[&["play"], &flags[..]].concat());
        let (output, shown) = funhouse_reading(&["replay", "-"], &run);
        assert!(output.status.success() && shown.contains("the run holds"), "{shown}");
    }
    let (output, _) = funhouse(&["deal", "easy-slider", "--seed", "versions", "--rules", "3"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
#[ignore = "the second version is listed where FUNHOUSE_TEST_VERSIONS is set"]
fn digests_do_not_depend_on_other_versions() {
    let seed: Seed = "funhouse-1".parse().expect("a seed");
    let first = State::<EasySlider>::deal(seed.clone(), Default::default()).digest();
    assert_eq!(first, FIRST_DIGEST);
    assert_ne!(first, State::<EasySlider2>::deal(seed, Default::default()).digest());
}

/// The digest of the first deal of seed `funhouse-1` by the first rules, as it is without the second.
const FIRST_DIGEST: &str = "bf61c9087c8df5807013873e6ad88ceac378c718194dfaa38bf18a50cd6f21a1";
