//! Faults of posted states.

use super::*;

fn open() -> State<HotelTransylvania> {
    window(["Qs 3h 4h 5h", "9c 6h", "7h"], "8c: 1 3", "9c", 3)
}

#[test]
fn lists_have_an_entry_for_each_seat() {
    let base = open();
    assert_eq!(faults_of(&base, |table| table["scores"] = json!([0, 0, 0, 0])), ["/scores not_by_seat"]);
    let hands = |table: &mut Json| table["hands"].as_array_mut().expect("a list").push(json!([]));
    assert_eq!(faults_of(&base, hands), ["/hands not_by_seat"]);
    let guests = |table: &mut Json| drop(table["guests"].as_array_mut().expect("a list").pop());
    assert_eq!(faults_of(&base, guests), ["/guests not_by_seat"]);
}

#[test]
fn each_card_is_in_one_place() {
    let base = open();
    assert_eq!(faults_of(&base, |table| table["hands"][2] = json!(["7h", "8c"])), ["/hands/2/1 card_twice"]);
    assert_eq!(faults_of(&base, |table| table["hands"][2] = json!([])), [" card_missing"]);
    let twice =
        |table: &mut Json| table["stacks"] = json!([{"room": "8c", "ghosts": [1]}, {"room": "8c", "ghosts": [2]}]);
    assert_eq!(faults_of(&base, twice), ["/stacks/1/room room_twice"]);
}

#[test]
fn stacks_have_ghosts_of_different_seats() {
    let base = open();
    let with = |ghosts: Json| faults_of(&base, |table| table["stacks"][0]["ghosts"] = ghosts);
    assert_eq!(with(json!([])), ["/stacks/0/ghosts impossible_ghosts"]);
    assert_eq!(with(json!([1, 4])), ["/stacks/0/ghosts/1 impossible_ghosts"]);
    assert_eq!(with(json!([1, 2, 2, 1])), ["/stacks/0/ghosts/2 impossible_ghosts"]);
    assert!(with(json!([1, 2, 1, 3, 1, 2])).is_empty());
}

#[test]
fn hands_fit_phase_while_there_is_a_deck() {
    let base = open();
    let shift = |table: &mut Json, seat: usize, count: usize| {
        let deck: Vec<Json> = table["deck"].as_array_mut().expect("a list").drain(..count).collect();
        table["hands"][seat].as_array_mut().expect("a list").extend(deck);
    };
    assert_eq!(faults_of(&base, |table| shift(table, 0, 1)), ["/hands/0 impossible_hand"]);
    assert_eq!(faults_of(&base, |table| shift(table, 2, 5)), ["/hands/2 impossible_hand"]);
    assert!(faults_of(&base, |table| shift(table, 2, 4)).is_empty(), "five cards of another seat");
    let playing = |table: &mut Json| {
        table["phase"] = json!("play");
        table.as_object_mut().expect("an object").remove("moved");
    };
    assert_eq!(faults_of(&base, playing), ["/hands/0 impossible_hand"]);
}

#[test]
fn phase_asks_for_a_choice() {
    let base = open();
    let without = |phase: &'static str| {
        move |table: &mut Json| {
            table["phase"] = json!(phase);
            table["hands"][0] = json!(["Qs"]);
            table["deck"] = json!([]);
            table["stacks"] = Card::DECK
                .iter()
                .filter(|card| !["Qs", "9c", "6h", "7h"].contains(&card.name()))
                .map(|card| json!({"room": card, "ghosts": [1]}))
                .collect();
            table.as_object_mut().expect("an object").remove("moved");
        }
    };
    assert_eq!(faults_of(&base, without("play")), ["/phase impossible_phase"]);
    assert!(faults_of(&base, without("guest")).is_empty());
    assert_eq!(faults_of(&base, |table| table["phase"] = json!("guest")), ["/moved impossible_phase"]);
    let missing = |table: &mut Json| drop(table.as_object_mut().expect("an object").remove("moved"));
    assert_eq!(faults_of(&base, missing), ["/moved impossible_phase"]);
    assert_eq!(faults_of(&base, |table| table["turn"] = json!(4)), ["/turn impossible_phase"]);
}

#[test]
fn window_is_open_for_a_room_without_a_ghost() {
    let base = open();
    assert_eq!(faults_of(&base, |table| table["moved"] = json!(2)), ["/moved impossible_window"], "at a door");
    let haunted = |table: &mut Json| table["guests"][0]["at"] = json!("8c");
    assert_eq!(faults_of(&base, haunted), ["/moved impossible_window"]);
}

#[test]
fn answers_are_of_seats_that_are_asked() {
    let base = open();
    let with = |answers: Json| faults_of(&base, |table| table["answers"] = answers);
    let given = |seat: u8, answer: &str| json!({"seat": seat, "answer": answer});
    assert_eq!(with(json!([given(4, "let")])), ["/answers/0 impossible_answer"]);
    assert_eq!(with(json!([given(1, "let"), given(1, "let")])), ["/answers/1 impossible_answer"]);
    assert_eq!(with(json!([given(1, "surprise")])), ["/answers/0 impossible_answer"]);
    let all = json!([given(1, "let"), given(2, "let"), given(3, "let")]);
    assert_eq!(with(all), ["/answers impossible_answer"]);
    assert!(with(json!([given(3, "let"), given(2, "surprise")])).is_empty(), "their order has no meaning");
    let idle = |table: &mut Json| {
        table["phase"] = json!("guest");
        table.as_object_mut().expect("an object").remove("moved");
        table["answers"] = json!([given(1, "let")]);
    };
    assert_eq!(faults_of(&base, idle), ["/answers/0 impossible_answer"]);
}

#[test]
fn game_is_over_when_all_rooms_are_haunted() {
    let base = open();
    let over = |table: &mut Json| {
        table["phase"] = json!("over");
        table.as_object_mut().expect("an object").remove("moved");
    };
    assert_eq!(faults_of(&base, over), ["/phase impossible_end"]);
    let full = played::<HotelTransylvania>(3, "one", &json!({}), 1000);
    assert_eq!(full.table().phase, Phase::Over);
    assert!(faults_of(&full, |table| table["phase"] = json!("guest")).is_empty());
    let play = ["/phase impossible_phase", "/phase impossible_end"];
    assert_eq!(faults_of(&full, |table| table["phase"] = json!("play")), play);
}

#[test]
fn lists_without_order_are_sorted() {
    let base = state(["Qs 3h 4h 5h", "9c 6h", "7h"], "8c: 1 3, Td: 2", [2; 6], |_| ());
    let mut form = json!(base);
    form["table"]["stacks"].as_array_mut().expect("a list").reverse();
    form["table"]["hands"][0].as_array_mut().expect("a list").reverse();
    assert_eq!(admitted::<HotelTransylvania>(3, &json!({}), &form["table"]), base);
}
