//! Views, and the pictures of them.

use funhouse::rules::registry;
use serde_json::{Value as Json, json};

use super::{deal, moves, path, pictures, runs};
use crate::support::harness::{get, post};

#[test]
fn view_is_never_accepted_as_state() {
    for id in registry::ids().into_iter().chain(registry::seated_ids()) {
        let path = |call: &str| format!("/v1/games/{id}/{call}");
        let mut request = json!({ "seed": "view" });
        let info = get(&format!("/v1/games/{id}")).ok();
        if info["kind"] != "solitaire" {
            request["seats"] = info["seats"]["least"].clone();
        }
        let dealt = post(&path("deal"), &request).ok();
        let seen = post(&path("view"), &json!({ "state": dealt["state"], "seat": 1 })).ok();
        for call in ["moves", "view", "score", "picture"] {
            let problem = post(&path(call), &json!({ "state": seen["view"] })).problem(400, "invalid_body");
            let shown = problem["detail"]
                .as_str()
                .is_some_and(|why| why.contains("in views only") || why.contains("only views have none"));
            assert!(shown, "{id}: {problem}");
        }
        // With the seed added, it is a state if nothing is hidden, and else nothing that can be read.
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

#[test]
fn view_is_drawn_exactly_as_its_state() {
    for run in runs() {
        let id = run["game"].as_str().expect("an id");
        let mut position = deal(&run);
        let created = moves(&run);
        for (i, mv) in (0..).zip(created) {
            if [0, 5, created.len() / 2].contains(&i) {
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
fn impossible_view_has_no_picture() {
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
    let shown = more["errors"].as_array().expect("a list");
    assert!(shown.iter().any(|error| error["detail"] == "nothing is left that can lie hidden here"), "{more}");
    assert!(shown.iter().any(|error| error["code"] == "impossible_deck"), "{more}");
    let known = refused(changed("/table/deck/0", dealt["state"]["table"]["deck"][0].clone()));
    assert_eq!(faults(&known), [fault("/view/table/deck/0", "shown")]);

    // What is no view at all.
    let invalid = |request: Json, shown: &str| {
        let problem = post(&path("picture"), &request).problem(400, "invalid_body");
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains(shown)), "{problem}");
    };
    invalid(json!({ "view": dealt["state"], "seat": 1 }), "/view/seed is unknown");
    invalid(json!({ "view": view, "state": dealt["state"] }), "must have only one of `state` and `view`");
    invalid(json!({ "seat": 1 }), "must have `state` or `view`");
    invalid(changed("/table/hands/0/0", json!("?")), "/view/table/hands/0/0");
    post(&path("picture"), &json!({ "view": view, "seat": 4 })).problem(422, "unknown_seat");
    let unknown = post(&path("picture"), &changed("/rules", json!(7))).problem(422, "unknown_rules");
    assert_eq!(unknown["errors"][0]["pointer"], "/view/rules");
    let alone = post("/v1/games/slide-jam/deal", &json!({ "seed": "alone" })).ok();
    let problem = post("/v1/games/slide-jam/picture", &json!({ "state": alone["state"], "seat": 1 }));
    assert!(problem.problem(400, "invalid_body")["detail"].as_str().is_some_and(|why| why.contains("`view`")));
}

#[test]
fn face_down_coins_show_only_their_suit() {
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
fn picture_shows_players_of_seats() {
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
