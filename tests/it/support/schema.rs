//! The OpenAPI document, and the check that a response fits its schema.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex};

use funhouse::api::{openapi, routes};
use serde_json::{Map, Value as Json, json};

/// The whole document, with what only these tests register.
pub(crate) fn document() -> Json {
    static DOCUMENT: LazyLock<Json> = LazyLock::new(|| openapi::generated(&routes::endpoints()));
    DOCUMENT.clone()
}

/// The whole document with responses closed like requests, so that undocumented fields are found.
pub(crate) fn closed_document() -> Json {
    let mut document = document();
    close(&mut document["components"]["schemas"]);
    document
}

pub(crate) fn close(value: &mut Json) {
    match value {
        Json::Object(fields) => {
            if fields.get("type").is_some_and(|kind| kind == "object") && fields.contains_key("properties") {
                fields.entry("additionalProperties").or_insert(Json::Bool(false));
            }
            fields.values_mut().for_each(close);
        }
        Json::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}

/// Every value of the document with its pointer.
pub(crate) fn walk(value: &Json, pointer: &str, visit: &mut impl FnMut(&str, &Json)) {
    visit(pointer, value);
    match value {
        Json::Object(fields) => {
            for (name, value) in fields {
                walk(value, &format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1")), visit);
            }
        }
        Json::Array(items) => {
            for (i, value) in items.iter().enumerate() {
                walk(value, &format!("{pointer}/{i}"), visit);
            }
        }
        _ => {}
    }
}

/// The operations: path, method and description.
pub(crate) fn operations(document: &Json) -> Vec<(String, String, Json)> {
    let paths = document["paths"].as_object().expect("paths");
    let of_path = |(path, item): (&String, &Json)| {
        let methods = item.as_object().expect("a path item").clone();
        let path = path.clone();
        methods.into_iter().map(move |(method, operation)| (path.clone(), method, operation)).collect::<Vec<_>>()
    };
    paths.iter().flat_map(of_path).collect()
}

/// Fails unless a response fits the schema of this name.
pub(crate) fn assert_fits(name: &str, answer: &Json) {
    static DOCUMENT: LazyLock<Json> = LazyLock::new(closed_document);
    static VALIDATORS: Mutex<BTreeMap<String, Arc<jsonschema::Validator>>> = Mutex::new(BTreeMap::new());
    let of_name = || {
        let reference = json!({ "$ref": format!("#/components/schemas/{name}") });
        Arc::new(validator(&DOCUMENT, &reference))
    };
    let validator =
        VALIDATORS.lock().expect("no validator panics").entry(name.to_owned()).or_insert_with(of_name).clone();
    if let Err(error) = validator.validate(answer) {
        panic!("no {name}: {error} at {} of {answer}", error.instance_path());
    }
}

/// A validator for a schema of the document, with the schemas that it refers to. With all of them it would take most of a second.
pub(crate) fn validator(document: &Json, schema: &Json) -> jsonschema::Validator {
    let mut schemas = Map::new();
    let mut unread = vec![schema];
    while let Some(schema) = unread.pop() {
        walk(schema, "", &mut |_, value| {
            let reference = value.get("$ref").and_then(Json::as_str);
            let Some(name) = reference.and_then(|reference| reference.strip_prefix("#/components/schemas/")) else {
                return;
            };
            if !schemas.contains_key(name) {
                let referred =
                    document["components"]["schemas"].get(name).unwrap_or_else(|| panic!("no schema {name}"));
                schemas.insert(name.to_owned(), referred.clone());
                unread.push(referred);
            }
        });
    }
    let mut root = schema.clone();
    root["components"] = json!({ "schemas": schemas });
    jsonschema::draft202012::options().build(&root).expect("it is a schema")
}
