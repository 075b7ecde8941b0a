//! Runs: everything that determines a game, and the claimed result.

use serde::{Deserialize, Deserializer, Serialize};

use super::chance::Seed;
use super::game::{self, Game, Id, MAX_SEATS, Seated, SeatsOf, Solitaire, Version};
use super::wire::{self, MAX_MOVES};

/// A run of a solitaire: everything that determines the game, and optionally the claimed total. Rules:
/// piecepack.md.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", bound = "", deny_unknown_fields)]
pub struct Run<G: Solitaire> {
    /// The game.
    pub game: Id<G>,
    /// The rules version.
    pub rules: Version<G>,
    /// The seed.
    pub seed: Seed,
    /// The options.
    pub options: G::Options,
    /// The moves since the deal, at most [`MAX_MOVES`].
    #[serde(deserialize_with = "wire::at_most::<_, _, MAX_MOVES>")]
    pub moves: Vec<G::Move>,
    /// The claimed total, 0 to [`MAX_COUNT`](wire::MAX_COUNT).
    #[serde(default, deserialize_with = "claim", skip_serializing_if = "Option::is_none")]
    pub score: Option<u64>,
}

wire::object_only!(read and written impl[G: Solitaire] Run<G>);

/// Reads an optional total.
fn claim<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    wire::count(deserializer).map(Some)
}

/// A run of a game for several seats: everything that determines the game, and optionally the claimed points. Rules:
/// seats.md, section 5.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", bound = "", deny_unknown_fields)]
pub struct SeatedRun<G: Seated> {
    /// The game.
    pub game: Id<G>,
    /// The rules version.
    pub rules: Version<G>,
    /// The seed.
    pub seed: Seed,
    /// The number of seats.
    pub seats: SeatsOf<G>,
    /// The options.
    pub options: G::Options,
    /// The moves since the deal, at most [`MAX_MOVES`].
    #[serde(deserialize_with = "wire::at_most::<_, _, MAX_MOVES>")]
    pub moves: Vec<G::Move>,
    /// The claimed points, one number for each seat.
    #[serde(default, deserialize_with = "claimed_points", skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<i64>>,
}

wire::object_only!(read and written impl[G: Seated] SeatedRun<G>);

/// Reads optional points.
fn claimed_points<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<i64>>, D::Error> {
    #[derive(Deserialize)]
    #[serde(transparent)]
    struct Claimed(#[serde(deserialize_with = "wire::signed")] i64);
    let points = wire::at_most::<Claimed, D, { MAX_SEATS as usize }>(deserializer)?;
    Ok(Some(points.into_iter().map(|Claimed(points)| points).collect()))
}

/// The schema of the points of each seat.
#[derive(Clone, Copy, Debug)]
pub struct SeatPoints;

wire::named_schema!(
    impl[] SeatPoints,
    "SeatPoints",
    wire::list_at_most("The points of each seat so far, from seat 1.", wire::signed_schema("The points of a seat.", -(wire::MAX_COUNT as i64), wire::MAX_COUNT as i64), MAX_SEATS.into()),
    gather []
);

/// Returns the schema of a run, with the field of its claim.
#[cfg(feature = "schemas")]
fn run_schema<G: Game>(claim: wire::Field) -> wire::AnySchema {
    let mut moves = wire::list("The moves, from the deal on.", wire::reference_to::<G::Move>());
    moves.max_items = Some(MAX_MOVES);
    wire::object(
        &format!("A run of {}: everything that decides it.", G::TITLE),
        [
            wire::required("game", wire::constant(G::ID)),
            wire::required("rules", game::version_schema::<G>()),
            wire::required("seed", wire::reference_to::<Seed>()),
        ]
        .into_iter()
        .chain(game::seats_field::<G>())
        .chain([
            wire::required("options", wire::reference_to::<G::Options>()),
            wire::required("moves", moves),
            claim,
        ]),
    )
}

wire::named_schema!(
    impl[G: Solitaire] Run<G>,
    format!("{}Run", G::NAME),
    run_schema::<G>(wire::optional("score", wire::described("The claimed total.", wire::reference_to::<wire::Points>()))),
    gather [Seed, G::Options, G::Move, wire::Points]
);

wire::named_schema!(
    impl[G: Seated] SeatedRun<G>,
    format!("{}Run", G::NAME),
    run_schema::<G>(wire::optional(
        "points",
        wire::described("The claimed points, one number for each seat.", wire::reference_to::<SeatPoints>()),
    )),
    gather [Seed, G::Options, G::Move, SeatPoints]
);
