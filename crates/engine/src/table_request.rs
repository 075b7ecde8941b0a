//! The requests for creating a table and for playing moves at one.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use serde::de::{self, Deserialize, Deserializer, Error as _, IntoDeserializer as _, Visitor};

use crate::table_move::TableMove;
use funhouse_rules::game::{self, Game, Id, Level, LevelOf, Version};
use funhouse_rules::replay::MAX_MOVES;
use funhouse_rules::wire;

/// The allowed seconds per move: 10 seconds to 7 days.
pub const PACE: RangeInclusive<u32> = 10..=604_800;
/// The default seconds per move: a day.
pub const DEFAULT_PACE: u32 = 86_400;

/// Maximum number of moves in a request: more than any turn has.
pub const MAX_POSTED: usize = 100;

/// Who gets a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatAssignment {
    /// The caller.
    You,
    /// Any player who takes it.
    Open,
    /// A robot of this level.
    Robot(Level),
}

/// The settings of a new table, independent of the types of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSettings {
    /// The options as canonical JSON (RFC 8785), including defaults.
    pub options: String,
    /// Who gets each seat; exactly one is [`SeatAssignment::You`], as is the only seat of a solitaire.
    pub seats: Vec<SeatAssignment>,
    /// The seconds per move.
    pub pace: u32,
    /// Whether the table is listed while it waits for players.
    pub listed: bool,
    /// Whether its maker approves who takes an open seat.
    pub approval: bool,
    /// Whether it is the ranked daily game of a solitaire.
    pub daily: bool,
}

/// Posted moves, independent of their types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostedMoves {
    /// The number of moves that the client knows.
    pub after: usize,
    /// The moves, in order.
    pub moves: Vec<TableMove>,
    /// Whether to list the legal moves after them.
    pub with_legal_moves: bool,
    /// Whether each event of the response carries its sentence.
    pub with_text: bool,
}

/// The request of `POST /v1/tables` for a game.
#[derive(Clone, Debug)]
pub struct TableRequest<G: Game> {
    pub(crate) options: G::Options,
    pub(crate) seats: Vec<SeatAssignment>,
    pub(crate) pace: u32,
    pub(crate) listed: bool,
    pub(crate) approval: bool,
    pub(crate) daily: bool,
}

/// The wire fields of a request for a table of a solitaire.
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

/// The wire fields of a request for a table of a game for several seats.
#[derive(serde::Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
struct SeatedTableFields<G: Game> {
    #[serde(rename = "game")]
    _game: Id<G>,
    #[serde(default, rename = "rules", deserialize_with = "wire::present")]
    _rules: Option<Version<G>>,
    #[serde(default)]
    options: G::Options,
    seats: SeatAssignments<G>,
    #[serde(default = "default_pace", deserialize_with = "pace")]
    pace: u32,
    #[serde(default)]
    listed: bool,
    #[serde(default)]
    approval: bool,
}

fn default_pace() -> u32 {
    DEFAULT_PACE
}

fn pace<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    const MIN: u64 = *PACE.start() as u64;
    const MAX: u64 = *PACE.end() as u64;
    wire::integer::<D, MIN, MAX>(deserializer).map(|pace| pace as u32)
}

/// Who gets a seat of a game.
struct AssignedSeat<G>(SeatAssignment, PhantomData<G>);

/// You, any player who joins, or a robot of level 1.
#[derive(Clone, Copy, serde::Deserialize, wire::ToSchema)]
#[schema(as = Occupant)]
#[serde(rename_all = "snake_case")]
enum NamedOccupant {
    You,
    Open,
    Robot,
}

/// A robot with its level.
#[derive(serde::Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
struct RobotFields<G: Game> {
    #[serde(rename = "kind")]
    _kind: RobotKind,
    #[serde(default)]
    level: LevelOf<G>,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "snake_case")]
enum RobotKind {
    Robot,
}

impl<'de, G: Game> Deserialize<'de> for AssignedSeat<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ReadSeat(PhantomData))
    }
}

struct ReadSeat<G>(PhantomData<G>);

impl<'de, G: Game> Visitor<'de> for ReadSeat<G> {
    type Value = AssignedSeat<G>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("`you`, `open`, `robot`, or an object with the `level` of a robot")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<AssignedSeat<G>, E> {
        let seat = match NamedOccupant::deserialize(name.into_deserializer())? {
            NamedOccupant::You => SeatAssignment::You,
            NamedOccupant::Open => SeatAssignment::Open,
            NamedOccupant::Robot => SeatAssignment::Robot(Level::DEFAULT),
        };
        Ok(AssignedSeat(seat, PhantomData))
    }

    fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<AssignedSeat<G>, A::Error> {
        let robot = RobotFields::<G>::deserialize(de::value::MapAccessDeserializer::new(map))?;
        Ok(AssignedSeat(SeatAssignment::Robot(robot.level.level()), PhantomData))
    }
}

/// Who gets each seat of a game.
struct SeatAssignments<G>(Vec<SeatAssignment>, PhantomData<G>);

impl<'de, G: Game> Deserialize<'de> for SeatAssignments<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (min, max) = ((*G::SEATS.start()).into(), (*G::SEATS.end()).into());
        let of = format_args!(", each `you`, `open` or `robot`, for the seats of {}", G::TITLE);
        let seats: Vec<AssignedSeat<G>> = wire::list_in_range(deserializer, min, max, of)?;
        let seats: Vec<SeatAssignment> = seats.into_iter().map(|seat| seat.0).collect();
        match seats.iter().filter(|seat| **seat == SeatAssignment::You).count() {
            1 => Ok(Self(seats, PhantomData)),
            many => Err(D::Error::custom(format_args!("must have `you` exactly once (got {many})"))),
        }
    }
}

impl<'de, G: Game> wire::FromFields<'de> for TableRequest<G> {
    fn from_fields<D: Deserializer<'de>>(fields: D) -> Result<Self, D::Error> {
        if G::SEATED {
            let SeatedTableFields::<G> { options, seats, pace, listed, approval, .. } =
                SeatedTableFields::deserialize(fields)?;
            Ok(Self { options, seats: seats.0, pace, listed, approval, daily: false })
        } else {
            let SolitaireTableFields::<G> { options, daily, .. } = SolitaireTableFields::deserialize(fields)?;
            if daily && options != G::Options::default() {
                return Err(D::Error::custom("must have the default options in a ranked daily game"));
            }
            let seats = vec![SeatAssignment::You];
            Ok(Self { options, seats, pace: DEFAULT_PACE, listed: false, approval: false, daily })
        }
    }
}

impl<'de, G: Game> Deserialize<'de> for TableRequest<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::from_object(deserializer)
    }
}

wire::named_schema!(
    impl[G: Game] RobotFields<G>,
    format!("{}RobotOccupant", G::NAME),
    wire::object(
        "A robot of a level.",
        [wire::required("kind", wire::constant("robot")), wire::optional("level", LevelOf::<G>::schema())],
    ),
    gather []
);

wire::named_schema!(
    impl[G: Game] AssignedSeat<G>,
    format!("{}Occupant", G::NAME),
    wire::one_of("The occupant of the seat.", [wire::reference_to::<NamedOccupant>(), wire::reference_to::<RobotFields<G>>()]),
    gather [NamedOccupant, RobotFields<G>]
);

#[cfg(feature = "schemas")]
impl<G: Game> wire::PartialSchema for TableRequest<G> {
    fn schema() -> wire::AnySchema {
        let (min, max) = (usize::from(*G::SEATS.start()), usize::from(*G::SEATS.end()));
        let seats =
            "The occupants of the seats. Exactly one is `you`. The order of the seats is drawn when the game begins.";
        let several = [
            wire::required("seats", wire::list_from(seats, wire::reference_to::<AssignedSeat<G>>(), min, max)),
            wire::optional("pace", pace_schema()),
            wire::optional(
                "listed",
                wire::boolean_schema("Whether `GET /v1/tables` lists the table. False if absent."),
            ),
            wire::optional(
                "approval",
                wire::boolean_schema("Whether you approve who takes an open seat. False if absent."),
            ),
        ];
        let daily = "Whether it is the ranked game of the day: one table for each player, game and day (UTC), with the same seed \
                     for all. Not if absent; then the table's seed is its own.";
        let one = [wire::optional("daily", wire::boolean_schema(daily))];
        wire::object(
            &format!("A new table of {}.", G::TITLE),
            [
                wire::required("game", wire::constant(G::ID)),
                wire::optional("rules", game::version_schema::<G>()),
                wire::optional("options", wire::reference_to::<G::Options>()),
            ]
            .into_iter()
            .chain(several.into_iter().filter(|_| G::SEATED))
            .chain(one.into_iter().filter(|_| !G::SEATED)),
        )
    }
}

#[cfg(feature = "schemas")]
impl<G: Game> wire::ToSchema for TableRequest<G> {
    fn name() -> Cow<'static, str> {
        Cow::from(format!("{}TableRequest", G::NAME))
    }

    fn schemas(schemas: &mut wire::Schemas) {
        wire::gather::<G::Options>(schemas);
        if G::SEATED {
            wire::gather::<AssignedSeat<G>>(schemas);
        }
    }
}

/// Returns the schema of the seconds per move.
#[must_use]
#[cfg(feature = "schemas")]
pub fn pace_schema() -> wire::AnySchema {
    let description =
        "The seconds that a player has for a move, from 10 to 604,800 (7 days). The default is 86,400 (a day).";
    wire::integer_schema(description, (*PACE.start()).into(), (*PACE.end()).into())
}

/// The request of `POST /v1/tables/{id}/moves` for a game.
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
    #[serde(default)]
    pub(crate) with_legal_moves: bool,
    #[serde(default)]
    pub(crate) with_text: bool,
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
        let after = "The number of moves that you know. If the table has more, none of yours is made, unless all others are choices of \
                     other seats in the same simultaneous step.";
        let moves = wire::list_from(
            "The moves to make, in order, all of your seat. The moves before the first illegal one are made.",
            wire::reference_to::<G::Move>(),
            1,
            MAX_POSTED,
        );
        let legal_moves = "Whether the position has `legal_moves`: those of your seat after these moves. The default is false.";
        wire::object(
            &format!("Moves to make at a table of {}.", G::TITLE),
            [
                wire::required("game", wire::constant(G::ID)),
                wire::optional("rules", game::version_schema::<G>()),
                wire::required("after", wire::integer_schema(after, 0, MAX_MOVES as u64)),
                wire::required("moves", moves),
                wire::optional("with_legal_moves", wire::boolean_schema(legal_moves)),
                wire::optional(
                    "with_text",
                    wire::boolean_schema("Whether each event in `news` has `text`: one English sentence. False if absent."),
                ),
            ],
        )
    },
    gather [G::Move]
);
