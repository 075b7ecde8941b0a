//! The schemas of requests and answers as values: a name, and a function that adds the schema and all schemas it refers
//! to.

use std::borrow::Cow;

use funhouse_analysis::Analysis;
use funhouse_rules::game::{Game, LegalMoves, Seated, Solitaire, StateForm, ViewForm};
use funhouse_rules::mode::{Mode, SeatedMode, SolitaireMode};
use funhouse_rules::registry::{self, SeatedVisitor, Task, Visitor};
use funhouse_rules::run::RunSchema;
use funhouse_rules::wire::{self, ToSchema};

use crate::documented::{
    AnalysisRequest, DealRequest, MovesRequest, PictureRequest, Plan, PlanRequest, PlayRequest, Position, SeatRequest,
    SeenPosition, StateRequest, TableRequest, Verdict, ViewRequest,
};
use crate::ruleset::Ruleset;

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
    fn of<Request: ToSchema, Answer: ToSchema>() -> Self {
        Self { request: NamedSchema::of::<Request>(), answer: NamedSchema::of::<Answer>() }
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
    fn of<G: Game, M: Mode<G>>() -> Self {
        Self {
            deal: CallSchemas::of::<DealRequest<G>, Position<G, M>>(),
            moves: CallSchemas::of::<SeatRequest<G, M>, LegalMoves<G>>(),
            play: CallSchemas::of::<PlayRequest<G, M>, Position<G, M>>(),
            view: CallSchemas::of::<ViewRequest<G, M>, SeenPosition<G, M>>(),
            plan: CallSchemas::of::<PlanRequest<G, M>, Plan<G>>(),
            score: CallSchemas::of::<StateRequest<G, M>, M::Standing>(),
            replay: CallSchemas::of::<RunSchema<G, M>, Verdict<G, M>>(),
            picture: NamedSchema::of::<PictureRequest<G, M>>(),
            state: NamedSchema::of::<StateForm<G>>(),
            view_form: NamedSchema::of::<ViewForm<G>>(),
            options: NamedSchema::of::<G::Options>(),
            score_card: NamedSchema::of::<M::Standing>(),
            position: NamedSchema::of::<Position<G, M>>(),
            run: NamedSchema::of::<RunSchema<G, M>>(),
            mv: NamedSchema::of::<G::Move>(),
            event: NamedSchema::of::<G::Event>(),
            table_request: NamedSchema::of::<TableRequest<G>>(),
            moves_request: NamedSchema::of::<MovesRequest<G>>(),
        }
    }
}

impl Ruleset {
    /// Returns the schemas of the game.
    ///
    /// # Panics
    /// If the game is not registered.
    #[must_use]
    pub fn schemas(self) -> RulesetSchemas {
        struct Find(Ruleset, Option<RulesetSchemas>);
        impl Find {
            fn visited<G: Game, M: Mode<G>>(&mut self) {
                if (G::ID, G::RULES) == (self.0.facts().id, self.0.facts().rules) {
                    self.1 = Some(RulesetSchemas::of::<G, M>());
                }
            }
        }
        impl Visitor for Find {
            fn visit<G: Solitaire>(&mut self) {
                self.visited::<G, SolitaireMode>();
            }
        }
        impl SeatedVisitor for Find {
            fn visit<G: Seated>(&mut self) {
                self.visited::<G, SeatedMode>();
            }
        }
        let mut find = Find(self, None);
        registry::visit_all(&mut find);
        registry::visit_seated(&mut find);
        #[allow(clippy::expect_used, reason = "every ruleset is one of a registered game")]
        find.1.expect("the game is registered")
    }

    /// Returns the schemas of the call `analysis`; none unless the game is a solitaire.
    #[must_use]
    pub fn analysis_schemas(self) -> Option<CallSchemas> {
        struct Find;
        impl Task for Find {
            type Output = CallSchemas;
            fn run<G: Solitaire>(self) -> CallSchemas {
                CallSchemas::of::<AnalysisRequest<G>, Analysis<G>>()
            }
        }
        registry::with_game(self.facts().id, self.facts().rules, Find)
    }
}
