//! The answers of a game's calls, such as positions and verdicts.

use std::marker::PhantomData;

use serde::ser::{Serialize, SerializeStruct, Serializer};

use funhouse_rules::fault::Illegal;
use funhouse_rules::game::{Game, Id, LegalMoves, Seat, Solitaire, State, StateForm, ViewForm, Viewer};
use funhouse_rules::mode::{Mode, SolitaireMode};
use funhouse_rules::replay::{MAX_MOVES, Replay, TraceEntry, digest};
use funhouse_rules::scene::Scene;
use funhouse_rules::sources::RulesDigest;
use funhouse_rules::text::Sentence;
use funhouse_rules::wire::{self, ToSchema};

/// Maximum number of trace entries in one answer.
///
/// Each costs the digest of a state, up to 45 µs of CPU in the Funhouse, and about 150 bytes. With the replay of 10,000
/// moves before it, a page takes less than 50 ms and 1 MB in every game.
pub const MAX_TRACE_ENTRIES: usize = 500;

/// A position: a state, its standing, whether the game has ended, and the events before it.
#[derive(Clone, Debug)]
pub struct Position<G: Game, M: Mode<G> = SolitaireMode> {
    /// The state, which the client can post back unchanged.
    pub state: State<G>,
    /// The standing: the current score of a solitaire, or the points of each seat.
    pub standing: M::Standing,
    /// Whether the game has ended.
    pub finished: bool,
    /// The events, one list for each move.
    pub events: Option<Vec<Vec<G::Event>>>,
    /// Whether each event carries its sentence.
    pub with_text: bool,
    /// The first illegal move, if the request allowed one. Neither it nor later moves were made.
    pub bad_move: Option<BadMove>,
    /// The legal moves, if requested.
    pub legal_moves: Option<LegalMoves<G>>,
    /// The picture, if requested.
    pub picture: Option<String>,
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

impl<G: Game, M: Mode<G>> Serialize for Position<G, M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut position = serializer.serialize_struct("Position", 7 + M::FIELDS.len())?;
        // The game distinguishes positions of different games.
        position.serialize_field("game", &Id::<G>::new())?;
        position.serialize_field("state", &self.state)?;
        M::serialize_fields(&self.standing, &mut position)?;
        position.serialize_field("finished", &self.finished)?;
        let events = self.events.as_deref().map(|moves| EventsOfMoves { moves, with_text: self.with_text });
        optional(&mut position, "events", events.as_ref())?;
        optional(&mut position, "bad_move", self.bad_move.as_ref())?;
        optional(&mut position, "legal_moves", self.legal_moves.as_ref())?;
        optional(&mut position, "picture", self.picture.as_ref())?;
        position.end()
    }
}

/// The lists of events of several moves.
struct EventsOfMoves<'a, E> {
    moves: &'a [Vec<E>],
    with_text: bool,
}

impl<E: Serialize + Sentence> Serialize for EventsOfMoves<'_, E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.moves.iter().map(|events| Events { events, with_text: self.with_text }))
    }
}

/// The events of a move as a viewer may see them, each with its sentence if requested.
pub(crate) struct Events<'a, E> {
    /// The events, in order.
    pub(crate) events: &'a [E],
    /// Whether each event carries its sentence.
    pub(crate) with_text: bool,
}

/// An event with its sentence.
#[derive(serde::Serialize)]
struct EventWithText<'a, E> {
    #[serde(flatten)]
    event: &'a E,
    text: String,
}

impl<E: Serialize + Sentence> Serialize for Events<'_, E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.with_text {
            serializer.collect_seq(self.events.iter().map(|event| EventWithText { event, text: event.sentence() }))
        } else {
            serializer.collect_seq(self.events)
        }
    }
}

/// A function that draws a scene.
pub type Draw = fn(&Scene) -> String;

/// The optional parts of a position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extras {
    /// Whether to list the legal moves.
    pub legal_moves: bool,
    /// The function that draws the picture, if it is requested.
    pub picture: Option<Draw>,
    /// Whether each event carries its sentence.
    pub text: bool,
}

impl<G: Solitaire> Position<G> {
    /// Creates the position of a solitaire's state.
    #[must_use]
    pub fn of(state: State<G>, events: Option<Vec<Vec<G::Event>>>, extras: Extras) -> Self {
        Self::for_seat(state, events, extras, None)
    }
}

impl<G: Game, M: Mode<G>> Position<G, M> {
    /// Creates the position of a state for a seat, or for the host. The events must already be those that the seat may
    /// see.
    #[must_use]
    pub fn for_seat(state: State<G>, events: Option<Vec<Vec<G::Event>>>, extras: Extras, to: Option<Seat>) -> Self {
        let legal_moves = extras.legal_moves.then(|| M::legal_moves(&state, to));
        let picture = extras.picture.map(|draw| draw(&M::scene(&state, viewer(to))));
        let (standing, finished) = (M::standing(&state), state.finished());
        Self { standing, finished, state, events, with_text: extras.text, bad_move: None, legal_moves, picture }
    }
}

/// Returns the viewer for a seat in a request; the host if there is none.
pub(crate) fn viewer(seat: Option<Seat>) -> Viewer {
    seat.map_or(Viewer::Host, Viewer::Seat)
}

wire::named_schema!(
    impl[G: Game, M: Mode<G>] Position<G, M>,
    format!("{}Position", G::NAME),
    {
        let standing = if G::SEATED { "the points and places" } else { "the score" };
        wire::object(
            &format!("A position of {}: a state, {standing}, whether the game is over, and the events before it.", G::TITLE),
            [wire::required("game", wire::constant(G::ID)), wire::required("state", wire::reference_to::<StateForm<G>>())]
                .into_iter()
                .chain(M::schema_fields())
                .chain([
                    wire::required("finished", wire::boolean_schema("Whether the game has ended.")),
                    wire::optional("events", wire::list("The events, one list for each move.", wire::list("The events of one move, in order.", wire::reference_to::<G::Event>()).into())),
                    wire::optional("bad_move", wire::reference_to::<BadMove>()),
                    wire::optional("legal_moves", wire::reference_to::<LegalMoves<G>>()),
                    wire::optional("picture", wire::reference_to::<Svg>()),
                ]),
        )
    },
    gather [StateForm<G>, M::Standing, G::Event, BadMove, LegalMoves<G>, Svg]
);

/// The schema of a picture in an answer.
struct Svg;

wire::named_schema!(
    impl[] Svg,
    "Svg",
    wire::text(
        "^<svg ",
        "An SVG document, as the call `picture` gives it.",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1200 1432\"></svg>",
    ),
    gather []
);

/// A position as a viewer sees it.
#[derive(Clone, Debug)]
pub struct ViewPosition<G: Game, M: Mode<G> = SolitaireMode> {
    /// The viewer's view.
    pub view: ViewForm<G>,
    /// The standing.
    pub standing: M::Standing,
    /// Whether the game has ended.
    pub finished: bool,
    /// The legal moves of the viewer's seat, if requested.
    pub legal_moves: Option<LegalMoves<G>>,
}

impl<G: Game, M: Mode<G>> ViewPosition<G, M> {
    /// Creates the view of a seat, or of an onlooker, who has no legal moves.
    #[must_use]
    pub fn of(state: &State<G>, seat: Option<Seat>, with_legal_moves: bool) -> Self {
        let none = || LegalMoves::listed(Vec::new());
        Self {
            view: ViewForm::of(state, seat.map_or(Viewer::Onlooker, Viewer::Seat)),
            standing: M::standing(state),
            finished: state.finished(),
            legal_moves: with_legal_moves.then(|| seat.map_or_else(none, |seat| M::legal_moves(state, Some(seat)))),
        }
    }
}

impl<G: Game, M: Mode<G>> Serialize for ViewPosition<G, M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seen = serializer.serialize_struct("Seen", 4 + M::FIELDS.len())?;
        seen.serialize_field("game", G::ID)?;
        seen.serialize_field("view", &self.view)?;
        M::serialize_fields(&self.standing, &mut seen)?;
        seen.serialize_field("finished", &self.finished)?;
        optional(&mut seen, "legal_moves", self.legal_moves.as_ref())?;
        seen.end()
    }
}

wire::named_schema!(
    impl[G: Game, M: Mode<G>] ViewPosition<G, M>,
    format!("{}SeenPosition", G::NAME),
    wire::object(
        &format!("A position of {} as a seat or an onlooker sees it.", G::TITLE),
        [wire::required("game", wire::constant(G::ID)), wire::required("view", wire::reference_to::<ViewForm<G>>())]
            .into_iter()
            .chain(M::schema_fields())
            .chain([
                wire::required("finished", wire::boolean_schema("Whether the game has ended.")),
                wire::optional("legal_moves", wire::reference_to::<LegalMoves<G>>()),
            ]),
    ),
    gather [ViewForm<G>, M::Standing, LegalMoves<G>]
);

/// The next moves of the built-in player.
#[derive(Clone, Debug, serde::Serialize)]
#[serde(bound = "")]
pub struct Plan<G: Game> {
    /// At least one move, all legal in sequence. Empty for a seat that cannot act.
    pub moves: Vec<G::Move>,
}

wire::named_schema!(
    impl[G: Game] Plan<G>,
    format!("{}Plan", G::NAME),
    wire::object(
        &format!("The next moves of the built-in player of {}.", G::TITLE),
        [wire::required("moves", wire::list("At least one move, all legal in sequence. Empty for a seat that cannot act.", wire::reference_to::<G::Move>()))],
    ),
    gather [G::Move]
);

/// The digest of a state.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, ToSchema)]
pub struct StateDigest {
    /// The SHA-256 of the state as canonical JSON (RFC 8785), as 64 hexadecimal digits.
    pub digest: String,
}

/// The verdict on a run.
#[derive(Clone, Debug, serde::Serialize)]
#[serde(bound = "")]
pub struct Verdict<G: Game, M: Mode<G> = SolitaireMode> {
    /// Whether every move is legal.
    pub legal: bool,
    /// Whether the game has ended.
    pub complete: bool,
    /// Whether the final standing equals the claim; none without a claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim_holds: Option<bool>,
    /// The position after the last legal move.
    pub position: Position<G, M>,
    /// The digest of its state.
    pub digest: String,
    /// The first illegal move and the reason, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bad_move: Option<BadMove>,
    /// The requested page of the trace, with one entry after the deal and one after each legal move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Vec<TraceStep<G, M>>>,
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
pub struct TraceStep<G: Game, M: Mode<G> = SolitaireMode>(TraceEntry<M::Standing>, PhantomData<G>);

impl<G: Game, M: Mode<G>> Serialize for TraceStep<G, M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut step = serializer.serialize_struct("TraceStep", 2)?;
        M::serialize_trace_fields(&self.0.standing, &mut step)?;
        step.serialize_field("digest", &self.0.digest)?;
        step.end()
    }
}

impl BadMove {
    /// Returns the first illegal move of a replay, if any.
    pub fn of<G: Game, M: Mode<G>>(replay: &Replay<G, M>) -> Option<Self> {
        replay.illegal_move.as_ref().map(|bad| Self::new(bad.index, &bad.illegal))
    }

    /// Creates the report of the refused move at an index.
    #[must_use]
    pub fn new(index: usize, illegal: &Illegal) -> Self {
        Self { index, rule: Some(illegal.rule.0), detail: illegal.why.clone() }
    }
}

impl<G: Game, M: Mode<G>> Verdict<G, M> {
    /// Creates the verdict of a replay on a claim.
    #[must_use]
    pub fn of(replay: Replay<G, M>, claim: Option<&M::Claim>) -> Self {
        let bad_move = BadMove::of(&replay);
        Self {
            legal: replay.legal(),
            complete: replay.complete(),
            claim_holds: claim.map(|claim| replay.gives(claim)),
            digest: digest(&replay.state),
            bad_move,
            trace: replay.trace.map(|trace| trace.into_iter().map(|entry| TraceStep(entry, PhantomData)).collect()),
            trace_next: None,
            rules_digest: RulesDigest::THIS,
            position: Position::for_seat(replay.state, None, Extras::default(), None),
        }
    }

    /// Returns whether the run is legal and complete and its claim, if any, is correct.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.legal && self.complete && self.claim_holds.unwrap_or(true)
    }
}

wire::named_schema!(
    impl[G: Game, M: Mode<G>] TraceStep<G, M>,
    format!("{}Step", G::NAME),
    wire::object(
        "The position after the deal or after a move.",
        [M::trace_field(), wire::required("digest", wire::reference_to::<wire::Digest>())],
    ),
    gather [M::TraceScore, wire::Digest]
);

#[cfg(feature = "schemas")]
fn trace_schema<G: Game, M: Mode<G>>() -> wire::AnySchema {
    let mut trace = wire::list(
        "The entries of the trace, or a page of them: one after the deal, and one after each legal move.",
        wire::reference_to::<TraceStep<G, M>>(),
    );
    trace.max_items = Some(MAX_TRACE_ENTRIES);
    trace.into()
}

wire::named_schema!(
    impl[G: Game, M: Mode<G>] Verdict<G, M>,
    format!("{}Verdict", G::NAME),
    wire::object(
        &format!("The verdict on a run of {}.", G::TITLE),
        [
            wire::required("legal", wire::boolean_schema("Whether every move is legal.")),
            wire::required("complete", wire::boolean_schema("Whether the game has ended.")),
            wire::optional("claim_holds", wire::boolean_schema(if G::SEATED {
                "Whether the claimed points equal those of the final position. Absent if none are claimed."
            } else {
                "Whether the claimed total equals the score of the final position. Absent if none is claimed."
            })),
            wire::required("position", wire::reference_to::<Position<G, M>>()),
            wire::required("digest", wire::reference_to::<wire::Digest>()),
            wire::optional("bad_move", wire::reference_to::<BadMove>()),
            wire::optional("trace", trace_schema::<G, M>()),
            wire::optional("trace_next", wire::integer_schema("The `trace_from` of the next page of the trace. Absent on the last page.", 1, MAX_MOVES as u64)),
            wire::required("rules_digest", wire::reference_to::<RulesDigest>()),
        ],
    ),
    gather [Position<G, M>, wire::Digest, BadMove, TraceStep<G, M>, RulesDigest]
);
