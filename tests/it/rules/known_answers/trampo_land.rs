//! Known answers of Trampo-Land.

use funhouse::rules::game::State;
use funhouse::rules::games::epic_funhouse::trampo_land::TrampoLand;
use serde_json::{Map, Value as Json, json};

use super::{after, legal, refusal, state, total};

fn trampolines(people: &[(u8, &str)], walked: Option<u8>) -> State<TrampoLand> {
    let people: Map<String, Json> = people.iter().map(|(at, who)| (at.to_string(), Json::from(*who))).collect();
    let mut table = json!({ "trampolines": people, "stopped": false });
    if let Some(walked) = walked {
        table["walked"] = json!(walked);
    }
    state(table)
}

fn walk(from: u8, to: u8) -> Json {
    json!({ "type": "walk", "from": from, "to": to })
}

fn bounce(from: u8, to: u8) -> Json {
    json!({ "type": "bounce", "from": from, "to": to })
}

#[test]
fn piece_may_bounce_but_not_walk_twice_running() {
    let start = trampolines(&[(1, "you"), (11, "adult"), (12, "kid"), (4, "kid")], None);
    let walked = after(&start, walk(1, 2));
    assert_eq!(refusal(&walked, walk(2, 1)), "trampo-land.twice");
    assert!(legal(&walked).contains(&bounce(2, 7)), "it may bounce");
    let other = after(&walked, walk(11, 7));
    after(&other, walk(2, 1));
    assert_eq!(refusal(&other, walk(7, 11)), "trampo-land.twice");
    let bounced = after(&walked, bounce(11, 13));
    after(&bounced, walk(2, 1));
}

#[test]
fn only_allowed_pieces_bounce_over_each_other() {
    for (who, over, refused) in [
        ("kid", "kid", None),
        ("kid", "adult", Some("trampo-land.kid")),
        ("kid", "you", Some("trampo-land.kid")),
        ("adult", "kid", None),
        ("adult", "adult", None),
        ("adult", "you", Some("trampo-land.adult")),
        ("you", "kid", None),
        ("you", "adult", None),
    ] {
        let mut people = vec![(1, who), (2, over)];
        if who != "you" && over != "you" {
            people.push((15, "you"));
        }
        let state = trampolines(&people, None);
        match refused {
            Some(rule) => assert_eq!(refusal(&state, bounce(1, 4)), rule, "{who} over {over}"),
            None => assert!(legal(&after(&state, bounce(1, 4))).iter().all(|mv| mv["from"] != 2), "{over} is gone"),
        }
    }
}

#[test]
fn kids_cannot_walk_kids_score_4_adults_1() {
    let state = trampolines(&[(1, "kid"), (4, "kid"), (11, "adult"), (15, "you")], None);
    assert_eq!(refusal(&state, walk(1, 2)), "trampo-land.walker");
    assert_eq!(total(&state), 9);
    let stopped = after(&state, json!({ "type": "stop" }));
    assert_eq!((stopped.finished(), total(&stopped)), (true, 9));
}

#[test]
fn room_ends_when_your_walk_was_the_last() {
    let state = trampolines(&[(1, "you"), (15, "kid")], None);
    assert!(!state.finished());
    let walked = after(&state, walk(1, 2));
    assert_eq!((walked.finished(), total(&walked)), (true, 4));
    assert_eq!(refusal(&walked, walk(2, 1)), "trampo-land.ended");
}

#[test]
fn room_ends_when_only_you_are_left() {
    let state = after(&trampolines(&[(1, "you"), (2, "kid")], None), bounce(1, 4));
    assert_eq!((state.finished(), total(&state), legal(&state)), (true, 0, vec![]));
}
