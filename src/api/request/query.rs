//! Parameters of queries. Each is declared once, for the document and for the parser.

use std::borrow::Cow;
use std::fmt::Display;
use std::future::{Ready, ready};
use std::marker::PhantomData;
use std::str::FromStr;

use actix_web::dev::Payload;
use actix_web::web;
use actix_web::{FromRequest, HttpRequest};
use serde::Deserializer;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
#[cfg(feature = "schemas")]
use utoipa::openapi::schema::{ObjectBuilder, Type};

#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::{Code, Problem};
#[cfg(feature = "schemas")]
use crate::api::schemas;
use crate::rules::wire;
use crate::store::{AppId, SeedClass};

/// Default number of entries of a page.
const DEFAULT_LIMIT: u32 = 20;
/// Maximum number of entries of a page.
const MAX_LIMIT: u32 = 100;

/// The parameters of a query, deserialized. Every field of `T` must be optional.
pub(in crate::api) struct Query<T>(pub(in crate::api) T);

impl<T: DeserializeOwned> FromRequest for Query<T> {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(deserialized(request.query_string()).map(Self))
    }
}

/// Deserializes a query.
///
/// # Errors
/// 400 when a parameter is given twice or is not valid.
fn deserialized<T: DeserializeOwned>(query: &str) -> Result<T, Problem> {
    web::Query::<T>::from_query(query).map(web::Query::into_inner).map_err(|_| mismatch::<T>(query))
}

/// Finds the parameter because of which a query cannot be deserialized, and why.
fn mismatch<T: DeserializeOwned>(query: &str) -> Problem {
    let mut earlier = Vec::new();
    for (parameter, (name, value)) in query.split('&').filter_map(|parameter| Some((parameter, pair(parameter)?))) {
        if earlier.contains(&name) {
            return invalid(&name, GIVEN_TWICE);
        }
        let is_valid = web::Query::<T>::from_query(parameter).is_ok();
        // A string that is no valid parameter is no valid JSON for it either. That message says what is valid.
        let json = Json::from_iter([(name.as_str(), value.as_str())]).to_string();
        if let Some(mismatch) = wire::find_mismatch::<T>(json.as_bytes()).filter(|_| !is_valid) {
            return invalid(&name, mismatch.message);
        }
        earlier.push(name);
    }
    Problem::of(Code::InvalidQuery)
}

/// Decodes the name and the value of one parameter.
fn pair(parameter: &str) -> Option<(String, String)> {
    web::Query::<Vec<(String, String)>>::from_query(parameter).ok()?.into_inner().pop()
}

/// Deserializes an optional integer from 0 to `MAX`, for fields with `#[serde(default)]`.
///
/// # Errors
/// When the value is not an integer in this range.
pub(in crate::api) fn up_to<'de, D: Deserializer<'de>, const MAX: usize>(
    deserializer: D,
) -> Result<Option<usize>, D::Error> {
    wire::integer_in_range(deserializer, 0, MAX, format_args!("")).map(Some)
}

const GIVEN_TWICE: &str = "must be given once";

/// The seed classes by name.
pub(in crate::api) const SEED_CLASSES: &[(&str, SeedClass)] = &[
    ("daily", SeedClass::Daily),
    ("drawn", SeedClass::Drawn),
    ("chosen", SeedClass::Chosen),
    ("ranked", SeedClass::Ranked),
    ("ranked_daily", SeedClass::RankedDaily),
    ("contest", SeedClass::Contest),
];

/// The seed classes by name whose runs are on boards.
pub(in crate::api) const SEED_CLASSES_OF_BOARDS: &[(&str, SeedClass)] = match SEED_CLASSES.split_last() {
    Some((_contest, of_boards)) => of_boards,
    None => &[],
};

/// What a seed must be.
pub(in crate::api) const SEED_TEXT: &str = "a seed of 1 to 64 characters of A-Z a-z 0-9 . _ -";

/// A parameter that is parsed with `FromStr`.
pub(in crate::api) struct Parsed<T> {
    pub(in crate::api) name: &'static str,
    pub(in crate::api) description: &'static str,
    /// The kind of value, for error messages, such as "a seed".
    pub(in crate::api) expected: &'static str,
    /// Builds its schema from its description.
    #[cfg(feature = "schemas")]
    pub(in crate::api) schema: fn(&str) -> wire::AnySchema,
    pub(in crate::api) of: PhantomData<fn() -> T>,
}

impl<T> Parsed<T> {
    /// Adds it to an operation.
    #[cfg(feature = "schemas")]
    pub(in crate::api) fn documented(&self, doc: OperationDoc) -> OperationDoc {
        doc.query(self.name, self.description, (self.schema)(self.description))
    }
}

/// The parameter `app`.
pub(in crate::api) const fn app(description: &'static str) -> Parsed<AppId> {
    Parsed {
        name: "app",
        description,
        expected: "the id of an app",
        #[cfg(feature = "schemas")]
        schema: |_| wire::reference_to::<schemas::AppNumber>(),
        of: PhantomData,
    }
}

/// A parameter with a closed list of values, each with its name.
pub(in crate::api) struct OneOf<T: Copy + 'static> {
    pub(in crate::api) name: &'static str,
    pub(in crate::api) description: &'static str,
    pub(in crate::api) values: Cow<'static, [(&'static str, T)]>,
    pub(in crate::api) default: Option<&'static str>,
}

impl<T: Copy> OneOf<T> {
    /// Adds it to an operation.
    #[cfg(feature = "schemas")]
    pub(in crate::api) fn documented(&self, doc: OperationDoc) -> OperationDoc {
        let schema = ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some(self.description))
            .enum_values(Some(self.names()));
        doc.query(self.name, self.description, schema.default(self.default.map(Json::from)).into())
    }

    fn names(&self) -> Vec<&'static str> {
        self.values.iter().map(|(name, _)| *name).collect()
    }
}

/// The parameters of a query that have not been read yet.
pub(in crate::api) struct Parameters(Vec<(String, String)>);

/// The problem of a parameter. `why` is a predicate: `must be given once`.
pub(in crate::api) fn invalid(name: &str, why: impl Display) -> Problem {
    Problem::new(Code::InvalidQuery, format_args!("{name} {why}"))
}

/// The problem of a parameter that an operation does not have.
pub(in crate::api) fn unknown_parameter(name: &str, known: &[impl AsRef<str>]) -> Problem {
    let known: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
    let known = match &known[..] {
        [] => "this operation has no parameters".to_owned(),
        known => format!("the parameters of this operation are {}", known.join(", ")),
    };
    // Many other services select the media type like this.
    let hint = if ["format", "type"].contains(&name) {
        "; the header `Accept` selects the media type of the response"
    } else {
        ""
    };
    Problem::new(Code::InvalidQuery, format_args!("{name} is unknown; {known}{hint}"))
}

impl Parameters {
    /// The parameters of a query.
    pub(in crate::api) fn new(query: Vec<(String, String)>) -> Self {
        Self(query)
    }

    /// Removes a parameter and returns its text.
    ///
    /// # Errors
    /// 400 when it is given twice.
    pub(in crate::api) fn take_text(&mut self, name: &str) -> Result<Option<String>, Problem> {
        let Some(at) = self.0.iter().position(|(key, _)| key == name) else { return Ok(None) };
        let (_, value) = self.0.remove(at);
        if self.0.iter().any(|(key, _)| key == name) {
            return Err(invalid(name, GIVEN_TWICE));
        }
        Ok(Some(value))
    }

    /// Removes a parameter and parses it.
    ///
    /// # Errors
    /// 400 when it is given twice or cannot be parsed.
    pub(in crate::api) fn take<T: FromStr>(&mut self, parameter: &Parsed<T>) -> Result<Option<T>, Problem> {
        let Parsed { name, expected, .. } = parameter;
        let read = |value: String| {
            value.parse().map_err(|_| invalid(name, format_args!("must be {expected} (got {value:?})")))
        };
        self.take_text(name)?.map(read).transpose()
    }

    /// Removes a parameter and looks its value up.
    ///
    /// # Errors
    /// 400 when it is given twice or is not one of the values.
    pub(in crate::api) fn take_one<T: Copy>(&mut self, parameter: &OneOf<T>) -> Result<Option<T>, Problem> {
        let Some(value) = self.take_text(parameter.name)? else { return Ok(None) };
        let found = parameter.values.iter().find(|(name, _)| *name == value).map(|(_, value)| *value);
        let names = || parameter.names().join(", ");
        found
            .map(Some)
            .ok_or_else(|| invalid(parameter.name, format_args!("must be one of {} (got {value:?})", names())))
    }

    /// # Errors
    /// 400 when a parameter is left, which is then unknown.
    pub(in crate::api) fn none_left(&self) -> Result<(), Problem> {
        self.0.first().map_or(Ok(()), |(name, _)| Err(invalid(name, "is unknown")))
    }
}

/// Adds the parameter `limit` to an operation.
#[cfg(feature = "schemas")]
pub(in crate::api) fn limit(doc: OperationDoc) -> OperationDoc {
    let description = "The maximum number of entries of a page. The default is 20.";
    doc.query("limit", description, wire::integer_schema(description, 1, MAX_LIMIT.into()))
}

/// The value of `limit`, or its default.
///
/// # Errors
/// 400 when it is not a number from 1 to the maximum.
pub(in crate::api) fn limit_of(text: Option<&str>) -> Result<u32, Problem> {
    let Some(text) = text else { return Ok(DEFAULT_LIMIT) };
    let limit = text.parse().ok().filter(|limit| (1..=MAX_LIMIT).contains(limit));
    limit.ok_or_else(|| invalid("limit", format_args!("must be an integer from 1 to {MAX_LIMIT} (got {text:?})")))
}
