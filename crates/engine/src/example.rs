//! The examples of the OpenAPI document: a deal, legal moves, and a short run. All are real results.

use serde_json::{Value as Json, json};

use crate::answer::{Extras, Plan, Position, SeenPosition, Verdict};
use crate::request::Claim;
use crate::robot;
use crate::ruleset::Ruleset;
use crate::run::Run;
use funhouse_rules::chance::Seed;
use funhouse_rules::erased::{AnyMove, AnyState};
use funhouse_rules::game::{Level, Seats, Viewer};
use funhouse_rules::replay::Replay;
use funhouse_rules::robot::Robot;
use funhouse_rules::sources::RulesDigest;
use funhouse_rules::standing::Standing;
use funhouse_rules::wire::{Reader, json_of};

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

impl Ruleset {
    /// Returns the examples of the game, for its minimum number of seats.
    ///
    /// # Panics
    /// If the game cannot be dealt with its default options.
    #[must_use]
    pub fn examples(self) -> Examples {
        let (rules, facts) = (self.rules(), self.facts());
        let seats = Seats::new(facts.seats.0).unwrap_or(Seats::ONE);
        #[allow(clippy::expect_used, reason = "every game has default options")]
        let dealt = rules.deal(seats, seed(), Reader::EMPTY).expect("the default options are valid");
        let (state, moves) = robot::play(Robot::Random, &*dealt, MAX_EXAMPLE_MOVES, &mut |_, _| {});
        let first = moves.first().cloned();
        let claim = Some(state.standing());
        let run = json_of(&Run { ruleset: self, dealt: &*dealt, moves: moves.clone(), claim });
        let claim = Some(match state.standing() {
            Standing::Score(score) => Claim::Score(score.total),
            Standing::Points(standing) => Claim::Points(standing.points),
        });
        let replay = Replay { state, illegal_move: None, trace: None, moves: moves.len(), moves_in_rooms: Vec::new() };
        let verdict = Verdict { rules_digest: RulesDigest::EXAMPLE, ..Verdict::of(facts.id, replay, claim.as_ref()) };
        let of_seats = |mut request: Json| {
            if facts.is_seated() {
                request["seats"] = json_of(&seats);
            }
            request
        };
        let seat = dealt.to_act().iter().next();
        let open = with_few_legal_moves(&*dealt);
        let options: Json = serde_json::from_str(&dealt.options().declared).unwrap_or_default();
        let state = json_of(&dealt.json());
        let plan = seat.filter(|_| facts.is_seated());
        let plan = plan.and_then(|seat| dealt.plan(seat, Level::DEFAULT, dealt.seed(), &|_| true)).unwrap_or_default();
        Examples {
            deal_request: of_seats(json!({ "seed": seed(), "options": options })),
            state_request: json!({ "state": state }),
            legal_moves: json_of(&open.legal_moves(None).0),
            moves_request: json!({ "state": json_of(&open.json()) }),
            play_request: json!({ "state": state, "move": json_of(&first.as_ref().map(|mv| mv.json())) }),
            played: json_of(&after_first(facts.id, &*dealt, first.as_deref())),
            view_request: json!({ "state": state, "seat": seat }),
            view: json_of(&SeenPosition::of(facts.id, &*dealt, seat, false)),
            plan_request: json!({ "state": state, "seat": seat, "seed": seed() }),
            plan: json_of(&Plan { moves: plan.iter().map(|mv| mv.json()).collect() }),
            score: json_of(&dealt.standing()),
            text_board: dealt.scene(Viewer::Host).to_string(),
            verdict: json_of(&verdict),
            run,
            options,
            dealt: json_of(&Position::of(facts.id, &*dealt, None, Extras::default(), None)),
        }
    }
}

/// Returns the first position of a game with few legal moves, or that with the fewest.
fn with_few_legal_moves(dealt: &dyn AnyState) -> Box<dyn AnyState> {
    let count = |state: &dyn AnyState| match state.legal_moves(None).1 {
        0 => usize::MAX,
        count => count,
    };
    let mut best = (count(dealt), dealt.copy());
    robot::play(Robot::Random, dealt, MAX_MOVES_SEARCHED, &mut |_, state| {
        if best.0 > FEW_LEGAL_MOVES && count(state) < best.0 {
            best = (count(state), state.copy());
        }
    });
    best.1
}

/// Returns the position after the first move.
fn after_first(game: &'static str, dealt: &dyn AnyState, first: Option<&dyn AnyMove>) -> Position {
    let mut state = dealt.copy();
    // The random player's first move is legal.
    let events = first.and_then(|mv| state.play(mv).ok()).map(|events| events.json(Viewer::Host, false));
    Position::of(game, &*state, Some(events.into_iter().collect()), Extras::default(), None)
}
