//! Schema builders on top of utoipa, and macros that connect a schema to its type.

use serde_json::Value as Json;
use utoipa::openapi::schema::{
    AdditionalProperties, Array, Discriminator, Object, ObjectBuilder, OneOfBuilder, Schema, SchemaType, Type,
};
use utoipa::openapi::{Ref, RefOr};
pub use utoipa::{PartialSchema, ToSchema};

use super::unwrapped;

/// A schema, or a reference to one.
pub type AnySchema = RefOr<Schema>;

/// Schemas by name, as collected for the OpenAPI document.
pub type Schemas = Vec<(String, AnySchema)>;

/// Implements the schema of a type that is a string with a pattern.
#[macro_export]
macro_rules! text_schema {
    ($Type:ty, $pattern:expr, $description:expr, $example:expr) => {
        impl utoipa::PartialSchema for $Type {
            fn schema() -> $crate::wire::AnySchema {
                $crate::wire::text($pattern, $description, $example)
            }
        }
        impl utoipa::ToSchema for $Type {}
    };
}
pub use text_schema;

/// Returns the schema of a string with a pattern.
#[must_use]
pub fn text(pattern: &str, description: &str, example: &str) -> AnySchema {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .pattern(Some(pattern))
        .description(Some(description))
        .examples([Json::from(example)])
        .into()
}

/// Returns the schema of any string.
#[must_use]
pub fn any_text() -> AnySchema {
    ObjectBuilder::new().schema_type(Type::String).into()
}

/// Returns the schema of any object.
#[must_use]
pub fn any_object() -> AnySchema {
    let open = AdditionalProperties::<Schema>::FreeForm(true);
    ObjectBuilder::new().schema_type(Type::Object).additional_properties(Some(open)).into()
}

/// Returns the schema of options, from name to value, without the names and values of a game.
#[must_use]
pub fn any_options(description: &str) -> AnySchema {
    Schema::Object(options(description)).into()
}

/// Returns the schema of empty options, which also matches [`any_options`].
#[must_use]
pub fn no_options(description: &str) -> AnySchema {
    let mut none = options(description);
    none.max_properties = Some(0);
    Schema::Object(none).into()
}

fn options(description: &str) -> Object {
    let value = AdditionalProperties::RefOr(any_text());
    let options = ObjectBuilder::new().schema_type(Type::Object).description(Some(description));
    options.additional_properties(Some(value)).build()
}

/// Returns the schema of any value.
#[must_use]
pub fn anything(description: &str) -> AnySchema {
    ObjectBuilder::new().schema_type(SchemaType::AnyValue).description(Some(description)).into()
}

/// Returns a reference to a named schema.
#[must_use]
pub fn reference(name: &str) -> AnySchema {
    Ref::from_schema_name(name).into()
}

/// Returns a reference to the schema of a type.
#[must_use]
pub fn reference_to<T: ToSchema>() -> AnySchema {
    reference(&T::name())
}

/// Adds a description to a reference; returns any other schema unchanged.
#[must_use]
pub fn described(description: &str, schema: AnySchema) -> AnySchema {
    match schema {
        RefOr::Ref(mut reference) => {
            description.clone_into(&mut reference.description);
            RefOr::Ref(reference)
        }
        inline @ RefOr::T(_) => inline,
    }
}

/// Adds the schema of a type and of all types it refers to.
pub fn gather<T: ToSchema>(schemas: &mut Schemas) {
    schemas.push((T::name().into_owned(), T::schema()));
    T::schemas(schemas);
}

/// Returns the schemas that these functions add.
#[must_use]
pub fn gathered<const N: usize>(each: [fn(&mut Schemas); N]) -> Schemas {
    let mut schemas = Schemas::new();
    each.iter().for_each(|gather| gather(&mut schemas));
    schemas
}

/// Adds the schema of a variant: that of its struct, plus the tag as a constant field.
pub fn gather_tagged<T: ToSchema>(key: &str, tag: &str, schemas: &mut Schemas) {
    schemas.push((T::name().into_owned(), with_tag(T::schema(), key, tag)));
    T::schemas(schemas);
}

/// Adds a required field with the only value `tag` to an object schema, and forbids unknown fields.
///
/// # Panics
/// If the schema is not an object schema.
#[must_use]
pub fn with_tag(schema: AnySchema, key: &str, tag: &str) -> AnySchema {
    let RefOr::T(Schema::Object(mut object)) = schema else {
        unreachable!("a variant is a struct");
    };
    object.properties.insert(key.to_owned(), constant(tag));
    object.required.insert(0, key.to_owned());
    object.additional_properties = Some(Box::new(AdditionalProperties::FreeForm(false)));
    Schema::Object(object).into()
}

/// Returns the schema of a string with one value.
#[must_use]
pub fn constant(value: &str) -> AnySchema {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some([value])).into()
}

/// Returns the schema of an integer with one value.
#[must_use]
pub fn constant_integer(description: &str, value: u64) -> AnySchema {
    ObjectBuilder::new().schema_type(Type::Integer).description(Some(description)).enum_values(Some([value])).into()
}

/// Returns the schema of a tagged union of named variants, distinguished by `key`.
#[must_use]
pub fn union<S: AsRef<str>>(description: &str, key: &str, variants: &[(&str, S)]) -> AnySchema {
    let mut one_of = OneOfBuilder::new().description(Some(unwrapped(description)));
    let mut mapping = Vec::new();
    for (tag, name) in variants {
        one_of = one_of.item(reference(name.as_ref()));
        mapping.push((*tag, format!("#/components/schemas/{}", name.as_ref())));
    }
    one_of.discriminator(Some(Discriminator::with_mapping(key, mapping))).into()
}

/// Merges unions into one with all their variants. A shared variant is listed once.
///
/// # Panics
/// If an argument was not created by [`union`].
#[must_use]
pub fn merged(description: &str, unions: impl IntoIterator<Item = AnySchema>) -> AnySchema {
    let mut merged = OneOfBuilder::new().description(Some(description)).build();
    for union in unions {
        let RefOr::T(Schema::OneOf(union)) = union else {
            unreachable!("only tagged unions are merged");
        };
        for item in union.items {
            if !merged.items.contains(&item) {
                merged.items.push(item);
            }
        }
        match (&mut merged.discriminator, union.discriminator) {
            (Some(all), Some(more)) => all.mapping.extend(more.mapping),
            (all, more) => *all = more,
        }
    }
    Schema::OneOf(merged).into()
}

/// Returns the schema of one of several shapes without a common tag.
#[must_use]
pub fn one_of(description: &str, shapes: impl IntoIterator<Item = AnySchema>) -> AnySchema {
    let one_of = OneOfBuilder::new().description(Some(description));
    shapes.into_iter().fold(one_of, OneOfBuilder::item).into()
}

/// Returns the schema of an object with these fields and no others.
#[must_use]
pub fn object(description: &str, fields: impl IntoIterator<Item = Field>) -> AnySchema {
    object_of(description, fields, false)
}

/// The extension of the schema of a move that gives up or stops. OpenAPI documents show it.
const QUITS: &str = "x-quits";

/// Marks the schema of a move that gives up or stops: the game ends, or its current room.
#[must_use]
pub fn quitting(mut schema: AnySchema) -> AnySchema {
    if let RefOr::T(Schema::Object(object)) = &mut schema {
        object.extensions.get_or_insert_default().merge([(QUITS, true)].into_iter().collect());
    }
    schema
}

/// Returns the schema of an object with these fields and any others.
#[must_use]
pub fn open_object(description: &str, fields: impl IntoIterator<Item = Field>) -> AnySchema {
    object_of(description, fields, true)
}

fn object_of(description: &str, fields: impl IntoIterator<Item = Field>, open: bool) -> AnySchema {
    let mut object = ObjectBuilder::new()
        .schema_type(Type::Object)
        .description(Some(description))
        .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(open)));
    for field in fields {
        object = object.property(field.name, field.schema);
        if field.required {
            object = object.required(field.name);
        }
    }
    object.into()
}

/// A field of an [`object`].
#[derive(Clone)]
pub struct Field {
    name: &'static str,
    schema: AnySchema,
    required: bool,
}

/// Creates a required field.
pub fn required(name: &'static str, schema: impl Into<AnySchema>) -> Field {
    Field { name, schema: schema.into(), required: true }
}

/// Creates an optional field.
pub fn optional(name: &'static str, schema: impl Into<AnySchema>) -> Field {
    Field { name, schema: schema.into(), required: false }
}

/// Returns the schema of an integer from `min` to `max`.
#[must_use]
pub fn integer_schema(description: &str, min: u64, max: u64) -> AnySchema {
    ObjectBuilder::new()
        .schema_type(Type::Integer)
        .description(Some(description))
        .minimum(Some(min as usize))
        .maximum(Some(max as usize))
        .into()
}

/// Returns the schema of an integer from `min` to `max`, which may be negative.
#[must_use]
pub fn signed_schema(description: &str, min: i64, max: i64) -> AnySchema {
    ObjectBuilder::new()
        .schema_type(Type::Integer)
        .description(Some(description))
        .minimum(Some(min as isize))
        .maximum(Some(max as isize))
        .into()
}

/// Returns the schema of a boolean.
#[must_use]
pub fn boolean_schema(description: &str) -> AnySchema {
    ObjectBuilder::new().schema_type(Type::Boolean).description(Some(description)).into()
}

/// Returns the schema of a list.
#[must_use]
pub fn list(description: &str, items: AnySchema) -> Array {
    let mut list = Array::new(items);
    list.description = Some(description.to_owned());
    list
}

/// Returns the schema of a list of at max `max` items.
#[must_use]
pub fn list_at_most(description: &str, items: AnySchema, max: usize) -> AnySchema {
    let mut list = list(description, items);
    list.max_items = Some(max);
    Schema::Array(list).into()
}

/// Returns the schema of a list of exactly `count` items.
#[must_use]
pub fn list_of(description: &str, items: AnySchema, count: usize) -> AnySchema {
    list_from(description, items, count, count)
}

/// Returns the schema of a list of `min` to `max` items.
#[must_use]
pub fn list_from(description: &str, items: AnySchema, min: usize, max: usize) -> AnySchema {
    let mut list = list(description, items);
    (list.min_items, list.max_items) = (Some(min), Some(max));
    Schema::Array(list).into()
}

/// Returns the schema of an object from keys with a pattern to values of one schema.
#[must_use]
pub fn map(description: &str, keys: &str, values: AnySchema) -> AnySchema {
    let key = Object::builder().schema_type(Type::String).pattern(Some(keys)).build();
    let mut object = Object::with_type(SchemaType::new(Type::Object));
    object.description = Some(description.to_owned());
    object.property_names = Some(Box::new(Schema::Object(key)));
    object.additional_properties = Some(Box::new(AdditionalProperties::RefOr(values)));
    Schema::Object(object).into()
}

/// Implements a named schema for a generic or hand-written type.
#[macro_export]
macro_rules! named_schema {
    (impl[$($generics:tt)*] $Type:ty, $name:expr, $schema:expr, gather [$($Part:ty),* $(,)?]) => {
        impl<$($generics)*> utoipa::PartialSchema for $Type {
            fn schema() -> $crate::wire::AnySchema {
                $schema
            }
        }
        impl<$($generics)*> utoipa::ToSchema for $Type {
            fn name() -> std::borrow::Cow<'static, str> {
                std::borrow::Cow::from($name)
            }
            #[allow(unused_variables, reason = "some types refer to no other")]
            fn schemas(schemas: &mut $crate::wire::Schemas) {
                $( $crate::wire::gather::<$Part>(schemas); )*
            }
        }
    };
}
pub use named_schema;

/// Implements the schema of a tagged union, whose variants one of the functions adds: [`gather_tagged`] or
/// [`gather_event`](crate::wire::gather_event).
#[macro_export]
macro_rules! tagged_schema {
    ($gather:ident $Enum:ident = $name:literal by $key:literal, $description:expr => { $($tag:literal => $Type:ty),+ }) => {
        impl utoipa::PartialSchema for $Enum {
            fn schema() -> $crate::wire::AnySchema {
                $crate::wire::union($description, $key, &[
                    $( ($tag, <$Type as $crate::wire::ToSchema>::name()) ),+
                ])
            }
        }

        impl utoipa::ToSchema for $Enum {
            fn name() -> std::borrow::Cow<'static, str> {
                std::borrow::Cow::Borrowed($name)
            }
            fn schemas(schemas: &mut $crate::wire::Schemas) {
                $( $crate::wire::$gather::<$Type>($key, $tag, schemas); )+
            }
        }
    };
}
pub use tagged_schema;

/// Returns the schema of a list without duplicates.
#[must_use]
pub fn set(description: &str, items: AnySchema) -> AnySchema {
    let mut set = list(description, items);
    set.unique_items = true;
    Schema::Array(set).into()
}
