//! The document: OpenAPI 3.1, made from the same rows as the router.

use std::collections::BTreeMap;

use actix_web::http::Method;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::info::{InfoBuilder, LicenseBuilder};
use utoipa::openapi::path::{HttpMethod, Operation, OperationBuilder, ParameterBuilder, ParameterIn, Paths};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::response::{Response, ResponseBuilder};
use utoipa::openapi::schema::{ComponentsBuilder, Schema};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{OpenApi, OpenApiBuilder, Ref, RefOr, Required};

use super::body::{MOST_BYTES, MOST_BYTES_OF_RUN};
use super::endpoint::{self, Endpoint};
use super::problem::{Code, MEDIA_TYPE, Problem};
use super::shared::MOST_WAITING;
use crate::rules::chance::Seed;
use crate::rules::game::Game;
use crate::rules::registry::{self, Visitor};
use crate::rules::replay::MOST_MOVES;
use crate::rules::wire;

/// What is said of an operation.
pub struct Described {
    /// Its id, by which generated clients name it.
    pub id: String,
    /// The group it belongs to.
    pub tag: &'static str,
    /// A few words.
    pub summary: String,
    /// A few sentences.
    pub description: &'static str,
}

/// Builds what the document says of an endpoint.
pub struct OperationSays {
    builder: OperationBuilder,
    takes: bool,
    refuses: Vec<&'static str>,
}

/// A form in which an answer is given.
pub struct Form {
    /// Its media type.
    pub media_type: &'static str,
    /// The schema of what it is read as.
    pub schema: RefOr<Schema>,
    /// How it looks.
    pub example: Option<serde_json::Value>,
}

/// How the document calls the token of a player.
const TOKEN: &str = "player_token";

/// The seed of all examples: that of the rules page's known answers.
#[must_use]
pub fn example_seed() -> Seed {
    "funhouse-1".parse().unwrap_or_else(|_| unreachable!("it is a seed"))
}

/// Begins what the document says of an endpoint.
#[must_use]
pub fn operation(says: Described) -> OperationSays {
    let builder = OperationBuilder::new()
        .operation_id(Some(says.id))
        .tag(says.tag)
        .summary(Some(says.summary))
        .description(Some(says.description));
    OperationSays { builder, takes: false, refuses: Vec::new() }
}

impl OperationSays {
    /// The endpoint takes a body, as in the example.
    #[must_use]
    pub fn takes<T: ToSchema>(self, example: &impl Serialize) -> Self {
        let content = content::<T>(example);
        let body = RequestBodyBuilder::new().required(Some(Required::True)).content("application/json", content);
        Self { builder: self.builder.request_body(Some(body.build())), takes: true, ..self }
    }

    /// The endpoint takes a truth value in the query.
    #[must_use]
    pub fn query_flag(self, name: &str, description: &str) -> Self {
        self.query(name, description, wire::boolean_schema(description))
    }

    /// The endpoint takes a parameter in the query, which may be left out.
    #[must_use]
    pub fn query(self, name: &str, description: &str, schema: RefOr<Schema>) -> Self {
        self.parameter(name, ParameterIn::Query, Required::False, description, schema)
    }

    /// The endpoint takes a header, which may be left out.
    #[must_use]
    pub fn header(self, name: &str, description: &str, schema: RefOr<Schema>) -> Self {
        self.parameter(name, ParameterIn::Header, Required::False, description, schema)
    }

    /// The endpoint takes a part of its path.
    #[must_use]
    pub fn part_of_path(self, name: &str, description: &str, schema: RefOr<Schema>) -> Self {
        self.parameter(name, ParameterIn::Path, Required::True, description, schema)
    }

    fn parameter(
        self,
        name: &str,
        place: ParameterIn,
        required: Required,
        description: &str,
        schema: RefOr<Schema>,
    ) -> Self {
        let parameter = ParameterBuilder::new()
            .name(name)
            .parameter_in(place)
            .required(required)
            .description(Some(description))
            .schema(Some(schema));
        Self { builder: self.builder.parameter(parameter), ..self }
    }

    /// The endpoint wants a player's token.
    #[must_use]
    pub fn needs_token(self) -> Self {
        let builder = self.builder.security(SecurityRequirement::new(TOKEN, Vec::<String>::new()));
        Self { builder, ..self }.refuses(&["401"])
    }

    /// The endpoint shows more to whoever sends a player's token.
    #[must_use]
    pub fn may_use_token(self) -> Self {
        let nobody = SecurityRequirement::default();
        let builder = self.builder.security(nobody).security(SecurityRequirement::new(TOKEN, Vec::<String>::new()));
        Self { builder, ..self }.refuses(&["401"])
    }

    /// The endpoint has error answers of these statuses besides those that every endpoint has.
    #[must_use]
    pub fn refuses(mut self, statuses: &[&'static str]) -> Self {
        self.refuses.extend(statuses);
        self
    }

    /// The endpoint answers this status with JSON, as in the example.
    #[must_use]
    pub fn answers_status<T: ToSchema>(self, status: &str, description: &str, example: &impl Serialize) -> Self {
        let response = ResponseBuilder::new().description(description);
        let response = response.content("application/json", content::<T>(example));
        Self { builder: self.builder.response(status, response.build()), ..self }
    }

    /// The endpoint answers this status without a body.
    #[must_use]
    pub fn answers_nothing(self, status: &str, description: &str) -> Self {
        let response = ResponseBuilder::new().description(description).build();
        Self { builder: self.builder.response(status, response), ..self }
    }

    /// The endpoint answers 200 with JSON, as in the example.
    #[must_use]
    pub fn answers<T: ToSchema>(self, example: &impl Serialize) -> Self {
        self.answers_status::<T>("200", "Done.", example)
    }

    /// The endpoint answers 200 with something that is no type of ours.
    #[must_use]
    pub fn answers_with(self, media_type: &str, description: &str, schema: RefOr<Schema>) -> Self {
        let content = ContentBuilder::new().schema(Some(schema)).build();
        let response = ResponseBuilder::new().description(description).content(media_type, content);
        Self { builder: self.builder.response("200", response.build()), ..self }
    }

    /// The endpoint answers 200 in one of several forms.
    #[must_use]
    pub fn answers_in(self, description: &str, forms: impl IntoIterator<Item = Form>) -> Self {
        let response = forms.into_iter().fold(ResponseBuilder::new().description(description), |response, form| {
            let content = ContentBuilder::new().schema(Some(form.schema)).example(form.example).build();
            response.content(form.media_type, content)
        });
        Self { builder: self.builder.response("200", response.build()), ..self }
    }

    /// The operation, with all its error answers.
    #[must_use]
    pub fn done(self) -> Operation {
        let errors: &[&str] = if self.takes { &["400", "406", "408", "413", "415", "422"] } else { &["406"] };
        let named = |status: &&str| (status.to_string(), Ref::from_response_name(format!("Problem{status}")));
        let fallback = ("default".to_owned(), Ref::from_response_name("Problem"));
        let responses = errors.iter().chain(&self.refuses).map(named).chain([fallback]);
        responses
            .fold(self.builder, |builder, (status, answer)| builder.response(status, RefOr::<Response>::Ref(answer)))
            .build()
    }
}

fn content<T: ToSchema>(example: &impl Serialize) -> utoipa::openapi::Content {
    let example = serde_json::to_value(example).unwrap_or_default();
    ContentBuilder::new().schema(Some(wire::reference_to::<T>())).example(Some(example)).build()
}

/// The document.
#[must_use]
pub fn document() -> OpenApi {
    let endpoints = endpoint::all();
    let mut schemas = BTreeMap::new();
    let mut paths = Paths::new();
    let mut own = wire::Schemas::new();
    wire::gather::<Problem>(&mut own);
    schemas.extend(own);
    for Endpoint { method, path, operation, schemas: more, .. } in endpoints {
        let method = match method {
            Method::GET => HttpMethod::Get,
            Method::DELETE => HttpMethod::Delete,
            _ => HttpMethod::Post,
        };
        paths.add_path_operation(path, vec![method], operation());
        schemas.extend(more());
    }
    let token = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("A player's token, as `POST /v1/players` gave it."))
        .build();
    let components = problem_responses(ComponentsBuilder::new().schemas_from_iter(schemas))
        .security_scheme(TOKEN, SecurityScheme::Http(token));
    OpenApiBuilder::new()
        .info(
            InfoBuilder::new()
                .title("funhouse")
                .version(env!("CARGO_PKG_VERSION"))
                .description(Some(introduction()))
                .license(Some(
                    LicenseBuilder::new().name("MIT OR Apache-2.0").identifier(Some("MIT OR Apache-2.0")).build(),
                )),
        )
        .paths(paths)
        .components(Some(components.build()))
        .tags(Some(tags()))
        .build()
}

/// The document as pretty JSON with a line feed at its end: what `openapi/openapi.json` holds.
#[must_use]
pub fn document_text() -> String {
    let mut text = document().to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
}

/// Every schema of every endpoint by name, as it was gathered: a name may come more than once.
#[must_use]
pub fn gathered_schemas() -> Vec<(String, RefOr<Schema>)> {
    endpoint::all().into_iter().flat_map(|endpoint| (endpoint.schemas)()).collect()
}

fn tags() -> Vec<utoipa::openapi::Tag> {
    struct Tags(Vec<utoipa::openapi::Tag>);
    impl Visitor for Tags {
        fn visit<G: Game>(&mut self) {
            let credit = format!("{} By {}.", G::SUMMARY, G::DESIGNER);
            self.0.push(TagBuilder::new().name(G::TITLE).description(Some(credit)).build());
        }
    }
    let service =
        TagBuilder::new().name("Service").description(Some("The service itself: what there is, and how it does."));
    let mut tags = Tags(vec![service.build()]);
    registry::visit_all(&mut tags);
    let stored = [
        ("Players", "Names, tokens, and what a player has done."),
        ("Runs", "Runs that were handed in: kept, shown, and verified again."),
        ("Leaderboards", "Who did best, by game, options, class of seed, period and room."),
        ("Daily games", "One seed a day for each game, committed to beforehand."),
    ];
    let tag = |(name, words): (&str, &str)| TagBuilder::new().name(name).description(Some(words)).build();
    tags.0.extend(stored.map(tag));
    tags.0
}

/// The error answers that operations refer to: one a status, with every code it can have.
fn problem_responses(components: ComponentsBuilder) -> ComponentsBuilder {
    let mut by_status: BTreeMap<u16, Vec<Code>> = BTreeMap::new();
    for code in Code::ALL {
        by_status.entry(code.status().as_u16()).or_default().push(*code);
    }
    let any = response("Any other error.", Code::ALL.last().copied());
    by_status.into_iter().fold(components.response("Problem", any), |components, (status, codes)| {
        let meanings: Vec<String> =
            codes.iter().map(|code| format!("- `{}`: {}", code.name(), code.meaning())).collect();
        components.response(format!("Problem{status}"), response(&meanings.join("\n"), codes.first().copied()))
    })
}

fn response(description: &str, example: Option<Code>) -> Response {
    let example = example.map(|code| Problem::new(code, code.meaning()));
    ResponseBuilder::new().description(description).content(MEDIA_TYPE, content::<Problem>(&example)).build()
}

fn introduction() -> String {
    format!(
        "The rules of solitaire board games as a service. Post a state and a move; get the validated next state, the \
         score, and events to animate it.\n\n\
         **State in, state out.** The calls of games store nothing: every state that an answer gives can be posted back as it \
         is, at any later time. It says its game, its rules version, its options and its seed, and holds everything \
         the rules need. Begin with `deal`, list the legal moves with `moves` (or ask `deal` and `play` for them with \
         `with_legal_moves`), and send one of them to `play`.\n\n\
         **Tables.** A grid is an object from cell (`b3`: column letter, row number from the top) to what lies there; an \
         empty cell has no key. A stack is a list from the bottom to the top. Tiles and coins are suit and value (`M5`). \
         Everything that happens in a move is told in `events`, so that it can be animated without knowing the rules; \
         the rules that can refuse a move, the faults that a posted state can have, and the rulings where a rulebook is \
         silent are listed with each game at `GET /v1/games/{{game}}`.\n\n\
         **Chance** comes from the seed and the name of each random event alone: the same seed, options and moves give \
         the same game, for ever, and all chance can be computed ahead from a known seed. To recompute an event: take \
         SHA-256 of the seed, one line feed and the event's name; PCG64 (XSL-RR 128/64) starts with the digest's first \
         16 bytes as its state and the last 16 as its stream, both little-endian; `below(n)` draws 64-bit words until one \
         is less than the greatest multiple of n that is at most 2^64, and takes it modulo n; `shuffle` goes from the \
         last index i down to 1 and swaps items i and `below(i + 1)`.\n\n\
         **Runs** are seed, options and moves. `replay` judges one: whether it is legal, complete, and scores what it claims.\n\n\
         **Players and boards.** Take a name with `POST /v1/players`; its token, sent as `Authorization: Bearer`, proves who \
         you are. `POST /v1/runs` takes a run with its claim, replays it, and keeps it only if it is legal and complete and \
         scores what it claims; once it is answered, it is on disk. Anybody can read a kept run with its moves and have it \
         verified again. Boards compare runs that share game, rules version, options and the class of their seeds: `daily` \
         (the day's seed, received on that day), `drawn` (given out by `deal` unasked), `chosen` (any other). **Rank** is 1 \
         and the number of runs that are strictly better by score, then by fewer moves; equals share it and are listed in the \
         order in which they were taken in. Days, weeks and months are those of UTC. Lists are walked by opaque cursors.\n\n\
         **Errors** are `application/problem+json` (RFC 9457), each with a stable `code`; where something in the body \
         is at fault, `errors` lists it with JSON pointers. `GET /v1/problems` lists the codes.\n\n\
         **Limits.** Bodies are at most {} KiB, and {} KiB where a run is sent, counted after decompression; a run has \
         at most {MOST_MOVES} moves, which bounds the work of a replay; at most {MOST_WAITING} runs wait for theirs, and whoever \
         comes then is answered with 503 and `Retry-After`. Bodies may be sent, and answers are given, compressed with gzip, deflate, br or \
         zstd. Each answer carries an `X-Request-Id`; one that is sent is kept.",
        MOST_BYTES / 1024,
        MOST_BYTES_OF_RUN / 1024,
    )
}
