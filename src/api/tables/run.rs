//! `GET /v1/tables/{id}/run`: shows what was played, once a table is over.

use actix_web::{HttpRequest, web};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value as Json, json};

#[cfg(feature = "schemas")]
use super::document::{describe, example, id_in_path};
use super::errors::{embargoed, id_of, problem};
use super::respond::{closed_days, load_if_long, view_options};
#[cfg(feature = "schemas")]
use super::values::commitment_schema;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::{Code, Problem};
use crate::api::request::client::Client;
use crate::api::response::{JsonRepresentation, JsonResponse, raw};
use crate::api::schemas;
use crate::api::schemas::union::union_schema;
#[cfg(feature = "schemas")]
use crate::api::schemas::union::{Games, Union};
use crate::api::shared::{MAX_CHEAP_MOVES, Shared};
use crate::engine::Ruleset;
#[cfg(feature = "schemas")]
use crate::engine::schema::RulesetSchemas;
use crate::rules::wire;
use crate::store::calendar::{ClosedDays, Timestamp};
use crate::store::{StoredTable, TableId, TableStatus};
use crate::tables::table::Table;

/// The run of a table.
#[derive(Clone, Debug, Serialize)]
pub(super) struct TableRun {
    pub(super) game: String,
    pub(super) rules: u32,
    pub(super) table: TableId,
    pub(super) commitment: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) run: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) embargoed_until: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) moves: Option<Vec<Box<RawValue>>>,
}

union_schema!(
    TableRun,
    "TableRun",
    TABLE_RUN,
    "The run of a table of any game. The variants are distinguished by `game`."
);

/// Runs of tables.
#[cfg(feature = "schemas")]
const TABLE_RUN: Union =
    Union { of: Games::All, kind: "TableRun", name: |ruleset| table_run(ruleset).0, gather: gather_table_run };

/// The name and the schema of the run of a table.
#[cfg(feature = "schemas")]
fn table_run(ruleset: Ruleset) -> (String, wire::AnySchema) {
    let facts = ruleset.facts();
    let schemas = ruleset.schemas();
    let mut fields = vec![
        wire::required("game", wire::constant(facts.id)),
        wire::required("rules", wire::constant_integer("The rules version.", facts.rules.into())),
        wire::required("table", wire::reference_to::<schemas::TableNumber>()),
        wire::required("commitment", commitment_schema()),
        wire::optional(
            "run",
            wire::described(
                "The run, as `replay` takes it: hash its seed to check the commitment.",
                schemas.run.reference(),
            ),
        ),
    ];
    if ruleset.ranked().is_some() {
        fields.extend([
            wire::optional(
                "embargoed_until",
                wire::described(
                    "The end of the day of a ranked daily game, or of the round of a contest, whose seed is secret; absent once that is closed.",
                    wire::reference_to::<schemas::Moment>(),
                ),
            ),
            wire::optional(
                "moves",
                wire::list(
                    "The moves, which the player of such a game gets instead of the run until then.",
                    schemas.mv.reference(),
                ),
            ),
        ]);
    }
    (
        format!("{}TableRun", facts.name),
        wire::object(&format!("The game that was played at a table of {}.", facts.title), fields),
    )
}

#[cfg(feature = "schemas")]
fn gather_table_run(ruleset: Ruleset, schemas: &mut wire::Schemas) {
    let RulesetSchemas { run, mv, .. } = ruleset.schemas();
    [run, mv].iter().for_each(|schema| (schema.gather)(schemas));
    wire::gather::<schemas::TableNumber>(schemas);
    wire::gather::<schemas::Moment>(schemas);
    schemas.push(table_run(ruleset));
}

#[cfg(feature = "schemas")]
fn example_run() -> Json {
    let Some(table) = example() else { return Json::Null };
    let run: Json = serde_json::from_str(table.game.run().get()).unwrap_or_default();
    let terms = &table.stored.terms;
    json!({
        "game": terms.game, "rules": terms.rules, "table": table.stored.id, "commitment": table.commitment(), "run": run,
    })
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), TableRun> {
    let doc = describe(
        "get_table_run",
        "Get the run of a table",
        "Returns the seed and all moves after the game: hash the seed, compare it with the commitment, and replay the \
         run. For a ranked daily game, they are public when its day is closed, and for a game of a contest when its \
         round is; before that, its player gets the moves without the seed.",
    );
    id_in_path(doc).may_use_token().ok::<TableRun>(&example_run()).errors(&["403", "404", "409", "410", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<TableRun>, Problem> {
    let id = id_of(&id)?;
    let player = Client::of(&request).known_player()?;
    let is_open = |stored: StoredTable| !matches!(stored.state.status, TableStatus::Over(_));
    if shared.tables.unloaded(id).await.map_err(|why| problem(why, id))?.is_some_and(is_open) {
        return Err(Problem::of(Code::TableNotOver));
    }
    load_if_long(&shared, &request, id).await?;
    let table = shared.tables.load(id).await.map_err(|why| problem(why, id))?;
    let closed = closed_days(&shared, &table).await?;
    if !table.over() {
        return Err(Problem::of(Code::TableNotOver));
    }
    let options = view_options(player.as_ref(), &table, closed);
    if !options.may_see(&table) {
        return Err(embargoed(&table, closed));
    }
    let is_long = table.stored.moves > MAX_CHEAP_MOVES;
    let write = move || Ok::<_, Problem>(JsonRepresentation::new(&run_of(&table, closed)));
    Ok(shared.work(&request, is_long, write).await?.respond(&request))
}

/// The run of a table that is over: its moves only while its day is not closed.
fn run_of(table: &Table, closed: ClosedDays) -> TableRun {
    let open = table.is_open(closed);
    let mut moves = (0..table.move_count()).filter_map(|index| table.game.move_at(index));
    TableRun {
        game: table.stored.terms.game.clone(),
        rules: table.stored.terms.rules,
        table: table.stored.id,
        commitment: table.commitment(),
        run: open.then(|| table.game.run()),
        embargoed_until: table.embargoed_until(closed),
        moves: (!open).then(|| moves.by_ref().map(|mv| raw(mv.json())).collect()),
    }
}
