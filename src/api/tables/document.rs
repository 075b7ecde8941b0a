//! What the operations of tables share in the OpenAPI document: parameters of the path and the table of the examples.

use serde_json::Value as Json;

use super::info::{TableInfo, ViewOptions};
use crate::api::operation::{OperationDoc, OperationInfo, operation};
use crate::api::request::{cursor, query};
use crate::api::schemas::{self, examples};
use crate::engine::game;
use crate::rules::game::{Level, Seat, Viewer};
use crate::rules::wire;
use crate::store::calendar::ClosedDays;
use crate::store::{
    History, MovedBy, Occupant, Player, SeatRequests, StoredMove, StoredTable, TableId, TableSeat, TableState,
    TableStatus, TableTerms,
};
use crate::tables::table::Table;

/// The description of `with_text`.
pub(super) const WITH_TEXT: &str = "Whether each event has `text`: one English sentence.";

pub(super) fn describe(id: &str, summary: &str, description: &'static str) -> OperationDoc {
    operation(OperationInfo { id: id.to_owned(), tag: "Tables", summary: summary.to_owned(), description })
}

pub(super) fn id_in_path(doc: OperationDoc) -> OperationDoc {
    doc.path_parameter("id", "The table's id.", wire::reference_to::<schemas::TableNumber>())
}

/// The table of the examples: Queensland, right after its first move.
pub(super) fn example() -> Option<Table> {
    let ruleset = game("queensland")?.newest();
    let player = examples::player();
    let seat = |occupant| TableSeat { occupant, due: None, missed: 0, left: None, auto_decline: false };
    let at = examples::time();
    let seed = crate::engine::example::seed();
    let stored = StoredTable {
        id: TableId(0x4f1c_9a2b_7d3e_8f60),
        version: 1,
        terms: TableTerms {
            game: ruleset.facts().id.to_owned(),
            rules: ruleset.facts().rules,
            options: ruleset.options(serde_json::Map::new()).ok()?,
            seed,
            ranked: None,
            listed: true,
            approval: false,
            rated: false,
            pace: 86_400,
            app: None,
            maker: player.id,
            made_at: at,
        },
        state: TableState {
            status: TableStatus::Playing,
            seats: vec![seat(Occupant::Player(player.id)), seat(Occupant::Robot(Level::DEFAULT))],
            due: None,
            started_at: Some(at),
            ended_at: None,
            set_backs: 0,
            requests: SeatRequests::default(),
        },
        players: vec![
            Some(Player { id: player.id, name: player.name, created_at: at, banned: false, bot: false }),
            None,
        ],
        requesters: Vec::new(),
        moves: 0,
        history: History::default(),
        run: None,
        rematch: None,
        rematch_of: None,
        moves_removed: None,
    };
    let table = Table::of(stored.clone(), &[]).ok()?;
    let mv = table.game.plan(Seat::FIRST, Level::DEFAULT).into_iter().next()?;
    let mv = StoredMove { seat: 1, by: MovedBy::Player, at, json: mv.json().to_owned() };
    table.later(StoredTable { moves: 1, version: 2, ..stored }, &[mv]).ok()
}

pub(in crate::api) fn example_table() -> Json {
    let options = ViewOptions {
        viewer: Viewer::Seat(Seat::FIRST),
        closed: ClosedDays::NONE,
        with_legal_moves: false,
        after: Some(0),
        with_text: false,
    };
    let info = example().map(|table| TableInfo::of(&table, options));
    serde_json::to_value(info).unwrap_or_default()
}

pub(super) fn seat_in_path(doc: OperationDoc) -> OperationDoc {
    id_in_path(doc).path_parameter("seat", "The number of the seat, from 1.", wire::reference_to::<Seat>())
}

pub(super) fn pages(doc: OperationDoc) -> OperationDoc {
    query::limit(doc.query("cursor", "The cursor of a page, from `next` of the page before.", cursor::schema()))
}
