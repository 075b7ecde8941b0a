//! Bans: what a banned player loses, and what comes back.

use serde_json::{Value as Json, json};

use super::{TOKEN, apply, lists, of_player, of_run, start, submit, unchanged};
use crate::support::account::{Account, board, slide_jam};
use crate::support::eventually::until;
use crate::support::harness::{Server, send};
use crate::support::raw::Raw;
use crate::support::store::wait;
use crate::support::tables::{self, Listening, call, load_table, make, next_move, path_of, post, text};

#[test]
fn banned_player_leaves_all_lists_until_unbanned() {
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

    let action = apply(&server, &of_player("ban_player", &players[0]));
    assert_eq!((&action["action"], &action["player"]), (&json!("ban_player"), &json!(players[0].id)));
    unchanged(&server, &of_player("ban_player", &players[0]));
    let banned = lists(&server, &players);
    assert!(banned[..5].iter().all(|board| !board.to_string().contains("Player 0")), "{banned:?}");
    let page = &banned[5];
    assert_eq!((&page["player"]["banned"], &page["player"]["name"]), (&json!(true), &json!("Player 0")));
    assert!(["bests", "latest", "records", "averages", "ratings"].iter().all(|list| page[list] == json!([])), "{page}");
    assert_eq!(banned[6]["runs"], json!([]));
    assert_eq!(banned[0]["count"], 2);

    // In whichever order a run and its player are moderated, both must be undone.
    apply(&server, &of_run("hide_run", "1"));
    apply(&server, &of_player("unban_player", &players[0]));
    unchanged(&server, &of_player("unban_player", &players[0]));
    let unbanned = lists(&server, &players);
    assert_eq!(unbanned[6]["runs"].as_array().map(Vec::len), Some(1), "{}", unbanned[6]);
    apply(&server, &of_player("ban_player", &players[0]));
    apply(&server, &of_run("restore_run", "1"));
    assert_eq!(lists(&server, &players), banned);
    apply(&server, &of_player("unban_player", &players[0]));
    assert_eq!(lists(&server, &players), before);
}

#[test]
fn tokens_and_recovery_code_of_banned_player_fail() {
    let server = start();
    let created = server.send("POST", "/v1/players", &[], Some(&json!({ "name": "Ada" }))).expect(201);
    let ada = Account::of(text(&created["player"], "id").to_owned(), text(&created, "token").to_owned());
    let phone = call(&server, &ada, "POST", "/v1/players/me/tokens", Some(&json!({}))).expect(201);
    let phone = Account::of(ada.id.clone(), text(&phone, "token").to_owned());
    let run = submit(&server, &ada, "kept");
    apply(&server, &of_player("ban_player", &ada));
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
    assert_eq!(problem["detail"], "a moderator banned this player; you can use the service without a token");
    // Without a token, anyone may read and play.
    server.send("GET", &format!("/v1/runs/{run}"), &[], None).ok();
    server.send("POST", "/v1/games/slide-jam/deal", &[], Some(&json!({}))).ok();
    server.send("POST", "/v1/players", &[], Some(&json!({ "name": "ADA" }))).problem(409, "name_taken");

    apply(&server, &of_player("unban_player", &ada));
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
    let now = load_table(&server, &table);
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
    apply(&server, &of_player("ban_player", &players[0]));
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
fn streams_and_waiting_requests_of_banned_player_end() {
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
        until("the request to wait", || server.shared.tables.listeners().reserved() == 2);
        apply(&server, &of_player("ban_player", &players[0]));
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
fn game_finished_before_ban_is_shown_after_it() {
    let server = start();
    let players = tables::players(&server, 1);
    let table = make(&server, &players[0], &json!({ "game": "slide-jam" }));
    while let Some((_, mv)) = next_move(&load_table(&server, &table)).filter(|_| !load_table(&server, &table).over()) {
        post(&server, &players[0], &table, load_table(&server, &table).move_count(), &[mv]).ok();
    }
    apply(&server, &of_player("ban_player", &players[0]));
    let ranked = || board(&server, "slide-jam", "class=ranked")["count"].clone();
    assert_eq!(ranked(), 0);
    let shown = server.send("GET", &path_of(&table), &[], None).ok();
    assert_eq!(shown["seats"][0]["player"]["name"], "Player 0", "a table shows who sat there");
    apply(&server, &of_player("unban_player", &players[0]));
    assert_eq!(ranked(), 1);
}
