//! The JSON Schema (draft 2020-12) of a game's states, views, moves, events and options alone, extracted from the whole document.

use serde_json::{Value as Json, json};

use super::walk::{self, Object};
use crate::engine::catalogue::path_of_schema;
use crate::engine::{Facts, GameVersions};

/// The definitions that every game has: the name, and where its schema is referred to: the suffix of another schema's name, and a pointer.
const DEFINITIONS: [(&str, &str, &str); 5] = [
    ("state", "Position", "/properties/state"),
    ("view", "SeenPosition", "/properties/view"),
    ("move", "LegalMoves", "/properties/moves/items"),
    ("event", "Position", "/properties/events/items/items"),
    ("options", "State", "/properties/options"),
];

/// Prefix of references to schemas in the document.
const COMPONENTS: &str = "#/components/schemas/";
/// Prefix of references to schemas in a JSON Schema.
const DEFS: &str = "#/$defs/";

/// Returns the schema of a game. By itself it is the schema of a state; the other definitions are in `$defs`.
pub(super) fn of(document: &Json, game: &GameVersions) -> Json {
    let definition = |(name, suffix, pointer): (&str, &str, &str)| {
        let reference = |facts: &Facts| {
            let schema = &document["components"]["schemas"][format!("{}{suffix}", facts.name)];
            json!({ "$ref": schema.pointer(pointer).map(|schema| &schema["$ref"]) })
        };
        (name.to_owned(), of_any_rules(game, reference))
    };
    let mut definitions: Object = DEFINITIONS.into_iter().map(definition).collect();
    let reached = walk::reached(document, definitions.values());
    let named = reached.into_iter().filter_map(|pointer| {
        let name = pointer.rsplit('/').next()?;
        Some((name.to_owned(), document.pointer(pointer)?.clone()))
    });
    let named: Object = named.collect();
    definitions.extend(named);
    for schema in definitions.values_mut() {
        walk::each_reference(schema, &mut |target| *target = target.replacen(COMPONENTS, DEFS, 1));
    }
    let facts = game.newest().facts();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": path_of_schema(facts.id),
        "title": facts.title,
        "description": "A state. `$defs` has `state`, `view`, `move`, `event` and `options`.",
        "$ref": "#/$defs/state",
        "$defs": definitions,
    })
}

/// A reference to the schema of a game's only rules version; a `oneOf` over all its versions otherwise.
fn of_any_rules(game: &GameVersions, reference: impl Fn(&Facts) -> Json) -> Json {
    let mut references: Vec<Json> = game.versions().iter().map(|ruleset| reference(ruleset.facts())).collect();
    match references.pop() {
        Some(only) if references.is_empty() => only,
        newest => json!({ "oneOf": references.into_iter().chain(newest).collect::<Vec<_>>() }),
    }
}
