//! The service, from its configuration to a listening server.

use std::fmt;
use std::net::{SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::Server;
use actix_web::{HttpServer, web};

use crate::api::observe::Metrics;
use crate::api::seeds::Seeds;
use crate::api::shared::{Clock, MOST_WAITING, Replays, Shared};
use crate::api::{self, endpoint};
use crate::config::ServeConfig;
use crate::store::sqlite::{OpenError, Sqlite};
use crate::store::{AnyStore, Secret};

/// How long a connection may stay idle.
const KEEP_ALIVE: Duration = Duration::from_secs(75);
/// How long the head of a request may take to arrive.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// A service that listens but has not been started.
pub struct Service {
    /// The address it listens on, with the port that was chosen.
    pub address: SocketAddr,
    /// The server; it runs while it is awaited.
    pub server: Server,
}

/// Why there is no store to serve from.
#[derive(Debug)]
pub enum NoStore {
    /// The database cannot be used.
    Database(OpenError),
    /// The secret could neither be read nor kept.
    Secret(String),
}

impl fmt::Display for NoStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Database(why) => why.fmt(f),
            Self::Secret(why) => write!(f, "the secret could neither be read nor kept: {why}"),
        }
    }
}

impl std::error::Error for NoStore {}

/// Opens what the handlers share: the database, and the secret that is given or kept in it.
///
/// # Errors
/// When the database cannot be used.
pub async fn open(config: &ServeConfig) -> Result<Shared, NoStore> {
    let store: AnyStore = Arc::new(Sqlite::open(&config.database).await.map_err(NoStore::Database)?);
    let secret = match config.secret {
        Some(secret) => secret,
        None => {
            let mut fresh = [0; 32];
            getrandom::fill(&mut fresh).map_err(|error| NoStore::Secret(error.to_string()))?;
            store.secret(Secret(fresh)).await.map_err(|error| NoStore::Secret(error.to_string()))?
        }
    };
    // A replay takes a core: half of them are left for cheap calls.
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let replays = Replays::new(cores.div_ceil(2), MOST_WAITING);
    Ok(Shared { store, seeds: Seeds::new(secret), clock: Clock::default(), replays })
}

/// Binds the service.
///
/// # Errors
/// When the address cannot be listened on.
pub fn bind(config: &ServeConfig, shared: Shared) -> std::io::Result<Service> {
    let listener = TcpListener::bind(config.listen)?;
    let address = listener.local_addr()?;
    let paths: Arc<[endpoint::Path]> = endpoint::paths().into();
    let metrics = web::Data::new(Metrics::new());
    let shared = web::Data::new(shared);
    let mut server = HttpServer::new(move || api::app(&paths, metrics.clone(), shared.clone()))
        .keep_alive(KEEP_ALIVE)
        .client_request_timeout(HEAD_TIMEOUT)
        // An answer that is compressed goes out in pieces; without this the last waits until the client has acknowledged
        // the first, which clients put off for 40 ms.
        .tcp_nodelay(true)
        .shutdown_timeout(config.shutdown_timeout);
    if let Some(workers) = config.workers {
        server = server.workers(workers.get());
    }
    Ok(Service { address, server: server.listen(listener)?.run() })
}
