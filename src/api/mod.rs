//! The HTTP layer: JSON over HTTP, everything under `/v1`.
//!
//! [`routes`] is the list of all endpoints, from which router and document are made; [`endpoint`] says what an endpoint is,
//! [`operation`] what the document says of one, and [`problem`] has the table of errors. `game` has the calls of games, which
//! store nothing: a state comes in and a state goes out. `players`, `runs`, `leaderboards` and `moderation` read and write the store;
//! `daily` gives the seeds of a day. [`shared`] is what all handlers share.

mod admission;
mod any_game;
mod assets;
pub mod body;
pub mod catalogue;
pub mod client;
mod compress;
pub mod connection;
mod cors;
mod cursor;
pub mod daily;
mod decimal;
mod docs;
mod encode;
pub mod endpoint;
mod examples;
mod export;
mod game;
mod inflate;
pub mod leaderboards;
pub mod memory;
pub mod metrics;
mod moderation;
pub mod next_request;
pub mod observe;
pub mod openapi;
pub mod operation;
mod pages;
mod panics;
pub mod picture;
pub mod player_name;
pub mod players;
pub mod problem;
mod query;
pub mod recovery_code;
pub mod response;
mod round;
pub mod routes;
pub mod runs;
pub mod seeds;
pub mod service;
pub mod shared;
mod standings;
mod tables;
pub mod token;
pub mod turn;
mod unread;
pub mod unsent;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::from_fn;
use actix_web::web::{self, QueryConfig};
use actix_web::{App, Error, HttpRequest, HttpResponse};

use self::body::Intake;
use self::metrics::Metrics;
use self::openapi::Documents;
use self::problem::{Code, Problem};
use self::shared::Shared;
use crate::engine;

/// The whole service, as one worker runs it.
pub fn app(
    paths: &[endpoint::Path],
    metrics: web::Data<Metrics>,
    intake: web::Data<Intake>,
    shared: web::Data<Shared>,
    documents: web::Data<&'static Documents>,
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
        .app_data(intake)
        .app_data(shared)
        .app_data(documents)
        .app_data(query)
        .default_service(web::to(nothing_here))
        .wrap(from_fn(encode::encode))
        .wrap(from_fn(unsent::slice))
        .wrap(from_fn(admission::admit))
        .wrap(cors::cors())
        .wrap(from_fn(cors::expose))
        .wrap(from_fn(observe::observe))
        .wrap(from_fn(unread::close));
    // The pages for people come after the API, and that of the documentation last: its paths are matched by a pattern,
    // which costs all that come after.
    let app = paths.iter().fold(app, |app, path| app.service(path.resource()));
    app.configure(pages::configure).configure(docs::configure)
}

/// What is served on the address of the metrics: they and the health of the process, and nothing else.
pub fn metrics_app(
    metrics: web::Data<Metrics>,
) -> App<
    impl ServiceFactory<ServiceRequest, Config = (), Response = ServiceResponse, Error = Error, InitError = ()> + use<>,
> {
    App::new().app_data(metrics).configure(service::configure_metrics)
}

async fn nothing_here(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let path = request.path();
    let of_game = ["/v1/games/", "/v1/leaderboards/"].iter().find_map(|prefix| path.strip_prefix(prefix));
    let game = of_game.and_then(|rest| rest.split('/').next());
    if let Some(game) = game.and_then(engine::game).filter(|_| path.starts_with("/v1/leaderboards/"))
        && game.newest().ranked().is_none()
    {
        return Err(Problem::seated_game(game.newest().facts().title));
    }
    let problem = match game.filter(|id| engine::game(id).is_none()) {
        Some(id) => Problem::new(Code::UnknownGame, format_args!("there is no game {id:?}; GET /v1/games lists all")),
        None => Problem::new(Code::NotFound, format_args!("there is nothing at {path}; /docs shows what there is")),
    };
    pages::lost(&request, problem)
}
