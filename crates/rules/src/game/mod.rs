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
mod form;
mod identity;
mod legal_moves;
mod levels;
mod move_types;
mod open;
mod options;
mod profile;
mod seated;
mod sight;
mod solitaire;
mod state;
mod view;

use std::fmt::Debug;
use std::ops::RangeInclusive;

use serde::Serialize;
use serde::de::DeserializeOwned;

pub use self::bounds::{FieldBounds, IntegerBounds, MoveBounds, OneOfBounds, SubsetBounds};
pub use self::context::{Context, Log};
pub use self::counted::{read_seat, read_seats};
#[cfg(feature = "schemas")]
pub use self::counted::{seat_schema, seats_field, seats_schema};
#[cfg(feature = "schemas")]
pub use self::identity::version_schema;
pub use self::identity::{read_id, read_version};
pub use self::legal_moves::LegalMoves;
#[cfg(feature = "schemas")]
pub use self::levels::level_schema;
pub use self::levels::{Level, MAX_LEVELS, Search, SearchMethod, read_level};
pub use self::move_types::{MoveType, move_types};
pub use self::open::OpenInformation;
pub(crate) use self::options::options;
pub use self::options::{NoOptions, OptionInfo, Options};
pub use self::profile::{Duration, Kind, Tag, Weight};
pub(crate) use self::seated::with_winning;
pub use self::seated::{Seated, places};
pub use self::sight::Sight;
pub use self::solitaire::{Score, ScoreCard, ScoreOrder, Scoring, Solitaire};
pub use self::state::{State, StateForm};
pub use self::view::{SealedView, ViewForm, ViewOf};
use super::chance::Draws;
use super::fault::{Faults, Illegal};
use super::page::RulesPage;
use super::scene::{Scene, World};
pub use super::seat::{MAX_SEATS, Seat, SeatMove, SeatSet, Seats, Viewer};
use super::text::Sentence;
use super::wire::{MAX_MOVES, Moves, ToSchema};

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
    /// The designers.
    const DESIGNER: &'static str;
    /// Where it was published.
    const SOURCE: &'static str;
    /// The typical duration in the real world, for the possible numbers of seats.
    const DURATION: Duration;
    /// How much there is to learn and to think about.
    const WEIGHT: Weight;
    /// The world that the pictures of the game show.
    const WORLD: World;
    /// The tags, in alphabetical order.
    const TAGS: &'static [Tag];
    /// The day on which the game was added here, such as `2026-11-20`: lists of games show the newest first.
    const ADDED: &'static str;
    /// The rules version that this type implements, from 1.
    const RULES: u32 = 1;
    /// The rules pages, built by `rules_page!`.
    const PAGE: RulesPage;
    /// The possible numbers of seats: one for a [`Solitaire`], a range for a [`Seated`] game.
    const SEATS: RangeInclusive<u8> = 1..=1;
    /// The kind of the game.
    const KIND: Kind = if *Self::SEATS.end() > 1 { Kind::Seated } else { Kind::Solitaire };
    /// Whether the game is not a [`Solitaire`] but [`Seated`]: states and runs have a field for the number of seats.
    const SEATED: bool = !matches!(Self::KIND, Kind::Solitaire);
    /// Whether the game hides anything from its players, such as face-down pieces or other hands.
    const HIDES: bool = false;
    /// Whether the game has windows: phases that ask seats for a reaction whether or not they have one, so that silence
    /// reveals nothing. Such a game overrides [`Seated::decline`].
    const HAS_WINDOWS: bool = false;
    /// When the game has open information.
    const OPEN_INFORMATION: OpenInformation = OpenInformation::Never;
    /// How the levels of the built-in player above the first search. Only games for several seats have such levels.
    const SEARCH: Search = Search::NONE;
    /// Maximum number of moves of a run.
    const MAX_MOVES: usize = MAX_MOVES;
    /// The option and its value with which all seats move in ticks, which can be as short as seconds at a table.
    const TICKS: Option<(&'static str, &'static str)> = None;

    /// The options.
    type Options: Options;
    /// The table: the game's own part of a state, in its wire form.
    type Table: Clone + Debug + Eq + Send + Sync + Serialize + DeserializeOwned + ToSchema;
    /// A viewer's view of the table; the table itself unless the game hides something.
    type View: ViewOf<Self::Table, Self::Options>;
    /// A move.
    type Move: Clone + Debug + Eq + Send + Sync + Serialize + DeserializeOwned + ToSchema + Moves;
    /// An event: a step of a move, for front ends to animate. Its [`Sentence`] is made from the visible event.
    type Event: Clone + Debug + Send + Sync + Serialize + ToSchema + Sentence;

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
    fn finished(options: Self::Options, table: &Self::Table) -> bool;

    /// Returns an event as a viewer may see it. By default, every viewer sees all of it.
    fn visible_event(event: &Self::Event, _viewer: Viewer) -> Self::Event {
        event.clone()
    }

    /// Returns whether a viewer gets an event at all. By default, every viewer gets all of them.
    fn is_visible(_event: &Self::Event, _viewer: Viewer) -> bool {
        true
    }

    /// Deals everything again that is hidden from the viewer, who cannot distinguish the result from `table`.
    ///
    /// The laws use this to show that hidden parts do not affect what a viewer receives.
    fn redeal(_options: Self::Options, table: &Self::Table, _viewer: Viewer, _draws: &mut Draws) -> Self::Table {
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

    /// Returns the next moves of the built-in player at a level, in a game with [levels of its own](Search::own).
    fn plan_at(sight: Sight<Self::Options, Self::View>, _level: Level, draws: &mut Draws) -> Vec<Self::Move> {
        Self::plan(sight, draws)
    }
}

/// Serializes a part of a canonical form. This cannot fail, because games contain only lists, strings and integers.
pub(crate) fn to_json(part: &impl Serialize) -> String {
    serde_json::to_string(part).unwrap_or_default()
}
