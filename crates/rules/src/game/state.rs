//! States: the form from the wire, and the sealed state that only legal moves change.

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};
use serde_json::Value as Json;

use super::seated::with_winning;
use super::view::viewed;
use super::{
    Context, Game, LegalMoves, Level, Log, ScoreCard as _, Seat, SeatSet, Seated, Seats, Sight, Solitaire, ViewForm,
    Viewer, form::Form,
};
use crate::chance::{Chance, Draws, Seed};
use crate::fault::{Faults, Illegal};
use crate::scene::Scene;
use crate::wire::{Fault, ReadError, Reader};
use crate::{digest, wire};

/// A state from the wire: it has the right shape but has not been inspected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateForm<G: Game> {
    /// The seed, from which all chance is derived.
    pub seed: Seed,
    /// The number of seats, within the range of the game.
    pub seats: Seats,
    /// The options.
    pub options: G::Options,
    /// The table.
    pub table: G::Table,
}

impl<G: Game> StateForm<G> {
    /// Reads a state.
    ///
    /// # Errors
    /// If it does not match the schema.
    pub fn read(state: Reader<'_>) -> Result<Self, Fault> {
        let names: &[&str] = if G::SEATED {
            &["game", "rules", "seed", "seats", "options", "table"]
        } else {
            &["game", "rules", "seed", "options", "table"]
        };
        let Form { seed, seats, options, table } = Form::<G, _>::read(state, names)?;
        let seed = seed.ok_or_else(|| Fault::missing("seed", Some("only views have none")))?;
        Ok(Self { seed, seats, options, table })
    }

    /// Reads a state from JSON.
    ///
    /// # Errors
    /// If it is no JSON, or does not match the schema.
    pub fn from_json(json: &[u8]) -> Result<Self, ReadError> {
        wire::read_with(json, &Self::read)
    }

    /// Reads a state from a value of JSON.
    ///
    /// # Errors
    /// If it does not match the schema.
    pub fn from_value(json: Json) -> Result<Self, ReadError> {
        Self::from_json(json.to_string().as_bytes())
    }

    /// Inspects the state and seals it.
    ///
    /// # Errors
    /// All faults of the state. Their pointers are into the state.
    pub fn admit(self) -> Result<State<G>, Faults> {
        let Self { seed, seats, options, mut table } = self;
        let mut faults = Faults::default();
        faults.within("/table", |faults| G::inspect(Context::new(&seed, seats, options), &mut table, faults));
        if faults.is_empty() { Ok(State { seed, seats, options, table }) } else { Err(faults) }
    }
}

/// Maximum number of seeds to try in [`State::redealt`]. The new seed must produce the same visible chance, such as one
/// of a few colors.
const SEEDS_TRIED: usize = 64;

/// A state without faults, as far as [`Game::inspect`] can find any.
///
/// Only [`State::deal`], [`StateForm::admit`] and [`State::play`] create one. An admitted state may still be
/// unreachable: the inspection counts pieces and moves, but does not search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State<G: Game> {
    seed: Seed,
    seats: Seats,
    options: G::Options,
    table: G::Table,
}

impl<G: Game> State<G> {
    /// Returns the initial state for this number of seats, which must be within [`Game::SEATS`].
    #[must_use]
    pub fn deal_for(seats: Seats, seed: Seed, options: G::Options) -> Self {
        let table = G::deal(Context::new(&seed, seats, options));
        Self { seed, seats, options, table }
    }

    /// The seed.
    #[must_use]
    pub fn seed(&self) -> &Seed {
        &self.seed
    }

    /// The number of seats.
    #[must_use]
    pub fn seats(&self) -> Seats {
        self.seats
    }

    /// Returns a state that the viewer cannot distinguish from this one: another seed, and all hidden parts dealt
    /// again.
    #[must_use]
    pub fn redealt(&self, viewer: Viewer, draws: &mut Draws) -> Self {
        let table =
            if self.finished() { self.table.clone() } else { G::redeal(self.options, &self.table, viewer, draws) };
        // Visible parts may depend on the seed alone, such as the color of a turn: the new seed must produce them too.
        let mut seeds = (0..SEEDS_TRIED).map(|_| format!("again-{}", draws.below(u32::MAX.into())).parse());
        let brings = |seed: &Seed| {
            let mut faults = Faults::default();
            G::inspect(Context::new(seed, self.seats, self.options), &mut table.clone(), &mut faults);
            faults.is_empty()
        };
        let seed = seeds.find_map(|seed| seed.ok().filter(brings)).unwrap_or_else(|| self.seed.clone());
        Self { seed, table, ..self.clone() }
    }

    /// The options.
    #[must_use]
    pub fn options(&self) -> G::Options {
        self.options
    }

    /// Returns the table.
    #[must_use]
    pub fn table(&self) -> &G::Table {
        &self.table
    }

    fn context(&self) -> Context<'_, G::Options> {
        Context::new(&self.seed, self.seats, self.options)
    }

    /// Returns every legal move, in the game's fixed order.
    #[must_use]
    pub fn legal_moves(&self) -> LegalMoves<G> {
        G::legal_moves(self.context(), &self.table)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The rule that refuses the move. The state is then unchanged.
    pub fn play(&mut self, mv: &G::Move, log: &mut Log<G::Event>) -> Result<(), Illegal> {
        G::play(Context::new(&self.seed, self.seats, self.options), &mut self.table, mv, log)
    }

    /// Whether the game has ended.
    #[must_use]
    pub fn finished(&self) -> bool {
        G::finished(self.options, &self.table)
    }

    /// Returns the digest: the SHA-256 of the state as canonical JSON (RFC 8785), as 64 lowercase hex digits.
    #[must_use]
    pub fn digest(&self) -> String {
        hex::encode(digest::of(self))
    }

    /// Returns the view of a viewer; after the end of the game, everything is visible.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> G::View {
        viewed::<G>(self.options, &self.table, viewer)
    }

    fn sight<'a>(&self, viewer: Viewer, view: &'a G::View) -> Sight<'a, G::Options, G::View> {
        Sight { seats: self.seats, viewer, options: self.options, table: view }
    }

    /// Returns the game's own scene, without score or seats.
    fn bare_scene(&self, viewer: Viewer) -> Scene {
        Scene { world: G::WORLD, ..G::scene(self.sight(viewer, &self.view(viewer))) }
    }

    /// Returns the next moves of the built-in player for a seat. Random choices use the seed of the state, see
    /// [`plan_drawn`](Self::plan_drawn).
    #[must_use]
    pub fn plan_for(&self, seat: Seat) -> Vec<G::Move> {
        self.plan_drawn(seat, &self.seed)
    }

    /// Returns the next moves of the built-in player for a seat. The player knows only what the seat sees; random
    /// choices use `seed`.
    ///
    /// They are drawn from the event `robot/SEAT/DIGEST`, where `DIGEST` is the digest of the seat's [`ViewForm`]. So
    /// the result is the same on every instance and after every failure, without a stored counter, and differs between
    /// positions and seats. Once a secret seed is published, anyone can recompute the choices.
    #[must_use]
    pub fn plan_drawn(&self, seat: Seat, seed: &Seed) -> Vec<G::Move> {
        self.plan_at(seat, Level::DEFAULT, seed)
    }

    /// Returns the next moves of the built-in player for a seat at a level, in a game with levels of its own.
    #[must_use]
    pub(crate) fn plan_at(&self, seat: Seat, level: Level, seed: &Seed) -> Vec<G::Move> {
        let viewer = Viewer::Seat(seat);
        let form = ViewForm::of(self, viewer);
        let event = format!("robot/{seat}/{}", hex::encode(digest::of(&form)));
        G::plan_at(self.sight(viewer, &form.table), level, &mut Chance::new(seed).event(&event))
    }
}

impl<G: Game> ViewForm<G> {
    /// Returns the view of a state.
    #[must_use]
    pub fn of(state: &State<G>, viewer: Viewer) -> Self {
        Self { seats: state.seats(), options: state.options(), table: state.view(viewer) }
    }
}

impl<G: Solitaire> State<G> {
    /// Returns the initial state of a run.
    #[must_use]
    pub fn deal(seed: Seed, options: G::Options) -> Self {
        Self::deal_for(Seats::ONE, seed, options)
    }

    /// The score if the game ended now.
    #[must_use]
    pub fn score(&self) -> G::Score {
        G::score(self.options, &self.table)
    }

    /// Returns whether a finished game may be ranked.
    #[must_use]
    pub fn eligible(&self) -> bool {
        G::eligible(self.options, &self.table)
    }

    /// Returns the index of the current [room](Solitaire::ROOMS), from 0.
    #[must_use]
    pub fn room(&self) -> usize {
        G::room(self.options, &self.table)
    }

    /// Returns the scene, with the score.
    #[must_use]
    pub fn scene(&self) -> Scene {
        let score = self.score();
        self.bare_scene(Viewer::Host).scored(score.total(), score.rooms(), self.finished())
    }

    /// Returns the next moves of the greedy robot.
    #[must_use]
    pub fn plan(&self) -> Vec<G::Move> {
        self.plan_for(Seat::FIRST)
    }
}

impl<G: Seated> State<G> {
    /// Returns the seats that may act now; empty exactly when the game has ended.
    #[must_use]
    pub fn to_act(&self) -> SeatSet {
        G::to_act(self.options, &self.table)
    }

    /// Returns the seats that may act and need not wait for others. Robots act for these only.
    #[must_use]
    pub fn in_step(&self) -> SeatSet {
        G::in_step(self.options, &self.table)
    }

    /// Returns the move with which a seat declines the open window; none if no window asks it.
    #[must_use]
    pub fn decline(&self, seat: Seat) -> Option<G::Move> {
        G::decline(self.options, &self.table, seat)
    }

    /// Returns the legal moves of one seat; none if it may not act. Other seats must not see them: they can reveal
    /// hidden pieces.
    #[must_use]
    pub fn legal_moves_of(&self, seat: Seat) -> LegalMoves<G> {
        if !self.to_act().contains(seat) {
            return LegalMoves::listed(Vec::new());
        }
        self.legal_moves().of(seat)
    }

    /// The points of each seat so far, from seat 1.
    #[must_use]
    pub fn points(&self) -> Vec<i64> {
        G::points(self.options, &self.table)
    }

    /// Returns the place of each seat, from seat 1; none before the end of the game.
    #[must_use]
    pub fn places(&self) -> Option<Vec<u8>> {
        self.finished().then(|| G::places(self.options, &self.table))
    }

    /// Returns the scene for a viewer, with the seats.
    #[must_use]
    pub fn scene_for(&self, viewer: Viewer) -> Scene {
        let scene = Scene { finished: self.finished(), ..self.bare_scene(viewer) };
        let scene = scene.seating(&self.points(), self.to_act(), self.places().as_deref(), viewer);
        with_winning::<G>(scene, self.options, &self.table)
    }
}

impl<G: Game> Serialize for State<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut state = serializer.serialize_struct("State", 6)?;
        state.serialize_field("game", G::ID)?;
        state.serialize_field("rules", &G::RULES)?;
        state.serialize_field("seed", &self.seed)?;
        if G::SEATED {
            state.serialize_field("seats", &self.seats)?;
        }
        state.serialize_field("options", &self.options)?;
        state.serialize_field("table", &self.table)?;
        state.end()
    }
}

wire::named_schema!(
    impl[G: Game] StateForm<G>,
    format!("{}State", G::NAME),
    wire::object(
        &format!("A state of {}. It holds all that the rules need: post it back as it is, at any time.", G::TITLE),
        [
            wire::required("game", wire::constant(G::ID)),
            wire::required("rules", super::version_schema::<G>()),
            wire::required("seed", wire::reference_to::<Seed>()),
        ]
        .into_iter()
        .chain(super::seats_field::<G>())
        .chain([
            wire::required("options", wire::reference_to::<G::Options>()),
            wire::required("table", wire::reference_to::<G::Table>()),
        ]),
    ),
    gather [Seed, G::Options, G::Table]
);
