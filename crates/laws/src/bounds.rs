//! Bounds of moves, checked from their JSON alone, as a client reads them.

use funhouse_rules::game::MoveBounds;
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

/// Returns how many of these bounds a move is within.
pub(crate) fn count_within(bounds: &[MoveBounds], mv: &impl Serialize) -> usize {
    let Json::Object(mv) = json!(mv) else { return 0 };
    bounds.iter().filter(|bounds| is_within(&json!(bounds), &mv)).count()
}

/// Returns how many moves are within these bounds. Lists of the same items in another order count once.
pub(crate) fn size(bounds: &MoveBounds) -> u128 {
    json!(bounds)["fields"].as_object().expect("fields").values().map(size_of_field).product()
}

fn size_of_field(field: &Json) -> u128 {
    let number = |name: &str| i128::from(field[name].as_i64().expect("a number"));
    if let Some(values) = field.get("one_of") {
        return values.as_array().expect("values").len() as u128;
    }
    if let Some(values) = field.get("subset_of") {
        let count = values.as_array().expect("values").len() as i128;
        let choose = |k: i128| (0..k).fold(1, |ways, i| ways * (count - i) / (i + 1));
        return (number("min_items")..=number("max_items")).map(choose).sum::<i128>().unsigned_abs();
    }
    (number("max") - number("min") + 1).unsigned_abs()
}

fn is_within(bounds: &Json, mv: &Map<String, Json>) -> bool {
    let fields = bounds["fields"].as_object().expect("fields");
    mv.len() == fields.len() + 1 + usize::from(bounds.get("seat").is_some())
        && mv.iter().all(|(name, value)| match name.as_str() {
            "type" | "seat" => bounds.get(name) == Some(value),
            _ => fields.get(name).is_some_and(|field| is_allowed(field, value)),
        })
}

fn is_allowed(field: &Json, value: &Json) -> bool {
    if let Some(values) = field.get("one_of") {
        return values.as_array().expect("values").contains(value);
    }
    let between = |number: i64, min: &Json, max: &Json| Some(number) >= min.as_i64() && Some(number) <= max.as_i64();
    if let Some(values) = field.get("subset_of") {
        let (all, items) = (values.as_array().expect("values"), value.as_array().expect("a list"));
        let is_set = items.iter().enumerate().all(|(i, item)| all.contains(item) && !items[..i].contains(item));
        return is_set && between(items.len() as i64, &field["min_items"], &field["max_items"]);
    }
    value.as_i64().is_some_and(|number| between(number, &field["min"], &field["max"]))
}
