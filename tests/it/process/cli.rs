//! The command line.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Command, Output, Stdio};

use funhouse::api::openapi::{Part, Version};
use funhouse::api::routes;
use funhouse::rules::registry;
use serde_json::{Value as Json, json};

fn funhouse(arguments: &[&str], input: &str) -> Output {
    let mut process = Command::new(env!("CARGO_BIN_EXE_funhouse"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A command that reads nothing may be gone already.
    let _ = process.stdin.take().expect("its input").write_all(input.as_bytes());
    process.wait_with_output().expect("the program ends")
}

fn printed(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("it prints text")
}

/// The exit code of `replay -` for a run.
fn judged(run: &Json) -> i32 {
    funhouse(&["replay", "-"], &run.to_string()).status.code().expect("it exits")
}

fn whack(moves: &Json) -> Json {
    json!({ "game": "whack-a-dummy", "rules": 1, "seed": "cli", "options": {}, "moves": moves, "score": 15 })
}

fn gives_up() -> Json {
    whack(&json!([{ "type": "enter", "cell": "b3" }, { "type": "give_up" }]))
}

#[test]
fn replay_exits_0_if_claim_holds_else_1() {
    assert_eq!(judged(&gives_up()), 0);
    let mut unclaimed = gives_up();
    unclaimed.as_object_mut().expect("an object").remove("score");
    assert_eq!(judged(&unclaimed), 0);
    for (field, value) in [
        ("score", json!(14)),
        ("score", json!("15")),
        ("score", json!(15.0)),
        ("score", json!(null)),
        ("moves", json!([])),
        ("moves", json!([{ "type": "enter", "cell": "b3" }])),
        ("moves", json!([{ "type": "enter", "cell": "a1" }, { "type": "give_up" }])),
        ("moves", json!([{ "type": "enter", "cell": "b9" }, { "type": "give_up" }])),
        ("moves", json!([{ "type": "leap" }])),
        ("moves", json!([7])),
        ("moves", json!("none")),
        ("moves", json!(null)),
        ("extra", json!(1)),
    ] {
        let mut run = gives_up();
        run[field] = value.clone();
        assert_eq!(judged(&run), 1, "{field}: {value}");
    }
}

#[test]
fn unplayable_run_exits_with_2() {
    for (field, value) in [
        ("game", json!("chess")),
        ("game", json!(1)),
        ("rules", json!(2)),
        ("rules", json!("1")),
        ("rules", json!(-1)),
        ("seed", json!("no seed")),
        ("seed", json!(null)),
        ("options", json!({ "die": "counter" })),
        ("options", json!(null)),
        ("options", json!([])),
    ] {
        let mut run = gives_up();
        run[field] = value.clone();
        assert_eq!(judged(&run), 2, "{field}: {value}");
    }
    for field in ["game", "rules", "seed", "options"] {
        let mut run = gives_up();
        run.as_object_mut().expect("an object").remove(field);
        assert_eq!(judged(&run), 2, "without {field}");
    }
    for text in ["", "{", "[]", "nonsense"] {
        assert_eq!(funhouse(&["replay", "-"], text).status.code(), Some(2), "{text:?}");
    }
    assert_eq!(funhouse(&["replay", "no-such-file.json"], "").status.code(), Some(2));
}

#[test]
fn first_illegal_move_is_named_with_its_rule() {
    let enter = json!({ "type": "enter", "cell": "b3" });
    let run = whack(&json!([enter, enter, { "type": "leap" }]));
    let output = funhouse(&["replay", "-"], &run.to_string());
    assert!(printed(&output).contains("move 1, counted from 0"), "{}", printed(&output));
    assert!(printed(&output).contains("whack-a-dummy.entered"));
    let output = funhouse(&["replay", "-", "--json"], &whack(&json!([enter, { "type": "leap" }])).to_string());
    let verdict: Json = serde_json::from_slice(&output.stdout).expect("the verdict is JSON");
    assert_eq!((&verdict["legal"], &verdict["bad_move"]["index"]), (&json!(false), &json!(1)));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn robots_play_every_game_to_verified_runs() {
    for game in registry::ids() {
        for player in ["random", "greedy"] {
            let run = funhouse(&["play", game, "--seed", "cli", "--player", player, "--json"], "");
            assert!(run.status.success());
            let verdict = funhouse(&["replay", "-", "--json"], printed(&run));
            assert_eq!(verdict.status.code(), Some(0), "{game}, {player}: {}", printed(&verdict));
        }
    }
}

#[test]
fn robot_plays_all_seats_of_seated_game() {
    for game in registry::seated_ids() {
        let dealt = funhouse(&["deal", game, "--seed", "cli", "--json"], "");
        let dealt: Json = serde_json::from_slice(&dealt.stdout).expect("it is JSON");
        for player in ["random", "greedy"] {
            let run = funhouse(&["play", game, "--seed", "cli", "--player", player, "--json"], "");
            let json: Json = serde_json::from_slice(&run.stdout).expect("it is JSON");
            assert_eq!(json["seats"], dealt["state"]["seats"], "as few as it allows");
            let verdict = funhouse(&["replay", "-"], printed(&run));
            assert_eq!(verdict.status.code(), Some(0), "{game}, {player}: {}", printed(&verdict));
            let shown = printed(&verdict);
            assert!(shown.starts_with("points [") && shown.contains("], places ["), "{shown}");
        }
    }
    let run = funhouse(&["play", "break-the-bank", "--seed", "cli", "--seats", "8", "--json"], "");
    let mut run: Json = serde_json::from_slice(&run.stdout).expect("it is JSON");
    assert_eq!((run["seats"].as_u64(), run["points"].as_array().map(Vec::len)), (Some(8), Some(8)));
    run["points"][7] = json!(-1);
    let verdict = funhouse(&["replay", "-"], &run.to_string());
    assert_eq!(verdict.status.code(), Some(1));
    assert!(printed(&verdict).contains("does not hold"), "{}", printed(&verdict));
}

#[test]
fn prints_scores_of_all_six_rooms() {
    let run = funhouse(&["play", "epic-funhouse", "--seed", "rooms", "--player", "random", "--json"], "");
    let verdict = funhouse(&["replay", "-"], printed(&run));
    let line = printed(&verdict).lines().next().expect("a line");
    let rooms = line.split('[').nth(1).and_then(|rest| rest.split(']').next()).expect("a list of rooms");
    let rooms: Vec<u64> = rooms.split(',').map(|score| score.parse().expect("a score")).collect();
    assert_eq!(rooms.len(), 6);
    assert!(line.starts_with(&format!("score {},", rooms.iter().sum::<u64>())), "{line}");
}

#[test]
fn game_is_printed_from_deal_to_end() {
    let output = funhouse(&["play", "epic-funhouse", "--seed", "drawn"], "");
    let shown = printed(&output);
    for room in ["Slide Jam", "Magic Mirror", "Catwalk", "Roll Out the Barrels", "Whack-a-Dummy", "Trampo-Land"] {
        assert!(shown.contains(room), "{room} is drawn");
    }
    assert!(shown.lines().last().is_some_and(|line| line.starts_with("score ")));
}

#[test]
fn deal_prints_text_or_api_position() {
    let text = funhouse(&["deal", "slide-jam", "--seed", "funhouse-1"], "");
    assert!(printed(&text).contains("M0 M5 S5 C1"));
    let options = ["deal", "catwalk", "--seed", "a", "--option", "dexterity=reported", "--json"];
    let position: Json = serde_json::from_slice(&funhouse(&options, "").stdout).expect("it is JSON");
    assert_eq!(position["state"]["options"]["dexterity"], "reported");
}

#[test]
fn invalid_deal_exits_with_2_and_reason() {
    for arguments in [
        &["deal", "chess", "--seed", "a"][..],
        &["deal", "slide-jam", "--seed", "no seed"],
        &["deal", "slide-jam", "--seed", "a", "--option", "die=counter"],
        &["deal", "slide-jam", "--seed", "a", "--option", "die"],
        &["deal", "slide-jam"],
        &["deal", "slide-jam", "--seed", "a", "--seats", "2"],
        &["play", "slide-jam", "--seed", "a", "--seats", "2"],
        &["deal", "break-the-bank", "--seed", "a", "--seats", "3"],
        &["play", "break-the-bank", "--seed", "a", "--seats", "9"],
        &["dance"],
    ] {
        let output = funhouse(arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn games_are_listed_and_the_document_is_printed() {
    let games = funhouse(&["games"], "");
    assert!(registry::ids().iter().all(|id| printed(&games).contains(id)));
    let document = funhouse(&["openapi"], "");
    assert!(printed(&document) == include_str!("../../../openapi/openapi.json"), "it is the one in the repository");
    let part = funhouse(&["openapi", "--of", "catwalk", "--openapi", "3.0"], "");
    assert!(
        printed(&part) == routes::documents().text(Some(Part::Game("catwalk")), Version::Older),
        "it is the part that was asked for"
    );
    assert_eq!(funhouse(&["openapi", "--of", "no-such-game"], "").status.code(), Some(2));
}

#[test]
fn server_prints_its_address_and_stops_on_signal() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut process = Command::new(env!("CARGO_BIN_EXE_funhouse"))
        .args(["--listen", "127.0.0.1:0", "--log", "info"])
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(process.stdout.take().expect("its output")).lines();
    let mut line = || lines.next().expect("a line").expect("a text");
    let address = line().rsplit("http://").next().expect("an address").to_owned();
    assert!(!address.ends_with(":0"), "the port chosen is printed");
    assert!(line().ends_with(&format!("http://{address}/docs")));
    let answer = ureq::get(format!("http://{address}/healthz")).header("x-request-id", "cli-test").call();
    assert!(answer.is_ok());
    let stopped = Command::new("kill").args(["-TERM", &process.id().to_string()]).status().expect("it gets the signal");
    assert!(stopped.success());
    assert!(process.wait().expect("it stops").success());
    let mut logged = String::new();
    process.stderr.take().expect("its log").read_to_string(&mut logged).expect("a text");
    let request = logged.lines().map(|line| serde_json::from_str::<Json>(line).expect("a line is JSON"));
    let request =
        request.into_iter().find(|line| line["target"] == "funhouse::request").expect("the request is logged");
    assert_eq!(
        (&request["id"], &request["path"], &request["status"]),
        (&json!("cli-test"), &json!("/healthz"), &json!(200))
    );
}

#[test]
fn occupied_address_is_reported_with_exit_2() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = taken.local_addr().expect("an address").to_string();
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("funhouse.db").display().to_string();
    let output = funhouse(&["serve", "--listen", &address, "--database", &database], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot listen"));
}

#[test]
fn seed_may_begin_with_hyphen() {
    for command in ["deal", "play"] {
        let [apart, joined] = [&["--seed", "-abc"][..], &["--seed=-abc"]].map(|seed| {
            let output = funhouse(&[&[command, "slide-jam", "--json"], seed].concat(), "");
            assert_eq!(
                output.status.code(),
                Some(0),
                "{command} {seed:?}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
            printed(&output).to_owned()
        });
        assert_eq!(apart, joined);
        assert!(apart.contains("\"seed\":\"-abc\""), "{apart}");
    }
}

#[test]
fn solve_prints_a_line_that_check_replays() {
    let solved = funhouse(&["solve", "magic-mirror", "--seed", "cli", "--effort", "normal", "--json"], "");
    assert_eq!(solved.status.code(), Some(0));
    let run: Json = serde_json::from_str(printed(&solved)).expect("it prints JSON");
    assert_eq!(run["bounds"]["at_least"], run["bounds"]["at_most"]);
    assert_eq!(run["score"], run["bounds"]["at_most"]);
    let checked = |run: &Json| funhouse(&["solve", "--check", "-"], &run.to_string());
    let check = |run: &Json| checked(run).status.code();
    let claim = format!("the line is legal and reaches {}\n", run["score"]);
    assert_eq!(printed(&checked(&run)), claim, "a file can claim any lower bound");
    assert_eq!(check(&run), Some(0));
    let mut shorter = run.clone();
    shorter["moves"].as_array_mut().expect("a list").pop();
    assert_eq!(check(&shorter), Some(1));
    let mut better = run.clone();
    better["bounds"] = json!({ "at_least": 0, "at_most": 0 });
    assert_eq!(check(&better), Some(1));
    let mut unbounded = run;
    unbounded.as_object_mut().expect("an object").remove("bounds");
    assert_eq!(check(&unbounded), Some(2));
    let text = funhouse(&["solve", "magic-mirror", "--seed", "cli"], "");
    assert!(printed(&text).contains(", which is the best\n"), "{}", printed(&text));
}

#[test]
fn solve_plays_games_with_chance_to_come() {
    let arguments = ["solve", "magic-bag", "--seed", "cli", "--effort", "quick"];
    let text = funhouse(&arguments, "");
    assert_eq!(text.status.code(), Some(0));
    let lines: Vec<&str> = printed(&text).lines().collect();
    assert_eq!(lines.first(), Some(&"The Magic Bag, seed cli"));
    let solved = funhouse(&[&arguments[..], &["--json"]].concat(), "");
    let run: Json = serde_json::from_str(printed(&solved)).expect("it prints JSON");
    assert_eq!(run["score"], run["bounds"]["at_least"], "higher scores win");
    let summary = format!("score {}; the best is at most {}", run["score"], run["bounds"]["at_most"]);
    assert_eq!(lines.last(), Some(&summary.as_str()));
    assert_eq!(lines.len(), 2 + run["moves"].as_array().expect("moves").len());
    assert_eq!(funhouse(&["solve", "--check", "-"], &run.to_string()).status.code(), Some(0));
}

#[test]
fn solve_refuses_games_without_analysis() {
    for arguments in [&["solve", "queensland", "--seed", "cli"][..], &["solve"], &["solve", "magic-mirror"]] {
        assert_eq!(funhouse(arguments, "").status.code(), Some(2), "{arguments:?}");
    }
}

/// The error of a service that cannot open its database, with these environment variables.
fn error_of_service(variables: &[(&str, &str)]) -> String {
    let arguments = ["--listen", "127.0.0.1:0", "--database", "sqlite:/dev/null/none.db"];
    let output = Command::new(env!("CARGO_BIN_EXE_funhouse")).args(arguments).envs(variables.iter().copied()).output();
    let output = output.expect("it ends");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn empty_environment_variables_count_as_not_set() {
    let help = funhouse(&["--help"], "");
    let names: Vec<&str> =
        printed(&help).split("[env: ").skip(1).filter_map(|rest| rest.split(['=', ']']).next()).collect();
    assert!(names.len() > 30 && names.contains(&"FUNHOUSE_NO_PARS"), "{names:?}");
    let empty: Vec<(&str, &str)> = names.iter().map(|name| (*name, "")).collect();
    assert_eq!(error_of_service(&empty), error_of_service(&[]));
}

#[test]
fn options_without_value_take_words_from_the_environment() {
    let usual = error_of_service(&[]);
    for word in ["1", "0", "true", "false", "yes", "no"] {
        assert_eq!(error_of_service(&[("FUNHOUSE_NO_LIMITS", word)]), usual, "{word}");
    }
    for word in ["2", "nope", " "] {
        let why = error_of_service(&[("FUNHOUSE_NO_LIMITS", word)]);
        assert!(why.contains(&format!("invalid value '{word}' for '--no-limits'")), "{why}");
    }
}
