//! Run files: JSON files with a run. A file that cannot be replayed at all is an error; a malformed move or claim makes
//! the run invalid.

use funhouse_rules::chance::Seed;
use funhouse_rules::erased::Move;
use funhouse_rules::game::{Seats, read_seats};
use funhouse_rules::replay::replay;
use funhouse_rules::wire::{self, Fault, ReadError, Reader, json_of};
use serde_json::{Map, Value as Json};

use crate::answer::{BadMove, Verdict};
use crate::request::Claim;
use crate::ruleset::Ruleset;

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
pub(crate) fn judge(ruleset: Ruleset, mut fields: Fields) -> Result<FileVerdict, String> {
    let (rules, facts) = (ruleset.rules(), ruleset.facts());
    fields.remove("game");
    fields.remove("rules");
    let seed: Seed = field(&mut fields, "seed", &|seed| seed.read())?;
    let seats = if facts.is_seated() {
        field(&mut fields, "seats", &|seats| read_seats(seats, facts.seats.0..=facts.seats.1, facts.title))?
    } else {
        Seats::ONE
    };
    let dealt = field(&mut fields, "options", &|options| rules.deal(seats, seed.clone(), options))?;
    // From here on, malformed parts only make the run invalid.
    let (moves, no_move) = moves(ruleset, fields.remove("moves"));
    let name = if facts.is_seated() { "points" } else { "score" };
    let read_claim = |claim: Json| read(&claim, &|claim| Claim::read(facts.is_seated(), claim));
    let (claim, mut malformed) = match fields.remove(name).map(read_claim) {
        None => (None, Vec::new()),
        Some(Ok(claim)) => (Some(claim), Vec::new()),
        Some(Err(error)) => (None, vec![format!("the {name} of the run cannot be used: {error}")]),
    };
    malformed.extend(fields.keys().map(|name| format!("a run has no field {name:?}")));
    let replay = replay(dealt, &moves, ruleset.rooms().len(), None).map_err(|_| "it has moves of another game")?;
    let mut verdict = Verdict::of(facts.id, replay, claim.as_ref());
    if let Some(no_move) = no_move.filter(|_| verdict.legal) {
        verdict.legal = false;
        verdict.bad_move = Some(no_move);
    }
    let holds = verdict.holds() && malformed.is_empty();
    Ok(FileVerdict { holds, verdict: json_of(&verdict), malformed })
}

/// A function that reads a part of a run.
type Read<'a, T> = &'a dyn Fn(Reader<'_>) -> Result<T, Fault>;

fn read<T>(value: &Json, read: Read<'_, T>) -> Result<T, ReadError> {
    wire::read_with(value.to_string().as_bytes(), read)
}

/// Reads a field that is required for playing the run.
fn field<T>(fields: &mut Fields, name: &str, parse: Read<'_, T>) -> Result<T, String> {
    let value = fields.remove(name).ok_or_else(|| format!("the run has no `{name}`"))?;
    read(&value, parse).map_err(|error| format!("the `{name}` of the run cannot be used: {error}"))
}

/// Returns the moves before the first malformed one, and a report of that one.
fn moves(ruleset: Ruleset, field: Option<Json>) -> (Vec<Move>, Option<BadMove>) {
    let bad = |index, detail: String| Some(BadMove { index, rule: None, detail });
    let Some(Json::Array(list)) = field else {
        return (Vec::new(), bad(0, "the run has no list of moves".to_owned()));
    };
    let max_moves = ruleset.facts().max_moves;
    let mut moves = Vec::with_capacity(list.len().min(max_moves));
    for (index, mv) in list.into_iter().enumerate() {
        if index == max_moves {
            return (moves, bad(index, format!("a run has at most {max_moves} moves")));
        }
        match read(&mv, &|mv| ruleset.rules().read_move(mv)) {
            Ok(mv) => moves.push(mv),
            Err(error) => return (moves, bad(index, format!("not a move of {}: {error}", ruleset.facts().id))),
        }
    }
    (moves, None)
}

impl Ruleset {
    /// Checks the fields of a run file.
    ///
    /// # Errors
    /// The reason why it cannot be played at all.
    pub fn judge_file(self, fields: Fields) -> Result<FileVerdict, String> {
        judge(self, fields)
    }
}
