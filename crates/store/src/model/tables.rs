//! Tables: games that the service holds, as they are kept. What a move does is worked out before it comes here: the store keeps
//! moves in their order, and lets of several changes that know the same version of a table only one through.

use funhouse_rules::chance::Seed;

use super::averages::GameCounts;
use super::calendar::{Day, Timestamp};
use super::ids::{PlayerId, RunId, TableId};
use super::players::Player;
use super::runs::{NewRun, RankKey};

/// How many tables of one maker [`due_tables`](crate::Tables::due_tables) returns at most.
pub const MAX_DUE_OF_MAKER: u32 = 64;

/// Who has a seat of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// Nobody yet.
    Nobody,
    /// The built-in player.
    Robot,
    /// A player. They may be deleted meanwhile.
    Player(PlayerId),
}

/// A seat of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSeat {
    /// Who has it.
    pub occupant: Occupant,
    /// Until when its player must have moved; none while they need not, and for robots.
    pub due: Option<Timestamp>,
    /// How many times in a row the built-in player moved for them since time was up.
    pub missed: u8,
    /// Whether its player gave up, or missed too much: the built-in player keeps the seat.
    pub left: bool,
}

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableStatus {
    /// It waits for players.
    Waiting,
    /// It is being played.
    Playing,
    /// It is over.
    Over(Ending),
}

/// How a table ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The game was played to its end.
    Finished,
    /// The last of its players gave up.
    Resigned,
    /// The last of its players let time run out.
    Abandoned,
}

/// What changes at a table beside its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableState {
    /// How far it is.
    pub status: TableStatus,
    /// Its seats, from seat 1. Until it begins their order is that in which they were asked for.
    pub seats: Vec<TableSeat>,
    /// When something is to be done that nobody asks for: a robot moves, time is up, a table that nobody joined is put away.
    pub due: Option<Timestamp>,
    /// When it began.
    pub started_at: Option<Timestamp>,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
}

/// What makes a table of a solitaire one that is ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sealing {
    /// Its seed is its own.
    Own,
    /// Its seed is that of a day, of which each player has one table.
    Daily(Day),
}

/// What a table is from its making on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableTerms {
    /// The game's id.
    pub game: String,
    /// The rules version.
    pub rules: u32,
    /// The options, as canonical JSON (RFC 8785).
    pub options: String,
    /// The seed, which nobody is shown before the table is over.
    pub seed: Seed,
    /// How the table of a solitaire is ranked; none for games for several seats.
    pub sealing: Option<Sealing>,
    /// Whether it is in the list of tables that wait for players.
    pub listed: bool,
    /// How many seconds a player has for a move.
    pub pace: u32,
    /// Who made it.
    pub maker: PlayerId,
    /// When it was made.
    pub made_at: Timestamp,
}

/// A table that is to be made.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// Its number, drawn at random.
    pub id: TableId,
    /// What it is.
    pub terms: TableTerms,
    /// How it stands.
    pub state: TableState,
    /// How to know the request again, if its caller may repeat it.
    pub repeatable: Option<RepeatableTable>,
    /// The table of which it is the rematch.
    pub rematch_of: Option<TableId>,
    /// The most tables that are not over at which its maker may sit, this one included.
    pub most: u32,
    /// What a sealed game with a seed of its own counts from its start on; none for other tables.
    pub counts: Option<RankKey>,
}

/// How a request for a table is known again.
#[derive(Clone, Copy, Debug)]
pub struct RepeatableTable {
    /// A hash of the player and the key that they sent.
    pub key: [u8; 32],
    /// A hash of the request.
    pub request: [u8; 32],
    /// The end of the time in which the request is known.
    pub until: Timestamp,
}

/// What became of a table that was to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// It is there.
    New,
    /// This one was made before: by the same request, as the player's of that day, or as the rematch of the same table.
    Before(TableId),
    /// The same key came before with another request.
    OtherRequest,
    /// Its maker sits at too many tables.
    TooMany,
    /// The day whose sealed seed it has is [closed](crate::model::calendar::ClosedDays).
    DayClosed,
    /// Its maker plays a sealed game with a seed of its own at this table, of the same game, rules version and options.
    HasOpen(TableId),
    /// Its maker is banned.
    Banned,
}

/// A change of a table.
#[derive(Clone, Debug)]
pub struct TableChange {
    /// How it stands then. A player who is at a seat now and was not before sits down.
    pub state: TableState,
    /// The moves that were made, in order.
    pub moves: Vec<StoredMove>,
    /// The most tables that are not over at which a player who sits down may sit, this one included.
    pub most: u32,
    /// The day on which a sealed daily game is played by this change, which is refused if that day is closed. None for other tables,
    /// and for the end of a table whose day is closed.
    pub day: Option<Day>,
    /// What a sealed game with a seed of its own counts from now on; none if that does not change.
    pub counts: Option<GameCounts>,
    /// What is to be kept beyond the table, once it is over.
    pub outcome: Option<Outcome>,
    /// The player who requested the change, which is refused if that player is banned. None for what the clock does.
    pub by: Option<PlayerId>,
}

/// What is kept of a table that is over, beyond the table.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A sealed game of a solitaire, which was played to an end that may be ranked: its run.
    Sealed(Box<NewRun>),
    /// A game for several seats: the place of each player in the result, the best first being 1.
    Seated {
        /// The players, robots left out, each with the place among all seats.
        players: Vec<PlayersPlace>,
    },
}

/// The place of a player in the result of a game for several seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayersPlace {
    /// The player.
    pub player: PlayerId,
    /// The place among all seats, robots included: 1 is the best.
    pub place: u8,
}

/// A move of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredMove {
    /// The number of its seat, from 1.
    pub seat: u8,
    /// Who made it.
    pub by: MovedBy,
    /// When it was made.
    pub at: Timestamp,
    /// The move, as JSON.
    pub json: String,
}

/// Who made a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovedBy {
    /// The player at the seat.
    Player,
    /// The built-in player, whose seat it is.
    Robot,
    /// The built-in player for the one at the seat, whose time was up.
    Clock,
}

/// What became of a change of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// It is done.
    Done {
        /// The run that was stored, if one was.
        run: Option<RunOfTable>,
    },
    /// The table is at another version, or no longer there.
    Stale,
    /// Whoever sits down sits at too many tables.
    TooMany,
    /// The [day](TableChange::day) is closed.
    DayClosed,
    /// The player who [requested](TableChange::by) it is banned.
    Banned,
}

/// The run that was stored of a table: with this, [`NewRun::into_stored`] returns all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunOfTable {
    /// Its number.
    pub id: RunId,
    /// The first equivalent run, if another player submitted one before.
    pub same_as: Option<RunId>,
}

/// A table as it is kept, without its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTable {
    /// Its number.
    pub id: TableId,
    /// How often it was changed.
    pub version: i64,
    /// What it is.
    pub terms: TableTerms,
    /// How it stands.
    pub state: TableState,
    /// The player at each seat, none where there is none or they are deleted.
    pub players: Vec<Option<Player>>,
    /// How many moves were made.
    pub moves: u32,
    /// The run that was kept of it.
    pub run: Option<RunId>,
    /// The table that is its rematch.
    pub rematch: Option<TableId>,
}

/// Where a table stands in a list: by when it was made, and among equals by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablePlace {
    /// When it was made.
    pub made_at: Timestamp,
    /// Its number.
    pub id: TableId,
}
