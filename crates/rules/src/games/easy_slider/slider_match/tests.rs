use serde_json::{Value as Json, json};

use super::*;
use crate::game::State;
use crate::games::easy_slider::board::Goal;
use crate::testing::{admitted, faults_of, refusal};

mod faults;
mod playing;

type Match = State<EasySliderMatch>;

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn dealt(seats: u8, mode: &str, rounds: &str) -> Match {
    let options = crate::wire::from_value(json!({"mode": mode, "rounds": rounds})).expect("options");
    State::deal_for(Seats::new(seats).expect("seats"), "one".parse().expect("a seed"), options)
}

/// Plays a move: a seat and what it does, a cell, `done` or `give_up`. Returns the types of the events.
fn act(state: &mut Match, number: u8, choice: &str) -> Vec<Event> {
    let seat = seat(number);
    let mv: Move = match choice.parse().expect("a choice") {
        Choice::Slide(cell) => Slide { seat, cell }.into(),
        Choice::Done => Done { seat }.into(),
        Choice::GiveUp => GiveUp { seat }.into(),
    };
    let mut log = Log::keep();
    state.play(&mv, &mut log).unwrap_or_else(|e| panic!("{number} {choice}: {e}"));
    log.events()
}

fn kinds(events: &[Event]) -> Vec<String> {
    events.iter().map(|event| json!(event)["type"].as_str().expect("a type").to_owned()).collect()
}

/// Solves the boards of seats, with the hole at e5.
fn solved(state: &Match, seats: &[u8]) -> Match {
    changed(state, |table| {
        let goal = state.table().goal();
        let tiles = Goal::cells().filter_map(|cell| goal.tile(cell)).map(|tile| json!(tile));
        let tiles: Vec<Json> = tiles.chain(["S0", "M0", "C0", "A0"].map(Json::from)).collect();
        for number in seats {
            let grid: serde_json::Map<String, Json> =
                board::Cell::all().map(|cell| cell.to_string()).zip(tiles.iter().cloned()).collect();
            table["grids"][usize::from(*number) - 1] = grid.into();
        }
    })
}

/// Returns a possible state with another table.
fn changed(state: &Match, change: impl FnOnce(&mut Json)) -> Match {
    let mut table = json!(state.table());
    change(&mut table);
    admitted(state.seats().count(), &json!(state.options()), &table)
}
