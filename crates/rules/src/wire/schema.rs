//! Schemas: small builders over utoipa's own, and macros that tie a schema to its type.

use serde_json::Value as Json;
use utoipa::ToSchema;
use utoipa::openapi::schema::{
    AdditionalProperties, Array, Discriminator, Object, ObjectBuilder, OneOfBuilder, Schema, SchemaType, Type,
};
use utoipa::openapi::{Ref, RefOr};

/// Schemas by name, as they are gathered for the document.
pub type Schemas = Vec<(String, RefOr<Schema>)>;

/// The schema of a type that is written as a text with a pattern.
#[macro_export]
macro_rules! text_schema {
    ($Type:ty, $pattern:expr, $description:expr, $example:expr) => {
        impl utoipa::PartialSchema for $Type {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                $crate::wire::text($pattern, $description, $example)
            }
        }
        impl utoipa::ToSchema for $Type {}
    };
}
pub use text_schema;

/// The schema of a text that matches a pattern.
#[must_use]
pub fn text(pattern: &str, description: &str, example: &str) -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .pattern(Some(pattern))
        .description(Some(description))
        .examples([Json::from(example)])
        .into()
}

/// The schema of any text.
#[must_use]
pub fn any_text() -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::String).into()
}

/// The schema of any object.
#[must_use]
pub fn any_object() -> RefOr<Schema> {
    let open = AdditionalProperties::<Schema>::FreeForm(true);
    ObjectBuilder::new().schema_type(Type::Object).additional_properties(Some(open)).into()
}

/// The schema of options, from the name of each to its value, as far as it is the same for all games.
#[must_use]
pub fn any_options(description: &str) -> RefOr<Schema> {
    Schema::Object(options(description)).into()
}

/// The schema of the options of a game that has none: of the kind of [`any_options`], and empty.
#[must_use]
pub fn no_options(description: &str) -> RefOr<Schema> {
    let mut none = options(description);
    none.max_properties = Some(0);
    Schema::Object(none).into()
}

fn options(description: &str) -> Object {
    let value = AdditionalProperties::RefOr(any_text());
    let options = ObjectBuilder::new().schema_type(Type::Object).description(Some(description));
    options.additional_properties(Some(value)).build()
}

/// The schema of any value whatever.
#[must_use]
pub fn anything(description: &str) -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(SchemaType::AnyValue).description(Some(description)).into()
}

/// A reference to a named schema.
#[must_use]
pub fn reference(name: &str) -> RefOr<Schema> {
    Ref::from_schema_name(name).into()
}

/// A reference to the schema of a type.
#[must_use]
pub fn reference_to<T: ToSchema>() -> RefOr<Schema> {
    reference(&T::name())
}

/// A reference with a description of its own; a schema that is no reference stays as it is.
#[must_use]
pub fn described(description: &str, schema: RefOr<Schema>) -> RefOr<Schema> {
    match schema {
        RefOr::Ref(mut reference) => {
            description.clone_into(&mut reference.description);
            RefOr::Ref(reference)
        }
        inline @ RefOr::T(_) => inline,
    }
}

/// Adds the schema of a type and of all it refers to.
pub fn gather<T: ToSchema>(schemas: &mut Schemas) {
    schemas.push((T::name().into_owned(), T::schema()));
    T::schemas(schemas);
}

/// All the schemas that each of these adds.
#[must_use]
pub fn gathered<const N: usize>(each: [fn(&mut Schemas); N]) -> Schemas {
    let mut schemas = Schemas::new();
    each.iter().for_each(|gather| gather(&mut schemas));
    schemas
}

/// Adds the schema of a variant: its struct's with the tag as a field of one value.
pub fn gather_tagged<T: ToSchema>(key: &str, tag: &str, schemas: &mut Schemas) {
    schemas.push((T::name().into_owned(), with_tag(T::schema(), key, tag)));
    T::schemas(schemas);
}

/// An object's schema with one more required field, which has the one value `tag`, and no others allowed.
///
/// # Panics
/// If the schema is not an object's.
#[must_use]
pub fn with_tag(schema: RefOr<Schema>, key: &str, tag: &str) -> RefOr<Schema> {
    let RefOr::T(Schema::Object(mut object)) = schema else {
        unreachable!("a variant is a struct");
    };
    object.properties.insert(key.to_owned(), constant(tag));
    object.required.insert(0, key.to_owned());
    object.additional_properties = Some(Box::new(AdditionalProperties::FreeForm(false)));
    Schema::Object(object).into()
}

/// The schema of a text with one value.
#[must_use]
pub fn constant(value: &str) -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some([value])).into()
}

/// The schema of an integer with one value.
#[must_use]
pub fn constant_integer(description: &str, value: u64) -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::Integer).description(Some(description)).enum_values(Some([value])).into()
}

/// The schema of a tagged union: one of the named variants, told apart by `key`.
#[must_use]
pub fn union<S: AsRef<str>>(description: &str, key: &str, variants: &[(&str, S)]) -> RefOr<Schema> {
    let mut one_of = OneOfBuilder::new().description(Some(unwrapped(description)));
    let mut mapping = Vec::new();
    for (tag, name) in variants {
        one_of = one_of.item(reference(name.as_ref()));
        mapping.push((*tag, format!("#/components/schemas/{}", name.as_ref())));
    }
    one_of.discriminator(Some(Discriminator::with_mapping(key, mapping))).into()
}

/// One union of all variants of several; a variant that stands in more than one is listed once.
///
/// # Panics
/// If one of them is not made by [`union`].
#[must_use]
pub fn merged(description: &str, unions: impl IntoIterator<Item = RefOr<Schema>>) -> RefOr<Schema> {
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

/// The schema of one of several shapes that no field tells apart.
#[must_use]
pub fn one_of(description: &str, shapes: impl IntoIterator<Item = RefOr<Schema>>) -> RefOr<Schema> {
    let one_of = OneOfBuilder::new().description(Some(description));
    shapes.into_iter().fold(one_of, OneOfBuilder::item).into()
}

/// A doc comment as running text: its lines joined, its paragraphs kept.
fn unwrapped(doc: &str) -> String {
    let paragraphs = doc.split("\n\n").map(|p| p.split_whitespace().collect::<Vec<_>>().join(" "));
    paragraphs.filter(|p| !p.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// The schema of an object with the given fields and no other.
#[must_use]
pub fn object(description: &str, fields: impl IntoIterator<Item = Field>) -> RefOr<Schema> {
    object_of(description, fields, false)
}

/// The schema of an object with the given fields, and perhaps others.
#[must_use]
pub fn open_object(description: &str, fields: impl IntoIterator<Item = Field>) -> RefOr<Schema> {
    object_of(description, fields, true)
}

fn object_of(description: &str, fields: impl IntoIterator<Item = Field>, open: bool) -> RefOr<Schema> {
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
    schema: RefOr<Schema>,
    required: bool,
}

/// A field that is always there.
pub fn required(name: &'static str, schema: impl Into<RefOr<Schema>>) -> Field {
    Field { name, schema: schema.into(), required: true }
}

/// A field that may be absent.
pub fn optional(name: &'static str, schema: impl Into<RefOr<Schema>>) -> Field {
    Field { name, schema: schema.into(), required: false }
}

/// The schema of an integer from `least` to `most`.
#[must_use]
pub fn integer_schema(description: &str, least: u64, most: u64) -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(Type::Integer)
        .description(Some(description))
        .minimum(Some(least as usize))
        .maximum(Some(most as usize))
        .into()
}

/// The schema of an integer from `least` to `most`, which may be below 0.
#[must_use]
pub fn signed_schema(description: &str, least: i64, most: i64) -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(Type::Integer)
        .description(Some(description))
        .minimum(Some(least as isize))
        .maximum(Some(most as isize))
        .into()
}

/// The schema of a truth value.
#[must_use]
pub fn boolean_schema(description: &str) -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::Boolean).description(Some(description)).into()
}

/// The schema of a list.
#[must_use]
pub fn list(description: &str, items: RefOr<Schema>) -> Array {
    let mut list = Array::new(items);
    list.description = Some(description.to_owned());
    list
}

/// The schema of a list of at most `most` items.
#[must_use]
pub fn list_at_most(description: &str, items: RefOr<Schema>, most: usize) -> RefOr<Schema> {
    let mut list = list(description, items);
    list.max_items = Some(most);
    Schema::Array(list).into()
}

/// The schema of a list of exactly `count` items.
#[must_use]
pub fn list_of(description: &str, items: RefOr<Schema>, count: usize) -> RefOr<Schema> {
    list_from(description, items, count, count)
}

/// The schema of a list of `least` to `most` items.
#[must_use]
pub fn list_from(description: &str, items: RefOr<Schema>, least: usize, most: usize) -> RefOr<Schema> {
    let mut list = list(description, items);
    (list.min_items, list.max_items) = (Some(least), Some(most));
    Schema::Array(list).into()
}

/// The schema of an object from keys of a pattern to values of one kind.
#[must_use]
pub fn map(description: &str, keys: &str, values: RefOr<Schema>) -> RefOr<Schema> {
    let key = Object::builder().schema_type(Type::String).pattern(Some(keys)).build();
    let mut object = Object::with_type(SchemaType::new(Type::Object));
    object.description = Some(description.to_owned());
    object.property_names = Some(Box::new(Schema::Object(key)));
    object.additional_properties = Some(Box::new(AdditionalProperties::RefOr(values)));
    Schema::Object(object).into()
}

/// Implements a schema by name and fields for a type that is generic or written by hand.
#[macro_export]
macro_rules! named_schema {
    (impl[$($generics:tt)*] $Type:ty, $name:expr, $schema:expr, gather [$($Part:ty),* $(,)?]) => {
        impl<$($generics)*> utoipa::PartialSchema for $Type {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
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

/// The schema of a list without repeats.
#[must_use]
pub fn set(description: &str, items: RefOr<Schema>) -> RefOr<Schema> {
    let mut set = list(description, items);
    set.unique_items = true;
    Schema::Array(set).into()
}
