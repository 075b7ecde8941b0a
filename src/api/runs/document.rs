//! What the document says of the calls of runs. Its examples are a real run: a whole Slide Jam.

use serde_json::{Value as Json, json};

use super::ranks::RunRank;
use super::shape::{AnyRun, AnyStoredRun, Receipt, position_of_any_game};
use crate::api::leaderboards::{PeriodKind, Show};
use crate::api::operation::{OperationDoc, OperationInfo, operation};
use crate::api::response::picture;
use crate::api::schemas::TakenBack;
use crate::api::schemas::examples::{player, time};
use crate::engine::example;
use crate::engine::robot::PlayedGame;
use crate::engine::verification::Verification;
use crate::engine::{Ruleset, game};
use crate::rules::replay::MAX_MOVES;
use crate::rules::robot::Robot;
use crate::rules::wire;
use crate::store::SeedClass;

fn doc(id: &str, summary: &str, description: &'static str) -> OperationDoc {
    operation(OperationInfo { id: id.to_owned(), tag: "Runs", summary: summary.to_owned(), description })
}

fn id_in_path(doc: OperationDoc) -> OperationDoc {
    doc.path_parameter("id", "The run's number.", wire::text("^[1-9][0-9]{0,18}$", "The run's number.", "1"))
}

/// The game of the examples.
fn example_game() -> &'static dyn Ruleset {
    #[allow(clippy::expect_used, reason = "a constant, which every test of the document reads")]
    game("slide-jam").expect("it is registered").newest()
}

/// The run of the examples and its score card: a whole Slide Jam.
fn example_run() -> PlayedGame {
    let played = example_game().play_out(Robot::Greedy, example::seed(), None, serde_json::Map::new(), &mut |_| ());
    played.unwrap_or(PlayedGame { run: Json::Null, standing: Json::Null })
}

/// The verdict on the run of the examples.
fn example_verdict(run: &Json) -> Json {
    let verdict = example_game().replay(run.to_string().as_bytes(), None).unwrap_or_default();
    serde_json::from_slice(&verdict).unwrap_or_default()
}

fn example_stored() -> Json {
    let PlayedGame { run, standing: score } = example_run();
    let move_count = run["moves"].as_array().map_or(0, Vec::len);
    json!({
        "id": "1", "game": run["game"], "rules": run["rules"], "seed": run["seed"], "options": run["options"],
        "class": SeedClass::Chosen, "player": player(), "received_at": time(),
        "score": score, "move_count": move_count, "digest": example_verdict(&run)["digest"], "taken_back": 2, "run": run,
    })
}

pub(super) fn doc_of_submit() -> OperationDoc<AnyRun, Receipt> {
    let rank = RunRank { show: Show::Bests, period: PeriodKind::All, room: None, same_seed: false, rank: 1, count: 1 };
    let receipt = json!({ "run": example_stored(), "ranks": [rank] });
    let class = "The class that the run is meant for. If its class is another when it is received, it is refused and nothing is \
                 kept; without this, a run is kept in whatever class it is of.";
    let taken_back = "How many moves were taken back while it was played, if whoever hands it in says so. It is told beside the run and \
                      proves nothing: nobody can see from the moves what was taken back. It is no part of what is replayed and \
                      ranked. Of a run that is kept already, what was said first stays.";
    doc(
        "submit_run",
        "Hand in a run",
        "Replays the run, and keeps it if it is legal and complete and scores what it claims in `score`. Once this is \
         answered, the run is on disk. The same run handed in again by the same player is answered with 200 and the one that \
         is kept. Seeds are of three classes, worked out now and kept: `daily` (the day's seed of the game, with the default \
         options, received on that day, UTC), `drawn` (given out by `deal` for this game when it was asked for none, and the \
         player's own: the seed belongs to the player with whose token it was drawn, or, drawn without one, to the first \
         player who hands in a run of it), `chosen` (any other, also a drawn seed that is another's). All chance can be \
         computed ahead from a known seed, and anyone can draw many and play the best. Work is bounded by the \
         size of the body and the number of moves; when too many runs wait for their replay, the answer is 503.",
    )
    .query("class", class, wire::reference_to::<SeedClass>())
    .query("taken_back", taken_back, wire::reference_to::<TakenBack>())
    .request_body::<AnyRun>(&example_run().run)
    .response::<Receipt>("201", "The run is kept.", &receipt)
    .with_location()
    .no_store()
    .another_response("200", "The player handed in the same run before; it is kept once.", &receipt)
    .errors(&["503"])
}

pub(super) fn doc_of_show() -> OperationDoc<(), AnyStoredRun> {
    let doc = doc(
        "show_run",
        "Show a run",
        "The run with its moves, so that anybody can verify it: `run` is what `replay` takes. The moves of a daily run are \
         shown to its player only until the day has ended.",
    );
    id_in_path(doc).may_use_token().ok::<AnyStoredRun>(&example_stored()).errors(&["404", "503"])
}

pub(super) fn doc_of_verify() -> OperationDoc<(), Verification> {
    let PlayedGame { run, standing: score } = example_run();
    let verification = json!({
        "holds": true, "legal": true, "complete": true, "score_holds": true, "digest_holds": true,
        "score": score, "digest": example_verdict(&run)["digest"],
    });
    let doc = doc("verify_run", "Verify a run", "Replays the stored run now and says whether it still holds.");
    id_in_path(doc).ok::<Verification>(&verification).no_store().errors(&["404", "422", "503"])
}

/// What the document says of a position of a run.
fn doc_of_a_position(doc: OperationDoc) -> OperationDoc {
    let n = "After how many moves; 0 is the deal.";
    id_in_path(doc)
        .path_parameter("n", n, wire::integer_schema(n, 0, MAX_MOVES as u64))
        .may_use_token()
        .errors(&["403", "404", "422", "503"])
}

pub(super) fn doc_of_position() -> OperationDoc {
    let doc = doc(
        "run_position",
        "Show a position of a run",
        "The position after n moves of a stored run, with the events of the last of them. Those of a daily run are shown to \
         its player only until the day has ended.",
    );
    let example = example_game().examples().played;
    doc_of_a_position(doc).response_one_of("200", "Done.", &[position_of_any_game()], example)
}

pub(super) fn doc_of_picture() -> OperationDoc {
    let doc = doc(
        "run_position_picture",
        "Draw a position of a run",
        "A picture of the position after n moves of a stored run, as SVG or as text: it can be linked. Those of a daily run \
         are shown to its player only until the day has ended.",
    );
    picture::responses(doc_of_a_position(doc), example_game().examples().text_board)
}
