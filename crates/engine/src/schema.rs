//! The schemas of what a game's calls take and give, as values: a name, and the way to the schema and all that it refers to.

use std::borrow::Cow;

use funhouse_rules::game::{Game, StateForm};
use funhouse_rules::wire;
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

use crate::answer::Position;
use crate::call::{Call, Deal, ListMoves, MakePlan, Play, Replay, Score, ShowView};
use crate::order::{MovesRequest, TableRequest};
use crate::request::{PictureRequest, RequestFields};

/// A schema that has a name in the document.
#[derive(Clone, Debug)]
pub struct NamedSchema {
    /// The name.
    pub name: Cow<'static, str>,
    /// Adds it and all that it refers to.
    pub gather: fn(&mut wire::Schemas),
}

impl NamedSchema {
    /// The schema of a type.
    #[must_use]
    pub fn of<T: ToSchema>() -> Self {
        Self { name: T::name(), gather: wire::gather::<T> }
    }

    /// A reference to it.
    #[must_use]
    pub fn reference(&self) -> RefOr<Schema> {
        wire::reference(&self.name)
    }
}

/// What a call takes and gives.
#[derive(Clone, Debug)]
pub struct CallSchemas {
    /// What it takes.
    pub request: NamedSchema,
    /// What it gives.
    pub answer: NamedSchema,
}

impl CallSchemas {
    fn of<G: Game, M: RequestFields<G>, C: Call<G, M>>() -> Self {
        Self { request: NamedSchema::of::<C::Request>(), answer: NamedSchema::of::<C::Answer>() }
    }
}

/// The schemas of a game at a rules version.
#[derive(Clone, Debug)]
pub struct RulesetSchemas {
    /// Of `deal`.
    pub deal: CallSchemas,
    /// Of `moves`.
    pub moves: CallSchemas,
    /// Of `play`.
    pub play: CallSchemas,
    /// Of `view`.
    pub view: CallSchemas,
    /// Of `plan`.
    pub plan: CallSchemas,
    /// Of `score`.
    pub score: CallSchemas,
    /// Of `replay`.
    pub replay: CallSchemas,
    /// What `picture` takes.
    pub picture: NamedSchema,
    /// A state.
    pub state: NamedSchema,
    /// The options.
    pub options: NamedSchema,
    /// How a state stands: a score card, or points.
    pub score_card: NamedSchema,
    /// A position.
    pub position: NamedSchema,
    /// A run.
    pub run: NamedSchema,
    /// A move.
    pub mv: NamedSchema,
    /// An event.
    pub event: NamedSchema,
    /// What is asked for when a table is made.
    pub table_request: NamedSchema,
    /// What is posted to make moves at a table.
    pub moves_request: NamedSchema,
}

impl RulesetSchemas {
    /// The schemas of a game.
    #[must_use]
    pub fn of<G: Game, M: RequestFields<G>>() -> Self {
        Self {
            deal: CallSchemas::of::<G, M, Deal<'_>>(),
            moves: CallSchemas::of::<G, M, ListMoves>(),
            play: CallSchemas::of::<G, M, Play>(),
            view: CallSchemas::of::<G, M, ShowView>(),
            plan: CallSchemas::of::<G, M, MakePlan>(),
            score: CallSchemas::of::<G, M, Score>(),
            replay: CallSchemas::of::<G, M, Replay>(),
            picture: NamedSchema::of::<PictureRequest<G, M>>(),
            state: NamedSchema::of::<StateForm<G>>(),
            options: NamedSchema::of::<G::Options>(),
            score_card: NamedSchema::of::<M::Standing>(),
            position: NamedSchema::of::<Position<G, M>>(),
            run: NamedSchema::of::<M::Run>(),
            mv: NamedSchema::of::<G::Move>(),
            event: NamedSchema::of::<G::Event>(),
            table_request: NamedSchema::of::<TableRequest<G>>(),
            moves_request: NamedSchema::of::<MovesRequest<G>>(),
        }
    }
}

/// A score card of which it is not known here whose it is.
#[derive(Clone, Copy, Debug)]
pub struct AnyScore;

wire::named_schema!(
    impl[] AnyScore,
    "AnyScore",
    wire::open_object(
        "A score card of any game: its total, and what the game's own schema says beside it.",
        [wire::required("total", wire::reference_to::<wire::Points>())],
    ),
    gather [wire::Points]
);
