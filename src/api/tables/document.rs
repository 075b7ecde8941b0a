//! The operations about tables in the OpenAPI document.

use serde_json::{Value as Json, json};

use super::shape::{
    AnyMovesRequest, AnyTable, AnyTableRequest, Look, MOST_NEWS, TableInfo, TableList, TableNumber, TableRun,
};
use crate::api::operation::{OperationDoc, OperationInfo, operation};
use crate::api::request::{cursor, query};
use crate::api::response::picture;
use crate::api::schemas::examples;
use crate::engine::game;
use crate::engine::schema::NamedSchema;
use crate::rules::game::{Seat, Viewer};
use crate::rules::wire;
use crate::store::calendar::ClosedDays;
use crate::store::{
    MovedBy, Occupant, Player, StoredMove, StoredTable, TableId, TableSeat, TableState, TableStatus, TableTerms,
};
use crate::tables::table::Table;

fn doc(id: &str, summary: &str, description: &'static str) -> OperationDoc {
    operation(OperationInfo { id: id.to_owned(), tag: "Tables", summary: summary.to_owned(), description })
}

fn id_in_path(doc: OperationDoc) -> OperationDoc {
    doc.path_parameter("id", "The table's number.", wire::reference_to::<TableNumber>())
}

/// The table of the examples: Queensland, right after its first move.
fn example() -> Option<Table> {
    let ruleset = game("queensland")?.newest();
    let player = examples::player();
    let seat = |occupant| TableSeat { occupant, due: None, missed: 0, left: false };
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
            sealing: None,
            listed: true,
            pace: 86_400,
            maker: player.id,
            made_at: at,
        },
        state: TableState {
            status: TableStatus::Playing,
            seats: vec![seat(Occupant::Player(player.id)), seat(Occupant::Robot)],
            due: None,
            started_at: Some(at),
            ended_at: None,
        },
        players: vec![Some(Player { id: player.id, name: player.name, created_at: at, banned: false }), None],
        moves: 0,
        run: None,
        rematch: None,
    };
    let table = Table::of(stored.clone(), &[]).ok()?;
    let json = table.game.plan(Seat::FIRST).into_iter().next()?;
    let mv = StoredMove { seat: 1, by: MovedBy::Player, at, json };
    table.later(StoredTable { moves: 1, version: 2, ..stored }, &[mv]).ok()
}

fn example_table() -> Json {
    let look =
        Look { viewer: Viewer::Seat(Seat::FIRST), closed: ClosedDays::NONE, with_legal_moves: false, after: Some(0) };
    let info = example().map(|table| TableInfo::of(&table, look));
    serde_json::to_value(info).unwrap_or_default()
}

fn example_moves() -> Json {
    let mv = example().and_then(|table| table.game.move_at(0)).map(|(_, json)| json).unwrap_or_default();
    let mv: Json = serde_json::from_str(&mv).unwrap_or_default();
    json!({ "game": "queensland", "after": 0, "moves": [mv] })
}

fn example_run() -> Json {
    let Some(table) = example() else { return Json::Null };
    let run: Json = serde_json::from_str(&table.game.run()).unwrap_or_default();
    let terms = &table.stored.terms;
    json!({
        "game": terms.game, "rules": terms.rules, "table": table.stored.id, "commitment": table.commitment(), "run": run,
    })
}

pub(super) fn doc_of_make() -> OperationDoc<AnyTableRequest, AnyTable> {
    let key = "A key of your own, 16 to 128 visible ASCII characters, such as a random UUID. The same request with the same key \
               within a day gets the same table, so that a lost answer does not cost another.";
    let doc = doc(
        "make_table",
        "Make a table",
        "Makes a game that the service holds. Nobody, you included, is told its seed before it is over; the commitment, which is \
         told at once, is the SHA-256 of the seed. A solitaire begins at once, as one that is ranked: its run is of the class \
         `sealed`, or `sealed_daily` if it is that of the day, of which each player has one table until the day is closed. You play one \
         game of the class `sealed` at a time of each game, rules version and options: while one is open, the response is 409, `table_open`, with \
         the number of its `table`. Each counts in the average of the month in which it is started. A game for several seats begins when every seat is taken; who sits where is drawn then.",
    );
    doc.header("Idempotency-Key", key, wire::text("^[!-~]{16,128}$", key, "0b7a4d3e-2f5c-4a8e-9d61-7c1e5b9f2a30"))
        .request_body::<AnyTableRequest>(&json!({ "game": "queensland", "seats": ["you", "robot"], "listed": true }))
        .response::<AnyTable>("201", "The table is there.", &example_table())
        .another_response(
            "200",
            "It was made before: by the same request, or as your game of the day.",
            &example_table(),
        )
        .with_location()
        .no_store()
        .errors(&["409", "503"])
}

pub(super) fn doc_of_show() -> OperationDoc {
    let doc = doc(
        "show_table",
        "Show a table",
        "The table as you may see it: as the player of a seat if your token is sent, else as an onlooker. With `wait` the answer comes \
         when there is news, or after so many seconds: when more moves were made than `after` says, when the entity tag is not the \
         one in `If-None-Match`, or when anything changes. The entity tag belongs to what you see: other viewers have other tags.",
    );
    let after = "How many moves you know of: later ones are told in `news`.";
    let wait = "For how many seconds to wait for news, at most 30.";
    let moves = "Whether to list your legal moves; not if absent.";
    id_in_path(doc)
        .query("after", after, wire::integer_schema(after, 0, wire::MAX_MOVES as u64))
        .query("wait", wait, wire::integer_schema(wait, 0, super::MOST_WAIT))
        .query_flag("with_legal_moves", moves)
        .may_use_token()
        .response_one_of("200", "Done.", &[NamedSchema::of::<AnyTable>()], example_table())
        .errors(&["400", "404", "429", "503"])
}

pub(super) fn doc_of_moves() -> OperationDoc<AnyMovesRequest, AnyTable> {
    let doc = doc(
        "make_moves",
        "Make moves at a table",
        "Makes one or more moves of your seat, after as many moves as you know of. Moves are made until one is illegal: it is \
         returned as `bad_move`, or with 422 if it is the first. Moves of another seat are refused with 403 before any is made. Once \
         this is answered the moves are on disk. If other moves were made meanwhile, the answer is 412 `stale` with their number, \
         unless they are choices of other seats in the same simultaneous step. A request that arrives after the deadline \
         of your seat is refused with 409 `deadline_passed`. Send the request again if the response was lost: moves \
         are not made twice, and the result is the same. Robots move after the response: listen to the events or wait for news to see their moves. The answer to the move that ends a sealed solitaire has the receipt of its run.",
    );
    id_in_path(doc)
        .request_body::<AnyMovesRequest>(&example_moves())
        .ok::<AnyTable>(&example_table())
        .no_store()
        .errors(&["403", "404", "409", "412", "503"])
}

pub(super) fn doc_of_events() -> OperationDoc {
    let doc = doc(
        "table_events",
        "Listen to a table",
        "Server-sent events. `move` is a move as you may see it, as in `news`; its id is the number of moves made with it. `table` is \
         the table as you may see it, after moves and whenever anything else changes. It comes first of all to those who begin. \
         `Last-Event-ID`, or `after`, goes on where you were: the moves since are told first. When nothing happens, a comment comes \
         every 15 seconds. The stream ends when the service stops, when the table is put away, or when your token is revoked or \
         replaced: connect again. Browsers' `EventSource` sends no token: to listen as a player, read the stream by `fetch`.",
    );
    let after = "How many moves you know of, as in `Last-Event-ID`.";
    let id = "The id of the last event that you had.";
    id_in_path(doc)
        .query("after", after, wire::integer_schema(after, 0, wire::MAX_MOVES as u64))
        .header("Last-Event-ID", id, wire::text("^[0-9]{1,5}$", id, "12"))
        .may_use_token()
        .ok_as("text/event-stream", "The events, for as long as you listen.", wire::any_text())
        .no_store()
        .errors(&["400", "403", "404", "429", "503"])
}

pub(super) fn doc_of_picture() -> OperationDoc {
    let doc = doc("table_picture", "Draw a table", "A picture of the game as you may see it, as SVG or as text.");
    let board = example().map(|table| table.game.scene(Viewer::Onlooker).to_string()).unwrap_or_default();
    let doc = id_in_path(doc).may_use_token().no_store().errors(&["403", "404", "409", "503"]);
    picture::responses(doc, board)
}

fn seat_in_path(doc: OperationDoc) -> OperationDoc {
    id_in_path(doc).path_parameter("seat", "The number of the seat.", wire::reference_to::<Seat>())
}

pub(super) fn doc_of_sit() -> OperationDoc<(), AnyTable> {
    let doc = doc(
        "sit_down",
        "Sit down at a table",
        "Takes an open seat of a table that has not begun. The last one who sits down begins the game: then it is drawn who sits where. \
         Sitting down again where you sit changes nothing.",
    );
    seat_in_path(doc).ok::<AnyTable>(&example_table()).no_store().errors(&["404", "409", "503"])
}

pub(super) fn doc_of_leave() -> OperationDoc {
    let doc =
        doc("stand_up", "Leave a table", "Leaves a table that has not begun. When nobody is left it is put away.");
    seat_in_path(doc).empty_response("204", "Your seat is open.").no_store().errors(&["403", "404", "409", "503"])
}

pub(super) fn doc_of_resign() -> OperationDoc<(), AnyTable> {
    let doc = doc(
        "resign",
        "Give up",
        "A solitaire ends, and counts as abandoned in averages. At a table for several the built-in player keeps your seat, and you are \
         placed behind all other players; when none of them is left, the game ends.",
    );
    id_in_path(doc).ok::<AnyTable>(&example_table()).no_store().errors(&["403", "404", "409", "503"])
}

pub(super) fn doc_of_rematch() -> OperationDoc<(), AnyTable> {
    let doc = doc(
        "rematch",
        "Ask for a rematch",
        "Makes a table with the same terms once one is over, where the robots sit again and the others' seats are open. Whoever of \
         them asks for it after you sits down there; the last one begins the game.",
    );
    id_in_path(doc)
        .response::<AnyTable>("201", "The table is there.", &example_table())
        .another_response("200", "Another made it; you sit there.", &example_table())
        .with_location()
        .no_store()
        .errors(&["403", "404", "409", "422", "503"])
}

pub(super) fn doc_of_run() -> OperationDoc<(), TableRun> {
    let doc = doc(
        "table_run",
        "Fetch what was played at a table",
        "Once a table is over, its seed and all moves are public: hash the seed and compare it with the commitment, and replay the run. \
         Of a sealed daily game they are when the day is over; until then its player is told the moves without the seed.",
    );
    id_in_path(doc).may_use_token().ok::<TableRun>(&example_run()).errors(&["403", "404", "409", "503"])
}

fn pages(doc: OperationDoc) -> OperationDoc {
    query::limit(doc.query("cursor", "The cursor of a page, as another gave it in `next`.", cursor::schema()))
}

fn example_list() -> Json {
    let tables: Vec<AnyTable> = example().iter().map(|table| AnyTable(TableInfo::listed(&table.stored))).collect();
    serde_json::to_value(TableList { tables, next: None }).unwrap_or_default()
}

pub(super) fn doc_of_list() -> OperationDoc<(), TableList> {
    let doc = doc(
        "list_tables",
        "List tables that wait for players",
        "Tables with open seats that were listed, the newest first.",
    );
    pages(doc.query("game", "Only tables of this game.", wire::any_text()))
        .ok::<TableList>(&TableList { tables: Vec::new(), next: None })
        .errors(&["400", "503"])
}

pub(super) fn doc_of_own() -> OperationDoc<(), TableList> {
    let doc = doc("list_own_tables", "List your tables", "The tables at which you sit or sat, the newest first.");
    let description = "The player's number, or `me` for the player whose token is sent.";
    let doc = doc.path_parameter("id", description, wire::text("^([1-9][0-9]{0,18}|me)$", description, "1"));
    pages(doc).ok::<TableList>(&example_list()).errors(&["400", "403", "503"])
}

// What the description of a table's news says.
const _: () = assert!(MOST_NEWS == 500);
