//! `funhouse health`: checks a running service. For containers, whose images have no other client.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream, ToSocketAddrs as _};
use std::time::Duration;

use clap::{Args, ValueEnum};

/// How long the service may take to accept a connection, and to answer.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum length of the first line of a response, in bytes.
const MAX_LINE: u64 = 1024;

/// The arguments of `funhouse health`.
#[derive(Debug, Args)]
pub struct HealthArgs {
    /// The base address of the service, such as http://127.0.0.1:8080; by default that of --listen.
    url: Option<String>,
    /// The address that the service listens on, if no base address is given.
    #[arg(
        long,
        value_name = "ADDRESS:PORT",
        env = "FUNHOUSE_LISTEN",
        default_value = "127.0.0.1:8080",
        conflicts_with = "url"
    )]
    listen: SocketAddr,
    /// Check whether it can take requests (`/readyz`), and not only whether it is alive (`/healthz`): those that read the database, which is
    /// the default, those that write to it, or those that do not need it.
    #[arg(long, value_name = "FOR", num_args = 0..=1, require_equals = true, default_missing_value = "read")]
    ready: Option<Purpose>,
}

/// What a service must be ready for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Purpose {
    /// The database can be read.
    Read,
    /// The database can be read and written.
    Write,
    /// The process serves.
    Play,
}

impl HealthArgs {
    /// The path that is requested.
    fn path(&self) -> &'static str {
        match self.ready {
            None => "/healthz",
            Some(Purpose::Read) => "/readyz",
            Some(Purpose::Write) => "/readyz?for=write",
            Some(Purpose::Play) => "/readyz?for=play",
        }
    }
}

/// Requests the health of a service.
///
/// # Errors
/// Why it is not healthy.
pub fn ask(args: &HealthArgs) -> Result<(), String> {
    let base = args.url.clone().unwrap_or_else(|| format!("http://{}", reached(args.listen)));
    let url = format!("{}{}", base.trim_end_matches('/'), args.path());
    match status_of(&url).map_err(|error| format!("{url}: {error}"))? {
        200 => Ok(()),
        status => Err(format!("{url}: status {status}")),
    }
}

/// Returns the status of a GET. The rest of the response does not matter, so no HTTP client is needed.
fn status_of(url: &str) -> io::Result<u16> {
    let invalid = |why: &str| io::Error::new(io::ErrorKind::InvalidInput, why);
    let rest = url.strip_prefix("http://").ok_or_else(|| invalid("the address must begin with http://"))?;
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    if url.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err(invalid("the address has a space in it"));
    }
    let has_port = host.rsplit(']').next().is_some_and(|end| end.contains(':'));
    let place = if has_port { host.to_owned() } else { format!("{host}:80") };
    let mut failed = invalid("the host has no address");
    for address in place.to_socket_addrs()? {
        match ask_at(address, host, path) {
            Err(error) => failed = error,
            status => return status,
        }
    }
    Err(failed)
}

fn ask_at(address: SocketAddr, host: &str, path: &str) -> io::Result<u16> {
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n")?;
    let mut line = String::new();
    BufReader::new(stream.take(MAX_LINE)).read_line(&mut line)?;
    let status =
        line.strip_prefix("HTTP/1.").and_then(|rest| rest.split(' ').nth(1)).and_then(|code| code.parse().ok());
    status.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "what answers is no HTTP server"))
}

/// The address at which a service is reached that listens on this one: the local host for a service on all addresses.
fn reached(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

#[cfg(test)]
mod tests {
    use super::reached;

    #[test]
    fn service_on_all_addresses_is_reached_at_localhost() {
        for (listen, due) in [
            ("0.0.0.0:80", "127.0.0.1:80"),
            ("[::]:80", "[::1]:80"),
            ("192.0.2.1:80", "192.0.2.1:80"),
            ("[2001:db8::1]:80", "[2001:db8::1]:80"),
        ] {
            assert_eq!(reached(listen.parse().expect("an address")).to_string(), due);
        }
    }
}
