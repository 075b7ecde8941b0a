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
fn a_piece_does_not_walk_in_two_consecutive_moves_but_may_bounce_or_walk_after_another() {
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
fn kids_bounce_over_kids_adults_over_kids_and_adults_and_nobody_over_you() {
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
fn kids_do_not_walk_and_the_score_is_4_a_kid_and_1_an_adult() {
    let state = trampolines(&[(1, "kid"), (4, "kid"), (11, "adult"), (15, "you")], None);
    assert_eq!(refusal(&state, walk(1, 2)), "trampo-land.walker");
    assert_eq!(total(&state), 9);
    let stopped = after(&state, json!({ "type": "stop" }));
    assert_eq!((stopped.finished(), total(&stopped)), (true, 9));
}

#[test]
fn the_room_ends_when_your_own_walk_used_up_the_last_move() {
    let state = trampolines(&[(1, "you"), (15, "kid")], None);
    assert!(!state.finished());
    let walked = after(&state, walk(1, 2));
    assert_eq!((walked.finished(), total(&walked)), (true, 4));
    assert_eq!(refusal(&walked, walk(2, 1)), "trampo-land.ended");
}

#[test]
fn the_room_ends_when_only_you_are_left_although_you_could_walk() {
    let state = after(&trampolines(&[(1, "you"), (2, "kid")], None), bounce(1, 4));
    assert_eq!((state.finished(), total(&state), legal(&state)), (true, 0, vec![]));
}
