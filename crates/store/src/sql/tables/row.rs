//! Columns of tables: status, occupants and clocks.

use std::collections::{BTreeMap, BTreeSet};

use funhouse_rules::game::Level;
use serde::Deserialize;
use sqlx::Row as _;

use super::super::values::{damaged, number_at, of_json, table_status, time_at};
use super::super::{Row, contests, elements_of, list_of};
use super::retention;
use crate::model::calendar::Timestamp;
use crate::{
    AppId, Departure, History, MovedBy, Occupant, Player, PlayerId, RankedSeed, RunId, SeatRequests, StoredTable,
    TableId, TableSeat, TableState, TableStatus, TableTerms,
};

/// The number of the table that is the rematch of a table.
pub(super) const REMATCH: &str =
    "(SELECT rematch.id FROM game_tables AS rematch WHERE rematch.rematch_of = game_tables.id)";

/// The columns of a [`StoredTable`] without its rematch and its players.
const TABLE: &str = "game_tables.id, game_tables.version, game_tables.game, game_tables.rules, game_tables.options,
    game_tables.seed, game_tables.ranked, game_tables.day, game_tables.listed, game_tables.pace, game_tables.maker,
    game_tables.created_at, game_tables.status, game_tables.occupants, game_tables.clocks, game_tables.due,
    game_tables.started_at, game_tables.ended_at, game_tables.moves, game_tables.run, game_tables.rematch_of,
    game_tables.history, game_tables.set_backs, game_tables.approval, game_tables.requests, game_tables.refused,
    game_tables.app";

/// Returns the columns of a [`StoredTable`], in the order in which [`table_at`] reads them. Two have its players, so that one statement
/// reads a table.
pub(super) fn columns() -> String {
    let columns = "players.id, players.name, players.created_at, players.banned_at, players.bot";
    let (players, requesters) = (players(columns), players_in("game_tables.requests", columns));
    let round = contests::round_columns("game_tables.round");
    format!("{TABLE}, {REMATCH}, ({players}), ({requesters}), {}, {round}, game_tables.rated", retention::COLUMNS)
}

/// Returns a statement for these columns of the players of a table, as one JSON list.
pub(super) fn players(columns: &str) -> String {
    players_in("game_tables.occupants", columns)
}

/// Returns a statement for these columns of the players in a list of numbers, as one JSON list.
fn players_in(numbers: &str, columns: &str) -> String {
    let (columns, numbers) = (list_of(columns), elements_of(numbers, "element"));
    format!(
        "SELECT {columns} FROM {numbers} CROSS JOIN players
            WHERE players.id = CAST(element.value AS BIGINT) AND players.name IS NOT NULL"
    )
}

pub(super) fn by(number: i64) -> sqlx::Result<MovedBy> {
    let mut known = [MovedBy::Player, MovedBy::Robot, MovedBy::Clock].into_iter();
    known.find(|by| by.number() == number).ok_or_else(|| damaged("the maker of a move is unknown"))
}

/// Returns the number of a robot among occupants: 0 for level 1, -1 for level 2 and so on. Those of players are larger.
fn robot_number(level: Level) -> i64 {
    i64::from(Level::DEFAULT.number()) - i64::from(level.number())
}

/// Returns the level of the robot with a number; none for a player.
fn robot_level(number: i64) -> Option<Level> {
    let level = i64::from(Level::DEFAULT.number()).checked_sub(number).filter(|_| number <= 0)?;
    u8::try_from(level).ok().and_then(Level::new)
}

/// The occupants as in databases. Texts are equal if and only if the occupants are.
pub(super) fn occupants(state: &TableState) -> String {
    let occupant = |seat: &TableSeat| match seat.occupant {
        Occupant::Vacant => "null".to_owned(),
        Occupant::Robot(level) => robot_number(level).to_string(),
        Occupant::Player(player) => player.0.to_string(),
    };
    format!("[{}]", state.seats.iter().map(occupant).collect::<Vec<_>>().join(","))
}

pub(super) fn occupants_of(text: &str) -> sqlx::Result<Vec<Occupant>> {
    let occupant = |number: Option<i64>| match number {
        None => Occupant::Vacant,
        Some(number) => robot_level(number).map_or(Occupant::Player(PlayerId(number)), Occupant::Robot),
    };
    Ok(of_json(text)?.into_iter().map(occupant).collect())
}

/// A departure as in databases: no number may change. Before early ones were recorded, each was 1.
fn departure_number(left: Option<Departure>) -> u8 {
    match left {
        None => 0,
        Some(Departure::Late) => 1,
        Some(Departure::Early) => 2,
    }
}

fn departure(number: u8) -> sqlx::Result<Option<Departure>> {
    let mut known = [None, Some(Departure::Late), Some(Departure::Early)].into_iter();
    known.find(|left| departure_number(*left) == number).ok_or_else(|| damaged("the departure of a player is unknown"))
}

/// Players as a JSON list of their numbers.
pub(super) fn player_list(players: &[PlayerId]) -> String {
    format!("[{}]", players.iter().map(|player| player.0.to_string()).collect::<Vec<_>>().join(","))
}

fn players_of_list(list: &str) -> sqlx::Result<Vec<PlayerId>> {
    Ok(of_json(list)?.into_iter().map(PlayerId).collect())
}

/// The rest of a seat as in databases: deadline, missed moves, whether and when the player left, and whether the service declines
/// windows. The last is only there if it is true, as older versions of the service expect.
#[derive(Deserialize)]
struct Clock(Option<i64>, u8, u8, #[serde(default)] u8);

pub(super) fn clocks(state: &TableState) -> String {
    let clock = |seat: &TableSeat| {
        let due = seat.due.map_or("null".to_owned(), |due| due.millis().to_string());
        let auto_decline = if seat.auto_decline { ",1" } else { "" };
        format!("[{due},{},{}{auto_decline}]", seat.missed, departure_number(seat.left))
    };
    format!("[{}]", state.seats.iter().map(clock).collect::<Vec<_>>().join(","))
}

fn seats(occupants: &str, clocks: &str) -> sqlx::Result<Vec<TableSeat>> {
    let (occupants, clocks) = (occupants_of(occupants)?, of_json(clocks)?);
    if occupants.len() != clocks.len() {
        return Err(damaged("a table has seats without clocks"));
    }
    let seat = |(occupant, Clock(due, missed, left, auto_decline))| {
        let due = due.map(Timestamp::from_millis);
        Ok(TableSeat { occupant, due, missed, left: departure(left)?, auto_decline: auto_decline != 0 })
    };
    occupants.into_iter().zip(clocks).map(seat).collect()
}

/// The players among occupants.
pub(super) fn players_of(occupants: impl IntoIterator<Item = Occupant>) -> BTreeSet<PlayerId> {
    let player = |occupant| match occupant {
        Occupant::Player(player) => Some(player),
        Occupant::Vacant | Occupant::Robot(_) => None,
    };
    occupants.into_iter().filter_map(player).collect()
}

pub(super) fn players_at(state: &TableState) -> BTreeSet<PlayerId> {
    players_of(state.seats.iter().map(|seat| seat.occupant))
}

fn optional_time_at(row: &Row, column: usize) -> sqlx::Result<Option<Timestamp>> {
    Ok(row.try_get::<Option<i64>, _>(column)?.map(Timestamp::from_millis))
}

/// Returns the players in a list of those that have names.
fn named_players(list: &str) -> sqlx::Result<BTreeMap<PlayerId, Player>> {
    let named = |(id, name, created_at, banned_at, bot): (i64, String, i64, Option<i64>, u8)| {
        let created_at = Timestamp::from_millis(created_at);
        (PlayerId(id), Player { id: PlayerId(id), name, created_at, banned: banned_at.is_some(), bot: bot != 0 })
    };
    Ok(of_json(list)?.into_iter().map(named).collect())
}

/// Returns the player at each seat, of those that have names.
fn players_at_seats(state: &TableState, named: &BTreeMap<PlayerId, Player>) -> Vec<Option<Player>> {
    let player = |seat: &TableSeat| match seat.occupant {
        Occupant::Player(id) => named.get(&id).cloned(),
        Occupant::Vacant | Occupant::Robot(_) => None,
    };
    state.seats.iter().map(player).collect()
}

pub(super) fn table_at(row: &Row) -> sqlx::Result<StoredTable> {
    let seed: &str = row.try_get(5)?;
    let round = contests::round_of(row.try_get(34)?)?;
    let ranked = match (row.try_get::<i64, _>(6)?, optional_time_at(row, 7)?, round) {
        (0, ..) => None,
        (_, _, Some(round)) => Some(RankedSeed::Contest(round)),
        (_, None, None) => Some(RankedSeed::Own),
        (_, Some(start), None) => Some(RankedSeed::Daily(start.day())),
    };
    let terms = TableTerms {
        game: row.try_get(2)?,
        rules: number_at(row, 3)?,
        options: row.try_get(4)?,
        seed: seed.parse().map_err(|_| damaged("a seed is unreadable"))?,
        ranked,
        listed: row.try_get::<i64, _>(8)? != 0,
        approval: row.try_get::<i64, _>(23)? != 0,
        rated: row.try_get::<i64, _>("rated")? != 0,
        pace: number_at(row, 9)?,
        maker: PlayerId(row.try_get(10)?),
        app: row.try_get::<Option<i64>, _>(26)?.map(AppId),
        made_at: time_at(row, 11)?,
    };
    let state = TableState {
        status: table_status(row.try_get(12)?)?,
        seats: seats(row.try_get(13)?, row.try_get(14)?)?,
        due: optional_time_at(row, 15)?,
        started_at: optional_time_at(row, 16)?,
        ended_at: optional_time_at(row, 17)?,
        set_backs: number_at(row, 22)?,
        requests: SeatRequests {
            pending: players_of_list(row.try_get(24)?)?,
            refused: players_of_list(row.try_get(25)?)?,
        },
    };
    let mut requesters = named_players(row.try_get(29)?)?;
    Ok(StoredTable {
        id: TableId(row.try_get(0)?),
        version: row.try_get(1)?,
        terms,
        players: players_at_seats(&state, &named_players(row.try_get(28)?)?),
        requesters: state.requests.pending.iter().filter_map(|player| requesters.remove(player)).collect(),
        state,
        moves: number_at(row, 18)?,
        history: History::of_bytes(row.try_get(21)?).ok_or_else(|| damaged("the history of a table is no hash"))?,
        run: row.try_get::<Option<i64>, _>(19)?.map(RunId),
        rematch: row.try_get::<Option<i64>, _>(27)?.map(TableId),
        rematch_of: row.try_get::<Option<i64>, _>(20)?.map(TableId),
        moves_removed: retention::moves_removed(row)?,
    })
}

/// Whether a table is not over.
pub(super) fn is_open(state: &TableState) -> bool {
    !matches!(state.status, TableStatus::Over(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_read_as_they_were_written() {
        let top = Level::new(5).expect("a level");
        let seat = |level, due, left, auto_decline| TableSeat {
            occupant: Occupant::Robot(level),
            due,
            missed: 1,
            left,
            auto_decline,
        };
        let (late, early) = (Some(Departure::Late), Some(Departure::Early));
        let five = Some(Timestamp::from_millis(5));
        let written = vec![seat(Level::DEFAULT, None, late, false), seat(top, five, early, true)];
        let state = TableState {
            status: TableStatus::Playing,
            seats: written,
            due: None,
            started_at: None,
            ended_at: None,
            set_backs: 0,
            requests: SeatRequests::default(),
        };
        assert_eq!(clocks(&state), "[[null,1,1],[5,1,2,1]]", "as older versions, where nothing is declined");
        assert_eq!(occupants(&state), "[0,-4]");
        assert_eq!(seats(&occupants(&state), &clocks(&state)).expect("seats"), state.seats);
    }
}
