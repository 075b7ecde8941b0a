//! A PostgreSQL server that is thrown away, for tests and benchmarks.
//!
//! It is created in its own folder, listens on a socket there (and on a port only where a test asks for one), and runs as an
//! unprivileged user, because PostgreSQL refuses to run as root. It ends with the process that started it, however that ends: a shell keeps it, whose input is
//! that process.

use std::fmt;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// What is run by the shell that keeps the server.
const SCRIPT: &str = include_str!("server.sh");
/// What is run by the shell that keeps a pooler.
const POOLER_SCRIPT: &str = include_str!("pooler.sh");
/// Where PgBouncer is installed.
const POOLERS: [&str; 2] = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"];
/// How it becomes another user.
const AS_NOBODY: [&str; 4] = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"];
/// The port of servers that listen on a socket only.
const PORT: u16 = 5432;
/// Settings for tests: they survive a kill, not a power cut.
const QUICK: [&str; 4] = ["fsync=off", "full_page_writes=off", "max_connections=400", "shared_buffers=64MB"];
/// Settings for benchmarks: durable, as a server comes.
const DURABLE: [&str; 2] = ["max_connections=400", "shared_buffers=512MB"];

/// Why there is no server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoServer {
    /// There are no programs of PostgreSQL on this machine.
    NotInstalled,
    /// They are there, but fail so.
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

/// A server, which ends when this is dropped.
#[derive(Debug)]
pub struct Server {
    programs: PathBuf,
    folder: String,
    port: u16,
    keeper: Mutex<Keeper>,
    made: AtomicU32,
}

/// The shell that keeps the server.
#[derive(Debug)]
struct Keeper {
    shell: Child,
    /// Closed when this is dropped, upon which the shell ends.
    orders: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Keeper {
    /// Runs a script, as an unprivileged user.
    fn start<'a>(script: &str, arguments: impl Iterator<Item = &'a str>) -> Result<Self, NoServer> {
        let mut shell = if is_root()? {
            let mut other = Command::new(AS_NOBODY[0]);
            other.args(&AS_NOBODY[1..]).arg("sh");
            other
        } else {
            Command::new("sh")
        };
        // That user may have no right to the working directory.
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
    /// Starts a server for tests: one that may lose what it has in a power cut, and in nothing less.
    ///
    /// # Errors
    /// When there are no programs, or they fail.
    pub fn start() -> Result<Self, NoServer> {
        Self::start_with(&QUICK, PORT)
    }

    /// Starts a server for benchmarks: one that is as durable as any.
    ///
    /// # Errors
    /// When there are no programs, or they fail.
    pub fn start_durable() -> Result<Self, NoServer> {
        Self::start_with(&DURABLE, PORT)
    }

    /// Starts a server for tests that takes encrypted connections on a port of 127.0.0.1. Its certificate is for `localhost` and is its own
    /// authority: [`certificate`](Self::certificate).
    ///
    /// # Errors
    /// When there are no programs (of PostgreSQL, or `openssl`), or they fail.
    pub fn start_encrypted() -> Result<Self, NoServer> {
        let port = free_port()?;
        let settings: Vec<&str> = QUICK.into_iter().chain(["listen_addresses=127.0.0.1", "ssl=on"]).collect();
        Self::start_with(&settings, port)
    }

    /// The certificate of a server that takes [encrypted](Self::start_encrypted) connections.
    #[must_use]
    pub fn certificate(&self) -> PathBuf {
        Path::new(&self.folder).join("data/server.crt")
    }

    fn start_with(settings: &[&str], port: u16) -> Result<Self, NoServer> {
        let programs = programs().ok_or(NoServer::NotInstalled)?;
        let (folder, port_setting) = (programs.to_string_lossy(), format!("port={port}"));
        let arguments = [&*folder].into_iter().chain(settings.iter().copied()).chain([&*port_setting]);
        let mut keeper = Keeper::start(SCRIPT, arguments)?;
        let folder = keeper.answer()?;
        Ok(Self { programs, folder, port, keeper: Mutex::new(keeper), made: AtomicU32::new(0) })
    }

    /// Makes a database that is empty, and gives its address.
    ///
    /// # Errors
    /// When the server refuses, or is not there.
    pub fn new_database(&self) -> Result<String, NoServer> {
        let name = format!("scratch_{}", self.made.fetch_add(1, Ordering::Relaxed));
        self.query("postgres", &format!("CREATE DATABASE {name}"))?;
        Ok(self.address(&name))
    }

    /// The address of a database.
    #[must_use]
    pub fn address(&self, database: &str) -> String {
        format!("postgres://funhouse@localhost:{}/{database}?host={}", self.port, self.folder)
    }

    /// The folder of the socket.
    #[must_use]
    pub fn folder(&self) -> &str {
        &self.folder
    }

    /// The port, after which the socket is named.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// What a statement gives in a database: a line for each row, with `|` between columns.
    ///
    /// # Errors
    /// When it fails.
    pub fn query(&self, database: &str, sql: &str) -> Result<String, NoServer> {
        let mut client = Command::new(self.programs.join("psql"));
        client.args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-U", "funhouse", "-h", &self.folder]);
        client.args(["-p", &self.port.to_string()]);
        let told = client.args(["-d", database, "-c", sql]).output()?;
        if told.status.success() {
            Ok(String::from_utf8_lossy(&told.stdout).trim_end().to_owned())
        } else {
            Err(NoServer::Failed(String::from_utf8_lossy(&told.stderr).into_owned()))
        }
    }

    /// Kills all its processes, as `kill -9` does.
    ///
    /// # Errors
    /// When it was not running.
    pub fn kill(&self) -> Result<(), NoServer> {
        self.order("kill", "killed")
    }

    /// Stops all its processes with SIGSTOP: they neither answer nor close their connections.
    ///
    /// # Errors
    /// When it was not running.
    pub fn pause(&self) -> Result<(), NoServer> {
        self.order("pause", "paused")
    }

    /// Lets its processes go on after a [pause](Self::pause).
    ///
    /// # Errors
    /// When it was not running.
    pub fn resume(&self) -> Result<(), NoServer> {
        self.order("resume", "resumed")
    }

    /// Starts it again after it was killed, with what it has.
    ///
    /// # Errors
    /// When it does not come up.
    pub fn start_again(&self) -> Result<(), NoServer> {
        self.order("start", "started")
    }

    fn order(&self, order: &str, due: &str) -> Result<(), NoServer> {
        let mut keeper = self.keeper.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(orders) = &mut keeper.orders {
            writeln!(orders, "{order}")?;
        }
        let answer = keeper.answer()?;
        if answer == due { Ok(()) } else { Err(NoServer::Failed(answer)) }
    }
}

/// Ends the script, which ends what it keeps.
impl Drop for Keeper {
    fn drop(&mut self) {
        drop(self.orders.take());
        let _ = self.shell.wait();
    }
}

/// A connection pooler (PgBouncer) in front of a server, which ends when this is dropped.
#[derive(Debug)]
pub struct Pooler {
    _keeper: Keeper,
    folder: String,
}

impl Pooler {
    /// Starts a pooler that keeps a server's connection for a whole session of a client. It listens on a socket.
    ///
    /// # Errors
    /// When PgBouncer is not installed, or fails.
    pub fn start(server: &Server) -> Result<Self, NoServer> {
        let program = POOLERS.into_iter().find(|program| Path::new(program).exists()).ok_or(NoServer::NotInstalled)?;
        let arguments = [program, &server.folder, &server.port.to_string(), &PORT.to_string()].map(str::to_owned);
        let mut keeper = Keeper::start(POOLER_SCRIPT, arguments.iter().map(String::as_str))?;
        let folder = keeper.answer()?;
        Ok(Self { _keeper: keeper, folder })
    }

    /// The address of a database of the server, by way of the pooler.
    #[must_use]
    pub fn address(&self, database: &str) -> String {
        format!("postgres://funhouse@localhost:{PORT}/{database}?host={}", self.folder)
    }
}

/// The server that all tests of a process share, started by the first that asks for it.
///
/// # Errors
/// When there is none, and there need not be.
///
/// # Panics
/// When there is none although the environment says `CI`, where nothing may be left out.
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
    let told = Command::new("id").arg("-u").output()?;
    Ok(told.stdout.trim_ascii() == b"0")
}

/// The folder of PostgreSQL's programs: on the path, or where Debian puts them, which leaves those of servers off the path.
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
    fn what_was_written_is_there_when_a_server_that_was_killed_is_started_again() {
        if shared().is_err() {
            return;
        }
        let server = Server::start().expect("a server");
        let made = server.new_database().expect("a database");
        assert!(made.starts_with("postgres://funhouse@localhost:5432/scratch_0?host=/"), "{made}");
        server.query("scratch_0", "CREATE TABLE kept AS SELECT 7 AS n").expect("it is written");
        server.kill().expect("it was running");
        assert!(server.query("scratch_0", "SELECT n FROM kept").is_err());
        server.start_again().expect("it comes up");
        assert_eq!(server.query("scratch_0", "SELECT n FROM kept").as_deref(), Ok("7"));
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
            // It would take some milliseconds. Whether it hangs can only be seen by waiting.
            std::thread::sleep(std::time::Duration::from_millis(300));
            assert!(!answer.is_finished());
            server.resume().expect("it was paused");
            assert_eq!(answer.join().expect("it ends").as_deref(), Ok("7"));
        });
        server.pause().expect("it was running");
        // Dropped while it is paused, it still ends.
    }
}
