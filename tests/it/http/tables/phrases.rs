//! Phrases: who can speak, who hears it, and that nothing else changes.

use funhouse::tables::phrase::SECONDS_AFTER_END;
use serde_json::{Value as Json, json};

use crate::support::account::Account;
use crate::support::harness::{Answer, Server, get, send, three_instances};
use crate::support::schema::validator;
use crate::support::tables::{
    Listening, call, load_table, make, path_of, play_on, players, resign, seated, show, text,
};

fn say(server: &Server, who: &Account, table: &Json, phrase: &str) -> Answer {
    let body = json!({ "phrase": phrase });
    call(server, who, "POST", &format!("{}/phrases", path_of(table)), Some(&body))
}

fn seat_of(server: &Server, who: &Account, table: &Json) -> Json {
    show(server, who, table)["you"].clone()
}

#[test]
fn all_streams_receive_a_phrase_and_nothing_changes() {
    let server = Server::start_alone();
    let all = players(&server, 2);
    let table = seated(&server, "queensland", &all);
    let path = path_of(&table);
    let mut listeners = [Some(&all[0]), Some(&all[1]), None].map(|who| Listening::to(server.base(), &path, who, None));
    listeners.iter_mut().for_each(|listening| drop(listening.take(1)));
    let tag = |who: &Account| call(&server, who, "GET", &path, None).header("etag").to_owned();
    let (tags, before) = ([tag(&all[0]), tag(&all[1])], load_table(&server, &table));
    let spoken = json!({ "seat": seat_of(&server, &all[1], &table), "phrase": "well_played" });
    let answer = say(&server, &all[1], &table, "well_played");
    assert_eq!((answer.status, answer.body.as_str()), (204, ""));
    for listening in &mut listeners {
        assert_eq!(listening.next_named("phrase"), spoken);
    }
    assert_eq!(tags, [tag(&all[0]), tag(&all[1])], "the entity tags are the same");
    assert_eq!(load_table(&server, &table).stored, before.stored, "nothing is stored");
    let mut late = Listening::to(server.base(), &path, Some(&all[0]), Some(0));
    late.take(1);
    play_on(&server, &table, &all, 1);
    // Spectators are counted at any moment.
    let names = std::iter::repeat_with(|| late.next().0).filter(|name| name != "spectators").take(2);
    let names: Vec<String> = names.collect();
    assert_eq!(names, ["move", "table"], "it is not sent again");
}

#[test]
fn phrases_match_the_asyncapi_schemas() {
    let server = Server::start_alone();
    let all = players(&server, 2);
    let table = seated(&server, "queensland", &all);
    let mut listening = Listening::to(server.base(), &path_of(&table), None, None);
    listening.take(1);
    let phrases = get("/openapi.json").json()["components"]["schemas"]["Phrase"].clone();
    let phrases: Vec<&str> = match phrases["enum"].as_array() {
        Some(each) => each.iter().filter_map(Json::as_str).collect(),
        None => phrases["oneOf"].as_array().expect("variants").iter().filter_map(|one| one["const"].as_str()).collect(),
    };
    assert!(phrases.len() >= 10, "{phrases:?}");
    for phrase in phrases {
        assert_eq!(say(&server, &all[0], &table, phrase).status, 204, "{phrase}");
        let spoken = listening.next_named("phrase");
        assert_eq!(spoken["phrase"], phrase);
        for path in ["/asyncapi.json", "/asyncapi/queensland.json"] {
            let document = get(path).json();
            let payload = &document["components"]["messages"]["phrase"]["payload"];
            assert!(validator(&document, payload).is_valid(&spoken), "{path}: {spoken}");
            let other = json!({ "seat": 1, "phrase": "you_lose" });
            assert!(!validator(&document, payload).is_valid(&other), "{path}");
        }
    }
    let alone = get("/asyncapi/slide-jam.json").json();
    assert_eq!(alone["components"]["messages"].get("phrase"), None, "a solitaire has none");
    let part = get("/openapi/slide-jam.json").json();
    assert_eq!(part["paths"].get("/v1/tables/{id}/phrases"), None);
}

#[test]
fn only_players_of_the_table_can_speak() {
    let server = Server::start_alone();
    let all = players(&server, 2);
    let stranger = Account::new(&server, "Mallory");
    let table = seated(&server, "queensland", &all);
    let mut listening = Listening::to(server.base(), &path_of(&table), Some(&all[0]), None);
    let path = format!("{}/phrases", path_of(&table));
    let hello = json!({ "phrase": "hello" });
    say(&server, &stranger, &table, "hello").problem(403, "not_seated");
    server.send("POST", &path, &[], Some(&hello)).problem(401, "unauthorized");
    let unknown =
        Server::send(&server, "POST", "/v1/tables/0000000000000001/phrases", &[all[0].header()], Some(&hello));
    unknown.problem(404, "unknown_table");
    for body in [
        json!({ "phrase": "you_lose" }),
        json!({ "phrase": "Hello" }),
        json!({ "phrase": { "hello": null } }),
        json!({ "phrase": null }),
        json!({ "phrase": ["hello"] }),
        json!({ "phrase": "hello", "seat": 2 }),
        json!({}),
        json!([]),
    ] {
        let problem = call(&server, &all[0], "POST", &path, Some(&body)).problem(400, "invalid_body");
        assert!(problem["errors"].is_array(), "{body}: {problem}");
    }
    say(&server, &all[1], &table, "bye");
    assert_eq!(listening.next_named("phrase")["phrase"], "bye", "nothing else was sent");
}

#[test]
fn solitaires_have_no_phrases() {
    let server = Server::start_alone();
    let ada = Account::new(&server, "Ada");
    let stranger = Account::new(&server, "Mallory");
    let solitaire = make(&server, &ada, &json!({ "game": "slide-jam" }));
    say(&server, &ada, &solitaire, "hello").problem(409, "no_phrases");
    say(&server, &stranger, &solitaire, "hello").problem(403, "not_seated");
    let daily = make(&server, &ada, &json!({ "game": "slide-jam", "daily": true }));
    say(&server, &ada, &daily, "hello").problem(409, "no_phrases");
    let alone = make(&server, &ada, &json!({ "game": "one-ball", "seats": ["you"] }));
    say(&server, &ada, &alone, "hello").problem(409, "no_phrases");
}

#[test]
fn phrases_are_allowed_until_an_hour_after_game() {
    let server = Server::start_alone();
    let all = players(&server, 2);
    let table = make(&server, &all[0], &json!({ "game": "queensland", "seats": ["you", "open"] }));
    assert_eq!(say(&server, &all[0], &table, "hello").status, 204);
    say(&server, &all[1], &table, "hello").problem(403, "not_seated");
    call(&server, &all[1], "POST", &format!("{}/seats/2", path_of(&table)), None).ok();
    assert_eq!(say(&server, &all[1], &table, "good_luck").status, 204);
    assert_eq!(resign(&server, &all[1], &table)["status"], "over");
    for who in &all {
        assert_eq!(say(&server, who, &table, "good_game").status, 204);
    }
    server.shared.clock.set_ahead(SECONDS_AFTER_END * 1000 - 60_000);
    assert_eq!(say(&server, &all[0], &table, "bye").status, 204);
    server.shared.clock.set_ahead(SECONDS_AFTER_END * 1000 + 1000);
    say(&server, &all[0], &table, "bye").problem(409, "table_over");
}

#[test]
fn flood_of_phrases_gets_429() {
    let server =
        Server::start_flagged(&["--limit-requests", "1000/1m", "--limit-work", "1000/1m", "--limit-players", "9/1m"]);
    let all = players(&server, 2);
    let tables = [seated(&server, "queensland", &all), seated(&server, "pontifuse", &all)];
    let answers: Vec<Answer> = (0..40).map(|n| say(&server, &all[0], &tables[n % 2], "oops")).collect();
    let accepted = answers.iter().take_while(|answer| answer.status == 204).count();
    assert!((5..20).contains(&accepted), "{accepted}");
    let refused = &answers[accepted];
    refused.problem(429, "too_many_requests");
    let wait: u64 = refused.header("retry-after").parse().expect("seconds");
    assert!((1..=5).contains(&wait), "{wait}");
    assert!(refused.header("ratelimit-policy").contains(r#""phrases";q=5;w=25"#));
    assert_eq!(say(&server, &all[1], &tables[0], "oops").status, 204, "others are not limited");
    let stranger = Account::new(&server, "Mallory");
    let strange = (0..40).map(|_| say(&server, &stranger, &tables[0], "oops").status).find(|status| *status != 403);
    assert_eq!(strange, Some(429), "refused phrases count, too");
}

#[test]
fn slow_listener_misses_phrases_but_no_move() {
    let server = Server::start_alone();
    let all = players(&server, 2);
    let table = seated(&server, "queensland", &all);
    let mut listening = Listening::to(server.base(), &path_of(&table), None, None);
    listening.take(1);
    for _ in 0..300 {
        assert_eq!(say(&server, &all[0], &table, "oops").status, 204);
    }
    play_on(&server, &table, &all, 3);
    let mut numbers = Vec::new();
    while numbers.len() < 3 {
        let (name, _, data) = listening.next();
        if name == "move" {
            numbers.push(data["number"].clone());
        }
    }
    assert_eq!(json!(numbers), json!([1, 2, 3]));
}

#[test]
fn phrase_reaches_streams_of_all_instances() {
    let Some((server, _chosen)) = three_instances() else { return };
    let all = players(&server, 2);
    let table = seated(&server, "queensland", &all);
    let path = path_of(&table);
    let bases = server.bases();
    assert_eq!(bases.len(), 3);
    let mut listeners: Vec<Listening> =
        bases.iter().map(|base| Listening::to(base, &path, Some(&all[0]), None)).collect();
    listeners.iter_mut().for_each(|listening| drop(listening.take(1)));
    let body = json!({ "phrase": "thanks" });
    // It is unknown when each instance begins to listen to the others, so it is said until all have heard it.
    std::thread::scope(|scope| {
        let heard: Vec<_> =
            listeners.iter_mut().map(|listening| scope.spawn(move || listening.next_named("phrase"))).collect();
        while !heard.iter().all(std::thread::ScopedJoinHandle::is_finished) {
            let answer = send(bases[0], "POST", &format!("{path}/phrases"), &[all[1].header()], Some(&body));
            assert_eq!(answer.status, 204);
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        for heard in heard {
            assert_eq!(text(&heard.join().expect("it ends"), "phrase"), "thanks");
        }
    });
}
