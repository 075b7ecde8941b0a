//! The schemas of requests and answers of a game. Each is a type of its own, because requests and answers themselves do not have the types of
//! the game.

use std::borrow::Cow;
use std::marker::PhantomData;

use funhouse_analysis::Effort;
use funhouse_rules::chance::Seed;
use funhouse_rules::game::{
    self, Game, Kind, LegalMoves, Solitaire, StateForm, ViewForm, level_schema, seat_schema, version_schema,
};
use funhouse_rules::mode::Mode;
use funhouse_rules::sources::RulesDigest;
use funhouse_rules::wire::{self, AnySchema, PartialSchema, ToSchema};
use utoipa::openapi::{RefOr, Schema};

use crate::answer::{BadMove, MAX_TRACE_ENTRIES};
use crate::request::{Call, Names};
use crate::table_request::{MAX_POSTED, NamedOccupant, pace_schema};

/// Declares a type for each schema of a game.
macro_rules! schemas {
    ($($(#[doc = $doc:literal])+ $Type:ident<$($Parameter:ident),+>;)+) => {
        $($(#[doc = $doc])+ #[derive(Debug)] pub(crate) struct $Type<$($Parameter),+>(PhantomData<($($Parameter,)+)>);)+
    };
}

schemas! {
    /// A request to deal.
    DealRequest<G>;
    /// A request with a state.
    StateRequest<G, M>;
    /// A request with a state and optionally a seat.
    SeatRequest<G, M>;
    /// A request for a plan.
    PlanRequest<G, M>;
    /// A request for an analysis.
    AnalysisRequest<G>;
    /// A request for a picture.
    PictureRequest<G, M>;
    /// A request for a view.
    ViewRequest<G, M>;
    /// A request to play.
    PlayRequest<G, M>;
    /// A position.
    Position<G, M>;
    /// A position as a viewer sees it.
    SeenPosition<G, M>;
    /// A plan.
    Plan<G>;
    /// A step of a trace.
    TraceStep<G, M>;
    /// A verdict on a run.
    Verdict<G, M>;
    /// A request for a table.
    TableRequest<G>;
    /// A request to play moves at a table.
    MovesRequest<G>;
    /// Who gets a seat.
    AssignedSeat<G>;
    /// A robot with its level.
    RobotFields<G>;
}

/// The schema of fields next to the state in an answer, which requests may contain and which are ignored.
struct Ignored;

wire::named_schema!(
    impl[] Ignored,
    "Ignored",
    wire::anything("Ignored. Responses have it next to the state, so that you can send a whole response as the next request."),
    gather []
);

/// Returns the schema of a request with these fields, of which some are required.
fn schema<G: Game>(description: &str, names: Names, required: &[&str]) -> AnySchema {
    let field = |name: &&'static str| {
        let flag = |what| wire::boolean_schema(&format!("Whether to return {what}. False if absent."));
        let schema = match *name {
            "state" => wire::reference_to::<StateForm<G>>(),
            "view" => wire::reference_to::<ViewForm<G>>(),
            "seat" if names.contains(&"view") => seat_schema::<G>(SEAT_OF_VIEW),
            "move" => wire::reference_to::<G::Move>(),
            "moves" => {
                let mut moves = wire::list("The moves to make, in order.", wire::reference_to::<G::Move>());
                (moves.min_items, moves.max_items) = (Some(1), Some(G::MAX_MOVES));
                moves.into()
            }
            "seat" if names.contains(&"seed") => seat_schema::<G>(SEAT_OF_PLAN),
            "seat" => seat_schema::<G>(SEAT),
            "seed" => wire::described(SEED_OF_PLAN, wire::reference_to::<Seed>()),
            "level" => level_schema::<G>(),
            "until_illegal" => wire::boolean_schema(UNTIL_ILLEGAL),
            "with_legal_moves" => flag("the legal moves"),
            "with_picture" => flag("the picture"),
            "with_text" => wire::boolean_schema(WITH_TEXT),
            "effort" => wire::described(EFFORT, wire::reference_to::<Effort>()),
            "with_moves" => flag("the value of each legal move"),
            _ => wire::reference_to::<Ignored>(),
        };
        if required.contains(name) { wire::required(name, schema) } else { wire::optional(name, schema) }
    };
    wire::object(description, names.iter().map(field))
}

/// The description of `until_illegal`.
const UNTIL_ILLEGAL: &str = "Whether to make the moves before the first illegal one and return that one as `bad_move`. \
                             Without it, an illegal move is an error.";

/// The description of `with_text`.
const WITH_TEXT: &str = "Whether each event has `text`: one English sentence. False if absent.";

/// The description of an effort.
const EFFORT: &str = "How thoroughly to search; `normal` if absent.";

/// The description of a seat.
const SEAT: &str = "The seat that sees the events, picture and legal moves. Parts hidden from it are `??` or absent.";

/// The description of a seat in a request for a plan.
const SEAT_OF_PLAN: &str = "The seat for which the built-in player plans. The default is the first that can act.";

/// The description of a seed in a request for a plan.
const SEED_OF_PLAN: &str = "The seed that the built-in player draws its random choices from; the seed of the state if absent. \
                            The same state, seat and seed give the same moves.";

/// The description of a seat next to a view.
const SEAT_OF_VIEW: &str = "The seat that has this view. An onlooker's if absent.";

/// Removes a field from the schema of an object.
fn without(mut schema: AnySchema, field: &str) -> AnySchema {
    if let RefOr::T(Schema::Object(object)) = &mut schema {
        object.properties.remove(field);
    }
    schema
}

/// A view to draw; the request with a state is a [`SeatRequest`].
struct PictureOfView<G, M>(PhantomData<(G, M)>);

wire::named_schema!(
    impl[G: Game, M: Mode<G>] PictureOfView<G, M>,
    format!("{}PictureOfView", G::NAME),
    without(
        schema::<G>(
            &format!("A view of {}, as the call `view` returned it, and its seat.", G::TITLE),
            Call::Picture.names(G::SEATED),
            &["view"],
        ),
        "state",
    ),
    gather [ViewForm<G>, Ignored]
);

wire::named_schema!(
    impl[G: Game, M: Mode<G>] PictureRequest<G, M>,
    format!("{}PictureRequest", G::NAME),
    wire::one_of(
        &format!("A state or a view of {} to draw.", G::TITLE),
        [wire::reference_to::<SeatRequest<G, M>>(), wire::reference_to::<PictureOfView<G, M>>()],
    ),
    gather [SeatRequest<G, M>, PictureOfView<G, M>]
);

wire::named_schema!(
    impl[G: Game, M: Mode<G>] StateRequest<G, M>,
    format!("{}StateRequest", G::NAME),
    schema::<G>(&format!("A state of {}, as a response returned it.", G::TITLE), Call::Score.names(G::SEATED), &["state"]),
    gather [StateForm<G>, Ignored]
);

// A solitaire has no seats to ask for, so its only request is that with a state.
wire::named_schema!(
    impl[G: Game, M: Mode<G>] SeatRequest<G, M>,
    format!("{}{}", G::NAME, if G::SEATED { "SeatRequest" } else { "StateRequest" }),
    schema::<G>(
        &if G::SEATED {
            format!("A state of {}, as a response returned it, and optionally a seat.", G::TITLE)
        } else {
            format!("A state of {}, as a response returned it.", G::TITLE)
        },
        Call::Moves.names(G::SEATED),
        &["state"],
    ),
    gather [StateForm<G>, Ignored]
);

wire::named_schema!(
    impl[G: Game, M: Mode<G>] PlanRequest<G, M>,
    format!("{}PlanRequest", G::NAME),
    schema::<G>(
        &format!("A state of {}, and the seat and seed of the built-in player.", G::TITLE),
        Call::Plan.names(G::SEATED),
        &["state"],
    ),
    gather [StateForm<G>, Seed, Ignored]
);

wire::named_schema!(
    impl[G: Solitaire] AnalysisRequest<G>,
    format!("{}AnalysisRequest", G::NAME),
    schema::<G>(&format!("A state of {}, and how to analyze it.", G::TITLE), Call::Analysis.names(false), &["state"]),
    gather [StateForm<G>, Effort, Ignored]
);

wire::named_schema!(
    impl[G: Game, M: Mode<G>] ViewRequest<G, M>,
    format!("{}ViewRequest", G::NAME),
    schema::<G>(
        &format!("A state of {}, and the seat that sees it. Without a seat, the view is an onlooker's.", G::TITLE),
        Call::View.names(G::SEATED),
        &["state"],
    ),
    gather [StateForm<G>, Ignored]
);

/// The two forms of a [`PlayRequest`]: with one move, and with several.
struct PlayMove<G, M>(PhantomData<(G, M)>);
struct PlayMoves<G, M>(PhantomData<(G, M)>);

/// Returns the schema of a `play` request with all fields but one.
fn play_schema<G: Game>(description: &str, moves: &'static str, other: &str) -> AnySchema {
    without(schema::<G>(description, Call::Play.names(G::SEATED), &["state", moves]), other)
}

wire::named_schema!(
    impl[G: Game, M: Mode<G>] PlayMove<G, M>,
    format!("{}PlayMove", G::NAME),
    play_schema::<G>(&format!("A state of {} and a move to make.", G::TITLE), "move", "moves"),
    gather [StateForm<G>, G::Move, Ignored]
);

wire::named_schema!(
    impl[G: Game, M: Mode<G>] PlayMoves<G, M>,
    format!("{}PlayMoves", G::NAME),
    play_schema::<G>(
        &format!("A state of {} and moves to make in order.", G::TITLE),
        "moves",
        "move",
    ),
    gather [StateForm<G>, G::Move, Ignored]
);

wire::named_schema!(
    impl[G: Game, M: Mode<G>] PlayRequest<G, M>,
    format!("{}PlayRequest", G::NAME),
    wire::one_of(
        &format!("A state of {}, and either a move or a list of moves.", G::TITLE),
        [wire::reference_to::<PlayMove<G, M>>(), wire::reference_to::<PlayMoves<G, M>>()],
    ),
    gather [PlayMove<G, M>, PlayMoves<G, M>]
);

/// Returns the flags for optional parts of an answer.
fn extras() -> [wire::Field; 2] {
    [("with_legal_moves", "the legal moves"), ("with_picture", "the picture")].map(|(name, what)| {
        wire::optional(name, wire::boolean_schema(&format!("Whether to return {what}. False if absent.")))
    })
}

wire::named_schema!(
    impl[G: Game] DealRequest<G>,
    format!("{}DealRequest", G::NAME),
    wire::object(
        &format!("The deal of {}: its seed and options.", G::TITLE),
        game::seats_field::<G>().into_iter().chain([
            wire::optional("seed", wire::reference_to::<Seed>()),
            wire::optional("options", wire::reference_to::<G::Options>()),
            wire::optional("rules", version_schema::<G>()),
        ])
        .chain(extras()),
    ),
    gather [Seed, G::Options]
);

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

wire::named_schema!(
    impl[G: Game, M: Mode<G>] SeenPosition<G, M>,
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

wire::named_schema!(
    impl[G: Game] Plan<G>,
    format!("{}Plan", G::NAME),
    wire::object(
        &format!("The next moves of the built-in player of {}.", G::TITLE),
        [wire::required("moves", wire::list("At least one move, all legal in sequence. Empty for a seat that cannot act.", wire::reference_to::<G::Move>()))],
    ),
    gather [G::Move]
);

wire::named_schema!(
    impl[G: Game, M: Mode<G>] TraceStep<G, M>,
    format!("{}Step", G::NAME),
    wire::object(
        "The position after the deal or after a move.",
        [M::trace_field(), wire::required("digest", wire::reference_to::<wire::Digest>())],
    ),
    gather [M::TraceScore, wire::Digest]
);

fn trace_schema<G: Game, M: Mode<G>>() -> AnySchema {
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
            wire::optional("trace_next", wire::integer_schema("The `trace_from` of the next page of the trace. Absent on the last page.", 1, G::MAX_MOVES as u64)),
            wire::required("rules_digest", wire::reference_to::<RulesDigest>()),
        ],
    ),
    gather [Position<G, M>, wire::Digest, BadMove, TraceStep<G, M>, RulesDigest]
);

wire::named_schema!(
    impl[G: Game] RobotFields<G>,
    format!("{}RobotOccupant", G::NAME),
    wire::object(
        "A robot of a level.",
        [wire::required("kind", wire::constant("robot")), wire::optional("level", level_schema::<G>())],
    ),
    gather []
);

wire::named_schema!(
    impl[G: Game] AssignedSeat<G>,
    format!("{}Occupant", G::NAME),
    wire::one_of("The occupant of the seat.", [wire::reference_to::<NamedOccupant>(), wire::reference_to::<RobotFields<G>>()]),
    gather [NamedOccupant, RobotFields<G>]
);

impl<G: Game> PartialSchema for TableRequest<G> {
    fn schema() -> AnySchema {
        let (min, max) = (usize::from(*G::SEATS.start()), usize::from(*G::SEATS.end()));
        let seats =
            "The occupants of the seats. Exactly one is `you`. The order of the seats is drawn when the game begins.";
        let several = [
            wire::required("seats", wire::list_from(seats, wire::reference_to::<AssignedSeat<G>>(), min, max)),
            wire::optional("pace", pace_schema()),
            wire::optional(
                "listed",
                wire::boolean_schema("Whether `GET /v1/tables` lists the table. False if absent."),
            ),
            wire::optional(
                "approval",
                wire::boolean_schema("Whether you approve who takes an open seat. False if absent."),
            ),
        ];
        let rated = "Whether the result counts for ratings. If absent, it does if you have a recovery code, no app acts for you, and a second \
                     seat is not a robot's.";
        let rated = [wire::optional("rated", wire::boolean_schema(rated))];
        let daily = "Whether it is the ranked game of the day: one table for each player, game and day (UTC), with the same seed \
                     for all. Not if absent; then the table's seed is its own.";
        let one = [wire::optional("daily", wire::boolean_schema(daily))];
        wire::object(
            &format!("A new table of {}.", G::TITLE),
            [
                wire::required("game", wire::constant(G::ID)),
                wire::optional("rules", version_schema::<G>()),
                wire::optional("options", wire::reference_to::<G::Options>()),
            ]
            .into_iter()
            .chain(several.into_iter().filter(|_| G::SEATED))
            .chain(rated.into_iter().filter(|_| matches!(G::KIND, Kind::Seated)))
            .chain(one.into_iter().filter(|_| !G::SEATED)),
        )
    }
}

impl<G: Game> ToSchema for TableRequest<G> {
    fn name() -> Cow<'static, str> {
        Cow::from(format!("{}TableRequest", G::NAME))
    }

    fn schemas(schemas: &mut wire::Schemas) {
        wire::gather::<G::Options>(schemas);
        if G::SEATED {
            wire::gather::<AssignedSeat<G>>(schemas);
        }
    }
}

wire::named_schema!(
    impl[G: Game] MovesRequest<G>,
    format!("{}MovesRequest", G::NAME),
    {
        let after = "The number of moves that you know. If the table has more, none of yours is made, unless all others are choices of \
                     other seats in the same simultaneous step, or moves of other seats in the same race.";
        let moves = wire::list_from(
            "The moves to make, in order, all of your seat. The moves before the first illegal one are made.",
            wire::reference_to::<G::Move>(),
            1,
            MAX_POSTED,
        );
        let legal_moves = "Whether the position has `legal_moves`: those of your seat after these moves. The default is false.";
        wire::object(
            &format!("Moves to make at a table of {}.", G::TITLE),
            [
                wire::required("game", wire::constant(G::ID)),
                wire::optional("rules", version_schema::<G>()),
                wire::required("after", wire::integer_schema(after, 0, G::MAX_MOVES as u64)),
                wire::required("moves", moves),
                wire::optional("with_legal_moves", wire::boolean_schema(legal_moves)),
                wire::optional(
                    "with_text",
                    wire::boolean_schema("Whether each event in `news` has `text`: one English sentence. False if absent."),
                ),
            ],
        )
    },
    gather [G::Move]
);
