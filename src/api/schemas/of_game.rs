//! The schema of a type for one game: that of the type, except for what the game decides.

use utoipa::PartialSchema;
use utoipa::openapi::schema::ArrayItems;
use utoipa::openapi::{Object, RefOr, Schema};

use crate::engine::Facts;
use crate::rules::wire;

/// The schema of an object for one game.
pub(in crate::api) struct OfGame(Object);

impl OfGame {
    /// The schema of a `T`, whose fields `game` and `rules` name this ruleset.
    pub(in crate::api) fn new<T: PartialSchema>(facts: &Facts, description: &str) -> Self {
        let rules = wire::constant_integer("The rules version.", facts.rules.into());
        Self::part::<T>(description).field("game", wire::constant(facts.id)).field("rules", rules)
    }

    /// The schema of a `T`, which is part of an object that names its game.
    pub(in crate::api) fn part<T: PartialSchema>(description: &str) -> Self {
        let mut object = match T::schema() {
            RefOr::T(Schema::Object(object)) => object,
            RefOr::T(_) | RefOr::Ref(_) => Object::new(),
        };
        object.description = Some(description.to_owned());
        Self(object)
    }

    /// Replaces the schema of a field, and keeps its description.
    pub(in crate::api) fn field(mut self, name: &str, schema: wire::AnySchema) -> Self {
        let schema = match self.0.properties.get(name) {
            Some(RefOr::T(Schema::Object(Object { description: Some(text), .. }))) => wire::described(text, schema),
            _ => schema,
        };
        self.0.properties.insert(name.to_owned(), schema);
        self
    }

    /// Replaces the schema of the elements of a list.
    pub(in crate::api) fn elements(mut self, name: &str, schema: wire::AnySchema) -> Self {
        if let Some(RefOr::T(Schema::Array(list))) = self.0.properties.get_mut(name) {
            list.items = ArrayItems::RefOrSchema(Box::new(schema));
        }
        self
    }

    /// Makes a field required that other games do not have.
    pub(in crate::api) fn require(mut self, name: &str) -> Self {
        self.0.required.push(name.to_owned());
        self
    }

    /// Removes fields that only other games have.
    pub(in crate::api) fn without(mut self, names: &[&str]) -> Self {
        names.iter().for_each(|name| drop(self.0.properties.remove(*name)));
        self
    }

    /// Returns the schema.
    pub(in crate::api) fn into_schema(self) -> wire::AnySchema {
        self.0.into()
    }
}
