//! A table in an export.

use serde::Serialize;
use serde_json::value::RawValue;
#[cfg(feature = "schemas")]
use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder, Type};

use crate::api::response::raw;
use crate::api::schemas;
use crate::api::tables::{AnyTable, TableInfo, ViewOptions};
use crate::rules::game::Viewer;
use crate::rules::wire::{self, ToSchema};
use crate::store::calendar::{ClosedDays, Timestamp};
use crate::store::{MovedBy, PlayerId, StoredMove, StoredTable};
use crate::tables::table::{MoveNote, Table};

/// A table of an exported player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct ExportedTable {
    /// The table as the player sees it, with all moves in `news`.
    table: AnyTable,
    /// The player's own moves.
    moves: Vec<OwnMove>,
}

/// A move that an exported player made.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct OwnMove {
    /// The number of moves of the table including this one: 1 for the first move.
    #[schema(minimum = 1, maximum = 64000)]
    number: usize,
    /// When the move was made.
    #[schema(value_type = schemas::Moment)]
    at: Timestamp,
    #[serde(rename = "move")]
    #[schema(schema_with = move_schema)]
    mv: Box<RawValue>,
}

#[cfg(feature = "schemas")]
fn move_schema() -> wire::AnySchema {
    let schema =
        ObjectBuilder::new().schema_type(Type::Object).description(Some("The move, in the schema of the game."));
    let schema = schema.property("type", wire::any_text()).required("type");
    schema.additional_properties(Some(AdditionalProperties::FreeForm(true))).into()
}

impl ExportedTable {
    /// Returns a table as a player with a seat sees it. Of a game that cannot be replayed, it has what the row shows.
    pub(super) fn of(stored: StoredTable, moves: &[StoredMove], player: PlayerId, closed: ClosedDays) -> Self {
        let replayable = stored.moves_removed.is_none().then(|| stored.clone());
        match replayable.map(|stored| Table::whole(stored, moves)) {
            Some(Ok(table)) => Self::replayed(&table, player, closed),
            Some(Err(_)) | None => {
                Self { table: AnyTable(TableInfo::without_moves(&stored, Some(player), closed)), moves: Vec::new() }
            }
        }
    }

    fn replayed(table: &Table, player: PlayerId, closed: ClosedDays) -> Self {
        let viewer = table.viewer(Some(player));
        let options = ViewOptions { viewer, closed, with_legal_moves: false, after: None, with_text: false };
        Self { table: AnyTable(TableInfo::with_all_news(table, options)), moves: own_moves(table, viewer) }
    }
}

/// Returns the moves that a player made, without those that others made for the seat.
fn own_moves(table: &Table, viewer: Viewer) -> Vec<OwnMove> {
    let own = |(index, note): (usize, &MoveNote)| {
        let is_own = Viewer::Seat(note.seat) == viewer && note.by == MovedBy::Player;
        let mv = table.game.move_at(index).filter(|_| is_own)?;
        Some(OwnMove { number: index + 1, at: note.at, mv: raw(mv.json()) })
    };
    table.notes.iter().enumerate().filter_map(own).collect()
}
