//! Streams and waiting requests.

use funhouse::caller::Caller;
use funhouse::tables::Listener;
use serde_json::{Value as Json, json};

use crate::support::account::Account;
use crate::support::eventually::until;
use crate::support::harness::{Server, get, send};
use crate::support::metrics::metric;
use crate::support::schema::{close, validator};
use crate::support::tables::{
    Listening, at, call, events_of, load_table, next_move, path_of, play_on, players, resign, seated, text,
};

#[test]
fn stream_sends_each_move_once_and_resumes() {
    let server = Server::start();
    let all = players(&server, 2);
    let table = seated(&server, "queensland", &all);
    let mut listening = Listening::to(server.base(), &path_of(&table), Some(&all[1]), None);
    let first = listening.take(1);
    assert_eq!((first[0].0.as_str(), &first[0].2["moves"]), ("table", &json!(0)), "it begins with the table");
    play_on(&server, &table, &all, 5);
    let mut shown = Vec::new();
    while shown.last().is_none_or(|(_, _, table): &(String, String, Json)| table["moves"] != 5) {
        shown.extend(listening.take(1));
    }
    let numbers: Vec<&Json> =
        shown.iter().filter(|(name, ..)| name == "move").map(|(_, _, mv)| &mv["number"]).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5]);
    drop(listening);

    play_on(&server, &table, &all, 2);
    let resumed = events_of(&server, &table, Some(&all[1]), Some(5), 1);
    let ids: Vec<&str> = resumed.iter().map(|(_, id, _)| id.as_str()).collect();
    assert_eq!(ids, ["6", "7", "7"], "what was missed, then the table");
    let news = call(&server, &all[1], "GET", &format!("{}?after=5", path_of(&table)), None).ok();
    let shown: Vec<&Json> = resumed.iter().filter(|(name, ..)| name == "move").map(|(_, _, mv)| mv).collect();
    assert_eq!(json!(shown), news["news"], "both are sent the same");
    let path = format!("{}/events", path_of(&table));
    server.send("GET", &path, &[("last-event-id", "x")], None).problem(400, "bad_request");
}

#[test]
fn stream_events_match_the_asyncapi_schemas() {
    let server = Server::start();
    let all = players(&server, 2);
    let mut seen = std::collections::BTreeSet::new();
    for game in ["caribbean-star", "queensland"] {
        let table = seated(&server, game, &all);
        play_on(&server, &table, &all, 6);
        for document in ["/asyncapi.json".to_owned(), format!("/asyncapi/{game}.json")] {
            let mut document = get(&document).json();
            close(&mut document["components"]["schemas"]);
            for (name, _, data) in events_of(&server, &table, Some(&all[0]), Some(0), 1) {
                let payload = &document["components"]["messages"][&name]["payload"];
                let errors: Vec<String> = validator(&document, payload)
                    .iter_errors(&data)
                    .map(|e| format!("{e} at {}", e.instance_path()))
                    .collect();
                assert!(errors.is_empty(), "{game}: {name}: {errors:?} in {data}");
                let mut broken = data.clone();
                broken["unknown"] = json!(1);
                assert!(!validator(&document, payload).is_valid(&broken), "unknown fields are found");
                seen.insert(name);
            }
        }
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["move", "table"]);
}

#[test]
fn long_poll_returns_on_news_or_timeout() {
    let server = Server::start();
    let all = players(&server, 2);
    let table = seated(&server, "queensland", &all);
    let waiting = |more: &str, headers: &[(&str, &str)]| {
        server.send("GET", &format!("{}?wait=30{more}", path_of(&table)), headers, None)
    };
    std::thread::scope(|scope| {
        let by_count = scope.spawn(|| waiting("&after=0", &[]).ok());
        let tag = server.send("GET", &path_of(&table), &[], None).header("etag").to_owned();
        let by_tag = scope.spawn(move || waiting("", &[("if-none-match", &tag)]).ok());
        // They may arrive before or after this move: both are sent.
        play_on(&server, &table, &all, 1);
        assert_eq!(by_count.join().expect("it answers")["moves"], 1);
        assert_eq!(by_tag.join().expect("it answers")["moves"], 1);
    });
    let tag = server.send("GET", &path_of(&table), &[], None).header("etag").to_owned();
    let path = format!("{}?wait=1", path_of(&table));
    let same = server.send("GET", &path, &[("if-none-match", &tag)], None);
    assert_eq!((same.status, same.body.as_str()), (304, ""), "time is up");
    server.send("GET", &format!("{}?wait=31", path_of(&table)), &[], None).problem(400, "invalid_query");
    assert_eq!(server.shared.tables.listeners().reserved(), 0, "no listener is left");
}

#[test]
fn long_poll_at_finished_table_returns_on_rematch() {
    let server = Server::start_alone();
    let all = players(&server, 2);
    let table = seated(&server, "queensland", &all);
    resign(&server, &all[0], &table);
    let tag = server.send("GET", &path_of(&table), &[], None).header("etag").to_owned();
    let path = format!("{}?wait=30", path_of(&table));
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| server.send("GET", &path, &[("if-none-match", &tag)], None).ok());
        until("the request to wait", || metric(&server, "funhouse_table_listeners{kind=\"wait\"}") == Some(1));
        call(&server, &all[0], "POST", &format!("{}/rematch", path_of(&table)), None).expect(201);
        assert!(waiting.join().expect("it answers")["rematch"].is_string());
    });
}

#[test]
fn other_instance_serves_table_and_sees_its_moves() {
    let server = Server::start();
    let all = players(&server, 2);
    let table = seated(&server, "queensland", &all);
    let file = server.folder.path().join("test.db");
    let other = crate::support::process::Process::start(&file);
    let mut listening = Listening::to(&other.base, &path_of(&table), Some(&all[0]), None);
    listening.take(1);
    for n in 0..6 {
        let now = load_table(&server, &table);
        let (seat, mv) = next_move(&now).expect("somebody acts");
        let body = json!({ "game": "queensland", "after": n, "moves": [mv] });
        let path = format!("{}/moves", path_of(&table));
        let base = if n % 2 == 0 { server.base() } else { &other.base };
        send(base, "POST", &path, &[at(&now, seat, &all).header()], Some(&body)).ok();
    }
    let mut numbers = Vec::new();
    while numbers.len() < 6 {
        let shown = listening.take(1);
        numbers.extend(shown.iter().filter(|(name, ..)| name == "move").map(|(_, _, mv)| mv["number"].clone()));
    }
    assert_eq!(json!(numbers), json!([1, 2, 3, 4, 5, 6]));
    let paths = [server.base(), &other.base].map(|base| send(base, "GET", &path_of(&table), &[], None).ok());
    assert_eq!(paths[0], paths[1]);
}

#[test]
fn listener_begins_with_moves_since_its_table_was_loaded() {
    let server = Server::start_alone();
    let all = players(&server, 2);
    let table = seated(&server, "queensland", &all);
    let loaded = load_table(&server, &table);
    // Without listeners, no one is notified of this move.
    play_on(&server, &table, &all, 1);
    let mut news = server.shared.tables.listen(&loaded, Caller::SERVICE, Listener::Stream).expect("there is room");
    assert_eq!(news.table().map(|table| table.move_count()), Some(1));
}

#[test]
fn stream_ends_at_shutdown_and_resumes_after_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("stop.db");
    let mut process = crate::support::process::Process::start(&file);
    let created = send(&process.base, "POST", "/v1/players", &[], Some(&json!({ "name": "Ada" }))).expect(201);
    let ada = Account::of(text(&created["player"], "id").to_owned(), text(&created, "token").to_owned());
    let table =
        send(&process.base, "POST", "/v1/tables", &[ada.header()], Some(&json!({ "game": "slide-jam" }))).expect(201);
    let mut listening = Listening::to(&process.base, &path_of(&table), None, None);
    listening.take(1);
    let terminated =
        std::process::Command::new("kill").arg(process.child.id().to_string()).status().expect("kill runs");
    assert!(terminated.success());
    let mut rest = String::new();
    // It ends of itself, and does not break off.
    std::io::Read::read_to_string(&mut listening.0, &mut rest).expect("it ends");
    assert!(process.child.wait().expect("it stops").success());
    let process = crate::support::process::Process::start(&file);
    let shown = Listening::to(&process.base, &path_of(&table), None, Some(0)).take(1);
    assert_eq!(shown[0].2["id"], table["id"]);
}

#[test]
fn picture_after_moves_is_what_the_seat_saw_then() {
    let server = Server::start();
    let all = players(&server, 2);
    let table = seated(&server, "darwinian-poker", &all);
    let path = path_of(&table);
    let picture = |who: &Account, query: &str| {
        let headers = [who.header(), ("accept", "image/svg+xml")];
        server.send("GET", &format!("{path}/picture{query}"), &headers, None).body
    };
    let mut earlier = Vec::new();
    for moves in 0..6 {
        earlier.extend(all.iter().map(|who| (moves, who, picture(who, ""))));
        play_on(&server, &table, &all, 1);
    }
    for (moves, who, seen) in &earlier {
        assert!(picture(who, &format!("?moves={moves}")) == *seen, "after {moves} moves");
    }
    assert!(picture(&all[0], "?moves=1") != picture(&all[1], "?moves=1"), "each seat sees its own hand");
    assert!(picture(&all[0], "?moves=99") == picture(&all[0], ""), "there are fewer moves");
    server.send("GET", &format!("{path}/picture?moves=x"), &[all[0].header()], None).problem(400, "invalid_query");
}
