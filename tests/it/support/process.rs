//! The service as a process.

#![allow(clippy::disallowed_types, reason = "a log is a file")]

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use crate::support::databases::address_of;
use crate::support::harness::patient_unless;

/// A server as a separate process.
pub(crate) struct Process {
    pub(crate) child: Child,
    pub(crate) base: String,
}

impl Process {
    pub(crate) fn start(file: &Path) -> Self {
        Self::start_with(file, &[])
    }

    pub(crate) fn start_with(file: &Path, more: &[&str]) -> Self {
        Self::of(Command::new(env!("CARGO_BIN_EXE_funhouse")), file, more)
    }

    /// A server on a database that is given by its address.
    pub(crate) fn start_on(database: &str) -> Self {
        Self::on(Command::new(env!("CARGO_BIN_EXE_funhouse")), database, &[])
    }

    /// A server that this program is, on a database that is given in the program's folder.
    pub(crate) fn start_in(program: Command, database: &str) -> Self {
        Self::on(program, database, &[])
    }

    /// A server on a database that is given by its address, which writes to a log what it warns of.
    pub(crate) fn start_logged(database: &str, more: &[&str], log: File) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_funhouse"));
        program.stderr(log);
        Self::on(program, database, &[&["--log", "warn"], more].concat())
    }

    /// A server whose files can grow to this many KiB. The system refuses more.
    #[cfg(unix)]
    pub(crate) fn start_limited(file: &Path, kib: u64) -> Self {
        // The signal, which would end it, is ignored by what the shell becomes.
        Self::of(after(&format!("trap '' XFSZ; ulimit -f {}", kib * 2)), file, &[])
    }

    /// A server that masks these permissions of the files that it makes.
    #[cfg(unix)]
    pub(crate) fn start_masked(file: &Path, mask: &str, more: &[&str]) -> Self {
        Self::of(after(&format!("umask {mask}")), file, more)
    }

    /// A server with this limit of open files, which it may raise.
    #[cfg(target_os = "linux")]
    pub(crate) fn start_with_few_files(file: &Path, files: u64) -> Self {
        let mut shell = Command::new("sh");
        let limited = format!("ulimit -Sn {files}; exec \"$0\" \"$@\"");
        shell.args(["-c", &limited, env!("CARGO_BIN_EXE_funhouse")]);
        Self::of(shell, file, &[])
    }

    fn of(program: Command, file: &Path, more: &[&str]) -> Self {
        Self::on(program, &address_of(file), more)
    }

    fn on(mut program: Command, database: &str, more: &[&str]) -> Self {
        let log = if more.contains(&"--log") { &[][..] } else { &["--log", "off"] };
        let mut child = program
            .args(["serve", "--listen", "127.0.0.1:0", "--no-limits", "--no-pars", "--database", database])
            .args(log)
            .args(patient_unless(more))
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output"))
            .read_line(&mut line)
            .expect("it says where it listens");
        let base = line.trim().rsplit(' ').next().expect("an address").to_owned();
        Self { child, base }
    }

    /// Stops it as a service manager does, which it must do in good order.
    pub(crate) fn stop(mut self) {
        kill_process(Pid::from_child(&self.child), Signal::TERM).expect("it runs");
        assert!(self.child.wait().expect("it ends").success());
    }

    /// Kills it as `kill -9` does.
    pub(crate) fn kill(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The program, run by a shell that first runs a command.
#[cfg(unix)]
pub(crate) fn after(first: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{first}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_funhouse")]);
    shell
}

/// A test that fails leaves no server behind.
impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The peak memory of a process, in bytes.
#[cfg(target_os = "linux")]
#[allow(clippy::disallowed_methods, reason = "the system describes a process in a file")]
pub(crate) fn peak_memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("the process runs");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the system reports the peak");
    peak.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") * 1024
}
