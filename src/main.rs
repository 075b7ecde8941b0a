//! The program: see [`funhouse::cli`].

use std::process::ExitCode;

/// Of the tested allocators, the one that returns memory to the system soonest after a burst, without slowing down calls.
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    funhouse::cli::run()
}
