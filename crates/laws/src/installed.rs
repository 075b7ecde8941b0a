//! Programs that some tests run.

use std::process::{Command, Stdio};

/// Returns whether all these programs are installed. Otherwise reports that a test is skipped.
///
/// # Panics
/// If a program is missing although `CI` is set, where no test may be skipped.
#[allow(clippy::disallowed_methods, reason = "the environment says whether tests may be left out")]
pub(crate) fn are_installed(programs: &[&str]) -> bool {
    // Some programs know only one of them.
    let shows_version = |program: &str, flag: &str| {
        let mut version = Command::new(program);
        version.arg(flag).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        version.status().is_ok_and(|status| status.success())
    };
    let missing = programs.iter().find(|program| !["--version", "-v"].iter().any(|flag| shows_version(program, flag)));
    if let Some(program) = missing {
        assert!(std::env::var("CI").is_err(), "{program} is not installed");
        eprintln!("A TEST IS SKIPPED: {program} is not installed");
    }
    missing.is_none()
}
