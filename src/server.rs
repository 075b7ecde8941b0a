//! The service, from its configuration to a listening server.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::Server;
use actix_web::{HttpServer, web};

use crate::api::observe::Metrics;
use crate::api::{self, endpoint};
use crate::config::ServeConfig;

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

/// Binds the service.
///
/// # Errors
/// When the address cannot be listened on.
pub fn bind(config: &ServeConfig) -> std::io::Result<Service> {
    let listener = TcpListener::bind(config.listen)?;
    let address = listener.local_addr()?;
    let paths: Arc<[endpoint::Path]> = endpoint::paths().into();
    let metrics = web::Data::new(Metrics::new());
    let mut server = HttpServer::new(move || api::app(&paths, metrics.clone()))
        .keep_alive(KEEP_ALIVE)
        .client_request_timeout(HEAD_TIMEOUT)
        .shutdown_timeout(config.shutdown_timeout);
    if let Some(workers) = config.workers {
        server = server.workers(workers.get());
    }
    Ok(Service { address, server: server.listen(listener)?.run() })
}
