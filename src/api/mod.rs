//! The HTTP layer: JSON over HTTP, everything under `/v1`.
//!
//! [`endpoint`] holds the one list from which router and document are made; `game` the calls of a game, written once
//! for any game; [`problem`] the table of errors. The calls of games store nothing: a state comes in and a state goes out.
//! `players`, `runs`, `leaderboards` and `daily` are the stored half; [`shared`] is what their handlers share.

pub mod answer;
pub mod body;
pub mod catalogue;
mod cursor;
pub mod daily;
mod docs;
pub mod endpoint;
mod game;
pub mod leaderboards;
pub mod observe;
pub mod openapi;
mod pages;
pub mod picture;
pub mod players;
pub mod problem;
mod round;
pub mod runs;
pub mod seeds;
pub mod service;
pub mod shared;
pub mod token;

use actix_cors::Cors;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::http::header;
use actix_web::middleware::{Compress, from_fn};
use actix_web::web::{self, QueryConfig};
use actix_web::{App, Error, HttpRequest};

use self::observe::Metrics;
use self::problem::{Code, Problem};
use self::shared::Shared;
use crate::rules::registry;

/// The whole service, as one worker runs it.
pub fn app(
    paths: &[endpoint::Path],
    metrics: web::Data<Metrics>,
    shared: web::Data<Shared>,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody + use<>>,
        Error = Error,
        InitError = (),
    > + use<>,
> {
    let query = QueryConfig::default().error_handler(|error, _| Problem::new(Code::InvalidQuery, error).into());
    let app = App::new()
        .app_data(metrics)
        .app_data(shared)
        .app_data(query)
        .default_service(web::to(nothing_here))
        .wrap(Compress::default())
        .wrap(cors())
        .wrap(from_fn(observe::observe));
    // The pages for people come after the API, and that of the documentation last: its paths are matched by a pattern,
    // which costs all that come after.
    let app = paths.iter().fold(app, |app, path| app.service(path.resource()));
    app.configure(pages::configure).configure(docs::configure)
}

async fn nothing_here(request: HttpRequest) -> Result<&'static str, Problem> {
    let path = request.path();
    let of_game = ["/v1/games/", "/v1/leaderboards/"].iter().find_map(|prefix| path.strip_prefix(prefix));
    let game = of_game.and_then(|rest| rest.split('/').next());
    Err(match game.filter(|id| !registry::ids().contains(id)) {
        Some(id) => Problem::new(Code::UnknownGame, format_args!("there is no game {id:?}; GET /v1/games lists all")),
        None => Problem::new(Code::NotFound, format_args!("there is nothing at {path}; /docs shows what there is")),
    })
}

/// Open to every origin, without cookies.
fn cors() -> Cors {
    let exposed = [
        header::RETRY_AFTER.as_str(),
        header::ETAG.as_str(),
        header::LOCATION.as_str(),
        "x-request-id",
        "ratelimit",
        "ratelimit-policy",
    ];
    Cors::default()
        .allow_any_origin()
        .send_wildcard()
        .allow_any_method()
        .allow_any_header()
        .expose_headers(exposed)
        .max_age(86_400)
}
