//! The schemas of tables: one for each game, and a union over all games.

#[cfg(feature = "schemas")]
use utoipa::ToSchema as _;

use super::info::{AnyTable, MAX_NEWS, MoveInfo, TableInfo};
#[cfg(feature = "schemas")]
use crate::api::schemas::of_game::OfGame;
use crate::api::schemas::union::union_schema;
#[cfg(feature = "schemas")]
use crate::api::schemas::union::{Games, Union};
use crate::engine::Ruleset;
#[cfg(feature = "schemas")]
use crate::engine::schema::RulesetSchemas;
use crate::rules::game::Kind;
use crate::rules::wire;

/// The name and the schema of a move of a table of a game.
#[cfg(feature = "schemas")]
fn table_move(ruleset: Ruleset) -> (String, wire::AnySchema) {
    let facts = ruleset.facts();
    let description = format!("A move at a table of {}, as you can see it.", facts.title);
    let schema = OfGame::part::<MoveInfo>(&description).elements("events", ruleset.schemas().event.reference());
    (format!("{}TableMove", facts.name), schema.into_schema())
}

/// The name and the schema of a table of a game.
#[cfg(feature = "schemas")]
fn table(ruleset: Ruleset) -> (String, wire::AnySchema) {
    let (facts, schemas) = (ruleset.facts(), ruleset.schemas());
    let schema = OfGame::new::<TableInfo>(facts, &format!("A table of {}, as you can see it.", facts.title))
        .field("options", schemas.options.reference())
        .field("position", schemas.view.answer.reference())
        .elements("news", wire::reference(&table_move(ruleset).0));
    let schema = match ruleset.ranked() {
        Some(_) => schema.require("class").without(&[
            "pace",
            "rated",
            "approval",
            "early_until",
            "rematch",
            "digest",
            "points",
        ]),
        None => schema.require("pace").require("rated").without(&["class", "day", "embargoed_until", "run", "receipt"]),
    };
    let schema = if facts.has_windows { schema } else { schema.without(&["auto_decline"]) };
    let schema = if matches!(facts.kind, Kind::Seated | Kind::Race) { schema } else { schema.without(&["places"]) };
    (format!("{}HeldTable", facts.name), schema.into_schema())
}

/// All schemas that a table refers to.
#[cfg(feature = "schemas")]
fn gather_table(ruleset: Ruleset, schemas: &mut wire::Schemas) {
    let RulesetSchemas { options, event, view, .. } = ruleset.schemas();
    [options, event, view.answer].iter().for_each(|schema| (schema.gather)(schemas));
    TableInfo::schemas(schemas);
    MoveInfo::schemas(schemas);
    schemas.push(table_move(ruleset));
    schemas.push(table(ruleset));
}

/// Tables.
#[cfg(feature = "schemas")]
const TABLE: Union =
    Union { of: Games::All, kind: "HeldTable", name: |ruleset| table(ruleset).0, gather: gather_table };

union_schema!(
    AnyTable,
    "Table",
    TABLE,
    "A table of any game, as you can see it. The variants are distinguished by `game`."
);

// What the description of `news` says.
const _: () = assert!(MAX_NEWS == 500);
