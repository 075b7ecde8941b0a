//! Visits the schemas and references of a document that is JSON.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json};

/// An object of JSON.
pub(super) type Object = Map<String, Json>;

/// The keywords that hold one schema.
const ONE: &[&str] = &["additionalProperties", "items", "not", "propertyNames", "schema"];
/// The keywords that hold a list of schemas.
const LISTS: &[&str] = &["allOf", "anyOf", "oneOf", "prefixItems"];
/// The keywords that hold schemas by name.
const BY_NAME: &[&str] = &["properties", "schemas"];
/// The keywords that hold values, in which nothing is a schema or a reference. Not `default`, which is also
/// the name of the response of any other status.
const VALUES: &[&str] = &["const", "enum", "example", "examples", "mapping"];

/// Visits every schema within a part of a document that is none itself, the outer ones first.
pub(super) fn each_schema(part: &mut Json, visit: &mut impl FnMut(&mut Object)) {
    match part {
        Json::Object(fields) => {
            for (key, value) in fields.iter_mut() {
                match (key.as_str(), value) {
                    (key, _) if VALUES.contains(&key) => {}
                    (key, value) if ONE.contains(&key) => within_schema(value, visit),
                    ("schemas", Json::Object(schemas)) => {
                        schemas.values_mut().for_each(|schema| within_schema(schema, visit))
                    }
                    (_, value) => each_schema(value, visit),
                }
            }
        }
        Json::Array(items) => items.iter_mut().for_each(|item| each_schema(item, visit)),
        _ => {}
    }
}

/// Visits a schema and every schema within it.
pub(super) fn within_schema(schema: &mut Json, visit: &mut impl FnMut(&mut Object)) {
    let Json::Object(fields) = schema else { return };
    visit(fields);
    for (key, value) in fields.iter_mut() {
        match value {
            Json::Object(named) if BY_NAME.contains(&key.as_str()) => {
                named.values_mut().for_each(|schema| within_schema(schema, visit));
            }
            Json::Array(items) if LISTS.contains(&key.as_str()) => {
                items.iter_mut().for_each(|schema| within_schema(schema, visit));
            }
            value if ONE.contains(&key.as_str()) => within_schema(value, visit),
            _ => {}
        }
    }
}

/// The references in a part of a document, as pointers into the document: `/components/schemas/Seed`.
pub(super) fn references(part: &Json) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    find_references(part, &mut found);
    found
}

fn find_references<'a>(part: &'a Json, found: &mut BTreeSet<&'a str>) {
    match part {
        Json::Object(fields) => {
            for (key, value) in fields {
                match value {
                    Json::String(target) if key == "$ref" => found.extend(target.strip_prefix('#')),
                    Json::Object(named) if BY_NAME.contains(&key.as_str()) => {
                        named.values().for_each(|part| find_references(part, found));
                    }
                    value if !VALUES.contains(&key.as_str()) => find_references(value, found),
                    _ => {}
                }
            }
        }
        Json::Array(items) => items.iter().for_each(|item| find_references(item, found)),
        _ => {}
    }
}

/// Visits every reference in a part of a document.
pub(super) fn each_reference(part: &mut Json, visit: &mut impl FnMut(&mut String)) {
    match part {
        Json::Object(fields) => {
            for (key, value) in fields.iter_mut() {
                match value {
                    Json::String(target) if key == "$ref" => visit(target),
                    Json::Object(named) if BY_NAME.contains(&key.as_str()) => {
                        named.values_mut().for_each(|part| each_reference(part, visit));
                    }
                    value if !VALUES.contains(&key.as_str()) => each_reference(value, visit),
                    _ => {}
                }
            }
        }
        Json::Array(items) => items.iter_mut().for_each(|item| each_reference(item, visit)),
        _ => {}
    }
}

/// Everything that parts of a document refer to, directly or through others.
pub(super) fn reached<'a>(document: &'a Json, parts: impl IntoIterator<Item = &'a Json>) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut next: Vec<&Json> = parts.into_iter().collect();
    while let Some(part) = next.pop() {
        for target in references(part) {
            if reached.insert(target) {
                next.extend(document.pointer(target));
            }
        }
    }
    reached
}

/// The operations of a document, each with its path.
pub(super) fn operations(document: &Json) -> impl Iterator<Item = (&str, &Json)> {
    let paths = document.get("paths").and_then(Json::as_object).into_iter().flatten();
    paths.flat_map(|(path, item)| {
        let operations = item.as_object().into_iter().flat_map(Object::values);
        operations.map(move |operation| (path.as_str(), operation))
    })
}
