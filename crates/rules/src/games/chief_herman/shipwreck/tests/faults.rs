//! A table for each fault.

use super::*;

type Change = fn(&mut Json);

fn list<'a>(table: &'a mut Json, pointer: &str) -> &'a mut Vec<Json> {
    table.pointer_mut(pointer).and_then(Json::as_array_mut).expect("a list")
}

/// Moves the last card of a list to another.
fn shift(table: &mut Json, from: &str, to: &str) {
    let card = list(table, from).pop().expect("a card");
    list(table, to).push(card);
}

fn fighting() -> State<Shipwreck> {
    let hands = &["2c 3c 4c 5c", "6c 7c 8c Jd"];
    state(&Given { phase: "fight", hands, fight: Some((2, "9c")), deck: 9, ..Given::default() })
}

fn sunk() -> State<Shipwreck> {
    state(&Given { phase: "showdown", hands: &["9s 2d", "Qh 2c"], ..Given::default() })
}

fn over() -> State<Shipwreck> {
    played(2, "one", &json!({}), 10_000)
}

#[test]
fn every_fault_is_found() {
    let deal = || dealt("one", 2);
    let table: [(&str, State<Shipwreck>, Change, &[&str]); 35] = [
        ("a score too many", deal(), |t| list(t, "/points").push(json!(0)), &["/points not_by_seat"]),
        (
            "a hand too few",
            dealt("one", 3),
            |t| {
                let hand = list(t, "/hands").pop().expect("a hand");
                list(t, "/deck").extend(hand.as_array().expect("cards").clone());
            },
            &["/hands not_by_seat"],
        ),
        (
            "a card twice",
            deal(),
            |t| t["deck"][1] = t["deck"][0].clone(),
            &["/deck/1 card_twice", "/deck card_missing"],
        ),
        ("a card nowhere", deal(), |t| drop(list(t, "/deck").pop()), &["/deck card_missing"]),
        ("no round", deal(), |t| t["round"] = json!(0), &["/round impossible_round"]),
        ("a round too many", deal(), |t| t["round"] = json!(31), &["/round impossible_round"]),
        ("too few removed", deal(), |t| shift(t, "/removed", "/deck"), &["/removed impossible_removed"]),
        ("too many removed", dealt("one", 3), |t| shift(t, "/deck", "/removed"), &["/removed impossible_removed"]),
        ("a hand of six", deal(), |t| shift(t, "/deck", "/hands/1"), &["/hands/1 impossible_hand"]),
        ("four cards at a turn", deal(), |t| shift(t, "/hands/0", "/deck"), &["/hands/0 impossible_hand"]),
        ("a turn of no seat", deal(), |t| t["active"] = json!(3), &["/active impossible_hand"]),
        ("four cards before an attack", fighting(), |t| shift(t, "/hands/0", "/deck"), &["/hands/0 impossible_hand"]),
        ("a spade among hearts", fighting(), |t| shift(t, "/boats/s", "/boats/h"), &["/boats/h/13 wrong_boat"]),
        (
            "a ship without deck",
            fighting(),
            |t| {
                for name in t["deck"].take().as_array().expect("cards") {
                    let suit = name.as_str().expect("a card")[1..].to_owned();
                    list(t, &format!("/boats/{suit}")).push(name.clone());
                }
                t["deck"] = json!([]);
            },
            &["/deck impossible_deck"],
        ),
        ("a deck under water", sunk(), |t| shift(t, "/boats/c", "/deck"), &["/deck impossible_deck"]),
        ("a fight in no fight", fighting(), |t| t["phase"] = json!("turn"), &["/fight impossible_fight"]),
        ("a missing fight", deal(), |t| t["phase"] = json!("fight"), &["/phase impossible_fight"]),
        ("a fight with itself", fighting(), |t| t["fight"]["target"] = json!(1), &["/fight/target impossible_fight"]),
        ("a fight with no seat", fighting(), |t| t["fight"]["target"] = json!(3), &["/fight/target impossible_fight"]),
        (
            "an answer below",
            fighting(),
            |t| {
                list(t, "/hands/1").rotate_left(1);
                shift(t, "/hands/1", "/fight/cards");
            },
            &["/fight/cards impossible_fight"],
        ),
        (
            "a king in a fight",
            fighting(),
            |t| {
                shift(t, "/hands/1", "/deck");
                let king = list(t, "/boats/d").pop().expect("the highest card");
                list(t, "/fight/cards").push(king);
            },
            &["/fight/cards impossible_fight"],
        ),
        (
            "a fight with an empty hand",
            fighting(),
            |t| (0..4).for_each(|_| shift(t, "/hands/1", "/deck")),
            &["/fight impossible_fight"],
        ),
        (
            "a key before the sink",
            deal(),
            |t| {
                let card = list(t, "/hands/1").pop().expect("a card");
                list(t, "/keys").push(json!({"seat": 2, "card": card}));
            },
            &["/keys/0 impossible_keys"],
        ),
        (
            "two keys",
            sunk(),
            |t| {
                for card in t["hands"][1].take().as_array().expect("cards") {
                    list(t, "/keys").push(json!({"seat": 2, "card": card}));
                }
                t["hands"][1] = json!([]);
            },
            &["/keys/1 impossible_keys"],
        ),
        (
            "a key of no seat",
            sunk(),
            |t| {
                let card = list(t, "/boats/c").pop().expect("a card");
                list(t, "/keys").push(json!({"seat": 3, "card": card}));
            },
            &["/keys/0 impossible_keys"],
        ),
        ("an only card", sunk(), |t| shift(t, "/hands/1", "/boats/h"), &["/keys impossible_keys"]),
        (
            "all keys",
            sunk(),
            |t| {
                for seat in 0..2 {
                    let card = list(t, &format!("/hands/{seat}")).pop().expect("a card");
                    list(t, "/keys").push(json!({"seat": seat + 1, "card": card}));
                }
            },
            &["/keys impossible_keys"],
        ),
        (
            "an end without a key",
            over(),
            |t| {
                let key = list(t, "/keys").pop().expect("a key");
                list(t, "/hands/1").push(key["card"].clone());
            },
            &["/keys impossible_keys"],
        ),
        ("too few taken", sunk(), |t| shift(t, "/boats/c", "/boards/0"), &["/takes impossible_takes"]),
        ("too many taken", deal(), |t| t["takes"] = json!(1), &["/takes impossible_takes"]),
        ("points in round 1", deal(), |t| t["points"][0] = json!(1), &["/points/0 impossible_points"]),
        (
            "points of more rounds",
            deal(),
            |t| {
                t["round"] = json!(2);
                t["points"][0] = json!(92);
            },
            &["/points/0 impossible_points"],
        ),
        (
            "a game that has ended",
            deal(),
            |t| {
                t["round"] = json!(9);
                t["points"][0] = json!(200);
            },
            &["/points/0 impossible_points"],
        ),
        ("an early end", over(), |t| t["points"] = json!([150, 150]), &["/points impossible_points"]),
        (
            "points less than the last boats",
            over(),
            |t| {
                t["round"] = json!(30);
                t["points"] = json!([0, 0]);
            },
            &["/points/0 impossible_points", "/points/1 impossible_points"],
        ),
    ];
    for (name, state, change, expected) in table {
        assert_eq!(faults_of(&state, change), expected, "{name}");
    }
}

#[test]
fn sets_are_sorted_on_admission() {
    let state = played::<Shipwreck>(6, "one", &json!({}), 30);
    let mut table = serde_json::to_value(&state).expect("JSON")["table"].clone();
    for pointer in ["/hands/0", "/hands/1", "/removed", "/boats/c", "/boats/h"] {
        list(&mut table, pointer).reverse();
    }
    assert_eq!(admitted::<Shipwreck>(6, &json!({}), &table).table(), state.table());
}
