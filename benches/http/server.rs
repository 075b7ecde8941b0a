//! Processes that serve, and where they run.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// A server process, ended when dropped.
pub(crate) struct Server {
    process: Child,
    /// Where it listens: address and port.
    pub(crate) address: String,
    /// Where its database is; gone with the server.
    _folder: Option<TempDir>,
}

impl Server {
    /// The service with one worker, on one core.
    pub(crate) fn on_one_core() -> Self {
        let server = Self::funhouse(&["--workers", "1"]);
        pin(server.process.id(), 0);
        server
    }

    /// The service as it is by default, but for the log line for each request and the limits of each caller.
    pub(crate) fn funhouse(more: &[&str]) -> Self {
        Self::limited(&[&["--no-limits"], more].concat())
    }

    /// The service as it is by default, but for the log line for each request, and for each that the HTTP parser refuses.
    pub(crate) fn limited(more: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let database = format!("sqlite://{}", folder.path().join("bench.db").display());
        let flags = ["serve", "--listen", "127.0.0.1:0", "--log", "warn,actix_http=off", "--database", &database];
        Self::start(Command::new(env!("CARGO_BIN_EXE_funhouse")).args(flags).args(more), Some(folder))
    }

    /// This program with an argument that makes it serve, on one core.
    pub(crate) fn this_program(argument: &str) -> Self {
        let server = Self::start(Command::new(std::env::current_exe().expect("this program")).arg(argument), None);
        pin(server.process.id(), 0);
        server
    }

    fn start(command: &mut Command, folder: Option<TempDir>) -> Self {
        let mut process = command.stdout(Stdio::piped()).spawn().expect("the server starts");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("its output"))
            .read_line(&mut line)
            .expect("it says where it listens");
        let address = line.trim().rsplit("http://").next().expect("an address").to_owned();
        Self { process, address, _folder: folder }
    }

    /// The number of the process.
    pub(crate) fn process(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Pins a process to a core, where the machine has the tool for it.
pub(crate) fn pin(process: u32, core: usize) {
    let pinned = Command::new("taskset").args(["-acp", &core.to_string(), &process.to_string()]).output();
    if !pinned.is_ok_and(|output| output.status.success()) {
        eprintln!("not pinned: taskset is missing");
    }
}
