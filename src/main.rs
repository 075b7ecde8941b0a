//! The program: see [`funhouse::cli`].

use std::process::ExitCode;

/// Of the tested allocators, the one that returns memory to the system soonest after a burst, without slowing down calls.
#[cfg(all(target_os = "linux", feature = "jemalloc"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    funhouse::cli::run()
}
