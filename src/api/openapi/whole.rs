//! The whole document, built from the same rows as the router.

use std::collections::BTreeMap;

use actix_web::http::Method;
use utoipa::openapi::info::{Info, InfoBuilder, LicenseBuilder};
use utoipa::openapi::path::{HttpMethod, Paths};
use utoipa::openapi::response::{Response, ResponseBuilder};
use utoipa::openapi::schema::ComponentsBuilder;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{OpenApi, OpenApiBuilder, Server};

use super::words;
use crate::api::endpoint::Endpoint;
use crate::api::operation::{APP_KEY, DocumentedOperation, MODERATOR_TOKEN, TOKEN, content, header};
use crate::api::problem::{Code, MEDIA_TYPE};
use crate::api::schemas::GameId;
use crate::engine::problem::Problem;
use crate::rules::wire;

/// Builds the whole document, before any rewriting.
pub(super) fn build(endpoints: &[Endpoint]) -> OpenApi {
    let mut schemas = BTreeMap::new();
    let mut paths = Paths::new();
    schemas.extend(wire::gathered([wire::gather::<Problem>, wire::gather::<GameId>]));
    for endpoint in endpoints {
        let DocumentedOperation { mut operation, schemas: more } = endpoint.documented();
        if endpoint.method == Method::GET {
            header::revalidate(&mut operation);
        }
        paths.add_path_operation(endpoint.path.clone(), vec![http_method(&endpoint.method)], operation);
        schemas.extend(more);
    }
    OpenApiBuilder::new()
        .info(info())
        .servers(Some([Server::new("/")]))
        .paths(paths)
        .components(Some(components(schemas)))
        .tags(Some(words::tags()))
        .build()
}

/// Every schema of every endpoint by name, as it was gathered: a name may come more than once.
#[must_use]
pub fn gathered_schemas(endpoints: &[Endpoint]) -> wire::Schemas {
    endpoints.iter().flat_map(|endpoint| endpoint.documented().schemas).collect()
}

fn http_method(method: &Method) -> HttpMethod {
    match *method {
        Method::GET => HttpMethod::Get,
        Method::DELETE => HttpMethod::Delete,
        Method::PUT => HttpMethod::Put,
        Method::PATCH => HttpMethod::Patch,
        _ => HttpMethod::Post,
    }
}

fn info() -> Info {
    let license = LicenseBuilder::new().name("MIT OR Apache-2.0").identifier(Some("MIT OR Apache-2.0"));
    InfoBuilder::new()
        .title("funhouse")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(words::INTRODUCTION))
        .license(Some(license.build()))
        .build()
}

fn components(schemas: BTreeMap<String, wire::AnySchema>) -> utoipa::openapi::Components {
    let bearer = |description: &str| {
        let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some(description));
        SecurityScheme::Http(scheme.build())
    };
    let components = ComponentsBuilder::new().schemas_from_iter(schemas);
    header::components(problems(components))
        .security_scheme(TOKEN, bearer("A player's token, as `POST /v1/players` gave it."))
        .security_scheme(APP_KEY, bearer("The key of an app, as `POST /v1/apps` or the operator gave it."))
        .security_scheme(MODERATOR_TOKEN, bearer("The moderator's token, as the operator configured it."))
        .build()
}

/// The error responses that operations refer to: one per status, with all its codes.
fn problems(components: ComponentsBuilder) -> ComponentsBuilder {
    let mut by_status: BTreeMap<u16, Vec<Code>> = BTreeMap::new();
    for code in Code::ALL {
        by_status.entry(code.status()).or_default().push(*code);
    }
    let any = problem(
        "Any other error, such as 405, 406, 408, 413, 415 or 500. `code` says which.",
        Code::ALL.last().copied(),
        500,
    );
    by_status.into_iter().fold(components.response("Problem", any), |components, (status, codes)| {
        let meanings: Vec<String> =
            codes.iter().map(|code| format!("- `{}`: {}", code.name(), code.meaning())).collect();
        components.response(format!("Problem{status}"), problem(&meanings.join("\n"), codes.first().copied(), status))
    })
}

fn problem(description: &str, example: Option<Code>, status: u16) -> Response {
    let example = example.map(|code| Problem::new(code, code.meaning()));
    let content = content(wire::reference_to::<Problem>(), serde_json::to_value(example).unwrap_or_default());
    let mut response = ResponseBuilder::new().description(description).content(MEDIA_TYPE, content).build();
    header::add_to_problem(&mut response, status);
    response
}
