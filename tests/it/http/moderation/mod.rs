//! Moderation over HTTP: effects of each action, refusals, and the log.

mod access;
mod apps;
mod bans;
mod contests;

use std::process::Command;

use serde_json::{Value as Json, json};

use crate::support::account::{Account, board, slide_jam};
use crate::support::databases::{meddle, texts};
use crate::support::harness::{Answer, Server, send};
use crate::support::schema::assert_fits;
use crate::support::store::wait;
use crate::support::tables::{self, Listening, call, make, path_of, text};

const TOKEN: &str = "an-example-of-a-moderator-token-0123456789";

const PATH: &str = "/v1/moderation/actions";

fn bearer(token: &str) -> String {
    format!("Bearer {token}")
}

fn start() -> Server {
    Server::start_all(&["--no-limits", "--moderator-token", TOKEN])
}

fn moderate(server: &Server, body: &Json) -> Answer {
    server.send("POST", PATH, &[("authorization", &bearer(TOKEN))], Some(body))
}

/// Does something that changes something, and returns the entry of the log.
fn apply(server: &Server, body: &Json) -> Json {
    let result = moderate(server, body).ok();
    assert_fits("ModerationResult", &result);
    assert_eq!(result["changed"], true, "{body}");
    result["action"].clone()
}

/// Does something that was done before.
fn unchanged(server: &Server, body: &Json) {
    assert_eq!(moderate(server, body).ok(), json!({ "changed": false }), "{body}");
}

fn log(server: &Server, query: &str) -> Json {
    let list = server.send("GET", &format!("{PATH}{query}"), &[("authorization", &bearer(TOKEN))], None).ok();
    assert_fits("ActionList", &list);
    list
}

fn of_run(action: &str, run: &str) -> Json {
    json!({ "action": action, "run": run, "reason": "a reason" })
}

fn of_player(action: &str, player: &Account) -> Json {
    json!({ "action": action, "player": player.id, "reason": "a reason" })
}

fn rename(player: &Account, name: &str) -> Json {
    json!({ "action": "rename_player", "player": player.id, "name": name, "reason": "a reason" })
}

/// Submits a run, and returns its number.
fn submit(server: &Server, player: &Account, seed: &str) -> String {
    text(&player.submit(server, &slide_jam(seed)).expect(201)["run"], "id").to_owned()
}

/// Each list that shows runs of two players, as anyone sees it.
fn lists(server: &Server, players: &[Account]) -> Vec<Json> {
    let boards = [
        "class=chosen",
        "class=chosen&period=month",
        "class=chosen&show=runs",
        "class=chosen&seed=both",
        "class=chosen&since=2020-01-01",
    ];
    let boards = boards.map(|query| board(server, "slide-jam", query));
    let pages = players.iter().flat_map(|player| ["", "/runs"].map(|page| format!("/v1/players/{}{page}", player.id)));
    let pages = pages.map(|path| server.send("GET", &path, &[], None).ok());
    boards.into_iter().chain(pages).collect()
}

#[test]
fn hidden_run_leaves_all_lists_until_restored() {
    let server = start();
    let players = tables::players(&server, 2);
    let [first, second] = [0, 1].map(|n| submit(&server, &players[n], "both"));
    submit(&server, &players[0], "another");
    let before = lists(&server, &players);
    let action = apply(&server, &of_run("hide_run", &first));
    assert_eq!(
        (&action["action"], &action["run"], &action["reason"]),
        (&json!("hide_run"), &json!(first), &json!("a reason"))
    );
    unchanged(&server, &of_run("hide_run", &first));
    let hidden = lists(&server, &players);
    assert!(hidden.iter().all(|list| !list.to_string().contains(&format!("\"run\":\"{first}\""))), "{hidden:?}");
    assert_eq!((&hidden[3]["count"], &hidden[3]["entries"][0]["rank"]), (&json!(1), &json!(1)), "the other moves up");

    // It stays readable, also as the run that another refers to; and its player cannot submit it again.
    let run = |id: &str| server.send("GET", &format!("/v1/runs/{id}"), &[], None).ok();
    assert_eq!((&run(&first)["hidden"], &run(&second)["same_as"]), (&json!(true), &json!(first)));
    let again = players[0].submit(&server, &slide_jam("both")).expect(200);
    assert_eq!(
        (&again["run"]["id"], &again["run"]["hidden"], &again["ranks"]),
        (&json!(first), &json!(true), &json!([]))
    );

    apply(&server, &of_run("restore_run", &first));
    unchanged(&server, &of_run("restore_run", &first));
    assert_eq!(lists(&server, &players), before);
    assert!(run(&first).get("hidden").is_none());
    for run in ["99", "0", "x", "-1", "9223372036854775808"] {
        moderate(&server, &of_run("hide_run", run)).problem(404, "unknown_run");
    }
}

#[test]
fn new_name_shows_everywhere_and_old_stays_reserved() {
    let server = start();
    let players = tables::players(&server, 2);
    let run = submit(&server, &players[0], "both");
    let table =
        make(&server, &players[0], &json!({ "game": "queensland", "seats": ["you", "open", "open"], "listed": true }));
    let mut stream = Listening::to(server.base(), &path_of(&table), None, None);
    stream.take(1);
    let renamed = apply(&server, &rename(&players[0], "Quiet Ada"));
    let names = [&renamed["old_name"], &renamed["name"]];
    assert_eq!(names, ["Player 0", "Quiet Ada"]);
    unchanged(&server, &rename(&players[0], "Quiet Ada"));
    let paths = [
        "/v1/leaderboards/slide-jam?class=chosen".to_owned(),
        "/v1/leaderboards/slide-jam?class=chosen&since=2020-01-01".to_owned(),
        format!("/v1/runs/{run}"),
        format!("/v1/players/{}", players[0].id),
        format!("/v1/players/{}/runs", players[0].id),
        path_of(&table),
        "/v1/tables".to_owned(),
    ];
    for base in server.bases() {
        for path in &paths {
            let shown = send(base, "GET", path, &[], None).body;
            assert!(shown.contains("Quiet Ada") && !shown.contains("Player 0"), "{path}: {shown}");
        }
        let own = send(base, "GET", "/v1/players/me", &[players[0].header()], None).ok();
        assert_eq!(own["player"]["name"], "Quiet Ada");
    }
    // Listeners get the table with the new name.
    let (_, _, event) = stream.take(1).pop().expect("an event");
    assert_eq!(event["seats"][0]["player"]["name"], "Quiet Ada");

    let sign_up = |name: &str| server.send("POST", "/v1/players", &[], Some(&json!({ "name": name })));
    for name in ["Player 0", "PLAYER 0", "quiet ada", "Qui\u{435}t Ada"] {
        sign_up(name).problem(409, "name_taken");
    }
    for name in ["Player 1", "player 0", "Player 0", "QUIET ADA"] {
        let problem = moderate(&server, &rename(&players[0], name)).problem(409, "name_taken");
        assert_eq!(problem["errors"][0]["pointer"], "/name");
    }
    for name in ["x", "a/b", "a\u{202e}b"] {
        moderate(&server, &rename(&players[0], name)).problem(422, "invalid_name");
    }
    // What was refused took no form of a name.
    sign_up("Quiet Bob").expect(201);
    moderate(&server, &json!({ "action": "rename_player", "player": "99", "name": "Carol", "reason": "x" }))
        .problem(404, "unknown_player");
    sign_up("Carol").expect(201);
}

#[test]
fn repeated_sign_up_after_rename_gives_no_token() {
    let server = start();
    let key = ("idempotency-key", "a-key-that-comes-again-1");
    let sign_up = || server.send("POST", "/v1/players", &[key], Some(&json!({ "name": "Ada" })));
    let created = sign_up().expect(201);
    assert_eq!(sign_up().expect(201), created);
    let ada = Account::of(text(&created["player"], "id").to_owned(), text(&created, "token").to_owned());
    apply(&server, &rename(&ada, "Quiet Ada"));
    sign_up().problem(409, "name_taken");
    call(&server, &ada, "GET", "/v1/players/me", None).ok();
}

#[test]
fn log_lists_actions_from_the_newest_on() {
    let server = start();
    let players = tables::players(&server, 1);
    let run = submit(&server, &players[0], "both");
    assert_eq!(log(&server, ""), json!({ "actions": [] }));
    let mut all = Vec::new();
    for n in 0..3 {
        all.push(apply(&server, &of_run("hide_run", &run)));
        all.push(apply(&server, &of_run("restore_run", &run)));
        all.push(apply(&server, &rename(&players[0], &format!("Renamed {n}"))));
        all.push(apply(&server, &of_player("ban_player", &players[0])));
        all.push(apply(&server, &of_player("unban_player", &players[0])));
    }
    all.reverse();
    assert_eq!(log(&server, "?limit=100"), json!({ "actions": all }));
    let (mut walked, mut query) = (Vec::new(), "?limit=4".to_owned());
    loop {
        let page = log(&server, &query);
        walked.extend(page["actions"].as_array().expect("actions").clone());
        // What is logged meanwhile is on no later page.
        apply(&server, &rename(&players[0], &format!("Meanwhile {}", walked.len())));
        let Some(next) = page["next"].as_str() else { break };
        query = format!("?limit=4&cursor={next}");
    }
    assert_eq!(walked, all);
    let of_board = board(&server, "slide-jam", "class=chosen&show=runs&limit=1");
    assert!(of_board.get("next").is_none());
    for bad in ["?cursor=x", "?limit=0", "?limit=101", "?action=hide_run"] {
        let answer = server.send("GET", &format!("{PATH}{bad}"), &[("authorization", &bearer(TOKEN))], None);
        assert_eq!(answer.status, 400, "{bad}: {}", answer.body);
    }
}

#[test]
fn names_of_deleted_players_leave_the_log() {
    let server = start();
    let players = tables::players(&server, 2);
    for (n, player) in players.iter().enumerate() {
        apply(&server, &rename(player, &format!("Renamed {n}")));
    }
    assert_eq!(call(&server, &players[0], "DELETE", "/v1/players/me", None).status, 204);
    let log = log(&server, "");
    let names = |at: usize| (log["actions"][at].get("old_name").cloned(), log["actions"][at].get("name").cloned());
    assert_eq!(names(1), (None, None));
    assert_eq!(names(0), (Some(json!("Player 1")), Some(json!("Renamed 1"))));
    let stored = wait(texts(
        &server.database(),
        "SELECT coalesce(old_name, '') || coalesce(new_name, '') || reason FROM moderation_actions ORDER BY id",
    ));
    assert_eq!(stored, ["a reason", "Player 1Renamed 1a reason"]);
    for action in ["ban_player", "unban_player"] {
        moderate(&server, &of_player(action, &players[0])).problem(404, "unknown_player");
    }
    moderate(&server, &rename(&players[0], "Again")).problem(404, "unknown_player");
}

#[test]
fn reverify_and_moderators_do_not_undo_each_other() {
    let server = start();
    let ada = Account::new(&server, "Ada");
    let runs = ["one", "two", "three"].map(|seed| submit(&server, &ada, seed));
    let listed = || {
        let board = board(&server, "slide-jam", "class=chosen&show=runs");
        let mut runs: Vec<String> =
            board["entries"].as_array().expect("entries").iter().map(|entry| text(entry, "run").to_owned()).collect();
        runs.sort();
        runs
    };
    let reverify = || {
        let mut program = Command::new(env!("CARGO_BIN_EXE_funhouse"));
        let output = program.args(["reverify", "--hide", "--database", &server.database()]).output().expect("it runs");
        String::from_utf8(output.stdout).expect("text")
    };
    let score = server.send("GET", &format!("/v1/runs/{}", runs[1]), &[], None).ok()["score"].to_string();
    let tamper = |card: &str| {
        wait(meddle(&server.database(), &format!("UPDATE runs SET score_card = '{card}' WHERE id IN (2, 3)")))
    };
    tamper("{\"total\":999}");
    for run in [&runs[0], &runs[1]] {
        apply(&server, &of_run("hide_run", run));
    }
    // The second run is hidden by both, the third by reverify.
    assert!(reverify().contains("2 taken off the boards, 0 put back"));
    assert!(listed().is_empty());
    unchanged(&server, &of_run("restore_run", &runs[2]));
    apply(&server, &of_run("restore_run", &runs[1]));
    assert!(listed().is_empty(), "they still fail");
    apply(&server, &of_run("hide_run", &runs[1]));
    wait(meddle(&server.database(), &format!("UPDATE runs SET score_card = '{score}' WHERE id = 2")));
    assert!(reverify().contains("0 taken off the boards, 1 put back"));
    assert!(listed().is_empty(), "a moderator hid the first and the second");
    apply(&server, &of_run("restore_run", &runs[0]));
    apply(&server, &of_run("restore_run", &runs[1]));
    assert_eq!(listed(), runs[..2]);
}

#[test]
fn board_pages_continue_after_removed_entries() {
    let server = start();
    let players = tables::players(&server, 5);
    let runs: Vec<String> = players.iter().map(|player| submit(&server, player, "both")).collect();
    let entries = |board: &Json| {
        let runs = board["entries"].as_array().expect("entries").iter();
        runs.map(|entry| (text(entry, "run").to_owned(), entry["rank"].clone())).collect::<Vec<_>>()
    };
    let first = board(&server, "slide-jam", "class=chosen&seed=both&limit=2");
    assert_eq!(entries(&first), [(runs[0].clone(), json!(1)), (runs[1].clone(), json!(1))]);
    apply(&server, &of_run("hide_run", &runs[1]));
    apply(&server, &of_player("ban_player", &players[2]));
    let next = format!("class=chosen&seed=both&limit=2&cursor={}", text(&first, "next"));
    let next = board(&server, "slide-jam", &next);
    assert_eq!(entries(&next), [(runs[3].clone(), json!(1)), (runs[4].clone(), json!(1))], "equals share the rank");
    assert_eq!(next["count"], 3);
    let around = format!("/v1/leaderboards/slide-jam?class=chosen&seed=both&around={}", runs[1]);
    server.send("GET", &around, &[], None).problem(404, "not_on_board");
}

/// Tries to start a service, which must fail, and returns the message.
fn refused(more: &[&str], environment: &[(&str, &str)]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite://{}", folder.path().join("new.db").display());
    let mut program = Command::new(env!("CARGO_BIN_EXE_funhouse"));
    program.args(["serve", "--listen", "127.0.0.1:0", "--database", &database]).args(more);
    let output = program.envs(environment.iter().copied()).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(!folder.path().join("new.db").exists(), "no database is created");
    String::from_utf8(output.stderr).expect("text")
}
