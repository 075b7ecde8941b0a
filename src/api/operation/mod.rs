//! Operations of the OpenAPI document: parameters, request body, responses and their headers.

pub(super) mod header;

use std::marker::PhantomData;

use serde::Serialize;
use serde_json::Value as Json;
use utoipa::openapi::content::{Content, ContentBuilder};
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::path::{Operation, OperationBuilder, ParameterBuilder, ParameterIn};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::response::{Response, ResponseBuilder};
use utoipa::openapi::schema::{AnyOfBuilder, ObjectBuilder, Schema, Type};
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{Ref, RefOr, Required};

use crate::engine::schema::NamedSchema;
use crate::rules::wire::{self, ToSchema};

/// The metadata of an operation, as the fields of OpenAPI's Operation Object.
pub struct OperationInfo {
    /// `operationId`, from which generated clients name their function.
    pub id: String,
    /// The one tag that groups it.
    pub tag: &'static str,
    /// `summary`: a few words.
    pub summary: String,
    /// `description`: a few sentences.
    pub description: &'static str,
}

/// Builds an operation. `RequestBody` and `ResponseBody` are the types of its JSON bodies; `()` where there is none or it is not
/// JSON.
pub struct OperationDoc<RequestBody = (), ResponseBody = ()> {
    builder: OperationBuilder,
    schemas: wire::Schemas,
    has_request_body: bool,
    error_statuses: Vec<&'static str>,
    headers: Vec<&'static str>,
    of: PhantomData<(RequestBody, ResponseBody)>,
}

/// A finished operation.
pub struct DocumentedOperation {
    /// The operation.
    pub operation: Operation,
    /// The schemas that it refers to, each with its name. A schema can be listed more than once.
    pub schemas: wire::Schemas,
}

/// One media type of a response, as OpenAPI's Media Type Object.
pub struct MediaTypeDoc {
    /// The media type.
    pub media_type: &'static str,
    /// The schema of the body.
    pub schema: wire::AnySchema,
    /// An example of the body.
    pub example: Option<Json>,
}

/// The extension of the schema of a text: the schema of each line.
const LINE: &str = "x-line-schema";
/// The name of the security scheme of players' tokens.
pub(super) const TOKEN: &str = "player_token";
/// The name of the security scheme of apps' keys.
pub(super) const APP_KEY: &str = "app_key";
/// The name of the security scheme of the moderator's token.
pub(super) const MODERATOR_TOKEN: &str = "moderator_token";

/// The id of an operation of a game: `pattern` with the game in place of `{game}`, such as `deal_slide_jam` for `deal_{game}`. The verb comes
/// first, since schemas begin with the game: generators derive `DealSlideJamRequest` from the id, and `SlideJamDealRequest` is a schema.
pub(super) fn id_of_game(pattern: &str, game: &str) -> String {
    pattern.replace("{game}", &game.replace('-', "_"))
}

/// Begins an operation.
#[must_use]
pub fn operation(doc: OperationInfo) -> OperationDoc {
    let builder = OperationBuilder::new()
        .operation_id(Some(doc.id))
        .tag(doc.tag)
        .summary(Some(doc.summary))
        .description(Some(doc.description));
    OperationDoc {
        builder,
        schemas: wire::Schemas::new(),
        has_request_body: false,
        error_statuses: Vec::new(),
        headers: header::OF_ALL.to_vec(),
        of: PhantomData,
    }
}

impl<ResponseBody> OperationDoc<(), ResponseBody> {
    /// Adds a JSON request body.
    #[must_use]
    pub fn request_body<T: ToSchema>(self, example: &impl Serialize) -> OperationDoc<T, ResponseBody> {
        self.request_body_one_of(&[NamedSchema::of::<T>()], json(example)).typed()
    }

    /// Adds a JSON request body of one of these schemas.
    #[must_use]
    pub fn request_body_one_of(mut self, of: &[NamedSchema], example: Json) -> Self {
        let schema = self.reference(of);
        self.request_body_of(schema, example)
    }

    /// Adds a JSON request body that is valid under at least one of these schemas (`anyOf`).
    #[must_use]
    pub fn request_body_any_of(mut self, of: &[NamedSchema], example: Json) -> Self {
        let schema = match self.reference(of) {
            RefOr::T(Schema::OneOf(several)) => {
                let any_of = AnyOfBuilder::new().description(several.description);
                several.items.into_iter().fold(any_of, AnyOfBuilder::item).into()
            }
            one => one,
        };
        self.request_body_of(schema, example)
    }

    /// Adds a request body with a value of a type on each line.
    #[must_use]
    pub fn request_lines<T: ToSchema>(mut self, media_type: &str) -> Self {
        let content = self.lines_of::<T>();
        let body = RequestBodyBuilder::new().required(Some(Required::True)).content(media_type, content);
        Self { builder: self.builder.request_body(Some(body.build())), has_request_body: true, ..self }
    }

    fn request_body_of(self, schema: wire::AnySchema, example: Json) -> Self {
        let content = content(schema, example);
        let body = RequestBodyBuilder::new().required(Some(Required::True)).content("application/json", content);
        Self { builder: self.builder.request_body(Some(body.build())), has_request_body: true, ..self }
    }
}

impl<RequestBody> OperationDoc<RequestBody, ()> {
    /// Adds the response 200 with a JSON body.
    #[must_use]
    pub fn ok<T: ToSchema>(self, example: &impl Serialize) -> OperationDoc<RequestBody, T> {
        self.response::<T>("200", "Done.", example)
    }

    /// Adds a response with a JSON body.
    #[must_use]
    pub fn response<T: ToSchema>(
        self,
        status: &str,
        description: &str,
        example: &impl Serialize,
    ) -> OperationDoc<RequestBody, T> {
        self.response_one_of(status, description, &[NamedSchema::of::<T>()], json(example)).typed()
    }

    /// Adds the response 200 with a JSON body, or in another of these media types if `Accept` prefers it.
    #[must_use]
    pub fn ok_or_as<T: ToSchema>(
        mut self,
        description: &str,
        example: &impl Serialize,
        others: impl IntoIterator<Item = MediaTypeDoc>,
    ) -> OperationDoc<RequestBody, T> {
        let schema = self.reference(&[NamedSchema::of::<T>()]);
        let json = MediaTypeDoc { media_type: "application/json", schema, example: Some(json(example)) };
        self.ok_as_any_of(description, [json].into_iter().chain(others)).typed()
    }
}

impl<RequestBody, ResponseBody> OperationDoc<RequestBody, ResponseBody> {
    /// The same operation, for a handler that chooses the type of its response.
    #[must_use]
    pub fn untyped(self) -> OperationDoc<RequestBody> {
        self.typed()
    }

    /// The same operation with other body types.
    fn typed<R, A>(self) -> OperationDoc<R, A> {
        let Self { builder, schemas, has_request_body, error_statuses, headers, of: _ } = self;
        OperationDoc { builder, schemas, has_request_body, error_statuses, headers, of: PhantomData }
    }

    /// A reference to a schema, or a `oneOf` of references to several. Adds the schemas to those of the operation.
    fn reference(&mut self, of: &[NamedSchema]) -> wire::AnySchema {
        of.iter().for_each(|schema| (schema.gather)(&mut self.schemas));
        match of {
            [one] => one.reference(),
            several => wire::one_of(
                "One of these. The variants are distinguished by the rules version.",
                several.iter().map(NamedSchema::reference),
            ),
        }
    }

    /// Adds a response with a JSON body of one of these schemas.
    #[must_use]
    pub fn response_one_of(mut self, status: &str, description: &str, of: &[NamedSchema], example: Json) -> Self {
        let response = ResponseBuilder::new().description(description);
        let response = response.content("application/json", content(self.reference(of), example));
        Self { builder: self.builder.response(status, response.build()), ..self }
    }

    /// Adds a response of another status with a JSON body of the same type, whose example is that of the first.
    #[must_use]
    pub fn another_response(mut self, status: &str, description: &str) -> Self
    where
        ResponseBody: ToSchema,
    {
        let content = ContentBuilder::new().schema(Some(self.reference(&[NamedSchema::of::<ResponseBody>()]))).build();
        let response = ResponseBuilder::new().description(description).content("application/json", content);
        Self { builder: self.builder.response(status, response.build()), ..self }
    }

    /// Adds an optional boolean parameter of the query.
    #[must_use]
    pub fn query_flag(self, name: &str, description: &str) -> Self {
        self.query(name, description, wire::boolean_schema(description))
    }

    /// Adds an optional parameter of the query.
    #[must_use]
    pub fn query(self, name: &str, description: &str, schema: wire::AnySchema) -> Self {
        self.parameter(name, ParameterIn::Query, Required::False, description, schema)
    }

    /// Adds an optional request header.
    #[must_use]
    pub fn header(self, name: &str, description: &str, schema: wire::AnySchema) -> Self {
        self.parameter(name, ParameterIn::Header, Required::False, description, schema)
    }

    /// Adds a parameter of the path.
    #[must_use]
    pub fn path_parameter(self, name: &str, description: &str, schema: wire::AnySchema) -> Self {
        self.parameter(name, ParameterIn::Path, Required::True, description, schema)
    }

    fn parameter(
        self,
        name: &str,
        place: ParameterIn,
        required: Required,
        description: &str,
        schema: wire::AnySchema,
    ) -> Self {
        let parameter = ParameterBuilder::new()
            .name(name)
            .parameter_in(place)
            .required(required)
            .description(Some(description))
            .schema(Some(schema));
        Self { builder: self.builder.parameter(parameter), ..self }
    }

    /// Allows a player's token, which changes the response, and adds the responses 401 for unknown tokens and 403 for those of banned players.
    #[must_use]
    pub fn may_use_token(self) -> Self {
        let no_token = SecurityRequirement::default();
        let builder = self.builder.security(no_token).security(SecurityRequirement::new(TOKEN, Vec::<String>::new()));
        Self { builder, ..self }.errors(&["401", "403"])
    }

    /// Adds error responses of these statuses, in addition to those that every operation has.
    #[must_use]
    pub fn errors(mut self, statuses: &[&'static str]) -> Self {
        self.error_statuses.extend(statuses);
        self
    }

    /// Adds `Location` to the responses that are not errors.
    #[must_use]
    pub fn with_location(mut self) -> Self {
        self.headers.push(header::LOCATION);
        self
    }

    /// Adds `Cache-Control` to the responses that are not errors: they are sent with `no-store`.
    #[must_use]
    pub fn no_store(mut self) -> Self {
        self.headers.push(header::CACHE_CONTROL);
        self
    }

    /// Adds a response without a body.
    #[must_use]
    pub fn empty_response(self, status: &str, description: &str) -> Self {
        let response = ResponseBuilder::new().description(description).build();
        Self { builder: self.builder.response(status, response), ..self }
    }

    /// Adds the response 200 with a body that is not JSON.
    #[must_use]
    pub fn ok_as(self, media_type: &str, description: &str, schema: wire::AnySchema) -> Self {
        let content = ContentBuilder::new().schema(Some(schema)).build();
        let response = ResponseBuilder::new().description(description).content(media_type, content);
        Self { builder: self.builder.response("200", response.build()), ..self }
    }

    /// Adds the response 200 in one of several media types, as `Accept` chooses.
    #[must_use]
    pub fn ok_as_any_of(self, description: &str, media_types: impl IntoIterator<Item = MediaTypeDoc>) -> Self {
        let response =
            media_types.into_iter().fold(ResponseBuilder::new().description(description), |response, one| {
                let content = ContentBuilder::new().schema(Some(one.schema)).example(one.example).build();
                response.content(one.media_type, content)
            });
        Self { builder: self.builder.response("200", response.build()), ..self }
    }

    /// Adds the response 200 with a value of a type on each line.
    #[must_use]
    pub fn ok_lines<T: ToSchema>(mut self, media_type: &str, description: &str) -> Self {
        let content = self.lines_of::<T>();
        let response = ResponseBuilder::new().description(description).content(media_type, content);
        Self { builder: self.builder.response("200", response.build()), ..self }
    }

    /// The content of lines: text for clients of this version of OpenAPI, which cannot describe lines. An extension has the schema of a line.
    fn lines_of<T: ToSchema>(&mut self) -> Content {
        let line = serde_json::to_value(self.reference(&[NamedSchema::of::<T>()])).unwrap_or_default();
        let text = ObjectBuilder::new().schema_type(Type::String);
        let text = text.extensions(Some(ExtensionsBuilder::new().add(LINE, line).build()));
        ContentBuilder::new().schema(Some(text)).build()
    }

    /// Finishes the operation with all its error responses.
    #[must_use]
    pub fn build(self) -> DocumentedOperation {
        // Those of the protocol, such as 415, are in `default`.
        let errors: &[&str] = if self.has_request_body { &["400", "422"] } else { &["400"] };
        let fallback = ("default".to_owned(), Ref::from_response_name("Problem"));
        let responses =
            errors.iter().chain(&self.error_statuses).map(|status| error_response(status)).chain([fallback]);
        let mut operation = responses
            .fold(self.builder, |builder, (status, answer)| builder.response(status, RefOr::<Response>::Ref(answer)))
            .build();
        for response in operation.responses.responses.values_mut() {
            if let RefOr::T(response) = response {
                header::add(response, &self.headers);
            }
        }
        DocumentedOperation { operation, schemas: self.schemas }
    }
}

impl DocumentedOperation {
    /// Documents that no token is needed, unless one may be sent.
    pub(super) fn is_public(&mut self) {
        self.operation.security.get_or_insert_default();
    }

    /// Requires a player's token, and adds the responses 401 and 403.
    pub(super) fn needs_token(&mut self) {
        self.needs(TOKEN);
        self.add_error("403");
    }

    /// Requires the key of an app, and adds the response 401.
    pub(super) fn needs_app(&mut self) {
        self.needs(APP_KEY);
    }

    /// Requires the moderator's token, and adds the response 401.
    pub(super) fn needs_moderator(&mut self) {
        self.needs(MODERATOR_TOKEN);
    }

    fn needs(&mut self, scheme: &str) {
        self.operation.security = Some(vec![SecurityRequirement::new(scheme, Vec::<String>::new())]);
        self.add_error("401");
    }

    /// Adds the response 429, and the state of the limits to all other responses.
    pub(super) fn limited(&mut self) {
        for response in self.operation.responses.responses.values_mut() {
            if let RefOr::T(response) = response {
                header::add(response, header::OF_LIMITED);
            }
        }
        self.add_error("429");
    }

    fn add_error(&mut self, status: &str) {
        let (status, response) = error_response(status);
        self.operation.responses.responses.insert(status, RefOr::Ref(response));
    }
}

/// A reference to the error response of a status.
fn error_response(status: &str) -> (String, Ref) {
    (status.to_owned(), Ref::from_response_name(format!("Problem{status}")))
}

fn json(example: &impl Serialize) -> Json {
    serde_json::to_value(example).unwrap_or_default()
}

/// A JSON body: its schema and an example.
pub(super) fn content(schema: wire::AnySchema, example: Json) -> utoipa::openapi::Content {
    ContentBuilder::new().schema(Some(schema)).example(Some(example)).build()
}
