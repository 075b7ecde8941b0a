//! Commands of operators about a player or a table, next to a running service.

use std::process::{Command, Output};

use serde_json::{Value as Json, json};

use crate::support::account::{Account, slide_jam};
use crate::support::databases::{bytes, numbers, on_each_kind};
use crate::support::harness::Server;
use crate::support::store::{meddle, wait};
use crate::support::tables::{
    Listening, at, call, load_table, make, next_move, path_of, players, post, resign, seated_on, show, text,
};

/// Runs a command on the database of a server.
fn funhouse(server: &Server, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_funhouse"));
    command.args(arguments).args(["--database", &server.database()]);
    command.output().expect("the program runs")
}

/// What a successful command printed.
fn printed(server: &Server, arguments: &[&str]) -> String {
    let output = funhouse(server, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it prints text")
}

/// Why a command cannot do its work.
fn refused(server: &Server, arguments: &[&str]) -> String {
    let output = funhouse(server, arguments);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
    String::from_utf8(output.stderr).expect("it prints text")
}

#[test]
fn exported_player_equals_own_export_even_if_banned() {
    on_each_kind(|| {
        let server = Server::start();
        let all = players(&server, 2);
        all[0].submit(&server, &slide_jam("exported")).expect(201);
        seated_on(&server, json!({ "game": "queensland" }), &all);
        let table = make(&server, &all[0], &json!({ "game": "queensland", "seats": ["you", "robot"] }));
        resign(&server, &all[0], &table);
        let mut own = call(&server, &all[0], "GET", "/v1/players/me/export", None).ok();
        own["tokens"][0]["current"] = false.into();
        assert_eq!([&own["runs"], &own["tables"]].map(|list| list.as_array().map(Vec::len)), [Some(1), Some(2)]);
        for player in [&[all[0].id.as_str()][..], &["--name", "Player 0"]] {
            let shown = printed(&server, &[&["export-player"], player].concat());
            let mut exported: Json = serde_json::from_str(&shown).expect("JSON");
            exported["tokens"][0]["last_used_on"] = own["tokens"][0]["last_used_on"].clone();
            assert_eq!(exported, own);
        }
        meddle(&server, &format!("UPDATE players SET banned_at = 1 WHERE id = {}", all[0].id));
        call(&server, &all[0], "GET", "/v1/players/me/export", None).problem(403, "banned");
        let exported: Json = serde_json::from_str(&printed(&server, &["export-player", &all[0].id])).expect("JSON");
        assert_eq!(
            (&exported["player"]["banned"], &exported["runs"][0]["run"]),
            (&true.into(), &own["runs"][0]["run"])
        );
        assert_eq!(exported["tables"], own["tables"]);
        let why = refused(&server, &["export-player", "--name", "Player 7"]);
        assert!(why.contains("no player has the name \"Player 7\""), "{why}");
    });
}

#[test]
fn erased_player_is_gone_for_the_running_service() {
    on_each_kind(|| {
        let server = Server::start();
        let all = players(&server, 3);
        all[0].submit(&server, &slide_jam("erased")).expect(201);
        let table = seated_on(&server, json!({ "game": "queensland" }), &all[..2]);
        let shown = printed(&server, &["erase-player", "--name", "Player 0"]);
        assert!(shown.contains("the name \"Player 0\"") && shown.contains("1 tokens"), "{shown}");
        call(&server, &all[0], "GET", "/v1/players/me", None).problem(401, "unauthorized");
        let seats = show(&server, &all[1], &table)["seats"].clone();
        let names: Vec<&Json> = seats.as_array().expect("seats").iter().filter_map(|seat| seat.get("player")).collect();
        assert_eq!(names.len(), 1, "{seats}");
        let run = server.send("GET", "/v1/runs/1", &[], None).ok();
        assert_eq!(run.get("player"), None);
        server.send("POST", "/v1/players", &[], Some(&json!({ "name": "Player 0" }))).problem(409, "name_taken");
        let why = refused(&server, &["erase-player", "--name", "Player 0"]);
        assert!(why.contains("no player has the name \"Player 0\""), "{why}");

        // Also one who is banned, by the id.
        meddle(&server, &format!("UPDATE players SET banned_at = 1 WHERE id = {}", all[2].id));
        printed(&server, &["erase-player", &all[2].id]);
        let left = "SELECT count(*) FROM tokens WHERE player = (SELECT max(id) FROM players)";
        assert_eq!(wait(numbers(&server.database(), left)), [0]);
    });
}

#[test]
fn id_of_erased_player_does_not_match_name_of_another() {
    on_each_kind(|| {
        let server = Server::start();
        // A name has at least two characters.
        let ada = players(&server, 10).pop().expect("a player");
        let namesake = Account::new(&server, &ada.id);
        printed(&server, &["erase-player", &ada.id]);
        for command in ["erase-player", "export-player"] {
            let why = refused(&server, &[command, &ada.id]);
            assert!(
                why.contains(&format!("no player has the id {}: it was erased, or never existed", ada.id)),
                "{why}"
            );
        }
        call(&server, &namesake, "GET", "/v1/players/me", None).ok();
        let why = refused(&server, &["erase-player", "Ada"]);
        assert!(why.contains("the id of a player is a number above 0; for a name, use --name NAME"), "{why}");
        for arguments in [&["erase-player"][..], &["erase-player", &namesake.id, "--name", &ada.id]] {
            refused(&server, arguments);
        }
        let shown = printed(&server, &["erase-player", "--name", &ada.id]);
        assert!(shown.contains(&format!("erased player {}: the name {:?}", namesake.id, ada.id)), "{shown}");
    });
}

#[test]
fn closed_table_is_over_without_result() {
    on_each_kind(|| {
        let server = Server::start();
        let all = players(&server, 2);
        let table = seated_on(&server, json!({ "game": "queensland" }), &all);
        let (seat, mv) = next_move(&load_table(&server, &table)).expect("a move");
        post(&server, at(&load_table(&server, &table), seat, &all), &table, 0, &[mv]).ok();
        let mut stream = Listening::to(server.base(), &path_of(&table), Some(&all[0]), None);
        assert_eq!(stream.next_named("table")["status"], "playing");
        let shown = printed(&server, &["close-table", text(&table, "id")]);
        assert!(shown.contains("as abandoned, without result or rating"), "{shown}");
        assert_eq!(stream.next_named("table")["status"], "over", "listeners are notified");

        let over = show(&server, &all[0], &table);
        assert_eq!((&over["ending"], over.get("position").is_some()), (&"abandoned".into(), true));
        assert!(over.get("deadline").is_none() && over.get("seed").is_some(), "{over}");
        assert_eq!(over.get("places"), None, "it has no result");
        call(&server, &all[0], "GET", &format!("{}/run", path_of(&table)), None).ok();
        for who in &all {
            let page = call(&server, who, "GET", "/v1/players/me", None).ok();
            assert_eq!((&page["records"], &page["ratings"]), (&json!([]), &json!([])));
        }
        let open = "SELECT count(*) FROM table_players WHERE is_open = 1";
        assert_eq!(wait(numbers(&server.database(), open)), [0], "it does not count as an open table");
        assert!(
            refused(&server, &["close-table", text(&table, "id")]).contains("is over already; nothing was changed")
        );
    });
}

#[test]
fn closed_table_that_a_player_left_has_no_places() {
    let server = Server::start_alone();
    let all = players(&server, 3);
    let [closed, resigned] = [(); 2].map(|()| seated_on(&server, json!({ "game": "queensland" }), &all));
    resign(&server, &all[0], &closed);
    printed(&server, &["close-table", text(&closed, "id")]);
    let shown = show(&server, &all[1], &closed);
    assert_eq!((&shown["ending"], shown.get("places")), (&"abandoned".into(), None));
    for who in &all[..2] {
        resign(&server, who, &resigned);
    }
    assert_eq!(show(&server, &all[2], &resigned)["places"].as_array().map(Vec::len), Some(3));
}

#[test]
fn closed_table_with_damaged_moves_is_shown_without_game() {
    on_each_kind(|| {
        let server = Server::start_alone();
        let ada = Account::new(&server, "Ada");
        let table = make(&server, &ada, &json!({ "game": "slide-jam" }));
        let (_, mv) = next_move(&load_table(&server, &table)).expect("a move");
        post(&server, &ada, &table, 0, &[mv]).ok();
        meddle(&server, "UPDATE table_moves SET json = '[]'");
        // As after a restart.
        server.shared.tables.clear_cache();
        call(&server, &ada, "GET", &path_of(&table), None).problem(500, "internal_error");
        call(&server, &ada, "POST", &format!("{}/resignation", path_of(&table)), None).problem(500, "internal_error");
        make_refused(&server, &ada);

        let shown = printed(&server, &["close-table", text(&table, "id")]);
        assert!(
            shown.contains("without result or rating") && shown.contains("its moves stay in the database"),
            "{shown}"
        );
        let over = show(&server, &ada, &table);
        assert_eq!((&over["status"], &over["ending"]), (&"over".into(), &"abandoned".into()));
        assert_eq!((&over["moves_removed"], over.get("position")), (&true.into(), None));
        for path in ["/run", "/picture", "/events", "?after=0"] {
            call(&server, &ada, "GET", &format!("{}{path}", path_of(&table)), None).problem(410, "moves_removed");
        }
        let again = refused(&server, &["close-table", text(&table, "id")]);
        assert!(again.contains("is over already; nothing was changed"), "{again}");
        make(&server, &ada, &json!({ "game": "slide-jam" }));
        assert_eq!(wait(numbers(&server.database(), "SELECT count(*) FROM table_moves")), [1], "for diagnosis");
        let averages = call(&server, &ada, "GET", "/v1/players/me", None).ok()["averages"].clone();
        assert_eq!((&averages[0]["games"], &averages[0]["finished"]), (&2.into(), &0.into()));
    });
}

/// An open ranked game keeps its player from another one.
fn make_refused(server: &Server, who: &Account) {
    call(server, who, "POST", "/v1/tables", Some(&json!({ "game": "slide-jam" }))).problem(409, "table_open");
}

#[test]
fn waiting_table_is_deleted_and_unknown_ones_are_refused() {
    on_each_kind(|| {
        let server = Server::start();
        let ada = Account::new(&server, "Ada");
        let table = make(&server, &ada, &json!({ "game": "queensland", "seats": ["you", "open"] }));
        assert!(printed(&server, &["close-table", text(&table, "id")]).contains("deleted table"));
        call(&server, &ada, "GET", &path_of(&table), None).problem(404, "unknown_table");
        let why = refused(&server, &["close-table", text(&table, "id")]);
        assert!(why.contains("no table has the id"), "{why}");
        for id in ["7", "ffffffffffffffff", "0000000000000000", "000000000000000A"] {
            let why = refused(&server, &["close-table", id]);
            let allowed = "16 lowercase hexadecimal digits, from 0000000000000001 to 7fffffffffffffff";
            assert!(why.contains(allowed), "{why}");
        }
    });
}

#[test]
fn daily_game_closed_with_damaged_moves_keeps_its_seed_secret() {
    let server = Server::start_alone();
    let ada = Account::new(&server, "Ada");
    let table = make(&server, &ada, &json!({ "game": "slide-jam", "daily": true }));
    let (_, mv) = next_move(&load_table(&server, &table)).expect("a move");
    post(&server, &ada, &table, 0, &[mv]).ok();
    meddle(&server, "UPDATE table_moves SET json = '[]'");
    printed(&server, &["close-table", text(&table, "id")]);
    let closed = show(&server, &ada, &table);
    assert_eq!((&closed["status"], closed.get("seed")), (&"over".into(), None));
    assert!(closed.get("embargoed_until").is_some(), "{closed}");
}

#[test]
fn reverify_reports_damaged_tables_and_skips_removed_ones() {
    on_each_kind(|| {
        let server = Server::start();
        let all = players(&server, 2);
        let mut tables: Vec<Json> = Vec::new();
        for _ in 0..8 {
            let table = seated_on(&server, json!({ "game": "queensland" }), &all);
            let (seat, mv) = next_move(&load_table(&server, &table)).expect("a move");
            post(&server, at(&load_table(&server, &table), seat, &all), &table, 0, &[mv]).ok();
            tables.push(table);
        }
        make(&server, &all[0], &json!({ "game": "queensland", "seats": ["you", "open"] }));
        let shown = printed(&server, &["reverify"]);
        assert!(shown.contains("9 tables with 8 moves\n9 tables hold, 0 do not\n"), "{shown}");

        let id = |n: usize| i64::from_str_radix(text(&tables[n], "id"), 16).expect("a number");
        for (sql, n) in [
            ("UPDATE game_tables SET status = 2, due = NULL WHERE id =", 0),
            ("UPDATE table_moves SET json = '{}' WHERE table_id =", 1),
            ("DELETE FROM table_moves WHERE table_id =", 2),
            ("UPDATE game_tables SET occupants = 'x' WHERE id =", 3),
            ("DELETE FROM table_players WHERE table_id =", 4),
            ("UPDATE game_tables SET moves_state = 1 WHERE id =", 5),
            ("UPDATE table_moves SET made_by = 9 WHERE table_id =", 6),
        ] {
            meddle(&server, &format!("{sql} {}", id(n)));
        }
        let output = funhouse(&server, &["reverify", "--threads", "2"]);
        let shown = String::from_utf8(output.stdout).expect("text");
        assert_eq!(output.status.code(), Some(1), "{shown}");
        for (n, why) in [
            (0, "does not hold: it is finished, but its game has not ended"),
            (1, "does not hold: it cannot be replayed: "),
            (2, "does not hold: it cannot be replayed: it has 0 of 1 moves"),
            (3, "could not be verified: it could not be read: "),
            (4, "does not hold: the list of player"),
            (6, "could not be verified: it could not be read: "),
        ] {
            let line = format!("table {} {why}", text(&tables[n], "id"));
            assert!(shown.contains(&line), "{line}: {shown}");
        }
        assert!(
            shown.contains("\n2 tables hold, 4 do not\n2 tables could not be verified\n1 tables were skipped"),
            "{shown}"
        );
    });
}

#[test]
fn reverify_reports_tables_of_unknown_rules_as_unverified() {
    let server = Server::start_alone();
    let all = players(&server, 2);
    let table = seated_on(&server, json!({ "game": "queensland" }), &all);
    meddle(&server, "UPDATE game_tables SET rules = 9");
    let output = funhouse(&server, &["reverify"]);
    let shown = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(3), "{shown}");
    let line = format!(
        "table {} could not be verified: rules version 9 of queensland is not known here\n",
        text(&table, "id")
    );
    assert!(shown.contains(&line) && shown.contains("\n1 tables could not be verified\n"), "{shown}");
}

#[test]
fn interrupted_reverify_continues_with_its_tables() {
    let server = Server::start_alone();
    let ada = Account::new(&server, "Ada");
    for _ in 0..3 {
        make(&server, &ada, &json!({ "game": "queensland", "seats": ["you", "open"] }));
    }
    let reached = wait(numbers(&server.database(), "SELECT id FROM game_tables ORDER BY id"))[1];
    let digits: String = reached.to_string().bytes().map(|digit| format!("{digit:02x}")).collect();
    let sql = format!("INSERT INTO meta (name, value) VALUES ('checkpoint reverify tables', {})", bytes(&digits));
    meddle(&server, &sql);
    assert!(printed(&server, &["reverify", "--resume"]).contains("\n1 tables with 0 moves\n"));
    assert!(printed(&server, &["reverify", "--resume"]).contains("\n3 tables with 0 moves\n"), "it starts again");
}

#[test]
fn refuses_days_out_of_range() {
    for (days, is_valid) in [("0", false), ("36501", false), ("-1", false), ("a week", false), ("1", true)] {
        let output = Command::new(env!("CARGO_BIN_EXE_funhouse"))
            .args(["serve", "--database", "sqlite:///no/such/folder/x.db"])
            .arg(format!("--keep-table-moves={days}"))
            .output()
            .expect("the program runs");
        let why = String::from_utf8(output.stderr).expect("text");
        assert_eq!(why.contains("--keep-table-moves"), !is_valid, "{days}: {why}");
        assert_eq!(output.status.code(), Some(2), "{days}: {why}");
    }
}

#[test]
fn apps_are_created_rotated_suspended_and_deleted() {
    on_each_kind(|| {
        let server = Server::start();
        let created = printed(&server, &["app", "create", "--name", "Slide Club", "--home-page", "https://a.example"]);
        let key_of = |shown: &str| {
            let key = shown.split_whitespace().find(|word| word.starts_with("fhk_")).expect("a key");
            format!("Bearer {key}")
        };
        let first = key_of(&created);
        let call = |key: &str, method: &str, path: &str, body: Option<&Json>| {
            server.send(method, path, &[("authorization", key)], body)
        };
        let status = |key: &str| call(key, "GET", "/v1/apps/1", None).status;
        assert_eq!(call(&first, "GET", "/v1/apps/1", None).ok()["status"], "approved");
        assert_eq!(printed(&server, &["app", "list"]), "1\tapproved\tSlide Club\thttps://a.example\n");

        let user = call(&first, "PUT", "/v1/apps/1/users/u", Some(&json!({ "name": "Ben" }))).expect(201);
        let token = format!("Bearer {}", text(&user, "token"));
        let plays = || call(&token, "GET", "/v1/players/me", None).status;
        let link = call(&first, "POST", "/v1/apps/1/users/u/link", None).ok();
        let code = text(&link, "url").rsplit('/').next().expect("a code");
        let [second, third] = [(); 2].map(|()| key_of(&printed(&server, &["app", "rotate", "1"])));
        assert_eq!([&first, &second, &third].map(|key| status(key)), [401, 200, 200]);
        let alone = key_of(&printed(&server, &["app", "rotate", "1", "--revoke"]));
        assert_eq!([&second, &third, &alone].map(|key| status(key)), [401, 401, 200]);
        let with_link = json!({ "code": code });
        assert_eq!(plays(), 401, "a leaked key can have created the token");
        server.send("POST", "/v1/app_links/take_over", &[], Some(&with_link)).problem(404, "unknown_link");
        let user = call(&alone, "PUT", "/v1/apps/1/users/u", Some(&json!({ "name": "Ben" }))).ok();
        let token = format!("Bearer {}", text(&user, "token"));
        let plays = || call(&token, "GET", "/v1/players/me", None).status;

        for (command, due) in [("suspend", 401), ("approve", 200)] {
            printed(&server, &["app", command, "1"]);
            assert_eq!([status(&alone), plays()], [due; 2], "{command}");
        }
        let shown = printed(&server, &["app", "delete", "1"]);
        assert!(shown.contains("deleted app 1, and 1 players"), "{shown}");
        assert_eq!([status(&alone), plays()], [401; 2]);
        for command in ["approve", "suspend", "rotate", "delete"] {
            let why = refused(&server, &["app", command, "1"]);
            assert!(why.contains("no app has the id 1: it was deleted, or never existed"), "{why}");
        }
        assert_eq!(printed(&server, &["app", "list"]), "");
    });
}
