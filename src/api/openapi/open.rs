//! Opens the schemas of responses: a new field must not break existing clients, so no schema that only responses refer to may refuse
//! unknown fields. Schemas that requests refer to stay closed, since requests are read strictly.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::walk::{self, Object};

/// Opens every schema that no request refers to.
pub(super) fn responses(document: &mut Json) {
    let requested: BTreeSet<String> = requested(document).into_iter().map(str::to_owned).collect();
    let schemas = document.pointer_mut("/components/schemas").and_then(Json::as_object_mut);
    for (name, schema) in schemas.into_iter().flatten() {
        if !requested.contains(&format!("/components/schemas/{name}")) {
            walk::within_schema(schema, &mut open);
        }
    }
    for operation in document.get_mut("paths").and_then(Json::as_object_mut).into_iter().flat_map(Object::values_mut) {
        for operation in operation.as_object_mut().into_iter().flat_map(Object::values_mut) {
            operation.get_mut("responses").into_iter().for_each(|responses| walk::each_schema(responses, &mut open));
        }
    }
}

/// Everything that requests refer to, directly or through others.
pub(super) fn requested(document: &Json) -> BTreeSet<&str> {
    let parts = ["requestBody", "parameters"];
    let of_requests = walk::operations(document).flat_map(|(_, operation)| parts.map(|part| operation.get(part)));
    walk::reached(document, of_requests.flatten())
}

fn open(schema: &mut Object) {
    if schema.get("additionalProperties") == Some(&Json::Bool(false)) {
        schema.remove("additionalProperties");
    }
}
