//! The examples of the OpenAPI document: a deal, legal moves, and a short run. All are real results.

use serde_json::{Value as Json, json};

use crate::answer::{Extras, Plan, Position, Verdict, ViewPosition};
use funhouse_rules::chance::Seed;
use funhouse_rules::game::{Game, Log, Seats, State, Viewer};
use funhouse_rules::mode::Mode;
use funhouse_rules::replay;
use funhouse_rules::robot::Robot;
use funhouse_rules::sources::RulesDigest;
use funhouse_rules::wire::json_of;

/// Maximum number of moves of the example run.
const MAX_EXAMPLE_MOVES: usize = 4;

/// Number of moves of a game in which a position with few legal moves is looked for.
const MAX_MOVES_SEARCHED: usize = 40;
/// A position with at most this many legal moves ends the search.
const FEW_LEGAL_MOVES: usize = 4;

/// The examples of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examples {
    /// The request of `deal`.
    pub deal_request: Json,
    /// The answer of `deal`.
    pub dealt: Json,
    /// The request of `score` and `picture`.
    pub state_request: Json,
    /// The request of `moves`, for a position with few legal moves, since some have hundreds.
    pub moves_request: Json,
    /// The answer of `moves`.
    pub legal_moves: Json,
    /// The request of `play`.
    pub play_request: Json,
    /// The answer of `play`.
    pub played: Json,
    /// The request of `view`.
    pub view_request: Json,
    /// The answer of `view`.
    pub view: Json,
    /// The request of `plan`.
    pub plan_request: Json,
    /// The answer of `plan`.
    pub plan: Json,
    /// The answer of `score`.
    pub score: Json,
    /// The answer of `picture` as text.
    pub text_board: String,
    /// The request of `replay`.
    pub run: Json,
    /// The answer of `replay`.
    pub verdict: Json,
    /// The default options.
    pub options: Json,
}

/// Returns the seed of all examples: that of the known answers in the rules pages.
#[must_use]
pub fn seed() -> Seed {
    #[allow(clippy::expect_used, reason = "a constant, which every test of the document reads")]
    "funhouse-1".parse().expect("it is a seed")
}

impl Examples {
    /// Creates the examples of a game, for its minimum number of seats.
    #[must_use]
    pub fn of<G: Game, M: Mode<G>>() -> Self {
        let options = G::Options::default();
        let seats = Seats::new(*G::SEATS.start()).unwrap_or(Seats::ONE);
        let dealt = State::<G>::deal_for(seats, seed(), options);
        let mut state = dealt.clone();
        let mut moves = Vec::new();
        Robot::Random.play_all::<G, M>(&mut state, MAX_EXAMPLE_MOVES, |mv, _| moves.push(mv.clone()));
        let run = M::run(&dealt, moves, Some(&M::standing(&state)));
        let first = M::moves(&run).first();
        let verdict = Verdict::<G, M> {
            rules_digest: RulesDigest::EXAMPLE,
            ..Verdict::of(replay::replay_run(&run, None), M::claim(&run).as_ref())
        };
        let of_seats = |mut request: Json| {
            if G::SEATED {
                request["seats"] = json_of(&seats);
            }
            request
        };
        let seat = M::to_act(&dealt).iter().next();
        let open = with_few_legal_moves::<G, M>(&dealt);
        let (state, options) = (json_of(&dealt), json_of(&options));
        Self {
            deal_request: of_seats(json!({ "seed": seed(), "options": options })),
            state_request: json!({ "state": state }),
            legal_moves: json_of(&M::legal_moves(&open, None)),
            moves_request: json!({ "state": json_of(&open) }),
            play_request: json!({ "state": state, "move": json_of(&first) }),
            played: json_of(&after_first::<G, M>(dealt.clone(), first)),
            view_request: json!({ "state": state, "seat": seat }),
            view: json_of(&ViewPosition::<G, M>::of(&dealt, seat, false)),
            plan_request: json!({ "state": state, "seat": seat, "seed": seed() }),
            plan: json_of(&Plan::<G> {
                moves: seat.filter(|_| G::SEATED).map(|seat| dealt.plan_for(seat)).unwrap_or_default(),
            }),
            score: json_of(&M::standing(&dealt)),
            text_board: M::scene(&dealt, Viewer::Host).to_string(),
            verdict: json_of(&verdict),
            run: json_of(&run),
            options,
            dealt: json_of(&Position::<G, M>::for_seat(dealt, None, Extras::default(), None)),
        }
    }
}

/// Returns the first position of a game with few legal moves, or that with the fewest.
fn with_few_legal_moves<G: Game, M: Mode<G>>(dealt: &State<G>) -> State<G> {
    let count = |state: &State<G>| match M::legal_moves(state, None).moves.len() {
        0 => usize::MAX,
        count => count,
    };
    let (mut state, mut best) = (dealt.clone(), (count(dealt), dealt.clone()));
    Robot::Random.play_all::<G, M>(&mut state, MAX_MOVES_SEARCHED, |_, state| {
        if best.0 > FEW_LEGAL_MOVES && count(state) < best.0 {
            best = (count(state), state.clone());
        }
    });
    best.1
}

/// Returns the position after the first move.
fn after_first<G: Game, M: Mode<G>>(mut state: State<G>, first: Option<&G::Move>) -> Position<G, M> {
    let mut log = Log::keep();
    if let Some(mv) = first {
        // The random player's first move is legal.
        let _ = state.play(mv, &mut log);
    }
    Position::for_seat(state, Some(vec![log.events()]), Extras::default(), None)
}
