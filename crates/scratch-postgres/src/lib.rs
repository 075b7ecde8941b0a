//! A temporary PostgreSQL server for tests and benchmarks.
//!
//! The server has its own folder and listens on a socket there (on a port only if a test requests one). It runs as an
//! unprivileged user, because PostgreSQL refuses to run as root. A supervising shell, whose input is a pipe from this
//! process, stops the server whenever this process ends, for any reason.

use std::fmt;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The script of the shell that supervises the server.
const SCRIPT: &str = include_str!("server.sh");
/// The script of the shell that supervises a pooler.
const POOLER_SCRIPT: &str = include_str!("pooler.sh");
/// The possible locations of PgBouncer.
const POOLERS: [&str; 2] = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"];
/// The command prefix that switches to an unprivileged user.
const AS_NOBODY: [&str; 4] = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"];
/// The port of servers that listen only on a socket.
const PORT: u16 = 5432;
/// Settings for tests: they survive a kill, but not a power cut.
const QUICK: [&str; 4] = ["fsync=off", "full_page_writes=off", "max_connections=400", "shared_buffers=64MB"];
/// Settings for benchmarks: durable, as by default.
const DURABLE: [&str; 2] = ["max_connections=400", "shared_buffers=512MB"];

/// The reason why there is no server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoServer {
    /// The programs of PostgreSQL are not installed.
    NotInstalled,
    /// They are installed, but fail with this message.
    Failed(String),
}

impl fmt::Display for NoServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotInstalled => f.write_str("PostgreSQL is not installed: there is no initdb"),
            Self::Failed(why) => write!(f, "a PostgreSQL server cannot be started: {why}"),
        }
    }
}

impl std::error::Error for NoServer {}

impl From<io::Error> for NoServer {
    fn from(why: io::Error) -> Self {
        Self::Failed(why.to_string())
    }
}

/// A server, stopped on drop.
#[derive(Debug)]
pub struct Server {
    programs: PathBuf,
    folder: String,
    port: u16,
    supervisor: Mutex<Supervisor>,
    created: AtomicU32,
}

/// The shell that supervises a server.
#[derive(Debug)]
struct Supervisor {
    shell: Child,
    /// Closing this on drop ends the shell.
    orders: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Supervisor {
    /// Runs a script as an unprivileged user.
    fn start<'a>(script: &str, arguments: impl Iterator<Item = &'a str>) -> Result<Self, NoServer> {
        let mut shell = if is_root()? {
            let mut other = Command::new(AS_NOBODY[0]);
            other.args(&AS_NOBODY[1..]).arg("sh");
            other
        } else {
            Command::new("sh")
        };
        // That user may not have access to the working directory.
        shell.current_dir("/").args(["-c", script, "sh"]).args(arguments);
        let mut shell = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let orders = shell.stdin.take();
        let Some(answers) = shell.stdout.take() else { return Err(NoServer::Failed("it has no output".to_owned())) };
        Ok(Self { shell, orders, answers: BufReader::new(answers) })
    }

    fn answer(&mut self) -> Result<String, NoServer> {
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        if line.is_empty() { Err(NoServer::Failed("see what it said".to_owned())) } else { Ok(line.trim().to_owned()) }
    }
}

impl Server {
    /// Starts a server for tests. It may lose data in a power cut, but not otherwise.
    ///
    /// # Errors
    /// If the programs are missing or fail.
    pub fn start() -> Result<Self, NoServer> {
        Self::start_with(&QUICK, PORT)
    }

    /// Starts a server for benchmarks, with full durability.
    ///
    /// # Errors
    /// If the programs are missing or fail.
    pub fn start_durable() -> Result<Self, NoServer> {
        Self::start_with(&DURABLE, PORT)
    }

    /// Starts a server for tests that accepts encrypted connections on a port of 127.0.0.1. Its
    /// [`certificate`](Self::certificate) is self-signed, for `localhost`.
    ///
    /// # Errors
    /// If the programs (of PostgreSQL, or `openssl`) are missing or fail.
    pub fn start_encrypted() -> Result<Self, NoServer> {
        let port = free_port()?;
        let settings: Vec<&str> = QUICK.into_iter().chain(["listen_addresses=127.0.0.1", "ssl=on"]).collect();
        Self::start_with(&settings, port)
    }

    /// Returns the path of the certificate of a server with [encrypted](Self::start_encrypted) connections.
    #[must_use]
    pub fn certificate(&self) -> PathBuf {
        Path::new(&self.folder).join("data/server.crt")
    }

    fn start_with(settings: &[&str], port: u16) -> Result<Self, NoServer> {
        let programs = programs().ok_or(NoServer::NotInstalled)?;
        let (folder, port_setting) = (programs.to_string_lossy(), format!("port={port}"));
        let arguments = [&*folder].into_iter().chain(settings.iter().copied()).chain([&*port_setting]);
        let mut supervisor = Supervisor::start(SCRIPT, arguments)?;
        let folder = supervisor.answer()?;
        Ok(Self { programs, folder, port, supervisor: Mutex::new(supervisor), created: AtomicU32::new(0) })
    }

    /// Creates an empty database and returns its address.
    ///
    /// # Errors
    /// If the server refuses or is not running.
    pub fn new_database(&self) -> Result<String, NoServer> {
        let name = format!("scratch_{}", self.created.fetch_add(1, Ordering::Relaxed));
        self.query("postgres", &format!("CREATE DATABASE {name}"))?;
        Ok(self.address(&name))
    }

    /// Returns the address of a database.
    #[must_use]
    pub fn address(&self, database: &str) -> String {
        format!("postgres://funhouse@localhost:{}/{database}?host={}", self.port, self.folder)
    }

    /// Returns the folder of the socket.
    #[must_use]
    pub fn folder(&self) -> &str {
        &self.folder
    }

    /// Returns the port, which is part of the socket's name.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Returns the result of a statement: a line for each row, with `|` between columns.
    ///
    /// # Errors
    /// If the statement fails.
    pub fn query(&self, database: &str, sql: &str) -> Result<String, NoServer> {
        let mut client = Command::new(self.programs.join("psql"));
        client.args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-U", "funhouse", "-h", &self.folder]);
        client.args(["-p", &self.port.to_string()]);
        let output = client.args(["-d", database, "-c", sql]).output()?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
        } else {
            Err(NoServer::Failed(String::from_utf8_lossy(&output.stderr).into_owned()))
        }
    }

    /// Kills all server processes, as `kill -9` does.
    ///
    /// # Errors
    /// If the server was not running.
    pub fn kill(&self) -> Result<(), NoServer> {
        self.order("kill", "killed")
    }

    /// Stops all server processes with SIGSTOP: they neither answer nor close their connections.
    ///
    /// # Errors
    /// If the server was not running.
    pub fn pause(&self) -> Result<(), NoServer> {
        self.order("pause", "paused")
    }

    /// Resumes the server processes after a [pause](Self::pause).
    ///
    /// # Errors
    /// If the server was not running.
    pub fn resume(&self) -> Result<(), NoServer> {
        self.order("resume", "resumed")
    }

    /// Starts the server again after a kill, with its existing data.
    ///
    /// # Errors
    /// If the server does not start.
    pub fn start_again(&self) -> Result<(), NoServer> {
        self.order("start", "started")
    }

    /// Restarts the server as a standby, which ends all sessions.
    ///
    /// # Errors
    /// If the server was not running, or does not start.
    pub fn demote(&self) -> Result<(), NoServer> {
        self.order("demote", "demoted")
    }

    fn order(&self, order: &str, due: &str) -> Result<(), NoServer> {
        let mut supervisor = self.supervisor.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(orders) = &mut supervisor.orders {
            writeln!(orders, "{order}")?;
        }
        let answer = supervisor.answer()?;
        if answer == due { Ok(()) } else { Err(NoServer::Failed(answer)) }
    }
}

/// Ends the script, which stops its server.
impl Drop for Supervisor {
    fn drop(&mut self) {
        drop(self.orders.take());
        let _ = self.shell.wait();
    }
}

/// A connection pooler (PgBouncer) in front of a server, stopped on drop.
#[derive(Debug)]
pub struct Pooler {
    _supervisor: Supervisor,
    folder: String,
}

impl Pooler {
    /// Starts a pooler in session mode: each client session uses one server connection. It listens on a socket.
    ///
    /// # Errors
    /// If PgBouncer is missing or fails.
    pub fn start(server: &Server) -> Result<Self, NoServer> {
        let program = POOLERS.into_iter().find(|program| Path::new(program).exists()).ok_or(NoServer::NotInstalled)?;
        let arguments = [program, &server.folder, &server.port.to_string(), &PORT.to_string()].map(str::to_owned);
        let mut supervisor = Supervisor::start(POOLER_SCRIPT, arguments.iter().map(String::as_str))?;
        let folder = supervisor.answer()?;
        Ok(Self { _supervisor: supervisor, folder })
    }

    /// Returns the address of a database of the server through the pooler.
    #[must_use]
    pub fn address(&self, database: &str) -> String {
        format!("postgres://funhouse@localhost:{PORT}/{database}?host={}", self.folder)
    }
}

/// Returns the server that all tests of a process share. The first caller starts it.
///
/// # Errors
/// If there is no server. Tests may then be skipped.
///
/// # Panics
/// If there is no server although `CI` is set, where no test may be skipped.
#[allow(clippy::disallowed_methods, reason = "the environment says whether tests may be left out")]
pub fn shared() -> Result<&'static Server, &'static NoServer> {
    static SHARED: OnceLock<Result<Server, NoServer>> = OnceLock::new();
    let shared = SHARED.get_or_init(|| {
        let server = Server::start();
        if let Err(why) = &server {
            assert!(std::env::var("CI").is_err(), "{why}");
            eprintln!("WHAT NEEDS POSTGRESQL IS LEFT OUT: {why}");
        }
        server
    });
    shared.as_ref()
}

fn free_port() -> Result<u16, NoServer> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}

fn is_root() -> io::Result<bool> {
    let output = Command::new("id").arg("-u").output()?;
    Ok(output.stdout.trim_ascii() == b"0")
}

/// Returns the folder of PostgreSQL's programs: Debian's location, which is not on the path for server programs, or a
/// folder on the path.
#[allow(clippy::disallowed_methods, reason = "the environment has the path")]
fn programs() -> Option<PathBuf> {
    let path = std::env::var("PATH").unwrap_or_default();
    let installed = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<(u32, PathBuf)> = installed
        .filter_map(|version| Some((version.file_name().to_str()?.parse().ok()?, version.path().join("bin"))))
        .collect();
    versions.sort();
    let newest_first = versions.into_iter().rev().map(|(_, folder)| folder);
    newest_first.chain(std::env::split_paths(&path)).find(|folder| folder.join("initdb").exists())
}

#[cfg(test)]
mod tests {
    use super::{Server, shared};

    #[test]
    fn data_survives_kill_and_restart() {
        if shared().is_err() {
            return;
        }
        let server = Server::start().expect("a server");
        let address = server.new_database().expect("a database");
        assert!(address.starts_with("postgres://funhouse@localhost:5432/scratch_0?host=/"), "{address}");
        server.query("scratch_0", "CREATE TABLE numbers AS SELECT 7 AS n").expect("it is written");
        server.kill().expect("it was running");
        assert!(server.query("scratch_0", "SELECT n FROM numbers").is_err());
        server.start_again().expect("it comes up");
        assert_eq!(server.query("scratch_0", "SELECT n FROM numbers").as_deref(), Ok("7"));
    }

    #[test]
    fn paused_server_answers_once_it_is_resumed() {
        if shared().is_err() {
            return;
        }
        let server = Server::start().expect("a server");
        server.pause().expect("it was running");
        std::thread::scope(|scope| {
            let answer = scope.spawn(|| server.query("postgres", "SELECT 7"));
            // An answer would take a few milliseconds. Only waiting can show that it hangs.
            std::thread::sleep(std::time::Duration::from_millis(300));
            assert!(!answer.is_finished());
            server.resume().expect("it was paused");
            assert_eq!(answer.join().expect("it ends").as_deref(), Ok("7"));
        });
        server.pause().expect("it was running");
        // Dropping a paused server stops it too.
    }
}
