//! What the calls of a game take and give: positions, verdicts and the requests that lead to them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::rules::chance::Seed;
use crate::rules::game::{Game, LegalMoves, ScoreCard, State, StateForm, version};
use crate::rules::replay::{MOST_MOVES, Replay, Run, digest};
use crate::rules::wire;

/// A position: a state, what it scores, whether the game has ended, and what led to it.
#[derive(Clone, Debug, Serialize)]
#[serde(bound = "")]
pub struct Position<G: Game> {
    /// The state, to be posted back as it is.
    pub state: State<G>,
    /// What the game would score if it ended now.
    pub score: G::Score,
    /// Whether the game has ended.
    pub finished: bool,
    /// What happened, one list for each move made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events: Option<Vec<Vec<G::Event>>>,
    /// The legal moves, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_moves: Option<LegalMoves<G>>,
}

impl<G: Game> Position<G> {
    /// The position of a state.
    #[must_use]
    pub fn of(state: State<G>, events: Option<Vec<Vec<G::Event>>>, with_legal_moves: bool) -> Self {
        let legal_moves = with_legal_moves.then(|| state.legal_moves());
        Self { score: state.score(), finished: state.finished(), state, events, legal_moves }
    }
}

wire::named_schema!(
    impl[G: Game] Position<G>,
    format!("{}Position", G::NAME),
    wire::object(
        &format!("A position of {}: a state, what it scores, whether the game has ended, and what led to it.", G::TITLE),
        [
            wire::required("state", wire::reference_to::<StateForm<G>>()),
            wire::required("score", wire::reference_to::<G::Score>()),
            wire::required("finished", wire::boolean_schema("Whether the game has ended.")),
            wire::optional("events", wire::list("What happened, one list for each move made.", wire::list("The events of one move, in order.", wire::reference_to::<G::Event>()).into())),
            wire::optional("legal_moves", wire::reference_to::<LegalMoves<G>>()),
        ],
    ),
    gather [StateForm<G>, G::Score, G::Event, LegalMoves<G>]
);

/// What `deal` takes.
#[derive(Clone, Debug, Deserialize)]
#[serde(remote = "Self", bound = "", deny_unknown_fields)]
pub struct DealRequest<G: Game> {
    /// The seed; drawn by the service if absent.
    #[serde(default, deserialize_with = "wire::present")]
    pub seed: Option<Seed>,
    /// The options.
    #[serde(default)]
    pub options: G::Options,
    /// The rules version; the newest if absent.
    #[serde(default, deserialize_with = "some_version")]
    pub rules: Option<u32>,
    /// Whether to list the legal moves.
    #[serde(default)]
    pub with_legal_moves: bool,
}

wire::object_only!(read impl[G: Game] DealRequest<G>);

fn some_version<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    version(deserializer).map(Some)
}

fn with_legal_moves() -> wire::Field {
    wire::optional(
        "with_legal_moves",
        wire::boolean_schema("Whether to put the legal moves into the answer; not if absent."),
    )
}

wire::named_schema!(
    impl[G: Game] DealRequest<G>,
    format!("{}DealRequest", G::NAME),
    wire::object(
        &format!("What to deal of {}.", G::TITLE),
        [
            wire::optional("seed", wire::reference_to::<Seed>()),
            wire::optional("options", wire::reference_to::<G::Options>()),
            wire::optional("rules", wire::integer_schema("The rules version; the newest if absent.", 1, u32::MAX.into())),
            with_legal_moves(),
        ],
    ),
    gather [Seed, G::Options]
);

/// What `moves` and `score` take.
#[derive(Clone, Debug, Deserialize)]
#[serde(remote = "Self", bound = "", deny_unknown_fields)]
pub struct StateRequest<G: Game> {
    /// The state.
    pub state: StateForm<G>,
}

wire::object_only!(read impl[G: Game] StateRequest<G>);

wire::named_schema!(
    impl[G: Game] StateRequest<G>,
    format!("{}StateRequest", G::NAME),
    wire::object(
        &format!("A state of {}, as an answer gave it.", G::TITLE),
        [wire::required("state", wire::reference_to::<StateForm<G>>())],
    ),
    gather [StateForm<G>]
);

/// What `play` takes: a state, and a move or a list of moves.
#[derive(Clone, Debug)]
pub struct PlayRequest<G: Game> {
    /// The state.
    pub state: StateForm<G>,
    /// The moves to make.
    pub moves: Moves<G>,
    /// Whether to list the legal moves.
    pub with_legal_moves: bool,
}

/// The moves to make.
#[derive(Clone, Debug)]
pub enum Moves<G: Game> {
    /// One, sent as `move`.
    One(G::Move),
    /// Several, sent as `moves`.
    Several(Vec<G::Move>),
}

impl<G: Game> Moves<G> {
    /// The moves in order, each with the pointer to it in the body.
    pub fn each(&self) -> impl Iterator<Item = (&G::Move, impl FnOnce() -> String)> {
        let (moves, one) = match self {
            Self::One(mv) => (std::slice::from_ref(mv), true),
            Self::Several(moves) => (moves.as_slice(), false),
        };
        let pointer = move |i| move || if one { "/move".to_owned() } else { format!("/moves/{i}") };
        moves.iter().enumerate().map(move |(i, mv)| (mv, pointer(i)))
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Several(moves) => moves.len(),
        }
    }
}

impl<'de, G: Game> Deserialize<'de> for PlayRequest<G> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(remote = "Self", bound = "", deny_unknown_fields)]
        struct Form<G: Game> {
            state: StateForm<G>,
            #[serde(default, rename = "move", deserialize_with = "wire::present")]
            one: Option<G::Move>,
            #[serde(default, deserialize_with = "several")]
            moves: Option<Vec<G::Move>>,
            #[serde(default)]
            with_legal_moves: bool,
        }
        wire::object_only!(read impl[G: Game] Form<G>);
        fn several<'de, M: Deserialize<'de>, D: serde::Deserializer<'de>>(d: D) -> Result<Option<Vec<M>>, D::Error> {
            let moves: Vec<M> = wire::at_most::<_, _, MOST_MOVES>(d)?;
            if moves.is_empty() {
                return Err(serde::de::Error::invalid_length(0, &"at least one move"));
            }
            Ok(Some(moves))
        }
        let Form { state, one, moves, with_legal_moves } = wire::from_object::<Form<G>, D>(deserializer)?;
        let moves = match (one, moves) {
            (Some(mv), None) => Moves::One(mv),
            (None, Some(moves)) => Moves::Several(moves),
            (None, None) => return Err(serde::de::Error::custom("either `move` or `moves` must be given")),
            (Some(_), Some(_)) => return Err(serde::de::Error::custom("only one of `move` and `moves` may be given")),
        };
        Ok(Self { state, moves, with_legal_moves })
    }
}

/// The two shapes of a [`PlayRequest`]: with one move, and with several.
struct PlayMove<G>(std::marker::PhantomData<G>);
struct PlayMoves<G>(std::marker::PhantomData<G>);

wire::named_schema!(
    impl[G: Game] PlayMove<G>,
    format!("{}PlayMove", G::NAME),
    wire::object(
        &format!("A state of {} and a move to make.", G::TITLE),
        [
            wire::required("state", wire::reference_to::<StateForm<G>>()),
            wire::required("move", wire::reference_to::<G::Move>()),
            with_legal_moves(),
        ],
    ),
    gather [StateForm<G>, G::Move]
);

wire::named_schema!(
    impl[G: Game] PlayMoves<G>,
    format!("{}PlayMoves", G::NAME),
    {
        let mut moves = wire::list("The moves to make, in order.", wire::reference_to::<G::Move>());
        (moves.min_items, moves.max_items) = (Some(1), Some(MOST_MOVES));
        wire::object(
            &format!("A state of {} and moves to make in order; the first illegal one refuses the call.", G::TITLE),
            [wire::required("state", wire::reference_to::<StateForm<G>>()), wire::required("moves", moves), with_legal_moves()],
        )
    },
    gather [StateForm<G>, G::Move]
);

wire::named_schema!(
    impl[G: Game] PlayRequest<G>,
    format!("{}PlayRequest", G::NAME),
    wire::one_of(
        &format!("A state of {}, and either a move or a list of moves.", G::TITLE),
        [wire::reference_to::<PlayMove<G>>(), wire::reference_to::<PlayMoves<G>>()],
    ),
    gather [PlayMove<G>, PlayMoves<G>]
);

/// The verdict on a run.
#[derive(Clone, Debug, Serialize)]
#[serde(bound = "")]
pub struct Verdict<G: Game> {
    /// Whether every move is legal.
    pub legal: bool,
    /// Whether the game has ended.
    pub complete: bool,
    /// Whether the total claimed is what the final position scores; absent where none is claimed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim_holds: Option<bool>,
    /// The position after the last legal move.
    pub position: Position<G>,
    /// The digest of its state.
    pub digest: String,
    /// The first bad move and why, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bad_move: Option<BadMove>,
    /// After the deal and after each legal move, if a trace was wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Vec<Step<G>>>,
}

/// The first move of a run that the rules refuse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BadMove {
    /// Its place in the run, from 0.
    pub index: usize,
    /// The id of the rule that refuses it; absent where it is no move of the game at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rule: Option<&'static str>,
    /// Why.
    pub detail: String,
}

/// What stands after the deal or after a move.
#[derive(Clone, Debug, Serialize)]
#[serde(bound = "")]
pub struct Step<G: Game> {
    /// The score.
    pub score: G::Score,
    /// The digest of the state: lowercase hex of the SHA-256 of its canonical JSON (RFC 8785).
    pub digest: String,
}

impl BadMove {
    /// The first bad move of a replay, if there is one.
    pub fn of<G: Game>(replay: &Replay<G>) -> Option<Self> {
        let bad = replay.bad_move.as_ref()?;
        Some(Self { index: bad.index, rule: Some(bad.illegal.rule.0), detail: bad.illegal.why.clone() })
    }
}

impl<G: Game> Verdict<G> {
    /// The verdict that a replay gives on a claim.
    #[must_use]
    pub fn of(replay: Replay<G>, claim: Option<u64>) -> Self {
        let bad_move = BadMove::of(&replay);
        let steps = |step: crate::rules::replay::Step<G>| Step { score: step.score, digest: step.digest };
        Self {
            legal: replay.legal(),
            complete: replay.complete(),
            claim_holds: claim.map(|claim| replay.scores(claim)),
            digest: digest(&replay.state),
            bad_move,
            trace: replay.trace.map(|trace| trace.into_iter().map(steps).collect()),
            position: Position::of(replay.state, None, false),
        }
    }

    /// Whether the run is legal and complete and scores what it claims, if it claims anything.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.legal && self.complete && self.claim_holds.unwrap_or(true)
    }

    /// The total of the position.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.position.score.total()
    }
}

pub(super) fn digest_schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
    wire::text(
        "^[0-9a-f]{64}$",
        "The digest of the state: lowercase hex of the SHA-256 of its canonical JSON (RFC 8785).",
        "fc5ca2a2849de2fadaa6837be66d686398830423ddc49b6d3e7a41192b1f8c4a",
    )
}

wire::named_schema!(
    impl[G: Game] Step<G>,
    format!("{}Step", G::NAME),
    wire::object(
        "What stands after the deal or after a move.",
        [wire::required("score", wire::reference_to::<G::Score>()), wire::required("digest", digest_schema())],
    ),
    gather [G::Score]
);

wire::named_schema!(
    impl[G: Game] Verdict<G>,
    format!("{}Verdict", G::NAME),
    wire::object(
        &format!("The verdict on a run of {}.", G::TITLE),
        [
            wire::required("legal", wire::boolean_schema("Whether every move is legal.")),
            wire::required("complete", wire::boolean_schema("Whether the game has ended.")),
            wire::optional("claim_holds", wire::boolean_schema("Whether the total claimed is what the final position scores; absent where none is claimed.")),
            wire::required("position", wire::reference_to::<Position<G>>()),
            wire::required("digest", digest_schema()),
            wire::optional("bad_move", wire::reference_to::<BadMove>()),
            wire::optional("trace", wire::list("After the deal and after each legal move.", wire::reference_to::<Step<G>>())),
        ],
    ),
    gather [Position<G>, BadMove, Step<G>]
);

/// The schemas of everything that the calls of a game take and give.
pub fn gather<G: Game>(schemas: &mut wire::Schemas) {
    wire::gather::<DealRequest<G>>(schemas);
    wire::gather::<StateRequest<G>>(schemas);
    wire::gather::<PlayRequest<G>>(schemas);
    wire::gather::<Run<G>>(schemas);
    wire::gather::<Verdict<G>>(schemas);
}
