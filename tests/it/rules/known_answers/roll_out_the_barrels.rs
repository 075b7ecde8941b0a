//! Known answers of Roll Out the Barrels.

use funhouse::rules::game::State;
use funhouse::rules::games::epic_funhouse::roll_out_the_barrels::RollOutTheBarrels;
use serde_json::{Map, Value as Json, json};

use super::{after, legal, options, refusal, state, table, total};
use crate::support::grids::grid;
use crate::support::walks::seed;

/// Every shortest path from a cell to d6, each as the sum of the coins after the first.
fn sums_of_shortest_paths(grid: &Map<String, Json>, column: u8, row: u8) -> Vec<u64> {
    if (column, row) == (b'd', b'6') {
        return vec![0];
    }
    let steps = [(column + 1, row), (column, row + 1)].into_iter().filter(|(c, r)| *c <= b'd' && *r <= b'6');
    let onward = steps.flat_map(|(c, r)| {
        let coin = grid[&format!("{}{}", char::from(c), char::from(r))].as_str().expect("a coin");
        let value = u64::from(coin.as_bytes()[1] - b'0');
        sums_of_shortest_paths(grid, c, r).into_iter().map(move |sum| sum + value)
    });
    onward.collect()
}

#[test]
fn giving_up_costs_cheapest_shortest_path() {
    for n in 0..40 {
        let deal = State::<RollOutTheBarrels>::deal(seed("barrels", n), options(json!({})));
        let mut dealt = table(&deal);
        let coins = dealt["grid"].as_object().cloned().expect("a grid");
        let least = |column, row| sums_of_shortest_paths(&coins, column, row).into_iter().min();
        assert_eq!(Some(total(&deal)), least(b'a', b'1'), "before the die is placed it counts as if on a1");
        for (column, row) in (b'a'..=b'd').flat_map(|column| (b'1'..=b'6').map(move |row| (column, row))) {
            let cell = format!("{}{}", char::from(column), char::from(row));
            dealt["die"] = json!({ "cell": cell, "top": 0, "north": 4 });
            assert_eq!(Some(total(&state::<RollOutTheBarrels>(dealt.clone()))), least(column, row), "{cell}");
        }
    }
}

#[test]
fn replacing_the_die_is_free_with_24_ways() {
    let deal = State::<RollOutTheBarrels>::deal(seed("barrels", 0), options(json!({})));
    assert_eq!(legal(&deal).len(), 24);
    assert_eq!(refusal(&deal, json!({ "type": "give_up" })), "roll-out-the-barrels.placed");
    assert_eq!(refusal(&deal, json!({ "type": "tip", "direction": "east" })), "roll-out-the-barrels.placed");
    assert_eq!(refusal(&deal, json!({ "type": "place", "top": 0, "north": 0 })), "roll-out-the-barrels.die");
    assert_eq!(refusal(&deal, json!({ "type": "place", "top": 0, "north": 5 })), "roll-out-the-barrels.die");
    let placed = after(&deal, json!({ "type": "place", "top": 0, "north": 4 }));
    let tipped = after(&placed, json!({ "type": "tip", "direction": "south" }));
    let again = after(&tipped, json!({ "type": "place", "top": 0, "north": 4 }));
    assert_eq!((again.clone(), total(&again)), (placed, total(&deal)));
    assert_eq!(refusal(&again, json!({ "type": "tip", "direction": "north" })), "roll-out-the-barrels.edge");
}

#[test]
fn die_tips_on_null_or_equal_values() {
    let coins = "S2 M5 S1 S3 S0 M0 S4 S5 M1 M2 M3 M4 C0 C1 C2 C3 C4 C5 A0 A1 A2 A3 A4 A5";
    let lying = |top: u8, north: u8| {
        let die = json!({ "cell": "a1", "top": top, "north": north });
        state::<RollOutTheBarrels>(json!({ "grid": grid(coins), "die": die, "given_up": false }))
    };
    let (east, south) = (json!({ "type": "tip", "direction": "east" }), json!({ "type": "tip", "direction": "south" }));
    after(&lying(0, 4), east.clone());
    after(&lying(5, 4), east.clone());
    assert_eq!(refusal(&lying(4, 0), east), "roll-out-the-barrels.match");
    after(&lying(4, 0), south);
}

#[test]
fn possible_north_faces_depend_on_arrangement() {
    let place = json!({ "type": "place", "top": 0, "north": 3 });
    let deal = |die: &str| State::<RollOutTheBarrels>::deal(seed("die", 0), options(json!({ "die": die })));
    after(&deal("opposites_sum_to_5"), place.clone());
    assert_eq!(refusal(&deal("counter"), place), "roll-out-the-barrels.die");
}
