//! The requests for creating a table and for playing moves at one.

use std::ops::RangeInclusive;

use funhouse_rules::erased::{OptionsText, Rules};
use funhouse_rules::game::{Kind, Level, read_id, read_level, read_version};
use funhouse_rules::replay::MAX_MOVES_OF_ANY;
use funhouse_rules::wire::{self, Fault, Reader, Segment};

use crate::read::read_with;
use crate::refusal::Refusal;
use crate::request::{Names, read_moves};
use crate::ruleset::Ruleset;
use crate::table_move::TableMove;

/// The allowed seconds per move: 10 seconds to 7 days.
pub const PACE: RangeInclusive<u32> = 10..=604_800;
/// The minimum seconds per move where all seats move in ticks.
pub const MIN_TICK: u32 = 2;
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
    /// Whether its result is to count for ratings; none if the request does not say. Only a table with at least two seats for people can be rated.
    pub rated: Option<bool>,
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

/// You, any player who joins, or a robot of level 1.
#[derive(Clone, Copy, serde::Deserialize, wire::ToSchema)]
// `typescript-fetch` compiles unions only if texts come after objects, and it sorts the variants by name: see the law in `tests/it/http/openapi.rs`.
#[schema(as = YouOpenOrRobot)]
#[serde(rename_all = "snake_case")]
pub(crate) enum NamedOccupant {
    You,
    Open,
    Robot,
}

impl TableSettings {
    /// Reads the request of `POST /v1/tables`.
    ///
    /// # Errors
    /// If it does not match the schema.
    pub(crate) fn read(rules: &dyn Rules, request: Reader<'_>) -> Result<Self, Fault> {
        let facts = rules.facts();
        let is_seated = facts.is_seated();
        let names: Names = match facts.kind {
            Kind::Seated => &["game", "rules", "options", "seats", "pace", "listed", "approval", "rated"],
            Kind::Race | Kind::Referee => &["game", "rules", "options", "seats", "pace", "listed", "approval"],
            Kind::Solitaire => &["game", "rules", "options", "daily"],
        };
        let mut seats = if is_seated { None } else { Some(vec![SeatAssignment::You]) };
        let (mut game, mut options) = (None, None);
        let (mut pace, mut listed, mut approval, mut rated, mut daily) = (DEFAULT_PACE, false, false, None, false);
        request.fields(names, &mut |name, value| {
            match name {
                "game" => game = Some(read_id(value, facts.id)?),
                "rules" => read_version(value, facts.rules)?,
                "options" => options = Some(rules.options(value)?),
                "seats" => seats = Some(seat_assignments(rules, value)?),
                "pace" => {
                    pace =
                        wire::integer_in_range(value, min_pace(facts.ticks.is_some()), *PACE.end(), format_args!(""))?
                }
                "listed" => listed = value.read()?,
                "approval" => approval = value.read()?,
                "rated" => rated = Some(value.read()?),
                _ => daily = value.read()?,
            }
            Ok(())
        })?;
        game.ok_or_else(|| Fault::missing("game", None))?;
        let seats = seats.ok_or_else(|| Fault::missing("seats", None))?;
        let OptionsText { canonical, default, .. } = options.map_or_else(|| rules.options(Reader::EMPTY), Ok)?;
        if pace < min_pace_of(rules, &canonical) {
            let detail = format_args!("must be at least {} with these options (got {pace})", PACE.start());
            return Err(Fault::new(detail).at(Segment::field("pace")));
        }
        if rated == Some(true) && seats.iter().filter(|seat| !matches!(seat, SeatAssignment::Robot(_))).count() < 2 {
            let detail = format_args!("must be false with robots at all other seats");
            return Err(Fault::new(detail).at(Segment::field("rated")));
        }
        if daily && !default {
            return Err(Fault::new("must have the default options in a ranked daily game"));
        }
        Ok(Self { options: canonical, seats, pace, listed, approval, rated, daily })
    }
}

/// Returns the minimum seconds per move with these options, which are canonical JSON.
fn min_pace_of(rules: &dyn Rules, options: &str) -> u32 {
    min_pace(rules.facts().ticks.is_some_and(|(name, value)| has_value(options, name, value)))
}

/// Returns the minimum seconds per move.
const fn min_pace(in_ticks: bool) -> u32 {
    if in_ticks { MIN_TICK } else { *PACE.start() }
}

/// Whether an option has a value. The options are canonical JSON.
fn has_value(options: &str, name: &str, value: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(options).is_ok_and(|options| options[name] == value)
}

/// Reads who gets each seat of a game.
fn seat_assignments(rules: &dyn Rules, seats: Reader<'_>) -> Result<Vec<SeatAssignment>, Fault> {
    let facts = rules.facts();
    let of = format_args!(", each `you`, `open` or `robot`, for the seats of {}", facts.title);
    let seats = seats.items(facts.seats.0.into(), facts.seats.1.into(), of)?;
    let seats = seats.map(|(i, seat)| seat_assignment(rules, seat).map_err(|fault| fault.at(Segment::Item(i))));
    let seats: Vec<_> = seats.collect::<Result<_, _>>()?;
    match seats.iter().filter(|seat| **seat == SeatAssignment::You).count() {
        1 => Ok(seats),
        many => Err(Fault::new(format_args!("must have `you` exactly once (got {many})"))),
    }
}

/// Reads who gets a seat: a name, or a robot with its level.
fn seat_assignment(rules: &dyn Rules, seat: Reader<'_>) -> Result<SeatAssignment, Fault> {
    if seat.is_object() {
        return robot(rules, seat);
    }
    if !seat.is_text() {
        let expected = "`you`, `open`, `robot`, or an object with the `level` of a robot";
        return Err(seat.unexpected(&expected));
    }
    Ok(match seat.read()? {
        NamedOccupant::You => SeatAssignment::You,
        NamedOccupant::Open => SeatAssignment::Open,
        NamedOccupant::Robot => SeatAssignment::Robot(Level::DEFAULT),
    })
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "snake_case")]
enum RobotKind {
    Robot,
}

/// Reads a robot with its level.
fn robot(rules: &dyn Rules, robot: Reader<'_>) -> Result<SeatAssignment, Fault> {
    let facts = rules.facts();
    let (mut kind, mut level) = (None, Level::DEFAULT);
    robot.fields(&["kind", "level"], &mut |name, value| {
        match name {
            "kind" => kind = Some(value.read::<RobotKind>()?),
            _ => level = read_level(value, facts.search, facts.title)?,
        }
        Ok(())
    })?;
    kind.map(|RobotKind::Robot| SeatAssignment::Robot(level)).ok_or_else(|| Fault::missing("kind", None))
}

/// Returns the schema of the seconds per move.
#[must_use]
#[cfg(feature = "schemas")]
pub fn pace_schema() -> wire::AnySchema {
    let description = "The seconds that a player has for a move, from 10 to 604,800 (7 days). The default is 86,400 (a day). Where all seats move in \
         ticks, as in `easy-slider-match` with the mode `slide`, it is the time for a tick, and can be as short as 2.";
    wire::integer_schema(description, MIN_TICK.into(), (*PACE.end()).into())
}

impl PostedMoves {
    /// Reads the request of `POST /v1/tables/{id}/moves`.
    ///
    /// # Errors
    /// If it does not match the schema.
    pub(crate) fn read(rules: &dyn Rules, request: Reader<'_>) -> Result<Self, Fault> {
        let facts = rules.facts();
        let (mut game, mut after, mut moves, mut with_legal_moves, mut with_text) = (None, None, None, false, false);
        let names = &["game", "rules", "after", "moves", "with_legal_moves", "with_text"];
        request.fields(names, &mut |name, value| {
            match name {
                "game" => game = Some(read_id(value, facts.id)?),
                "rules" => read_version(value, facts.rules)?,
                "after" => after = Some(wire::integer::<_, 0, { MAX_MOVES_OF_ANY as u64 }>(value)? as usize),
                "moves" => moves = Some(some_moves(rules, value)?),
                "with_legal_moves" => with_legal_moves = value.read()?,
                _ => with_text = value.read()?,
            }
            Ok(())
        })?;
        game.ok_or_else(|| Fault::missing("game", None))?;
        let after = after.ok_or_else(|| Fault::missing("after", None))?;
        let moves = moves.ok_or_else(|| Fault::missing("moves", None))?;
        Ok(Self { after, moves, with_legal_moves, with_text })
    }
}

fn some_moves(rules: &dyn Rules, moves: Reader<'_>) -> Result<Vec<TableMove>, Fault> {
    let moves = read_moves(rules, moves, MAX_POSTED)?;
    if moves.is_empty() {
        return Err(Fault::new("must be at least one move (got 0)"));
    }
    Ok(moves.into_iter().map(TableMove::new).collect())
}

impl Ruleset {
    /// Returns the minimum seconds per move with these options, which are canonical JSON.
    #[must_use]
    pub fn min_pace(self, options: &str) -> u32 {
        min_pace_of(self.rules(), options)
    }

    /// Reads a request for a table.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn table_settings(self, request: &[u8]) -> Result<TableSettings, Refusal> {
        read_with(request, &|request| TableSettings::read(self.rules(), request))
    }

    /// Reads moves that are posted to a table.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn posted_moves(self, request: &[u8]) -> Result<PostedMoves, Refusal> {
        read_with(request, &|request| PostedMoves::read(self.rules(), request))
    }
}
