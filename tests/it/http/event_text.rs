//! The sentences of events, which responses have on request only.

use std::collections::BTreeSet;

use funhouse::engine::games;
use funhouse::rules::robot::Robot;
use serde_json::{Value as Json, json};

use crate::support::account::{Account, run_of};
use crate::support::harness::{Server, post};
use crate::support::schema::assert_fits;
use crate::support::tables::{Listening, at, call, load_table, next_move, path_of, players, seated, text};

/// Removes the sentences from all events in a value, and returns them.
fn without_sentences(value: &mut Json) -> Vec<String> {
    match value {
        Json::Array(items) => items.iter_mut().flat_map(without_sentences).collect(),
        Json::Object(fields) => {
            let own = fields.remove("text").map(|text| text.as_str().expect("a sentence").to_owned());
            own.into_iter().chain(fields.values_mut().flat_map(without_sentences)).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the sentences of a value, which without them must equal the other.
fn sentences(mut with: Json, without: &Json) -> Vec<String> {
    let sentences = without_sentences(&mut with);
    assert_eq!(&with, without, "only sentences are added");
    sentences
}

#[test]
fn play_returns_a_sentence_for_each_event_on_request() {
    for game in games() {
        let facts = game.newest().facts();
        let call = |call: &str| format!("/v1/games/{}/{call}", facts.id);
        let is_seated = game.newest().ranked().is_none();
        let mut request = json!({ "seed": "text" });
        if is_seated {
            request["seats"] = json!(facts.seats.0);
        }
        let dealt = post(&call("deal"), &request).ok();
        let moves = if is_seated { "plan" } else { "moves" };
        let listed = post(&call(moves), &json!({ "state": dealt["state"] })).ok();
        let mut body = json!({ "state": dealt["state"], "move": listed["moves"][0] });
        let plain = post(&call("play"), &body).ok();
        body["with_text"] = json!(true);
        let described = post(&call("play"), &body).ok();
        assert_fits(&format!("{}Position", facts.name), &described);
        let count = plain["events"][0].as_array().expect("events").len();
        let sentences = sentences(described, &plain);
        assert_eq!(sentences.len(), count, "{}", facts.id);
        assert!(count > 0 && sentences.iter().all(|sentence| sentence.ends_with('.')), "{sentences:?}");
        body["with_text"] = json!(false);
        assert_eq!(post(&call("play"), &body).ok(), plain);
        body["with_text"] = json!("yes");
        post(&call("play"), &body).problem(400, "invalid_body");
    }
}

#[test]
fn table_calls_and_streams_describe_events_on_request() {
    let server = Server::start();
    let all = players(&server, 2);
    let table = seated(&server, "queensland", &all);
    let path = path_of(&table);
    let listen = |query: &str| {
        let mut listening = Listening::to_stream(server.base(), &format!("{path}/events{query}"), Some(&all[0]), None);
        listening.take(1);
        listening
    };
    // Both streams are of the same viewer, and their responses are cached.
    let (mut plain, mut described) = (listen(""), listen("?with_text=true"));
    let now = load_table(&server, &table);
    let (seat, mv) = next_move(&now).expect("a move");
    let mut body = json!({ "game": text(&table, "game"), "after": 0, "moves": [mv], "with_text": true });
    let mover = at(&now, seat, &all);
    let moved = call(&server, mover, "POST", &format!("{path}/moves"), Some(&body)).ok();
    assert_fits("QueenslandHeldTable", &moved);
    // The same request again, without sentences, is the same move.
    body["with_text"] = json!(false);
    let again = call(&server, mover, "POST", &format!("{path}/moves"), Some(&body)).ok();
    let news = sentences(moved["news"].clone(), &again["news"]);
    assert_eq!(moved["moves"], 1);
    assert!(news.len() == 1 && news[0].starts_with("Seat 1 places a stone on "), "{news:?}");

    let read = |query: &str| call(&server, &all[0], "GET", &format!("{path}?after=0{query}"), None).ok();
    assert_eq!(sentences(read("&with_text=true")["news"].clone(), &read("")["news"]), news);
    assert_eq!(read("&wait=1&with_text=true")["news"], read("&with_text=true")["news"]);

    let streamed = |listening: &mut Listening| listening.take(1).remove(0).2;
    assert_eq!(sentences(streamed(&mut described), &streamed(&mut plain)), news);
}

#[test]
fn sentence_of_a_hidden_card_does_not_name_it() {
    let server = Server::start();
    let all = players(&server, 2);
    let table = seated(&server, "caribbean-star", &all);
    let mut drawn: [BTreeSet<bool>; 2] = Default::default();
    for _ in 0..12 {
        let now = load_table(&server, &table);
        let Some((seat, mv)) = next_move(&now).filter(|_| !now.over()) else { break };
        let body = json!({ "game": "caribbean-star", "after": now.move_count(), "moves": [mv] });
        call(&server, at(&now, seat, &all), "POST", &format!("{}/moves", path_of(&table)), Some(&body)).ok();
    }
    for viewer in &all {
        let path = format!("{}?after=0&with_text=true", path_of(&table));
        let shown = call(&server, viewer, "GET", &path, None).ok();
        let events =
            shown["news"].as_array().expect("news").iter().flat_map(|mv| mv["events"].as_array().expect("events"));
        for event in events.filter(|event| event["type"] == "drew") {
            let (is_own, sentence) = (event["seat"] == shown["you"], text(event, "text"));
            assert_eq!(sentence.contains(" of "), is_own, "{sentence}");
            assert_eq!(sentence.ends_with(" draws a card."), !is_own, "{sentence}");
            let seat = event["seat"].as_u64().expect("a seat") as usize;
            drawn[seat - 1].insert(is_own);
        }
    }
    assert!(drawn.iter().all(|seen| seen.len() == 2), "each seat drew, and both saw it: {drawn:?}");
}

#[test]
fn position_of_a_run_describes_its_last_move_on_request() {
    let server = Server::start();
    let run = run_of("slide-jam", "described", Robot::Greedy, json!({}));
    Account::new(&server, "Ada").submit(&server, &run).expect(201);
    let show = |query: &str| server.send("GET", &format!("/v1/runs/1/positions/1{query}"), &[], None);
    let (plain, described) = (show("").ok(), show("?with_text=true").ok());
    assert_fits("SlideJamPosition", &described);
    let sentences = sentences(described, &plain);
    assert!(sentences.len() >= 3 && sentences[0].contains(" is popped from "), "{sentences:?}");
    assert_ne!(show("").header("etag"), show("?with_text=true").header("etag"), "both can be cached");
}
