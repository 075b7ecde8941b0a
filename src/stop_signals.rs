//! The signals by which the operating system stops the service.

use std::io;
#[cfg(unix)]
use std::pin::pin;

#[cfg(unix)]
use futures_util::future::select;

/// The signals that stop the service: SIGTERM and SIGINT.
#[cfg(unix)]
pub(crate) struct Signals([actix_web::rt::signal::unix::Signal; 2]);

#[cfg(unix)]
impl Signals {
    pub(crate) fn new() -> io::Result<Self> {
        use actix_web::rt::signal::unix::{SignalKind, signal};
        Ok(Self([signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?]))
    }

    pub(crate) async fn next(&mut self) {
        let Self([terminate, interrupt]) = self;
        select(pin!(terminate.recv()), pin!(interrupt.recv())).await;
    }
}

/// The signal that stops the service: Ctrl-C.
#[cfg(not(unix))]
pub(crate) struct Signals;

#[cfg(not(unix))]
impl Signals {
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self)
    }

    pub(crate) async fn next(&mut self) {
        let _ = actix_web::rt::signal::ctrl_c().await;
    }
}
