//! The games behind the traits.

use std::any::Any;
use std::fmt::{self, Debug};
use std::marker::PhantomData;
use std::sync::{Arc, LazyLock};

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::{AnyEvents, AnyMove, AnyState, AnyStateForm, AnyViewForm, Facts, Move, MoveError, OptionsText, Rules};
use crate::chance::{Draws, Seed};
use crate::digest;
use crate::fault::Faults;
use crate::game::{
    Context, Game, Level, Log, MoveType, Seat, SeatSet, Seated, Seats, Solitaire, State, StateForm, ViewForm, Viewer,
    move_types,
};
use crate::mode::{Mode, SeatedMode, SolitaireMode};
use crate::registry::{self, SeatedVisitor, Visitor};
use crate::robot;
use crate::scene::Scene;
use crate::standing::Standing;
use crate::text::Sentence;
use crate::wire::{Fault, Reader, json_of};

/// The rules of a game type.
struct Typed<G, M>(PhantomData<fn() -> (G, M)>);

/// Returns the rules of a solitaire.
#[must_use]
pub fn solitaire<G: Solitaire>() -> &'static dyn Rules {
    &Typed::<G, SolitaireMode>(PhantomData)
}

/// Returns the rules of a game for several seats.
#[must_use]
pub fn seated<G: Seated>() -> &'static dyn Rules {
    &Typed::<G, SeatedMode>(PhantomData)
}

/// Returns every game at every rules version, in registry order: solitaires, then games for several seats.
#[must_use]
pub fn games() -> &'static [&'static dyn Rules] {
    struct All(Vec<&'static dyn Rules>);
    impl Visitor for All {
        fn visit<G: Solitaire>(&mut self) {
            self.0.push(solitaire::<G>());
        }
    }
    impl SeatedVisitor for All {
        fn visit<G: Seated>(&mut self) {
            self.0.push(seated::<G>());
        }
    }
    static GAMES: LazyLock<Vec<&'static dyn Rules>> = LazyLock::new(|| {
        let mut all = All(Vec::new());
        registry::visit_all(&mut all);
        registry::visit_seated(&mut all);
        all.0
    });
    &GAMES
}

/// Serializes a value of a game. This cannot fail: games contain only texts, integers, lists, and objects with text keys.
fn json(value: &impl Serialize) -> Box<RawValue> {
    to_raw_value(value).unwrap_or_default()
}

impl<G: Game, M> Debug for Typed<G, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} rules {}", G::ID, G::RULES)
    }
}

impl<G: Game, M: Mode<G>> Rules for Typed<G, M> {
    fn facts(&self) -> &'static Facts {
        const { &Facts::of::<G, M>() }
    }

    fn move_types(&self) -> Vec<MoveType> {
        move_types::<G::Move>()
    }

    fn options(&self, options: Reader<'_>) -> Result<OptionsText, Fault> {
        options.read().map(text_of::<G>)
    }

    fn deal(&self, seats: Seats, seed: Seed, options: Reader<'_>) -> Result<Box<dyn AnyState>, Fault> {
        Ok(TypedState::<G, M>::boxed(State::deal_for(seats, seed, options.read()?)))
    }

    fn read_state(&self, state: Reader<'_>) -> Result<Box<dyn AnyStateForm>, Fault> {
        Ok(Box::new(TypedStateForm::<G, M>(StateForm::read(state)?, PhantomData)))
    }

    fn read_view(&self, view: Reader<'_>) -> Result<Box<dyn AnyViewForm>, Fault> {
        Ok(Box::new(TypedViewForm::<G, M>(ViewForm::read(view)?, PhantomData)))
    }

    fn read_move(&self, mv: Reader<'_>) -> Result<Move, Fault> {
        mv.read().map(TypedMove::<G, M>::shared)
    }
}

fn text_of<G: Game>(options: G::Options) -> OptionsText {
    OptionsText {
        declared: serde_json::to_string(&options).unwrap_or_default(),
        canonical: serde_json_canonicalizer::to_string(&json_of(&options)).unwrap_or_default(),
        default: options == G::Options::default(),
    }
}

#[derive(Debug)]
struct TypedStateForm<G: Game, M>(StateForm<G>, PhantomData<M>);

impl<G: Game, M: Mode<G>> AnyStateForm for TypedStateForm<G, M> {
    fn admit(self: Box<Self>) -> Result<Box<dyn AnyState>, Faults> {
        self.0.admit().map(TypedState::<G, M>::boxed)
    }
}

#[derive(Debug)]
struct TypedViewForm<G: Game, M>(ViewForm<G>, PhantomData<M>);

impl<G: Game, M: Mode<G>> AnyViewForm for TypedViewForm<G, M> {
    fn seats(&self) -> Seats {
        self.0.seats
    }

    fn scene(self: Box<Self>, viewer: Viewer) -> Result<Scene, Faults> {
        self.0.admit(viewer).map(|view| M::scene_of_view(&view))
    }
}

/// A move of a game type.
#[derive(Debug)]
struct TypedMove<G: Game, M>(G::Move, PhantomData<M>);

impl<G: Game, M: Mode<G>> TypedMove<G, M> {
    fn shared(mv: G::Move) -> Move {
        Arc::new(Self(mv, PhantomData))
    }

    /// Returns the typed move, if it is one of this game.
    fn of(mv: &dyn AnyMove) -> Result<&G::Move, MoveError> {
        let mv: &dyn Any = mv;
        mv.downcast_ref().map(|Self(mv, _)| mv).ok_or(MoveError::OfAnotherGame)
    }
}

impl<G: Game, M: Mode<G>> AnyMove for TypedMove<G, M> {
    fn seat(&self) -> Seat {
        M::acting_seat(&self.0)
    }

    fn json(&self) -> Box<RawValue> {
        json(&self.0)
    }
}

/// The events of a move of a game type.
#[derive(Debug)]
struct TypedEvents<G: Game>(Vec<G::Event>);

/// An event with its sentence.
#[derive(Serialize)]
struct EventWithText<E> {
    #[serde(flatten)]
    event: E,
    text: String,
}

impl<G: Game> AnyEvents for TypedEvents<G> {
    fn json(&self, viewer: Viewer, with_text: bool) -> Box<RawValue> {
        let visible = self.0.iter().filter(|event| viewer == Viewer::Host || G::is_visible(event, viewer));
        let visible = visible.map(|event| match viewer {
            Viewer::Host => event.clone(),
            viewer => G::visible_event(event, viewer),
        });
        if with_text {
            let with_text = visible.map(|event| EventWithText { text: event.sentence(), event });
            json(&with_text.collect::<Vec<_>>())
        } else {
            json(&visible.collect::<Vec<_>>())
        }
    }
}

/// A state of a game type.
#[derive(Debug)]
pub struct TypedState<G: Game, M>(State<G>, PhantomData<M>);

impl<G: Game, M: Mode<G>> TypedState<G, M> {
    /// Erases the type of a state.
    #[must_use]
    pub fn boxed(state: State<G>) -> Box<dyn AnyState> {
        Box::new(Self(state, PhantomData))
    }

    /// Erases the type of a move.
    #[must_use]
    pub fn shared(mv: G::Move) -> Move {
        TypedMove::<G, M>::shared(mv)
    }

    /// Returns the typed state, if it is one of this game.
    #[must_use]
    pub fn of(state: &dyn AnyState) -> Option<&State<G>> {
        let state: &dyn Any = state;
        state.downcast_ref().map(|Self(state, _)| state)
    }
}

impl<G: Game, M: Mode<G>> AnyState for TypedState<G, M> {
    fn copy(&self) -> Box<dyn AnyState> {
        Self::boxed(self.0.clone())
    }

    fn seed(&self) -> &Seed {
        self.0.seed()
    }

    fn seats(&self) -> Seats {
        self.0.seats()
    }

    fn options(&self) -> OptionsText {
        text_of::<G>(self.0.options())
    }

    fn finished(&self) -> bool {
        self.0.finished()
    }

    fn eligible(&self) -> bool {
        M::eligible(&self.0)
    }

    fn room(&self) -> usize {
        M::room(&self.0)
    }

    fn standing(&self) -> Standing {
        M::erased(&M::standing(&self.0))
    }

    fn to_act(&self) -> SeatSet {
        M::to_act(&self.0)
    }

    fn in_step(&self) -> SeatSet {
        M::in_step(&self.0)
    }

    fn decline(&self, seat: Seat) -> Option<Move> {
        M::decline(&self.0, seat).map(TypedMove::<G, M>::shared)
    }

    fn late_move(&self, seat: Seat) -> Option<Move> {
        M::late_move(&self.0, seat).map(TypedMove::<G, M>::shared)
    }

    fn robot_pace(&self, level: Level) -> Option<u32> {
        M::robot_pace(&self.0, level)
    }

    fn stretch(&self) -> Option<u64> {
        M::stretch(&self.0)
    }

    fn median_moves(&self) -> Option<u16> {
        M::median_moves(&self.0)
    }

    fn winner_begins(&self) -> bool {
        M::winner_begins(&self.0)
    }

    fn play(&mut self, mv: &dyn AnyMove) -> Result<Arc<dyn AnyEvents>, MoveError> {
        let mut log = Log::keep();
        self.0.play(TypedMove::<G, M>::of(mv)?, &mut log).map_err(MoveError::Illegal)?;
        Ok(Arc::new(TypedEvents::<G>(log.events())))
    }

    fn advance(&mut self, mv: &dyn AnyMove) -> Result<(), MoveError> {
        self.0.play(TypedMove::<G, M>::of(mv)?, &mut Log::discard()).map_err(MoveError::Illegal)
    }

    fn plan(&self, seat: Seat, level: Level, seed: &Seed, go_on: &dyn Fn(u64) -> bool) -> Option<Vec<Move>> {
        let plan = M::plan_at(&self.0, seat, level, seed, go_on)?;
        Some(plan.into_iter().map(TypedMove::<G, M>::shared).collect())
    }

    fn random_move(&self, turn: u64) -> Option<Move> {
        robot::random_move(&self.0, turn).map(TypedMove::<G, M>::shared)
    }

    fn legal_moves(&self, of: Option<Seat>) -> (Box<RawValue>, usize) {
        let legal = M::legal_moves(&self.0, of);
        (json(&legal), legal.moves.len())
    }

    fn json(&self) -> Box<RawValue> {
        json(&self.0)
    }

    fn view(&self, viewer: Viewer) -> Box<RawValue> {
        json(&ViewForm::of(&self.0, viewer))
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        M::scene(&self.0, viewer)
    }

    fn digest(&self) -> [u8; 32] {
        digest::of(&self.0)
    }

    fn canonical(&self, moves: &[Move]) -> String {
        let moves: Vec<_> = moves.iter().filter_map(|mv| TypedMove::<G, M>::of(&**mv).ok().cloned()).collect();
        let context = Context::new(self.0.seed(), self.0.seats(), self.0.options());
        M::canonical(context, self.0.table().clone(), &moves)
    }

    fn redealt(&self, viewer: Viewer, draws: &mut Draws) -> Box<dyn AnyState> {
        Self::boxed(self.0.redealt(viewer, draws))
    }
}
