//! An endpoint: one method of one path, with its handler and its operation in the OpenAPI document. Both the router and the document are
//! built from the list of endpoints, so they cannot differ. [`Endpoint::new`] compiles only if the operation documents the body types of
//! the handler.

#[cfg(not(feature = "schemas"))]
use std::marker::PhantomData;
use std::sync::Arc;

use actix_web::http::Method;
use actix_web::http::header::{self, HeaderValue};
use actix_web::web;
use actix_web::{FromRequest, Handler, HttpRequest, HttpResponse, Resource, Responder, Route};

use super::http::admission;
use super::http::body::{Body, MAX_BYTES, MaxBytes, MediaType, Unparsed};
use super::http::declared::refuse_undeclared;
use super::monitoring::metrics::RouteName;
use super::monitoring::panics::catch_panics;
#[cfg(feature = "schemas")]
use super::operation::{DocumentedOperation, OperationDoc};
use super::problem::{Code, Problem};
use super::request::query::Query;
use super::response::{JSON, JsonResponse};

/// Names what builds the operation of an endpoint. It exists only with the feature `schemas`.
#[cfg(feature = "schemas")]
macro_rules! docs {
    ($build:expr) => {
        $build
    };
}
/// Names nothing.
#[cfg(not(feature = "schemas"))]
macro_rules! docs {
    ($build:expr) => {
        ::std::marker::PhantomData
    };
}
pub(in crate::api) use docs;

/// The token that an endpoint needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Needs {
    Nothing,
    /// A player's token. An app may act with it.
    Player,
    /// A player's own token.
    PlayerAlone,
    /// The key of an app.
    App,
    Moderator,
}

/// One method of one path.
#[derive(Clone)]
pub struct Endpoint {
    /// The method; a GET answers HEAD too.
    pub method: Method,
    /// The path, with parameters in braces.
    pub path: String,
    /// Maximum size of the body of a request in bytes, after decoding.
    pub max_bytes: usize,
    /// The media type of the body of a request.
    media_type: &'static str,
    /// The token without which requests are refused before their body is read.
    needs: Needs,
    /// Whether its requests count toward the limit of new players.
    makes_player: bool,
    /// Builds the route to the handler, for any method.
    route: Arc<dyn Fn() -> Route + Send + Sync>,
    /// Builds its operation.
    #[cfg(feature = "schemas")]
    doc: Arc<dyn Fn() -> DocumentedOperation + Send + Sync>,
}

impl Endpoint {
    /// An endpoint whose handler and operation have the same body types.
    pub fn new<H, Args>(
        method: Method,
        path: impl Into<String>,
        handler: H,
        doc: Doc<Args::Body, <H::Output as TypedResponder>::Body>,
    ) -> Self
    where
        H: Handler<Args> + Send + Sync,
        H::Output: TypedResponder,
        Args: TypedExtractor,
    {
        Self::untyped(method, path, move || web::to(handler.clone()), docs!(move || doc().build()))
    }

    /// An endpoint whose handler forwards JSON without knowing its types, so the compiler cannot compare them with the operation.
    pub fn untyped(
        method: Method,
        path: impl Into<String>,
        route: impl Fn() -> Route + Send + Sync + 'static,
        #[cfg(feature = "schemas")] doc: impl Fn() -> DocumentedOperation + Send + Sync + 'static,
        #[cfg(not(feature = "schemas"))] _: PhantomData<()>,
    ) -> Self {
        Self {
            method,
            path: path.into(),
            max_bytes: MAX_BYTES,
            media_type: JSON,
            needs: Needs::Nothing,
            makes_player: false,
            route: Arc::new(route),
            #[cfg(feature = "schemas")]
            doc: Arc::new(doc),
        }
    }

    /// Sets another maximum size of the body than [`MAX_BYTES`].
    #[must_use]
    pub fn max_bytes(self, max_bytes: usize) -> Self {
        Self { max_bytes, ..self }
    }

    /// Sets another media type of the body than JSON.
    #[must_use]
    pub(super) fn takes(self, media_type: &'static str) -> Self {
        Self { media_type, ..self }
    }

    /// Requires a player's token. Requests without one get 401, and those of banned players 403, before their body is read.
    #[must_use]
    pub fn needs_token(self) -> Self {
        Self { needs: Needs::Player, ..self }
    }

    /// Requires a player's own token, as [`needs_token`](Self::needs_token) does. Requests with a token of an app get 403.
    #[must_use]
    pub fn needs_own_token(self) -> Self {
        Self { needs: Needs::PlayerAlone, ..self }
    }

    /// Requires the key of an app. Requests without one get 401 before their body is read.
    #[must_use]
    pub fn needs_app(self) -> Self {
        Self { needs: Needs::App, ..self }
    }

    /// Requires the moderator's token. Requests without it get 401 before their body is read.
    #[must_use]
    pub fn needs_moderator(self) -> Self {
        Self { needs: Needs::Moderator, ..self }
    }

    /// Counts its requests toward the limit of new players, by address.
    #[must_use]
    pub fn makes_player(self) -> Self {
        Self { makes_player: true, ..self }
    }

    /// Builds its operation in the document.
    #[must_use]
    #[cfg(feature = "schemas")]
    pub fn documented(&self) -> DocumentedOperation {
        let mut documented = (self.doc)();
        match self.needs {
            Needs::Nothing => documented.is_public(),
            Needs::Player | Needs::PlayerAlone => documented.needs_token(),
            Needs::App => documented.needs_app(),
            Needs::Moderator => documented.needs_moderator(),
        }
        if admission::limit_of(&self.path).is_some() {
            documented.limited();
        }
        documented
    }

    /// Returns the builder of its route, for any method.
    fn into_route(self) -> Arc<dyn Fn() -> Route + Send + Sync> {
        let Self { route, needs, makes_player, method, path, .. } = self;
        Arc::new(move || {
            let route = refuse_undeclared(route(), &method, &path);
            let route = match needs {
                Needs::Nothing => route,
                Needs::Player => admission::needs_token(route),
                Needs::PlayerAlone => admission::needs_own_token(route),
                Needs::App => admission::needs_app(route),
                Needs::Moderator => admission::needs_moderator(route),
            };
            if makes_player { admission::makes_player(route) } else { route }
        })
    }
}

/// Builds the operation of an endpoint with these body types.
#[cfg(feature = "schemas")]
pub type Doc<RequestBody, ResponseBody> = fn() -> OperationDoc<RequestBody, ResponseBody>;
/// Nothing, because the operation of an endpoint with these body types is not built.
#[cfg(not(feature = "schemas"))]
pub type Doc<RequestBody, ResponseBody> = PhantomData<(RequestBody, ResponseBody)>;

/// An extractor, or the tuple of extractors of a handler, with the type of the body that it reads.
pub trait TypedExtractor: FromRequest + 'static {
    /// The type of the body; `()` if it reads none.
    type Body;
}

impl TypedExtractor for HttpRequest {
    type Body = ();
}

impl<T: 'static> TypedExtractor for web::Data<T> {
    type Body = ();
}

impl<T: serde::de::DeserializeOwned + 'static> TypedExtractor for web::Path<T> {
    type Body = ();
}

impl<T: serde::de::DeserializeOwned + 'static> TypedExtractor for Query<T> {
    type Body = ();
}

impl<T: serde::de::DeserializeOwned + 'static> TypedExtractor for Body<T> {
    type Body = T;
}

impl<T: 'static> TypedExtractor for Unparsed<T> {
    type Body = T;
}

impl TypedExtractor for () {
    type Body = ();
}

/// Only the last extractor of a handler may read the body: it can be read once.
macro_rules! typed_extractor {
    ($($First:ident)*; $Last:ident) => {
        impl<$($First: TypedExtractor<Body = ()>,)* $Last: TypedExtractor> TypedExtractor for ($($First,)* $Last,) {
            type Body = $Last::Body;
        }
    };
}

typed_extractor!(; A);
typed_extractor!(A; B);
typed_extractor!(A B; C);
typed_extractor!(A B C; D);
typed_extractor!(A B C D; E);

/// A responder with the type of the body that it writes.
pub trait TypedResponder: Responder + 'static {
    /// The type that is written as JSON; `()` where the body is not JSON or there is none.
    type Body;
}

impl<T: 'static> TypedResponder for JsonResponse<T> {
    type Body = T;
}

impl TypedResponder for HttpResponse {
    type Body = ();
}

impl<T: TypedResponder> TypedResponder for Result<T, Problem> {
    type Body = <T as TypedResponder>::Body;
}

/// The endpoints of one path, as the router takes them.
pub struct Path {
    path: String,
    routes: Vec<(Method, Arc<dyn Fn() -> Route + Send + Sync>)>,
    max_bytes: usize,
    media_type: &'static str,
}

/// The paths of endpoints, each with all its methods.
#[must_use]
pub fn paths(endpoints: Vec<Endpoint>) -> Vec<Path> {
    let mut paths: Vec<Path> = Vec::new();
    for endpoint in endpoints {
        let Endpoint { method, path, max_bytes, media_type, .. } = endpoint.clone();
        let route = endpoint.into_route();
        match paths.iter_mut().find(|known| known.path == path) {
            Some(known) => known.routes.push((method, route)),
            None => paths.push(Path { path, routes: vec![(method, route)], max_bytes, media_type }),
        }
    }
    paths
}

impl Path {
    /// A path with only a GET that is not in the document: a page.
    #[must_use]
    pub fn get(path: &str, route: fn() -> Route) -> Self {
        Self {
            path: path.to_owned(),
            routes: vec![(Method::GET, Arc::new(route))],
            max_bytes: MAX_BYTES,
            media_type: JSON,
        }
    }

    /// Whether it is this path.
    #[must_use]
    pub fn is(&self, path: &str) -> bool {
        self.path == path
    }

    /// The methods that it answers: HEAD with each GET.
    fn methods(&self) -> Vec<Method> {
        self.routes.iter().flat_map(|(method, _)| answered(method)).collect()
    }

    /// The pattern of the path, and its methods as the value of a header.
    #[must_use]
    pub fn with_methods(&self) -> (&str, HeaderValue) {
        (&self.path, list(&self.methods()))
    }

    /// The resource: its methods, and 405 with `Allow` for all others.
    pub fn resource(&self) -> Resource {
        let mut resource =
            web::resource(self.path.as_str()).app_data(MaxBytes(self.max_bytes)).app_data(MediaType(self.media_type));
        for (method, route) in &self.routes {
            for answered in answered(method) {
                resource = resource.route(catch_panics(route()).method(answered));
            }
        }
        let methods = self.methods();
        let resource = resource.app_data(RouteName::of(&self.path, methods.iter()));
        let allow = list(&methods);
        resource.default_service(web::to(move || {
            let detail = format!("the methods of this path are {}", allow.to_str().unwrap_or_default());
            let problem = Problem::new(Code::MethodNotAllowed, detail).with_header(header::ALLOW, allow.clone());
            async move { Err::<&str, _>(problem) }
        }))
    }
}

/// The methods that a route of a method answers.
fn answered(method: &Method) -> impl Iterator<Item = Method> + use<> {
    let head = (*method == Method::GET).then_some(Method::HEAD);
    [method.clone()].into_iter().chain(head)
}

/// The methods as the value of a header.
fn list(methods: &[Method]) -> HeaderValue {
    let names = methods.iter().map(Method::as_str).collect::<Vec<_>>().join(", ");
    HeaderValue::from_str(&names).unwrap_or(HeaderValue::from_static(""))
}
