//! Checkpoints: a stored run cut into legs, so that a position late in it is found without a replay of all that came before.

use funhouse_rules::game::{Log, Solitaire, State, StateForm};
use serde::{Deserialize, Serialize};

use crate::answer::{Extras, Position};
use crate::verification::{NoPosition, RunRecord, Unreadable};

/// How many moves a leg has, which bounds the work that any position costs.
const LEG: usize = 250;

/// A stored run as its legs: each the state at its beginning, and the moves that are made from there.
#[derive(Clone, Debug)]
pub struct Checkpoints {
    /// The legs, as JSON, up to the first move that cannot be made.
    legs: Vec<Box<[u8]>>,
    /// How many moves the run has.
    moves: usize,
}

/// A leg, as it is written.
#[derive(Serialize)]
#[serde(bound = "")]
struct Leg<'a, G: Solitaire> {
    state: &'a State<G>,
    moves: &'a [G::Move],
}

/// A leg, as it is read.
#[derive(Deserialize)]
#[serde(bound = "")]
struct LegForm<G: Solitaire> {
    state: StateForm<G>,
    moves: Vec<G::Move>,
}

impl Checkpoints {
    /// Replays a run and cuts it into legs.
    pub(crate) fn of<G: Solitaire>(record: RunRecord<'_>) -> Result<Self, Unreadable> {
        let run = record.typed::<G>()?;
        let mut state = State::<G>::deal(run.seed, run.options);
        let mut rest = run.moves.as_slice();
        let mut legs = Vec::with_capacity(rest.len().div_ceil(LEG).max(1));
        loop {
            let (moves, after) = rest.split_at(rest.len().min(LEG));
            let leg = serde_json::to_vec(&Leg { state: &state, moves }).map_err(|why| Unreadable(why.to_string()))?;
            legs.push(leg.into());
            // The last leg is played when a position in it is asked for.
            if after.is_empty() || moves.iter().any(|mv| state.play(mv, &mut Log::discard()).is_err()) {
                return Ok(Self { legs, moves: run.moves.len() });
            }
            rest = after;
        }
    }

    /// How many bytes they take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.legs.iter().map(|leg| leg.len() + size_of::<Box<[u8]>>()).sum::<usize>() + size_of::<Self>()
    }

    /// The position after so many moves, with the events of the last of them.
    pub(crate) fn position<G: Solitaire>(&self, moves: usize) -> Result<Position<G>, NoPosition> {
        if moves > self.moves {
            return Err(NoPosition::TooFewMoves(self.moves));
        }
        // The last move of a leg leads to the next, and its events are wanted.
        let (leg, made) = match moves.checked_sub(1) {
            Some(last) => (last / LEG, last % LEG + 1),
            None => (0, 0),
        };
        let json = self.legs.get(leg).ok_or_else(|| Unreadable("a move before it is illegal".to_owned()))?;
        let LegForm::<G> { state, moves } = serde_json::from_slice(json).map_err(|why| Unreadable(why.to_string()))?;
        let state = state.admit().map_err(|_| Unreadable("the state before it is impossible".to_owned()))?;
        Ok(after(state, &moves, made, leg * LEG)?)
    }
}

/// The position after the first `made` moves of a leg, which begins after `first` moves of the run.
fn after<G: Solitaire>(
    mut state: State<G>,
    moves: &[G::Move],
    made: usize,
    first: usize,
) -> Result<Position<G>, Unreadable> {
    let mut events = None;
    for (i, mv) in moves.iter().take(made).enumerate() {
        let mut log = if i + 1 == made { Log::keep() } else { Log::discard() };
        let played = state.play(mv, &mut log);
        played.map_err(|illegal| Unreadable(format!("move {} is illegal: {}", first + i, illegal.why)))?;
        events = Some(vec![log.events()]);
    }
    Ok(Position::of(state, events, Extras::default()))
}
