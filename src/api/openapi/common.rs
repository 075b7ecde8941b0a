//! What the variants of a union over games have in common, for clients that read stored data of any game.

use serde_json::{Value as Json, json};

use super::walk::Object;

/// The fields that unions over games have in all variants, each with the schema for any game.
const OF_ANY_GAME: [(&str, &str); 3] = [("game", "GameId"), ("options", "AnyOptions"), ("score", "AnyScore")];

/// The words of a schema that bound a value from below, and those that bound it from above.
const BOUNDS: [[&str; 3]; 2] = [["minItems", "minimum", "minLength"], ["maxItems", "maximum", "maxLength"]];

/// The common part of schemas.
pub(super) fn of(document: &Json, schemas: &[&Json]) -> Json {
    let Some((first, rest)) = schemas.split_first() else { return json!({}) };
    if rest.iter().all(|schema| schema == first) {
        return (*first).clone();
    }
    let resolved: Vec<&Object> = schemas.iter().flat_map(|schema| resolved(document, schema)).collect();
    let kinds: Vec<&str> = resolved.iter().map(|schema| kind(schema)).collect();
    let Some((kind, _)) = kinds.split_first().filter(|(kind, rest)| rest.iter().all(|other| other == *kind)) else {
        return json!({});
    };
    let mut common = match *kind {
        "array" => {
            let items: Vec<&Json> = resolved.iter().filter_map(|list| list.get("items")).collect();
            json!({ "type": "array", "items": of(document, &items) })
        }
        "object" => object(document, &resolved),
        kind => json!({ "type": kind }),
    };
    add_bounds(&mut common, &resolved);
    // `int64` holds what `int32` does.
    let formats: Option<Vec<&str>> = resolved.iter().map(|schema| schema.get("format")?.as_str()).collect();
    if let Some(widest) = formats.and_then(|formats| formats.into_iter().max()) {
        common["format"] = widest.into();
    }
    common
}

/// Adds the bounds within which the values of all schemas are.
fn add_bounds(common: &mut Json, schemas: &[&Object]) {
    for (words, is_lower) in BOUNDS.into_iter().zip([true, false]) {
        for word in words {
            let bounds: Option<Vec<i64>> = schemas.iter().map(|schema| schema.get(word)?.as_i64()).collect();
            let bound = bounds.and_then(|all| if is_lower { all.into_iter().min() } else { all.into_iter().max() });
            if let Some(bound) = bound {
                common[word] = bound.into();
            }
        }
    }
}

/// A schema, or the one that it refers to; of a union, all its variants.
fn resolved<'a>(document: &'a Json, schema: &'a Json) -> Vec<&'a Object> {
    let target = schema.get("$ref").and_then(Json::as_str).and_then(|target| target.strip_prefix('#'));
    let schema = target.map_or(Some(schema), |target| document.pointer(target));
    match schema.and_then(|schema| schema.get("oneOf")).and_then(Json::as_array) {
        Some(variants) => variants.iter().flat_map(|variant| resolved(document, variant)).collect(),
        None => schema.and_then(Json::as_object).into_iter().collect(),
    }
}

/// The type of the values of a schema.
fn kind(schema: &Object) -> &str {
    schema.get("type").and_then(Json::as_str).unwrap_or_default()
}

/// An object with the fields that all have. It is closed only if all are closed and have no others.
fn object(document: &Json, schemas: &[&Object]) -> Json {
    let mut properties = Object::new();
    let fields = |schema: &&Object| schema.get("properties").and_then(Json::as_object).cloned().unwrap_or_default();
    let all: Vec<Object> = schemas.iter().map(fields).collect();
    for name in all.first().into_iter().flat_map(Object::keys) {
        let of_name: Vec<&Json> = all.iter().filter_map(|fields| fields.get(name)).collect();
        if of_name.len() == all.len() {
            properties.insert(name.clone(), field(document, name, &of_name));
        }
    }
    let closed = |schema: &&Object| schema.get("additionalProperties") == Some(&Json::Bool(false));
    let same = !properties.is_empty() && all.iter().all(|fields| fields.len() == properties.len());
    let mut object = json!({ "type": "object", "additionalProperties": !(same && schemas.iter().all(closed)) });
    let always = properties.keys().filter(|name| schemas.iter().all(|schema| requires(schema, name)));
    let required: Vec<Json> = always.map(|name| name.as_str().into()).collect();
    if !required.is_empty() {
        object["required"] = required.into();
    }
    if !properties.is_empty() {
        object["properties"] = properties.into();
    }
    object
}

fn requires(schema: &Object, name: &str) -> bool {
    let required = schema.get("required").and_then(Json::as_array);
    required.is_some_and(|required| required.iter().any(|field| field == name))
}

/// The schema of a field that all have. If they differ, the schema for any game, if there is one.
fn field(document: &Json, name: &str, schemas: &[&Json]) -> Json {
    let differ = schemas.first().is_some_and(|first| schemas.iter().any(|schema| schema != first));
    match OF_ANY_GAME.into_iter().find(|(known, _)| differ && *known == name) {
        Some((_, schema)) => json!({ "$ref": format!("#/components/schemas/{schema}") }),
        None => of(document, schemas),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_versions_are_variants_like_games() {
        let variant = |game: &str, more: &str| {
            json!({
                "type": "object", "additionalProperties": false, "required": ["game", "moves"],
                "properties": { "game": { "const": game }, "moves": { "type": "integer" }, more: { "type": "string" } },
            })
        };
        let document = json!({ "components": { "schemas": {
            "Old": variant("a", "x"), "New": variant("a", "y"), "Other": variant("b", "z"),
            "A": { "oneOf": [{ "$ref": "#/components/schemas/Old" }, { "$ref": "#/components/schemas/New" }] },
        } } });
        let [a, b] = ["A", "Other"].map(|name| json!({ "$ref": format!("#/components/schemas/{name}") }));
        let common = of(&document, &[&a, &b]);
        assert_eq!(common["required"], json!(["game", "moves"]));
        assert_eq!(common["properties"]["moves"], json!({ "type": "integer" }));
        assert_eq!(common["properties"]["game"]["$ref"], "#/components/schemas/GameId");
        assert_eq!(common["additionalProperties"], true, "each has a field that the others have not");
    }

    #[test]
    fn bounds_of_all_hold_in_common() {
        let list = |least: i64, most: Option<i64>| {
            let mut list =
                json!({ "type": "array", "items": { "type": "string", "minLength": least }, "minItems": least });
            most.into_iter().for_each(|most| list["maxItems"] = most.into());
            list
        };
        let [a, b, open] = [list(1, Some(100)), list(2, Some(90)), list(3, None)];
        let items = json!({ "type": "string", "minLength": 1 });
        assert_eq!(
            of(&json!({}), &[&a, &b]),
            json!({ "type": "array", "items": items, "minItems": 1, "maxItems": 100 })
        );
        assert_eq!(of(&json!({}), &[&b, &open])["maxItems"], Json::Null);
    }
}
