//! The document as OpenAPI 3.0.3, for tools that do not read 3.1. It is converted keyword by keyword.

use serde_json::{Value as Json, json};

use super::walk::{self, Object};

/// A document of OpenAPI 3.1 as one of 3.0.3.
pub(super) fn of(document: &Json) -> Json {
    let mut document = document.clone();
    document["openapi"] = "3.0.3".into();
    if let Some(license) = document.pointer_mut("/info/license").and_then(Json::as_object_mut) {
        license.remove("identifier");
    }
    walk::each_schema(&mut document, &mut |schema| {
        constants(schema);
        nulls(schema);
        examples(schema);
        exclusive_bounds(schema);
        schema.remove("propertyNames");
        keywords_with_references(schema);
    });
    document
}

/// Turns a constant into an enum of one value.
fn constants(schema: &mut Object) {
    if let Some(only) = schema.remove("const") {
        schema.insert("enum".to_owned(), json!([only]));
    }
}

/// Turns a null among several types into `nullable`.
fn nulls(schema: &mut Object) {
    let Some(Json::Array(types)) = schema.get("type") else { return };
    let (nulls, mut types): (Vec<Json>, Vec<Json>) = types.iter().cloned().partition(|kind| kind == "null");
    if !nulls.is_empty() {
        schema.insert("nullable".to_owned(), true.into());
    }
    match (types.pop(), types.is_empty()) {
        (Some(kind), true) => schema.insert("type".to_owned(), kind),
        _ => schema.remove("type"),
    };
}

/// Keeps the first example.
fn examples(schema: &mut Object) {
    if let Some(Json::Array(examples)) = schema.remove("examples")
        && let Some(first) = examples.into_iter().next()
    {
        schema.insert("example".to_owned(), first);
    }
}

/// Turns an exclusive bound into a bound and a boolean.
fn exclusive_bounds(schema: &mut Object) {
    for (exclusive, bound) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
        if let Some(value) = schema.get(exclusive).filter(|value| value.is_number()).cloned() {
            schema.insert(bound.to_owned(), value);
            schema.insert(exclusive.to_owned(), true.into());
        }
    }
}

/// Moves a reference into `allOf`, since keywords next to it would be ignored.
fn keywords_with_references(schema: &mut Object) {
    if schema.len() > 1
        && let Some(target) = schema.remove("$ref")
    {
        schema.insert("allOf".to_owned(), json!([{ "$ref": target }]));
    }
}
