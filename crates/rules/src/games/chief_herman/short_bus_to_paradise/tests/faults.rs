//! Each fault of the rules page.

use super::*;

type Change = fn(&mut Json);

fn list<'a>(table: &'a mut Json, pointer: &str) -> &'a mut Vec<Json> {
    table.pointer_mut(pointer).and_then(Json::as_array_mut).expect("a list")
}

/// Turn 42 of four seats, with cabs of each kind.
fn middle() -> State<ShortBusToParadise> {
    Setup { cabs: vec!["7c r3", "3d 4d", "", ""], hands: vec!["2h", "", "", ""], ..Setup::new(42, 4, "r1 b9") }.state()
}

/// The last turn, of seat 3.
fn last() -> State<ShortBusToParadise> {
    let setup = Setup { last_card: true, ..Setup::new(122, 3, "r1") };
    after_all(&setup.state(), &[draw(2), end(3), end(1)]).0
}

#[test]
fn every_fault_is_found() {
    let table: [(&str, State<ShortBusToParadise>, Change, &[&str]); 31] = [
        ("a hand too many", middle(), |t| list(t, "/hands").push(json!([])), &["/hands not_by_seat"]),
        ("cabs of three seats", middle(), |t| drop(list(t, "/cabs").pop()), &["/cabs not_by_seat"]),
        ("no scores of a seat", middle(), |t| drop(list(t, "/scored").pop()), &["/scored not_by_seat"]),
        ("a cab twice", middle(), |t| t["deck"][0] = json!("7c"), &["/cabs/0/0/cab card_twice", " card_missing"]),
        (
            "a cab that waits and has left",
            middle(),
            |t| list(t, "/scored/1").push(json!({"cab": "3d", "color": "r"})),
            &["/scored/1/0/cab card_twice"],
        ),
        ("no such card left", middle(), |t| drop(list(t, "/deck").pop()), &[" card_missing"]),
        (
            "a color twice in the pot",
            middle(),
            |t| list(t, "/pot").push(json!({"color": "r", "count": 1})),
            &["/pot/2/color color_twice"],
        ),
        (
            "a color gone twice",
            middle(),
            |t| list(t, "/gone").push(json!({"color": "k", "count": 11})),
            &["/gone/1/color color_twice"],
        ),
        (
            "too few stones",
            middle(),
            |t| {
                t["bag"] = json!(["r"]);
                t["gone"] = json!([{"color": "k", "count": 80}]);
            },
            &["/bag too_few_stones"],
        ),
        ("too many stones", middle(), |t| t["bag"] = json!(vec!["r"; 100]), &["/bag too_many_stones"]),
        ("a large group", middle(), |t| t["pot"][1]["count"] = json!(11), &["/pot/1/count impossible_group"]),
        (
            "a small group gone",
            middle(),
            |t| list(t, "/gone").push(json!({"color": "w", "count": 10})),
            &["/gone/1/count impossible_group"],
        ),
        ("a full cab", middle(), |t| t["cabs"][0][0]["count"] = json!(7), &["/cabs/0/0/count impossible_cab"]),
        ("a crowded cab", middle(), |t| t["cabs"][0][0]["count"] = json!(8), &["/cabs/0/0/count impossible_cab"]),
        ("turn 201", middle(), |t| t["turn"] = json!(201), &["/turn impossible_turn"]),
        ("turn 0", middle(), |t| t["turn"] = json!(0), &["/turn impossible_turn", "/rolls impossible_rolls"]),
        (
            "a seat with too few cards",
            middle(),
            |t| {
                let card = list(t, "/hands/2").pop().expect("a card");
                list(t, "/deck").push(card);
            },
            &["/hands/2 impossible_cards"],
        ),
        (
            "a seat that drew too often",
            middle(),
            |t| {
                let cards: Vec<Json> = list(t, "/deck").drain(..12).collect();
                list(t, "/hands/2").extend(cards);
            },
            &["/hands/2 impossible_cards"],
        ),
        (
            "a seat that played without a turn",
            dealt(3),
            |t| {
                let card = list(t, "/hands/1").pop().expect("a card");
                list(t, "/cabs/1").push(json!({"cab": card}));
            },
            &["/hands/1 impossible_cards"],
        ),
        (
            "played without a cab",
            middle(),
            |t| {
                t["turn"] = json!(43);
                t["played"] = json!(true);
            },
            &["/played impossible_cards"],
        ),
        (
            "loaded without a cab",
            middle(),
            |t| {
                t["turn"] = json!(43);
                t["loaded"] = json!(true);
            },
            &["/loaded impossible_cards"],
        ),
        ("no roll", middle(), |t| t["rolls"] = json!(0), &["/rolls impossible_rolls"]),
        ("a roll too many", middle(), |t| t["rolls"] = json!(43), &["/rolls impossible_rolls"]),
        ("too few rolls", middle(), |t| t["rolls"] = json!(9), &["/rolls impossible_rolls"]),
        (
            "too few stones for the rolls",
            dealt(3),
            |t| {
                t["turn"] = json!(5);
                t["rolls"] = json!(4);
            },
            &["/rolls impossible_rolls"],
        ),
        ("last turns without cause", middle(), |t| t["last_turns"] = json!(2), &["/last_turns impossible_ending"]),
        (
            "an empty deck without last turns",
            last(),
            |t| {
                t.as_object_mut().expect("an object").remove("last_turns");
            },
            &["/deck impossible_ending"],
        ),
        ("too many last turns", last(), |t| t["last_turns"] = json!(4), &["/last_turns impossible_ending"]),
        ("over too early", middle(), |t| t["phase"] = json!("over"), &["/phase impossible_end"]),
        (
            "over before the last turn",
            last(),
            |t| {
                t["phase"] = json!("over");
                t["last_turns"] = json!(1);
            },
            &["/phase impossible_end"],
        ),
        (
            "a last turn without choice",
            last(),
            |t| {
                // Seat 2 has played all its cards, and the pot is empty.
                let hand = t["hands"][1].take();
                let cabs = hand.as_array().expect("a hand").iter().map(|cab| json!({"cab": cab}));
                t["cabs"][1] = cabs.collect();
                t["hands"][1] = json!([]);
                t["pot"] = json!([]);
                t["played"] = json!(true);
            },
            &["/phase impossible_end"],
        ),
    ];
    for (name, state, change, expected) in table {
        assert_eq!(faults_of(&state, change), expected, "{name}");
    }
}

#[test]
fn empty_bag_allows_more_rolls_than_stones() {
    let setup = Setup { bag: String::new(), fill: false, ..Setup::new(122, 3, "r1") };
    let mut table = setup.table();
    table["rolls"] = json!(110);
    table["last_turns"] = json!(1);
    admitted::<ShortBusToParadise>(3, &json!({}), &table);
}

#[test]
fn lists_are_sorted_on_admission() {
    let state = middle();
    let mut table = serde_json::to_value(&state).expect("JSON")["table"].clone();
    for pointer in ["/pot", "/gone", "/hands/0", "/cabs/1", "/scored/0"] {
        list(&mut table, pointer).reverse();
    }
    assert_eq!(admitted::<ShortBusToParadise>(4, &json!({}), &table).table(), state.table());
}
