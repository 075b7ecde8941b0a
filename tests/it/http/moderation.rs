//! Moderation over HTTP: what each action changes and undoes, who is refused, and the log.

use std::process::Command;

use serde_json::{Value as Json, json};

use crate::support::account::{Account, board, slide_jam};
use crate::support::databases::{Of, meddle, texts};
use crate::support::eventually::until;
use crate::support::harness::{Answer, Server, send};
use crate::support::raw::Raw;
use crate::support::schema::assert_fits;
use crate::support::store::wait;
use crate::support::tables::{self, Listening, call, held, make, next_move, path_of, post, text};

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
fn done(server: &Server, body: &Json) -> Json {
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
fn hidden_run_leaves_all_lists_until_it_is_restored() {
    let server = start();
    let players = tables::players(&server, 2);
    let [first, second] = [0, 1].map(|n| submit(&server, &players[n], "both"));
    submit(&server, &players[0], "another");
    let before = lists(&server, &players);
    let action = done(&server, &of_run("hide_run", &first));
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

    done(&server, &of_run("restore_run", &first));
    unchanged(&server, &of_run("restore_run", &first));
    assert_eq!(lists(&server, &players), before);
    assert!(run(&first).get("hidden").is_none());
    for run in ["99", "0", "x", "-1", "9223372036854775808"] {
        moderate(&server, &of_run("hide_run", run)).problem(404, "unknown_run");
    }
}

#[test]
fn banned_player_leaves_all_lists_until_the_ban_is_undone() {
    let server = start();
    let players = tables::players(&server, 3);
    for (n, seed) in [(0, "both"), (1, "both"), (0, "one"), (1, "two"), (2, "three")] {
        submit(&server, &players[n], seed);
    }
    let table = make(&server, &players[0], &json!({ "game": "slide-jam" }));
    tables::resign(&server, &players[0], &table);
    let seats = json!({ "game": "queensland", "seats": ["you", "robot", "robot"] });
    tables::resign(&server, &players[0], &make(&server, &players[0], &seats));
    let before = lists(&server, &players);
    let page = &before[5];
    assert!(["bests", "latest", "records", "averages"].iter().all(|list| page[list] != json!([])), "{page}");

    let action = done(&server, &of_player("ban_player", &players[0]));
    assert_eq!((&action["action"], &action["player"]), (&json!("ban_player"), &json!(players[0].id)));
    unchanged(&server, &of_player("ban_player", &players[0]));
    let banned = lists(&server, &players);
    assert!(banned[..5].iter().all(|board| !board.to_string().contains("Player 0")), "{banned:?}");
    let page = &banned[5];
    assert_eq!((&page["player"]["banned"], &page["player"]["name"]), (&json!(true), &json!("Player 0")));
    assert!(["bests", "latest", "records", "averages"].iter().all(|list| page[list] == json!([])), "{page}");
    assert_eq!(banned[6]["runs"], json!([]));
    assert_eq!(banned[0]["count"], 2);

    // In whichever order a run and its player are moderated, both must be undone.
    done(&server, &of_run("hide_run", "1"));
    done(&server, &of_player("unban_player", &players[0]));
    unchanged(&server, &of_player("unban_player", &players[0]));
    let unbanned = lists(&server, &players);
    assert_eq!(unbanned[6]["runs"].as_array().map(Vec::len), Some(1), "{}", unbanned[6]);
    done(&server, &of_player("ban_player", &players[0]));
    done(&server, &of_run("restore_run", "1"));
    assert_eq!(lists(&server, &players), banned);
    done(&server, &of_player("unban_player", &players[0]));
    assert_eq!(lists(&server, &players), before);
}

#[test]
fn every_token_and_the_recovery_code_of_a_banned_player_are_refused() {
    let server = start();
    let created = server.send("POST", "/v1/players", &[], Some(&json!({ "name": "Ada" }))).expect(201);
    let ada = Account::of(text(&created["player"], "id").to_owned(), text(&created, "token").to_owned());
    let phone = call(&server, &ada, "POST", "/v1/players/me/tokens", Some(&json!({}))).expect(201);
    let phone = Account::of(ada.id.clone(), text(&phone, "token").to_owned());
    let run = submit(&server, &ada, "kept");
    done(&server, &of_player("ban_player", &ada));
    let name = json!({ "name": "Ben" });
    let game = json!({ "game": "slide-jam" });
    let calls: [(&str, String, Option<&Json>); 11] = [
        ("GET", "/v1/players/me".to_owned(), None),
        ("GET", "/v1/players/me/tokens".to_owned(), None),
        ("POST", "/v1/players/me/tokens".to_owned(), Some(&name)),
        ("POST", "/v1/players/me/token".to_owned(), None),
        ("POST", "/v1/players/me/recovery_code".to_owned(), None),
        ("GET", "/v1/players/me/export".to_owned(), None),
        ("DELETE", "/v1/players/me".to_owned(), None),
        ("GET", format!("/v1/runs/{run}"), None),
        ("GET", "/v1/players/me/tables".to_owned(), None),
        ("POST", "/v1/tables".to_owned(), Some(&game)),
        ("POST", "/v1/games/slide-jam/deal".to_owned(), Some(&name)),
    ];
    for base in server.bases() {
        for account in [&ada, &phone] {
            for (method, path, body) in &calls[..10] {
                send(base, method, path, &[account.header()], *body).problem(403, "banned");
            }
            let run = slide_jam("late");
            send(base, "POST", "/v1/runs", &[account.header()], Some(&run)).problem(403, "banned");
            let deal = json!({});
            send(base, "POST", &calls[10].1, &[account.header()], Some(&deal)).problem(403, "banned");
        }
    }
    let code = json!({ "recovery_code": created["recovery_code"] });
    let problem = server.send("POST", "/v1/recovery", &[], Some(&code)).problem(403, "banned");
    assert_eq!(problem["detail"], "a moderator banned this player; the service can be used without a token");
    // Without a token, anyone may read and play.
    server.send("GET", &format!("/v1/runs/{run}"), &[], None).ok();
    server.send("POST", "/v1/games/slide-jam/deal", &[], Some(&json!({}))).ok();
    server.send("POST", "/v1/players", &[], Some(&json!({ "name": "ADA" }))).problem(409, "name_taken");

    done(&server, &of_player("unban_player", &ada));
    for account in [&ada, &phone] {
        call(&server, account, "GET", "/v1/players/me", None).ok();
    }
    server.send("POST", "/v1/recovery", &[], Some(&code)).expect(201);
}

#[test]
fn requests_that_arrive_during_a_ban_are_refused() {
    let server = start();
    let players = tables::players(&server, 2);
    let table = make(&server, &players[0], &json!({ "game": "slide-jam" }));
    let now = held(&server, &table);
    let (_, mv) = next_move(&now).expect("a move");
    let moves = json!({ "game": "slide-jam", "after": 0, "moves": [mv] });
    let requests = [
        ("/v1/runs".to_owned(), slide_jam("late").to_string()),
        (format!("{}/moves", path_of(&table)), moves.to_string()),
        ("/v1/tables".to_owned(), json!({ "game": "trampo-land" }).to_string()),
    ];
    let started: Vec<(Raw, &str)> = requests
        .iter()
        .map(|(path, body)| {
            let mut raw = Raw::connect(server.base());
            let (length, (name, value)) = (body.len(), players[0].header());
            let head =
                format!("POST {path} HTTP/1.1\r\nhost: x\r\n{name}: {value}\r\ncontent-type: application/json\r\n");
            let (begin, rest) = body.split_at(length / 2);
            assert!(raw.send(format!("{head}content-length: {length}\r\nexpect: 100-continue\r\n\r\n")));
            // The token was accepted when the body is requested.
            assert_eq!(raw.answer().status, 100);
            assert!(raw.send(begin));
            (raw, rest)
        })
        .collect();
    done(&server, &of_player("ban_player", &players[0]));
    for (mut raw, rest) in started {
        assert!(raw.send(rest));
        raw.answer().problem(403, "banned");
    }
    let count = |sql: &str| wait(crate::support::databases::numbers(&server.database(), sql));
    assert_eq!(count("SELECT count(*) FROM runs"), [0]);
    assert_eq!(count("SELECT count(*) FROM game_tables"), [1]);
    assert_eq!(count("SELECT count(*) FROM table_moves"), [0]);

    // The clock ends the game as any other that is left.
    server.shared.clock.set_ahead(24 * 3_600_000 + 1000);
    let over = tables::wait_until_over(&server, &players[1], &table);
    assert_eq!(over["ending"], "abandoned");
}

#[test]
fn streams_and_waiting_requests_of_a_banned_player_end() {
    let server = Server::start_flagged(&["--no-limits", "--moderator-token", TOKEN]);
    let players = tables::players(&server, 2);
    let table = make(&server, &players[0], &json!({ "game": "queensland", "seats": ["you", "open", "open"] }));
    let path = format!("{}?after=0&wait=30", path_of(&table));
    let mut stream = Listening::to(server.base(), &path_of(&table), Some(&players[0]), None);
    stream.take(1);
    let seat = format!("{}/seats/2", path_of(&table));
    let sit_and_leave = || {
        call(&server, &players[1], "POST", &seat, None).ok();
        assert_eq!(call(&server, &players[1], "DELETE", &seat, None).status, 204);
    };
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| call(&server, &players[0], "GET", &path, None));
        until("the request to wait", || server.shared.tables.listeners().held() == 2);
        done(&server, &of_player("ban_player", &players[0]));
        sit_and_leave();
        waiting.join().expect("it is answered").problem(403, "banned");
    });
    // Not scoped, so that the test fails where the stream goes on.
    let reading = std::thread::spawn(move || std::io::copy(&mut stream.0, &mut std::io::sink()));
    until("the end of the stream", || {
        sit_and_leave();
        reading.is_finished()
    });
    reading.join().expect("it reads").expect("it ends well");
}

#[test]
fn new_name_is_shown_everywhere_and_old_one_stays_taken() {
    let server = start();
    let players = tables::players(&server, 2);
    let run = submit(&server, &players[0], "both");
    let table =
        make(&server, &players[0], &json!({ "game": "queensland", "seats": ["you", "open", "open"], "listed": true }));
    let mut stream = Listening::to(server.base(), &path_of(&table), None, None);
    stream.take(1);
    let renamed = done(&server, &rename(&players[0], "Quiet Ada"));
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
    done(&server, &rename(&ada, "Quiet Ada"));
    sign_up().problem(409, "name_taken");
    call(&server, &ada, "GET", "/v1/players/me", None).ok();
}

#[test]
fn moderation_is_refused_in_the_same_way_whether_it_is_on_or_off() {
    let (on, off) = (start(), Server::start());
    let mut refusals = Vec::new();
    for server in [&on, &off] {
        let players = tables::players(server, 2);
        if std::ptr::eq(server, &on) {
            done(server, &of_player("ban_player", &players[1]));
        }
        let tokens = [
            bearer(&TOKEN[1..]),
            bearer(&format!("{TOKEN}0")),
            bearer(&TOKEN.to_uppercase()),
            bearer(""),
            bearer(&"x".repeat(43)),
            TOKEN.to_owned(),
            format!("Basic {TOKEN}"),
            bearer(&players[0].token),
            bearer(&players[1].token),
        ];
        let mut headers: Vec<Vec<(&str, &str)>> =
            tokens.iter().map(|token| vec![("authorization", token.as_str())]).collect();
        headers.push(Vec::new());
        for headers in &headers {
            for (method, body) in
                [("GET", None), ("POST", Some(of_run("hide_run", "1"))), ("POST", Some(json!("nonsense")))]
            {
                let answer = server.send(method, PATH, headers, body.as_ref());
                answer.problem(401, "unauthorized");
                assert_eq!(answer.header("cache-control"), "private, no-store");
                assert!(answer.header("vary").to_lowercase().contains("authorization"));
                assert_eq!(answer.header("www-authenticate"), "Bearer");
                // A connection is closed or not by whether a body was left unread.
                let mut names: Vec<String> = answer.headers.keys().map(ToString::to_string).collect();
                names.retain(|name| name != "connection");
                names.sort();
                refusals.push((answer.body, names));
            }
        }
    }
    refusals.dedup();
    assert_eq!(refusals.len(), 1, "{refusals:?}");
    off.send("GET", PATH, &[("authorization", &bearer(TOKEN))], None).problem(401, "unauthorized");

    // Nor is the moderator's token one of a player.
    for path in ["/v1/players/me", "/v1/players/me/tokens", "/v1/players/me/export"] {
        on.send("GET", path, &[("authorization", &bearer(TOKEN))], None).problem(401, "unauthorized");
    }
    let allowed = on.send(
        "GET",
        PATH,
        &[("authorization", &format!("bearer  {TOKEN}")), ("origin", "https://example.org")],
        None,
    );
    assert_eq!((allowed.status, allowed.header("cache-control")), (200, "private, no-store"));
    assert!(allowed.header("etag").is_empty());
    assert_eq!(on.send("HEAD", PATH, &[], None).status, 401);
}

#[test]
fn guesses_of_the_token_are_limited_by_address() {
    let server = Server::start_flagged(&["--moderator-token", TOKEN, "--limit-requests", "5/1h"]);
    for n in 0..5 {
        let guess = bearer(&format!("{n:0>43}"));
        server.send("GET", PATH, &[("authorization", &guess)], None).problem(401, "unauthorized");
    }
    for token in [&TOKEN[1..], TOKEN] {
        server.send("GET", PATH, &[("authorization", &bearer(token))], None).problem(429, "too_many_requests");
    }
}

#[test]
fn log_lists_actions_from_the_newest_on() {
    let server = start();
    let players = tables::players(&server, 1);
    let run = submit(&server, &players[0], "both");
    assert_eq!(log(&server, ""), json!({ "actions": [] }));
    let mut all = Vec::new();
    for n in 0..3 {
        all.push(done(&server, &of_run("hide_run", &run)));
        all.push(done(&server, &of_run("restore_run", &run)));
        all.push(done(&server, &rename(&players[0], &format!("Renamed {n}"))));
        all.push(done(&server, &of_player("ban_player", &players[0])));
        all.push(done(&server, &of_player("unban_player", &players[0])));
    }
    all.reverse();
    assert_eq!(log(&server, "?limit=100"), json!({ "actions": all }));
    let (mut walked, mut query) = (Vec::new(), "?limit=4".to_owned());
    loop {
        let page = log(&server, &query);
        walked.extend(page["actions"].as_array().expect("actions").clone());
        // What is logged meanwhile is on no later page.
        done(&server, &rename(&players[0], &format!("Meanwhile {}", walked.len())));
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
        done(&server, &rename(player, &format!("Renamed {n}")));
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
fn rejects_requests_that_are_not_of_the_schema() {
    let server = start();
    for (body, pointer) in [
        (json!({}), ""),
        (json!({ "action": "hide_run", "run": "1" }), ""),
        (json!({ "action": "hide_run", "run": 1, "reason": "x" }), "/run"),
        (json!({ "action": "hide_run", "run": "1", "player": "1", "reason": "x" }), "/player"),
        (json!({ "action": "hide_runs", "run": "1", "reason": "x" }), "/action"),
        (json!({ "action": "ban_player", "run": "1", "reason": "x" }), "/run"),
        (json!({ "action": "rename_player", "player": "1", "reason": "x" }), ""),
        (json!({ "action": "ban_player", "player": "1", "reason": null }), "/reason"),
        (json!([]), ""),
    ] {
        let problem = moderate(&server, &body).problem(400, "invalid_body");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{body}: {problem}");
    }
    for reason in ["", "  ", "a\nb", "\u{7}", &"x".repeat(501)] {
        let body = json!({ "action": "hide_run", "run": "1", "reason": reason });
        let problem = moderate(&server, &body).problem(422, "invalid_reason");
        assert_eq!(problem["errors"][0]["pointer"], "/reason");
    }
    assert_eq!(log(&server, ""), json!({ "actions": [] }));
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
        done(&server, &of_run("hide_run", run));
    }
    // The second run is hidden by both, the third by reverify.
    assert!(reverify().contains("2 taken off the boards, 0 put back"));
    assert!(listed().is_empty());
    unchanged(&server, &of_run("restore_run", &runs[2]));
    done(&server, &of_run("restore_run", &runs[1]));
    assert!(listed().is_empty(), "they still fail");
    done(&server, &of_run("hide_run", &runs[1]));
    wait(meddle(&server.database(), &format!("UPDATE runs SET score_card = '{score}' WHERE id = 2")));
    assert!(reverify().contains("0 taken off the boards, 1 put back"));
    assert!(listed().is_empty(), "a moderator hid the first and the second");
    done(&server, &of_run("restore_run", &runs[0]));
    done(&server, &of_run("restore_run", &runs[1]));
    assert_eq!(listed(), runs[..2]);
}

#[test]
fn pages_of_boards_continue_after_entries_that_are_gone() {
    let server = start();
    let players = tables::players(&server, 5);
    let runs: Vec<String> = players.iter().map(|player| submit(&server, player, "both")).collect();
    let entries = |board: &Json| {
        let runs = board["entries"].as_array().expect("entries").iter();
        runs.map(|entry| (text(entry, "run").to_owned(), entry["rank"].clone())).collect::<Vec<_>>()
    };
    let first = board(&server, "slide-jam", "class=chosen&seed=both&limit=2");
    assert_eq!(entries(&first), [(runs[0].clone(), json!(1)), (runs[1].clone(), json!(1))]);
    done(&server, &of_run("hide_run", &runs[1]));
    done(&server, &of_player("ban_player", &players[2]));
    let next = format!("class=chosen&seed=both&limit=2&cursor={}", text(&first, "next"));
    let next = board(&server, "slide-jam", &next);
    assert_eq!(entries(&next), [(runs[3].clone(), json!(1)), (runs[4].clone(), json!(1))], "equals share the rank");
    assert_eq!(next["count"], 3);
    let around = format!("/v1/leaderboards/slide-jam?class=chosen&seed=both&around={}", runs[1]);
    server.send("GET", &around, &[], None).problem(404, "not_on_board");
}

#[test]
fn finished_game_of_a_player_who_is_banned_meanwhile_is_shown_after_the_ban() {
    let server = start();
    let players = tables::players(&server, 1);
    let table = make(&server, &players[0], &json!({ "game": "slide-jam" }));
    while let Some((_, mv)) = next_move(&held(&server, &table)).filter(|_| !held(&server, &table).over()) {
        post(&server, &players[0], &table, held(&server, &table).move_count(), &[mv]).ok();
    }
    done(&server, &of_player("ban_player", &players[0]));
    let sealed = || board(&server, "slide-jam", "class=sealed")["count"].clone();
    assert_eq!(sealed(), 0);
    let shown = server.send("GET", &path_of(&table), &[], None).ok();
    assert_eq!(shown["seats"][0]["player"]["name"], "Player 0", "a table shows who sat there");
    done(&server, &of_player("unban_player", &players[0]));
    assert_eq!(sealed(), 1);
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

#[test]
#[allow(clippy::disallowed_methods, reason = "the test writes files")]
fn unusable_moderator_tokens_are_refused_at_start_and_never_printed() {
    let _files = Of::files();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("token");
    let path = file.to_str().expect("a path");
    std::fs::write(&file, "swordfish\n").expect("written");
    for (flags, environment) in [
        (&["--moderator-token", "swordfish"][..], &[][..]),
        (&["--moderator-token-file", path], &[]),
        (&[], &[("FUNHOUSE_MODERATOR_TOKEN", "swordfish")]),
        (&[], &[("FUNHOUSE_MODERATOR_TOKEN_FILE", path)]),
    ] {
        let why = refused(flags, environment);
        assert!(
            why.contains("the moderator's token cannot be used") && why.contains("32 to 512 characters (got 9)"),
            "{why}"
        );
        assert!(!why.contains("swordfish"), "{why}");
    }
    let missing = folder.path().join("missing");
    let why = refused(&["--moderator-token-file", missing.to_str().expect("a path")], &[]);
    assert!(why.contains("missing: No such file"), "{why}");
    let why = refused(&["--moderator-token-file", path, "--moderator-token", TOKEN], &[]);
    assert!(why.contains("cannot be used with") && !why.contains(TOKEN), "{why}");
    std::fs::write(&file, format!("{TOKEN}\n")).expect("written");
    let server = Server::start_flagged(&["--no-limits", "--moderator-token-file", path]);
    assert_eq!(log(&server, ""), json!({ "actions": [] }));
}
