//! The requests of a game's calls.
//!
//! An answer that contains a state can be posted where a state is expected: the other fields of such an answer are
//! ignored. All other unknown fields are refused.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};
use utoipa::openapi::{RefOr, Schema};

use funhouse_rules::chance::Seed;
use funhouse_rules::game::{
    self, Game, Seat, SeatOf, Seated, Seats, SeatsOf, Solitaire, StateForm, Version, ViewForm, version_schema,
};
use funhouse_rules::mode::{Mode, SeatedMode, SolitaireMode};
use funhouse_rules::replay::MAX_MOVES;
use funhouse_rules::wire;

/// The request of `deal`.
#[derive(Clone, Debug)]
pub struct DealRequest<G: Game> {
    /// The number of seats; one for a solitaire, which has no such field.
    pub seats: Seats,
    /// The seed; the service draws one if absent.
    pub seed: Option<Seed>,
    /// The options.
    pub options: G::Options,
    /// Whether to list the legal moves.
    pub with_legal_moves: bool,
    /// Whether to draw the picture.
    pub with_picture: bool,
}

/// The wire fields of a request to deal a solitaire.
#[derive(serde::Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
struct SolitaireDealFields<G: Game> {
    #[serde(default, deserialize_with = "wire::present")]
    seed: Option<Seed>,
    #[serde(default)]
    options: G::Options,
    #[serde(default, rename = "rules", deserialize_with = "wire::present")]
    _rules: Option<Version<G>>,
    #[serde(default)]
    with_legal_moves: bool,
    #[serde(default)]
    with_picture: bool,
}

/// The wire fields of a request to deal a game for several seats.
#[derive(serde::Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
struct SeatedDealFields<G: Game> {
    seats: SeatsOf<G>,
    #[serde(default, deserialize_with = "wire::present")]
    seed: Option<Seed>,
    #[serde(default)]
    options: G::Options,
    #[serde(default, rename = "rules", deserialize_with = "wire::present")]
    _rules: Option<Version<G>>,
    #[serde(default)]
    with_legal_moves: bool,
    #[serde(default)]
    with_picture: bool,
}

impl<'de, G: Game> wire::FromFields<'de> for DealRequest<G> {
    fn from_fields<D: Deserializer<'de>>(fields: D) -> Result<Self, D::Error> {
        if G::SEATED {
            let SeatedDealFields::<G> { seats, seed, options, with_legal_moves, with_picture, .. } =
                SeatedDealFields::deserialize(fields)?;
            Ok(Self { seats: seats.count(), seed, options, with_legal_moves, with_picture })
        } else {
            let SolitaireDealFields::<G> { seed, options, with_legal_moves, with_picture, .. } =
                SolitaireDealFields::deserialize(fields)?;
            Ok(Self { seats: Seats::ONE, seed, options, with_legal_moves, with_picture })
        }
    }
}

impl<'de, G: Game> Deserialize<'de> for DealRequest<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::from_object(deserializer)
    }
}

/// Returns the flags for optional parts of an answer.
fn extras() -> [wire::Field; 2] {
    [("with_legal_moves", "the legal moves"), ("with_picture", "the drawn picture")].map(|(name, what)| {
        wire::optional(name, wire::boolean_schema(&format!("Whether to put {what} into the answer; not if absent.")))
    })
}

wire::named_schema!(
    impl[G: Game] DealRequest<G>,
    format!("{}DealRequest", G::NAME),
    wire::object(
        &format!("What to deal of {}.", G::TITLE),
        game::seats_field::<G>().into_iter().chain([
            wire::optional("seed", wire::reference_to::<Seed>()),
            wire::optional("options", wire::reference_to::<G::Options>()),
            wire::optional("rules", version_schema::<G>()),
        ])
        .chain(extras()),
    ),
    gather [Seed, G::Options]
);

/// The names of a request's fields. Fields of answers that are ignored come last.
type Names = &'static [&'static str];

/// The request fields of a mode.
pub trait RequestFields<G: Game>: Mode<G> {
    /// The fields of `score`.
    const STATE: Names;
    /// The fields of `moves`.
    const STATE_AND_SEAT: Names;
    /// The fields of `plan`.
    const PLAN: Names;
    /// The fields of `picture`, with either a state or a view.
    const PICTURE: Names;
    /// The fields of `play`.
    const PLAY: Names;
    /// The fields of `view`.
    const VIEW: Names;
}

impl<G: Solitaire> RequestFields<G> for SolitaireMode {
    const STATE: Names = &["state", "game", "score", "finished", "events", "bad_move", "legal_moves", "picture"];
    const STATE_AND_SEAT: Names = <Self as RequestFields<G>>::STATE;
    const PLAN: Names = &["state", "seed", "game", "score", "finished", "events", "bad_move", "legal_moves", "picture"];
    const PICTURE: Names =
        &["state", "view", "seat", "game", "score", "finished", "events", "bad_move", "legal_moves", "picture"];
    const PLAY: Names = &[
        "state",
        "move",
        "moves",
        "until_illegal",
        "with_legal_moves",
        "with_picture",
        "game",
        "score",
        "finished",
        "events",
        "bad_move",
        "legal_moves",
        "picture",
    ];
    const VIEW: Names = &[
        "state",
        "seat",
        "with_legal_moves",
        "game",
        "score",
        "finished",
        "events",
        "bad_move",
        "legal_moves",
        "picture",
    ];
}

impl<G: Seated> RequestFields<G> for SeatedMode {
    const STATE: Names =
        &["state", "game", "points", "to_act", "places", "finished", "events", "bad_move", "legal_moves", "picture"];
    const STATE_AND_SEAT: Names = &[
        "state",
        "seat",
        "game",
        "points",
        "to_act",
        "places",
        "finished",
        "events",
        "bad_move",
        "legal_moves",
        "picture",
    ];
    const PLAN: Names = &[
        "state",
        "seat",
        "seed",
        "game",
        "points",
        "to_act",
        "places",
        "finished",
        "events",
        "bad_move",
        "legal_moves",
        "picture",
    ];
    const PICTURE: Names = &[
        "state",
        "view",
        "seat",
        "game",
        "points",
        "to_act",
        "places",
        "finished",
        "events",
        "bad_move",
        "legal_moves",
        "picture",
    ];
    const PLAY: Names = &[
        "state",
        "move",
        "moves",
        "seat",
        "until_illegal",
        "with_legal_moves",
        "with_picture",
        "game",
        "points",
        "to_act",
        "places",
        "finished",
        "events",
        "bad_move",
        "legal_moves",
        "picture",
    ];
    const VIEW: Names = &[
        "state",
        "seat",
        "with_legal_moves",
        "game",
        "points",
        "to_act",
        "places",
        "finished",
        "events",
        "bad_move",
        "legal_moves",
        "picture",
    ];
}

/// The fields of a request with a state, before checking that all required ones are present.
struct Fields<G: Game> {
    state: Option<StateForm<G>>,
    view: Option<ViewForm<G>>,
    one: Option<G::Move>,
    several: Option<Vec<G::Move>>,
    seat: Option<Seat>,
    seed: Option<Seed>,
    until_illegal: bool,
    with_legal_moves: bool,
    with_picture: bool,
}

/// Reads a request with a state. Each field of the call may occur at most once, and no other may occur.
fn fields<'de, G: Game, D: Deserializer<'de>>(
    deserializer: D,
    names: Names,
) -> Result<(StateForm<G>, Fields<G>), D::Error> {
    let mut fields = any_fields(deserializer, names)?;
    let state = fields.state.take().ok_or_else(|| D::Error::missing_field("state"))?;
    Ok((state, fields))
}

/// Reads a request. Each field of the call may occur at most once, and no other may occur.
fn any_fields<'de, G: Game, D: Deserializer<'de>>(deserializer: D, names: Names) -> Result<Fields<G>, D::Error> {
    deserializer.deserialize_map(Read(names, PhantomData))
}

struct Read<G>(Names, PhantomData<G>);

impl<'de, G: Game> Visitor<'de> for Read<G> {
    type Value = Fields<G>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<G>, A::Error> {
        let Self(names, _) = self;
        let (mut state, mut view, mut one, mut several, mut seat, mut seed) = (None, None, None, None, None, None);
        let (mut until_illegal, mut with_legal_moves, mut with_picture) = (false, false, false);
        let mut seen = 0_u32;
        while let Some(i) = map.next_key_seed(OneOf(names))? {
            let name = names.get(i).copied().unwrap_or_default();
            if seen & 1 << i != 0 {
                return Err(A::Error::duplicate_field(name));
            }
            seen |= 1 << i;
            match name {
                "state" => state = Some(map.next_value()?),
                "view" => view = Some(map.next_value()?),
                "move" => one = Some(map.next_value()?),
                "moves" => several = Some(map.next_value::<OneOrMore<G::Move>>()?.0),
                "seat" => seat = Some(map.next_value::<SeatOf<G>>()?.seat()),
                "seed" => seed = Some(map.next_value()?),
                "until_illegal" => until_illegal = map.next_value()?,
                "with_legal_moves" => with_legal_moves = map.next_value()?,
                "with_picture" => with_picture = map.next_value()?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(Fields { state, view, one, several, seat, seed, until_illegal, with_legal_moves, with_picture })
    }
}

/// Deserializes a key from a list and returns its index.
struct OneOf(Names);

impl<'de> DeserializeSeed<'de> for OneOf {
    type Value = usize;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for OneOf {
    type Value = usize;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("field identifier")
    }
    fn visit_str<E: de::Error>(self, key: &str) -> Result<usize, E> {
        self.0.iter().position(|name| *name == key).ok_or_else(|| E::unknown_field(key, self.0))
    }
}

/// A list of one to [`MAX_MOVES`] moves.
struct OneOrMore<M>(Vec<M>);

impl<'de, M: Deserialize<'de>> Deserialize<'de> for OneOrMore<M> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let moves: Vec<M> = wire::at_most::<_, _, MAX_MOVES>(deserializer)?;
        if moves.is_empty() {
            return Err(D::Error::invalid_length(0, &"at least one move"));
        }
        Ok(Self(moves))
    }
}

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
    /// The seat for which the built-in player plans; the first that may act if absent.
    pub seat: Option<Seat>,
    /// The seed for random choices; that of the state if absent.
    pub seed: Option<Seed>,
    mode: PhantomData<M>,
}

impl<'de, G: Game, M: RequestFields<G>> Deserialize<'de> for PlanRequest<G, M> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (state, Fields { seat, seed, .. }) = fields(deserializer, M::PLAN)?;
        Ok(Self { state, seat, seed, mode: PhantomData })
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
                return Err(D::Error::custom(
                    "a solitaire's state is drawn for its one player: only a `view` goes with a `seat`",
                ));
            }
            (Some(state), None) => PictureSubject::State(state),
            (None, Some(view)) => PictureSubject::View(view),
            (None, None) => return Err(D::Error::custom("either `state` or `view` must be given")),
            (Some(_), Some(_)) => return Err(D::Error::custom("only one of `state` and `view` may be given")),
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
        let (state, Fields { one, several, seat, until_illegal, with_legal_moves, with_picture, .. }) =
            fields(deserializer, M::PLAY)?;
        let moves = match (one, several) {
            (Some(mv), None) => Moves::One(mv),
            (None, Some(moves)) => Moves::Several(moves),
            (None, None) => return Err(D::Error::custom("either `move` or `moves` must be given")),
            (Some(_), Some(_)) => return Err(D::Error::custom("only one of `move` and `moves` may be given")),
        };
        Ok(Self { state, moves, seat, until_illegal, with_legal_moves, with_picture, mode: PhantomData })
    }
}

/// The schema of fields next to the state in an answer, which requests may contain and which are ignored.
struct Ignored;

wire::named_schema!(
    impl[] Ignored,
    "Ignored",
    wire::anything("Anything: answers carry it beside the state, and requests may too. It is ignored."),
    gather []
);

/// Returns the schema of a request with these fields, of which some are required.
fn schema<G: Game>(description: &str, names: Names, required: &[&str]) -> RefOr<Schema> {
    let field = |name: &&'static str| {
        let flag = |words| wire::boolean_schema(&format!("Whether to put {words} into the answer; not if absent."));
        let schema = match *name {
            "state" => wire::reference_to::<StateForm<G>>(),
            "view" => wire::reference_to::<ViewForm<G>>(),
            "seat" if names.contains(&"view") => SeatOf::<G>::schema(SEAT_OF_VIEW),
            "move" => wire::reference_to::<G::Move>(),
            "moves" => {
                let mut moves = wire::list("The moves to make, in order.", wire::reference_to::<G::Move>());
                (moves.min_items, moves.max_items) = (Some(1), Some(MAX_MOVES));
                moves.into()
            }
            "seat" if names.contains(&"seed") => SeatOf::<G>::schema(SEAT_OF_PLAN),
            "seat" => SeatOf::<G>::schema(SEAT),
            "seed" => wire::described(SEED_OF_PLAN, wire::reference_to::<Seed>()),
            "until_illegal" => wire::boolean_schema(UNTIL_ILLEGAL),
            "with_legal_moves" => flag("the legal moves"),
            "with_picture" => flag("the drawn picture"),
            _ => wire::reference_to::<Ignored>(),
        };
        if required.contains(name) { wire::required(name, schema) } else { wire::optional(name, schema) }
    };
    wire::object(description, names.iter().map(field))
}

/// The description of `until_illegal`.
const UNTIL_ILLEGAL: &str = "Whether the moves before the first illegal one are made, and the answer tells that one as `bad_move`. \
                             If absent, an illegal move refuses the call.";

/// The description of a seat.
const SEAT: &str = "The seat to which it is told: what is hidden from it is left out, and legal moves are its own.";

/// The description of a seat in a request for a plan.
const SEAT_OF_PLAN: &str = "The seat for which the built-in player plans; the first that may act if absent.";

/// The description of a seed in a request for a plan.
const SEED_OF_PLAN: &str = "The seed that the built-in player draws its random choices from; the seed of the state if absent. \
                            The same state, seat and seed give the same moves.";

/// The description of a seat next to a view.
const SEAT_OF_VIEW: &str = "The seat whose view it is; an onlooker's if absent.";

/// Removes a field from the schema of an object.
fn without(mut schema: RefOr<Schema>, field: &str) -> RefOr<Schema> {
    if let RefOr::T(Schema::Object(object)) = &mut schema {
        object.properties.remove(field);
    }
    schema
}

/// The schema of a [`PictureRequest`] with a view; that with a state is a [`SeatRequest`].
struct PictureOfView<G, M>(PhantomData<(G, M)>);

wire::named_schema!(
    impl[G: Game, M: RequestFields<G>] PictureOfView<G, M>,
    format!("{}PictureOfView", G::NAME),
    without(
        schema::<G>(
            &format!("A view of {}, as the call `view` gave it, and the seat whose it is.", G::TITLE),
            M::PICTURE,
            &["view"],
        ),
        "state",
    ),
    gather [ViewForm<G>, Ignored]
);

wire::named_schema!(
    impl[G: Game, M: RequestFields<G>] PictureRequest<G, M>,
    format!("{}PictureRequest", G::NAME),
    wire::one_of(
        &format!("What is drawn of {}: a state or a view.", G::TITLE),
        [wire::reference_to::<SeatRequest<G, M>>(), wire::reference_to::<PictureOfView<G, M>>()],
    ),
    gather [SeatRequest<G, M>, PictureOfView<G, M>]
);

wire::named_schema!(
    impl[G: Game, M: RequestFields<G>] StateRequest<G, M>,
    format!("{}StateRequest", G::NAME),
    schema::<G>(&format!("A state of {}, as an answer gave it.", G::TITLE), M::STATE, &["state"]),
    gather [StateForm<G>, Ignored]
);

// A solitaire has no seats to ask for, so its only request is that with a state.
wire::named_schema!(
    impl[G: Game, M: RequestFields<G>] SeatRequest<G, M>,
    format!("{}{}", G::NAME, if G::SEATED { "SeatRequest" } else { "StateRequest" }),
    schema::<G>(
        &if G::SEATED {
            format!("A state of {}, as an answer gave it, and perhaps the seat for which it is asked.", G::TITLE)
        } else {
            format!("A state of {}, as an answer gave it.", G::TITLE)
        },
        M::STATE_AND_SEAT,
        &["state"],
    ),
    gather [StateForm<G>, Ignored]
);

wire::named_schema!(
    impl[G: Game, M: RequestFields<G>] PlanRequest<G, M>,
    format!("{}PlanRequest", G::NAME),
    schema::<G>(
        &format!("A state of {}, and what decides how the built-in player goes on from it.", G::TITLE),
        M::PLAN,
        &["state"],
    ),
    gather [StateForm<G>, Seed, Ignored]
);

wire::named_schema!(
    impl[G: Game, M: RequestFields<G>] ViewRequest<G, M>,
    format!("{}ViewRequest", G::NAME),
    schema::<G>(
        &format!("A state of {}, and whose view of it is wanted: an onlooker's if no seat is named.", G::TITLE),
        M::VIEW,
        &["state"],
    ),
    gather [StateForm<G>, Ignored]
);

/// The two schemas of a [`PlayRequest`]: with one move, and with several.
struct PlayMove<G, M>(PhantomData<(G, M)>);
struct PlayMoves<G, M>(PhantomData<(G, M)>);

/// Returns the schema of a `play` request with all fields but one.
fn play_schema<G: Game, M: RequestFields<G>>(description: &str, moves: &'static str, other: &str) -> RefOr<Schema> {
    without(schema::<G>(description, M::PLAY, &["state", moves]), other)
}

wire::named_schema!(
    impl[G: Game, M: RequestFields<G>] PlayMove<G, M>,
    format!("{}PlayMove", G::NAME),
    play_schema::<G, M>(&format!("A state of {} and a move to make.", G::TITLE), "move", "moves"),
    gather [StateForm<G>, G::Move, Ignored]
);

wire::named_schema!(
    impl[G: Game, M: RequestFields<G>] PlayMoves<G, M>,
    format!("{}PlayMoves", G::NAME),
    play_schema::<G, M>(
        &format!("A state of {} and moves to make in order.", G::TITLE),
        "moves",
        "move",
    ),
    gather [StateForm<G>, G::Move, Ignored]
);

wire::named_schema!(
    impl[G: Game, M: RequestFields<G>] PlayRequest<G, M>,
    format!("{}PlayRequest", G::NAME),
    wire::one_of(
        &format!("A state of {}, and either a move or a list of moves.", G::TITLE),
        [wire::reference_to::<PlayMove<G, M>>(), wire::reference_to::<PlayMoves<G, M>>()],
    ),
    gather [PlayMove<G, M>, PlayMoves<G, M>]
);
