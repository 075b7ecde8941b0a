//! The schemas of the answer in the OpenAPI document. Games share all that has no moves.

use funhouse_rules::game::Solitaire;
use funhouse_rules::wire;

use crate::analysis::{Analysis, Hint};
use crate::budget::MAX_NODES;
use crate::expected::Expected;
use crate::moves::MoveValue;
use crate::solution::{Bounds, Method};

wire::named_schema!(
    impl[G: Solitaire] Analysis<G>,
    format!("{}Analysis", G::NAME),
    wire::object(
        &format!("The best total that a game of {} can still reach, and how.", G::TITLE),
        [
            wire::required("bounds", wire::reference_to::<Bounds>()),
            wire::optional("expected", wire::reference_to::<Expected>()),
            wire::required(
                "line",
                wire::list(
                    "A line to the end of the game whose total is `at_most`. Empty if the game has ended, or if chance is to come or pieces are hidden.",
                    wire::reference_to::<G::Move>(),
                ),
            ),
            wire::optional("hint", wire::reference_to::<Hint<G>>()),
            wire::required("nodes", wire::integer_schema("The number of positions visited.", 0, MAX_NODES)),
            wire::required("method", wire::reference_to::<Method>()),
            wire::optional(
                "moves",
                wire::list("The value of each legal move, in the order of `moves`.", wire::reference_to::<MoveValue<G>>()),
            ),
        ],
    ),
    gather [Bounds, Expected, G::Move, Hint<G>, Method, MoveValue<G>]
);

/// An example of a reason.
const TEXT: &str = "Leads to a total of 4, the best that can still be reached.";

wire::named_schema!(
    impl[G: Solitaire] Hint<G>,
    format!("{}Hint", G::NAME),
    wire::object(
        "The best move, and why. Absent if the game has ended.",
        [
            wire::required("move", wire::reference_to::<G::Move>()),
            wire::required("text", wire::text("^.+$", "The reason: one English sentence.", TEXT)),
        ],
    ),
    gather [G::Move]
);

wire::named_schema!(
    impl[G: Solitaire] MoveValue<G>,
    format!("{}MoveValue", G::NAME),
    wire::object(
        "A legal move and its value: `bounds` of the best total after it, or where chance is to come or pieces are hidden, the `expected` \
         total. Without either, the move ends the game without a rank, or the effort did not suffice to value it.",
        [
            wire::required("move", wire::reference_to::<G::Move>()),
            wire::optional("bounds", wire::reference_to::<Bounds>()),
            wire::optional("expected", wire::reference_to::<Expected>()),
        ],
    ),
    gather [G::Move, Bounds, Expected]
);
