//! Seated games over the API: runs by independent models, bad input and secrecy.

mod secrecy;
mod views;

use std::collections::BTreeSet;

use funhouse::engine::game;
use funhouse::picture::draw;
use funhouse::rules::game::{Game, SeatMove as _, Seated, State, Viewer};
use funhouse::rules::mode::{Mode, SeatedMode};
use funhouse::rules::registry::{self, SeatedVisitor, visit_seated};
use funhouse::rules::robot::Robot;
use serde_json::{Value as Json, json};

use crate::support::account::Account;
use crate::support::harness::{Server, get, post, post_bytes};
use crate::support::schema::{document, validator};
use crate::support::walks;

/// The shortest conformance run of each registered game for several seats.
#[allow(clippy::disallowed_methods, reason = "the test reads the runs")]
fn runs() -> Vec<Json> {
    let shortest = |id: &str| {
        let file = format!("tests/conformance/{id}.jsonl");
        let lines = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{file}: {e}"));
        let lines = lines.lines().map(|line| serde_json::from_str::<Json>(line).expect("a line is JSON"));
        lines.min_by_key(|line| moves(line).len()).unwrap_or_else(|| panic!("{file} has no runs"))
    };
    registry::seated_ids().into_iter().map(shortest).collect()
}

fn path(run: &Json, call: &str) -> String {
    format!("/v1/games/{}/{call}", run["game"].as_str().expect("an id"))
}

fn deal(run: &Json) -> Json {
    let request = json!({ "seed": run["seed"], "seats": run["seats"], "options": run["options"] });
    post(&path(run, "deal"), &request).ok()
}

fn moves(run: &Json) -> &[Json] {
    run["moves"].as_array().expect("a list")
}

/// The entries of a field of a line for the position after this many moves.
fn after<'a>(run: &'a Json, field: &str, created: usize) -> impl Iterator<Item = &'a Json> {
    run[field].as_array().into_iter().flatten().filter(move |entry| entry[0] == created)
}

#[test]
fn conformance_runs_agree_over_the_api() {
    for run in runs() {
        let mut position = deal(&run);
        for created in 0..=moves(&run).len() {
            let place = format!("{} after {created} moves", run["game"]);
            assert_eq!(position["points"], run["points"][created], "{place}");
            assert_eq!(position["to_act"], run["to_act"][created], "{place}");
            let state = &position["state"];
            let listed = post(&path(&run, "moves"), &json!({ "state": state })).ok();
            if let Some(count) = run["legal"][created].as_u64().filter(|_| listed.get("bounds").is_none()) {
                assert_eq!(listed["moves"].as_array().map(|moves| moves.len() as u64), Some(count), "{place}");
            }
            for entry in after(&run, "views", created) {
                let mut request = json!({ "state": state });
                if entry[1] != 0 {
                    request["seat"] = entry[1].clone();
                }
                let mut seen = post(&path(&run, "view"), &request).ok();
                // The model that wrote the views left out each key that a state has too: `game`, which in a series is also the table's.
                if entry[2].get("game").is_none() {
                    seen["view"]["table"].as_object_mut().expect("a table").remove("game");
                }
                assert_eq!(seen["view"]["table"], entry[2], "the view of seat {}, {place}", entry[1]);
            }
            for entry in after(&run, "illegal", created) {
                let refused = post(&path(&run, "play"), &json!({ "state": state, "move": entry[1] }));
                assert_eq!(refused.problem(422, "illegal_move")["rule"], entry[2], "{place}");
            }
            let Some(mv) = moves(&run).get(created) else { break };
            position = post(&path(&run, "play"), &json!({ "state": state, "move": mv })).ok();
        }
        assert_eq!(position["finished"], true);
        assert_eq!(position["places"], run["places"], "{}", run["game"]);
        let standing = post(&path(&run, "score"), &json!({ "state": position["state"] })).ok();
        assert_eq!((&standing["points"], &standing["places"]), (&position["points"], &position["places"]));
    }
}

/// A conformance run as `replay` takes it.
fn claimed(run: &Json) -> Json {
    let points = run["points"].as_array().and_then(|points| points.last()).expect("points").clone();
    let mut claimed = json!({ "points": points });
    for field in ["game", "rules", "seed", "seats", "options", "moves"] {
        claimed[field] = run[field].clone();
    }
    claimed
}

#[test]
fn run_is_valid_with_its_points_only() {
    for run in runs() {
        let mut run = claimed(&run);
        let verdict = post(&(path(&run, "replay") + "?trace=true"), &run).ok();
        assert_eq!(json!([verdict["legal"], verdict["complete"], verdict["claim_holds"]]), json!([true, true, true]));
        assert_eq!(verdict["trace"].as_array().map(Vec::len), Some((moves(&run).len() + 1).min(500)));
        assert_eq!(verdict["trace"][0]["points"], deal(&run)["points"]);
        run["points"][0] = json!(run["points"][0].as_i64().expect("a number") + 1);
        assert_eq!(post(&path(&run, "replay"), &run).ok()["claim_holds"], false);
        run["points"] = json!([0]);
        assert_eq!(post(&path(&run, "replay"), &run).ok()["claim_holds"], false, "a number for each seat");
        run["score"] = json!(1);
        post(&path(&run, "replay"), &run).problem(400, "invalid_body");
    }
}

#[test]
fn missing_and_waiting_seats_are_rejected() {
    let path = |call: &str| format!("/v1/games/break-the-bank/{call}");
    for (seats, shown) in [
        (json!(3), "/seats must be an integer from 4 to 8, the seats of Break the Bank (got 3)"),
        (json!(9), "(got 9)"),
        (json!("4"), "/seats must be an integer from 4 to 8, the seats of Break the Bank (got \"4\")"),
    ] {
        let problem = post(&path("deal"), &json!({ "seats": seats, "seed": "one" })).problem(400, "invalid_body");
        assert_eq!(problem["errors"][0]["pointer"], "/seats");
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains(shown)), "{problem}");
    }
    let missing = post(&path("deal"), &json!({ "seed": "one" })).problem(400, "invalid_body");
    assert_eq!(missing["errors"][0]["pointer"], "/seats");
    assert_eq!(missing["detail"], "/seats is required: an integer from 4 to 8, the seats of Break the Bank");

    let dealt = post(&path("deal"), &json!({ "seats": 4, "seed": "one" })).ok();
    let state = &dealt["state"];
    assert_eq!(dealt["to_act"], json!([3]));
    for seats in [json!(null), json!(3), json!(9)] {
        let mut changed = dealt.clone();
        changed["state"]["seats"] = seats;
        let problem = post(&path("moves"), &changed).problem(400, "invalid_body");
        assert_eq!(problem["errors"][0]["pointer"], "/state/seats");
    }
    let mut without = dealt.clone();
    without["state"].as_object_mut().expect("an object").remove("seats");
    assert_eq!(post(&path("moves"), &without).problem(400, "invalid_body")["errors"][0]["pointer"], "/state/seats");

    for call in ["moves", "view", "picture"] {
        let problem = post(&path(call), &json!({ "state": state, "seat": 5 })).problem(422, "unknown_seat");
        assert_eq!(problem["errors"][0]["pointer"], "/seat");
        post(&path(call), &json!({ "state": state, "seat": 9 })).problem(400, "invalid_body");
        post(&path(call), &json!({ "state": state, "seat": 0 })).problem(400, "invalid_body");
    }
    let take = |seat: u64| json!({ "seat": seat, "type": "take" });
    for seat in [1, 5, 16] {
        let problem = post(&path("play"), &json!({ "state": state, "move": take(seat) })).problem(422, "illegal_move");
        assert_eq!(problem["rule"], "break-the-bank.turn");
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains("seat 3 is")), "{problem}");
    }
    post(&path("play"), &json!({ "state": state, "move": take(17) })).problem(400, "invalid_body");
    // Once a seat has acted, it is another's turn.
    let twice = json!({ "state": state, "moves": [take(3), take(3)] });
    let problem = post(&path("play"), &twice).problem(422, "illegal_move");
    assert_eq!(problem["errors"][0]["pointer"], "/moves/1");
}

#[test]
fn solitaire_rejects_seats() {
    let dealt = post("/v1/games/slide-jam/deal", &json!({ "seed": "alone" })).ok();
    post("/v1/games/slide-jam/deal", &json!({ "seed": "alone", "seats": 1 })).problem(400, "invalid_body");
    let mut with_seats = dealt.clone();
    with_seats["state"]["seats"] = json!(1);
    let problem = post("/v1/games/slide-jam/moves", &with_seats).problem(400, "invalid_body");
    assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains("/state/seats is unknown")), "{problem}");
    post("/v1/games/slide-jam/moves", &json!({ "state": dealt["state"], "seat": 1 })).problem(400, "invalid_body");
    let seen =
        post("/v1/games/slide-jam/view", &json!({ "state": dealt["state"], "seat": 1, "with_legal_moves": true }));
    let seen = seen.ok();
    assert_eq!(seen["view"]["table"], dealt["state"]["table"]);
    assert!(seen["view"].get("seed").is_none() && seen["view"].get("seats").is_none());
    assert_eq!(seen["score"], dealt["score"]);
    post("/v1/games/slide-jam/view", &json!({ "state": dealt["state"], "seat": 2 })).problem(400, "invalid_body");
}

/// The picture of what is posted, as SVG and as text.
fn pictures(id: &str, request: &Json) -> [String; 2] {
    ["image/svg+xml", "text/plain"].map(|accept| {
        let headers = [("content-type", "application/json"), ("accept", accept)];
        let answer = post_bytes(&format!("/v1/games/{id}/picture"), request.to_string().as_bytes(), &headers);
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    })
}

#[test]
fn seated_runs_are_refused_by_leaderboards() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    for run in runs() {
        let problem = ada.submit(&server, &claimed(&run)).problem(422, "seated_game");
        assert_eq!(problem["errors"][0]["pointer"], "/game");
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains("tables")), "{problem}");
        let id = run["game"].as_str().expect("an id");
        server.send("GET", &format!("/v1/leaderboards/{id}"), &[], None).problem(422, "seated_game");
    }
    let daily = server.send("GET", "/v1/daily", &[], None).ok();
    let listed: BTreeSet<&str> = daily["games"].as_object().expect("games").keys().map(String::as_str).collect();
    assert_eq!(listed, registry::ids().into_iter().collect());
}

#[test]
fn catalogue_shows_seats_and_hidden_information_of_games() {
    let games = get("/v1/games").ok();
    let entry = |id: &str| games["games"].as_array().expect("a list").iter().find(|game| game["id"] == id).cloned();
    for id in registry::seated_ids() {
        let (game, info) = (entry(id).expect("it is listed"), get(&format!("/v1/games/{id}")).ok());
        assert_eq!((&game["seats"], &game["hidden"]), (&info["seats"], &info["hidden"]));
        let least = if info["kind"] == "referee" { 1 } else { 2 };
        assert!(info["seats"]["least"].as_u64() >= Some(least) && info["seats"]["most"].as_u64() <= Some(16), "{info}");
        assert!(game.get("wins").is_none() && info.get("least_score").is_none(), "it has no score");
        for list in ["rulings", "refusing_rules", "faults"] {
            assert!(info[list].as_array().is_some_and(|list| !list.is_empty()), "{id} has {list}");
        }
    }
    for id in registry::ids() {
        let game = entry(id).expect("it is listed");
        assert_eq!(game["seats"], json!({ "least": 1, "most": 1 }));
        assert!(game["wins"].is_string());
    }
}

/// The viewers of a state.
fn viewers<G: Game>(state: &State<G>) -> Vec<Viewer> {
    state.seats().iter().map(Viewer::Seat).chain([Viewer::Onlooker]).collect()
}

/// Everything that the engine returns to a viewer of a state.
fn shown<G: Game, M: Mode<G>>(state: &State<G>, viewer: Viewer) -> Vec<Vec<u8>> {
    let ruleset = game(G::ID).and_then(|game| game.version(G::RULES)).expect("it is registered");
    let mut request = json!({ "state": state, "with_legal_moves": true });
    if let Viewer::Seat(seat) = viewer {
        request["seat"] = json!(seat);
    }
    let mut shown = vec![ruleset.view(request.to_string().as_bytes()).expect("an answer")];
    let scene = M::scene(state, viewer);
    shown.extend([scene.to_string().into_bytes(), draw(&scene).into_bytes()]);
    if let Viewer::Seat(seat) = viewer {
        if G::SEATED {
            request.as_object_mut().expect("an object").remove("with_legal_moves");
            shown.push(ruleset.moves(request.to_string().as_bytes()).expect("an answer"));
        }
        if M::to_act(state).contains(seat) {
            // The seed of random choices is the same for states that look the same: each has a seed of its own.
            shown.push(serde_json::to_vec(&state.plan_drawn(seat, &walks::seed("robot", 1))).expect("JSON"));
        }
    }
    shown
}

#[test]
fn responses_to_seats_fit_schemas_through_whole_games() {
    struct Fit(Json);
    impl SeatedVisitor for Fit {
        fn visit<G: Seated>(&mut self) {
            let fits =
                |name: &str| validator(&self.0, &json!({ "$ref": format!("#/components/schemas/{}{name}", G::NAME) }));
            let (position, seen) = (fits("Position"), fits("SeenPosition"));
            let ruleset = game(G::ID).and_then(|game| game.version(G::RULES)).expect("it is registered");
            for (n, player) in [Robot::Random, Robot::Greedy].into_iter().enumerate() {
                let seats = funhouse::rules::game::Seats::new(*G::SEATS.end()).expect("seats");
                let mut state = State::<G>::deal_for(seats, walks::seed("fit", n as u64), G::Options::default());
                let dealt = state.clone();
                let mut moves = Vec::new();
                player.play_all::<G, SeatedMode>(&mut state, 100, |mv, _| moves.push(mv.clone()));
                let mut state = json!(dealt);
                for mv in moves {
                    let check = |validator: &jsonschema::Validator, answer: Vec<u8>| {
                        let answer: Json = serde_json::from_slice(&answer).expect("JSON");
                        if let Err(error) = validator.validate(&answer) {
                            panic!("{}: {error} at {} of {answer}", G::ID, error.instance_path());
                        }
                        answer
                    };
                    let view = json!({ "state": state, "seat": mv.seat(), "with_legal_moves": true }).to_string();
                    check(&seen, ruleset.view(view.as_bytes()).expect("a view"));
                    let play = json!({ "state": state, "move": mv, "seat": 1, "with_legal_moves": true, "with_picture": true });
                    let played = ruleset.play(play.to_string().as_bytes(), draw).expect("legal");
                    state = check(&position, played)["state"].take();
                }
            }
        }
    }
    visit_seated(&mut Fit(document()));
}

#[test]
fn robot_plans_legal_moves_for_acting_seats_only() {
    for run in runs() {
        let position = deal(&run);
        let (state, to_act) = (&position["state"], position["to_act"].as_array().expect("a list"));
        for seat in 1..=run["seats"].as_u64().expect("a number") {
            let plan = post(&path(&run, "plan"), &json!({ "state": state, "seat": seat })).ok();
            let moves = plan["moves"].as_array().expect("a list");
            assert_eq!(!moves.is_empty(), to_act.contains(&json!(seat)), "{} seat {seat}", run["game"]);
            if !moves.is_empty() {
                assert!(moves.iter().all(|mv| mv["seat"] == seat), "{plan}");
                post(&path(&run, "play"), &json!({ "state": state, "moves": moves })).ok();
            }
        }
        let first = post(&path(&run, "plan"), &json!({ "state": state })).ok();
        assert_eq!(first["moves"][0]["seat"], to_act[0], "without a seat, the first that may act");
        // A seat that no table of the game has is not of the schema.
        post(&path(&run, "plan"), &json!({ "state": state, "seat": 16 })).problem(400, "invalid_body");
    }
}
