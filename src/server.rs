//! The service, from its configuration to a listening server.

use std::fmt;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use actix_http::HttpService;
use actix_http::error::DispatchError;
use actix_server::{GracefulShutdownSignal, Server, ServerHandle};
use actix_service::{IntoServiceFactory as _, ServiceFactory, ServiceFactoryExt as _, fn_service, map_config};
use actix_web::body::MessageBody;
use actix_web::dev::{AppConfig, ServiceRequest, ServiceResponse};
use actix_web::{App, web};
use futures_util::future::{Either, select};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::api::connection::next_request::Timeouts;
use crate::api::connection::{Connection, Connections};
use crate::api::http::body::{self, Intake};
use crate::api::http::slices::WRITE_BUFFER;
use crate::api::monitoring::metrics::{Metrics, Parts};
use crate::api::monitoring::requests;
use crate::api::request::memory::BodyMemory;
use crate::api::response::KnownResponses;
use crate::api::secrets::address_key::AddressKey;
use crate::api::secrets::seeds::Seeds;
use crate::api::service::METRICS;
use crate::api::shared::Shared;
use crate::api::{self, endpoint, routes};
use crate::background;
use crate::clock::Clock;
use crate::config::ServeConfig;
use crate::contests::Contests;
use crate::days::Days;
use crate::drain::Drain;
use crate::limits::{Limits, Proxies, Quotas, Unsent};
use crate::listener;
use crate::moderator::Moderator;
use crate::pool::{self, PerLane, Pool};
use crate::positions::Positions;
use crate::secret;
use crate::stop_signals::Signals;
use crate::store::AnyStore;
use crate::store::calendar::Day;
use crate::store::database::{self, OpenError};
use crate::tables::{TableLimits, Tables};
use crate::usage::UsageWriter;

/// How long closing the store may take.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a connection may stay idle.
const KEEP_ALIVE: Duration = Duration::from_secs(75);
/// How long the request line and the headers may take to arrive.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a client of the metrics may take for a later request, and to receive the response.
const METRICS_TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum number of connections to the address of the metrics.
const MAX_METRICS_CONNECTIONS: usize = 64;
/// How long a connection that is being closed takes what its client still sends, so that the client sees the response.
const LINGER: Duration = Duration::from_secs(1);

/// A service that listens but has not been started.
pub struct Service {
    /// The address it listens on, with the port that was chosen.
    pub address: SocketAddr,
    /// The server; it runs while the service does.
    server: Server,
    /// What runs in the background, as long as the server does.
    background: JoinSet<()>,
    /// The address of the metrics, if they have one of their own, with the port that was chosen. They are served from now on.
    pub metrics: Option<SocketAddr>,
    /// What begins at the first signal, and how long it takes.
    drain: Drain,
    drain_time: Duration,
    usage: UsageWriter,
    /// The store, which is closed at the end.
    store: AnyStore,
}

impl Service {
    /// What stops the server.
    #[must_use]
    pub fn handle(&self) -> ServerHandle {
        self.server.handle()
    }

    /// Serves until the server is stopped by its [handle](Self::handle). Then closes the store, as [`until_stopped`](Self::until_stopped) does.
    ///
    /// # Errors
    /// When the server fails.
    pub async fn run(self) -> std::io::Result<()> {
        self.run_unless(std::future::pending()).await
    }

    /// Serves until SIGTERM or SIGINT. Then drains, gives requests in progress time to finish, and closes the store, which leaves an SQLite
    /// database complete in its one file. A second signal skips the time to drain and to finish.
    ///
    /// Signals are handled from this call on. The server runs while the returned future is awaited.
    ///
    /// # Errors
    /// When signals cannot be waited for. The returned future fails as the server does.
    pub fn until_stopped(self) -> std::io::Result<impl Future<Output = std::io::Result<()>>> {
        let stopping = stop(Signals::new()?, self.handle(), self.drain.clone(), self.drain_time);
        Ok(self.run_unless(stopping))
    }

    /// Serves until the server has stopped, or `aborted` ends, which stops it at once. Then ends what runs in the background, and closes the store.
    async fn run_unless(self, aborted: impl Future<Output = ()>) -> std::io::Result<()> {
        let Self { server, mut background, usage, store, .. } = self;
        let served = match select(Box::pin(server), pin!(aborted)).await {
            Either::Left((served, _)) => served,
            Either::Right(((), server)) => {
                drop(server);
                Ok(())
            }
        };
        background.shutdown().await;
        let close = async {
            usage.write().await;
            store.close().await
        };
        match actix_web::rt::time::timeout(CLOSE_TIMEOUT, close).await {
            Ok(Ok(())) => {}
            Ok(Err(why)) => tracing::error!(target: "funhouse::store", %why, "the store could not be closed"),
            Err(_) => tracing::error!(target: "funhouse::store", "the store was not closed within {CLOSE_TIMEOUT:?}"),
        }
        served
    }
}

/// After the first signal, drains and then stops the server. Ends when the server has stopped, or at the second signal.
async fn stop(mut signals: Signals, server: ServerHandle, drain: Drain, time: Duration) {
    signals.next().await;
    tracing::info!(target: "funhouse::server", seconds = time.as_secs(), "draining");
    drain.begin(time);
    let stop = async {
        actix_web::rt::time::sleep(time).await;
        tracing::info!(target: "funhouse::server", "stopping");
        server.stop(true).await;
    };
    if let Either::Right(_) = select(pin!(stop), pin!(signals.next())).await {
        tracing::warn!(target: "funhouse::server", "stopping at once, because of a second signal");
    }
}

/// Why the service cannot be started.
#[derive(Debug)]
pub enum CannotOpen {
    /// The database cannot be used.
    Database(OpenError),
    /// There is no secret that can be used, for this reason.
    Secret(String),
    /// The moderator's token cannot be used, for this reason.
    Moderator(String),
    /// The system has no threads for the pool.
    Threads(std::io::Error),
}

impl fmt::Display for CannotOpen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Database(why) => why.fmt(f),
            Self::Threads(why) => write!(f, "the threads for long work could not be started: {why}"),
            Self::Moderator(why) => write!(f, "the moderator's token cannot be used: {why}"),
            Self::Secret(why) => write!(f, "there is no secret that can be used: {why}"),
        }
    }
}

impl std::error::Error for CannotOpen {}

/// Opens what the handlers share: the database, and what is derived from the secret.
///
/// # Errors
/// When the database or the secret cannot be used.
pub async fn open(config: &ServeConfig) -> Result<Shared, CannotOpen> {
    open_at(config, Clock::default()).await
}

/// Opens what the handlers share, with a given clock.
///
/// # Errors
/// As [`open`].
pub async fn open_at(config: &ServeConfig, clock: Clock) -> Result<Shared, CannotOpen> {
    let moderator = Moderator::of(config.moderator_token.as_ref(), config.moderator_token_file.as_deref());
    let moderator = moderator.map_err(CannotOpen::Moderator)?;
    let timeout = Duration::from_secs(config.database_timeout);
    let store = database::open_within(&config.database, timeout).await.map_err(CannotOpen::Database)?;
    let secret = secret::of(config, &*store).await.map_err(CannotOpen::Secret)?;
    // Each thread of the pool takes a core: half of them are left for cheap calls, unless many runs are submitted at the same time.
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    // Each analysis takes up to 200 MB.
    let threads = PerLane { submissions: cores.div_ceil(4), analyses: 1, rest: cores.div_ceil(2) };
    let pool = Pool::new(threads, pool::BOUNDS).map_err(CannotOpen::Threads)?;
    let (seeds, names) = (Seeds::new(secret), secret.name_key());
    let quotas = Quotas {
        requests: config.limit_requests,
        work: config.limit_work,
        address_work: config.limit_address_work,
        players: config.limit_players,
        moves: config.limit_moves,
        address_moves: config.limit_address_moves,
        app: config.limit_app,
    };
    let limits = (!config.no_limits).then(|| Arc::new(Limits::new(quotas)));
    let proxies = Arc::new(Proxies { trusted: config.trusted_proxies.clone(), header: config.forwarded_header });
    let positions = Positions::default();
    let days = Days::new(store.clone(), clock.clone());
    let drain = Drain::default();
    let of_tables = TableLimits {
        tables: if config.no_limits { u32::MAX } else { config.limit_tables },
        listeners: (!config.no_limits).then_some(config.limit_listeners),
        wait_seconds: i64::from(config.table_wait) * 3600,
        rates: limits.clone(),
    };
    let tables = Tables::new(store.clone(), pool.clone(), days.clone(), drain.clone(), of_tables);
    let contests = Contests::new(store.clone(), pool.clone());
    let unsent = config.response_memory.saturating_mul(1 << 20);
    let unsent = Unsent::new(unsent, if config.no_limits { unsent } else { unsent / 4 });
    let public_url = config.public_url.clone();
    Ok(Shared {
        store,
        seeds,
        names,
        addresses: AddressKey::new(secret),
        moderator,
        app_registration: config.apps,
        days,
        clock,
        drain,
        pool,
        positions,
        contests,
        tables,
        limits,
        proxies,
        public_url,
        unsent,
        daily: KnownResponses::default(),
    })
}

/// Records the day of the clock as the newest, however far ahead it is. Returns the previous newest day, and the day.
///
/// # Errors
/// When the database cannot be used.
pub async fn confirm_day(address: &str) -> Result<(Option<Day>, Day), Box<dyn std::error::Error>> {
    let store = database::open_existing(address).await?;
    let today = Clock::default().now().day();
    let before = store.newest_day().await?;
    store.reach_day(today).await?;
    store.close().await?;
    Ok((before, today))
}

/// Binds the service.
///
/// # Errors
/// When the address cannot be listened on.
pub fn bind(config: &ServeConfig, shared: Shared) -> std::io::Result<Service> {
    bind_paths(config, shared, endpoint::paths(routes::endpoints()))
}

/// Binds the service with these paths.
///
/// # Errors
/// When the address cannot be listened on.
pub fn bind_paths(config: &ServeConfig, shared: Shared, paths: Vec<endpoint::Path>) -> std::io::Result<Service> {
    bind_with(config, shared, paths, Timeouts { head: HEADER_TIMEOUT, idle: KEEP_ALIVE })
}

/// Binds the service with these paths and these timeouts of requests after the first.
fn bind_with(
    config: &ServeConfig,
    shared: Shared,
    paths: Vec<endpoint::Path>,
    timeouts: Timeouts,
) -> std::io::Result<Service> {
    let listener = listener::listen(config.listen, Duration::from_secs(config.send_timeout.get()))?;
    let address = listener.local_addr()?;
    let paths = paths.into_iter().filter(|path| config.metrics_listen.is_none() || !path.is(METRICS));
    let paths: Arc<[endpoint::Path]> = paths.collect();
    let body_memory = config.body_memory.saturating_mul(1 << 20);
    let intake = Intake {
        memory: BodyMemory::new(body_memory, if config.no_limits { body_memory } else { body_memory / 4 }),
        timeout: Duration::from_secs(config.body_timeout.get()),
    };
    let each = (!config.no_limits).then_some(config.limit_connections.get());
    let connections = Connections::new(each, LINGER, timeouts, Arc::clone(&shared.proxies));
    let metrics = web::Data::new(Metrics::new(Parts {
        pool: &shared.pool,
        memory: &intake.memory,
        connections: &connections,
        unsent: &shared.unsent,
        tables: &shared.tables,
        store: &shared.store,
        days: &shared.days,
    }));
    let metrics_address = config
        .metrics_listen
        .map(|address| serve_metrics(address, metrics.clone(), Arc::clone(&shared.proxies)))
        .transpose()?;
    let intake = web::Data::new(intake);
    let usage = UsageWriter::new(shared.limits.as_deref(), shared.store.clone(), shared.days.clone());
    let background = background::start(config, &shared, &usage);
    let (drain, store) = (shared.drain.clone(), shared.store.clone());
    let drain_time = Duration::from_secs(config.drain_time);
    let shared = web::Data::new(shared);
    let documents = web::Data::new(config.public_url.as_ref().map_or_else(routes::documents, routes::documents_at));
    let builder = Server::build()
        // The service drains first: see `until_stopped`.
        .disable_signals()
        .shutdown_timeout(config.shutdown_timeout);
    let builder = match config.workers {
        Some(workers) => builder.workers(workers.into()),
        None => builder,
    };
    let stopping = builder.graceful_shutdown_signal();
    let serve = move || {
        let app = api::app(&paths, metrics.clone(), intake.clone(), shared.clone(), documents.clone());
        serve(app, connections.clone(), timeouts.idle, stopping.clone())
    };
    let server = builder.listen("http", listener, serve)?.run();
    Ok(Service { address, server, background, metrics: metrics_address, drain, drain_time, usage, store })
}

/// Serves the metrics on a separate address, with a separate thread and connections, so that they answer while the others are overloaded.
/// Returns the address with the port that was chosen.
fn serve_metrics(
    address: SocketAddr,
    metrics: web::Data<Metrics>,
    proxies: Arc<Proxies>,
) -> std::io::Result<SocketAddr> {
    let at =
        |why: std::io::Error| std::io::Error::new(why.kind(), format!("the address of the metrics, {address}: {why}"));
    let listener = listener::listen(address, METRICS_TIMEOUT).map_err(at)?;
    let address = listener.local_addr()?;
    let builder = Server::build().workers(1).max_concurrent_connections(MAX_METRICS_CONNECTIONS).disable_signals();
    let stopping = builder.graceful_shutdown_signal();
    let timeouts = Timeouts { head: METRICS_TIMEOUT, idle: METRICS_TIMEOUT };
    let connections = Connections::new(None, LINGER, timeouts, proxies);
    let serve = move || serve(api::metrics_app(metrics.clone()), connections.clone(), timeouts.idle, stopping.clone());
    actix_web::rt::spawn(builder.listen("metrics", listener, serve)?.run());
    Ok(address)
}

/// Serves the connections that a worker accepts, and closes those that are idle for the time `idle`. `HttpServer` of actix-web does the same,
/// for sockets that it reads itself.
fn serve<B: MessageBody + 'static>(
    app: App<
        impl ServiceFactory<
            ServiceRequest,
            Config = (),
            Response = ServiceResponse<B>,
            Error = actix_web::Error,
            InitError = (),
        > + 'static,
    >,
    connections: Connections,
    idle: Duration,
    stopping: GracefulShutdownSignal,
) -> impl ServiceFactory<TcpStream, Config = (), Response = (), Error = DispatchError, InitError = ()> {
    let http = HttpService::build()
        .graceful_shutdown_signal(move || {
            let stopping = stopping.clone();
            async move { stopping.notified().await }
        })
        .keep_alive(idle)
        .client_request_timeout(HEADER_TIMEOUT)
        .client_disconnect_timeout(LINGER)
        // A client that closes its side of the connection does not wait for a response: its queued work is dropped.
        .h1_allow_half_closed(false)
        .h1_write_buffer_size(WRITE_BUFFER)
        .expect(fn_service(|request| {
            let expected = body::expected(request).map_err(|mut refusal| {
                requests::add_id(refusal.headers_mut());
                refusal
            });
            std::future::ready(expected)
        }))
        .on_connect_ext(|connection: &Connection, data| {
            data.insert(connection.turn());
            data.insert(connection.cut());
        });
    let app = app.into_factory().map_err(|error: actix_web::Error| error.error_response());
    let admit = move |stream: TcpStream| {
        let peer = stream.peer_addr().ok();
        let admitted = connections.admit(stream);
        async move { admitted.map(|connection| (connection, peer)).map_err(DispatchError::Io) }
    };
    fn_service(admit).and_then(http.h1(map_config(app, |()| AppConfig::default())))
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use clap::Parser as _;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    #[derive(clap::Parser)]
    struct Flags {
        #[command(flatten)]
        config: ServeConfig,
    }

    /// A service with its own database, whose requests after the first have these timeouts.
    async fn service(database: &std::path::Path, timeouts: Timeouts) -> Service {
        let database = format!("sqlite://{}", database.display());
        let arguments = ["test", "--listen", "127.0.0.1:0", "--workers", "1", "--database", &database];
        let config = Flags::parse_from(arguments).config;
        let shared = open(&config).await.expect("a new database");
        bind_with(&config, shared, endpoint::paths(routes::endpoints()), timeouts).expect("a free port")
    }

    /// Remembers whether it was dropped within a runtime, where connections to the database can be returned.
    struct Dropped(Arc<Mutex<Option<bool>>>);

    impl Drop for Dropped {
        fn drop(&mut self) {
            *self.0.lock().expect("no one panicked") = Some(tokio::runtime::Handle::try_current().is_ok());
        }
    }

    #[test]
    fn background_ends_before_the_runtime() {
        let (folder, ended) = (tempfile::tempdir().expect("a folder"), Arc::default());
        let dropped = Dropped(Arc::clone(&ended));
        actix_web::rt::System::new().block_on(async {
            let timeouts = Timeouts { head: HEADER_TIMEOUT, idle: KEEP_ALIVE };
            let mut service = service(&folder.path().join("ends.db"), timeouts).await;
            service.background.spawn_local(async move {
                let _dropped = dropped;
                std::future::pending().await
            });
            let stopped = service.handle().stop(false);
            service.run().await.expect("it runs");
            stopped.await;
        });
        assert_eq!(*ended.lock().expect("no one panicked"), Some(true));
    }

    /// Sends these bytes in separate writes, each after the response to the one before, and reads until the connection is closed.
    async fn send_until_closed(address: SocketAddr, writes: [&[u8]; 2]) -> String {
        let mut client = TcpStream::connect(address).await.expect("it listens");
        let mut answer = Vec::new();
        for bytes in writes {
            client.write_all(bytes).await.expect("it is open");
            while !answer.ends_with(b"}") {
                assert!(client.read_buf(&mut answer).await.expect("a response") > 0);
            }
        }
        while client.read_buf(&mut answer).await.is_ok_and(|read| read > 0) {}
        String::from_utf8(answer).expect("text")
    }

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn connections_with_half_a_head_after_a_request_are_closed() {
        let timeouts = Timeouts { head: Duration::from_millis(20), idle: Duration::from_secs(3600) };
        let folder = tempfile::tempdir().expect("a folder");
        let service = service(&folder.path().join("half.db"), timeouts).await;
        let (address, server) = (service.address, actix_web::rt::spawn(service.run()));
        let request: &[u8] = b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";
        let chunked: &[u8] = b"POST /v1/games/slide-jam/deal HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
            transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\nGET /he";
        for writes in [[request, b"GET /he"], [&[request, b"GET /he"].concat(), b""], [chunked, b""]] {
            let sent = send_until_closed(address, writes);
            let answer = tokio::time::timeout(KEEP_ALIVE / 4, sent).await.expect("the timeout of a head closes it");
            assert_eq!(answer.matches("HTTP/1.1 200 OK").count(), 1, "{answer}");
        }
        server.abort();
    }
}
