use serde_json::{Value as Json, json};

use super::*;
use crate::cards::Cards;
use crate::chance::{Chance, Seed};
use crate::game::{Seats, State, StateForm};
use crate::testing::{faults_of, played, refusal};

type Graveyard = State<GraveyardShift>;

fn dealt(seed: &str, seats: u8) -> Graveyard {
    State::deal_for(Seats::new(seats).expect("seats"), seed.parse::<Seed>().expect("a seed"), NoOptions {})
}

/// Returns the state after a change of its table.
fn changed(state: &Graveyard, change: impl FnOnce(&mut Json)) -> Graveyard {
    let mut form = json!(state);
    change(&mut form["table"]);
    let form = StateForm::<GraveyardShift>::from_value(form).expect("a state of the schema");
    form.admit().expect("a possible state")
}

fn play(state: &mut Graveyard, json: Json) -> Vec<Json> {
    let mv: Move = crate::wire::from_value(json.clone()).expect("a move");
    let mut log = Log::keep();
    state.play(&mv, &mut log).unwrap_or_else(|refused| panic!("{json}: {refused}"));
    log.events().iter().map(|event| json!(event)).collect()
}

fn types(events: &[Json]) -> Vec<&str> {
    events.iter().filter_map(|event| event["type"].as_str()).collect()
}

fn step(seat: u8, to: &str) -> Json {
    json!({"seat": seat, "type": "step", "to": to})
}

fn shift(front: &str, spirits: u64, direction: &str, spaces: u64) -> Json {
    json!({"seat": 1, "type": "shift", "front": front, "spirits": spirits, "direction": direction, "spaces": spaces})
}

fn chips(counts: &[u64]) -> Chips {
    crate::wire::from_value(json!(counts)).expect("chips")
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

/// Returns a state in which seat 1 may sing to the 5 on c1 with these chips.
fn singing(counts: &[u64], sung_by: u8) -> Graveyard {
    let state = dealt("one", counts.len() as u8);
    changed(&state, |table| {
        // The five of d1 changes places with the card of c1.
        table["spirits"]["d1"]["card"] = json!("2s");
        table["spirits"]["c1"] = json!({"card": "5c", "face_up": true, "chips": counts});
        table["turn"] = json!(counts.len() as u64 + u64::from(sung_by));
        table["pawns"][usize::from(sung_by) - 1] = json!("c1");
        table["phase"] = json!("sing");
    })
}

#[test]
fn seed_one_has_known_deal() {
    let state = dealt("one", 6);
    let lie = "a1 2h, b1 5h, c1 2s, d1 5c, e1 3s, f1 5s, a2 5d, b2 2c, e2 4c, f2 3h, a3 3c, b3 3d, c3 4d, d3 4h, e3 4s, f3 2d";
    let listed = state.table().spirits.iter().map(|(space, spirit)| format!("{space} {}", spirit.card));
    assert_eq!(listed.collect::<Vec<_>>().join(", "), lie);
    assert_eq!(state.table().deck[..4].iter().map(Card::to_string).collect::<Vec<_>>(), ["8d", "Th", "6h", "Ad"]);
    assert_eq!(json!(state.table().pawns), json!(["c2", "d2", "c2", "d2", "c2", "d2"]));
    let low: Cards<Card> = Cards::set(state.table().spirits.values().map(|spirit| spirit.card));
    assert_eq!((table::worth(&low), table::worth(&state.table().deck)), (56, 164));
}

#[test]
fn capture_needs_lead_or_majority_of_rank() {
    let capture = |counts: &[u64], by: u8, rank| chips(counts).capture(seat(by), rank);
    assert!(capture(&[2, 2, 1], 1, 5) && capture(&[2, 2, 1], 2, 5) && !capture(&[2, 2, 1], 3, 5));
    assert!(capture(&[3, 0], 1, 5) && !capture(&[3, 0], 1, 6) && capture(&[4, 0], 1, 6));
    assert!(capture(&[1, 0], 1, 1) && !capture(&[0, 0], 1, 1));
    assert!(capture(&[1, 1], 1, 2) && capture(&[1, 1], 2, 2));
    assert!(!capture(&[1, 2, 2], 1, 4) && capture(&[0, 2, 2], 2, 4));
}

#[test]
fn first_seat_has_four_steps_and_twelve_shifts() {
    let mut state = dealt("one", 6);
    let steps: Vec<Json> = state.legal_moves().moves.iter().map(|mv| json!(mv)["to"].clone()).collect();
    assert_eq!(steps, ["c1", "b2", "d2", "c3"]);
    let mut empty = state.clone();
    assert_eq!(types(&play(&mut empty, step(1, "d2"))), ["stepped"]);
    assert_eq!(empty.legal_moves().moves.len(), 1 + 12, "resting, and twelve shifts");
    assert_eq!(types(&play(&mut state, step(1, "b2"))), ["stepped", "revealed"]);
    assert_eq!(play(&mut state, json!({"seat": 1, "type": "hush"})), [Json::Null; 0]);
    assert_eq!(state.legal_moves().moves.len(), 1 + 12);
    assert_eq!(play(&mut state, json!({"seat": 1, "type": "rest"})), [Json::Null; 0]);
    assert_eq!((json!(state.to_act()), state.table().phase), (json!([2]), Phase::Step));
}

#[test]
fn shifted_line_carries_pawns() {
    let mut state = dealt("one", 6);
    play(&mut state, step(1, "b2"));
    play(&mut state, json!({"seat": 1, "type": "hush"}));
    assert_eq!(refusal(&state, &shift("b2", 2, "right", 3)), CLEAR);
    assert_eq!(refusal(&state, &shift("b2", 3, "right", 2)), LINE);
    assert_eq!(refusal(&state, &shift("c2", 1, "right", 1)), LINE, "there is no spirit");
    let mut both = state.clone();
    let events = play(&mut both, shift("b2", 2, "right", 2));
    assert_eq!(events[0]["spirits"], json!([{"from": "b2", "to": "d2"}, {"from": "a2", "to": "c2"}]));
    assert_eq!(json!(both.table().pawns), json!(vec!["d2"; 6]));
    let space = |name| Space::named(name);
    assert_eq!(both.table().spirits[space("d2")].map(|spirit| spirit.card.to_string()).as_deref(), Some("2c"));
    assert_eq!(both.table().spirits[space("c2")].map(|spirit| spirit.card.to_string()).as_deref(), Some("5d"));
    assert!(both.table().spirits[space("a2")].is_none() && both.table().spirits[space("b2")].is_none());
    play(&mut state, shift("b2", 1, "right", 1));
    assert_eq!(json!(state.table().pawns), json!(["c2", "d2", "c2", "d2", "c2", "d2"]));
}

#[test]
fn capture_returns_chips_and_fills_graves() {
    let state = singing(&[1, 2, 1], 1);
    let mut filled = state.clone();
    let events = play(&mut filled, json!({"seat": 1, "type": "sing"}));
    assert_eq!(types(&events), ["sang", "captured"], "all open graves have spirits");
    assert_eq!(events[1]["chips"], json!([2, 2, 1]));
    assert_eq!((filled.points(), filled.table().deck.len()), (vec![5, 0, 0], 24));

    // The spirits of two graves were shifted to the starts.
    let mut graves = changed(&state, |table| {
        for (from, to) in [("b2", "c2"), ("e2", "d2")] {
            let spirit = table["spirits"].as_object_mut().expect("an object").remove(from).expect("a spirit");
            table["spirits"][to] = spirit;
        }
    });
    let events = play(&mut graves, json!({"seat": 1, "type": "sing"}));
    assert_eq!(events[2..], [json!({"type": "emerged", "space": "b2"}), json!({"type": "emerged", "space": "e2"})]);
    let up = |name| graves.table().spirits[Space::named(name)].map(|spirit| (spirit.card.to_string(), spirit.face_up));
    assert_eq!((up("b2"), up("e2")), (Some(("8d".to_owned(), false)), Some(("Th".to_owned(), false))));
    assert_eq!(graves.table().deck.len(), 22);
}

#[test]
fn capture_may_need_no_more_chips() {
    let mut own = singing(&[2, 2, 1], 2);
    let events = play(&mut own, json!({"seat": 2, "type": "hush"}));
    assert_eq!(types(&events), ["captured"]);
    let mut behind = singing(&[2, 2, 1], 3);
    assert_eq!(play(&mut behind, json!({"seat": 3, "type": "hush"})), [Json::Null; 0]);
    assert_eq!(behind.points(), [0, 0, 0]);
}

#[test]
fn full_graveyard_skips_the_shift() {
    let state = dealt("one", 2);
    let mut full = changed(&state, |table| {
        let deck = table["deck"].as_array_mut().expect("a list");
        let captured: Vec<Json> = deck.drain(2..5).collect();
        let up: Vec<Json> = deck.drain(..2).collect();
        let bare = |card: &Json| json!({"card": card, "face_up": false, "chips": [0, 0]});
        (table["spirits"]["c2"], table["spirits"]["d2"]) = (bare(&up[0]), bare(&up[1]));
        // Two captures brought them up.
        table["captured"] = json!([captured[1..2], captured[2..3]]);
        table["deck"].as_array_mut().expect("a list").insert(0, captured[0].clone());
    });
    play(&mut full, step(1, "b2"));
    assert_eq!(full.table().phase, Phase::Sing);
    play(&mut full, json!({"seat": 1, "type": "hush"}));
    assert_eq!((full.table().phase, full.table().turn), (Phase::Step, 2));
}

#[test]
fn turn_has_step_song_and_shift() {
    let mut state = dealt("one", 2);
    assert_eq!(refusal(&state, &json!({"seat": 1, "type": "sing"})), PHASE);
    assert_eq!(refusal(&state, &json!({"seat": 1, "type": "rest"})), PHASE);
    assert_eq!(refusal(&state, &step(1, "b1")), ADJACENT);
    assert_eq!(refusal(&state, &step(1, "c2")), ADJACENT);
    assert_eq!(refusal(&state, &step(2, "c1")), TURN);
    play(&mut state, step(1, "c1"));
    assert_eq!(refusal(&state, &step(1, "b1")), PHASE);
    assert_eq!(refusal(&state, &shift("c1", 1, "up", 1)), PHASE);
    for bad in [
        shift("b2", 0, "right", 1),
        shift("b2", 7, "right", 1),
        shift("b2", 1, "right", 6),
        shift("b2", 1, "north", 1),
        step(1, "g1"),
    ] {
        assert!(crate::wire::from_value::<Move>(bad).is_err());
    }
}

#[test]
fn game_ends_at_target_or_last_turn() {
    // Seat 1 of six has nine points and needs fourteen.
    let state = changed(&singing(&[2, 2, 0, 0, 0, 1], 1), |table| {
        let nine = table["deck"].as_array().expect("a list").iter().position(|card| card == "9c").expect("the nine");
        table["deck"].as_array_mut().expect("a list").remove(nine);
        table["captured"][0] = json!(["9c"]);
    });
    let mut won = state.clone();
    let events = play(&mut won, json!({"seat": 1, "type": "sing"}));
    assert_eq!(types(&events), ["sang", "captured", "target_reached"]);
    assert_eq!((won.points()[0], won.places().map(|places| places[0])), (14, Some(1)));
    assert_eq!(refusal(&won, &json!({"seat": 1, "type": "rest"})), ENDED);

    let mut last = changed(&dealt("one", 2), |table| table["turn"] = json!(200));
    play(&mut last, step(2, "c2"));
    assert_eq!(play(&mut last, json!({"seat": 2, "type": "rest"})), [json!({"type": "turns_over"})]);
    assert_eq!((last.table().turn, last.places()), (200, Some(vec![1, 1])));
}

#[test]
fn face_down_cards_are_hidden_from_all() {
    let mut state = dealt("one", 2);
    play(&mut state, step(1, "b2"));
    for viewer in [Viewer::Seat(seat(1)), Viewer::Onlooker] {
        let view = json!(state.view(viewer));
        assert_eq!(view["deck"], json!(vec!["??"; 24]));
        assert_eq!((&view["spirits"]["a2"]["card"], &view["spirits"]["b2"]["card"]), (&json!("??"), &json!("2c")));
        assert!(crate::wire::from_value::<Table<Card>>(view).is_err(), "a view is no table");
    }
    let again = state.redealt(Viewer::Onlooker, &mut Chance::new(state.seed()).event("test"));
    assert_ne!(again.table(), state.table());
    assert_eq!(again.view(Viewer::Onlooker), state.view(Viewer::Onlooker));
}

#[test]
fn every_fault_is_found() {
    let state = dealt("one", 3);
    let found = |change: &dyn Fn(&mut Json)| faults_of(&state, change);
    assert_eq!(found(&|_| ()), [""; 0]);
    let sing = |table: &mut Json, counts: Json| {
        table["pawns"][0] = json!("c1");
        table["phase"] = json!("sing");
        table["spirits"]["c1"]["face_up"] = json!(true);
        table["spirits"]["c1"]["chips"] = counts;
    };
    let swap = |table: &mut Json, deck: usize, card: &str| table["deck"][deck] = json!(card);
    assert_eq!(found(&|table| table["pawns"] = json!(["c2", "d2"])), ["/pawns seat_missing"]);
    assert_eq!(found(&|table| table["captured"] = json!([[], []])), ["/captured seat_missing"]);
    assert_eq!(found(&|table| table["spirits"]["a1"]["chips"] = json!([0, 0])), ["/spirits/a1/chips seat_missing"]);
    assert_eq!(found(&|table| swap(table, 1, "8d")), ["/deck/1 card_twice", " card_missing"]);
    assert_eq!(found(&|table| swap(table, 1, "Kd")), ["/deck/1 no_spirit", " card_missing"]);
    assert_eq!(
        found(&|table| {
            swap(table, 0, "2h");
            table["spirits"]["a1"]["card"] = json!("8d");
        }),
        ["/deck/0 never_in_deck"]
    );
    assert_eq!(
        found(&|table| table["spirits"]["a1"]["chips"] = json!([1, 0, 0])),
        ["/spirits/a1/chips impossible_chips"]
    );
    assert_eq!(found(&|table| sing(table, json!([1, 1, 0]))), [""; 0]);
    assert_eq!(found(&|table| sing(table, json!([2, 0, 0]))), ["/spirits/c1/chips impossible_chips"]);
    let capture = |table: &mut Json, drawn: usize| {
        let spirits = table["spirits"].as_object_mut().expect("an object");
        let captured = spirits.remove("a1").expect("a spirit");
        let mut cards = vec![captured["card"].clone()];
        let deck = table["deck"].as_array_mut().expect("a list");
        cards.extend(deck.drain(..drawn));
        table["captured"][0] = json!(cards);
    };
    assert_eq!(found(&|table| capture(table, 2)), [""; 0]);
    assert_eq!(
        found(&|table| {
            let deck = table["deck"].as_array_mut().expect("a list");
            let card = deck.remove(0);
            let low = std::mem::replace(&mut table["spirits"]["a1"]["card"], card);
            table["spirits"]["c2"] = json!({"card": low, "face_up": false, "chips": [0, 0, 0]});
        }),
        ["/deck impossible_deck"]
    );
    assert_eq!(found(&|table| table["phase"] = json!("sing")), ["/phase impossible_phase"]);
    assert_eq!(found(&|table| table["phase"] = json!("shift")), [""; 0]);
    assert_eq!(found(&|table| table["turn"] = json!(0)), ["/turn impossible_turn"]);
    assert_eq!(found(&|table| table["turn"] = json!(301)), ["/turn impossible_turn"]);
    assert_eq!(found(&|table| table["phase"] = json!("over")), ["/phase impossible_end"]);
    assert_eq!(
        found(&|table| {
            table["phase"] = json!("over");
            table["turn"] = json!(300);
        }),
        [""; 0]
    );
    let reach = |table: &mut Json, phase: &str, turn: u64| {
        let deck = table["deck"].as_array_mut().expect("a list");
        let (tens, rest): (Vec<Json>, Vec<Json>) =
            deck.drain(..).partition(|card| card.as_str().is_some_and(|card| card.starts_with('T')));
        *deck = rest;
        (table["captured"][0], table["phase"], table["turn"]) = (json!(tens), json!(phase), json!(turn));
    };
    assert_eq!(found(&|table| reach(table, "step", 4)), ["/phase impossible_end"]);
    assert_eq!(found(&|table| reach(table, "over", 4)), [""; 0]);
    assert_eq!(found(&|table| reach(table, "over", 5)), ["/phase impossible_end"]);
}

#[test]
fn shift_needs_free_adjacent_space() {
    let state = played::<GraveyardShift>(3, "one", &json!({}), 40);
    assert_eq!(state.table().can_shift(), state.table().shifts().next().is_some());
}

#[test]
fn scene_shows_spirits_and_pawns() {
    let board = dealt("one", 2).scene_for(Viewer::Onlooker).to_string();
    assert!(board.starts_with("Graveyard Shift: round 1, seat 1 steps"), "{board}");
    assert!(board.contains("??") && board.contains("@1") && !board.contains("2c"), "{board}");
}
