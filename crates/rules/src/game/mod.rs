//! What a game must say about itself, and the sealed state that legal play moves along.
//!
//! A game is a type that implements [`Game`] and is listed in the [registry](super::registry). All else
//! (paths, schemas, the command line, the laws) comes from visiting the registry.
//!
//! What comes from the wire is a [`StateForm`]: anything of the right shape. [`StateForm::admit`] is the
//! only way from there to a [`State`], and it finds all that is impossible in the form. From a `State`
//! only legal moves lead on. So code that holds a `State` knows that it can be played.

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

/// The moves that are legal in a state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(bound = "")]
pub struct LegalMoves<G: Game> {
    /// Every legal move that can be listed, in the game's fixed order.
    pub moves: Vec<G::Move>,
    /// The bounds of the moves that cannot be listed, if there are such moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<G::Bounds>,
}

impl<G: Game> LegalMoves<G> {
    /// Moves that can all be listed.
    #[must_use]
    pub fn listed(moves: Vec<G::Move>) -> Self {
        Self { moves, bounds: None }
    }

    /// Those of them that a seat makes.
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

/// A game: its facts, its types and its rules.
///
/// The functions work on the table, that is on what lies there. They are reached from outside through
/// [`State`] only, so the table they are given is always a possible one.
pub trait Game: Copy + Debug + Eq + Send + Sync + 'static {
    /// The game's id: kebab-case, as in paths and runs.
    const ID: &'static str;
    /// The prefix of the names of the game's schemas, in PascalCase; each game and rules version has its own.
    const NAME: &'static str;
    /// The title.
    const TITLE: &'static str;
    /// What the game is about, in a sentence or two of our own.
    const SUMMARY: &'static str;
    /// Who designed it.
    const DESIGNER: &'static str;
    /// Where it was published.
    const SOURCE: &'static str;
    /// The rules version that this type plays, from 1.
    const RULES: u32;
    /// The part of the rules pages that belongs to the game.
    const PAGE: RulesPage;
    /// For how many seats the game can be dealt: one for a [`Solitaire`], a range for a [`Seated`] game.
    const SEATS: RangeInclusive<u8> = 1..=1;
    /// Whether the game is for several seats, so that states and runs say how many.
    const SEATED: bool = *Self::SEATS.end() > 1;
    /// Whether something is hidden from those who play: what lies face down, the hands of the others.
    const HIDES: bool = false;
    /// When everything is open after the deal.
    const OPEN_INFORMATION: OpenInformation = OpenInformation::Never;

    /// The options.
    type Options: Options;
    /// What lies on the table: the game's own part of a state, in its wire form.
    type Table: Clone + Debug + Eq + Send + Sync + Serialize + DeserializeOwned + ToSchema;
    /// What somebody sees of the table: the table itself, unless the game hides something.
    type View: ViewOf<Self::Table, Self::Options>;
    /// A move.
    type Move: Clone + Debug + Eq + Send + Sync + Serialize + DeserializeOwned + ToSchema;
    /// What happens in the course of a move.
    type Event: Clone + Debug + Send + Sync + Serialize + ToSchema;
    /// The bounds of moves that are too many to be listed; [`NoBounds`] where all can be listed.
    type Bounds: Bounds<Self::Move>;

    /// The table at the start.
    fn deal(context: Context<Self::Options>) -> Self::Table;

    /// Adds a fault for everything that is impossible on a posted table. Sorts lists whose order has no meaning, such as the
    /// coins in a bag, so that equal tables have equal digests.
    fn inspect(context: Context<Self::Options>, table: &mut Self::Table, faults: &mut Faults);

    /// Every legal move of all seats that may act, in a fixed order; none once the game has ended.
    fn legal_moves(context: Context<Self::Options>, table: &Self::Table) -> LegalMoves<Self>;

    /// Makes a move.
    ///
    /// # Errors
    /// The rule that refuses it; the table is then as it was.
    fn play(
        context: Context<Self::Options>,
        table: &mut Self::Table,
        mv: &Self::Move,
        log: &mut Log<Self::Event>,
    ) -> Result<(), Illegal>;

    /// Whether the game has ended.
    fn finished(table: &Self::Table) -> bool;

    /// An event as it is told to somebody. Unless a game hides something, it is told to everybody alike.
    fn told(event: &Self::Event, _viewer: Viewer) -> Self::Event {
        event.clone()
    }

    /// A table that this viewer cannot tell from `table`, with all that is hidden from them dealt again by `draws`. The laws
    /// use it to show that nothing hidden has an effect on what the viewer is told.
    fn redeal(table: &Self::Table, _viewer: Viewer, _draws: &mut Draws) -> Self::Table {
        table.clone()
    }

    /// What there is to see: pieces and their places.
    fn scene(sight: Sight<Self::Options, Self::View>) -> Scene;

    /// The moves that the built-in player makes next for the seat whose sight this is: one or more, all legal in turn, while that seat
    /// may act. It knows what the seat sees and nothing else: neither what is hidden nor the chance to come. Where it chooses at random, it
    /// uses `draws`, which no event of the game shares.
    fn plan(sight: Sight<Self::Options, Self::View>, draws: &mut Draws) -> Vec<Self::Move>;
}

/// A part of a canonical form as JSON. What games write is lists, texts and integers, which can always be written.
pub(crate) fn written(part: &impl Serialize) -> String {
    serde_json::to_string(part).unwrap_or_default()
}

/// The id of a game, as a value of its own type: reading any other text fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Id<G>(PhantomData<G>);

impl<G> Id<G> {
    /// The id.
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

/// The rules version of a game's type, as a value of its own type: reading any other number fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version<G>(PhantomData<G>);

impl<G> Version<G> {
    /// The version.
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

/// The schema of a game's rules version: its one value.
#[must_use]
pub fn version_schema<G: Game>() -> RefOr<Schema> {
    wire::constant_integer("The rules version.", G::RULES.into())
}

/// A state as it comes from the wire: of the right shape, and nothing more is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateForm<G: Game> {
    /// The seed from which all chance comes.
    pub seed: Seed,
    /// How many seats there are, within the game's range.
    pub seats: Seats,
    /// The options.
    pub options: G::Options,
    /// What lies on the table.
    pub table: G::Table,
}

/// The fields of a solitaire's state.
#[derive(Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
struct FieldsOfOne<G: Game> {
    #[serde(rename = "game")]
    _game: Id<G>,
    #[serde(rename = "rules")]
    _rules: Version<G>,
    #[serde(default, deserialize_with = "wire::present")]
    seed: Option<Seed>,
    options: G::Options,
    table: G::Table,
}

/// The fields of a state of a game for several seats.
#[derive(Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
struct FieldsOfSeveral<G: Game> {
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

/// The seed of a state, which a view does not have.
fn known<E: de::Error>(seed: Option<Seed>) -> Result<Seed, E> {
    seed.ok_or_else(|| E::custom("missing field `seed`: without it, this is a view at most, and no state"))
}

impl<'de, G: Game> wire::FromFields<'de> for StateForm<G> {
    fn from_fields<D: Deserializer<'de>>(fields: D) -> Result<Self, D::Error> {
        if G::SEATED {
            let FieldsOfSeveral::<G> { seed, seats, options, table, .. } = FieldsOfSeveral::deserialize(fields)?;
            Ok(Self { seed: known(seed)?, seats: seats.count(), options, table })
        } else {
            let FieldsOfOne::<G> { seed, options, table, .. } = FieldsOfOne::deserialize(fields)?;
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
    /// Seals the state, if it is a possible one.
    ///
    /// # Errors
    /// All its faults; pointers are into the state.
    pub fn admit(self) -> Result<State<G>, Faults> {
        let Self { seed, seats, options, mut table } = self;
        let mut faults = Faults::default();
        faults.within("/table", |faults| G::inspect(Context::new(&seed, seats, options), &mut table, faults));
        if faults.is_empty() { Ok(State { seed, seats, options, table }) } else { Err(faults) }
    }
}

/// How many seeds are tried for a state that is dealt again. What is open and comes from the seed alone is one of a few colors.
const SEEDS_TRIED: usize = 64;

/// A state in which [`Game::inspect`] finds no fault. Only [`State::deal`], [`StateForm::admit`] and [`State::play`] make
/// one. That play can reach it is not proved: the inspection counts pieces and moves, and searches nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State<G: Game> {
    seed: Seed,
    seats: Seats,
    options: G::Options,
    table: G::Table,
}

impl<G: Game> State<G> {
    /// The state at the start of a run, dealt for so many seats, which are within the game's [range](Game::SEATS).
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

    /// A state that a viewer cannot tell from this one: another seed, and all that is hidden from them dealt again.
    #[must_use]
    pub fn redealt(&self, viewer: Viewer, draws: &mut Draws) -> Self {
        let table = if self.finished() { self.table.clone() } else { G::redeal(&self.table, viewer, draws) };
        // What lies open may come from the seed by itself, as a color of the turn does: another seed must have brought it too.
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

    /// What lies on the table.
    #[must_use]
    pub fn table(&self) -> &G::Table {
        &self.table
    }

    fn context(&self) -> Context<'_, G::Options> {
        Context::new(&self.seed, self.seats, self.options)
    }

    /// Every legal move, in the game's fixed order.
    #[must_use]
    pub fn legal_moves(&self) -> LegalMoves<G> {
        G::legal_moves(self.context(), &self.table)
    }

    /// Makes a move.
    ///
    /// # Errors
    /// The rule that refuses it; the state is then as it was.
    pub fn play(&mut self, mv: &G::Move, log: &mut Log<G::Event>) -> Result<(), Illegal> {
        G::play(Context::new(&self.seed, self.seats, self.options), &mut self.table, mv, log)
    }

    /// Whether the game has ended.
    #[must_use]
    pub fn finished(&self) -> bool {
        G::finished(&self.table)
    }

    /// What somebody sees of the table; once the game has ended, everything.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> G::View {
        view::seen::<G>(&self.table, viewer)
    }

    fn sight<'a>(&self, viewer: Viewer, view: &'a G::View) -> Sight<'a, G::Options, G::View> {
        Sight { seats: self.seats, viewer, options: self.options, table: view }
    }

    /// What there is to see for whoever runs the table.
    fn bare_scene(&self, viewer: Viewer) -> Scene {
        G::scene(self.sight(viewer, &self.view(viewer)))
    }

    /// The moves that the built-in player makes next for a seat, from what that seat sees. Its random choices come from the seed of the
    /// state, as in [`plan_drawn`](Self::plan_drawn).
    #[must_use]
    pub fn plan_for(&self, seat: Seat) -> Vec<G::Move> {
        self.plan_drawn(seat, &self.seed)
    }

    /// The moves that the built-in player makes next for a seat, from what that seat sees, with random choices from a seed.
    ///
    /// They are drawn from the event `robot/SEAT/DIGEST`, where the digest is that of the seat's [`ViewForm`]. So the same seed draws
    /// the same in a position, on any instance and after any failure, without a counter that somebody has to keep; and it draws
    /// something else in each position and for each seat. Once a secret seed is published, anyone can draw again what it drew.
    #[must_use]
    pub fn plan_drawn(&self, seat: Seat, seed: &Seed) -> Vec<G::Move> {
        let viewer = Viewer::Seat(seat);
        let form = ViewForm::of(self, viewer);
        let event = format!("robot/{seat}/{}", hex::encode(&digest::of(&form)));
        G::plan(self.sight(viewer, &form.table), &mut Chance::new(seed).event(&event))
    }
}

impl<G: Solitaire> State<G> {
    /// The state at the start of a run.
    #[must_use]
    pub fn deal(seed: Seed, options: G::Options) -> Self {
        Self::deal_for(Seats::ONE, seed, options)
    }

    /// What the game would score if it ended now.
    #[must_use]
    pub fn score(&self) -> G::Score {
        G::score(&self.table)
    }

    /// Whether the game, once it has ended, may stand on a leaderboard.
    #[must_use]
    pub fn eligible(&self) -> bool {
        G::eligible(&self.table)
    }

    /// Which of the game's [rooms](Solitaire::ROOMS) is open, from 0.
    #[must_use]
    pub fn room(&self) -> usize {
        G::room(&self.table)
    }

    /// What there is to see.
    #[must_use]
    pub fn scene(&self) -> Scene {
        let score = self.score();
        self.bare_scene(Viewer::Host).scored(score.total(), score.rooms(), self.finished())
    }

    /// The moves that the greedy robot makes next.
    #[must_use]
    pub fn plan(&self) -> Vec<G::Move> {
        self.plan_for(Seat::FIRST)
    }
}

impl<G: Seated> State<G> {
    /// The seats that may act now: none exactly when the game has ended.
    #[must_use]
    pub fn to_act(&self) -> SeatSet {
        G::to_act(&self.table)
    }

    /// The legal moves of one seat: none if it is not to act. A list of moves can tell what only its seat knows.
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

    /// The place of each seat, from seat 1, once the game has ended.
    #[must_use]
    pub fn places(&self) -> Option<Vec<u8>> {
        self.finished().then(|| G::places(self.options, &self.table))
    }

    /// What there is to see for somebody.
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

/// The field that says how many seats there are, in games for several.
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
