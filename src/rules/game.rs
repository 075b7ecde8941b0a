//! What a game must say about itself, and the sealed state that legal play moves along.
//!
//! A game is a type that implements [`Game`] and is listed in the [registry](super::registry). All else
//! (paths, schemas, the command line, the laws) comes from visiting the registry.
//!
//! What comes from the wire is a [`StateForm`]: anything of the right shape. [`StateForm::admit`] is the
//! only way from there to a [`State`], and it finds all that is impossible in the form. From a `State`
//! only legal moves lead on. So code that holds a `State` knows that it can be played.

use std::borrow::Cow;
use std::fmt::Debug;
use std::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::ToSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::chance::{Chance, Draws, Seed};
use super::fault::{Faults, Illegal};
use super::page::Page;
use super::scene::Scene;
use super::wire;

/// Which scores are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Wins {
    /// Low scores win.
    Low,
    /// High scores win.
    High,
}

/// An option of a game and its values, the first of which is the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = GameOption)]
pub struct OptionInfo {
    /// The option's name.
    pub name: &'static str,
    /// Its values; the first is the default.
    pub values: &'static [&'static str],
    /// What it decides.
    pub summary: &'static str,
}

/// The options of a game: what is agreed before the deal and holds for the whole run.
pub trait Options: Copy + Debug + Default + Eq + Send + Sync + Serialize + DeserializeOwned + ToSchema {
    /// The options there are.
    const LIST: &'static [OptionInfo];
}

/// The options of a game that has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct NoOptions {}

wire::object_only!(read and written impl[] NoOptions);

impl Options for NoOptions {
    const LIST: &'static [OptionInfo] = &[];
}

/// A score card.
pub trait ScoreCard: Clone + Debug + Eq + Send + Serialize + ToSchema {
    /// The number that counts: what a run claims and what ranks it.
    fn total(&self) -> u64;

    /// The score of each [room](Game::ROOMS) up to the open one.
    fn rooms(&self) -> &[u64] {
        &[]
    }
}

/// The score card of a game with nothing but a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Score {
    /// What the game would score if it ended now.
    #[schema(minimum = 0)]
    pub total: u64,
}

impl ScoreCard for Score {
    fn total(&self) -> u64 {
        self.total
    }
}

/// What bounds the moves of a continuum that cannot be listed.
pub trait Bounds<M>: Clone + Debug + Eq + Send + Serialize + ToSchema {
    /// Whether the game has such moves at all.
    const EXIST: bool = true;

    /// Any move within the bounds.
    fn any(&self, draws: &mut Draws) -> M;
}

/// The bounds of a game whose moves can all be listed: there are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub enum NoBounds {}

impl<M> Bounds<M> for NoBounds {
    const EXIST: bool = false;

    fn any(&self, _: &mut Draws) -> M {
        match *self {}
    }
}

/// What a run fixes before its first move: its chance and its options.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a, O> {
    /// The chance of the run's seed.
    pub chance: Chance<'a>,
    /// The options.
    pub options: O,
}

impl<'a, O> Setting<'a, O> {
    /// A setting of a seed and options.
    pub fn new(seed: &'a Seed, options: O) -> Self {
        Self { chance: Chance::new(seed), options }
    }

    /// The same chance with other options: those that a room of a suite takes.
    pub fn with<P>(self, options: P) -> Setting<'a, P> {
        Setting { chance: self.chance, options }
    }
}

/// Where the events of a move are written, for those who want them.
#[derive(Clone, Debug)]
pub struct Log<E>(Option<Vec<E>>);

impl<E> Log<E> {
    /// A log that keeps what is written.
    #[must_use]
    pub fn kept() -> Self {
        Self(Some(Vec::new()))
    }

    /// A log that forgets at once: no event is even made.
    #[must_use]
    pub fn forgotten() -> Self {
        Self(None)
    }

    /// A log of other events, kept if this one is.
    pub fn alike<F>(&self) -> Log<F> {
        Log(self.0.is_some().then(Vec::new))
    }

    /// Writes an event.
    pub fn write<I: Into<E>>(&mut self, event: impl FnOnce() -> I) {
        if let Some(events) = &mut self.0 {
            events.push(event().into());
        }
    }

    /// The events written.
    #[must_use]
    pub fn events(self) -> Vec<E> {
        self.0.unwrap_or_default()
    }
}

/// The moves that are legal in a state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(bound = "")]
pub struct LegalMoves<G: Game> {
    /// Every legal move that can be listed, in the game's fixed order.
    pub moves: Vec<G::Move>,
    /// What bounds the moves that cannot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<G::Bounds>,
}

impl<G: Game> LegalMoves<G> {
    /// Moves that can all be listed.
    #[must_use]
    pub fn listed(moves: Vec<G::Move>) -> Self {
        Self { moves, bounds: None }
    }
}

/// A game: its facts, its types and its rules.
///
/// The functions work on the table, that is on what lies there. They are reached from outside through
/// [`State`] only, so the table they are given is always a possible one.
pub trait Game: Copy + Debug + Eq + Send + Sync + 'static {
    /// The game's id: kebab-case, as in paths and runs.
    const ID: &'static str;
    /// The id as a prefix of the names of the game's schemas.
    const NAME: &'static str;
    /// The title.
    const TITLE: &'static str;
    /// What the game is about, in a sentence or two of our own.
    const SUMMARY: &'static str;
    /// Who designed it.
    const DESIGNER: &'static str;
    /// Where it was published.
    const SOURCE: &'static str;
    /// The rules version that this type plays.
    const RULES: u32;
    /// The part of the rules pages that belongs to the game.
    const PAGE: Page;
    /// Which scores are better.
    const WINS: Wins;
    /// The least total there can be.
    const LEAST: u64 = 0;
    /// The greatest total there can be, if there is one.
    const GREATEST: Option<u64> = None;
    /// The parts of the game that have scores, and so boards, of their own: their ids in the order in which they are played.
    const ROOMS: &'static [&'static str] = &[];

    /// The options.
    type Options: Options;
    /// What lies on the table: the game's own part of a state, in its wire form.
    type Table: Clone + Debug + Eq + Send + Serialize + DeserializeOwned + ToSchema;
    /// A move.
    type Move: Clone + Debug + Eq + Send + Serialize + DeserializeOwned + ToSchema;
    /// What happens in the course of a move.
    type Event: Clone + Debug + Send + Serialize + ToSchema;
    /// The score card.
    type Score: ScoreCard;
    /// What bounds moves that cannot be listed; [`NoBounds`] where all can.
    type Bounds: Bounds<Self::Move>;

    /// The table at the start.
    fn deal(setting: Setting<Self::Options>) -> Self::Table;

    /// Finds all that is impossible on a table, and puts what is a set into the rules' order.
    fn inspect(setting: Setting<Self::Options>, table: &mut Self::Table, faults: &mut Faults);

    /// Every legal move, in a fixed order.
    fn legal_moves(setting: Setting<Self::Options>, table: &Self::Table) -> LegalMoves<Self>;

    /// Makes a move.
    ///
    /// # Errors
    /// The rule that refuses it; the table is then as it was.
    fn play(
        setting: Setting<Self::Options>,
        table: &mut Self::Table,
        mv: &Self::Move,
        log: &mut Log<Self::Event>,
    ) -> Result<(), Illegal>;

    /// What the game would score if it ended now.
    fn score(table: &Self::Table) -> Self::Score;

    /// Whether the game has ended.
    fn finished(table: &Self::Table) -> bool;

    /// Whether the game, once it has ended, may stand on a leaderboard. A game that can be given up with a score that
    /// means nothing says no here; such a run is complete all the same.
    fn ranked(_table: &Self::Table) -> bool {
        true
    }

    /// Which of the [rooms](Self::ROOMS) is open, from 0: the next move would be made in it.
    fn room(_table: &Self::Table) -> usize {
        0
    }

    /// What there is to see: pieces and their places.
    fn scene(setting: Setting<Self::Options>, table: &Self::Table) -> Scene;

    /// The moves that the built-in greedy player makes next: one or more, all legal in turn, unless the game has ended.
    fn plan(setting: Setting<Self::Options>, table: &Self::Table) -> Vec<Self::Move>;
}

/// The id of a game, as a value of its own type.
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

/// Reads a rules version: from 1.
pub(crate) fn version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    wire::integer::<D, 1, { u32::MAX as u64 }>(deserializer).map(|version| version as u32)
}

/// The schema of a rules version.
pub(crate) fn version_schema() -> RefOr<Schema> {
    wire::integer_schema("The rules version of the game.", 1, u32::MAX.into())
}

/// A state as it comes from the wire: of the right shape, and nothing more is known of it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(remote = "Self", bound = "", deny_unknown_fields)]
pub struct StateForm<G: Game> {
    /// The game.
    pub game: Id<G>,
    /// The rules version.
    #[serde(deserialize_with = "version")]
    pub rules: u32,
    /// The seed from which all chance comes.
    pub seed: Seed,
    /// The options.
    pub options: G::Options,
    /// What lies on the table.
    pub table: G::Table,
}

wire::object_only!(read impl[G: Game] StateForm<G>);

/// Why a state or a run is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Its rules version is not known.
    UnknownRules(u32),
    /// It is impossible, for all these reasons.
    Impossible(Faults),
}

/// Tells whether a rules version of a game is known.
///
/// # Errors
/// [`Refused::UnknownRules`] when it is not.
pub fn known_rules<G: Game>(rules: u32) -> Result<(), Refused> {
    if rules == G::RULES { Ok(()) } else { Err(Refused::UnknownRules(rules)) }
}

impl<G: Game> StateForm<G> {
    /// Seals the state, if it is a possible one.
    ///
    /// # Errors
    /// All its faults; pointers are into the state.
    pub fn admit(self) -> Result<State<G>, Refused> {
        let Self { game: _, rules, seed, options, mut table } = self;
        known_rules::<G>(rules)?;
        let mut faults = Faults::under("/table");
        G::inspect(Setting::new(&seed, options), &mut table, &mut faults);
        if faults.is_empty() { Ok(State { seed, options, table }) } else { Err(Refused::Impossible(faults)) }
    }
}

/// A state that play could reach, as far as simple counting tells. Only [`State::deal`],
/// [`StateForm::admit`] and [`State::play`] make one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State<G: Game> {
    seed: Seed,
    options: G::Options,
    table: G::Table,
}

impl<G: Game> State<G> {
    /// The state at the start of a run.
    #[must_use]
    pub fn deal(seed: Seed, options: G::Options) -> Self {
        let table = G::deal(Setting::new(&seed, options));
        Self { seed, options, table }
    }

    /// The seed.
    #[must_use]
    pub fn seed(&self) -> &Seed {
        &self.seed
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

    fn setting(&self) -> Setting<'_, G::Options> {
        Setting::new(&self.seed, self.options)
    }

    /// Every legal move, in the game's fixed order.
    #[must_use]
    pub fn legal_moves(&self) -> LegalMoves<G> {
        G::legal_moves(self.setting(), &self.table)
    }

    /// Makes a move.
    ///
    /// # Errors
    /// The rule that refuses it; the state is then as it was.
    pub fn play(&mut self, mv: &G::Move, log: &mut Log<G::Event>) -> Result<(), Illegal> {
        G::play(Setting::new(&self.seed, self.options), &mut self.table, mv, log)
    }

    /// What the game would score if it ended now.
    #[must_use]
    pub fn score(&self) -> G::Score {
        G::score(&self.table)
    }

    /// Whether the game has ended.
    #[must_use]
    pub fn finished(&self) -> bool {
        G::finished(&self.table)
    }

    /// Whether the game, once it has ended, may stand on a leaderboard.
    #[must_use]
    pub fn ranked(&self) -> bool {
        G::ranked(&self.table)
    }

    /// Which of the game's [rooms](Game::ROOMS) is open, from 0.
    #[must_use]
    pub fn room(&self) -> usize {
        G::room(&self.table)
    }

    /// What there is to see.
    #[must_use]
    pub fn scene(&self) -> Scene {
        let (total, finished) = (self.score().total(), self.finished());
        Scene { total, finished, ..G::scene(self.setting(), &self.table) }
    }

    /// The moves that the built-in greedy player makes next.
    #[must_use]
    pub fn plan(&self) -> Vec<G::Move> {
        G::plan(self.setting(), &self.table)
    }
}

impl<G: Game> Serialize for State<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct as _;
        let mut state = serializer.serialize_struct("State", 5)?;
        state.serialize_field("game", G::ID)?;
        state.serialize_field("rules", &G::RULES)?;
        state.serialize_field("seed", &self.seed)?;
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
            wire::required("rules", version_schema()),
            wire::required("seed", wire::reference_to::<Seed>()),
            wire::required("options", wire::reference_to::<G::Options>()),
            wire::required("table", wire::reference_to::<G::Table>()),
        ],
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
