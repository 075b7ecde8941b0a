use super::*;
use crate::testing::{faults_of, played};

type Change = fn(&mut Json);

fn list<'a>(table: &'a mut Json, pointer: &str) -> &'a mut Vec<Json> {
    table.pointer_mut(pointer).and_then(Json::as_array_mut).expect("a list")
}

/// Removes a card from the deck.
fn draw(table: &mut Json, card: &str) -> Json {
    let deck = list(table, "/deck");
    let at = deck.iter().position(|other| other == card).expect("a card of the deck");
    deck.remove(at)
}

/// Seat 1 is to go.
fn start() -> Dungeon {
    dungeon("", |_| ())
}

fn building() -> Dungeon {
    let mut state = played::<DungeonCrawl>(3, "one", &json!({}), 0);
    play_of(&mut state, 2, &json!({"type": "build", "speed": 5, "power": 7, "health": 4}));
    state
}

/// Seat 1 is in a combat on 20.
fn combat() -> Dungeon {
    dungeon("", |table| {
        table["characters"][0]["space"] = json!(20);
        table["combats"] = json!([{"space": 20, "card": "Qs", "monster": "queen", "health": 2}]);
    })
}

fn join() -> Dungeon {
    dungeon("", |table| {
        (table["phase"], table["steps"]) = (json!("join"), json!(2));
        (0..2).for_each(|i| table["characters"][i]["space"] = json!(20));
        table["combats"] = json!([{"space": 20, "card": "Qs", "monster": "queen", "health": 2}]);
    })
}

fn react() -> Dungeon {
    dungeon("", |table| {
        table["phase"] = json!("react");
        table["challenge"] = json!({"kind": "trap", "value": 6});
    })
}

fn save() -> Dungeon {
    dungeon("", |table| {
        table["phase"] = json!("save");
        (table["characters"][0]["damage"], table["characters"][0]["food"]) = (json!(6), json!("2h"));
    })
}

fn food() -> Dungeon {
    dungeon("", |table| {
        (table["phase"], table["found"]) = (json!("food"), json!("2h"));
        table["characters"][0]["damage"] = json!(1);
    })
}

fn pick() -> Dungeon {
    dungeon("", |table| {
        table["phase"] = json!("pick");
        table["treasure"] = json!({"traps": [], "pile": ["3c", "4c"], "taker": 1, "passes": 0});
        table["characters"][1]["space"] = json!(1);
    })
}

fn over() -> Dungeon {
    dungeon("", |table| (table["phase"], table["characters"][0]["space"]) = (json!("over"), json!(60)))
}

fn check(cases: &[(&str, Dungeon, Change, &[&str])]) {
    for (name, state, change, expected) in cases {
        assert_eq!(faults_of(state, change), *expected, "{name}");
    }
}

#[test]
fn faults_of_cards_and_characters_are_found() {
    check(&[
        (
            "a character too many",
            start(),
            |t| {
                let third = t["characters"][2].clone();
                list(t, "/characters").push(third);
                ["5s", "6c", "5h"].into_iter().for_each(|card| drop(draw(t, card)));
            },
            &["/characters not_by_seat"],
        ),
        ("a card seven times", start(), |t| list(t, "/discards").push(json!("Kd")), &["/discards/0 too_many_cards"]),
        (
            "a skill that is a card too many",
            start(),
            |t| list(t, "/deck").push(json!("5s")),
            &["/characters/2/speed too_many_cards"],
        ),
        ("a card five times", start(), |t| drop(draw(t, "Kd")), &[" card_missing"]),
        (
            "a skill of 11",
            start(),
            |t| t["characters"][1]["speed"] = json!(11),
            &[" card_missing", "/characters/1 impossible_character"],
        ),
        (
            "17 in all",
            start(),
            |t| {
                t["characters"][1]["speed"] = json!(6);
                *list(t, "/deck").iter_mut().find(|card| **card == "6s").expect("a card") = json!("5s");
            },
            &["/characters/1 impossible_character"],
        ),
        ("a built skill of 1", building(), |t| t["built"][0]["speed"] = json!(1), &["/built/0 impossible_character"]),
        (
            "too much damage",
            start(),
            |t| t["characters"][1]["damage"] = json!(6),
            &["/characters/1/damage impossible_damage"],
        ),
        (
            "two damage too many",
            save(),
            |t| t["characters"][0]["damage"] = json!(7),
            &["/characters/0/damage impossible_damage"],
        ),
    ]);
    let restart = dungeon_with("restart", "", |_| ());
    let dead =
        |t: &mut Json| (t["characters"][1]["alive"], t["characters"][1]["experience"]) = (json!(false), json!(0));
    assert_eq!(faults_of(&restart, dead), ["/characters/1/alive impossible_character"]);
    assert_eq!(faults_of(&start(), dead), [""; 0]);
}

#[test]
fn faults_of_things_and_spaces_are_found() {
    check(&[
        (
            "gold of hearts",
            start(),
            |t| t["characters"][1]["gold"] = json!([draw(t, "2h")]),
            &["/characters/1/gold/0 impossible_things"],
        ),
        ("a king as gold", start(), |t| t["deferred"] = json!([draw(t, "Kd")]), &["/deferred/0 impossible_things"]),
        (
            "a spade as a weapon",
            start(),
            |t| t["characters"][1]["weapon"] = draw(t, "2s"),
            &["/characters/1/weapon impossible_things"],
        ),
        (
            "a weapon above Speed",
            start(),
            |t| t["characters"][1]["weapon"] = draw(t, "6c"),
            &["/characters/1/weapon impossible_things"],
        ),
        (
            "gold as food",
            start(),
            |t| t["characters"][1]["food"] = draw(t, "6d"),
            &["/characters/1/food impossible_things"],
        ),
        ("gold as found food", food(), |t| t["found"] = draw(t, "6d"), &[" card_missing", "/found impossible_things"]),
        (
            "a trap in the pile",
            pick(),
            |t| {
                let trap = draw(t, "6s");
                list(t, "/treasure/pile").push(trap);
            },
            &["/treasure/pile/2 impossible_things"],
        ),
        (
            "a dead seat with experience",
            start(),
            |t| t["characters"][1]["alive"] = json!(false),
            &["/characters/1 impossible_things"],
        ),
        (
            "a pawn on a passage",
            start(),
            |t| t["characters"][1]["space"] = json!(21),
            &["/characters/1/space impossible_space"],
        ),
        (
            "a pawn on the exit",
            start(),
            |t| t["characters"][1]["space"] = json!(60),
            &["/characters/1/space impossible_space"],
        ),
        (
            "another pawn on the exit",
            over(),
            |t| t["characters"][1]["space"] = json!(60),
            &["/characters/1/space impossible_space"],
        ),
    ]);
}

#[test]
fn faults_of_combats_and_turns_are_found() {
    let at = ["/combats/0 impossible_combat"];
    check(&[
        (
            "a combat on a trap",
            combat(),
            |t| (t["combats"][0]["space"], t["characters"][0]["space"]) = (json!(27), json!(27)),
            &at,
        ),
        (
            "a queen in zone 1",
            combat(),
            |t| (t["combats"][0]["space"], t["characters"][0]["space"]) = (json!(5), json!(5)),
            &at,
        ),
        ("no health", combat(), |t| t["combats"][0]["health"] = json!(0), &at),
        ("too much health", combat(), |t| t["combats"][0]["health"] = json!(4), &at),
        ("no living seat", combat(), |t| t["characters"][0]["space"] = json!(19), &at),
        (
            "two combats on a space",
            combat(),
            |t| {
                let card = draw(t, "Qd");
                let second = json!({"space": 20, "card": card, "monster": "queen", "health": 2});
                list(t, "/combats").push(second);
            },
            &["/combats/1 impossible_combat"],
        ),
        ("a round too many", start(), |t| t["round"] = json!(61), &["/round impossible_turn"]),
        ("no round", start(), |t| t["round"] = json!(0), &["/round impossible_turn"]),
        ("an unknown seat", start(), |t| t["turn"] = json!(4), &["/turn impossible_turn"]),
        (
            "a dead seat",
            start(),
            |t| (t["characters"][0]["alive"], t["characters"][0]["experience"]) = (json!(false), json!(0)),
            &["/turn impossible_turn"],
        ),
        ("a later turn while building", building(), |t| t["turn"] = json!(2), &["/turn impossible_turn"]),
        ("dice before characters", building(), |t| t["rolls"] = json!(1), &["/rolls impossible_count"]),
        ("a shuffle before characters", building(), |t| t["shuffles"] = json!(1), &["/shuffles impossible_count"]),
        ("no shuffle", start(), |t| t["shuffles"] = json!(0), &["/shuffles impossible_count"]),
        ("over without cause", start(), |t| t["phase"] = json!("over"), &["/phase impossible_end"]),
    ]);
    let all_dead = |t: &mut Json| {
        for i in 0..3 {
            (t["characters"][i]["alive"], t["characters"][i]["experience"]) = (json!(false), json!(0));
        }
        t["treasure"]["taker"] = json!(2);
    };
    let faults = faults_of(&pick(), all_dead);
    assert!(faults.contains(&"/phase impossible_end".to_owned()), "{faults:?}");
}

#[test]
fn faults_of_phases_are_found() {
    check(&[
        ("no steps", join(), |t| drop(t.as_object_mut().map(|t| t.remove("steps"))), &["/steps impossible_phase"]),
        ("steps at the start", start(), |t| t["steps"] = json!(1), &["/steps impossible_phase"]),
        (
            "steps without a combat",
            join(),
            |t| (0..2).for_each(|i| t["characters"][i]["space"] = json!(20 + i)),
            &["/characters/1/space impossible_space", "/steps impossible_phase"],
        ),
        ("a combat elsewhere", join(), |t| t["characters"][0]["space"] = json!(19), &["/steps impossible_phase"]),
        ("a combat of no one", join(), |t| t["characters"][1]["space"] = json!(19), &["/steps impossible_phase"]),
        (
            "no challenge",
            react(),
            |t| drop(t.as_object_mut().map(|t| t.remove("challenge"))),
            &["/challenge impossible_phase"],
        ),
        ("a won trap", react(), |t| t["challenge"]["value"] = json!(5), &["/challenge impossible_phase"]),
        ("a trap that is too hard", react(), |t| t["challenge"]["value"] = json!(7), &["/challenge impossible_phase"]),
        (
            "a monster without dice",
            react(),
            |t| t["challenge"] = json!({"kind": "small_monster", "value": 7}),
            &["/challenge impossible_phase"],
        ),
        (
            "a big monster without a combat",
            react(),
            |t| t["challenge"] = json!({"kind": "big_monster", "value": 6, "dice": [1, 1, 1, 1, 1, 2]}),
            &["/challenge impossible_phase"],
        ),
        ("food without a choice", food(), |t| t["characters"][0]["damage"] = json!(0), &["/phase impossible_phase"]),
        (
            "a start without a choice",
            start(),
            |t| t["characters"][0]["experience"] = json!(2),
            &["/phase impossible_phase"],
        ),
        (
            "damage that is not too much",
            save(),
            |t| t["characters"][0]["damage"] = json!(5),
            &["/phase impossible_phase"],
        ),
        ("a treasure at the start", pick(), |t| t["phase"] = json!("start"), &["/treasure impossible_phase"]),
        ("a taker elsewhere", pick(), |t| t["treasure"]["taker"] = json!(3), &["/treasure impossible_phase"]),
        ("an unknown taker", pick(), |t| t["treasure"]["taker"] = json!(4), &["/treasure/taker impossible_phase"]),
        ("all have passed", pick(), |t| t["treasure"]["passes"] = json!(2), &["/treasure impossible_phase"]),
        (
            "a trap that is late",
            pick(),
            |t| {
                let trap = draw(t, "6s");
                list(t, "/treasure/traps").push(trap);
            },
            &["/treasure impossible_phase"],
        ),
        (
            "passes before gold",
            pick(),
            |t| {
                let gold = draw(t, "6d");
                list(t, "/treasure/pile").push(gold);
                t["treasure"]["passes"] = json!(1);
            },
            &["/treasure impossible_phase"],
        ),
        ("a deck while building", building(), |t| t["deck"] = json!(["2c"]), &["/deck impossible_phase"]),
        (
            "a seat that has built twice",
            building(),
            |t| {
                let first = t["built"][0].clone();
                list(t, "/built").push(first);
            },
            &["/built/1/seat impossible_phase"],
        ),
        (
            "all have built",
            building(),
            |t| {
                for seat in [1, 3] {
                    list(t, "/built").push(json!({"seat": seat, "speed": 2, "power": 2, "health": 2}));
                }
            },
            &["/built impossible_phase"],
        ),
        (
            "a new character in the dungeon",
            start(),
            |t| t["built"] = json!([{"seat": 1, "speed": 0, "power": 0, "health": 0}]),
            &["/built impossible_phase"],
        ),
    ]);
}

#[test]
fn lists_without_order_are_sorted() {
    let state = dungeon("", |table| table["deferred"] = json!(["2d", "5d"]));
    let mut form = json!(state);
    for pointer in ["/deferred", "/characters/0/gold"] {
        list(&mut form["table"], pointer).reverse();
    }
    let form = crate::game::StateForm::<DungeonCrawl>::from_value(form).expect("a state");
    assert_eq!(form.admit(), Ok(state));
}
