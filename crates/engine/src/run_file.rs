//! Run files: JSON files with a run. A file that cannot be replayed at all is an error; a malformed move or claim makes
//! the run invalid.

use funhouse_rules::chance::Seed;
use funhouse_rules::game::{Game, Seats, SeatsOf, State};
use funhouse_rules::replay::{MAX_MOVES, replay_from};
use funhouse_rules::wire::json_of;
use serde_json::{Map, Value as Json};

use crate::answer::{BadMove, Verdict};
use crate::request::RequestFields;

/// The fields of a run file.
pub type Fields = Map<String, Json>;

/// The verdict on a run file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileVerdict {
    /// Whether the run is well-formed, legal and complete, and its claim, if any, is correct.
    pub holds: bool,
    /// The verdict, as in the answer of `replay`.
    pub verdict: Json,
    /// Other faults of the file, one sentence each.
    pub malformed: Vec<String>,
}

/// Checks a run file.
///
/// # Errors
/// The reason why it cannot be played at all: its seed or its options are unusable.
pub(crate) fn judge<G: Game, M: RequestFields<G>>(mut fields: Fields) -> Result<FileVerdict, String> {
    fields.remove("game");
    fields.remove("rules");
    let seed: Seed = field(&mut fields, "seed")?;
    let seats = if G::SEATED { field::<SeatsOf<G>>(&mut fields, "seats")?.count() } else { Seats::ONE };
    let options: G::Options = field(&mut fields, "options")?;
    // From here on, malformed parts only make the run invalid.
    let (moves, no_move) = moves::<G>(fields.remove("moves"));
    let (claim, mut malformed) = match fields.remove(M::CLAIM).map(M::read_claim) {
        None => (None, Vec::new()),
        Some(Ok(claim)) => (Some(claim), Vec::new()),
        Some(Err(error)) => (None, vec![error]),
    };
    malformed.extend(fields.keys().map(|name| format!("a run has no field {name:?}")));
    let replay = replay_from::<G, M>(State::deal_for(seats, seed, options), &moves, None);
    let mut verdict = Verdict::of(replay, claim.as_ref());
    if let Some(no_move) = no_move.filter(|_| verdict.legal) {
        verdict.legal = false;
        verdict.bad_move = Some(no_move);
    }
    let holds = verdict.holds() && malformed.is_empty();
    Ok(FileVerdict { holds, verdict: json_of(&verdict), malformed })
}

/// Reads a field that is required for playing the run.
fn field<T: serde::de::DeserializeOwned>(fields: &mut Fields, name: &str) -> Result<T, String> {
    let value = fields.remove(name).ok_or_else(|| format!("the run has no `{name}`"))?;
    serde_json::from_value(value).map_err(|error| format!("the `{name}` of the run cannot be used: {error}"))
}

/// Returns the moves before the first malformed one, and a report of that one.
fn moves<G: Game>(field: Option<Json>) -> (Vec<G::Move>, Option<BadMove>) {
    let bad = |index, detail: String| Some(BadMove { index, rule: None, detail });
    let Some(Json::Array(list)) = field else {
        return (Vec::new(), bad(0, "the run has no list of moves".to_owned()));
    };
    let mut moves = Vec::with_capacity(list.len().min(MAX_MOVES));
    for (index, mv) in list.into_iter().enumerate() {
        if index == MAX_MOVES {
            return (moves, bad(index, format!("a run has at most {MAX_MOVES} moves")));
        }
        match serde_json::from_value(mv) {
            Ok(mv) => moves.push(mv),
            Err(error) => return (moves, bad(index, format!("not a move of {}: {error}", G::ID))),
        }
    }
    (moves, None)
}
