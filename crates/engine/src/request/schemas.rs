//! The schemas of the requests with a state.

use std::marker::PhantomData;

use utoipa::openapi::{RefOr, Schema};

use funhouse_analysis::Effort;
use funhouse_rules::chance::Seed;
use funhouse_rules::game::{Game, LevelOf, SeatOf, Solitaire, StateForm, ViewForm};
use funhouse_rules::replay::MAX_MOVES;
use funhouse_rules::wire;

use super::names::{ANALYSIS, Names, RequestFields};
use super::{AnalysisRequest, PictureRequest, PlanRequest, PlayRequest, SeatRequest, StateRequest, ViewRequest};

/// The schema of fields next to the state in an answer, which requests may contain and which are ignored.
struct Ignored;

wire::named_schema!(
    impl[] Ignored,
    "Ignored",
    wire::anything("Ignored. Responses have it next to the state, so that you can send a whole response as the next request."),
    gather []
);

/// Returns the schema of a request with these fields, of which some are required.
fn schema<G: Game>(description: &str, names: Names, required: &[&str]) -> wire::AnySchema {
    let field = |name: &&'static str| {
        let flag = |what| wire::boolean_schema(&format!("Whether to return {what}. False if absent."));
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
            "level" => LevelOf::<G>::schema(),
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
fn without(mut schema: wire::AnySchema, field: &str) -> wire::AnySchema {
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
            &format!("A view of {}, as the call `view` returned it, and its seat.", G::TITLE),
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
        &format!("A state or a view of {} to draw.", G::TITLE),
        [wire::reference_to::<SeatRequest<G, M>>(), wire::reference_to::<PictureOfView<G, M>>()],
    ),
    gather [SeatRequest<G, M>, PictureOfView<G, M>]
);

wire::named_schema!(
    impl[G: Game, M: RequestFields<G>] StateRequest<G, M>,
    format!("{}StateRequest", G::NAME),
    schema::<G>(&format!("A state of {}, as a response returned it.", G::TITLE), M::STATE, &["state"]),
    gather [StateForm<G>, Ignored]
);

// A solitaire has no seats to ask for, so its only request is that with a state.
wire::named_schema!(
    impl[G: Game, M: RequestFields<G>] SeatRequest<G, M>,
    format!("{}{}", G::NAME, if G::SEATED { "SeatRequest" } else { "StateRequest" }),
    schema::<G>(
        &if G::SEATED {
            format!("A state of {}, as a response returned it, and optionally a seat.", G::TITLE)
        } else {
            format!("A state of {}, as a response returned it.", G::TITLE)
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
        &format!("A state of {}, and the seat and seed of the built-in player.", G::TITLE),
        M::PLAN,
        &["state"],
    ),
    gather [StateForm<G>, Seed, Ignored]
);

wire::named_schema!(
    impl[G: Solitaire] AnalysisRequest<G>,
    format!("{}AnalysisRequest", G::NAME),
    schema::<G>(&format!("A state of {}, and how to analyze it.", G::TITLE), ANALYSIS, &["state"]),
    gather [StateForm<G>, Effort, Ignored]
);

wire::named_schema!(
    impl[G: Game, M: RequestFields<G>] ViewRequest<G, M>,
    format!("{}ViewRequest", G::NAME),
    schema::<G>(
        &format!("A state of {}, and the seat that sees it. Without a seat, the view is an onlooker's.", G::TITLE),
        M::VIEW,
        &["state"],
    ),
    gather [StateForm<G>, Ignored]
);

/// The two schemas of a [`PlayRequest`]: with one move, and with several.
struct PlayMove<G, M>(PhantomData<(G, M)>);
struct PlayMoves<G, M>(PhantomData<(G, M)>);

/// Returns the schema of a `play` request with all fields but one.
fn play_schema<G: Game, M: RequestFields<G>>(description: &str, moves: &'static str, other: &str) -> wire::AnySchema {
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
