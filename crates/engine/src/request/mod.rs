//! The requests of a game's calls.
//!
//! An answer that contains a state can be posted where a state is expected: the other fields of such an answer are
//! ignored. All other unknown fields are refused.

mod deal;
mod fields;
mod names;
#[cfg(feature = "schemas")]
mod schemas;

use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error as _};

use funhouse_analysis::Question;
use funhouse_rules::chance::Seed;
use funhouse_rules::game::{Game, Level, Seat, Solitaire, StateForm, ViewForm};
use funhouse_rules::mode::{Mode, SolitaireMode};

pub use self::deal::DealRequest;
use self::fields::{Fields, any_fields, fields};
use self::names::ANALYSIS;
pub use self::names::RequestFields;

/// The request of `score`.
#[derive(Clone, Debug)]
pub struct StateRequest<G: Game, M: Mode<G> = SolitaireMode> {
    /// The state.
    pub state: StateForm<G>,
    mode: PhantomData<M>,
}

impl<'de, G: Game, M: RequestFields<G>> Deserialize<'de> for StateRequest<G, M> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        fields(deserializer, M::STATE).map(|(state, _)| Self { state, mode: PhantomData })
    }
}

/// The request of `moves`: a state, and optionally a seat in games for several seats.
#[derive(Clone, Debug)]
pub struct SeatRequest<G: Game, M: Mode<G> = SolitaireMode> {
    /// The state.
    pub state: StateForm<G>,
    /// The seat that asks; the host if absent.
    pub seat: Option<Seat>,
    mode: PhantomData<M>,
}

impl<'de, G: Game, M: RequestFields<G>> Deserialize<'de> for SeatRequest<G, M> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (state, Fields { seat, .. }) = fields(deserializer, M::STATE_AND_SEAT)?;
        Ok(Self { state, seat, mode: PhantomData })
    }
}

/// The request of `plan`: a state, and optionally a seat (in games for several seats) and a seed for the random
/// choices.
#[derive(Clone, Debug)]
pub struct PlanRequest<G: Game, M: Mode<G> = SolitaireMode> {
    /// The state.
    pub state: StateForm<G>,
    /// The seat for which the built-in player plans. The default is the first that can act.
    pub seat: Option<Seat>,
    /// The seed for random choices; that of the state if absent.
    pub seed: Option<Seed>,
    /// The level of the built-in player.
    pub level: Level,
    mode: PhantomData<M>,
}

impl<'de, G: Game, M: RequestFields<G>> Deserialize<'de> for PlanRequest<G, M> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (state, Fields { seat, seed, level, .. }) = fields(deserializer, M::PLAN)?;
        Ok(Self { state, seat, seed, level, mode: PhantomData })
    }
}

/// The request of `analysis`: a state of a solitaire, and what to find out.
#[derive(Clone, Debug)]
pub struct AnalysisRequest<G: Solitaire> {
    /// The state.
    pub state: StateForm<G>,
    /// What to find out.
    pub question: Question,
}

impl<'de, G: Solitaire> Deserialize<'de> for AnalysisRequest<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (state, Fields { effort, with_moves, .. }) = fields(deserializer, ANALYSIS)?;
        Ok(Self { state, question: Question { effort, with_moves } })
    }
}

/// The request of `picture`: a state, optionally with a seat in games for several seats; or a view and its seat.
#[derive(Clone, Debug)]
pub struct PictureRequest<G: Game, M: Mode<G> = SolitaireMode> {
    /// What to draw.
    pub shown: PictureSubject<G>,
    /// The seat of the viewer. If absent: the host for a state, an onlooker for a view.
    pub seat: Option<Seat>,
    mode: PhantomData<M>,
}

/// The subject of a picture.
#[derive(Clone, Debug)]
pub enum PictureSubject<G: Game> {
    /// A state.
    State(StateForm<G>),
    /// A view.
    View(ViewForm<G>),
}

impl<'de, G: Game, M: RequestFields<G>> Deserialize<'de> for PictureRequest<G, M> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Fields { state, view, seat, .. } = any_fields::<G, D>(deserializer, M::PICTURE)?;
        let shown = match (state, view) {
            (Some(_), None) if seat.is_some() && !G::SEATED => {
                return Err(D::Error::custom("must have a `view` with `seat`, since the game is a solitaire"));
            }
            (Some(state), None) => PictureSubject::State(state),
            (None, Some(view)) => PictureSubject::View(view),
            (None, None) => return Err(D::Error::custom("must have `state` or `view`")),
            (Some(_), Some(_)) => return Err(D::Error::custom("must have only one of `state` and `view`")),
        };
        Ok(Self { shown, seat, mode: PhantomData })
    }
}

/// The request of `view`: a state, and optionally a seat.
#[derive(Clone, Debug)]
pub struct ViewRequest<G: Game, M: Mode<G> = SolitaireMode> {
    /// The state.
    pub state: StateForm<G>,
    /// The seat of the viewer; an onlooker if absent.
    pub seat: Option<Seat>,
    /// Whether to list the legal moves of that seat.
    pub with_legal_moves: bool,
    mode: PhantomData<M>,
}

impl<'de, G: Game, M: RequestFields<G>> Deserialize<'de> for ViewRequest<G, M> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (state, Fields { seat, with_legal_moves, .. }) = fields(deserializer, M::VIEW)?;
        Ok(Self { state, seat, with_legal_moves, mode: PhantomData })
    }
}

/// The request of `play`: a state, and a move or a list of moves.
#[derive(Clone, Debug)]
pub struct PlayRequest<G: Game, M: Mode<G> = SolitaireMode> {
    /// The state.
    pub state: StateForm<G>,
    /// The moves to make.
    pub moves: Moves<G>,
    /// The seat that may see the events and legal moves; the host if absent.
    pub seat: Option<Seat>,
    /// Whether an illegal move ends the call at that point instead of refusing it.
    pub until_illegal: bool,
    /// Whether to list the legal moves.
    pub with_legal_moves: bool,
    /// Whether to draw the picture.
    pub with_picture: bool,
    /// Whether each event carries its sentence.
    pub with_text: bool,
    mode: PhantomData<M>,
}

/// The moves to make.
#[derive(Clone, Debug)]
pub enum Moves<G: Game> {
    /// One move, sent as `move`.
    One(G::Move),
    /// Several moves, sent as `moves`.
    Several(Vec<G::Move>),
}

impl<G: Game> Moves<G> {
    /// Returns the moves in order, each with its JSON pointer in the body.
    pub fn each(&self) -> impl Iterator<Item = (&G::Move, impl FnOnce() -> String)> {
        let (moves, one) = match self {
            Self::One(mv) => (std::slice::from_ref(mv), true),
            Self::Several(moves) => (moves.as_slice(), false),
        };
        let pointer = move |i| move || if one { "/move".to_owned() } else { format!("/moves/{i}") };
        moves.iter().enumerate().map(move |(i, mv)| (mv, pointer(i)))
    }

    /// Returns the number of moves.
    #[must_use]
    pub fn count(&self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Several(moves) => moves.len(),
        }
    }
}

impl<'de, G: Game, M: RequestFields<G>> Deserialize<'de> for PlayRequest<G, M> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (state, fields) = fields(deserializer, M::PLAY)?;
        let Fields { one, several, seat, until_illegal, with_legal_moves, with_picture, with_text, .. } = fields;
        let moves = match (one, several) {
            (Some(mv), None) => Moves::One(mv),
            (None, Some(moves)) => Moves::Several(moves),
            (None, None) => return Err(D::Error::custom("must have `move` or `moves`")),
            (Some(_), Some(_)) => return Err(D::Error::custom("must have only one of `move` and `moves`")),
        };
        Ok(Self { state, moves, seat, until_illegal, with_legal_moves, with_picture, with_text, mode: PhantomData })
    }
}
