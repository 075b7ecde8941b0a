//! The answers of a game's calls.

use std::sync::Arc;

use funhouse_rules::erased::{AnyEvents, AnyState};
use funhouse_rules::fault::Illegal;
use funhouse_rules::game::{Seat, Viewer};
use funhouse_rules::replay::{Replay, TraceEntry, digest};
use funhouse_rules::scene::Scene;
use funhouse_rules::sources::RulesDigest;
use funhouse_rules::standing::Standing;
use funhouse_rules::wire::{self, ToSchema};
use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::value::RawValue;

use crate::request::Claim;

/// Maximum number of entries of a page of a trace.
pub const MAX_TRACE_ENTRIES: usize = 500;

/// A function that draws a scene.
pub type Draw = fn(&Scene) -> String;

/// The optional parts of a position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extras {
    /// Whether to list the legal moves.
    pub legal_moves: bool,
    /// The function that draws the picture, if it is requested.
    pub picture: Option<Draw>,
}

/// A position: a state, its standing, whether the game has ended, and the events before it.
#[derive(Clone, Debug)]
pub struct Position {
    /// The id of the game.
    pub game: &'static str,
    /// The state, which the client can post back unchanged.
    pub state: Box<RawValue>,
    /// The standing: the current score of a solitaire, or the points of each seat.
    pub standing: Standing,
    /// Whether the game has ended.
    pub finished: bool,
    /// The events, one list for each move.
    pub events: Option<Vec<Box<RawValue>>>,
    /// The first illegal move, if the request allowed one. Neither it nor later moves were made.
    pub bad_move: Option<BadMove>,
    /// The legal moves, if requested.
    pub legal_moves: Option<Box<RawValue>>,
    /// The picture, if requested.
    pub picture: Option<String>,
}

impl Position {
    /// Creates the position of a state for a seat, or for the host. The events must already be those that the seat may see.
    #[must_use]
    pub fn of(
        game: &'static str,
        state: &dyn AnyState,
        events: Option<Vec<Box<RawValue>>>,
        extras: Extras,
        to: Option<Seat>,
    ) -> Self {
        Self {
            game,
            state: state.json(),
            standing: state.standing(),
            finished: state.finished(),
            events,
            bad_move: None,
            legal_moves: extras.legal_moves.then(|| state.legal_moves(to).0),
            picture: extras.picture.map(|draw| draw(&state.scene(viewer(to)))),
        }
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut position = serializer.serialize_struct("Position", 10)?;
        position.serialize_field("game", self.game)?;
        position.serialize_field("state", &self.state)?;
        self.standing.serialize_fields(&mut position)?;
        position.serialize_field("finished", &self.finished)?;
        optional(&mut position, "events", self.events.as_ref())?;
        optional(&mut position, "bad_move", self.bad_move.as_ref())?;
        optional(&mut position, "legal_moves", self.legal_moves.as_ref())?;
        optional(&mut position, "picture", self.picture.as_ref())?;
        position.end()
    }
}

/// Serializes an optional field.
fn optional<S: SerializeStruct, T: Serialize>(
    into: &mut S,
    name: &'static str,
    value: Option<&T>,
) -> Result<(), S::Error> {
    match value {
        Some(value) => into.serialize_field(name, value),
        None => into.skip_field(name),
    }
}

/// Returns the viewer for a seat in a request; the host if there is none.
pub(crate) fn viewer(seat: Option<Seat>) -> Viewer {
    seat.map_or(Viewer::Host, Viewer::Seat)
}

/// Returns the events of each move as a viewer may see them.
pub(crate) fn visible(events: &[Arc<dyn AnyEvents>], viewer: Viewer, with_text: bool) -> Vec<Box<RawValue>> {
    events.iter().map(|events| events.json(viewer, with_text)).collect()
}

/// A position as a seat or an onlooker sees it.
#[derive(Clone, Debug)]
pub struct SeenPosition {
    /// The id of the game.
    pub game: &'static str,
    /// The viewer's view.
    pub view: Box<RawValue>,
    /// The standing.
    pub standing: Standing,
    /// Whether the game has ended.
    pub finished: bool,
    /// The legal moves of the viewer's seat, if requested.
    pub legal_moves: Option<Box<RawValue>>,
}

impl SeenPosition {
    /// Creates the view of a seat, or of an onlooker, who has no legal moves.
    #[must_use]
    pub fn of(game: &'static str, state: &dyn AnyState, seat: Option<Seat>, with_legal_moves: bool) -> Self {
        let legal_moves = || match seat {
            Some(_) => state.legal_moves(seat).0,
            None => no_moves(),
        };
        Self {
            game,
            view: state.view(seat.map_or(Viewer::Onlooker, Viewer::Seat)),
            standing: state.standing(),
            finished: state.finished(),
            legal_moves: with_legal_moves.then(legal_moves),
        }
    }
}

/// The legal moves of someone who has none.
fn no_moves() -> Box<RawValue> {
    RawValue::from_string(r#"{"moves":[]}"#.to_owned()).unwrap_or_default()
}

impl Serialize for SeenPosition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seen = serializer.serialize_struct("SeenPosition", 7)?;
        seen.serialize_field("game", self.game)?;
        seen.serialize_field("view", &self.view)?;
        self.standing.serialize_fields(&mut seen)?;
        seen.serialize_field("finished", &self.finished)?;
        optional(&mut seen, "legal_moves", self.legal_moves.as_ref())?;
        seen.end()
    }
}

/// The next moves of the built-in player.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub struct Plan {
    /// At least one move, all legal in sequence. Empty for a seat that cannot act.
    pub moves: Vec<Box<RawValue>>,
}

/// The digest of a state.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, ToSchema)]
pub struct StateDigest {
    /// The SHA-256 of the state as canonical JSON (RFC 8785), as 64 hexadecimal digits.
    pub digest: String,
}

/// The verdict on a run.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Verdict {
    /// Whether every move is legal.
    pub legal: bool,
    /// Whether the game has ended.
    pub complete: bool,
    /// Whether the final standing equals the claim; none without a claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim_holds: Option<bool>,
    /// The position after the last legal move.
    pub position: Position,
    /// The digest of its state.
    pub digest: String,
    /// The first illegal move and the reason, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bad_move: Option<BadMove>,
    /// The requested page of the trace, with one entry after the deal and one after each legal move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Vec<TraceStep>>,
    /// The index of the next trace entry, if there are more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace_next: Option<usize>,
    /// The rules that the run was replayed with.
    pub rules_digest: RulesDigest,
}

/// The first move that the rules refuse.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, ToSchema)]
pub struct BadMove {
    /// Its index, from 0.
    #[schema(value_type = wire::MoveIndex)]
    pub index: usize,
    /// The id of the rule that refuses it. Absent if it is not a move of this game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rule: Option<&'static str>,
    /// The reason.
    pub detail: String,
}

/// The position after the deal or after a move.
#[derive(Clone, Debug)]
pub struct TraceStep(TraceEntry);

impl Serialize for TraceStep {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut step = serializer.serialize_struct("TraceStep", 2)?;
        self.0.standing.serialize_result(&mut step)?;
        step.serialize_field("digest", &self.0.digest)?;
        step.end()
    }
}

impl BadMove {
    /// Returns the first illegal move of a replay, if any.
    #[must_use]
    pub fn of(replay: &Replay) -> Option<Self> {
        replay.illegal_move.as_ref().map(|bad| Self::new(bad.index, &bad.illegal))
    }

    /// Creates the report of the refused move at an index.
    #[must_use]
    pub fn new(index: usize, illegal: &Illegal) -> Self {
        Self { index, rule: Some(illegal.rule.0), detail: illegal.why.clone() }
    }
}

impl Verdict {
    /// Creates the verdict of a replay of a game on a claim.
    #[must_use]
    pub fn of(game: &'static str, replay: Replay, claim: Option<&Claim>) -> Self {
        let position = Position::of(game, &*replay.state, None, Extras::default(), None);
        Self {
            legal: replay.legal(),
            complete: position.finished,
            claim_holds: claim.map(|claim| claim.is_of(&position.standing)),
            digest: digest(&*replay.state),
            bad_move: BadMove::of(&replay),
            trace: replay.trace.map(|trace| trace.into_iter().map(TraceStep).collect()),
            trace_next: None,
            rules_digest: RulesDigest::THIS,
            position,
        }
    }

    /// Returns whether the run is legal and complete and its claim, if any, is correct.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.legal && self.complete && self.claim_holds.unwrap_or(true)
    }
}
