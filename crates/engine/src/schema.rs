//! The schemas of requests and answers as values: a name, and a function that adds the schema and all schemas it refers
//! to.

use std::borrow::Cow;

use funhouse_rules::game::{Game, StateForm, ViewForm};
use funhouse_rules::wire::{self, ToSchema};

use crate::answer::Position;
use crate::call::{Call, Deal, ListMoves, MakePlan, Play, Replay, Score, ShowView};
use crate::request::{PictureRequest, RequestFields};
use crate::table_request::{MovesRequest, TableRequest};

/// A named schema of the OpenAPI document.
#[derive(Clone, Debug)]
pub struct NamedSchema {
    /// The name.
    pub name: Cow<'static, str>,
    /// Adds the schema and all schemas it refers to.
    pub gather: fn(&mut wire::Schemas),
}

impl NamedSchema {
    /// Returns the schema of a type.
    #[must_use]
    pub fn of<T: ToSchema>() -> Self {
        Self { name: T::name(), gather: wire::gather::<T> }
    }

    /// Returns a reference to the schema.
    #[must_use]
    pub fn reference(&self) -> wire::AnySchema {
        wire::reference(&self.name)
    }
}

/// The schemas of a call.
#[derive(Clone, Debug)]
pub struct CallSchemas {
    /// The schema of the request.
    pub request: NamedSchema,
    /// The schema of the answer.
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
    /// The request of `picture`.
    pub picture: NamedSchema,
    /// A state.
    pub state: NamedSchema,
    /// A view.
    pub view_form: NamedSchema,
    /// The options.
    pub options: NamedSchema,
    /// The standing: a score card, or points.
    pub score_card: NamedSchema,
    /// A position.
    pub position: NamedSchema,
    /// A run.
    pub run: NamedSchema,
    /// A move.
    pub mv: NamedSchema,
    /// An event.
    pub event: NamedSchema,
    /// The request for a table.
    pub table_request: NamedSchema,
    /// The request to play moves at a table.
    pub moves_request: NamedSchema,
}

impl RulesetSchemas {
    /// Returns the schemas of a game.
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
            view_form: NamedSchema::of::<ViewForm<G>>(),
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
