//! The schemas of runs: everything that determines a game, and the claimed result. Rules: piecepack.md; seats.md, section 5.

use std::marker::PhantomData;

use super::chance::Seed;
use super::game::{Game, seats_field, version_schema};
use super::mode::Mode;
use super::standing::SeatPoints;
use super::wire;

/// The schema of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunSchema<G, M>(PhantomData<(G, M)>);

wire::named_schema!(
    impl[G: Game, M: Mode<G>] RunSchema<G, M>,
    format!("{}Run", G::NAME),
    {
        let mut moves = wire::list("The moves, from the deal on.", wire::reference_to::<G::Move>());
        moves.max_items = Some(G::MAX_MOVES);
        wire::object(
            &format!("A run of {}: everything that decides it.", G::TITLE),
            [
                wire::required("game", wire::constant(G::ID)),
                wire::required("rules", version_schema::<G>()),
                wire::required("seed", wire::reference_to::<Seed>()),
            ]
            .into_iter()
            .chain(seats_field::<G>())
            .chain([
                wire::required("options", wire::reference_to::<G::Options>()),
                wire::required("moves", moves),
                M::claim_field(),
            ]),
        )
    },
    gather [Seed, G::Options, G::Move, wire::Points, SeatPoints]
);
