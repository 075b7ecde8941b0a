//! The socket that accepts connections.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use socket2::{Domain, Socket, Type};

/// Maximum number of connections that wait to be accepted, if the system allows it. Past it clients retry after a second or more. The
/// default of the standard library, 128, is exceeded by every burst.
const BACKLOG: i32 = 4096;
/// Maximum size in bytes of the unsent data that the system buffers for a connection. Without it, megabytes are buffered for a client that
/// reads nothing.
#[cfg(target_os = "linux")]
const UNSENT: u32 = 32 * 1024;

/// Listens on an address. Accepted connections inherit the options that are set here: on Linux, one is closed when its client acknowledges
/// none of the data sent to it, or keeps its receive window closed or too small for the next segment, for as long as `send_timeout`.
///
/// # Errors
/// When the address cannot be listened on.
pub fn listen(address: SocketAddr, send_timeout: Duration) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
    // As the standard library does, so that a restarted service can use its port immediately.
    #[cfg(unix)]
    socket.set_reuse_address(true)?;
    #[cfg(target_os = "linux")]
    {
        socket.set_tcp_user_timeout(Some(send_timeout))?;
        socket.set_tcp_notsent_lowat(UNSENT)?;
    }
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    Ok(socket.into())
}

/// Raises the limit of open files, and so of connections, to the maximum that the system allows.
pub fn raise_limit_of_connections() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        if let Err(why) = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
            tracing::warn!(target: "funhouse::server", %why, ?current, "the limit of open files cannot be raised");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpStream;

    use super::*;

    const SEND_TIMEOUT: Duration = Duration::from_secs(20);

    fn listener() -> (TcpListener, SocketAddr) {
        let listener = listen(SocketAddr::from(([127, 0, 0, 1], 0)), SEND_TIMEOUT).expect("a free port");
        let address = listener.local_addr().expect("an address");
        (listener, address)
    }

    #[test]
    fn bursts_of_connections_wait_to_be_accepted() {
        let (_listener, address) = listener();
        let connect = |_| TcpStream::connect_timeout(&address, Duration::from_millis(900));
        let connections: Result<Vec<_>, _> = (0..300).map(connect).collect();
        assert_eq!(connections.expect("none waits").len(), 300);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn clients_that_read_nothing_time_out() {
        let (listener, address) = listener();
        let _client = TcpStream::connect(address).expect("it listens");
        let (accepted, _) = listener.accept().expect("a connection");
        let accepted = socket2::SockRef::from(&accepted);
        assert_eq!(accepted.tcp_user_timeout().expect("an option of the socket"), Some(SEND_TIMEOUT));
        assert_eq!(accepted.tcp_notsent_lowat().expect("an option of the socket"), UNSENT);
    }
}
