//! The types of a game's moves, read from the schema of its moves.

use serde::Serialize;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{OneOf, Schema};

use crate::wire::{self, ToSchema};

/// A type of moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MoveType {
    /// The `type` of the moves.
    #[serde(rename = "type")]
    pub name: String,
    /// The effect of the move.
    pub description: String,
    /// Whether such a move gives up or stops: the game ends, or its current room. A program that wants to play on avoids these moves.
    pub quits: bool,
}

/// Returns the types of the moves that have this schema, a union of named objects with a constant `type`.
#[must_use]
pub fn move_types<M: ToSchema>() -> Vec<MoveType> {
    let RefOr::T(Schema::OneOf(OneOf { items, .. })) = M::schema() else { return Vec::new() };
    let schemas = wire::gathered([wire::gather::<M>]);
    let variant = |item: RefOr<Schema>| {
        let RefOr::Ref(reference) = item else { return None };
        let name = reference.ref_location.rsplit('/').next()?;
        let (_, schema) = schemas.iter().find(|(known, _)| known == name)?;
        move_type(schema)
    };
    items.into_iter().filter_map(variant).collect()
}

/// Returns the type of moves with the schema of an object.
fn move_type(schema: &RefOr<Schema>) -> Option<MoveType> {
    let RefOr::T(Schema::Object(object)) = schema else { return None };
    let RefOr::T(Schema::Object(tag)) = object.properties.get("type")? else { return None };
    let name = tag.enum_values.as_ref()?.first()?.as_str()?.to_owned();
    let description = wire::unwrapped(object.description.as_deref().unwrap_or_default());
    Some(MoveType { name, description, quits: wire::is_quitting(object) })
}
