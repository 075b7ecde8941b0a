//! Checkpoints: a stored run split into segments, so that finding a late position needs no replay from the start.

use funhouse_rules::game::{Log, Solitaire, State, StateForm};
use funhouse_rules::wire;
use serde::{Deserialize, Serialize};

use crate::answer::{Extras, Position};
use crate::verification::{NoPosition, RunRecord, Unreadable};

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

/// The serialized form of a segment.
#[derive(Serialize)]
#[serde(bound = "")]
struct Segment<'a, G: Solitaire> {
    state: &'a State<G>,
    moves: &'a [G::Move],
}

/// The deserialized form of a segment.
#[derive(Deserialize)]
#[serde(bound = "")]
struct SegmentForm<G: Solitaire> {
    state: StateForm<G>,
    moves: Vec<G::Move>,
}

impl Checkpoints {
    /// Replays a run and splits it into segments.
    pub(crate) fn of<G: Solitaire>(record: RunRecord<'_>) -> Result<Self, Unreadable> {
        let run = record.typed::<G>()?;
        let mut state = State::<G>::deal(run.seed, run.options);
        let mut rest = run.moves.as_slice();
        let mut segments = Vec::with_capacity(rest.len().div_ceil(SEGMENT).max(1));
        loop {
            let (moves, after) = rest.split_at(rest.len().min(SEGMENT));
            let segment =
                serde_json::to_vec(&Segment { state: &state, moves }).map_err(|why| Unreadable(why.to_string()))?;
            segments.push(segment.into());
            // The last segment is played only when a position in it is requested.
            if after.is_empty() || moves.iter().any(|mv| state.play(mv, &mut Log::discard()).is_err()) {
                return Ok(Self { segments, moves: run.moves.len() });
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
    pub(crate) fn position<G: Solitaire>(&self, moves: usize) -> Result<Position<G>, NoPosition> {
        if moves > self.moves {
            return Err(NoPosition::TooFewMoves(self.moves));
        }
        // A segment includes its last move, because the events of that move are needed.
        let (segment, count) = match moves.checked_sub(1) {
            Some(last) => (last / SEGMENT, last % SEGMENT + 1),
            None => (0, 0),
        };
        let json = self.segments.get(segment).ok_or_else(|| Unreadable("a move before it is illegal".to_owned()))?;
        let SegmentForm::<G> { state, moves } = wire::from_json(json).map_err(|why| Unreadable(why.to_string()))?;
        let state = state.admit().map_err(|_| Unreadable("the state before it is impossible".to_owned()))?;
        Ok(after(state, &moves, count, segment * SEGMENT)?)
    }
}

/// Returns the position after the first `count` moves of a segment, which begins after `first` moves of the run.
fn after<G: Solitaire>(
    mut state: State<G>,
    moves: &[G::Move],
    count: usize,
    first: usize,
) -> Result<Position<G>, Unreadable> {
    let mut events = None;
    for (i, mv) in moves.iter().take(count).enumerate() {
        let mut log = if i + 1 == count { Log::keep() } else { Log::discard() };
        let played = state.play(mv, &mut log);
        played.map_err(|illegal| Unreadable(format!("move {} is illegal: {}", first + i, illegal.why)))?;
        events = Some(vec![log.events()]);
    }
    Ok(Position::of(state, events, Extras::default()))
}
