//! Checkpoints: a stored run split into segments, so that finding a late position needs no replay from the start.

use funhouse_rules::erased::{AnyState, MoveError};
use funhouse_rules::game::Viewer;
use funhouse_rules::scene::Scene;
use funhouse_rules::wire::{self, Fault, Reader};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::answer::{Extras, Position};
use crate::calls::to_json;
use crate::request::read_moves;
use crate::ruleset::Ruleset;
use crate::verification::{NoPosition, Ranked, RunRecord, Unreadable};

/// The number of moves of a segment, which limits the work for a position.
const SEGMENT: usize = 250;

/// A stored run as segments, each with its first state and its moves.
#[derive(Clone, Debug)]
pub struct Checkpoints {
    /// The segments, as JSON, up to the first illegal move.
    segments: Vec<Box<[u8]>>,
    /// The number of moves of the run.
    moves: usize,
}

/// A segment as JSON.
#[derive(Serialize)]
struct Segment {
    state: Box<RawValue>,
    moves: Vec<Box<RawValue>>,
}

impl Checkpoints {
    /// Replays a run and splits it into segments.
    pub(crate) fn of(ruleset: Ruleset, record: RunRecord<'_>) -> Result<Self, Unreadable> {
        let (mut state, moves) = record.read(ruleset)?;
        let mut rest = moves.as_slice();
        let mut segments = Vec::with_capacity(rest.len().div_ceil(SEGMENT).max(1));
        loop {
            let (first, after) = rest.split_at(rest.len().min(SEGMENT));
            let segment = Segment { state: state.json(), moves: first.iter().map(|mv| mv.json()).collect() };
            segments.push(serde_json::to_vec(&segment).map_err(|why| Unreadable(why.to_string()))?.into());
            // The last segment is played only when a position in it is requested.
            if after.is_empty() || first.iter().any(|mv| state.advance(&**mv).is_err()) {
                return Ok(Self { segments, moves: moves.len() });
            }
            rest = after;
        }
    }

    /// Returns the size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.segments.iter().map(|segment| segment.len() + size_of::<Box<[u8]>>()).sum::<usize>() + size_of::<Self>()
    }

    /// Returns the position after a number of moves, with the events of the last one.
    pub(crate) fn position(&self, ruleset: Ruleset, moves: usize, with_text: bool) -> Result<Position, NoPosition> {
        let (state, events) = self.after(ruleset, moves, with_text)?;
        Ok(Position::of(ruleset.facts().id, &*state, events, Extras::default(), None))
    }

    /// Returns the scene after a number of moves.
    pub(crate) fn scene(&self, ruleset: Ruleset, moves: usize) -> Result<Scene, NoPosition> {
        self.after(ruleset, moves, false).map(|(state, _)| state.scene(Viewer::Host))
    }

    /// Returns the state after a number of moves, and the events of the last one.
    fn after(&self, ruleset: Ruleset, moves: usize, with_text: bool) -> Result<StateAndEvents, NoPosition> {
        if moves > self.moves {
            return Err(NoPosition::TooFewMoves(self.moves));
        }
        // A segment includes its last move, because the events of that move are needed.
        let (segment, count) = match moves.checked_sub(1) {
            Some(last) => (last / SEGMENT, last % SEGMENT + 1),
            None => (0, 0),
        };
        let json = self.segments.get(segment).ok_or_else(|| Unreadable("a move before it is illegal".to_owned()))?;
        let rules = ruleset.rules();
        let read = wire::read_with(json, &|segment| {
            let state = rules.read_state(part(segment, "state")?)?;
            Ok((state, read_moves(rules, part(segment, "moves")?, SEGMENT)?))
        });
        let (state, moves) = read.map_err(|why| Unreadable(why.to_string()))?;
        let mut state = state.admit().map_err(|_| Unreadable("the state before it is impossible".to_owned()))?;
        let mut events = None;
        for (i, mv) in moves.iter().take(count).enumerate() {
            let played = if i + 1 == count {
                state.play(&**mv).map(|played| events = Some(vec![played.json(Viewer::Host, with_text)]))
            } else {
                state.advance(&**mv)
            };
            played.map_err(|error| unplayable(segment * SEGMENT + i, &error))?;
        }
        Ok((state, events))
    }
}

/// A state, and the events of the move before it, if there is one.
type StateAndEvents = (Box<dyn AnyState>, Option<Vec<Box<RawValue>>>);

fn unplayable(index: usize, error: &MoveError) -> Unreadable {
    let why = match error {
        MoveError::Illegal(illegal) => illegal.why.as_str(),
        MoveError::OfAnotherGame => "it is one of another game",
    };
    Unreadable(format!("move {index} is illegal: {why}"))
}

/// Returns a part of a segment.
fn part<'de>(segment: Reader<'de>, name: &'static str) -> Result<Reader<'de>, Fault> {
    segment.get(name).ok_or_else(|| Fault::missing(name, None))
}

impl Ranked {
    /// Replays a stored run and returns the checkpoints for its positions.
    ///
    /// # Errors
    /// If the run cannot be read.
    pub fn checkpoints(self, run: RunRecord<'_>) -> Result<Checkpoints, Unreadable> {
        Checkpoints::of(*self, run)
    }

    /// Returns the position after the first `moves` moves of a stored run of this ruleset, with the events of the last
    /// one. With `with_text`, each event carries its sentence.
    ///
    /// # Errors
    /// If the run has fewer moves, or cannot be read or replayed.
    pub fn position(self, run: &Checkpoints, moves: usize, with_text: bool) -> Result<Vec<u8>, NoPosition> {
        run.position(*self, moves, with_text).map(|position| to_json(&position))
    }

    /// Returns the scene after the first `moves` moves of a stored run of this ruleset.
    ///
    /// # Errors
    /// If the run has fewer moves, or cannot be read or replayed.
    pub fn scene_after(self, run: &Checkpoints, moves: usize) -> Result<Scene, NoPosition> {
        run.scene(*self, moves)
    }
}
