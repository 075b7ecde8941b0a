//! Rewrites every schema in the form that generators read best.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::walk::{self, Object};

/// Rewrites the schemas of a document.
pub(super) fn simplify(document: &mut Json) {
    walk::each_schema(document, &mut |schema| {
        single_values(schema);
        formats(schema);
    });
    let lists = named_lists(document);
    walk::each_schema(&mut document["paths"], &mut |schema| named_values(schema, &lists));
}

/// Removes the discriminators of unions. The variants of a union differ in a constant, by which generated clients
/// select one. With a discriminator, those of openapi-generator for Rust cannot read a variant that has the property itself.
pub(super) fn drop_discriminators(document: &mut Json) {
    walk::each_schema(document, &mut |schema| {
        schema.remove("discriminator");
    });
}

/// The lists of values that have a name.
fn named_lists(document: &Json) -> BTreeMap<String, String> {
    let schemas = document.pointer("/components/schemas").and_then(Json::as_object);
    let named = |(name, schema): (&String, &Json)| Some((schema.get("enum")?.to_string(), name.clone()));
    schemas.into_iter().flatten().filter_map(named).collect()
}

/// Replaces a list of values that has a name by a reference, since generators name a type for every other one.
fn named_values(schema: &mut Object, lists: &BTreeMap<String, String>) {
    if let Some(name) = schema.get("enum").and_then(|values| lists.get(&values.to_string())) {
        let reference = format!("#/components/schemas/{name}");
        schema.retain(|word, _| word != "enum" && word != "type");
        schema.insert("$ref".to_owned(), reference.into());
    }
}

/// Turns a list of one value into a constant, since generators name a type for every `enum`. Strings get a pattern too: Go's clients read
/// constants as any string, and select the variant of a union by patterns.
fn single_values(schema: &mut Object) {
    let only = match schema.get("enum").and_then(Json::as_array).map(Vec::as_slice) {
        Some([only]) => only.clone(),
        _ => return,
    };
    schema.remove("enum");
    if let Some(text) = only.as_str().filter(|text| text.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c)))
    {
        schema.insert("pattern".to_owned(), format!("^{text}$").into());
    }
    schema.insert("const".to_owned(), only);
}

/// Sets the format of integers to the smallest that fits all values.
fn formats(schema: &mut Object) {
    if schema.get("type").and_then(Json::as_str) != Some("integer") {
        return;
    }
    let bound = |name| schema.get("const").or_else(|| schema.get(name)).and_then(Json::as_i64);
    let fits = |bound: i64| i32::try_from(bound).is_ok();
    let small = bound("minimum").is_some_and(fits) && bound("maximum").is_some_and(fits);
    schema.insert("format".to_owned(), if small { "int32" } else { "int64" }.into());
}
