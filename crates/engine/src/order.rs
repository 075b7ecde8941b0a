//! What is asked for when a table is made, and what is posted to make moves at one.

use std::marker::PhantomData;
use std::ops::RangeInclusive;

use serde::Serialize;
use serde::de::{Deserialize, Deserializer, Error as _};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};

use funhouse_rules::game::{Game, Id, MAX_SEATS, Seat, Version, version_schema};
use funhouse_rules::replay::MAX_MOVES;
use funhouse_rules::wire;

/// How many seconds a player may be given for a move: from 10 seconds to 7 days.
pub const PACE: RangeInclusive<u32> = 10..=604_800;
/// How many seconds they are given if nothing is said: a day.
pub const DEFAULT_PACE: u32 = 86_400;

/// The most moves that are posted at once: more than any turn has.
pub const MAX_POSTED: usize = 100;

/// Who shall have a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatOrder {
    /// Whoever asks.
    You,
    /// Whoever sits down there.
    Open,
    /// The built-in player.
    Robot,
}

/// A table that is asked for, whatever its game's types are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableOrder {
    /// The options as canonical JSON (RFC 8785), those that are left out with their defaults.
    pub options: String,
    /// Who shall have each seat; exactly one is [`SeatOrder::You`]. The one seat of a solitaire is.
    pub seats: Vec<SeatOrder>,
    /// How many seconds a player has for a move.
    pub pace: u32,
    /// Whether the table is listed while it waits for players.
    pub listed: bool,
    /// Whether it is the sealed daily game of a solitaire.
    pub daily: bool,
}

/// Moves that are posted, whatever their types are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostedMoves {
    /// How many moves whoever posts them knows of.
    pub after: usize,
    /// The moves, in order.
    pub moves: Vec<PostedMove>,
}

/// A move that is posted, whatever its type is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostedMove {
    /// The seat that makes it.
    pub seat: Seat,
    /// The move as JSON.
    pub json: String,
}

/// What `POST /v1/tables` takes for a game.
#[derive(Clone, Debug)]
pub struct TableRequest<G: Game> {
    pub(crate) options: G::Options,
    pub(crate) seats: Vec<SeatOrder>,
    pub(crate) pace: u32,
    pub(crate) listed: bool,
    pub(crate) daily: bool,
}

/// The fields of a request for a table of a solitaire.
#[derive(serde::Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
struct SolitaireTableFields<G: Game> {
    #[serde(rename = "game")]
    _game: Id<G>,
    #[serde(default, rename = "rules", deserialize_with = "wire::present")]
    _rules: Option<Version<G>>,
    #[serde(default)]
    options: G::Options,
    #[serde(default)]
    daily: bool,
}

/// The fields of a request for a table of a game for several seats.
#[derive(serde::Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
struct SeatedTableFields<G: Game> {
    #[serde(rename = "game")]
    _game: Id<G>,
    #[serde(default, rename = "rules", deserialize_with = "wire::present")]
    _rules: Option<Version<G>>,
    #[serde(default)]
    options: G::Options,
    seats: SeatOrders<G>,
    #[serde(default = "default_pace", deserialize_with = "pace")]
    pace: u32,
    #[serde(default)]
    listed: bool,
}

fn default_pace() -> u32 {
    DEFAULT_PACE
}

fn pace<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    const LEAST: u64 = *PACE.start() as u64;
    const MOST: u64 = *PACE.end() as u64;
    wire::integer::<D, LEAST, MOST>(deserializer).map(|pace| pace as u32)
}

/// Who shall have the seats of a game.
struct SeatOrders<G>(Vec<SeatOrder>, PhantomData<G>);

impl<'de, G: Game> Deserialize<'de> for SeatOrders<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let seats: Vec<SeatOrder> = wire::at_most::<_, _, { MAX_SEATS as usize }>(deserializer)?;
        let (least, most) = (G::SEATS.start(), G::SEATS.end());
        if !G::SEATS.contains(&(seats.len() as u8)) {
            let count = seats.len();
            return Err(D::Error::custom(format_args!("{} has {least} to {most} seats, not {count}", G::TITLE)));
        }
        match seats.iter().filter(|seat| **seat == SeatOrder::You).count() {
            1 => Ok(Self(seats, PhantomData)),
            many => Err(D::Error::custom(format_args!("exactly one seat is `you`, not {many}"))),
        }
    }
}

impl<'de, G: Game> wire::FromFields<'de> for TableRequest<G> {
    fn from_fields<D: Deserializer<'de>>(fields: D) -> Result<Self, D::Error> {
        if G::SEATED {
            let SeatedTableFields::<G> { options, seats, pace, listed, .. } = SeatedTableFields::deserialize(fields)?;
            Ok(Self { options, seats: seats.0, pace, listed, daily: false })
        } else {
            let SolitaireTableFields::<G> { options, daily, .. } = SolitaireTableFields::deserialize(fields)?;
            if daily && options != G::Options::default() {
                return Err(D::Error::custom("the sealed daily game has the default options"));
            }
            Ok(Self { options, seats: vec![SeatOrder::You], pace: DEFAULT_PACE, listed: false, daily })
        }
    }
}

impl<'de, G: Game> Deserialize<'de> for TableRequest<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::from_object(deserializer)
    }
}

fn seat_order_schema() -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some("Who shall have the seat: you, whoever sits down there, or the built-in player."))
        .enum_values(Some(["you", "open", "robot"]))
        .into()
}

wire::named_schema!(
    impl[G: Game] TableRequest<G>,
    format!("{}TableRequest", G::NAME),
    {
        let (least, most) = (usize::from(*G::SEATS.start()), usize::from(*G::SEATS.end()));
        let seats = "Who shall have each seat; exactly one is `you`. Who sits where is drawn when the table begins.";
        let several = [
            wire::required("seats", wire::list_from(seats, seat_order_schema(), least, most)),
            wire::optional("pace", pace_schema()),
            wire::optional("listed", wire::boolean_schema("Whether others find the table in `GET /v1/tables`; not if absent.")),
        ];
        let daily = "Whether it is the sealed game of the day: one table for each player, game and day (UTC), with the same seed \
                     for all. Not if absent; then the table's seed is its own.";
        let one = [wire::optional("daily", wire::boolean_schema(daily))];
        wire::object(
            &format!("A table of {} that is asked for.", G::TITLE),
            [
                wire::required("game", wire::constant(G::ID)),
                wire::optional("rules", version_schema::<G>()),
                wire::optional("options", wire::reference_to::<G::Options>()),
            ]
            .into_iter()
            .chain(several.into_iter().filter(|_| G::SEATED))
            .chain(one.into_iter().filter(|_| !G::SEATED)),
        )
    },
    gather [G::Options]
);

/// The schema of a pace.
#[must_use]
pub fn pace_schema() -> RefOr<Schema> {
    let description = "How many seconds a player has for a move: 10 seconds to 7 days; a day unless told.";
    wire::integer_schema(description, (*PACE.start()).into(), (*PACE.end()).into())
}

/// What `POST /v1/tables/{id}/moves` takes for a game.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(remote = "Self", bound = "", deny_unknown_fields)]
pub struct MovesRequest<G: Game> {
    #[serde(rename = "game")]
    _game: Id<G>,
    #[serde(default, rename = "rules", deserialize_with = "wire::present")]
    _rules: Option<Version<G>>,
    #[serde(deserialize_with = "after")]
    pub(crate) after: usize,
    #[serde(deserialize_with = "some_moves")]
    pub(crate) moves: Vec<G::Move>,
}

wire::object_only!(read impl[G: Game] MovesRequest<G>);

fn after<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    wire::integer::<D, 0, { MAX_MOVES as u64 }>(deserializer).map(|after| after as usize)
}

fn some_moves<'de, M: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<M>, D::Error> {
    let moves: Vec<M> = wire::at_most::<_, _, MAX_POSTED>(deserializer)?;
    if moves.is_empty() { Err(D::Error::invalid_length(0, &"at least one move")) } else { Ok(moves) }
}

wire::named_schema!(
    impl[G: Game] MovesRequest<G>,
    format!("{}MovesRequest", G::NAME),
    {
        let after = "How many moves you know of. If there are others, none of yours is made, unless all of the others are choices of \
                     other seats in the same simultaneous step.";
        let moves = wire::list_from(
            "The moves to make, in order, all of your seat: those before the first illegal one are made.",
            wire::reference_to::<G::Move>(),
            1,
            MAX_POSTED,
        );
        wire::object(
            &format!("Moves to make at a table of {}.", G::TITLE),
            [
                wire::required("game", wire::constant(G::ID)),
                wire::optional("rules", version_schema::<G>()),
                wire::required("after", wire::integer_schema(after, 0, MAX_MOVES as u64)),
                wire::required("moves", moves),
            ],
        )
    },
    gather [G::Move]
);
