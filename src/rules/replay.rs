//! Replay: from a run to its final position, or to its first bad move and why.

use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest as _, Sha256};

use super::chance::Seed;
use super::fault::Illegal;
use super::game::{self, Game, Id, Log, Refused, ScoreCard, State, known_rules};
use super::wire;

/// The most moves that a run may have.
pub const MOST_MOVES: usize = 10_000;

/// A run: everything that decides a game, and the total claimed for it, if one is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", bound = "", deny_unknown_fields)]
pub struct Run<G: Game> {
    /// The game.
    pub game: Id<G>,
    /// The rules version.
    #[serde(deserialize_with = "game::version")]
    pub rules: u32,
    /// The seed.
    pub seed: Seed,
    /// The options.
    pub options: G::Options,
    /// The moves, from the deal on.
    #[serde(deserialize_with = "wire::at_most::<_, _, MOST_MOVES>")]
    pub moves: Vec<G::Move>,
    /// The total claimed.
    #[serde(default, deserialize_with = "claim", skip_serializing_if = "Option::is_none")]
    pub score: Option<u64>,
}

wire::object_only!(read and written impl[G: Game] Run<G>);

/// Reads a total that may be absent.
fn claim<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    wire::count(deserializer).map(Some)
}

/// The first move of a run that the rules refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadMove {
    /// Its place in the run, from 0.
    pub index: usize,
    /// Why it is refused.
    pub illegal: Illegal,
}

/// What stands after the deal or after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<G: Game> {
    /// The score.
    pub score: G::Score,
    /// The [digest] of the state.
    pub digest: String,
}

/// What a replay finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay<G: Game> {
    /// The state after the last legal move.
    pub state: State<G>,
    /// The first bad move, if there is one.
    pub bad_move: Option<BadMove>,
    /// After the deal and after each legal move, if a trace was wanted.
    pub trace: Option<Vec<Step<G>>>,
    /// How many legal moves were made in each of the game's [rooms](Game::ROOMS).
    pub moves_in_rooms: Vec<u32>,
}

impl<G: Game> Replay<G> {
    /// Whether every move was legal.
    #[must_use]
    pub fn legal(&self) -> bool {
        self.bad_move.is_none()
    }

    /// Whether the game has ended.
    #[must_use]
    pub fn complete(&self) -> bool {
        self.state.finished()
    }

    /// Whether a total claimed is what the final state scores.
    #[must_use]
    pub fn scores(&self, claim: u64) -> bool {
        self.state.score().total() == claim
    }
}

/// Plays a run from its deal.
///
/// # Errors
/// [`Refused::UnknownRules`] when its rules version is not known.
pub fn replay<G: Game>(run: &Run<G>, trace: bool) -> Result<Replay<G>, Refused> {
    known_rules::<G>(run.rules)?;
    Ok(replay_moves(State::deal(run.seed.clone(), run.options), &run.moves, trace))
}

/// Plays moves from a state.
pub fn replay_moves<G: Game>(mut state: State<G>, moves: &[G::Move], trace: bool) -> Replay<G> {
    let mut steps = trace.then(|| vec![step(&state)]);
    let mut moves_in_rooms = vec![0; G::ROOMS.len()];
    let mut log = Log::forgotten();
    for (index, mv) in moves.iter().enumerate() {
        let room = state.room();
        if let Err(illegal) = state.play(mv, &mut log) {
            return Replay { state, bad_move: Some(BadMove { index, illegal }), trace: steps, moves_in_rooms };
        }
        if let Some(moves) = moves_in_rooms.get_mut(room) {
            *moves += 1;
        }
        if let Some(steps) = &mut steps {
            steps.push(step(&state));
        }
    }
    Replay { state, bad_move: None, trace: steps, moves_in_rooms }
}

fn step<G: Game>(state: &State<G>) -> Step<G> {
    Step { score: state.score(), digest: digest(state) }
}

/// The digest of a state: the SHA-256 of its canonical JSON (RFC 8785).
#[must_use]
pub fn digest_bytes<G: Game>(state: &State<G>) -> [u8; 32] {
    // A state is texts, integers, lists and objects with text keys: it can always be written.
    let written = serde_json_canonicalizer::to_vec(state).unwrap_or_default();
    Sha256::digest(written).into()
}

/// The [digest](digest_bytes) of a state as it is told: in lowercase hex.
#[must_use]
pub fn digest<G: Game>(state: &State<G>) -> String {
    hex(&digest_bytes(state))
}

/// Bytes in lowercase hex.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    let digits = b"0123456789abcdef";
    let nibbles = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    nibbles.map(|nibble| char::from(digits[usize::from(nibble)])).collect()
}

wire::named_schema!(
    impl[G: Game] Run<G>,
    format!("{}Run", G::NAME),
    {
        let mut moves = wire::list("The moves, from the deal on.", wire::reference_to::<G::Move>());
        moves.max_items = Some(MOST_MOVES);
        wire::object(
            &format!("A run of {}: everything that decides it.", G::TITLE),
            [
                wire::required("game", wire::constant(G::ID)),
                wire::required("rules", game::version_schema()),
                wire::required("seed", wire::reference_to::<Seed>()),
                wire::required("options", wire::reference_to::<G::Options>()),
                wire::required("moves", moves),
                wire::optional("score", wire::integer_schema("The total claimed.", 0, wire::MOST)),
            ],
        )
    },
    gather [Seed, G::Options, G::Move]
);
