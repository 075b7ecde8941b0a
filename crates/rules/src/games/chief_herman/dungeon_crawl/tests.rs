mod faults;
mod fighting;
mod playing;
mod refusals;
mod seeing;

use serde_json::{Value as Json, json};

use super::*;
use crate::chance::{Chance, Seed};
use crate::dice::Roll;
use crate::game::{Seat, State};
use crate::testing::admitted;

type Dungeon = State<DungeonCrawl>;

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

/// Returns the number of rolls after which the next one, of seed `a`, matches.
fn rolls_before(matches: impl Fn(Roll) -> bool) -> u64 {
    let seed: Seed = "a".parse().expect("a seed");
    let chance = Chance::new(&seed);
    let found = (0..10_000).find(|n| matches(Roll::numbered(chance, "dungeon-crawl/roll", n + 1)));
    found.expect("such a roll")
}

/// Returns the number of rolls before a die of this number.
fn rolls_before_die(number: u8) -> u64 {
    rolls_before(|mut roll| roll.die().number() == number)
}

/// Returns the number of rolls before a fight in which the seat's dice are better than the monster's by this.
fn rolls_before_lead(lead: i32) -> u64 {
    rolls_before(|mut roll| {
        let mut three = || roll.dice::<Vec<_>>(3).iter().map(|face| i32::from(face.number())).sum::<i32>();
        three() - three() == lead
    })
}

/// A character of Speed 5, Power 6 and Health 5 on a space.
fn character(space: u64, experience: u64) -> Json {
    json!({
        "alive": true, "space": space, "speed": 5, "power": 6, "health": 5,
        "added": {"speed": 0, "power": 0, "health": 0}, "damage": 0, "experience": experience, "gold": [],
    })
}

/// Returns a table of three seats in round 5. Seat 1 is to go from space 1, and has 3 experience. Seat 2, which is next,
/// has 3 too, so that its turn does not go on automatically.
fn table() -> Json {
    json!({
        "phase": "start", "round": 5, "turn": 1, "rolls": 0, "shuffles": 1, "deck": [], "discards": [], "deferred": [],
        "built": [], "characters": [character(1, 3), character(2, 3), character(3, 3)], "combats": [],
    })
}

/// Puts all cards that are nowhere into the deck, under those of `top`.
fn complete(table: &mut Json, top: &str) {
    let mut used: Vec<String> = top.split_whitespace().map(str::to_owned).collect();
    fn collect(json: &Json, used: &mut Vec<String>) {
        match json {
            Json::String(text) if text.parse::<Card>().is_ok() => used.push(text.clone()),
            Json::Array(items) => items.iter().for_each(|item| collect(item, used)),
            Json::Object(fields) => fields.values().for_each(|field| collect(field, used)),
            _ => {}
        }
    }
    collect(table, &mut used);
    for character in table["characters"].as_array().expect("characters") {
        for (field, suit) in [("speed", "s"), ("power", "c"), ("health", "h")] {
            let value = character[field].as_u64().expect("a skill");
            used.push(if value == 10 { format!("T{suit}") } else { format!("{value}{suit}") });
        }
    }
    let mut deck: Vec<String> = top.split_whitespace().map(str::to_owned).collect();
    for card in (0..6).flat_map(|_| Card::DECK) {
        match used.iter().position(|other| *other == card.to_string()) {
            Some(at) => drop(used.swap_remove(at)),
            None => deck.push(card.to_string()),
        }
    }
    table["deck"] = json!(deck);
}

/// Returns the state of a changed [`table`], with these cards on top of the deck.
fn dungeon_with(death: &str, top: &str, change: impl FnOnce(&mut Json)) -> Dungeon {
    let mut table = table();
    change(&mut table);
    complete(&mut table, top);
    let seats = table["characters"].as_array().expect("characters").len() as u8;
    admitted(seats, &json!({"death": death}), &table)
}

fn dungeon(top: &str, change: impl FnOnce(&mut Json)) -> Dungeon {
    dungeon_with("out", top, change)
}

fn go() -> Json {
    json!({"type": "go"})
}

/// Plays a move of seat 1, given as JSON without the seat.
fn play(state: &mut Dungeon, mv: &Json) -> Vec<Event> {
    play_of(state, 1, mv)
}

fn play_of(state: &mut Dungeon, seat: u8, mv: &Json) -> Vec<Event> {
    let mut mv = mv.clone();
    mv["seat"] = json!(seat);
    let mv = crate::wire::from_value(mv).expect("a move");
    let mut log = Log::keep();
    state.play(&mv, &mut log).unwrap_or_else(|e| panic!("{e}: {mv:?}"));
    log.events()
}

/// Returns the types of events.
fn types(events: &[Event]) -> Vec<String> {
    events.iter().map(|event| json!(event)["type"].as_str().expect("a type").to_owned()).collect()
}

/// Returns the types of the legal moves with their only field, of the seat that may act.
fn legal(state: &Dungeon) -> Vec<String> {
    let name = |mv: &Move| {
        let mv = json!(mv);
        let field = ["card", "food", "skill"].iter().find_map(|field| mv[*field].as_str());
        [mv["type"].as_str(), field].into_iter().flatten().collect::<Vec<_>>().join(" ")
    };
    state.legal_moves().moves.iter().map(name).collect()
}

fn of(state: &Dungeon, number: u8) -> &Character {
    state.table().character(seat(number))
}
