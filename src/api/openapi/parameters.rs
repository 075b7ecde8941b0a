//! Moves parameters that several operations share to the components, which makes documents smaller.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json, json};

use super::walk;

/// Describes each parameter once, and replaces each that several operations have by a reference to a component.
pub(super) fn share(document: &mut Json) {
    parameters(document).for_each(describe_once);
    let names = names(&shared(document));
    let mut components = Map::new();
    for parameter in parameters(document) {
        if let Some(name) = names.get(&parameter.to_string()) {
            let reference = json!({ "$ref": format!("#/components/parameters/{name}") });
            components.insert(name.clone(), std::mem::replace(parameter, reference));
        }
    }
    document["components"]["parameters"] = components.into();
}

/// The parameters of all operations.
fn parameters(document: &mut Json) -> impl Iterator<Item = &mut Json> {
    let items = document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut);
    let operations = items.filter_map(Json::as_object_mut).flat_map(Map::values_mut);
    operations.filter_map(|operation| operation.get_mut("parameters").and_then(Json::as_array_mut)).flatten()
}

/// Removes the description of the schema if it is that of the parameter.
fn describe_once(parameter: &mut Json) {
    let description = parameter["description"].take();
    let schema = parameter["schema"].as_object_mut().filter(|schema| schema.get("description") == Some(&description));
    if let Some(schema) = schema {
        schema.remove("description");
    }
    parameter["description"] = description;
}

/// The parameters that several operations have, as JSON, each with its plain name and its name with that of a resource.
fn shared(document: &Json) -> BTreeMap<String, (String, String)> {
    let mut known = BTreeMap::new();
    let mut shared = BTreeMap::new();
    for (path, operation) in walk::operations(document) {
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let plain = camel(parameter["name"].as_str().unwrap_or_default());
            let resource = camel(path.split('/').nth(2).unwrap_or_default());
            let first = known.insert(parameter.to_string(), ()).is_none();
            if !first {
                shared.entry(parameter.to_string()).or_insert((plain.clone(), format!("{resource}{plain}")));
            }
        }
    }
    shared
}

/// The name of each shared parameter: the plain one if it is unique, else the longer one. If that is not unique either, it has none.
fn names(shared: &BTreeMap<String, (String, String)>) -> BTreeMap<String, String> {
    let unique = |of: fn(&(String, String)) -> &String| -> BTreeSet<&String> {
        let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
        shared.values().for_each(|names| *counts.entry(of(names)).or_default() += 1);
        counts.into_iter().filter(|(_, count)| *count == 1).map(|(name, _)| name).collect()
    };
    let (plain, longer) = (unique(|(plain, _)| plain), unique(|(_, longer)| longer));
    let name = |names: &(String, String)| match names {
        (name, _) if plain.contains(name) => Some(name.clone()),
        (_, name) if longer.contains(name) => Some(name.clone()),
        _ => None,
    };
    shared.iter().filter_map(|(parameter, names)| Some((parameter.clone(), name(names)?))).collect()
}

fn camel(name: &str) -> String {
    let word = |word: &str| {
        let (first, rest) = word.split_at_checked(1).unwrap_or((word, ""));
        first.to_uppercase() + rest
    };
    name.split(['_', '-']).map(word).collect()
}
