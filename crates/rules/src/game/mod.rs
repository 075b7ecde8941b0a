//! The trait that a game implements, and the sealed state that legal play advances.
//!
//! A game is a type that implements [`Game`] and is listed in the [registry](super::registry). Everything else (paths,
//! schemas, the command line, the laws) is derived by visiting the registry.
//!
//! Input from the wire is a [`StateForm`], which has the right shape but may be impossible. [`StateForm::admit`]
//! inspects it and reports all faults; it is the only way from a form to a [`State`]. A `State` changes only by legal
//! moves, so code that owns one can always play it.

mod bounds;
mod context;
mod counted;
mod open;
mod options;
mod seated;
mod sight;
mod solitaire;
mod view;

use std::borrow::Cow;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::ToSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

pub use self::bounds::{Bounds, NoBounds};
pub use self::context::{Context, Log};
pub use self::counted::{SeatOf, SeatsOf};
pub use self::open::OpenInformation;
pub use self::options::{NoOptions, OptionInfo, Options};
pub use self::seated::{Seated, places};
pub use self::sight::Sight;
pub use self::solitaire::{Score, ScoreCard, ScoreOrder, Solitaire};
pub use self::view::{SealedView, ViewForm, ViewOf};
use super::chance::{Chance, Draws, Seed};
use super::digest;
use super::fault::{Faults, Illegal};
use super::hex;
use super::page::RulesPage;
use super::scene::Scene;
pub use super::seat::{MAX_SEATS, Seat, SeatMove, SeatSet, Seats, Viewer};
use super::wire;

/// The legal moves in a state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(bound = "")]
pub struct LegalMoves<G: Game> {
    /// Every legal move that can be listed, in the game's fixed order.
    pub moves: Vec<G::Move>,
    /// The bounds of the moves that cannot be listed, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<G::Bounds>,
}

impl<G: Game> LegalMoves<G> {
    /// Creates a list of moves without bounds.
    #[must_use]
    pub fn listed(moves: Vec<G::Move>) -> Self {
        Self { moves, bounds: None }
    }

    /// Keeps only the moves and bounds of one seat.
    #[must_use]
    pub fn of(mut self, seat: Seat) -> Self
    where
        G: Seated,
    {
        self.moves.retain(|mv| mv.seat() == seat);
        self.bounds = self.bounds.filter(|bounds| bounds.seat() == seat);
        self
    }
}

/// A game: its metadata, its types and its rules.
///
/// The functions work on the table. They are reachable only through [`State`], so the table is always a possible one.
pub trait Game: Copy + Debug + Eq + Send + Sync + 'static {
    /// The id of the game: kebab-case, as in paths and runs.
    const ID: &'static str;
    /// The prefix of the game's schema names, in PascalCase. It is unique for each game and rules version.
    const NAME: &'static str;
    /// The title.
    const TITLE: &'static str;
    /// A summary of the game in a sentence or two of our own.
    const SUMMARY: &'static str;
    /// Who designed it.
    const DESIGNER: &'static str;
    /// Where it was published.
    const SOURCE: &'static str;
    /// The rules version that this type implements, from 1.
    const RULES: u32;
    /// The part of the rules pages that belongs to the game.
    const PAGE: RulesPage;
    /// The possible numbers of seats: one for a [`Solitaire`], a range for a [`Seated`] game.
    const SEATS: RangeInclusive<u8> = 1..=1;
    /// Whether the game is for several seats, so that states and runs have a field for their number.
    const SEATED: bool = *Self::SEATS.end() > 1;
    /// Whether the game hides anything from its players, such as face-down pieces or other hands.
    const HIDES: bool = false;
    /// When the game has open information.
    const OPEN_INFORMATION: OpenInformation = OpenInformation::Never;

    /// The options.
    type Options: Options;
    /// The table: the game's own part of a state, in its wire form.
    type Table: Clone + Debug + Eq + Send + Sync + Serialize + DeserializeOwned + ToSchema;
    /// A viewer's view of the table; the table itself unless the game hides something.
    type View: ViewOf<Self::Table, Self::Options>;
    /// A move.
    type Move: Clone + Debug + Eq + Send + Sync + Serialize + DeserializeOwned + ToSchema;
    /// An event: a step of a move, for front ends to animate.
    type Event: Clone + Debug + Send + Sync + Serialize + ToSchema;
    /// The bounds of moves that are too many to list; [`NoBounds`] if all can be listed.
    type Bounds: Bounds<Self::Move>;

    /// Returns the initial table.
    fn deal(context: Context<Self::Options>) -> Self::Table;

    /// Adds a fault for everything that is impossible on a posted table.
    ///
    /// Also sorts lists whose order has no meaning, such as the coins in a bag, so that equal tables have equal
    /// digests.
    fn inspect(context: Context<Self::Options>, table: &mut Self::Table, faults: &mut Faults);

    /// Returns every legal move of all seats that may act, in a fixed order; none after the end of the game.
    fn legal_moves(context: Context<Self::Options>, table: &Self::Table) -> LegalMoves<Self>;

    /// Plays a move.
    ///
    /// # Errors
    /// The rule that refuses the move. The table is then unchanged.
    fn play(
        context: Context<Self::Options>,
        table: &mut Self::Table,
        mv: &Self::Move,
        log: &mut Log<Self::Event>,
    ) -> Result<(), Illegal>;

    /// Whether the game has ended.
    fn finished(table: &Self::Table) -> bool;

    /// Returns an event as a viewer may see it. By default, every viewer sees all of it.
    fn visible_event(event: &Self::Event, _viewer: Viewer) -> Self::Event {
        event.clone()
    }

    /// Deals everything again that is hidden from the viewer, who cannot distinguish the result from `table`.
    ///
    /// The laws use this to show that hidden parts do not affect what a viewer receives.
    fn redeal(table: &Self::Table, _viewer: Viewer, _draws: &mut Draws) -> Self::Table {
        table.clone()
    }

    /// Describes the visible pieces and their places.
    fn scene(sight: Sight<Self::Options, Self::View>) -> Scene;

    /// Returns the next moves of the built-in player for the seat of this sight.
    ///
    /// Returns at least one move while the seat may act; all are legal in sequence. The player knows only what the seat
    /// sees: no hidden pieces and no future chance. Random choices use `draws`, which are independent of the game's own
    /// events.
    fn plan(sight: Sight<Self::Options, Self::View>, draws: &mut Draws) -> Vec<Self::Move>;
}

/// Serializes a part of a canonical form. This cannot fail, because games contain only lists, strings and integers.
pub(crate) fn to_json(part: &impl Serialize) -> String {
    serde_json::to_string(part).unwrap_or_default()
}

/// The id of a game as its own type. Deserializing any other string fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Id<G>(PhantomData<G>);

impl<G> Id<G> {
    /// Creates the id.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<G> Default for Id<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Serialize for Id<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(G::ID)
    }
}

impl<'de, G: Game> Deserialize<'de> for Id<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text<G>(PhantomData<G>);
        impl<G: Game> de::Visitor<'_> for Text<G> {
            type Value = Id<G>;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{:?}", G::ID)
            }
            fn visit_str<E: de::Error>(self, id: &str) -> Result<Id<G>, E> {
                if id == G::ID { Ok(Id::new()) } else { Err(E::invalid_value(de::Unexpected::Str(id), &self)) }
            }
        }
        deserializer.deserialize_str(Text(PhantomData))
    }
}

/// The rules version of a game type as its own type. Deserializing any other number fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version<G>(PhantomData<G>);

impl<G> Version<G> {
    /// Creates the version.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<G> Default for Version<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Serialize for Version<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(G::RULES)
    }
}

impl<'de, G: Game> Deserialize<'de> for Version<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number<G>(PhantomData<G>);
        impl<G: Game> de::Visitor<'_> for Number<G> {
            type Value = Version<G>;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}, the rules version", G::RULES)
            }
            fn visit_u64<E: de::Error>(self, rules: u64) -> Result<Version<G>, E> {
                let wrong = || E::invalid_value(de::Unexpected::Unsigned(rules), &self);
                if rules == u64::from(G::RULES) { Ok(Version::new()) } else { Err(wrong()) }
            }
        }
        deserializer.deserialize_u32(Number(PhantomData))
    }
}

/// Returns the schema of a game's rules version, which has one value.
#[must_use]
pub fn version_schema<G: Game>() -> RefOr<Schema> {
    wire::constant_integer("The rules version.", G::RULES.into())
}

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

/// The wire fields of a solitaire's state.
#[derive(Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
struct SolitaireFields<G: Game> {
    #[serde(rename = "game")]
    _game: Id<G>,
    #[serde(rename = "rules")]
    _rules: Version<G>,
    #[serde(default, deserialize_with = "wire::present")]
    seed: Option<Seed>,
    options: G::Options,
    table: G::Table,
}

/// The wire fields of a state of a game for several seats.
#[derive(Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
struct SeatedFields<G: Game> {
    #[serde(rename = "game")]
    _game: Id<G>,
    #[serde(rename = "rules")]
    _rules: Version<G>,
    #[serde(default, deserialize_with = "wire::present")]
    seed: Option<Seed>,
    seats: SeatsOf<G>,
    options: G::Options,
    table: G::Table,
}

/// Returns the seed of a state, or an error if it is missing, as in a view.
fn known<E: de::Error>(seed: Option<Seed>) -> Result<Seed, E> {
    seed.ok_or_else(|| E::custom("missing field `seed`: without it, this is a view at most, and no state"))
}

impl<'de, G: Game> wire::FromFields<'de> for StateForm<G> {
    fn from_fields<D: Deserializer<'de>>(fields: D) -> Result<Self, D::Error> {
        if G::SEATED {
            let SeatedFields::<G> { seed, seats, options, table, .. } = SeatedFields::deserialize(fields)?;
            Ok(Self { seed: known(seed)?, seats: seats.count(), options, table })
        } else {
            let SolitaireFields::<G> { seed, options, table, .. } = SolitaireFields::deserialize(fields)?;
            Ok(Self { seed: known(seed)?, seats: Seats::ONE, options, table })
        }
    }
}

impl<'de, G: Game> Deserialize<'de> for StateForm<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::from_object(deserializer)
    }
}

impl<G: Game> StateForm<G> {
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

/// A state without faults, as far as [`Game::inspect`] can tell.
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

    /// How many seats there are.
    #[must_use]
    pub fn seats(&self) -> Seats {
        self.seats
    }

    /// Returns a state that the viewer cannot distinguish from this one: another seed, and all hidden parts dealt
    /// again.
    #[must_use]
    pub fn redealt(&self, viewer: Viewer, draws: &mut Draws) -> Self {
        let table = if self.finished() { self.table.clone() } else { G::redeal(&self.table, viewer, draws) };
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
        G::finished(&self.table)
    }

    /// Returns the view of a viewer; after the end of the game, everything is visible.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> G::View {
        view::viewed::<G>(&self.table, viewer)
    }

    fn sight<'a>(&self, viewer: Viewer, view: &'a G::View) -> Sight<'a, G::Options, G::View> {
        Sight { seats: self.seats, viewer, options: self.options, table: view }
    }

    /// Returns the game's own scene, without score or seats.
    fn bare_scene(&self, viewer: Viewer) -> Scene {
        G::scene(self.sight(viewer, &self.view(viewer)))
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
        let viewer = Viewer::Seat(seat);
        let form = ViewForm::of(self, viewer);
        let event = format!("robot/{seat}/{}", hex::encode(&digest::of(&form)));
        G::plan(self.sight(viewer, &form.table), &mut Chance::new(seed).event(&event))
    }
}

impl<G: Solitaire> State<G> {
    /// Returns the initial state of a run.
    #[must_use]
    pub fn deal(seed: Seed, options: G::Options) -> Self {
        Self::deal_for(Seats::ONE, seed, options)
    }

    /// What the game would score if it ended now.
    #[must_use]
    pub fn score(&self) -> G::Score {
        G::score(&self.table)
    }

    /// Returns whether a finished game may be ranked.
    #[must_use]
    pub fn eligible(&self) -> bool {
        G::eligible(&self.table)
    }

    /// Returns the index of the current [room](Solitaire::ROOMS), from 0.
    #[must_use]
    pub fn room(&self) -> usize {
        G::room(&self.table)
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
        G::to_act(&self.table)
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

    /// What each seat has so far, from seat 1.
    #[must_use]
    pub fn points(&self) -> Vec<i64> {
        G::points(&self.table)
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
        scene.seating(&self.points(), self.to_act(), self.places().as_deref(), viewer)
    }
}

impl<G: Game> Serialize for State<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct as _;
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

/// Returns the field for the number of seats; none for a solitaire.
pub fn seats_field<G: Game>() -> Option<wire::Field> {
    G::SEATED.then(|| wire::required("seats", SeatsOf::<G>::schema()))
}

wire::named_schema!(
    impl[G: Game] StateForm<G>,
    format!("{}State", G::NAME),
    wire::object(
        &format!("A state of {}. It holds all that the rules need: post it back as it is, at any time.", G::TITLE),
        [
            wire::required("game", wire::constant(G::ID)),
            wire::required("rules", version_schema::<G>()),
            wire::required("seed", wire::reference_to::<Seed>()),
        ]
        .into_iter()
        .chain(seats_field::<G>())
        .chain([
            wire::required("options", wire::reference_to::<G::Options>()),
            wire::required("table", wire::reference_to::<G::Table>()),
        ]),
    ),
    gather [Seed, G::Options, G::Table]
);

impl<G: Game> utoipa::PartialSchema for LegalMoves<G> {
    fn schema() -> RefOr<Schema> {
        let moves =
            wire::list("Every legal move, in a fixed order, each ready to be played.", wire::reference_to::<G::Move>());
        let moves = wire::required("moves", moves);
        let bounds = G::Bounds::EXIST.then(|| wire::optional("bounds", wire::reference_to::<G::Bounds>()));
        wire::object(&format!("The legal moves in a state of {}.", G::TITLE), std::iter::once(moves).chain(bounds))
    }
}

impl<G: Game> ToSchema for LegalMoves<G> {
    fn name() -> Cow<'static, str> {
        format!("{}LegalMoves", G::NAME).into()
    }

    fn schemas(schemas: &mut wire::Schemas) {
        wire::gather::<G::Move>(schemas);
        if G::Bounds::EXIST {
            wire::gather::<G::Bounds>(schemas);
        }
    }
}
