//! Games for several seats over the API: runs by independent models, bad input, and what nobody is told.

use std::collections::BTreeSet;

use funhouse::engine::game;
use funhouse::picture::draw;
use funhouse::rules::chance::Draws;
use funhouse::rules::game::{Game, Log, SeatMove as _, Seated, Solitaire, State, Viewer};
use funhouse::rules::mode::{Mode, SeatedMode, SolitaireMode};
use funhouse::rules::registry::{self, SeatedVisitor, Visitor, visit_all, visit_seated};
use funhouse::rules::robot::Robot;
use serde_json::{Value as Json, json};

use crate::support::account::Account;
use crate::support::harness::{Server, get, post, post_bytes};
use crate::support::schema::{document, validator};
use crate::support::walks;

const RUNS: &str = include_str!("../../conformance/seated.jsonl");

/// The shortest conformance run of each registered game for several seats.
fn runs() -> Vec<Json> {
    let lines: Vec<Json> = RUNS.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
    let length = |line: &&Json| line["moves"].as_array().map_or(0, Vec::len);
    let of_game = |id: &&str| lines.iter().filter(|line| line["game"] == **id).min_by_key(length).cloned();
    registry::seated_ids().iter().filter_map(of_game).collect()
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

/// The entries of a field of a line that are about the position after so many moves.
fn after<'a>(run: &'a Json, field: &str, made: usize) -> impl Iterator<Item = &'a Json> {
    run[field].as_array().into_iter().flatten().filter(move |entry| entry[0] == made)
}

#[test]
fn a_conformance_run_of_every_game_agrees_over_the_api() {
    let runs = runs();
    assert_eq!(runs.len(), registry::seated_ids().len(), "every game has runs");
    for run in runs {
        let mut position = deal(&run);
        for made in 0..=moves(&run).len() {
            let place = format!("{} after {made} moves", run["game"]);
            assert_eq!(position["points"], run["points"][made], "{place}");
            assert_eq!(position["to_act"], run["to_act"][made], "{place}");
            let state = &position["state"];
            let listed = post(&path(&run, "moves"), &json!({ "state": state })).ok();
            if let Some(count) = run["legal"][made].as_u64().filter(|_| listed.get("bounds").is_none()) {
                assert_eq!(listed["moves"].as_array().map(|moves| moves.len() as u64), Some(count), "{place}");
            }
            for entry in after(&run, "views", made) {
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
            for entry in after(&run, "illegal", made) {
                let refused = post(&path(&run, "play"), &json!({ "state": state, "move": entry[1] }));
                assert_eq!(refused.problem(422, "illegal_move")["rule"], entry[2], "{place}");
            }
            let Some(mv) = moves(&run).get(made) else { break };
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
fn a_run_holds_with_its_points_and_with_no_others() {
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
fn moves_events_and_pictures_are_told_to_the_seat_that_is_asked_for() {
    for run in runs() {
        let dealt = deal(&run);
        let acting = dealt["to_act"].as_array().expect("a list");
        for seat in 1..=run["seats"].as_u64().expect("a number") {
            let request = json!({ "state": dealt["state"], "seat": seat });
            let own = post(&path(&run, "moves"), &request).ok();
            let own_moves = own["moves"].as_array().expect("a list");
            assert!(own_moves.iter().all(|mv| mv["seat"] == seat), "{own}");
            let may_act = acting.contains(&json!(seat));
            assert_eq!(may_act, !own_moves.is_empty() || own.get("bounds").is_some());
            let seen =
                post(&path(&run, "view"), &json!({ "state": dealt["state"], "seat": seat, "with_legal_moves": true }));
            assert_eq!(seen.ok()["legal_moves"], own);
            assert_eq!(post(&path(&run, "picture"), &request).status, 200);
            let play =
                json!({ "state": dealt["state"], "move": moves(&run)[0], "seat": seat, "with_legal_moves": true });
            let next = post(&path(&run, "play"), &play).ok();
            assert!(next["legal_moves"]["moves"].as_array().expect("a list").iter().all(|mv| mv["seat"] == seat));
        }
        assert!(acting.contains(&moves(&run)[0]["seat"]), "who may act begins");
    }
}

#[test]
fn seats_that_do_not_exist_or_may_not_act_are_told_as_such() {
    let path = |call: &str| format!("/v1/games/break-the-bank/{call}");
    for (seats, told) in [
        (json!(3), "3 is not from 4 to 8"),
        (json!(9), "9 is not from 4 to 8"),
        (json!("4"), "expected a whole number from 4 to 8, found the text"),
    ] {
        let problem = post(&path("deal"), &json!({ "seats": seats, "seed": "one" })).problem(400, "invalid_body");
        assert_eq!(problem["errors"][0]["pointer"], "/seats");
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains(told)), "{problem}");
    }
    let missing = post(&path("deal"), &json!({ "seed": "one" })).problem(400, "invalid_body");
    assert!(missing["detail"].as_str().is_some_and(|detail| detail.contains("seats")), "{missing}");

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
    assert_eq!(post(&path("moves"), &without).problem(400, "invalid_body")["errors"][0]["pointer"], "/state");

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
fn a_solitaire_knows_no_seats_but_its_player() {
    let dealt = post("/v1/games/slide-jam/deal", &json!({ "seed": "alone" })).ok();
    post("/v1/games/slide-jam/deal", &json!({ "seed": "alone", "seats": 1 })).problem(400, "invalid_body");
    let mut with_seats = dealt.clone();
    with_seats["state"]["seats"] = json!(1);
    let problem = post("/v1/games/slide-jam/moves", &with_seats).problem(400, "invalid_body");
    assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains("unknown field `seats`")), "{problem}");
    post("/v1/games/slide-jam/moves", &json!({ "state": dealt["state"], "seat": 1 })).problem(400, "invalid_body");
    let seen =
        post("/v1/games/slide-jam/view", &json!({ "state": dealt["state"], "seat": 1, "with_legal_moves": true }));
    let seen = seen.ok();
    assert_eq!(seen["view"]["table"], dealt["state"]["table"]);
    assert!(seen["view"].get("seed").is_none() && seen["view"].get("seats").is_none());
    assert_eq!(seen["score"], dealt["score"]);
    post("/v1/games/slide-jam/view", &json!({ "state": dealt["state"], "seat": 2 })).problem(400, "invalid_body");
}

#[test]
fn a_view_is_never_taken_for_a_state() {
    for id in registry::ids().into_iter().chain(registry::seated_ids()) {
        let path = |call: &str| format!("/v1/games/{id}/{call}");
        let mut request = json!({ "seed": "view" });
        let least = get(&format!("/v1/games/{id}")).ok()["seats"]["least"].clone();
        if least != 1 {
            request["seats"] = least;
        }
        let dealt = post(&path("deal"), &request).ok();
        let seen = post(&path("view"), &json!({ "state": dealt["state"], "seat": 1 })).ok();
        for call in ["moves", "view", "score", "picture"] {
            let problem = post(&path(call), &json!({ "state": seen["view"] })).problem(400, "invalid_body");
            let told = problem["detail"]
                .as_str()
                .is_some_and(|why| why.contains("in views only") || why.contains("a view at most"));
            assert!(told, "{id}: {problem}");
        }
        // Whoever adds the seed has a state where nothing is hidden, and nothing that can be read where something is.
        let mut forged = seen["view"].clone();
        forged["seed"] = dealt["state"]["seed"].clone();
        let answer = post(&path("moves"), &json!({ "state": forged }));
        if seen["view"]["table"] == dealt["state"]["table"] {
            assert_eq!(answer.status, 200, "{id}");
        } else {
            assert!(matches!(answer.status, 400 | 422), "{id}: {}", answer.body);
        }
    }
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
fn a_view_is_drawn_byte_for_byte_as_its_state_is_for_its_seat() {
    for run in runs() {
        let id = run["game"].as_str().expect("an id");
        let mut position = deal(&run);
        let made = moves(&run);
        for (i, mv) in (0..).zip(made) {
            if [0, 5, made.len() / 2].contains(&i) {
                for seat in 1..=run["seats"].as_u64().expect("a number") {
                    let of_state = json!({ "state": position["state"], "seat": seat });
                    let mut seen = post(&path(&run, "view"), &of_state).ok();
                    let drawn = pictures(id, &of_state);
                    assert_eq!(
                        pictures(id, &json!({ "view": seen["view"], "seat": seat })),
                        drawn,
                        "{id}, seat {seat}"
                    );
                    seen["seat"] = json!(seat);
                    assert_eq!(pictures(id, &seen), drawn, "the whole answer can be sent");
                }
                let seen = post(&path(&run, "view"), &json!({ "state": position["state"] })).ok();
                assert!(!pictures(id, &seen)[1].contains("*:"), "an onlooker has no seat");
            }
            position = post(&path(&run, "play"), &json!({ "state": position["state"], "move": mv })).ok();
        }
        let seen = post(&path(&run, "view"), &json!({ "state": position["state"] })).ok();
        assert_eq!(
            pictures(id, &seen),
            pictures(id, &json!({ "state": position["state"] })),
            "in the end all is shown"
        );
    }
    for id in registry::ids() {
        let dealt = post(&format!("/v1/games/{id}/deal"), &json!({ "seed": "drawn" })).ok();
        let drawn = pictures(id, &dealt);
        let seen = post(&format!("/v1/games/{id}/view"), &json!({ "state": dealt["state"], "seat": 1 })).ok();
        assert_eq!(pictures(id, &seen), drawn);
        assert_eq!(pictures(id, &json!({ "view": seen["view"], "seat": 1 })), drawn);
    }
}

#[test]
fn a_view_that_nobody_can_have_has_no_picture_and_it_is_said_why() {
    let path = |call: &str| format!("/v1/games/darwinian-poker/{call}");
    let dealt = post(&path("deal"), &json!({ "seats": 3, "seed": "view" })).ok();
    let view = post(&path("view"), &json!({ "state": dealt["state"], "seat": 1 })).ok()["view"].clone();
    let refused = |request: Json| post(&path("picture"), &request).problem(422, "impossible_view");
    let faults = |problem: &Json| -> Vec<(String, String)> {
        let text = |json: &Json| json.as_str().expect("a text").to_owned();
        problem["errors"].as_array().expect("a list").iter().map(|e| (text(&e["pointer"]), text(&e["code"]))).collect()
    };
    let fault = |pointer: &str, code: &str| (pointer.to_owned(), code.to_owned());

    // The view of seat 1 shows what seat 2 does not see, and hides what seat 2 sees.
    let others = refused(json!({ "view": view, "seat": 2 }));
    let hand = view["table"]["hands"][0].as_array().expect("a list").len();
    let mut wanted: Vec<_> = (0..hand).map(|i| fault(&format!("/view/table/hands/0/{i}"), "shown")).collect();
    wanted.push(fault("/view/table/hands/1", "hidden"));
    assert_eq!(faults(&others), wanted);
    assert!(others["errors"][0]["detail"].as_str().is_some_and(|why| why.contains("seat 2 does not see")), "{others}");
    let nobodys = refused(json!({ "view": view }));
    assert!(nobodys["errors"][0]["detail"].as_str().is_some_and(|why| why.contains("an onlooker")), "{nobodys}");

    let changed = |at: &str, to: Json| {
        let mut view = view.clone();
        *view.pointer_mut(at).expect("it is there") = to;
        json!({ "view": view, "seat": 1 })
    };
    let own = view["table"]["hands"][0][0].clone();
    let twice = refused(changed("/table/hands/0/1", own));
    assert!(faults(&twice).contains(&fault("/view/table/hands/0/1", "card_twice")), "{twice}");
    let missing = twice["errors"].as_array().expect("a list").iter().find(|error| error["code"] == "card_missing");
    assert!(missing.is_some_and(|error| error["detail"] == "something is nowhere: too little is hidden"), "{twice}");
    let deck = view["table"]["deck"].as_array().expect("a list");
    let more = refused(changed("/table/deck", json!([deck.as_slice(), &[json!("??")]].concat())));
    let told = more["errors"].as_array().expect("a list");
    assert!(told.iter().any(|error| error["detail"] == "nothing is left that can lie hidden here"), "{more}");
    assert!(told.iter().any(|error| error["code"] == "impossible_deck"), "{more}");
    let known = refused(changed("/table/deck/0", dealt["state"]["table"]["deck"][0].clone()));
    assert_eq!(faults(&known), [fault("/view/table/deck/0", "shown")]);

    // What is no view at all.
    let invalid = |request: Json, told: &str| {
        let problem = post(&path("picture"), &request).problem(400, "invalid_body");
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains(told)), "{problem}");
    };
    invalid(json!({ "view": dealt["state"], "seat": 1 }), "unknown field `seed`");
    invalid(json!({ "view": view, "state": dealt["state"] }), "only one of `state` and `view` may be given");
    invalid(json!({ "seat": 1 }), "either `state` or `view` must be given");
    invalid(changed("/table/hands/0/0", json!("?")), "/view/table/hands/0/0");
    post(&path("picture"), &json!({ "view": view, "seat": 4 })).problem(422, "unknown_seat");
    let unknown = post(&path("picture"), &changed("/rules", json!(7))).problem(422, "unknown_rules");
    assert_eq!(unknown["errors"][0]["pointer"], "/view/rules");
    let alone = post("/v1/games/slide-jam/deal", &json!({ "seed": "alone" })).ok();
    let problem = post("/v1/games/slide-jam/picture", &json!({ "state": alone["state"], "seat": 1 }));
    assert!(problem.problem(400, "invalid_body")["detail"].as_str().is_some_and(|why| why.contains("`view`")));
}

#[test]
fn coins_that_lie_face_down_are_told_by_their_suit_alone() {
    let path = |call: &str| format!("/v1/games/whack-a-dummy/{call}");
    let dealt = post(&path("deal"), &json!({ "seed": "coins" })).ok();
    let moves = json!([{ "type": "enter", "cell": "b3" }, { "type": "go", "direction": "north" }]);
    let played = post(&path("play"), &json!({ "state": dealt["state"], "moves": moves })).ok();
    for seat in [json!({}), json!({ "seat": 1 })] {
        let mut request = seat;
        request["state"] = played["state"].clone();
        let seen = post(&path("view"), &request).ok();
        let all = played["state"]["table"]["grid"].as_object().expect("an object");
        for (cell, coin) in all {
            let coin = coin.as_str().expect("a coin");
            let wanted = if cell == "b2" { coin.to_owned() } else { format!("{}?", &coin[..1]) };
            assert_eq!(seen["view"]["table"]["grid"][cell], json!(wanted), "{cell}");
        }
    }
}

#[test]
fn seated_runs_are_neither_kept_nor_ranked_and_that_is_said() {
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
fn the_catalogue_says_for_how_many_seats_each_game_is_and_what_is_hidden() {
    let games = get("/v1/games").ok();
    let entry = |id: &str| games["games"].as_array().expect("a list").iter().find(|game| game["id"] == id).cloned();
    for id in registry::seated_ids() {
        let (game, info) = (entry(id).expect("it is listed"), get(&format!("/v1/games/{id}")).ok());
        assert_eq!((&game["seats"], &game["hidden"]), (&info["seats"], &info["hidden"]));
        assert!(info["seats"]["least"].as_u64() >= Some(2) && info["seats"]["most"].as_u64() <= Some(16), "{info}");
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

#[test]
fn every_page_says_who_sees_what() {
    for id in registry::ids().into_iter().chain(registry::seated_ids()) {
        let rules = get(&format!("/v1/games/{id}/rules")).ok();
        assert!(rules["markdown"].as_str().is_some_and(|text| text.contains("Who sees what")), "{id}");
    }
}

/// Whoever may look at a state.
fn viewers<G: Game>(state: &State<G>) -> Vec<Viewer> {
    state.seats().iter().map(Viewer::Seat).chain([Viewer::Onlooker]).collect()
}

/// Everything that a viewer is told of a state, as the engine tells it.
fn told<G: Game, M: Mode<G>>(state: &State<G>, viewer: Viewer) -> Vec<Vec<u8>> {
    let ruleset = game(G::ID).and_then(|game| game.version(G::RULES)).expect("it is registered");
    let mut request = json!({ "state": state, "with_legal_moves": true });
    if let Viewer::Seat(seat) = viewer {
        request["seat"] = json!(seat);
    }
    let mut told = vec![ruleset.view(request.to_string().as_bytes()).expect("an answer")];
    let scene = M::scene(state, viewer);
    told.extend([scene.to_string().into_bytes(), draw(&scene).into_bytes()]);
    if let Viewer::Seat(seat) = viewer {
        if G::SEATED {
            request.as_object_mut().expect("an object").remove("with_legal_moves");
            told.push(ruleset.moves(request.to_string().as_bytes()).expect("an answer"));
        }
        if M::to_act(state).contains(seat) {
            // The seed of random choices is the same for states that look the same: each has a seed of its own.
            told.push(serde_json::to_vec(&state.plan_drawn(seat, &walks::seed("robot", 1))).expect("JSON"));
        }
    }
    told
}

/// Fails if a viewer can tell a state from one in which all that is hidden from them was dealt again.
fn nothing_leaks<G: Game, M: Mode<G>>(state: &State<G>, draws: &mut Draws) -> bool {
    let mut hidden = false;
    for viewer in viewers(state) {
        let other = state.redealt(viewer, draws);
        hidden |= other.table() != state.table();
        let (of_one, of_other) = (told::<G, M>(state, viewer), told::<G, M>(&other, viewer));
        assert_eq!(of_one, of_other, "{}: {viewer:?} can tell {} from {}", G::ID, json!(state), json!(other));
        let seed = format!("\"{}\"", state.seed());
        assert!(!of_one.iter().any(|told| String::from_utf8_lossy(told).contains(&seed)), "{} tells its seed", G::ID);
    }
    hidden
}

/// Walks of two players through games of a kind; gives whether anything was ever hidden.
fn walk<G: Game, M: Mode<G>>(mut deal: impl FnMut(u64) -> State<G>) -> bool {
    let mut hidden = false;
    for n in 0..2 {
        let mut draws = walks::draws("leaks", n);
        let mut state = deal(n);
        let player = [Robot::Random, Robot::Greedy][n as usize % 2];
        let mut position = 0_u32;
        let mut check = |state: &State<G>| {
            // Positions late in long games are many and alike.
            if position < 24 || position.is_multiple_of(16) {
                hidden |= nothing_leaks::<G, M>(state, &mut draws);
            }
            position += 1;
        };
        check(&state);
        player.play_all::<G, M>(&mut state, 160, |_, state| check(state));
    }
    hidden
}

#[test]
fn nothing_hidden_shows_in_any_answer_to_a_seat() {
    struct Leaks;
    impl Visitor for Leaks {
        fn visit<G: Solitaire>(&mut self) {
            let hidden = walk::<G, SolitaireMode>(|n| State::deal(walks::seed("leaks", n), G::Options::default()));
            assert_eq!(hidden, G::HIDES, "{} says whether it hides something", G::ID);
        }
    }
    impl SeatedVisitor for Leaks {
        fn visit<G: Seated>(&mut self) {
            let range: Vec<u8> = G::SEATS.collect();
            let hidden = walk::<G, SeatedMode>(|n| {
                let seats = range[n as usize % range.len()];
                let seats = funhouse::rules::game::Seats::new(seats).expect("seats");
                State::deal_for(seats, walks::seed("leaks", n), G::Options::default())
            });
            assert_eq!(hidden, G::HIDES, "{} says whether it hides something", G::ID);
        }
    }
    visit_all(&mut Leaks);
    visit_seated(&mut Leaks);
}

#[test]
fn a_refusal_does_not_depend_on_what_its_seat_cannot_see() {
    struct Refusals(usize);
    impl SeatedVisitor for Refusals {
        fn visit<G: Seated>(&mut self) {
            let seats = funhouse::rules::game::Seats::new(*G::SEATS.start()).expect("seats");
            for n in 0..3 {
                let mut draws = walks::draws("refusals", n);
                let mut state = State::<G>::deal_for(seats, walks::seed("refusals", n), G::Options::default());
                // Moves that were legal somewhere: most are not in another position.
                let mut pool: Vec<G::Move> = Vec::new();
                let dealt = state.clone();
                Robot::Random.play_all::<G, SeatedMode>(&mut state, 80, |mv, _| pool.push(mv.clone()));
                let mut state = dealt;
                for mv in pool.clone() {
                    for other in pool.iter().take(12).chain(pool.iter().rev().take(12)) {
                        let told = |state: &State<G>| state.clone().play(other, &mut Log::discard()).err();
                        let again = state.redealt(Viewer::Seat(other.seat()), &mut draws);
                        let refused = told(&state);
                        assert_eq!(refused, told(&again), "{}: {other:?}", G::ID);
                        self.0 += usize::from(refused.is_some());
                    }
                    state.play(&mv, &mut Log::discard()).expect("it was legal");
                }
            }
        }
    }
    let mut refusals = Refusals(0);
    visit_seated(&mut refusals);
    assert!(refusals.0 > 500, "{} refusals", refusals.0);
}

#[test]
fn answers_to_seats_fit_the_schemas_through_whole_games() {
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
fn the_built_in_player_of_a_seat_plans_legal_moves_and_none_for_a_seat_that_is_not_to_act() {
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

#[test]
fn a_picture_that_is_asked_for_says_who_sits_where() {
    for run in runs() {
        let position = deal(&run);
        let seat = &position["to_act"][0];
        let request = json!({ "state": position["state"], "seat": seat });
        let picture = post(&path(&run, "picture"), &request).body;
        let count = picture.matches("data-seat=").count();
        assert_eq!(Some(count as u64), run["seats"].as_u64(), "{}", run["game"]);
        assert!(picture.contains(&format!("seat {seat}, you: ")), "{}", run["game"]);
    }
}
