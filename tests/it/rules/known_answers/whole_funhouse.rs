//! Known answers of a whole Funhouse.

use funhouse::rules::game::State;
use funhouse::rules::games::epic_funhouse::EpicFunhouse;
use funhouse::rules::games::epic_funhouse::roll_out_the_barrels::RollOutTheBarrels;
use serde_json::{Value as Json, json};

use super::{SUNS_AND_MOONS, after, options, pop, refusal, state, table, total};
use crate::support::grids::{grid, list};
use crate::support::walks::seed;

#[test]
fn next_room_opens_immediately_and_scores_add_up() {
    let table_of = |open: Json, ended: Json| json!({ "ended": ended, "open": open });
    let slide = json!({
        "grid": grid("A3 A4 A5"), "left": list(SUNS_AND_MOONS), "right": list("C0 C1 C2 C3 C4 C5 A0 A1 A2"),
    });
    let start = state::<EpicFunhouse>(table_of(json!({ "room": "slide-jam", "table": slide }), json!([])));
    let next = after(&start, pop("a1 b1 c1", "right", "up"));
    assert_eq!(next.score().rooms, [0, 36]);
    assert_eq!(next.score().total, 36);
    let open = table(&next)["open"].clone();
    assert_eq!((&open["room"], &open["table"]["phase"]), (&json!("magic-mirror"), &json!("laying_out")));
    assert_eq!(open["table"]["right"], list("C0 C1 C2 C3 C4 C5 A0 A1 A2 A3 A4 A5"));
    assert_eq!(refusal(&next, pop("a1 b1 c1", "right", "up")), "epic-funhouse.room");
}

#[test]
fn barrels_and_dummies_share_one_grid() {
    let deal = State::<RollOutTheBarrels>::deal(seed("a", 0), options(json!({})));
    let mut barrels = table(&deal);
    barrels["die"] = json!({ "cell": "b1", "top": 0, "north": 4 });
    let start = state::<EpicFunhouse>(
        json!({ "ended": [3, 8, 12], "open": { "room": "roll-out-the-barrels", "table": barrels } }),
    );
    let next = after(&start, json!({ "type": "give_up" }));
    let open = table(&next)["open"].clone();
    assert_eq!(open["room"], "whack-a-dummy");
    assert_eq!(open["table"]["grid"], barrels["grid"]);
    assert_eq!(next.score().rooms[4], 15);
    assert_eq!(next.score().rooms[3], total(&state::<RollOutTheBarrels>(barrels)));
}
