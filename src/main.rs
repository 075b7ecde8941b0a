//! The program: see [`funhouse::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    funhouse::cli::run()
}
