//! What the operations of runs share in the OpenAPI document. Its examples are a real run: a whole Slide Jam.

use serde_json::{Value as Json, json};

use crate::api::operation::{OperationDoc, OperationInfo, operation};
use crate::api::schemas::examples::{player, time};
use crate::engine::robot::PlayedGame;
use crate::engine::{Ruleset, example, game};
use crate::rules::replay::MAX_MOVES;
use crate::rules::robot::Robot;
use crate::rules::wire;
use crate::store::SeedClass;

pub(super) fn describe(id: &str, summary: &str, description: &'static str) -> OperationDoc {
    operation(OperationInfo { id: id.to_owned(), tag: "Runs", summary: summary.to_owned(), description })
}

pub(super) fn id_in_path(doc: OperationDoc) -> OperationDoc {
    doc.path_parameter("id", "The run's id.", wire::text("^[1-9][0-9]{0,18}$", "The run's id.", "1"))
}

/// The game of the examples.
pub(super) fn example_game() -> Ruleset {
    #[allow(clippy::expect_used, reason = "a constant, which every test of the document reads")]
    game("slide-jam").expect("it is registered").newest()
}

/// The run of the examples and its score card: a whole Slide Jam.
pub(super) fn example_run() -> PlayedGame {
    let played = example_game().play_out(Robot::Greedy, example::seed(), None, serde_json::Map::new(), &mut |_| ());
    played.unwrap_or(PlayedGame { run: Json::Null, standing: Json::Null })
}

/// The verdict on the run of the examples.
pub(super) fn example_verdict(run: &Json) -> Json {
    let verdict = example_game().replay(run.to_string().as_bytes(), None).unwrap_or_default();
    serde_json::from_slice(&verdict).unwrap_or_default()
}

pub(super) fn example_stored() -> Json {
    let PlayedGame { run, standing: score } = example_run();
    let move_count = run["moves"].as_array().map_or(0, Vec::len);
    json!({
        "id": "1", "game": run["game"], "rules": run["rules"], "seed": run["seed"], "options": run["options"],
        "class": SeedClass::Chosen, "player": player(), "received_at": time(),
        "score": score, "move_count": move_count, "digest": example_verdict(&run)["digest"], "taken_back": 2,
        "assisted": false, "run": run,
    })
}

/// What the document says of a position of a run.
pub(super) fn doc_of_a_position(doc: OperationDoc) -> OperationDoc {
    let n = "The number of moves. 0 is the deal.";
    id_in_path(doc)
        .path_parameter("n", n, wire::integer_schema(n, 0, MAX_MOVES as u64))
        .may_use_token()
        .errors(&["403", "404", "422", "503"])
}
